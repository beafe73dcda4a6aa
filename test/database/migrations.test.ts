import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrate, migrationsFolder, readMigrations } from '../../src/database/migrations.js';
import { projectRoot, release } from '../../src/database/project-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { writing } from '../support/records.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('empty');
});
afterEach(() => database.drop());

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: writing(database.url) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A folder with the first migrations only, as an earlier release had them. */
function earlierRelease(count: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-migrations-'));
  for (const { name } of readMigrations().slice(0, count)) {
    copyFileSync(path.join(migrationsFolder, `${name}.sql`), path.join(folder, `${name}.sql`));
  }
  return folder;
}

test('20: a populated database of an earlier release is brought up to date and keeps its rows', async () => {
  const folder = earlierRelease(1);
  await migrate(database.url, { folder });
  rmSync(folder, { recursive: true });
  await query(
    `insert into campus (id, name, code, address) values ('019aa000-0000-7000-8000-000000000001', '东校区',
      'E', '学院路')`,
  );
  const names = readMigrations().map(({ name }) => name);
  expect(await migrate(database.url)).toEqual(names.slice(1));
  expect(await query('select name, is_enabled from campus')).toEqual([{ name: '东校区', is_enabled: true }]);
  expect(await query('select name from migration order by name')).toEqual(names.map((name) => ({ name })));
});

test('bug: who migrates tells which migration it is at, and for whom it waits', async () => {
  const lines: unknown[][] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line) };
  const folder = earlierRelease(2);
  await Promise.all([migrate(database.url, { folder, log }), migrate(database.url, { folder, log })]);
  rmSync(folder, { recursive: true });
  const [first, second] = readMigrations().map(({ name }) => name);
  expect(lines).toContainEqual([{}, 'waits for another process that migrates the database']);
  expect(lines.filter(([, text]) => !String(text).startsWith('waits'))).toEqual([
    [{ migration: first }, 'migrates the database'],
    [{ migration: second }, 'migrates the database'],
    [{ migrations: 2 }, 'the database is migrated'],
  ]);
});

test('semesters of an earlier release get weeks of seven days, and runs keep to their days', async () => {
  const before = readMigrations().findIndex(({ name }) => name === '0043-scheduling-days');
  const folder = earlierRelease(before);
  await migrate(database.url, { folder });
  rmSync(folder, { recursive: true });
  await query(
    `insert into semester (id, name, start_date, end_date, days_per_week, rule_profile)
     select gen_random_uuid(), days || profile, '2026-09-07', '2026-12-27', days, profile
     from (values (5, 'STANDARD'), (6, 'STANDARD'), (6, 'UD2')) s (days, profile)`,
  );
  await migrate(database.url);
  expect(await query('select name, days_per_week, scheduling_days from semester order by name')).toEqual([
    { name: '5STANDARD', days_per_week: 7, scheduling_days: [1, 2, 3, 4, 5] },
    { name: '6STANDARD', days_per_week: 7, scheduling_days: [1, 2, 3, 4, 5, 6] },
    { name: '6UD2', days_per_week: 6, scheduling_days: [1, 2, 3, 4, 5, 6] },
  ]);
});

test('20: of phones from before, those that staff set last count, and every e-mail does', async () => {
  const before = readMigrations().findIndex(({ name }) => name.startsWith('0032'));
  const folder = earlierRelease(before);
  await migrate(database.url, { folder });
  rmSync(folder, { recursive: true });
  const id = (n: number): string => `019aa000-0000-7000-8000-00000000000${n}`;
  const role = (n: number, key: string): string =>
    `insert into "role" (id, name, key) values ('${id(n)}', '${key}', '${key}')`;
  const account = (n: number, key: string): string =>
    `insert into "user" (id, name, email, phone, password_hash, role_id) select '${id(n)}', 'user-${n}',
      'user-${n}@example.com', '1390000000${n}', 'x', id from "role" where key = '${key}'`;
  await query(
    [
      role(8, 'STUDENT'),
      role(9, 'LEADER'),
      account(1, 'STUDENT'),
      account(2, 'LEADER'),
      account(3, 'LEADER'),
      account(4, 'LEADER'),
    ].join(';'),
  );
  // The third changed the own phone; that of the fourth was changed by the second.
  for (const [n, person] of [
    [3, 3],
    [4, 2],
  ])
    await query(
      `begin; select set_config('class_scheduling.person', '${id(person)}', true),
        set_config('class_scheduling.reason', '', true);
      update "user" set phone = '1380000000${n}' where id = '${id(n)}'; commit`,
    );
  await migrate(database.url);
  const rows = await query(
    'select name, is_phone_confirmed from "user" where is_email_confirmed order by name',
  );
  expect(rows.map((row) => row.is_phone_confirmed)).toEqual([false, true, false, true]);
});

test('20: a database of a newer release is refused by name, and nothing is changed', async () => {
  await migrate(database.url);
  await query(`insert into migration (name, checksum) values ('9999-from-the-future', 'x')`);
  await expect(migrate(database.url)).rejects.toThrow(/newer release: it has 9999-from-the-future/);
});

test('20: a release that a newer migration allows starts beside it, and an older one does not', async () => {
  const next = earlierRelease(readMigrations().length);
  const write = (name: string, oldest: string): void =>
    writeFileSync(path.join(next, name), `-- Oldest release beside: ${oldest}\nselect 1;\n`);
  write('9998-next.sql', release);
  await migrate(database.url, { folder: next });
  expect(await migrate(database.url)).toEqual([]);
  write('9999-later.sql', '99.10.0');
  await migrate(database.url, { folder: next });
  rmSync(next, { recursive: true });
  await expect(migrate(database.url)).rejects.toThrow(
    `it has 9999-later, which this release (${release}) does not know. Start release 99.10.0 or a newer one`,
  );
});

test('migrations after those of the first release say which release may run beside them', () => {
  const later = readMigrations().filter(({ name }) => name >= '0100');
  expect(later.filter(({ oldestRelease }) => oldestRelease === null)).toEqual([]);
});

test('20: the server refuses to start on a newer database and says why', async () => {
  await migrate(database.url);
  await query(`insert into migration (name, checksum) values ('9999-from-the-future', 'x')`);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', 'serve'],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url, PORT: '0' },
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('9999-from-the-future');
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('an applied migration that was changed afterwards is refused', async () => {
  await migrate(database.url);
  await query(`update migration set checksum = 'other' where name = '0001-foundation'`);
  await expect(migrate(database.url)).rejects.toThrow(/0001-foundation was changed after it was applied/);
});

test('eight processes that start at once migrate once', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database.url)));
  expect(applied.flat()).toEqual(readMigrations().map(({ name }) => name));
});

test('updated_at moves with every change, whoever makes it, and only then', async () => {
  await migrate(database.url);
  await query(
    `insert into campus (id, name, code, address, created_at, updated_at) values
      ('019aa000-0000-7000-8000-000000000001', 'a', 'a', 'a', '2020-01-01', '2020-01-01')`,
  );
  await query(`update campus set name = 'a'`);
  expect(await query(`select updated_at = '2020-01-01' as same from campus`)).toEqual([{ same: true }]);
  await query(`update campus set name = 'b'`);
  expect(
    await query(
      `select updated_at > now() - interval '1 minute' as moved, created_at = '2020-01-01' as kept
        from campus`,
    ),
  ).toEqual([{ moved: true, kept: true }]);
});
