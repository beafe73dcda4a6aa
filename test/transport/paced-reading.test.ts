// What one read of a connection brings, thousands of requests or of chunks, is not taken apart in one go.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpServer } from '../../src/transport/http-server.js';
import { requestBytes } from '../support/raw.js';
import { clearUp } from '../support/usage.js';

const options = {
  HEADERS_TIMEOUT_SECONDS: 10,
  REQUEST_TIMEOUT_SECONDS: 60,
  KEEP_ALIVE_SECONDS: 5,
  CONNECTIONS_PER_ADDRESS_MAX: 100,
  TRUST_PROXY: false,
};

/** The path of each request, in the order in which they came, and what came of bodies for a path. */
let requests: string[];
let bodies: Map<string, { bytes: number; chunks: number }>;
/** Answers that are not given yet; null where all are given at once. */
let held: ServerResponse[] | null;
/** Requests that are answered before their bodies have come. */
const early: WeakRef<object>[] = [];
const server = createHttpServer(options, (request, response) => {
  requests.push(request.url!);
  if (request.url === '/early') {
    early.push(new WeakRef(request));
    return void response.end('answered');
  }
  request.on('data', (chunk: Buffer) => {
    const { bytes, chunks } = bodyOf(request.url!);
    bodies.set(request.url!, { bytes: bytes + chunk.length, chunks: chunks + 1 });
  });
  request.on('end', () => (held ? held.push(response) : response.end('answered')));
});
const bodyOf = (path: string): { bytes: number; chunks: number } =>
  bodies.get(path) ?? { bytes: 0, chunks: 0 };
const sockets: net.Socket[] = [];

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  [requests, bodies, held] = [[], new Map(), null];
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** A connection that the server has accepted. */
async function connect(): Promise<net.Socket> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  socket.write(requestBytes('GET /first'));
  await once(socket, 'data');
  return socket;
}

const quiet = (): Promise<void> => sleep(100);

const chunkedBody = ['Transfer-Encoding: chunked'];

test.each<[string, (path: string) => string]>([
  ['without a body', (path) => requestBytes(`GET ${path}`)],
  ['with a body of one byte', (path) => requestBytes(`POST ${path}`, ['Content-Length: 1'], 'x')],
  ['with one chunk', (path) => requestBytes(`POST ${path}`, chunkedBody, '1\r\nx\r\n0\r\n\r\n')],
  ['with a trailer', (path) => requestBytes(`POST ${path}`, chunkedBody, '0;e\r\nA: b\r\n\r\n')],
])('of 100 requests %s in a row ten are under way, and each answer lets one more come', async (_, bytes) => {
  const socket = (await connect()).resume();
  held = [];
  requests = [];
  socket.write(Array.from({ length: 100 }, (_, at) => bytes(`/${at}`)).join(''));
  await quiet();
  expect(requests).toHaveLength(10);
  held.shift()!.end('answered');
  await quiet();
  expect(requests).toHaveLength(11);
  while (requests.length < 100) {
    for (const response of held.splice(0)) response.end('answered');
    await sleep(1);
  }
  expect(requests).toEqual(Array.from({ length: 100 }, (_, at) => `/${at}`));
});

const floodCount = (): number => requests.filter((path) => path === '/flood').length;
const chunked = requestBytes('POST /flood', chunkedBody);

test.each([
  ['200 requests in a row', requestBytes('GET /flood').repeat(200), floodCount, 200],
  ['2,000 chunks of one byte', chunked + '1\r\nx\r\n'.repeat(2_000), () => bodyOf('/flood').bytes, 2_000],
])('who asks beside 20 connections with %s each is heard among the first', async (_, bytes, count, each) => {
  const floods = await Promise.all(Array.from({ length: 20 }, connect));
  const innocent = await connect();
  requests = [];
  for (const socket of floods) socket.resume().write(bytes);
  innocent.write(requestBytes('GET /innocent'));
  await once(innocent, 'data');
  expect(count()).toBeLessThan(20 * each * 0.2);
  while (count() < 20 * each) await sleep(10);
  expect(count()).toBe(20 * each);
});

test('who asks beside 90 long bodies of the same address waited for a piece of each, twice', async () => {
  const floods = await Promise.all(Array.from({ length: 90 }, connect));
  const innocents = await Promise.all(Array.from({ length: 3 }, connect));
  requests = [];
  for (const socket of floods)
    socket.write(requestBytes('POST /flood', ['Content-Length: 99999'], 'x'.repeat(9_999)));
  while (bodyOf('/flood').bytes < 90 * 1_500) await sleep(1);
  const waits: number[] = [];
  for (const innocent of innocents) {
    const before = bodyOf('/flood').bytes;
    innocent.write(requestBytes('POST /innocent', ['Content-Length: 1'], 'x'));
    await once(innocent, 'data');
    waits.push(bodyOf('/flood').bytes - before);
  }
  // Less than a piece of each; how much less depends on what is read while a request is on its way.
  expect(Math.min(...waits)).toBeLessThan(90 * 1_024);
});

/** Pieces that are handed to parsers, as long as the answer is not awaited. */
function countPieces(): { count: number; stop: () => void } {
  const counted = { count: 0, stop: () => void (net.Socket.prototype.push = push) };
  const { push } = net.Socket.prototype;
  net.Socket.prototype.push = function (this: net.Socket, ...args: Parameters<typeof push>) {
    counted.count++;
    return push.apply(this, args);
  };
  return counted;
}

test('a body of line ends was handed on in pieces of four bytes', async () => {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const body = '\r\n\r\n'.repeat(25_000);
  const pieces = countPieces();
  // Its server side binds what is counted when it is accepted.
  socket.write(requestBytes('POST /lines', [`Content-Length: ${body.length}`], body));
  await once(socket, 'data');
  pieces.stop();
  expect(bodyOf('/lines').bytes).toBe(100_000);
  expect(pieces.count).toBeLessThan(500);
});

test('chunks of one byte kept as many buffers, and are joined', async () => {
  const socket = await connect();
  socket.write(
    requestBytes('POST /bytes', ['Transfer-Encoding: chunked'], '1\r\nx\r\n'.repeat(20_000) + '0\r\n\r\n'),
  );
  await once(socket, 'data');
  const { bytes, chunks } = bodyOf('/bytes');
  expect(bytes).toBe(20_000);
  expect(chunks).toBeLessThan(1_000);
});

test('what is sent in pieces of any size arrives as it was', async () => {
  const body = 'x'.repeat(5_000);
  const bytes =
    requestBytes('POST /length', [`Content-Length: ${body.length}`], body) +
    requestBytes('POST /chunked', ['Transfer-Encoding: chunked'], `1388\r\n${body}\r\n0\r\n\r\n`) +
    requestBytes('GET /last', ['Connection: close']);
  for (const size of [1, 7, 1_024, 100_000]) {
    const socket = await connect();
    requests = [];
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    for (let at = 0; at < bytes.length; at += size) socket.write(bytes.slice(at, at + size));
    await once(socket, 'close');
    expect(requests).toEqual(['/length', '/chunked', '/last']);
    expect(text.match(/answered/g)).toHaveLength(3);
  }
});

test('a request that was answered before its body was kept for ever, its connection closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, connect));
  for (const socket of sockets) socket.write(requestBytes('POST /early', chunkedBody, '1\r\nx\r\n'));
  while (early.length < 20) await sleep(1);
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  await quiet();
  clearUp();
  expect(early.filter((request) => request.deref()).length).toBeLessThan(3);
});
