import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../src/database/project-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';

let database: TestDatabase;
const servers: TestServer[] = [];
beforeEach(async () => void (database = await createTestDatabase('initialised')));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.drop();
});

/** A server on the database of the test, with a data folder of its own. */
async function started(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ env: { DATABASE_URL: database.url, ...env } });
  servers.push(server);
  return server;
}

/** Runs the command line on the database of the test, to its end. */
function cli(args: string[], env: Record<string, string> = {}): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', ...args],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DATABASE_URL: database.url, ...env },
    },
  );
  return { status, said: stdout + stderr };
}

const another = { TIME_ZONE: 'America/New_York' };

test('bug: a server or worker with another TIME_ZONE than the others says so and ends', async () => {
  // Who names none binds nobody.
  await started();
  await servers.pop()!.stop();
  const first = await started({ TIME_ZONE: 'asia/shanghai' });
  for (const command of ['serve', 'worker']) {
    const { status, said } = cli([command], another);
    expect(status).toBe(1);
    expect(said).toMatch(/TIME_ZONE "America\/New_York": .* Asia\/Shanghai.* change-time-zone/s);
  }
  expect(first.runtime.app.config.TIME_ZONE).toBe('Asia/Shanghai');
});

test('the time zone changes for all at once, while none of them runs', async () => {
  await started({ TIME_ZONE: 'Asia/Shanghai' });
  const refused = cli(['change-time-zone', another.TIME_ZONE]);
  expect(refused).toEqual({ status: 1, said: expect.stringContaining('1 server or worker') });
  await servers.pop()!.stop();

  expect(cli(['change-time-zone', 'Mars/Base']).said).toContain('TIME_ZONE "Mars/Base": must be an IANA');
  expect(cli(['change-time-zone', '']).said).toContain('must be an IANA');
  // Whatever the environment still says.
  const changed = cli(['change-time-zone', another.TIME_ZONE], { TIME_ZONE: 'Asia/Shanghai' });
  expect(changed).toEqual({ status: 0, said: expect.stringContaining('is America/New_York from now on') });
  await expect(started({ TIME_ZONE: 'Asia/Shanghai' })).rejects.toThrow('TIME_ZONE "Asia/Shanghai"');

  // Who names none has that of the others.
  const server = await started();
  const made = await server.call(
    'mutation ($input: SemesterInput!) { createSemester(input: $input) { timeZone } }',
    { input: { name: '2031-1', startDate: '2031-02-17', endDate: '2031-07-06' } },
  );
  expect(made).toEqual({ timeZone: another.TIME_ZONE });
});
