import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/database/project-root.js';

/** Holds the table of promises in docs/reliability.md against the tests and benchmarks that it names. */
const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
const filesBelow = (folder: string): string[] =>
  (readdirSync(path.join(projectRoot, folder), { recursive: true }) as string[]).map((file) =>
    path.posix.join(folder, file.split(path.sep).join('/')),
  );

interface Promised {
  readonly number: number;
  readonly shownBy: string;
}

const promises: readonly Promised[] = [
  ...read('docs/reliability.md').matchAll(/^\| (\d+) +\| [^|]+ \| ([^|]+) \|$/gm),
].map(([, number, shownBy]) => ({ number: Number(number), shownBy: shownBy.trim() }));

/**
 * The numbers of the requirements that the titles of a file's tests carry: `35: …` or `… (requirement 35)`.
 */
function numbersIn(source: string): ReadonlySet<number> {
  const titles = source.matchAll(/['"`](?:(\d{1,2}): |[^'"`\n]*\brequirement (\d{1,2})\b)/g);
  return new Set([...titles].map(([, first, inside]) => Number(first ?? inside)));
}

const numbersByTest = new Map(
  [...filesBelow('test'), ...filesBelow('packages/solver/test')]
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('/reliability.test.ts'))
    .map((file) => [file, numbersIn(read(file))] as const),
);

test('every requirement has a row, in order', () => {
  expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

test.each(promises)('requirement $number names exactly the tests that carry its number', (promise) => {
  const named = [...promise.shownBy.matchAll(/`((?:packages\/solver\/)?test\/[^`]+)`/g)].map(
    ([, file]) => file,
  );
  const carrying = [...numbersByTest].filter(([, numbers]) => numbers.has(promise.number));
  expect(named.sort()).toEqual(carrying.map(([file]) => file).sort());
});

test.each(promises)(
  'requirement $number is shown by a test or a benchmark that exists, or is not yet',
  (promise) => {
    const benches = [...promise.shownBy.matchAll(/`npm run bench ([\w-]+)`/g)].map(([, name]) => name);
    const existing = ['bench', 'packages/solver/bench']
      .flatMap(filesBelow)
      .map((file) => path.basename(file, '.ts'));
    expect(benches.filter((name) => !existing.includes(name))).toEqual([]);
    expect(promise.shownBy).toMatch(/test\/|^`npm run bench|^not yet/);
  },
);
