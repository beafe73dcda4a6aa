import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { projectRoot } from '../../src/database/project-root.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const home = mkdtempSync(join(tmpdir(), 'class-scheduling-backup-'));
// PostgreSQL runs as another account where the tests run as root.
chmodSync(home, 0o711);
const dataDir = join(home, 'data');
const backupDir = join(home, "Bob's 100% backups");

afterAll(async () => {
  await removeEmbeddedPostgres({ dataDir, log });
  rmSync(home, { recursive: true });
});

/** Runs a command of the product to its end. */
const cli = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_DIR: backupDir },
  });

/** Sends statements to the embedded database while it runs, and gives the rows of each. */
async function running(statements: string[], meanwhile: () => void = () => undefined): Promise<unknown[][]> {
  const server = await startEmbeddedPostgres({ dataDir, backupDir, durable: false, log });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const answers: unknown[][] = [];
  for (const statement of statements) answers.push((await client.query(statement)).rows);
  meanwhile();
  await client.end();
  await server.stop();
  return answers;
}

const note = (text: string): string => `insert into note values ('${text}')`;
const notes = 'select string_agg(text, $$ $$ order by at) as texts from note';

test('the embedded database goes back to an instant, and from the archive to the last change', async () => {
  await running(
    ['create table note (text text, at timestamptz default clock_timestamp())', note('first')],
    () => expect(cli('backup')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Backed up to /) }),
  );
  const [[kept]] = (await running([
    `insert into note values ('kept') returning clock_timestamp() as instant`,
    // Instants are told to the millisecond.
    'select pg_sleep(0.01)',
    note('lost'),
  ])) as [{ instant: Date }][];

  const restored = cli('restore', '--until', new Date(Number(kept.instant) + 1).toISOString());

  expect(restored.stderr).toBe('');
  const [, replaced] = /The files from before are in (\S+);/.exec(restored.stdout)!;
  expect(existsSync(replaced)).toBe(true);
  expect(await running([notes, note('later')])).toEqual([[{ texts: 'first kept' }], []]);

  // The machine is lost, and only the backups are left.
  renameSync(dataDir, `${dataDir}-lost`);
  expect(cli('restore').stderr).toBe('');
  expect(await running([notes])).toEqual([[{ texts: 'first kept later' }]]);
}, 180_000);

test('backups beyond those to keep go, with the log that only they need', async () => {
  const before = readdirSync(join(backupDir, 'wal')).length;
  await running(['create table filler as select generate_series(1, 300000)'], () =>
    expect(cli('backup', '--keep', '1').status).toBe(0),
  );
  const [only, ...others] = readdirSync(join(backupDir, 'base'));
  expect(others).toEqual([]);
  expect(readdirSync(join(backupDir, 'wal')).length).toBeLessThan(before + 2);
  expect(cli('restore').stderr).toBe('');
  const until = new Date(Date.parse(only.replaceAll(/T(\d+)-(\d+)-/g, 'T$1:$2:')) - 1).toISOString();
  const early = cli('restore', '--until', until);
  expect(early.stderr).toContain(`from before ${until}`);
  expect(early.stderr).toContain('choose an instant from');
});

test('nothing is restored under a running server, without a zone, or to an unknown instant', async () => {
  await running(['select 1'], () => expect(cli('restore').stderr).toContain('is in use by process'));
  expect(cli('restore', '--until', '2026-11-26 08:00').stderr).toContain('is no instant with its time zone');
  const { stderr } = cli('restore', '--until', '2999-01-01T00:00:00Z');
  expect(stderr).toContain('nothing was changed');
  expect(stderr).toContain('leave out --until');
  expect(await running(['select count(*) from note'])).toEqual([[{ count: '3' }]]);
});

test('a server that archives elsewhere is not backed up as if it did here', async () => {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log });
  const { status, stderr } = cli('backup');
  await server.stop();
  expect(status).toBe(1);
  expect(stderr).toContain('set BACKUP_DIR for the server too');
});
