import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestBytes } from '../support/raw.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rest = 'x'.repeat(200_000);
const socketOf = (target: string): string =>
  requestBytes(`GET ${target}`, [
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]);

/** What clients send before they are gone; the server has answered, or waits for more. */
const sent = {
  'an upgrade of a path that has none, and more': socketOf('/nowhere') + rest,
  'a tunnel, and more': requestBytes('CONNECT elsewhere:443') + rest,
  'a WebSocket, and what is no frame': socketOf('/graphql') + rest,
  'the WebSocket of the assistant, and what is no frame': socketOf('/ws/ai/response/front') + rest,
  'an upgrade without a key':
    requestBytes('GET /graphql', ['Connection: Upgrade', 'Upgrade: websocket']) + rest,
  'half a body': requestBytes('POST /graphql', ['Content-Type: application/json', 'Content-Length: 9'], '{'),
  'a body for nobody': requestBytes('POST /nowhere', [`Content-Length: ${rest.length}`], rest),
  'half a chunk': requestBytes('POST /graphql', ['Transfer-Encoding: chunked'], '5\r\nab'),
  'requests one after the other, then an upgrade':
    requestBytes('GET /healthz').repeat(9) + socketOf('/nowhere'),
  'a request, then garbage': requestBytes('GET /healthz') + rest,
};

const leave = {
  ends: (socket: net.Socket) => void socket.end(),
  'is gone': (socket: net.Socket) => void socket.destroy(),
  resets: (socket: net.Socket) => void socket.resetAndDestroy(),
};

const socketCount = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

// Three thousand of them, and nobody behind that address was answered any more.
describe.each(Object.keys(leave) as (keyof typeof leave)[])('no socket stays when its client %s', (how) => {
  test.each(Object.keys(sent) as (keyof typeof sent)[])('after %s', async (what) => {
    const before = socketCount();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connect()));
    for (const socket of sockets) socket.write(sent[what]);
    await sleep(50);
    for (const socket of sockets) leave[how](socket);
    const endMs = performance.now() + 8_000;
    while (socketCount() > before && performance.now() < endMs) await sleep(50);
    expect(socketCount()).toBeLessThanOrEqual(before);
  });
});

const connect = (): Promise<net.Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    const socket = net.connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', () => undefined).resume();
  });
