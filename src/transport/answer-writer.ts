import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';
import { tooLarge } from '../schema/budget.js';

/** Maximum number of values in an answer that is serialised in one go. */
const shortAnswerValuesMax = 2_000;
/** Maximum number of characters written per turn of the event loop. */
const pieceMax = 128 * 1024;

/** Serialises and sends answers; large ones in pieces, so that other requests get turns in between. */
export class AnswerWriter {
  constructor(private readonly bytesMax: number) {}

  /** The answer as JSON. @throws GRAPHQL_LIMIT when it exceeds the maximum length */
  async textOf(answer: unknown): Promise<string> {
    if (isShort(answer)) {
      const text = JSON.stringify(answer);
      this.#requireBytes(Buffer.byteLength(text));
      return text;
    }
    let text = '';
    let bytes = 0;
    for (const piece of stringifyChunked(answer, { highWaterMark: pieceMax })) {
      bytes += Buffer.byteLength(piece as string);
      this.#requireBytes(bytes);
      text += piece as string;
      await nextTurn();
    }
    return text;
  }

  /** Sends the body, after status and headers were set, no faster than the client reads it. */
  async send(response: ServerResponse, text: string): Promise<void> {
    if (response.headersSent || response.destroyed) return;
    if (text.length <= pieceMax) {
      response.setHeader('content-length', Buffer.byteLength(text));
      response.end(response.req.method === 'HEAD' ? undefined : text);
      return;
    }
    const closed = once(response, 'close');
    for (let from = 0, end = 0; from < text.length && !response.destroyed; from = end) {
      end = endOfPiece(text, from);
      if (!response.write(text.slice(from, end))) await Promise.race([once(response, 'drain'), closed]);
      else await nextTurn();
    }
    response.end();
  }

  #requireBytes(bytes: number): void {
    if (bytes > this.bytesMax) throw tooLarge(this.bytesMax);
  }
}

/** End of the piece that starts at `from`; never in the middle of a surrogate pair. */
function endOfPiece(text: string, from: number): number {
  const end = Math.min(from + pieceMax, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end < text.length ? end + 1 : end;
}

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
