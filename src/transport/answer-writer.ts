import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';
import { tooLarge } from '../schema/budget.js';

/** Maximum number of values in an answer that is serialised in one go. */
const shortAnswerValuesMax = 2_000;
/** Number of characters serialised and sent per turn of the event loop. */
const pieceMax = 128 * 1024;

/** An answer as JSON in UTF-8, in pieces of limited size. */
export type WrittenAnswer = readonly Buffer[];

/** Serialises and sends answers; large ones in pieces, so that other requests get turns in between. */
export class AnswerWriter {
  constructor(private readonly bytesMax: number) {}

  /**
   * The answer as JSON. Its pieces are never joined to one text: making that contiguous takes longer than a
   * turn may. @throws GRAPHQL_LIMIT when it exceeds the maximum length
   */
  async write(answer: unknown): Promise<WrittenAnswer> {
    if (isShort(answer)) {
      const piece = Buffer.from(JSON.stringify(answer));
      this.#requireBytes(piece.length);
      return [piece];
    }
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (const text of stringifyChunked(answer, { highWaterMark: pieceMax })) {
      const piece = Buffer.from(text as string);
      bytes += piece.length;
      this.#requireBytes(bytes);
      pieces.push(piece);
      await nextTurn();
    }
    return pieces;
  }

  /** Sends the body, after status and headers were set, no faster than the client reads it. */
  async send(response: ServerResponse, pieces: WrittenAnswer): Promise<void> {
    if (response.headersSent || response.destroyed) return;
    response.setHeader('content-length', lengthOf(pieces));
    if (response.req.method === 'HEAD') return void response.end();
    if (pieces.length === 1) return void response.end(pieces[0]);
    const closed = once(response, 'close');
    for (const piece of pieces) {
      if (response.destroyed) return;
      if (response.write(piece)) await nextTurn();
      else await Promise.race([once(response, 'drain'), closed]);
    }
    response.end();
  }

  #requireBytes(bytes: number): void {
    if (bytes > this.bytesMax) throw tooLarge(this.bytesMax);
  }
}

const lengthOf = (pieces: WrittenAnswer): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Whether the answer holds few values; the count stops at the limit. */
function isShort(answer: unknown): boolean {
  let remaining = shortAnswerValuesMax;
  const fits = (value: unknown): boolean => {
    remaining -= typeof value === 'string' ? 1 + value.length / 64 : 1;
    if (remaining < 0 || typeof value !== 'object' || value === null) return remaining >= 0;
    for (const key in value) if (!fits((value as Record<string, unknown>)[key])) return false;
    return true;
  };
  return fits(answer);
}
