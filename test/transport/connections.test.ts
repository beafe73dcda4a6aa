import { once } from 'node:events';
import net from 'node:net';
import { requestBytes, sendRaw } from '../support/raw.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
afterEach(() => server.stop());

const start = async (env: Record<string, string>): Promise<void> => {
  server = await startTestServer({ env });
};

describe('what is half sent is given up', () => {
  test('600 requests whose headers never end are answered with 408 in time', async () => {
    await start({ HEADERS_TIMEOUT_SECONDS: '0.5' });
    const half = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ';
    const answers = await Promise.all(Array.from({ length: 600 }, () => sendRaw(server.url, half)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('a body that never ends is cut off with its connection', async () => {
    await start({ HEADERS_TIMEOUT_SECONDS: '0.2', REQUEST_TIMEOUT_SECONDS: '0.4' });
    const headers = ['Content-Type: application/json', 'Content-Length: 100'];
    const { status } = await sendRaw(server.url, requestBytes('POST /graphql', headers, '{"query":'));
    expect(status).toBe(408);
  });

  test('a connection that asks nothing more is closed', async () => {
    await start({ KEEP_ALIVE_SECONDS: '0.2' });
    expect((await sendRaw(server.url, requestBytes('GET /healthz'))).status).toBe(200);
  });
});

test('one address has a bound of connections, and those that end make room', async () => {
  await start({ CONNECTIONS_PER_ADDRESS_MAX: '3' });
  const { hostname, port } = new URL(server.url);
  // The sign-in before this test may still keep its connection.
  const open = async (): Promise<net.Socket> => {
    const socket = net.connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const held = await Promise.all([open(), open(), open()]);
  const refused = await sendRaw(server.url, '');
  expect([refused.status, refused.head]).toEqual([429, expect.stringMatching(/Retry-After: \d+/)]);
  for (const socket of held) socket.destroy();
  const answered = async (): Promise<number> =>
    (await sendRaw(server.url, requestBytes('GET /healthz', ['Connection: close']))).status;
  let status = await answered();
  for (let at = 0; status === 429 && at < 50; at++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    status = await answered();
  }
  expect(status).toBe(200);
});

test('of those who are signed in it counts by person, so that a campus fits behind one address', async () => {
  await start({ CONNECTIONS_PER_ADDRESS_MAX: '3' });
  const headers = ['Content-Type: application/json', `Authorization: Bearer ${server.administrator}`];
  const body = JSON.stringify({ query: '{ me { user { id } } }' });
  const asked = requestBytes('POST /graphql', [...headers, `Content-Length: ${body.length}`], body);
  const { hostname, port } = new URL(server.url);
  const sockets: net.Socket[] = [];
  const ask = async (): Promise<string> => {
    const socket = net.connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    socket.write(asked);
    return String((await once(socket, 'data'))[0]).slice(9, 12);
  };
  // More than a person may have: those count as the address's.
  const answers: string[] = [];
  for (let at = 0; at < 25; at++) answers.push(await ask());
  expect(answers.slice(0, 22)).toEqual(Array(22).fill('200'));
  expect(answers.at(-1)).toBe('429');
  for (const socket of sockets) socket.destroy();
});

test('behind a trusted proxy, from which all connections come, they are not counted', async () => {
  await start({ CONNECTIONS_PER_ADDRESS_MAX: '1', TRUST_PROXY: 'true' });
  const ask = (): Promise<{ status: number }> =>
    sendRaw(server.url, requestBytes('GET /healthz', ['Connection: close']));
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
