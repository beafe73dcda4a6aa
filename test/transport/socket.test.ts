import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { Tokens } from '../../src/services/accounts/tokens.js';
import { lastState, startSampleServer, type SampleServer } from './sample-server.js';
import { roundTripsOfASecond, roundTripsUntil, SocketClient } from './socket-client.js';

const ann = '01890a5d-ac96-774b-bcce-b302099a0001';
const bob = '01890a5d-ac96-774b-bcce-b302099a0002';
/** Identifiers of sessions. */
const sessions = [1, 2, 3].map((number) => `01890a5d-ac96-774b-bcce-b302099b000${number}`);
const task = '01890a5d-ac96-774b-bcce-b302099a8057';
const follow = 'subscription ($id: ID!) { task(id: $id) { state } }';
const deep = (levels: number): string => `{ ${'deep { '.repeat(levels)} hello ${'} '.repeat(levels)} }`;

let server: SampleServer;
let token: string;

beforeEach(async () => {
  server = await startSampleServer({ bounds: { connectionsOfUserMax: 5, initialisationMs: 300 } });
  ({ token } = server.tokens.sign(ann, sessions[0]));
});
afterEach(() => server.stop());

/** Waits until something is so. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

describe('opening', () => {
  test('a client of graphql-ws follows a task to its end', async () => {
    const client = createClient({
      url: server.url,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${token}` },
    });
    const states: unknown[] = [];
    for await (const { data } of client.iterate<{ task: { state: number } }>({
      query: follow,
      variables: { id: task },
    })) {
      states.push(data?.task.state);
      if (states.length === 1) await server.move(task, 1);
      else await server.move(task, lastState);
    }
    expect(states).toEqual([0, 1, lastState]);
    await until(() => server.following === 0);
    await client.dispose();
  });

  test.each([
    ['Authorization with Bearer', { Authorization: 'Bearer T' }, ''],
    ['Authorization, bare', { Authorization: 'T' }, ''],
    ['authorization', { authorization: 'bearer T' }, ''],
    ['token', { token: 'T' }, ''],
    ['the address', {}, '?token=T'],
  ])('the token comes as %s', async (_, payload, query) => {
    const withToken = (text: string): string => text.replace('T', token);
    const client = await SocketClient.open(server.url + withToken(query));
    client.send({ type: 'connection_init', payload: JSON.parse(withToken(JSON.stringify(payload))) });
    expect(await client.next()).toEqual({ type: 'connection_ack' });
    expect((await client.ask('{ secret }')).payload).toEqual({ data: { secret: `for ${ann}` } });
    await client.end();
  });

  test('36: a token that is not valid closes with 4401, at the beginning', async () => {
    for (const wrong of [
      'nonsense',
      `${token}x`,
      new Tokens('another secret with more than 32 bytes').sign(ann, sessions[0]).token,
    ]) {
      const client = await SocketClient.open(server.url);
      client.send({ type: 'connection_init', payload: { token: wrong } });
      expect(await client.closed).toEqual({ code: 4401, reason: 'Unauthorized' });
    }
    server.ended.add(sessions[0]);
    const client = await SocketClient.open(server.url);
    client.send({ type: 'connection_init', payload: { token } });
    expect((await client.closed).code).toBe(4401);
  });

  test('without a token only public operations answer', async () => {
    const client = await SocketClient.signedIn(server.url, null);
    expect((await client.ask('{ hello }')).payload).toEqual({ data: { hello: 'world' } });
    await client.next();
    const { payload } = await client.ask('{ secret }');
    expect(payload.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    await client.next();
    const refused = await client.ask(follow, { id: task });
    expect(refused.payload.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    await client.end();
  });

  test('a client that never says who it is, is closed with 4408', async () => {
    const client = await SocketClient.open(server.url);
    expect((await client.closed).code).toBe(4408);
  });

  test(
    'asking before the welcome closes with 4401, an unreadable message with 4400, another protocol with ' +
      '4406',
    async () => {
      const early = await SocketClient.open(server.url);
      early.subscribe('1', '{ hello }');
      expect((await early.closed).code).toBe(4401);
      const unreadable = await SocketClient.signedIn(server.url, token);
      unreadable.socket.send('{');
      expect((await unreadable.closed).code).toBe(4400);
      const mistaken = await SocketClient.signedIn(server.url, token);
      mistaken.send({ type: 'next', id: '1', payload: {} });
      expect((await mistaken.closed).code).toBe(4400);
      const foreign = new WebSocket(server.url);
      const code = await new Promise((resolve) => foreign.on('close', resolve));
      expect(code).toBe(4406);
    },
  );

  test('another path is unknown', async () => {
    await expect(SocketClient.open(server.url.replace('/graphql', '/elsewhere'))).rejects.toThrow('404');
  });

  test('a user has so many connections and no more', async () => {
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => SocketClient.signedIn(server.url, token)),
    );
    const sixth = await SocketClient.open(server.url);
    sixth.send({ type: 'connection_init', payload: { token } });
    expect((await sixth.closed).code).toBe(1013);
    await clients[0].end();
    await until(() => server.socket.connections === 4);
    await (await SocketClient.signedIn(server.url, token)).end();
  });
});

describe('operations', () => {
  test('31: limits are the same as over HTTP, and are judged before the caller is looked up', async () => {
    const client = await SocketClient.signedIn(server.url, token);
    const contexts = server.contexts;
    const ask = async (query: string, variables?: object) => (await client.ask(query, variables)).payload[0];
    expect(await ask(deep(12))).toMatchObject({
      extensions: { code: 'GRAPHQL_LIMIT', limit: 'depth', max: 12, found: 13 },
    });
    expect(await ask(`{ ${'__typename '.repeat(2_000)} }`)).toMatchObject({
      extensions: { code: 'GRAPHQL_LIMIT', limit: 'tokens' },
    });
    expect(
      await ask(`{ deep { ${Array.from({ length: 31 }, (_, at) => `a${at}: __typename`).join(' ')} } }`),
    ).toMatchObject({ extensions: { limit: 'aliases' } });
    expect(await ask('{ nonsense }')).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    expect(await ask(follow, { id: [task] })).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', problems: [{ field: 'id' }] },
    });
    expect(server.contexts).toBe(contexts);
    await client.end();
  });

  test('a connection runs 20 operations at the same time and no more', async () => {
    const client = await SocketClient.signedIn(server.url, token);
    for (let at = 1; at <= 20; at++) client.subscribe(`task ${at}`, follow, { id: task });
    for (let at = 1; at <= 20; at++) expect((await client.next()).type).toBe('next');
    client.subscribe('one more', '{ hello }');
    const refused = await client.next();
    expect(refused).toMatchObject({
      type: 'error',
      id: 'one more',
      payload: [{ extensions: { code: 'GRAPHQL_LIMIT', limit: 'operations' } }],
    });
    client.send({ type: 'complete', id: 'task 1' });
    await until(() => server.following === 19);
    expect((await client.ask('{ hello }')).payload.data).toEqual({ hello: 'world' });
    await client.end();
    await until(() => server.following === 0);
  });

  test('37: what was not expected is masked, in the language of the caller', async () => {
    const client = await SocketClient.signedIn(server.url, token);
    const { payload } = await client.ask('{ broken }');
    expect(payload.data).toEqual({ broken: null });
    expect(payload.errors[0]).toMatchObject({
      path: ['broken'],
      extensions: { code: 'INTERNAL', requestId: expect.any(String) },
    });
    expect(JSON.stringify(payload)).not.toContain('select');
    expect(payload.errors[0].message).toMatch(/^Something went wrong/);
    await client.end();
  });

  test('before the initialisation everything else meets one clear error', async () => {
    server.isInitialised = false;
    const client = await SocketClient.signedIn(server.url, null);
    const { type, payload } = await client.ask('{ hello }');
    expect([type, payload[0].extensions.code]).toEqual(['error', 'NOT_INITIALISED']);
    expect((await client.ask('mutation { initialise }')).payload).toEqual({ data: { initialise: true } });
    await client.next();
    expect((await client.ask('{ hello }')).payload).toEqual({ data: { hello: 'world' } });
    await client.end();
  });
});

describe('rights', () => {
  test(
    '36: a session that ends in another process closes its connections within a second, with ' + '4403',
    async () => {
      const [first, second, other] = await Promise.all([
        SocketClient.signedIn(server.url, token),
        SocketClient.signedIn(server.url, server.tokens.sign(ann, sessions[1]).token),
        SocketClient.signedIn(server.url, server.tokens.sign(bob, sessions[2]).token),
      ]);
      server.ended.add(sessions[0]);
      await server.elsewhere.publish('sessionsEnded', { id: ann, sequence: 1 });
      const roundTrips = await roundTripsUntil(first.closed, () => other.answer('{ secret }'));
      expect(roundTrips).toBeLessThan(roundTripsOfASecond);
      expect(await first.closed).toEqual({ code: 4403, reason: 'The session ended' });
      // Who signed out in one place stays signed in at the other.
      expect((await second.ask('{ secret }')).payload.data).toEqual({ secret: `for ${ann}` });
      expect((await other.ask('{ secret }')).payload.data).toEqual({ secret: `for ${bob}` });
    },
  );

  test(
    '36: a session that ends without a word closes its connection at the next operation or ' + 'event',
    async () => {
      const asking = await SocketClient.signedIn(server.url, token);
      const following = await SocketClient.signedIn(server.url, token);
      following.subscribe('1', follow, { id: task });
      await following.next();
      server.ended.add(sessions[0]);
      asking.subscribe('1', '{ hello }');
      expect((await asking.closed).code).toBe(4403);
      await server.move(task, 1);
      expect((await following.closed).code).toBe(4403);
      await until(() => server.following === 0);
    },
  );

  test('40: rights are judged for every event, and a subscription ends with the right', async () => {
    const client = await SocketClient.signedIn(server.url, token);
    client.subscribe('1', follow, { id: task });
    expect((await client.next()).payload).toEqual({ data: { task: { state: 0 } } });
    const contexts = server.contexts;
    await server.move(task, 1);
    expect((await client.next()).payload).toEqual({ data: { task: { state: 1 } } });
    expect(server.contexts).toBe(contexts + 1);
    server.forbidden.add(ann);
    await server.move(task, 2);
    expect(await client.next()).toMatchObject({
      type: 'next',
      payload: { data: { task: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    });
    expect(await client.next()).toEqual({ type: 'complete', id: '1' });
    expect(server.following).toBe(0);
    await client.end();
  });
});

test('what many of one user ask of an event is worked out once, and what others ask is not', async () => {
  const asked = [token, token, server.tokens.sign(bob, sessions[1]).token];
  const clients = await Promise.all(asked.map((each) => SocketClient.signedIn(server.url, each)));
  const other = 'subscription ($id: ID!) { task(id: $id) { now: state } }';
  for (const client of clients) {
    for (const [at, query] of [follow, follow, other].entries())
      client.subscribe(`${at}`, query, { id: task });
    for (let at = 0; at < 3; at++) await client.next();
  }
  for (const state of [7, lastState]) {
    const before = server.reads;
    await server.move(task, state);
    for (const client of clients) {
      const told: Record<string, unknown> = {};
      const count = state === lastState ? 6 : 3;
      for (let at = 0; at < count; at++) {
        const { id, type, payload } = await client.next();
        told[`${type} ${id}`] = payload?.data.task;
      }
      expect(told).toEqual({
        'next 0': { state },
        'next 1': { state },
        'next 2': { now: state },
        ...(state === lastState && {
          'complete 0': undefined,
          'complete 1': undefined,
          'complete 2': undefined,
        }),
      });
    }
    // Two questions of each of two users.
    expect(server.reads - before).toBe(4);
  }
  expect(server.following).toBe(0);
});

test('36: a connection is closed with 4403 when its token expires', async () => {
  const shortLived = await startSampleServer({
    tokens: {
      verify: (given) => ({ ...server.tokens.verify(given)!, expiresAt: new Date(Date.now() + 150) }),
    },
  });
  const client = await SocketClient.signedIn(shortLived.url, token);
  expect(await client.closed).toEqual({ code: 4403, reason: 'The token expired' });
  await shortLived.stop();
});

test('15: a server that stops closes its connections with 1001 and takes no new ones', async () => {
  const client = await SocketClient.signedIn(server.url, token);
  client.subscribe('1', follow, { id: task });
  await client.next();
  const stopped = server.socket.stop();
  expect((await client.closed).code).toBe(1001);
  await stopped;
  expect(server.socket.connections).toBe(0);
  await until(() => server.following === 0);
});

describe('34: origins', () => {
  test('a page of a foreign origin is refused with 403, others are not', async () => {
    const strict = await startSampleServer({
      config: { TRUST_PROXY: false, socketOrigins: ['https://campus.example'] },
    });
    const own = strict.url.replace('ws:', 'http:').replace('/graphql', '');
    for (const origin of [undefined, own, 'https://campus.example']) {
      await (await SocketClient.open(strict.url, { headers: origin ? { origin } : {} })).end();
    }
    for (const origin of ['https://evil.example', 'null', 'https://campus.example.evil.example', '%%%']) {
      await expect(SocketClient.open(strict.url, { headers: { origin } })).rejects.toThrow('403');
    }
    await strict.stop();
  });

  test('with CORS_ORIGINS=* every page may open one', async () => {
    const client = await SocketClient.open(server.url, { headers: { origin: 'https://anywhere.example' } });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    await client.end();
  });
});
