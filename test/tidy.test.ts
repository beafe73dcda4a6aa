import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../src/database/project-root.js';

/** What needs no taste is checked here; what needs taste is left to readers. */
const filesBelow = (folder: string, ending: RegExp): string[] =>
  (readdirSync(path.join(projectRoot, folder), { recursive: true }) as string[])
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => ending.test(file));
const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

const SOLVER = 'packages/solver';
const LANGUAGE = 'packages/assistant-language';
const PACKAGES = [LANGUAGE, SOLVER];
const belowAll = (folder: string, ending: RegExp): string[] =>
  [folder, ...PACKAGES.map((each) => `${each}/${folder}`)].flatMap((each) => filesBelow(each, ending));
const sources = belowAll('src', /\.ts$/).filter((file) => !file.startsWith('src/web/'));
/** The application in the browser, which is held to the same sizes. */
const pages = filesBelow('src/web/timetable', /\.tsx?$/);
const tests = belowAll('test', /\.test\.ts$/);

/** The doors of the packages: the names by which others import them, and the files behind them. */
const doors = new Map(
  PACKAGES.flatMap((folder) => {
    const { name, exports } = JSON.parse(read(`${folder}/package.json`)) as {
      name: string;
      exports: Record<string, { source: string }>;
    };
    return Object.entries(exports).map(
      ([door, { source }]) => [path.posix.join(name, door), path.posix.join(folder, source)] as const,
    );
  }),
);

const known = new Map<string, readonly string[]>();

/** The files of the project that a file imports, types included. */
function importsOf(file: string): readonly string[] {
  const imports = known.get(file) ?? [
    ...importsByPath(file),
    ...namesImported(file).flatMap((name) => doors.get(name) ?? []),
  ];
  known.set(file, imports);
  return imports;
}

const namesImported = (file: string): string[] =>
  ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName);
const importsByPath = (file: string): string[] =>
  namesImported(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'));

/** The lines of the drawing below a heading of docs/architecture.md. */
const drawing = (heading: string): string[] =>
  read('docs/architecture.md').split(`## ${heading}\n`)[1].split('```')[1].trim().split('\n');

/** Who may import whom, from the lines `room, room -> room, room`, top first. */
const arrows = drawing('Who may import whom').map((line) => {
  const [from, to] = line.split('->').map((rooms) => rooms.trim().split(/, */));
  return { from, to: to.filter((room) => room !== 'nothing') };
});

test('no line that is written by hand is longer than 110 characters', () => {
  const written = [
    ...filesBelow('scripts', /\.mjs$/),
    ...filesBelow('bench', /\.ts$/),
    ...filesBelow(`${SOLVER}/bench`, /\.ts$/),
    ...['src', 'test'].flatMap((folder) => belowAll(folder, /\.(?:tsx?|mjs|jsx?|css)$/)),
  ];
  const long = written.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (line.length > 110 ? [`${file}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test('whoever reads Chinese is told what helps where whoever reads English is', () => {
  const remedy = /请|应[为是填用]|可(?:以|选|由|改|另|先|用|执行|变更|指定)|改为|稍后/;
  const isLeft = (zh: string, en: string): boolean =>
    /Maybe|Please/.test(en) && /\p{Script=Han}/u.test(zh) && !remedy.test(zh);
  const pairsIn = (node: ts.Node): readonly (readonly [ts.Node, ts.Node])[] => {
    if (ts.isObjectLiteralExpression(node)) {
      const values = new Map(
        node.properties
          .filter(ts.isPropertyAssignment)
          .map((each) => [each.name.getText(), each.initializer]),
      );
      const [zh, en] = [values.get('zh'), values.get('en')];
      return zh && en ? [[zh, en]] : [];
    }
    if (!ts.isCallExpression(node)) return [];
    const given = node.arguments;
    return given.slice(1).map((each, at) => [given[at], each]);
  };
  const ours = sources.filter((file) => !file.startsWith(SOLVER));
  const left = ours.flatMap((file) => {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const nodes: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      for (const [zh, en] of pairsIn(node)) if (isLeft(zh.getText(), en.getText())) nodes.push(zh);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return nodes.map((node) => `${file}: ${node.getText()}`);
  });
  expect(left).toEqual([]);
});

/** Files of more than 400 lines outside of the solver that are still to be taken apart. */
const LONG_FILES: string[] = [];
/** Functions of more than 60 lines outside of the solver that are still to be taken apart, by their files. */
const LONG_FUNCTIONS = [
  'src/app/server.ts: startServer',
  'src/cli/program.ts: program',
  'src/resolvers/crud.ts: crudResolver',
  'src/rest/handler.ts: restHandler',
  'src/services/scheduling/proposals/addition.ts: proposeAddition',
  'src/services/scheduling/runs/run-failures.ts: explained',
  'src/transport/assistant/channel.ts: attachAssistantChannel',
  'src/transport/socket/operations.ts: operationHooks',
];
const LONG_BECAUSE = /\bLong\b[^]*\bbecause\b/;

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

test('files have at most 400 lines; in the solver, longer ones begin with the reason', () => {
  const long = [...sources, ...pages].filter((file) => linesOf(read(file)) > 400);
  const wrong = long.filter(
    (file) => !file.startsWith(SOLVER) || !LONG_BECAUSE.test(read(file).split('*/', 1)[0]),
  );
  expect(wrong).toEqual(LONG_FILES);
});

test('functions have at most 60 lines; in the solver, longer ones have the reason above', () => {
  const wrong: string[] = [];
  for (const file of [...sources, ...pages]) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isFunctionLike(node) || linesOf(node.getText(source)) <= 60) return;
      const comments = ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText(source));
      if (file.startsWith(SOLVER) && LONG_BECAUSE.test(comments.join('\n'))) return;
      wrong.push(`${file}: ${node.name?.getText(source)}`);
    };
    visit(source);
  }
  expect(wrong.sort()).toEqual(LONG_FUNCTIONS);
});

test('the arrows between rooms point down the list', () => {
  const wrong = arrows.flatMap(({ from, to }, at) =>
    to
      .filter((room) => !arrows.slice(at + 1).some((below) => below.from.includes(room)))
      .map((room) => `${from.join(', ')} -> ${room}`),
  );
  expect(wrong).toEqual([]);
});

/** The packages by the names that the drawing has for them. */
const packageOf: Readonly<Record<string, string>> = { solver: SOLVER, language: LANGUAGE };

test('files import what the arrows allow to their room, and every room has its line', () => {
  const wrong = filesBelow('src', /\.[jt]sx?$/).flatMap((file) => {
    const [, room] = file.split('/');
    const arrow = arrows.find(({ from }) => from.includes(room));
    if (!arrow) return [`${file} is in no room`];
    const allowed = [room, ...arrow.to].map((each) =>
      each in packageOf ? `${packageOf[each]}/src/` : `src/${each}/`,
    );
    // Tools of the mapper look for its settings at the top.
    if (room === 'app') allowed.push('mikro-orm.config.ts');
    return importsOf(file)
      .filter((target) => !allowed.some((folder) => target.startsWith(folder)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the server comes to the packages through their doors, and they to nothing outside', () => {
  const ownerOf = (file: string): string | undefined =>
    PACKAGES.find((folder) => file.startsWith(`${folder}/`));
  const wrong = [...sources, ...['test', 'bench'].flatMap((folder) => filesBelow(folder, /\.ts$/))].flatMap(
    (file) => importsByPath(file).filter((target) => ownerOf(target) !== ownerOf(file)),
  );
  expect(wrong).toEqual([]);
});

test('every folder of src that holds a file has its sentence', () => {
  const names: string[] = [];
  const described = new Set(
    drawing('Rooms').map((line) => {
      const [, indent, name, sentence] = /^( *)([\w-]+)\/ *(.*)$/.exec(line) ?? [line, '', line, ''];
      names.splice(indent.length / 2, Infinity, name);
      return sentence ? names.join('/') : '';
    }),
  );
  const files = belowAll('src', /\.\w+$/);
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  expect([...folders].filter((folder) => !described.has(folder))).toEqual([]);
  const isThere = (room: string): boolean =>
    !/^(?:src|packages)\//.test(room) || existsSync(path.join(projectRoot, room));
  expect([...described].filter((room) => !isThere(room))).toEqual([]);
});

test('outside the entities, which refer to each other, no two files need each other', () => {
  let circle = sources.filter((file) => !file.startsWith('src/entities/'));
  for (let before = 0; before !== circle.length;) {
    before = circle.length;
    const left = new Set(circle);
    const needed = new Set(circle.flatMap(importsOf));
    circle = circle.filter((file) => needed.has(file) && importsOf(file).some((target) => left.has(target)));
  }
  expect(circle).toEqual([]);
});

const folderOf = (file: string): string => path.posix.dirname(file);

test('no two folders of services need each other', () => {
  const services = sources.filter((file) => file.startsWith('src/services/'));
  const arrows = services.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('src/services/') && folderOf(target) !== folderOf(file))
      .map((target) => ({ file, from: folderOf(file), to: folderOf(target) })),
  );
  let circle = arrows;
  for (let before = 0; before !== circle.length;) {
    before = circle.length;
    const left = circle;
    circle = left.filter(
      ({ from, to }) => left.some((next) => next.from === to) && left.some((last) => last.to === from),
    );
  }
  expect(circle.map(({ file, to }) => `${file} -> ${to}`)).toEqual([]);
});

/** Rules of the solver, each in its file. */
const ONE_PER_FILE = [`${SOLVER}/src/rules`];

test('a folder holds at most 25 files', () => {
  const files = [
    ...filesBelow('src', /./),
    ...filesBelow('test', /\.ts$/),
    ...PACKAGES.flatMap((folder) => filesBelow(folder, /\.ts$/)),
  ].filter((file) => /\.\w+$/.test(file) && !file.includes('node_modules'));
  const counts = Map.groupBy(files, folderOf);
  const full = [...counts].filter(([folder, { length }]) => length > 25 && !ONE_PER_FILE.includes(folder));
  expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

test('within services, outside of the assistant, a name stands for one file', () => {
  const names = sources
    .filter((file) => file.startsWith('src/services/') && !file.startsWith('src/services/assistant/'))
    .map((file) => path.posix.basename(file));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** What of scheduling the assistant calls itself: doors of what operations call, and sums of weeks. */
const ASSISTANT_DOORS = new RegExp(
  '^src/services/scheduling/(?:changes/edits|proposals/(?:addition|adjustment|proposal|wished-times)|' +
    'semester/(?:dates|periods|weeks))\\.ts$',
);

test('the assistant comes to timetables by operations of the schema, and by the doors behind them', () => {
  const wrong = sources
    .filter((file) => file.startsWith('src/services/assistant/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('src/services/scheduling/') && !ASSISTANT_DOORS.test(target))
        .map((target) => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

/** How statements and their parts begin, and what only they have. */
const STATEMENT = new RegExp(
  [
    String.raw`^\s*(?:select(?! insert)|insert into|delete from|update)\s+\S`,
    String.raw`^\s*(?:with|analyze|set local|lock table)\s+\S`,
    String.raw`(?:^|[\s(])select\s[^]*\sfrom\s`,
    String.raw`\bexists \(\s*select\b`,
    String.raw`\bwhere\s+\S+\s*=\s*\$\d`,
  ].join('|'),
);

test('text of SQL lies in files of queries, beside the rules that need it', () => {
  const rooms = ['services', 'data', 'jobs', 'app', 'demo'].map((room) => `src/${room}/`);
  const found: string[] = [];
  for (const file of sources.filter((each) => rooms.some((room) => each.startsWith(room)))) {
    if (file.endsWith('.queries.ts')) continue;
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      // The query builder's own parts, with the types of the entities.
      if (ts.isTaggedTemplateExpression(node)) return;
      ts.forEachChild(node, visit);
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
      if (isText && STATEMENT.test(node.getText(source).slice(1, -1)))
        found.push(`${file}: ${node.getText(source).slice(0, 60)}`);
    };
    visit(source);
  }
  expect(found).toEqual([]);
});

/** All files that a file needs, itself included. */
function neededBy(entry: string, needed = new Set<string>()): Set<string> {
  if (needed.has(entry)) return needed;
  needed.add(entry);
  for (const target of importsOf(entry)) neededBy(target, needed);
  return needed;
}

test('the checker of timetables shares no code with the search that it checks', () => {
  const shared = [...neededBy(`${SOLVER}/src/verify.ts`)].filter((file) =>
    file.startsWith(`${SOLVER}/src/search/`),
  );
  expect(shared).toEqual([]);
});

test('inside the solver, search knows no rule, rules know no search, and only hosts know the host', () => {
  const unknownTo: Record<string, RegExp> = {
    rules: /^(?:verify|search|conflicts|formats|host)\b/,
    search: /^(?:verify|rules|conflicts|formats|host)\b/,
    conflicts: /^(?:search|formats|host)\b/,
    formats: /^(?:search|conflicts|host)\b/,
    host: /^cli\b/,
    cli: /^$/,
    // Doors.
    'index.ts': /^cli\b/,
    'files.ts': /^cli\b/,
  };
  const inside = (file: string): string => file.replace(`${SOLVER}/src/`, '');
  const wrong = sources
    .filter((file) => file.startsWith(SOLVER))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => (unknownTo[inside(file).split('/')[0]] ?? /^host\b/).test(inside(target)))
        .map((target) => `${file} imports ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('what only competitions need is loaded by the commands and by threads that search for them', () => {
  const folder = `${SOLVER}/src/competitions/`;
  const loading = sources.filter(
    (file) => !file.startsWith(folder) && importsOf(file).some((target) => target.startsWith(folder)),
  );
  const loaders = [`${SOLVER}/src/cli/actions.ts`, `${SOLVER}/src/host/thread.ts`];
  expect(loading.filter((file) => file.startsWith(SOLVER)).sort()).toEqual(loaders);
});

test('nothing in the solver depends on clock, chance, threads or the last bit of a logarithm', () => {
  const forbidden =
    /\bperformance\.|\bDate\.now|new Date\b|Math\.(?:random|exp|log|pow|sin|cos|tan)\w*\(|from 'node:/;
  const offending = sources.filter(
    (file) => /^packages\/solver\/src\/(?!host\/|cli\/)/.test(file) && forbidden.test(read(file)),
  );
  expect(offending).toEqual([]);
});

test('every source is reached from the command line, a process or a thread', () => {
  const reached = new Set<string>();
  for (const entry of [
    'src/cli/main.ts',
    'src/sheets/worker.ts',
    `${SOLVER}/src/host/process.ts`,
    `${SOLVER}/src/host/thread.ts`,
    `${SOLVER}/src/cli/main.ts`,
    `${LANGUAGE}/src/cli/train.ts`,
    ...doors.values(),
    // Packages are libraries too: what their tests use belongs to their surface.
    ...tests.filter((file) => file.startsWith('packages/')),
  ])
    neededBy(entry, reached);
  expect(sources.filter((file) => !reached.has(file))).toEqual([]);
});

test('no two tests of a file have the same title', () => {
  const doubled = tests.filter((file) => {
    const titles = [...read(file).matchAll(/^\s*(?:test|it)\(\s*'((?:[^'\\]|\\.)+)'/gm)].map(
      ([, title]) => title,
    );
    return new Set(titles).size < titles.length;
  });
  expect(doubled).toEqual([]);
});

test('a skipped test says why in its title, and none is run alone', () => {
  const offending = tests.filter(
    (file) =>
      /\b(?:test|it|describe)\.(?:only|skip)\(/.test(read(file)) ||
      /\bx(?:test|it|describe)\(/.test(read(file)),
  );
  expect(offending).toEqual([]);
});

test('every exported class and function of a source has a sentence of meaning above it', () => {
  const bare: string[] = [];
  for (const file of [...sources, ...pages]) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    for (const node of source.statements) {
      const isExported =
        ts.canHaveModifiers(node) &&
        ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (!isExported || !(ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node))) continue;
      const isDecorated = ts.canHaveDecorators(node) && (ts.getDecorators(node)?.length ?? 0) > 0;
      const isDocumented = ts.getJSDocCommentsAndTags(node).length > 0;
      if (!isDocumented && !isDecorated) bare.push(`${file}: ${node.name?.text ?? ''}`);
    }
  }
  expect(bare).toEqual([]);
});

test('no file names a path of a machine or the host of a package registry', () => {
  const files = [
    ...sources,
    ...tests,
    ...filesBelow('docs', /\.md$/),
    ...filesBelow('scripts', /\.mjs$/),
    'README.md',
    'CHANGELOG.md',
    'package.json',
  ];
  const offending = files.filter((file) =>
    /\/home\/\w|\/work\/|\/root\/|registry\.npmjs/.test(read(file).replace(/\/root\/[^\n]*unreachable/g, '')),
  );
  expect(offending.filter((file) => file !== 'test/tidy.test.ts')).toEqual([]);
});

test('what the API answers with is declared among the entities, in no other layer', () => {
  const noun = /@ObjectType\(|@inputType\([^@]*?\boutput:/;
  // The machinery below declares what all nouns share: records, tasks, pages, connections.
  const offending = sources.filter(
    (file) => noun.test(read(file)) && !/^src\/(?:entities|data|schema)\//.test(file),
  );
  expect(offending).toEqual([]);
});

/** Where a transaction is opened by hand, because nothing of a caller is written in it. */
const ownTransactions = [
  'src/data/transaction.ts',
  // Reads what a run is about as it was at one moment.
  'src/services/scheduling/problem/take-snapshot.ts',
  // Machinery without a caller: partitions of the log, and the outbox.
  'src/services/system/audit-partitions.ts',
  'src/services/system/mail.ts',
];

test('what callers change goes through transaction(ctx, …), which names who writes', () => {
  const byHand = sources.filter((file) => /\.transactional\(|\bem\.begin\(/.test(read(file)));
  expect(byHand.filter((file) => !ownTransactions.includes(file))).toEqual([]);
});
