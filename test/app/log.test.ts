import { setTimeout as sleep } from 'node:timers/promises';
import { symbols, type DestinationStream } from 'pino';
import { createLog } from '../../src/app/log.js';
import { SocketClient } from '../transport/socket-client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('every request leaves a line with its id, and none with its query', async () => {
  const response = await fetch(
    `${server.url}/api/v1/auth/reset-password?token=secret-in-query&new_password=Hidden123`,
    {
      method: 'POST',
      headers: { 'x-request-id': 'trace-0815' },
    },
  );
  await response.text();
  const line = server.logLines
    .map((text) => JSON.parse(text))
    .find(({ requestId }) => requestId === 'trace-0815');
  expect(line).toMatchObject({
    method: 'POST',
    path: '/api/v1/auth/reset-password',
    status: 400,
    ms: expect.any(Number),
  });
  expect(server.logLines.join()).not.toMatch(/secret-in-query|Hidden123/);
});

test('bug: tokens of links in mails stood in the log, as part of the address of their page', async () => {
  for (const page of ['reset', 'confirm']) {
    const response = await fetch(`${server.url}/timetable/${page}/secret-in-path`, {
      headers: { 'x-request-id': `trace-${page}` },
    });
    await response.text();
    expect(response.status).toBe(200);
    expect((await lineOf(`trace-${page}`)).path).toBe(`/timetable/${page}/…`);
  }
  expect(server.logLines.join()).not.toContain('secret-in-path');
});

async function until(condition: () => boolean): Promise<void> {
  for (let waitedMs = 0; !condition() && waitedMs < 5_000; waitedMs += 10) await sleep(10);
  expect(condition()).toBe(true);
}

const linesOf = (requestId: unknown): Record<string, unknown>[] =>
  server.logLines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter((line) => line.requestId === requestId && line.level === 30);

/** The line of a request, which is written when its connection has noticed the end. */
async function lineOf(requestId: unknown): Promise<Record<string, unknown>> {
  await until(() => linesOf(requestId).length === 1);
  return linesOf(requestId)[0];
}

const posted = async (query: string, variables: object, token?: string): Promise<string> => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  await response.text();
  return response.headers.get('x-request-id')!;
};

test('bug: the line of a GraphQL request says what was asked, by whom, and with what outcome', async () => {
  const refused = await posted(
    'mutation Enter($user: String!, $password: String!) {' +
      ' signIn(user: $user, password: $password) { token { token } } }',
    { user: 'somebody-else', password: 'Hunter2-Hunter2' },
  );
  expect(await lineOf(refused)).toMatchObject({
    path: '/graphql',
    status: 200,
    address: '127.0.0.1',
    kind: 'mutation',
    operation: 'Enter',
    fields: ['signIn'],
    codes: ['SIGN_IN_FAILED'],
  });
  const read = await posted(
    '{ ...roots } fragment roots on Query { me { user { id } } grades(size: 1) { total } }',
    {},
    server.administrator,
  );
  const { user } = await server.call('{ me { user { id } } }');
  const line = await lineOf(read);
  expect(line).toMatchObject({
    kind: 'query',
    fields: ['me', 'grades'],
    user: user.id,
    role: 'ADMINISTRATOR',
  });
  expect(line).not.toHaveProperty('codes');
  expect(await lineOf(await posted('{ nothing }', {}))).toMatchObject({
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  });
  expect(server.logLines.join()).not.toMatch(/somebody-else|Hunter2|Bearer/);
});

test('bug: the line of a REST call says which operation it was, by whom, and with what outcome', async () => {
  const called = async (path: string, requestId: string): Promise<void> => {
    const headers = { 'x-request-id': requestId, authorization: server.administrator };
    await (await fetch(`${server.url}/api/v1${path}`, { headers })).text();
  };
  const { user } = await server.call('{ me { user { id } } }');
  await called('/campus/page?keyword=hidden-word', 'trace-0816');
  const who = { user: user.id, role: 'ADMINISTRATOR' };
  expect(await lineOf('trace-0816')).toMatchObject({ kind: 'query', fields: ['campuses'], ...who });
  await called('/classroom/01a22352-cf81-72f9-8efe-000000000000', 'trace-0817');
  expect(await lineOf('trace-0817')).toMatchObject({ fields: ['classroom'], ...who, codes: ['NOT_FOUND'] });
  expect(server.logLines.join()).not.toContain('hidden-word');
});

test('bug: operations over WebSocket leave a line with the request id that the caller is told', async () => {
  const client = await SocketClient.signedIn(
    server.url.replace('http', 'ws') + '/graphql',
    server.administrator,
  );
  client.subscribe('1', '{ studentTimetable { __typename } }');
  const { payload } = await client.next();
  const { requestId } = payload.errors[0].extensions;
  expect(await lineOf(requestId)).toMatchObject({
    transport: 'websocket',
    path: '/graphql',
    ms: expect.any(Number),
    address: '127.0.0.1',
    kind: 'query',
    fields: ['studentTimetable'],
    user: expect.any(String),
    role: 'ADMINISTRATOR',
    codes: [payload.errors[0].extensions.code],
  });
  await client.next();
  client.subscribe('2', '{ nothing }');
  const { payload: refusal } = await client.next();
  expect(await lineOf(refusal[0].extensions.requestId)).toMatchObject({
    codes: ['GRAPHQL_VALIDATION_FAILED'],
  });
  client.subscribe('3', 'subscription Watch { noticesChanged { __typename } }');
  const told = (): Record<string, unknown>[] =>
    server.logLines.map((text) => JSON.parse(text)).filter(({ operation }) => operation === 'Watch');
  await until(() => told().length === 1);
  client.socket.close();
  await until(() => told().length === 2);
  const [begun, ended] = told();
  expect(begun).toMatchObject({ msg: 'subscribed', kind: 'subscription', role: 'ADMINISTRATOR' });
  expect(ended).toMatchObject({ msg: 'answered', requestId: begun.requestId, ms: expect.any(Number) });
});

test('a log that cannot be written, as on a full disk, is no error of the process', () => {
  const log = createLog({ LOG_LEVEL: 'info' });
  const stream = (log as never as Record<symbol, DestinationStream & NodeJS.EventEmitter>)[symbols.streamSym];
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  expect(() => stream.emit('error', full)).not.toThrow();
});
