import { setMaxListeners } from 'node:events';
import type { RawData, WebSocket } from 'ws';
import { networkOf } from '../../schema/networks.js';
import type { Caller } from '../caller.js';
import { objectsOfText, turns } from '../turns.js';
import { closeCodes, type SocketBounds } from './bounds.js';

/** One WebSocket, with its caller, its rate limit and its expiry. */
export class Connection {
  /** The user of the token; null without one. */
  userId: string | null = null;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
  /** Number of operations in progress. */
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
    const closed = new AbortController();
    this.signal = closed.signal;
    // Every operation adds a listener.
    setMaxListeners(0, this.signal);
    socket.once('close', () => {
      closed.abort();
      clearTimeout(this.#minute);
      clearTimeout(this.#expiry);
    });
  }

  /** The key under which its operations are counted: its user, or the network of nobody. */
  get owner(): string {
    return this.userId === null ? `address ${networkOf(this.caller.address)}` : `user ${this.userId}`;
  }

  /**
   * Sends a text; resolves once it is handed to the operating system, so that senders wait for slow readers.
   */
  send(text: string): Promise<void> {
    const { socket } = this;
    return new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      // A client that keeps sending requests without reading the answers would fill the memory.
      if (socket.bufferedAmount > this.bounds.waitingBytesMax) {
        socket.terminate();
        return resolve();
      }
      // A failure to send closes the socket, which ends its operations.
      socket.send(text, () => resolve());
    });
  }

  /**
   * Hands over each message of the client, in order and in its turn, but none once the connection is being
   * closed; while one waits, no more are read.
   */
  onMessage(handle: (text: string) => Promise<void>, onFailure: (error: unknown) => void): void {
    const { socket } = this;
    const handOver = (data: RawData): void => {
      if (socket.readyState === socket.OPEN) handle(String(data)).catch(onFailure);
    };
    socket.on('message', (data: RawData) => {
      if (!this.countMessage()) return;
      const turn = turns.take({ caller: this.owner }, objectsOfText((data as Buffer).length));
      if (!turn) return handOver(data);
      socket.pause();
      void turn.then(() => {
        socket.resume();
        handOver(data);
      });
    });
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  /** Closes the connection when its token expires. */
  expireAt(instant: Date): void {
    this.#expiry = setTimeout(
      () => this.close(closeCodes.forbidden, 'The token expired'),
      instant.getTime() - Date.now(),
    );
  }

  /** Counts a message of the client; false when there were too many and the connection is being closed. */
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

  /** Terminates the connection if the last ping was not answered; otherwise sends the next one. */
  checkAlive(): void {
    if (!this.#isAlive) return this.socket.terminate();
    this.#isAlive = false;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }
}
