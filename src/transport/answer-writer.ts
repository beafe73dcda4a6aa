import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';
import { tooLarge } from '../schema/budget.js';

/** Values of an answer that is written at once. */
const valuesAtOnce = 2_000;
/** Characters that are written in one turn of the event loop. */
const pieceMax = 128 * 1024;

/** Writes answers, large ones in pieces with turns of other callers between them. */
export class AnswerWriter {
  constructor(private readonly bytesMax: number) {}

  /** The answer as JSON. @throws GRAPHQL_LIMIT when it is longer than an answer may be */
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

  /** Sends a text whose status and headers are set, as fast as its reader takes it. */
  async send(response: ServerResponse, text: string): Promise<void> {
    if (response.headersSent || response.destroyed) return;
    if (text.length <= pieceMax) {
      response.setHeader('content-length', Buffer.byteLength(text));
      response.end(response.req.method === 'HEAD' ? undefined : text);
      return;
    }
    const left = once(response, 'close');
    for (let from = 0, end = 0; from < text.length && !response.destroyed; from = end) {
      end = endOfPiece(text, from);
      if (!response.write(text.slice(from, end))) await Promise.race([once(response, 'drain'), left]);
      else await nextTurn();
    }
    response.end();
  }

  #requireBytes(bytes: number): void {
    if (bytes > this.bytesMax) throw tooLarge(this.bytesMax);
  }
}

/** Where a piece ends: never within a character that is written as two. */
function endOfPiece(text: string, from: number): number {
  const end = Math.min(from + pieceMax, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end < text.length ? end + 1 : end;
}

/** Whether the answer holds few values, which are counted no further than that. */
function isShort(answer: unknown): boolean {
  let left = valuesAtOnce;
  const fits = (value: unknown): boolean => {
    left -= typeof value === 'string' ? 1 + value.length / 64 : 1;
    if (left < 0 || typeof value !== 'object' || value === null) return left >= 0;
    for (const key in value) if (!fits((value as Record<string, unknown>)[key])) return false;
    return true;
  };
  return fits(answer);
}
