import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { objectsOfOperation, Turns, type TurnTaker } from './turns.js';

/** Greatest number of requests of one connection that are answered at once; what follows waits unread. */
const requestsAtOnceMax = 10;

/** Bytes of a piece: as chunks of one byte, the slowest kind, they take a third of a millisecond. */
const pieceBytesMax = 1_024;

/** Pieces of a request, its head and its first bytes, that come before all further ones of the address. */
const earlyPieces = 2;

/** The end of a head, and of the last chunk of a body: pieces end there, so that none begins many. */
const headEnd = '\r\n\r\n';
/** Begins the last chunk, which has no bytes. */
const lastChunk = '\r\n0';

/** Turns of their own, so that who asks much does not keep others of the same address from being heard. */
const turns = new Turns();

/**
 * Hands what a connection brings to its parser in pieces: a parser takes apart in one go what one read
 * brings, which may be thousands of requests or of chunks. Addresses take turns, and so do the connections
 * of an address; long bodies take turns of their own, so that a request beside a thousand of them is heard.
 * Nothing more is read from the connection while pieces of it wait.
 */
export class PacedReading implements TurnTaker {
  /** What one read brought, and null for the end. */
  readonly #waiting: (Buffer | null)[] = [];
  readonly #push: Socket['push'];
  #isHandingOver = false;
  #requests = 0;
  /** Pieces that came since the newest request began. */
  #pieces = 0;
  readonly #further: TurnTaker;
  #newest: IncomingMessage | null = null;
  /** What is left of the body of the newest request, where it says how long it is. */
  #bodyLeft = 0;
  #hasRequests = true;

  constructor(
    private readonly socket: Socket,
    readonly caller: string,
  ) {
    this.#further = { caller: `${caller} further` };
    socket.on('resume', () => void this.#handOver());
    // Node connects the parser with the handle of the socket, past its stream, until somebody listens to it.
    const nobody = (): void => undefined;
    socket.on('data', nobody).off('data', nobody);
    this.#push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    socket._read = (size) => (this.#waiting.length > 0 ? undefined : read(size));
    socket.push = (bytes: Buffer | null) => {
      this.#waiting.push(bytes);
      void this.#handOver();
      return this.#waiting.length === 0;
    };
  }

  /** Counts a request of this connection until it was answered. */
  count(response: ServerResponse): void {
    this.#newest = response.req;
    this.#bodyLeft = Number(response.req.headers['content-length'] ?? 0);
    this.#requests++;
    this.#pieces = 1;
    response.once('close', () => {
      this.#requests--;
      void this.#handOver();
    });
  }

  /** Says that what follows are no requests, such as the messages of a WebSocket. */
  endRequests(): void {
    this.#hasRequests = false;
  }

  async #handOver(): Promise<void> {
    if (this.#isHandingOver) return;
    this.#isHandingOver = true;
    while (this.#waiting.length > 0 && this.#mayGoOn()) {
      const isEarly = this.#hasRequests && this.#pieces++ < earlyPieces;
      const turn = turns.take(isEarly ? this : this.#further, objectsOfOperation);
      if (turn) await turn;
      if (this.socket.destroyed) break;
      this.#push(this.#nextPiece());
    }
    this.#isHandingOver = false;
  }

  /** The end of a connection is heard however much of it is under way. */
  #mayGoOn(): boolean {
    return this.#waiting[0] === null || (this.#requests < requestsAtOnceMax && !this.socket.isPaused());
  }

  #nextPiece(): Buffer | null {
    const [bytes] = this.#waiting;
    if (bytes === null) {
      this.#waiting.shift();
      return null;
    }
    const piece = bytes.subarray(0, this.#lengthOfNext(bytes.subarray(0, pieceBytesMax)));
    this.#bodyLeft = Math.max(0, this.#bodyLeft - piece.length);
    if (piece.length < bytes.length) this.#waiting[0] = bytes.subarray(piece.length);
    else this.#waiting.shift();
    return piece;
  }

  /** How much of the bytes belongs to the newest request, or to the head of the next one. */
  #lengthOfNext(bytes: Buffer): number {
    if (!this.#hasRequests) return bytes.length;
    if (this.#bodyLeft > 0) return Math.min(bytes.length, this.#bodyLeft);
    // Within chunks the same bytes end nothing.
    const isHead = this.#newest?.complete ?? true;
    const from = isHead || bytes[0] === lastChunk.charCodeAt(2) ? 0 : bytes.indexOf(lastChunk);
    const end = from < 0 ? -1 : bytes.indexOf(headEnd, from);
    return end < 0 ? bytes.length : end + headEnd.length;
  }
}
