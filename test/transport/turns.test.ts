// Who sends many documents at once is answered in turns with everybody else.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { requestBytes } from '../support/raw.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { SocketClient } from './socket-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => server.stop());

const many = 60;
const fragments = Array.from({ length: 90 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} }`).join(
  ' ',
);
const operations = Array.from({ length: 100 }, (_, at) => `query q${at} { ...f0 }`).join(' ');
/** A document that is judged for long; no two are alike. */
const long = (at: number): string => `${operations} ${fragments} fragment f90 on Query { __typename } #${at}`;

/** Nobody from elsewhere, for whom nothing is read from the database. */
const elsewhere = 'X-Forwarded-For: 10.0.0.2';

function post(query: string, ...more: string[]): string {
  const body = JSON.stringify({ query });
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`, ...more];
  return requestBytes('POST /graphql', headers) + body;
}

/** The body of a sign-in with thousands of keys that nobody asked for. */
const wide = JSON.stringify(
  Object.fromEntries(Array.from({ length: 7_000 }, (_, at) => [at.toString(36), []])),
);
const signIn = requestBytes('POST /api/v1/auth/login', [
  'Content-Type: application/json',
  `Content-Length: ${wide.length}`,
]);

test.each([
  ['documents', (at: number) => post(long(at))],
  ['bodies of /api/v1', () => signIn + wide],
])('sixty %s of a stranger at once are not all answered before one of somebody else', async (_, bytes) => {
  const { hostname, port } = new URL(server.url);
  const open = async (): Promise<net.Socket> => {
    const socket = net.connect(Number(port), hostname);
    // Answered once, so that the server has accepted it.
    socket.write(post('{ __typename }', elsewhere));
    await once(socket, 'data');
    return socket;
  };
  const strangers = await Promise.all(Array.from({ length: many }, open));
  const innocent = await open();
  let answered = 0;
  const done = strangers.map(async (socket, at) => {
    socket.write(bytes(at));
    await once(socket, 'data');
    answered++;
  });
  innocent.write(post('{ __typename }', elsewhere));
  await once(innocent, 'data');
  expect(answered).toBeLessThan(many / 2);
  await Promise.all(done);
  for (const socket of [innocent, ...strangers]) socket.destroy();
});

test('nor sixty over sockets', async () => {
  const url = server.url.replace('http', 'ws') + '/graphql';
  const strangers = await Promise.all(
    Array.from({ length: many / 20 }, () => SocketClient.signedIn(url, null)),
  );
  const innocent = await SocketClient.signedIn(url, null, { headers: { 'X-Forwarded-For': '10.0.0.2' } });
  let answered = 0;
  const done = Promise.all(
    strangers.map(async (client) => {
      for (let at = 0; at < 20; at++) client.subscribe(String(at), long(at));
      for (let at = 0; at < 20; at++, answered++) while ((await client.next()).type !== 'error');
    }),
  );
  innocent.subscribe('0', '{ __typename }');
  while ((await innocent.next()).type !== 'complete');
  expect(answered).toBeLessThan(many / 2);
  await done;
  for (const client of [innocent, ...strangers]) client.socket.terminate();
});

test('compressed bodies are uploads from where they unpack to more than a little', async () => {
  const few = await startTestServer({ env: { UPLOADS_PER_CALLER_MAX: '2' } });
  // Random, so that not all of it comes at once; the last byte is kept back.
  const text = JSON.stringify({
    query: '{ __typename }',
    variables: { a: randomBytes(300_000).toString('hex') },
  });
  const body = gzipSync(text);
  const { hostname, port } = new URL(few.url);
  const headers = [
    'Content-Type: application/json',
    'Content-Encoding: gzip',
    `Authorization: Bearer ${few.administrator}`,
    `Content-Length: ${body.length}`,
  ];
  const begun = Array.from({ length: 3 }, async () => {
    const socket = net.connect(Number(port), hostname);
    socket.write(requestBytes('POST /graphql', headers));
    const status = once(socket, 'data').then(([bytes]) => String(bytes).slice(9, 12));
    socket.write(body.subarray(0, -1));
    await Promise.race([status, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    socket.write(body.subarray(-1));
    return status;
  });
  expect((await Promise.all(begun)).sort()).toEqual(['200', '200', '429']);
  await few.stop();
});
