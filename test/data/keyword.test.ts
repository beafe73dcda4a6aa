import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrate, migrationsFolder } from '../../src/database/migrations.js';
import { allEntities, columnsOf, searchedOf } from '../../src/data/columns.js';
import { createTestDatabase } from '../support/database.js';
import { department, major } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { withClient } from './support.js';

/** What a keyword finds, and that the database keeps what the entities declare. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const names = ['Ｎorth Campus ５０％', '东湖校区', '东_湖', '湖东区', 'straße', '校\\区', "O'Hara"];

beforeAll(() =>
  withClient(server, async (client) => {
    for (const [at, name] of names.entries()) {
      await client.query(
        'insert into campus (id, name, code, address) values (gen_random_uuid(), $1, $2, $3)',
        [name, `C${at}`, at === 1 ? '学院路 1 号' : '-'],
      );
    }
  }),
);

const found = async (keyword: string): Promise<string[]> => {
  const query =
    'query ($keyword: String) { campuses(keyword: $keyword, orderBy: [{ field: CODE }]) { total items { ' +
    'name } } }';
  const { data, errors } = await server.graphql(query, { keyword });
  expect(errors).toBeUndefined();
  expect(data.campuses.total).toBe(data.campuses.items.length);
  return data.campuses.items.map(({ name }: { name: string }) => name);
};

test.each([
  ['one character', '湖', ['东湖校区', '东_湖', '湖东区']],
  ['two characters, in their order', '东湖', ['东湖校区']],
  ['three characters that only stand apart', '湖校东', []],
  ['pieces that are all there, but not in one place', '东湖东区', []],
  ['a word without letter case', 'CAMPUS', ['Ｎorth Campus ５０％']],
  ['half-width letters for full-width ones', 'north', ['Ｎorth Campus ５０％']],
  ['full-width letters for half-width ones', 'ｃａｍｐｕｓ', ['Ｎorth Campus ５０％']],
  ['full-width digits and signs', '50%', ['Ｎorth Campus ５０％']],
  ['outer blanks', '  东湖  ', ['东湖校区']],
  ['an inner blank', '路 1', ['东湖校区']],
  ['a percent sign', '%', ['Ｎorth Campus ５０％']],
  ['an underscore', '_', ['东_湖']],
  ['a backslash', '\\', ['校\\区']],
  ['a quote', "'", ["O'Hara"]],
  ['a question mark', '?', []],
  ['a character beyond the first plane', '𠮷', []],
  ['NUL', '东\u0000湖', []],
  ['another searched column', '学院路', ['东湖校区']],
])('%s: %s', async (_, keyword, expected) => {
  expect(await found(keyword)).toEqual(expected);
});

test('an empty keyword narrows nothing', async () => {
  expect(await found('')).toHaveLength(names.length);
  expect(await found('  ')).toHaveLength(names.length);
});

test('the id of a record finds it', async () => {
  const { data } = await server.graphql('{ campuses(keyword: "东湖") { items { id } } }');
  expect(await found(data.campuses.items[0].id)).toEqual(['东湖校区']);
  expect(await found(data.campuses.items[0].id.toUpperCase().replaceAll('-', ''))).toEqual(['东湖校区']);
});

test('bug: the code of a major found nothing, though the schema says that it does', async () => {
  const id = await major(server, await department(server), { major_code: 'OPT-0809' });
  const { data } = await server.graphql('{ majors(keyword: "opt-08") { items { id } } }');
  expect(data.majors.items).toEqual([{ id }]);
});

test('a changed name is found by its new text and no more by the old one', async () => {
  await withClient(server, (client) => client.query(`update campus set name = '西山' where name = '湖东区'`));
  expect(await found('西山')).toEqual(['西山']);
  expect(await found('湖东')).toEqual([]);
});

test('the database keeps the pieces of exactly the columns that entities declare as searched', async () => {
  const declared = allEntities()
    .filter(({ target }) => searchedOf(target).length > 0)
    .map(({ table, target }) => `${table}: ${[...searchedOf(target)].map(snake).sort().join(', ')}`);
  expect(declared.length).toBeGreaterThan(20);
  const kept = await withClient(server, async (client) => {
    const { rows } = await client.query<{ table: string; definition: string }>(
      `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
        where tgname like '%\\_keyword'`,
    );
    return rows.map(({ table, definition }) => {
      const [, watched, given] = /UPDATE OF (.*) ON .*keep_keyword\((.*)\)/.exec(definition)!;
      const columns = [...given.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort();
      expect(watched.replaceAll('"', '').split(', ').sort()).toEqual(columns);
      return `${table.replaceAll('"', '')}: ${columns.join(', ')}`;
    });
  });
  expect(kept.sort()).toEqual(declared.sort());
});

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test(
  'the database has the indexes of every declared order and keyword, and no others of their ' + 'kind',
  async () => {
    const declared = allEntities().flatMap(({ table, target }) => {
      const sorted = columnsOf(target).filter((column) => column.sorted);
      return [
        ...(sorted.length ? [`${table}_created_at_order`] : []),
        ...sorted.map(({ name }) => `${table}_${snake(name)}_order`),
        ...(searchedOf(target).length ? [`${table}_keyword`] : []),
      ];
    });
    const kept = await withClient(server, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select indexname as name from pg_indexes where schemaname = 'public' and indexname ~
        '_(order|keyword)$'`,
      );
      return rows.map(({ name }) => name);
    });
    expect(kept.sort()).toEqual(declared.sort());
  },
);

test('rows of an earlier release are found too, and do not count as changed', async () => {
  const database = await createTestDatabase('empty');
  const folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-migrations-'));
  copyFileSync(path.join(migrationsFolder, '0001-foundation.sql'), path.join(folder, '0001-foundation.sql'));
  const client = new Client({ connectionString: database.url });
  try {
    await migrate(database.url, { folder });
    await client.connect();
    await client.query(
      `insert into campus (id, name, code, address, updated_at) values (gen_random_uuid(), '东湖校区', 'E',
        '-', '2020-01-01')`,
    );
    await migrate(database.url);
    const { rows } = await client.query(
      `select code from campus where keyword @> keyword_probe('湖校') and updated_at = '2020-01-01'`,
    );
    expect(rows).toEqual([{ code: 'E' }]);
  } finally {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});
