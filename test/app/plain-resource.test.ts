import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/database/project-root.js';

/** What a plain resource costs to write: the campus, counted in lines that are not blank. */
const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

/** How many lines there are from each that begins a block to the first that ends it; by default itself. */
function count(file: string, begin: RegExp, end = /^/): number {
  const lines = read(file)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const blocks = lines.flatMap((line, at) =>
    begin.test(line) ? [lines.slice(at).findIndex((each) => end.test(each)) + 1] : [],
  );
  if (blocks.length === 0 || blocks.includes(0)) throw new Error(`${file} has no ${String(begin)}.`);
  return blocks.reduce((sum, length) => sum + length);
}

const service = 'src/services/places/campuses.ts';
const routes = 'src/rest/routes/places.ts';
const wire = 'src/rest/wire/places.graphql';
const workbook = 'get-template|batch-import';

const plain = {
  table: count('src/entities/places.ts', /^(const degrees|@stored\('校区')/, /^(}|const .*)$/),
  service: count(service, /^(?!.*(Sheet|Import))/),
  resolver: count('src/resolvers/places.ts', /[Cc]ampus/),
  routes: count(routes, new RegExp(`^  '[A-Z]+ /campus(?!/(${workbook}))`), /\),?$/),
  wire: count(wire, /^fragment Campus\w+ on Campus /, /^}/),
  fixture: count('test/resources/fixtures.ts', /^const campus = /, /^}\);/),
};
const sheet = {
  columns: count('src/sheets/places.ts', /^export const campusSheet/, /^}\);/),
  service: count(service, /Sheet|Import/) + count('src/services/import-tasks/subjects.ts', /[Cc]ampus/),
  routes: count(routes, new RegExp(`^  '[A-Z]+ /campus/(${workbook})`), /\),?$/),
  wire: count(wire, /^fragment BackAddCampusDTO /, /^}/),
};
const sum = (parts: Record<string, number>): number =>
  Object.values(parts).reduce((total, lines) => total + lines);

test('a plain resource costs at most 90 lines, and 140 with its workbook', () => {
  expect(sum(plain)).toBeLessThanOrEqual(90);
  expect(sum(plain) + sum(sheet)).toBeLessThanOrEqual(140);
});

test('docs/architecture.md shows what the campus costs', () => {
  const row = (name: string, parts: Record<string, number>): string =>
    `| ${name} | ${Object.values(parts).join(' | ')} | ${sum(parts)} |`;
  const document = read('docs/architecture.md').replace(/ +/g, ' ');
  expect(document).toContain(row('campus', plain));
  expect(document).toContain(row('its workbook', sheet));
});
