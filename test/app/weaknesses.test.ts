import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/database/project-root.js';

/** Holds the table of docs/reliability.md against the tests that it names. */
const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

const rows = [
  ...read('docs/reliability.md').matchAll(/^\| (\d+) +\| [^|]+ \| ([^|]+) \| +([^|]*?) *\|$/gm),
].map(([, number, now, shownBy]) => ({
  number: Number(number),
  isOpen: now.trim().startsWith('not yet'),
  named: [...shownBy.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file),
}));

/** The numbers that the titles of a file's tests carry: `weakness 3: …` or `… (weaknesses 3, 8)`. */
const numbersIn = (file: string): Set<number> =>
  new Set(
    [...read(file).matchAll(/['"`][^'"`\n]*\bweakness(?:es)? (\d{1,2}(?:, \d{1,2})*)/g)].flatMap(
      ([, numbers]) => numbers.split(', ').map(Number),
    ),
  );

test('every weakness has a row, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
});

test.each(rows)('weakness $number is shown by tests that carry its number, or is not yet', (row) => {
  expect(row.named.length > 0).toBe(!row.isOpen);
  for (const file of row.named) {
    expect({ file, exists: existsSync(path.join(projectRoot, file)) }).toEqual({ file, exists: true });
    expect({ file, numbers: [...numbersIn(file)] }).toEqual({
      file,
      numbers: expect.arrayContaining([row.number]),
    });
  }
});
