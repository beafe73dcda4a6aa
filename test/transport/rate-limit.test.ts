import { SocketClient } from './socket-client.js';
import { startTestServer, type TestServer } from '../support/server.js';

const perMinute = 8;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_PER_MINUTE: String(perMinute) } });
});
afterEach(() => server.stop());

test('31: a caller who asks too often is told when to come back, in the form of each interface', async () => {
  const socketUrl = `${server.url.replace('http', 'ws')}/graphql`;
  const socket = await SocketClient.signedIn(socketUrl, server.administrator);
  const ask = () => server.graphql('{ __typename }');
  for (let at = 1; at < perMinute; at++) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused).toMatchObject({
    status: 429,
    errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retrySeconds: expect.any(Number) } }],
  });

  const headers = { authorization: `Bearer ${server.administrator}` };
  const rest = await fetch(`${server.url}/api/v1/campus/list`, { headers });
  expect(rest.status).toBe(429);
  expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rest.json()).toMatchObject({ code: 42900, data: null });

  expect(await socket.ask('{ __typename }')).toMatchObject({
    type: 'error',
    payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
  });
  await socket.end();
  const another = await SocketClient.open(socketUrl);
  another.send({ type: 'connection_init', payload: { token: server.administrator } });
  expect((await another.closed).code).toBe(1013);
});

test('callers have shares of their own, by user, else by address', async () => {
  for (let at = 0; at < perMinute; at++) await server.graphql('{ __typename }');
  expect((await server.graphql('{ __typename }')).status).toBe(429);
  // The sign-in before this test was the address's first request.
  for (let at = 1; at < perMinute; at++)
    expect((await server.graphql('{ __typename }', {}, null)).status).toBe(200);
  expect((await server.graphql('{ __typename }', {}, null)).status).toBe(429);
});

test('a forged token or forwarded address gives no share of its own', async () => {
  const ask = (at: number) =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer forged-${at}`,
        'x-forwarded-for': `10.0.0.${at}`,
      },
      body: '{"query": "{ __typename }"}',
    });
  for (let at = 1; at < perMinute; at++) expect((await ask(at)).status).toBe(401);
  const refused = await ask(perMinute);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
});
