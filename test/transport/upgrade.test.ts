import WebSocket from 'ws';
import { requestBytes, sendRaw, type RawAnswer } from '../support/raw.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { SocketClient } from './socket-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const upgrade = (target: string, protocol: string): Promise<RawAnswer> =>
  sendRaw(server.url, requestBytes(`GET ${target}`, ['Connection: Upgrade, close', `Upgrade: ${protocol}`]));

describe.each(['x', 'websocket'])('upgrades to %s', (protocol) => {
  test.each(['//', '///', 'http://[', 'http://a:99999/', 'http://a:b@c/', '*', '/\\', '/\u00fc'])(
    'of %s, which is no target, are refused and the server lives',
    async (target) => {
      expect((await upgrade(target, protocol)).status).toBe(400);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    },
  );
});

test('sockets of paths that have none are refused with 404', async () => {
  for (const path of ['/', '/graphql/', '/graphql/../graphql', '/%67raphql'])
    expect((await upgrade(path, 'websocket')).status).toBe(404);
});

describe('other upgrades than that to WebSocket are ignored, as RFC 9110 section 7.8 says', () => {
  const ask = (line: string, headers: string[] = [], body = ''): Promise<RawAnswer> =>
    sendRaw(server.url, requestBytes(line, ['Connection: Upgrade, close', ...headers], body));

  test.each(['h2c', 'TLS/1.0', 'x, websocket', ''])('Upgrade: %s on a page', async (protocol) => {
    const { status, body } = await ask('GET /readyz', [`Upgrade: ${protocol}`]);
    expect([status, JSON.parse(body).status]).toEqual([200, 'ready']);
  });

  test('Upgrade: h2c on a request with a body', async () => {
    const query = '{"query": "{ __typename }"}';
    const headers = ['Upgrade: h2c', 'Content-Type: application/json', `Content-Length: ${query.length}`];
    const { status, body } = await ask('POST /graphql', headers, query);
    expect([status, JSON.parse(body)]).toEqual([200, { data: { __typename: 'Query' } }]);
  });
});

test('a tunnel is refused with 405', async () => {
  expect((await sendRaw(server.url, requestBytes('CONNECT elsewhere:443'))).status).toBe(405);
});

test('34: with default settings a page opens no socket unless it is the own one of the server', async () => {
  const url = `${server.url.replace('http', 'ws')}/graphql`;
  for (const origin of ['http://evil.example', 'null', server.url.replace('127.0.0.1', 'localhost')])
    await expect(SocketClient.open(url, { headers: { origin } })).rejects.toThrow('403');
  for (const origin of [undefined, server.url]) {
    const client = await SocketClient.open(url, { headers: origin ? { origin } : {} });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    await client.end();
  }
});

test('34: sockets open to pages of the origins that CORS_ORIGINS names', async () => {
  const open = async (origins: string, origin: string): Promise<void> => {
    const listing = await startTestServer({ env: { CORS_ORIGINS: origins } });
    const url = `${listing.url.replace('http', 'ws')}/graphql`;
    await SocketClient.open(url, { headers: { origin } })
      .then((client) => client.end())
      .finally(() => listing.stop());
  };
  await open('https://a.example, https://b.example', 'https://b.example');
  await expect(open('https://a.example', 'https://b.example')).rejects.toThrow('403');
  await open('*', 'https://b.example');
});
