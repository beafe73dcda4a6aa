import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { originForm } from './target.js';
import { isWebSocketRequest, refuseUpgrade } from './upgrades.js';

export interface HttpServerOptions {
  readonly HEADERS_TIMEOUT_SECONDS: number;
  readonly REQUEST_TIMEOUT_SECONDS: number;
  readonly KEEP_ALIVE_SECONDS: number;
  readonly CONNECTIONS_PER_ADDRESS_MAX: number;
  readonly TRUST_PROXY: boolean;
}

const unreadMs = 1_000;
const headerBytesMax = 16 * 1024;

/** The HTTP server before any framework: bounded in time and connections, and strict about targets. */
export function createHttpServer(options: HttpServerOptions, listener: RequestListener): Server {
  const headersTimeout = options.HEADERS_TIMEOUT_SECONDS * 1000;
  const server = http.createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout,
      requestTimeout: Math.max(headersTimeout, options.REQUEST_TIMEOUT_SECONDS * 1000),
      keepAliveTimeout: options.KEEP_ALIVE_SECONDS * 1000,
      connectionsCheckingInterval: Math.min(headersTimeout / 2, 5_000),
      shouldUpgradeCallback: isWebSocketRequest,
    },
    (request, response) => {
      endUnread(request, response);
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
  // Behind a proxy all come from one address: there the proxy counts.
  if (!options.TRUST_PROXY) boundConnections(server, options.CONNECTIONS_PER_ADDRESS_MAX);
  return server;
}

/**
 * What is left of a request that was answered before it was read is thrown away for a moment, so that its
 * sender sees the answer, and then cut off.
 */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const overdue = setTimeout(() => request.socket.destroy(), unreadMs);
    request.once('close', () => clearTimeout(overdue));
    request.resume();
  });
}

/** One address cannot take all connections that a process may have. */
function boundConnections(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? 'unknown';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count <= max) return;
    refuseUpgrade(socket, 429);
    socket.destroySoon();
  });
}
