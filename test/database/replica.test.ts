import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { takeBackup } from '../../src/database/embedded/backup.js';
import { firstAdministrator } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startStandby, type Standby } from '../support/standby.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const home = mkdtempSync(join(tmpdir(), 'class-scheduling-replica-'));
const [dataDir, standbyDir, backupDir] = ['data', 'standby', 'backup'].map((name) => join(home, name));
const cleanUp = new AsyncDisposableStack();

let standby: Standby;
let server: TestServer;
let administrator: string;

beforeAll(async () => {
  // PostgreSQL runs as another account where the tests run as root.
  chmodSync(home, 0o711);
  cleanUp.defer(() => rmSync(home, { recursive: true }));
  for (const each of [dataDir, standbyDir])
    cleanUp.defer(() => removeEmbeddedPostgres({ dataDir: each, log }));
  const primary = await startEmbeddedPostgres({ dataDir, backupDir, durable: false, log });
  cleanUp.defer(() => primary.stop());
  const backup = await takeBackup(primary.url, { dataDir, backupDir, keep: 1 });
  standby = await startStandby(primary.url, backup, standbyDir);
  cleanUp.defer(() => standby.stop());
  const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url };
  server = await startTestServer({ env, initialised: false });
  cleanUp.defer(() => server.stop());
  const input = firstAdministrator;
  await server.graphql('mutation ($input: InitialisationInput!) { initialise(input: $input) }', { input });
  administrator = await server.signIn(input.name, input.password);
}, 120_000);

afterAll(() => cleanUp.disposeAsync());

/** How many statements of readers the replica and the primary have answered so far. */
async function answered(): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const by = (from: string): number =>
    Number(new RegExp(`replica_reads_total\\{from="${from}",.*\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { replica: by('replica'), primary: by('primary') };
}

async function campusMade(name: string): Promise<void> {
  const { errors } = await server.graphql(
    'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }',
    { input: { name, code: name, address: name } },
    administrator,
  );
  expect(errors).toBeUndefined();
}

async function campuses(): Promise<{ names: string[]; from: 'replica' | 'primary' }> {
  const before = await answered();
  // Such a list is read for each call, while pages of places are kept.
  const { data } = await server.graphql('{ campusesConnection { nodes { name } } }', {}, administrator);
  const after = await answered();
  const names = data.campusesConnection.nodes.map((each: { name: string }) => each.name).sort();
  return { names, from: after.replica > before.replica ? 'replica' : 'primary' };
}

/** Asks until the replica, which is behind by moments, answers. */
async function fromReplica(): Promise<string[]> {
  for (;;) {
    const { names, from } = await campuses();
    if (from === 'replica') return names;
    await sleep(50);
  }
}

test('a replica answers lists as far as it is up to date, and the primary the others', async () => {
  await campusMade('A');
  expect((await campuses()).names).toEqual(['A']);
  expect(await fromReplica()).toEqual(['A']);

  await standby.ask('select pg_wal_replay_pause()');
  await campusMade('B');
  expect(await campuses()).toEqual({ names: ['A', 'B'], from: 'primary' });
  expect(await campuses()).toEqual({ names: ['A', 'B'], from: 'primary' });
  await standby.ask('select pg_wal_replay_resume()');
  expect(await fromReplica()).toEqual(['A', 'B']);
});

test('nothing that is read gets older while others change it and the replica is held back', async () => {
  let made = 0;
  const writing = (async () => {
    for (; made < 20; made++) await campusMade(`W${made}`);
  })();
  const holding = (async () => {
    while (made < 20) {
      await standby.ask('select pg_wal_replay_pause()');
      await sleep(30);
      await standby.ask('select pg_wal_replay_resume()');
      await sleep(30);
    }
  })();
  const reading = async (): Promise<void> => {
    while (made < 20) {
      const before = made;
      const { data } = await server.graphql('{ campuses(size: 100) { items { name } } }', {}, administrator);
      expect(data.campuses.items.length).toBeGreaterThanOrEqual(before + 2);
    }
  };
  await Promise.all([writing, holding, reading(), reading()]);
  expect((await fromReplica()).length).toBeGreaterThan(9);
});

test('tables whose changes are not logged are read from the primary', async () => {
  const before = await answered();
  const { errors } = await server.graphql(
    '{ importTasks { items { id } } campuses { items { id } } }',
    {},
    administrator,
  );
  expect(errors).toBeUndefined();
  expect((await answered()).primary).toBeGreaterThan(before.primary);
});

test('a replica that is away is missed by nobody', async () => {
  await standby.stop();
  const { names, from } = await campuses();
  expect(from).toBe('primary');
  expect(names).toContain('W0');
});
