// Bundles the browser pages (GraphiQL, the REST documentation and the timetable) into dist/web, whole: a page
// asks no other host for anything. File names carry a hash of their content, so that browsers may keep them
// for ever.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src/web');

const WORKERS = {
  editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
  json: 'monaco-editor/esm/vs/language/json/json.worker.js',
  graphql: 'monaco-graphql/esm/graphql.worker.js',
};

const PAGES = [
  { name: 'graphiql', entry: 'graphiql.jsx', title: 'GraphiQL · class-scheduling' },
  { name: 'docs', entry: 'docs.jsx', title: 'REST · class-scheduling' },
];
/** The one page in pieces: who only looks at a timetable loads nothing of what planners need. */
const TIMETABLE = { name: 'timetable', entry: 'timetable/main.tsx', title: '课表 · class-scheduling' };

/** Builds the pages into `outDir` unless they are there already, built from the same sources and packages. */
export async function buildWeb({ outDir = join(ROOT, 'dist/web') } = {}) {
  const stamp = await hashOfInputs();
  const stampFile = join(outDir, 'stamp');
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return { built: false };

  const workers = await bundle(Object.values(WORKERS), { format: 'iife' });
  const workerUrls = Object.fromEntries(
    Object.entries(WORKERS).map(([label, entry]) => [label, urlOf(workers, entry)]),
  );
  const pages = await bundle(
    PAGES.map(({ entry }) => join(SOURCE, entry)),
    { format: 'esm', define: { WORKER_URLS: JSON.stringify(workerUrls) } },
  );
  const timetable = await bundle([join(SOURCE, TIMETABLE.entry)], {
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  });

  // The stamp comes last: a build that was interrupted is built again.
  const files = [workers, pages, timetable].flatMap(({ outputFiles }) => outputFiles);
  await mkdir(join(outDir, 'assets'), { recursive: true });
  await rm(stampFile, { force: true });
  await Promise.all(
    files.map(({ path, contents }) => writeAsset(join(outDir, 'assets', basename(path)), contents)),
  );
  const built = [...PAGES.map((page) => [page, pages]), [TIMETABLE, timetable]];
  await Promise.all(
    built.map(async ([page, result]) =>
      writeFile(join(outDir, `${page.name}.html`), await htmlOf(page, result)),
    ),
  );
  await removeStrays(join(outDir, 'assets'), new Set(files.map(({ path }) => basename(path))));
  await writeFile(stampFile, stamp);
  return { built: true };
}

async function bundle(entryPoints, options) {
  const esbuild = await import('esbuild');
  return esbuild.build({
    entryPoints,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'assets',
    absWorkingDir: ROOT,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.ttf': 'file', '.woff2': 'file' },
    legalComments: 'eof',
    logLevel: 'warning',
    ...options,
    define: { 'process.env.NODE_ENV': '"production"', ...options.define },
  });
}

/** Looks an entry point up among the results; its style sheet, where it has one, goes by `cssBundle`. */
function outputOf({ metafile }, entry) {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint?.endsWith(entry));
  if (!found) throw new Error(`The bundle of ${entry} is missing.`);
  return { script: found[0], style: found[1].cssBundle };
}

function urlOf(result, entry) {
  return `/${outputOf(result, entry).script}`;
}

async function htmlOf({ entry, title }, result) {
  const { script, style } = outputOf(result, entry);
  const values = { title, script: `/${script}`, style: `/${style}` };
  const template = await readFile(join(SOURCE, 'page.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);
}

/** Writes a file and its compressed twin, which the router sends to whoever accepts it. */
async function writeAsset(path, contents) {
  await writeFile(path, contents);
  await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
}

async function removeStrays(directory, wanted) {
  const present = await readdir(directory);
  const strays = present.filter((name) => !wanted.has(name.replace(/\.gz$/, '')));
  await Promise.all(strays.map((name) => rm(join(directory, name), { force: true })));
}

async function hashOfInputs() {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const inputs = [...names.sort(), import.meta.filename, join(ROOT, 'package-lock.json')];
  const hash = createHash('sha256');
  for (const path of inputs) hash.update(path.slice(ROOT.length)).update(await readFile(path));
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
