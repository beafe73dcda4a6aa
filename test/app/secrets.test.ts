import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tokenSecret } from '../../src/app/secrets.js';
import { projectRoot } from '../../src/database/project-root.js';
import { Tokens } from '../../src/services/accounts/tokens.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';

const theirs = 'the secret that the other servers sign with';
const another = 'another secret than that of the others';

let folder: string;
let database: TestDatabase;
const servers: TestServer[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-secrets-'));
  database = await createTestDatabase('initialised');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server on the database of the test, with a data folder of its own. */
async function started(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env: { DATABASE_URL: database.url, ...env } });
  servers.push(server);
  return server;
}

/** Runs the command line on the database of the test, to its end. */
function cli(command: string, env: Record<string, string> = {}): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', command],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      timeout: 50_000,
      env: {
        ...process.env,
        ...{ NODE_OPTIONS: '', PORT: '0', DATABASE_URL: database.url, DATA_DIR: folder, ...env },
      },
    },
  );
  return { status, said: stdout + stderr };
}

const isKnownTo = async (server: TestServer, token: string): Promise<boolean> =>
  (await server.graphql('{ campuses { total } }', {}, token)).status === 200;

test('19: servers with different data folders and no JWT_SECRET know the tokens of each other', async () => {
  const [one, two] = [await started(), await started()];
  expect(await isKnownTo(two, one.administrator)).toBe(true);
  expect(await isKnownTo(one, two.administrator)).toBe(true);

  // However many start at once; and nobody is told, not even by the log of changes.
  const { em } = one.context();
  await em.execute(`delete from system_value where key = 'token_secret'`);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => tokenSecret(em.fork(), {}, folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(Buffer.from(secrets[0], 'base64url')).toHaveLength(48);
  const logged = await em.execute<object[]>(`select before, after from audit_log`);
  expect(JSON.stringify(logged)).toContain('token_secret');
  expect(JSON.stringify([logged, one.logLines])).not.toContain(secrets[0]);
});

test('a secret that an earlier release kept in the data folder is taken over: sessions go on', async () => {
  const kept = 'kept by an earlier release in the data folder';
  mkdirSync(path.join(folder, 'old'));
  writeFileSync(path.join(folder, 'old/token-secret'), `${kept}\n`);
  const upgraded = await started({ DATA_DIR: path.join(folder, 'old') });
  expect(new Tokens(kept).verify(upgraded.administrator)).not.toBeNull();

  // By the first server alone; a secret too short to sign with is none.
  writeFileSync(path.join(folder, 'token-secret'), 'short');
  const next = await started({ DATA_DIR: folder });
  expect(await isKnownTo(next, upgraded.administrator)).toBe(true);
});

test('a server with another JWT_SECRET than the others says so and ends, until all change it', async () => {
  const first = await started({ JWT_SECRET: theirs });
  const { em } = first.context();
  const [{ value }] = await em.execute<{ value: string }[]>(
    `select value from system_value where key = 'token_secret'`,
  );
  expect(value).toMatch(/^given \$argon2id\$/);

  const other = cli('serve', { JWT_SECRET: another });
  expect(other.status).toBe(1);
  expect(other.said).toMatch(/JWT_SECRET: the servers on this database sign .* change-token-secret/s);
  expect(other.said).not.toContain(another);
  await expect(started()).rejects.toThrow(/JWT_SECRET: is not set, but the servers on this database/);
  const same = await started({ JWT_SECRET: theirs });
  expect(await isKnownTo(same, first.administrator)).toBe(true);

  expect(cli('change-token-secret', { JWT_SECRET: another })).toEqual({
    status: 0,
    said: expect.stringContaining('signed with JWT_SECRET'),
  });
  await expect(started({ JWT_SECRET: theirs })).rejects.toThrow('sign access tokens with another secret');
  const changed = await started({ JWT_SECRET: another });
  expect(await isKnownTo(changed, first.administrator)).toBe(false);
});
