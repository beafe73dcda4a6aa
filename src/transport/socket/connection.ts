import { setMaxListeners } from 'node:events';
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.js';
import { closeCodes, type SocketBounds } from './bounds.js';

/** One WebSocket: who speaks over it, how much, and until when. */
export class Connection {
  /** Whom the token names; null for nobody. */
  userId: string | null = null;
  /** Aborted when the client is gone. */
  readonly left: AbortSignal;
  /** How many operations run on it. */
  operations: () => number = () => 0;
  /** Whether the client answered the last ping. */
  #isAlive = true;
  #messages = 0;
  #minute: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    readonly socket: WebSocket,
    public caller: Caller,
    private readonly bounds: SocketBounds,
  ) {
    socket.on('pong', () => (this.#isAlive = true));
    socket.on('ping', () => this.countMessage());
    const left = new AbortController();
    this.left = left.signal;
    // Each of its operations listens.
    setMaxListeners(0, this.left);
    socket.once('close', () => {
      left.abort();
      clearTimeout(this.#minute);
      clearTimeout(this.#expiry);
    });
  }

  /** Sends a text; resolves when it left this process, so that the sender waits for a slow reader. */
  send(text: string): Promise<void> {
    const { socket } = this;
    return new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      // A client that asks on without reading answers would fill the memory.
      if (socket.bufferedAmount > this.bounds.waitingBytesMax) {
        socket.terminate();
        return resolve();
      }
      // A failure to send closes the socket, which ends its operations.
      socket.send(text, () => resolve());
    });
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  /** Ends the connection when its token does. */
  expireAt(instant: Date): void {
    this.#expiry = setTimeout(
      () => this.close(closeCodes.forbidden, 'The token expired'),
      instant.getTime() - Date.now(),
    );
  }

  /** Counts what the client sends; false when it was too much and the connection is closed. */
  countMessage(): boolean {
    this.#minute ??= setTimeout(() => {
      this.#messages = 0;
      this.#minute = undefined;
    }, 60_000).unref();
    this.#messages++;
    if (this.#messages <= this.bounds.messagesPerMinuteMax) return true;
    this.close(closeCodes.tryAgainLater, 'Too many messages');
    return false;
  }

  /** Cuts a connection that did not answer the ping before, and asks the others. */
  checkAlive(): void {
    if (!this.#isAlive) return this.socket.terminate();
    this.#isAlive = false;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }
}
