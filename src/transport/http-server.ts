import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConnectionCounts } from './connection-counts.js';
import { joinChunks } from './joined-chunks.js';
import { PacedReading } from './paced-reading.js';
import { originForm } from './target.js';
import { isWebSocketRequest, refuseUpgrade } from './upgrades.js';

interface HttpServerOptions {
  readonly HEADERS_TIMEOUT_SECONDS: number;
  readonly REQUEST_TIMEOUT_SECONDS: number;
  readonly KEEP_ALIVE_SECONDS: number;
  readonly CONNECTIONS_PER_ADDRESS_MAX: number;
  readonly TRUST_PROXY: boolean;
}

/** Tells who is signed in by a request, without reading the database; null for nobody. */
type PersonOf = (request: IncomingMessage) => string | null;

/** How long the rest of an answered request is discarded before its connection is cut. */
const discardMs = 1_000;
/** Bytes that are discarded of a request before it rests, and how many such rests end per second in all. */
const discardedBytes = 64 * 1024;
const discardsPerSecond = 1_000;
const headerBytesMax = 16 * 1024;

/** The HTTP server below any framework: with timeouts, a connection limit and strict request targets. */
export function createHttpServer(
  options: HttpServerOptions,
  listener: RequestListener,
  personOf: PersonOf = () => null,
): Server {
  const headersTimeout = options.HEADERS_TIMEOUT_SECONDS * 1000;
  const discarded = new Set<IncomingMessage>();
  const readings = new WeakMap<Socket, PacedReading>();
  const counts = new ConnectionCounts();
  const server = http.createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout,
      requestTimeout: Math.max(headersTimeout, options.REQUEST_TIMEOUT_SECONDS * 1000),
      keepAliveTimeout: options.KEEP_ALIVE_SECONDS * 1000,
      connectionsCheckingInterval: Math.min(headersTimeout / 2, 5_000),
      shouldUpgradeCallback(request) {
        const isUpgraded = isWebSocketRequest(request);
        if (isUpgraded) readings.get(request.socket)?.endRequests();
        return isUpgraded;
      },
    },
    (request, response) => {
      readings.get(request.socket)?.count(response);
      counts.notePerson(request.socket, () => personOf(request));
      joinChunks(request);
      discardRest(request, response, discarded);
      const target = originForm(request.url ?? '');
      if (target !== null) {
        request.url = target;
        return listener(request, response);
      }
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('The target of the request is no address.\n');
    },
  );
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    refuseUpgrade(socket, 405);
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = 'unknown', remotePort } = socket;
    // A proxy speaks for many people over each of its connections.
    const caller = options.TRUST_PROXY ? `${remoteAddress} ${remotePort}` : remoteAddress;
    readings.set(socket, new PacedReading(socket, caller));
  });
  // Behind a proxy all connections come from one address; the proxy has to limit them.
  if (!options.TRUST_PROXY)
    server.on('connection', (socket: Socket) => {
      if (counts.add(socket, options.CONNECTIONS_PER_ADDRESS_MAX)) return;
      refuseUpgrade(socket, 429);
      socket.destroySoon();
    });
  return server;
}

/**
 * When a request was answered before its body was read, discards the rest for a moment, so that the client
 * gets to see the answer, and then cuts the connection.
 */
function discardRest(
  request: IncomingMessage,
  response: ServerResponse,
  discarded: Set<IncomingMessage>,
): void {
  response.once('finish', () => {
    if (request.complete) return;
    discarded.add(request);
    const { socket } = request;
    const overdue = setTimeout(() => socket.destroy(), discardMs);
    const forget = (): void => {
      clearTimeout(overdue);
      discarded.delete(request);
      socket.off('close', forget);
    };
    request.once('close', forget);
    // An answered request whose body never ends says nothing when its connection closes.
    socket.once('close', forget);
    // The more there are, the slower each is read, so that together they do not delay other requests.
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes < discardedBytes) return;
      bytes = 0;
      request.pause();
      setTimeout(() => request.resume(), (1_000 / discardsPerSecond) * discarded.size);
    });
  });
}
