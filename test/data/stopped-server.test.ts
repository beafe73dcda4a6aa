import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Campus } from '../../src/entities/places.js';
import { Timetable } from '../../src/entities/scheduling/timetables.js';
import { breakable, type BreakableDatabase } from '../support/breakable-database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { recordsOf } from '../support/records.js';
import { startServerProcess } from '../support/server-process.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { sendKeyed } from './keyed-client.js';

const settings = { TRANSACTION_IDLE_SECONDS_MAX: '1', LOCK_SECONDS_MAX: '2' };

let database: TestDatabase;
let way: BreakableDatabase;
let server: TestServer;
let other: { server: ChildProcess; url: string };
let semester: string;
beforeAll(async () => {
  database = await createTestDatabase('initialised');
  way = await breakable(database.url);
  server = await startTestServer({ env: { ...settings, DATABASE_URL: way.url } });
  const { dataDir } = server.runtime.app;
  const env = { ...settings, DATABASE_URL: database.url, DATA_DIR: dataDir, WORKER: 'false' };
  other = await startServerProcess(env);
  const { data } = await server.graphql(
    'mutation ($input: SemesterInput!) { createSemester(input: $input) { id } }',
    { input: { name: 'Spring', startDate: '2027-03-01', endDate: '2027-07-04', isEnabled: true } },
  );
  semester = data.createSemester.id as string;
});
afterAll(async () => {
  const ended = once(other.server, 'exit');
  other.server.kill('SIGKILL');
  await ended;
  await server.stop();
  await way.cut();
  await database.drop();
});

const records = () => recordsOf(server.runtime.app);

/** Runs something while a transaction of the test holds what its statement takes. */
async function holding<R>(statement: string, act: (release: () => Promise<void>) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return await act(async () => void (await client.query('rollback')));
  } finally {
    await client.end();
  }
}

/** Waits until a statement that begins like this waits for a lock. */
async function untilWaiting(beginning: string): Promise<void> {
  const waiting = `select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like $1`;
  while ((await records().execute<object[]>(waiting, [`${beginning}%`])).length === 0) await sleep(20);
}

const createDraft = 'mutation ($semester: ID!) { createDraft(semester: $semester) { id } }';
const draftAt = (url: string) => sendKeyed(url, createDraft, { semester }, { token: server.administrator });
const campusInput = (code: string) => ({
  ...{ name: code, code, address: 'A', description: 'A', isEnabled: true },
});

test('19: a server that is stopped inside a write keeps its locks for a second, not for ever', async () => {
  const stopped = await holding('lock table timetable in share mode', async (release) => {
    const answer = draftAt(other.url);
    await untilWaiting('insert into');
    other.server.kill('SIGSTOP');
    await release();
    return { answer };
  });
  try {
    // It holds the semester, and nothing comes from it any more.
    const { data, errors } = await draftAt(server.url);
    expect(errors).toBeUndefined();
    expect(data.createDraft.id).toEqual(expect.any(String));
    expect(await records().count(Timetable)).toBe(1);
  } finally {
    other.server.kill('SIGCONT');
  }
  // What the database ended meanwhile is done again, once.
  const { data } = await stopped.answer;
  expect(data.createDraft.id).toEqual(expect.any(String));
  expect(await records().count(Timetable)).toBe(2);
});

test('a change that would wait long for what others hold is answered: busy, try again', async () => {
  await holding('lock table campus in share mode', async () => {
    const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }';
    const input = campusInput('Busy');
    const ask = (language: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          authorization: `Bearer ${server.administrator}`,
        },
        body: JSON.stringify({ query: create, variables: { input } }),
      });
    const campus = { campus_name: 'B', campus_code: 'B', campus_desc: 'B', campus_status: true };
    const rest = () =>
      server.rest('campusCreate', { token: server.administrator, body: { ...campus, campus_address: 'B' } });
    const [english, chinese, envelope] = await Promise.all([ask('en'), ask('zh'), rest()]);
    expect([english.status, english.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await english.json()).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(/busy.*nothing of this one was stored.*retry in 5 seconds/),
          extensions: { code: 'NOT_READY', retrySeconds: 5 },
        },
      ],
    });
    expect(JSON.stringify(await chinese.json())).toContain('数据正忙');
    expect(envelope).toMatchObject({ status: 503, code: 50300 });
  });
  expect(await records().count(Campus)).toBe(0);
});

test('a change of which nobody knows whether it was committed is not done again', async () => {
  const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { name } }';
  const send = (code: string, key?: string) =>
    sendKeyed(server.url, create, { input: campusInput(code) }, { token: server.administrator, key });

  way.loseAnswerTo('commit');
  const { status, errors } = await send('Once');
  expect(status).toBe(503);
  expect(errors?.[0].message).toMatch(/nobody knows whether it was\. Maybe look before you repeat it/);
  expect(await records().count(Campus, { code: 'Once' })).toBe(1);

  way.loseAnswerTo('commit');
  expect((await send('Keyed', 'key')).status).toBe(503);
  expect((await send('Keyed', 'key')).data).toEqual({ createCampus: { name: 'Keyed' } });
  expect(await records().count(Campus, { code: 'Keyed' })).toBe(1);
});
