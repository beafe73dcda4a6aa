import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseServerAccount } from '../../src/database/embedded/account.js';
import { findRunningPostgres, removeEmbeddedPostgres } from '../../src/database/embedded.js';
import { describeDataFolder, findCluster, SYSTEM_FOLDER } from '../../src/database/embedded/data-folder.js';
import { commandLine } from '../../src/database/embedded/processes.js';
import { install, type Installation } from '../support/installation.js';

/** An account for a start as an ordinary user; null when the tests run as one themselves. */
const ordinaryUser = chooseServerAccount();
const testAsRoot = ordinaryUser === null ? test.skip : test;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let installation: Installation;
const folders: string[] = [];

/** A data folder with a database that was started and stopped. */
let made: string;

beforeAll(async () => {
  installation = install();
  made = newFolder();
  const owner = installation.start(made);
  await owner.url;
  await owner.end('SIGTERM');
});

afterEach(() => installation.end());

afterAll(async () => {
  await installation.remove();
  for (const dataDir of folders) {
    await removeEmbeddedPostgres({ dataDir, log: silent });
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});

function newFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'class-scheduling-embedded-'));
  folders.push(folder);
  return folder;
}

/** A folder with a database of its own; to make its files takes longer than most tests. */
function folderWithDatabase(): string {
  const folder = newFolder();
  execFileSync('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

function giveToOrdinaryUser(folder: string): string {
  if (ordinaryUser) fs.chownSync(folder, ordinaryUser.uid, ordinaryUser.gid);
  return folder;
}

function clusterOf(dataDir: string): string {
  return findCluster(describeDataFolder(dataDir)) ?? 'nowhere';
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a lost connection is told by the statement that it interrupts
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmasterOf(dataDir: string): number {
  return Number(fs.readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function untilActive(url: string, statement: string): Promise<void> {
  const running = `select from pg_stat_activity where state = 'active' and query like '${statement}'`;
  while ((await query(url, running)).length === 0);
}

async function untilGone(pid: number): Promise<void> {
  while (commandLine(pid) !== '') await sleep(20);
}

/** A terminal sends its signals to the group of its foreground program only. */
function isProcessGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

test('keeps its rows over a stop and a start', async () => {
  const dataDir = folderWithDatabase();
  const first = installation.start(dataDir);
  await query(await first.url, 'create table note as select 42 as value');
  await first.end('SIGTERM');

  const second = installation.start(dataDir);

  expect(await query(await second.url, 'select value from note')).toEqual([{ value: 42 }]);
});

test('stops the database that a killed owner left behind, and keeps what was committed', async () => {
  const dataDir = folderWithDatabase();
  const killed = installation.start(dataDir);
  await query(await killed.url, 'create table note as select 42 as value');
  const orphan = postmasterOf(dataDir);
  await killed.end('SIGKILL');
  expect(() => process.kill(orphan, 0)).not.toThrow();

  const next = installation.start(dataDir);

  expect(await query(await next.url, 'select value from note')).toEqual([{ value: 42 }]);
  await next.told(new RegExp(`Stopping the PostgreSQL process ${orphan}, which an earlier run left behind`));
  expect(postmasterOf(dataDir)).not.toBe(orphan);
});

test('waits for the last writer of a killed database and keeps what it has acknowledged', async () => {
  const dataDir = folderWithDatabase();
  const killed = installation.start(dataDir);
  const url = await killed.url;
  await query(url, 'create table note (value int)');
  const writing = query(url, 'insert into note select count(*) from generate_series(1, 5000000)');
  await untilActive(url, 'insert into note%');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await killed.end('SIGKILL');

  const next = installation.start(dataDir);

  await writing;
  expect(await query(await next.url, 'select value from note')).toEqual([{ value: 5_000_000 }]);
});

test('brings a killed database back at the same address', async () => {
  const dataDir = folderWithDatabase();
  const owner = installation.start(dataDir);
  await query(await owner.url, 'create table note as select 42 as value');

  process.kill(postmasterOf(dataDir), 'SIGKILL');

  await owner.told(/PostgreSQL has ended unexpectedly and is started again/);
  await owner.told(/PostgreSQL is back/);
  expect(await query(await owner.url, 'select value from note')).toEqual([{ value: 42 }]);
});

test('tries again to bring a database back that cannot start at first, as on a full disk', async () => {
  const dataDir = folderWithDatabase();
  const owner = installation.start(dataDir);
  await query(await owner.url, 'create table note as select 42 as value');
  const control = join(clusterOf(dataDir), 'global/pg_control');

  fs.renameSync(control, `${control}.away`);
  process.kill(postmasterOf(dataDir), 'SIGKILL');

  await owner.told(/PostgreSQL could not be started again; the next try is in a few seconds/);
  fs.renameSync(`${control}.away`, control);
  await owner.told(/PostgreSQL is back/);
  expect(await query(await owner.url, 'select value from note')).toEqual([{ value: 42 }]);
});

test('leaves no database behind when its owner exits without stopping it', async () => {
  const dataDir = folderWithDatabase();
  const owner = installation.start(dataDir);
  await owner.url;
  const postmaster = postmasterOf(dataDir);

  await owner.end('SIGUSR2');

  await untilGone(postmaster);
  expect(commandLine(postmaster)).toBe('');
});

test('keeps the database out of reach of a Ctrl-C that is meant for its owner', async () => {
  const dataDir = folderWithDatabase();
  await installation.start(dataDir).url;

  expect(isProcessGroup(postmasterOf(dataDir))).toBe(true);
});

test('tells a second start who has the data folder, and harms nothing', async () => {
  const dataDir = folderWithDatabase();
  const holder = installation.start(dataDir);
  await query(await holder.url, 'create table note as select 42 as value');

  const second = installation.start(dataDir);

  await expect(second.url).rejects.toThrow(
    `The data folder ${dataDir} is in use by process ${holder.pid} since `,
  );
  await expect(second.url).rejects.toThrow('set DATA_DIR to another folder');
  expect(await query(await holder.url, 'select value from note')).toEqual([{ value: 42 }]);
});

test('lets exactly one of several first starts win', async () => {
  const dataDir = newFolder();

  const outcomes = await Promise.allSettled([1, 2, 3].map(() => installation.start(dataDir).url));

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('is not misled after a reboot by process numbers that now belong to other programs', async () => {
  const dataDir = folderWithDatabase();
  const killed = installation.start(dataDir);
  await query(await killed.url, 'create table note as select 42 as value');
  process.kill(postmasterOf(dataDir), 'SIGKILL');
  await killed.end('SIGKILL');
  const bystander = spawn(join(installation.folder, 'node'), ['-e', 'setInterval(Date, 60000)'], {
    ...ordinaryUser,
  });
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  const ownerFile = describeDataFolder(dataDir).owner;
  fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));
  fs.writeFileSync(ownerFile, JSON.stringify({ pid: bystander.pid, startedAt: '2020-01-01T00:00:00.000Z' }));

  const next = installation.start(dataDir);

  expect(await query(await next.url, 'select value from note')).toEqual([{ value: 42 }]);
  expect(bystander.kill()).toBe(true);
});

test('starts over when the first start was interrupted', async () => {
  const dataDir = newFolder();
  const interrupted = installation.start(dataDir);
  await interrupted.told(/Creating the database files/);
  await interrupted.end('SIGKILL');
  expect(fs.existsSync(join(dataDir, 'postgres/cluster'))).toBe(false);

  const next = installation.start(dataDir);

  expect(await query(await next.url, 'select 1 as value')).toEqual([{ value: 1 }]);
  expect(fs.readdirSync(dirname(clusterOf(dataDir))).filter((name) => name.startsWith('cluster'))).toEqual([
    'cluster',
  ]);
});

test('refuses data of another PostgreSQL version', async () => {
  const dataDir = folderWithDatabase();
  const owner = installation.start(dataDir);
  await owner.url;
  await owner.end('SIGTERM');
  fs.writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), '17\n');

  const next = installation.start(dataDir);

  await expect(next.url).rejects.toThrow(
    'was written by PostgreSQL 17; this program includes PostgreSQL 18.',
  );
});

test('listens on this machine only and wants the password, which only its owner can read', async () => {
  const dataDir = folderWithDatabase();
  const url = new URL(await installation.start(dataDir).url);
  const { password } = describeDataFolder(dataDir);

  expect(fs.statSync(password).mode & 0o777).toBe(0o600);
  expect(url.password).toBe(fs.readFileSync(password, 'utf8'));
  expect(await query(url.href, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(url.href, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  url.password = 'guessed';
  await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('keeps committed rows safe from power cuts and folds the case of every script', async () => {
  const url = await installation.start(folderWithDatabase()).url;

  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url, `select 'Ä' ilike 'ä' as folds, current_database() as name`)).toEqual([
    { folds: true, name: 'class_scheduling' },
  ]);
});

test('is found by other processes only while it runs', async () => {
  const dataDir = newFolder();
  expect(findRunningPostgres(dataDir)).toBeNull();
  const owner = installation.start(dataDir);
  const url = await owner.url;
  expect(findRunningPostgres(dataDir)).toBe(url);

  await owner.end('SIGTERM');

  expect(findRunningPostgres(dataDir)).toBeNull();
});

test('is removed with its rows, but never under a running owner', async () => {
  const dataDir = folderWithDatabase();
  const owner = installation.start(dataDir);
  await query(await owner.url, 'create table note as select 42 as value');
  await expect(removeEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow('is in use by process');
  await owner.end('SIGTERM');

  await removeEmbeddedPostgres({ dataDir, log: silent });

  const next = installation.start(dataDir);
  await expect(query(await next.url, 'select value from note')).rejects.toThrow(
    'relation "note" does not exist',
  );
});

test('completes the libraries in a copy and clears away one that was interrupted', async () => {
  const cache = join(installation.folder, 'node_modules/.cache/class-scheduling');
  fs.rmSync(cache, { recursive: true, force: true });
  fs.mkdirSync(cache, { recursive: true });
  giveToOrdinaryUser(cache);
  const dataDir = giveToOrdinaryUser(newFolder());
  const first = installation.start(dataDir, ordinaryUser);
  await first.url;
  await first.end('SIGTERM');
  const [copy = 'none'] = fs.readdirSync(cache);
  fs.renameSync(join(cache, copy), join(cache, `${copy}.draft`));
  fs.utimesSync(join(cache, `${copy}.draft`), new Date(0), new Date(0));

  const url = await installation.start(dataDir, ordinaryUser).url;

  expect(await query(url, 'select 1 as value')).toEqual([{ value: 1 }]);
  expect(fs.readdirSync(cache)).toEqual([copy]);
});

test('asks for DATABASE_URL where no PostgreSQL is included', async () => {
  const bare = install();
  try {
    fs.rmSync(join(bare.folder, 'node_modules'), { recursive: true });

    await expect(bare.start(newFolder()).url).rejects.toThrow(
      /No PostgreSQL is included for .*\n.*DATABASE_URL/,
    );
  } finally {
    await bare.remove();
  }
});

testAsRoot('runs as an ordinary user', async () => {
  const dataDir = giveToOrdinaryUser(newFolder());

  const url = await installation.start(dataDir, ordinaryUser).url;

  expect(await query(url, 'select 1 as value')).toEqual([{ value: 1 }]);
  expect(fs.statSync(describeDataFolder(dataDir).password).uid).toBe(ordinaryUser?.uid);
});

testAsRoot('tells an ordinary user that the data folder belongs to somebody else', async () => {
  const dataDir = newFolder();

  const owner = installation.start(dataDir, ordinaryUser);

  await expect(owner.url).rejects.toThrow(/The data folder .* cannot be used: .*\n.*set DATA_DIR/);
});

testAsRoot(
  'gives the database of root to an account without rights, also out of a private folder',
  async () => {
    const home = newFolder();
    fs.chmodSync(home, 0o700);
    const dataDir = join(home, 'project/data');
    fs.mkdirSync(dirname(dataDir), { mode: 0o700 });
    folders.unshift(dataDir);

    const url = await installation.start(dataDir).url;

    expect(await query(url, 'select 1 as value')).toEqual([{ value: 1 }]);
    expect(fs.statSync(clusterOf(dataDir)).uid).not.toBe(0);
    expect(fs.statSync(home).mode & 0o777).toBe(0o700);
  },
);

testAsRoot('copies the programs out of a private project for an account that cannot reach them', async () => {
  const hidden = install();
  fs.chmodSync(hidden.folder, 0o700);
  const copiesBefore = listCopies();
  try {
    const url = await hidden.start(newFolder()).url;

    expect(await query(url, 'select 1 as value')).toEqual([{ value: 1 }]);
    const [copy = 'none'] = listCopies();
    expect(fs.statSync(copy).uid).toBe(0);
    expect(fs.statSync(copy).mode & 0o022).toBe(0);
  } finally {
    await hidden.remove();
    for (const copy of listCopies().filter((path) => !copiesBefore.includes(path)))
      fs.rmSync(copy, { recursive: true });
  }
});

function listCopies(): string[] {
  const entries = fs.existsSync(SYSTEM_FOLDER) ? fs.readdirSync(SYSTEM_FOLDER) : [];
  return entries.filter((name) => name.startsWith('postgres-')).map((name) => join(SYSTEM_FOLDER, name));
}
