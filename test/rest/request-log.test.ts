import { randomUUID } from 'node:crypto';
import { LoggedRequest } from '../../src/entities/system.js';
import { deleteOldRequests, RequestLog } from '../../src/services/system/logged-requests.js';
import { createTestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeEach(async () => void (server = await startTestServer({ env: { REQUEST_LOG_DAYS: '30' } })));
afterEach(() => server.stop());

const bearer = () => ({ authorization: `Bearer ${server.administrator}`, 'user-agent': 'test-client/1' });
const call = (path: string, init: RequestInit = {}, on = server) =>
  fetch(`${on.url}/api/v1${path}`, { ...init, headers: { ...bearer(), ...init.headers } });

interface Logged {
  path: string;
  status: number;
}

/** What is read once it is as it should be, which is waited for. */
async function awaited<R>(read: () => Promise<R> | R, isDone: (value: R) => boolean): Promise<R> {
  for (let at = 0; at < 400; at++) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Still after twenty seconds: ${JSON.stringify(await read())}`);
}

/** The request log once it has so many lines, the oldest first. */
const logged = (count: number, fields = 'path status'): Promise<any[]> =>
  awaited(
    async () => {
      const query = `{ loggedRequests(size: 200, isDesc: false) { items { ${fields} } } }`;
      return (await server.graphql(query)).data.loggedRequests.items as any[];
    },
    ({ length }) => length >= count,
  );

/** What the log of the process says of the request log. */
const told = (): Record<string, any>[] =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /request log/.test(msg));

test('a call is one line: who, from where, with what, how it was answered and how long it took', async () => {
  const beforeMs = Date.now();
  await call('/campus/page?page=1&size=5&is_desc=true');
  const fields =
    'user { name } address userAgent method path parameters status failure failureText durationMs ' +
    'requestedAt answeredAt';
  const [line, ...more] = await logged(1, fields);
  expect(more).toEqual([]);
  expect(line).toEqual({
    user: { name: server.credentials.user },
    address: expect.stringMatching(/127\.0\.0\.1$/),
    userAgent: 'test-client/1',
    method: 'GET',
    path: '/api/v1/campus/page',
    parameters: '{"page":"1","size":"5","is_desc":"true"}',
    status: 200,
    failure: null,
    failureText: null,
    durationMs: expect.any(Number),
    requestedAt: expect.any(String),
    answeredAt: expect.any(String),
  });
  expect(Date.parse(line.requestedAt)).toBeGreaterThanOrEqual(beforeMs);
  expect(Date.parse(line.answeredAt) - Date.parse(line.requestedAt)).toBe(line.durationMs);
  expect(Date.parse(line.answeredAt)).toBeLessThanOrEqual(Date.now());
});

test('failures are lines too, with their kind and without their text', async () => {
  const id = randomUUID();
  const answers = [
    await call(`/campus/${id}`, {
      method: 'PUT',
      body: '{"campus_name":"北"}',
      headers: { 'content-type': 'application/json' },
    }),
    await call('/campus/page', { headers: { authorization: 'Bearer none' } }),
    await call('/campus/list', { method: 'DELETE' }),
    await call('/campus/page?size=0'),
    await call('/nothing'),
  ];
  const lines = await logged(5, 'path status failure failureText user { id }');
  expect(lines.map(({ status }: Logged) => status)).toEqual(answers.map(({ status }) => status));
  expect(lines.map(({ failure }) => failure)).toEqual([
    'NOT_FOUND',
    'UNAUTHENTICATED',
    'INVALID_PARAMETER',
    'INVALID_PARAMETER',
    'UNKNOWN_URL',
  ]);
  expect(lines[0]).toMatchObject({ path: `/api/v1/campus/${id}`, failureText: 'Not found' });
  // Who asks for what is nowhere is not looked up.
  expect(lines.map(({ user }) => user !== null)).toEqual([true, false, true, true, false]);
});

test('no secret is written down: bodies, query values, addresses', async () => {
  const secret = 'MarkOfASecret1';
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  await call('/auth/login', { ...json, body: JSON.stringify({ user: secret, password: secret }) });
  await call(`/auth/reset-password?token=${secret}&new_password=${secret}&email=${secret}`, json);
  await call(`/campus/page?keyword=${secret}&${secret}=1&page=${secret}&department_uuid=${secret}`);
  await call(`/campus/${secret}`, { method: 'DELETE' });
  await call(`/auth/reset/${secret}/${randomUUID()}?department=${randomUUID()}`);
  await logged(5);
  const [rows] = await server
    .context()
    .em.execute<[{ text: string }]>(
      'select string_agg(l::text, chr(10) order by id) as text from logged_request l',
    );
  expect(rows.text).not.toContain(secret);
  const lines = await logged(5, 'path parameters');
  expect(lines.map(({ path }: Logged) => path)).toEqual([
    '/api/v1/auth/login',
    '/api/v1/auth/reset-password',
    '/api/v1/campus/page',
    '/api/v1/campus/*',
    '/api/v1/auth/*/*/*',
  ]);
  expect(lines.slice(0, 4).map(({ parameters }) => parameters)).toEqual(['{}', '{}', '{}', '{}']);
});

test('what waits when the server stops is written first', async () => {
  const database = await createTestDatabase('initialised');
  const first = await startTestServer({ env: { DATABASE_URL: database.url } });
  await call('/campus/list', {}, first);
  await first.stop();
  const second = await startTestServer({ env: { DATABASE_URL: database.url } });
  try {
    const { data } = await second.graphql('{ loggedRequests { items { path } } }');
    expect(data.loggedRequests.items).toEqual([{ path: '/api/v1/campus/list' }]);
  } finally {
    await second.stop();
    await database.drop();
  }
});

test('lines that cannot be written are lost, which is told once and costs no call anything', async () => {
  const { em } = server.context();
  await em.execute('alter table logged_request rename to elsewhere');
  for (let at = 0; at < 3; at++) {
    expect((await call('/campus/list')).status).toBe(200);
    await awaited(told, ({ length }) => length > 0);
  }
  // The first loss was told; the others are lost in silence as soon as they are written.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await em.execute('alter table elsewhere rename to logged_request');
  await call('/semester/list');
  await awaited(told, ({ length }) => length > 1);
  const lines = await awaited(
    () => logged(1),
    (each) => each.at(-1).path === '/api/v1/semester/list',
  );
  expect(told()).toMatchObject([
    { level: 40, msg: 'the request log loses calls, which go on' },
    { level: 40, lost: 4 - lines.length, msg: 'the request log is written again, but lacks some calls' },
  ]);
});

test('of more calls than may wait, those beyond are not noted', async () => {
  const log = new RequestLog(server.runtime.app);
  const path = '/api/v1/flood';
  const noted = { userId: null, address: '127.0.0.1', userAgent: 'x'.repeat(600), method: 'GET', path };
  const answer = { parameters: '{}', status: 429, failure: 'TOO_MANY_REQUESTS', durationMs: 0 };
  for (let at = 0; at < 5_400; at++) log.note({ ...noted, ...answer, requestedAt: new Date() });
  await log.stop();
  expect(await server.context().em.count(LoggedRequest, { path })).toBe(5_000);
  expect(told().map(({ lost }) => lost)).toEqual([undefined, 400]);
});

test('lines are deleted after as many days as the setting says, however many there are', async () => {
  const ctx = server.context();
  await ctx.em.execute(`
    insert into logged_request (id, address, user_agent, method, path, parameters, status, duration_ms,
      requested_at)
    select gen_random_uuid(), '', '', 'GET', '/' || days, '{}', 200, 1,
      clock_timestamp() - make_interval(days => days) - interval '1 minute'
    from (values (29), (30), (31)) as of_age (days), generate_series(1, 5001)`);
  await deleteOldRequests(ctx);
  const left = await ctx.em.find(LoggedRequest, {});
  expect(new Set(left.map(({ path }) => path))).toEqual(new Set(['/29']));
  expect(left).toHaveLength(5001);
});
