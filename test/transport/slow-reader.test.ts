import { setTimeout as pause } from 'node:timers/promises';
import { startSampleServer, type SampleServer } from './sample-server.js';
import { SocketClient } from './socket-client.js';

const ann = '01890a5d-ac96-774b-bcce-b302099a0001';
const bob = '01890a5d-ac96-774b-bcce-b302099a0002';
const session = '01890a5d-ac96-774b-bcce-b302099b0001';
const task = '01890a5d-ac96-774b-bcce-b302099a8057';
const follow = 'subscription ($id: ID!) { task(id: $id) { state padding(kilobytes: 256) } }';

let server: SampleServer;
let token: string;

async function start(bounds: object): Promise<void> {
  server = await startSampleServer({ bounds });
  ({ token } = server.tokens.sign(ann, session));
}
afterEach(() => server.stop());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

test('14: a client that stops reading skips states, costs little and arrives at the newest one', async () => {
  await start({});
  // Followers of one token share the context of an event; these are counted each by itself.
  const [slow, quick] = await Promise.all([
    SocketClient.signedIn(server.url, token),
    SocketClient.signedIn(server.url, server.tokens.sign(bob, session).token),
  ]);
  for (const client of [slow, quick]) {
    client.subscribe('1', follow, { id: task });
    await client.next();
  }
  slow.socket.pause();
  const contexts = server.contexts;
  for (let state = 1; state <= 400; state++) {
    await server.move(task, state);
    if (state % 20 === 0) await pause(5);
  }
  const last = async (client: SocketClient): Promise<number> => {
    let answers = 1;
    while ((await client.next()).payload.data.task.state !== 400) answers++;
    return answers;
  };
  const answersOfQuick = await last(quick);
  // Answers of 256 KiB: the system takes over a few megabytes of them, the server works out and keeps no
  // more.
  const answersOfSlow = server.contexts - contexts - answersOfQuick;
  expect(answersOfSlow).toBeLessThan(60);
  slow.socket.resume();
  expect(await last(slow)).toBeLessThanOrEqual(answersOfSlow + 2);
});

test('14: a client that does not even answer pings is cut, and its followers end', async () => {
  await start({ keepAliveMs: 100 });
  const [dead, alive] = await Promise.all([
    SocketClient.signedIn(server.url, token),
    SocketClient.signedIn(server.url, token),
  ]);
  for (const client of [dead, alive]) {
    client.subscribe('1', follow, { id: task });
    await client.next();
  }
  dead.socket.pause();
  await until(() => server.socket.connections === 1);
  await until(() => server.following === 1);
  await server.move(task, 5);
  expect((await alive.next()).payload.data.task.state).toBe(5);
  dead.socket.terminate();
});

test('14: a client that asks on without reading the answers is cut', async () => {
  await start({ waitingBytesMax: 1024 * 1024 });
  const greedy = await SocketClient.signedIn(server.url, token);
  greedy.socket.pause();
  let asked = 0;
  while (server.socket.connections === 1) {
    greedy.subscribe(`ask ${asked++}`, '{ padding(kilobytes: 1024) }');
    await pause(5);
    expect(asked).toBeLessThan(500);
  }
  greedy.socket.terminate();
});

test('33: a message that is too large closes with 1009', async () => {
  await start({});
  const client = await SocketClient.signedIn(server.url, token);
  client.subscribe('1', `{ hello } ${'#'.repeat(64 * 1024)}`);
  expect((await client.closed).code).toBe(1009);
});

test('a client that sends too many messages is asked to come back later', async () => {
  await start({ messagesPerMinuteMax: 50 });
  const client = await SocketClient.signedIn(server.url, token);
  for (let at = 0; at < 60; at++) client.send({ type: 'ping' });
  expect(await client.closed).toEqual({ code: 1013, reason: 'Too many messages' });
});

test('an address has so many connections and no more', async () => {
  await start({ connectionsOfAddressMax: 3 });
  const clients = await Promise.all([1, 2, 3].map(() => SocketClient.open(server.url)));
  await expect(SocketClient.open(server.url)).rejects.toThrow('503');
  await clients[0].end();
  await until(() => server.socket.connections === 2);
  await (await SocketClient.open(server.url)).end();
});

test('connections that come and go leave nothing behind', async () => {
  await start({});
  for (let round = 0; round < 20; round++) {
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => SocketClient.signedIn(server.url, token)),
    );
    for (const client of clients) client.subscribe('1', follow, { id: task });
    await Promise.all(clients.map((client) => client.next()));
    for (const client of clients.slice(5)) client.socket.terminate();
    for (const client of clients.slice(0, 5)) client.socket.close();
    await until(() => server.socket.connections === 0);
  }
  await until(() => server.following === 0);
  expect(server.following).toBe(0);
});
