import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Campus } from '../../src/entities/places.js';
import { startServerProcess } from '../support/server-process.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { sendKeyed } from './keyed-client.js';

/** Shares its database with processes that are killed. */
let observer: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  observer = await startTestServer();
  const { databaseUrl, dataDir } = observer.runtime.app;
  env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WORKER: 'false' };
});
afterAll(() => observer.stop());

const send = (url: string, code: string, key: string) => {
  const input = { name: code, code, address: 'A', description: 'A', isEnabled: true };
  const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id name } }';
  return sendKeyed(url, create, { input }, { token: observer.administrator, key });
};
const campuses = (code: string): Promise<number> => observer.context().em.count(Campus, { code });

test('23: what a killed process did not finish is done once when it is sent again', async () => {
  const { server, url } = await startServerProcess(env);
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  await client.query('lock table campus in share mode');
  const lost = send(url, 'killed', 'killed').catch(() => null);
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "campus"%'`;
  const { em } = observer.context();
  while ((await em.execute<object[]>(waiting)).length === 0) await sleep(50);
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(await lost).toBeNull();
  // Whoever sends it again meanwhile waits until it is known what became of it.
  const again = send(observer.url, 'killed', 'killed');
  await client.query('rollback');
  await client.end();
  const { data } = await again;
  expect(data.createCampus.name).toBe('killed');
  expect((await send(observer.url, 'killed', 'killed')).data).toEqual(data);
  expect(await campuses('killed')).toBe(1);
});

test('23: fifty times at once, at two processes, has one effect and one answer', async () => {
  const { server, url } = await startServerProcess(env);
  const sent = Array.from({ length: 50 }, (_, at) => send(at % 2 ? url : observer.url, 'both', 'both'));
  const [first, ...others] = await Promise.all(sent);
  expect(first.data.createCampus.name).toBe('both');
  expect(others).toEqual(others.map(() => first));
  expect(await campuses('both')).toBe(1);
  server.kill('SIGTERM');
  await once(server, 'exit');
});
