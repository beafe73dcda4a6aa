import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { loggable } from '../schema/loggable.js';
import { originForm } from './target.js';

/** An upgrade request, with its query parameters. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly parameters: URLSearchParams;
}

/** Whether a request asks for a WebSocket; other upgrades are ignored, as RFC 9110 section 7.8 allows. */
export const isWebSocketRequest = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.trim().toLowerCase() === 'websocket';

/** The only listener for upgrades: routes them by path, and catches every exception. */
export class Upgrades {
  readonly #handlers = new Map<string, (upgrade: Upgrade) => void>();

  constructor(
    server: Server,
    private readonly log: Pick<Logger, 'error'>,
  ) {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Node no longer handles errors of this socket; without a listener one would end the process.
      socket.on('error', () => undefined);
      try {
        this.#route(request, socket, head);
      } catch (error) {
        this.log.error(loggable(error), 'an upgrade failed unexpectedly');
        refuseUpgrade(socket, 500);
      }
    });
  }

  /** Serves a path until the returned function is called. */
  serve(path: string, handler: (upgrade: Upgrade) => void): () => void {
    this.#handlers.set(path, handler);
    return () => this.#handlers.delete(path);
  }

  #route(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = originForm(request.url ?? '');
    if (target === null) return refuseUpgrade(socket, 400);
    const [path, ...query] = target.split('?');
    const handler = this.#handlers.get(path);
    if (!handler) return refuseUpgrade(socket, 404);
    handler({ request, socket, head, parameters: new URLSearchParams(query.join('?')) });
  }
}

/** Rejects an upgrade with an HTTP status, and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: 400 | 403 | 404 | 405 | 408 | 429 | 500 | 503,
  reason?: object,
): void {
  const retry = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : '';
  const type = reason ? 'Content-Type: application/json\r\n' : '';
  const body = reason ? JSON.stringify(reason) : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${type}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${retry}\r\n${body}`,
  );
  // Whatever follows is read, because only readers notice that a client has left; for a moment, so that it
  // gets to see the answer.
  socket.resume();
  const overdue = setTimeout(() => socket.destroy(), discardMs);
  socket.once('close', () => clearTimeout(overdue));
}

/** How long what follows a refusal is discarded before the connection is cut. */
const discardMs = 1_000;
