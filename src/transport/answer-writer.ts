import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tooLarge } from '../schema/budget.js';

/** Maximum number of values that are serialised in one go. */
const valuesMax = 2_000;
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
    if (weigh(answer, valuesMax) >= 0) {
      const piece = Buffer.from(JSON.stringify(answer));
      this.#requireBytes(piece.length);
      return [piece];
    }
    const pieces: Buffer[] = [];
    let bytes = 0;
    let text = '';
    const cut = (): void => {
      const piece = Buffer.from(text);
      bytes += piece.length;
      this.#requireBytes(bytes);
      pieces.push(piece);
      text = '';
    };
    for (const part of partsOf(answer)) {
      text += part;
      if (text.length < pieceMax) continue;
      cut();
      await nextTurn();
    }
    cut();
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

/** How many more values there may be after those of a value; below zero, and no longer exact, if too many. */
function weigh(value: unknown, remaining: number): number {
  let left = remaining - (typeof value === 'string' ? 1 + value.length / 64 : 1);
  if (typeof value !== 'object' || value === null) return left;
  for (const key in value) {
    if (left < 0) break;
    left = weigh((value as Record<string, unknown>)[key], left);
  }
  return left;
}

/** The JSON of a value in parts of limited size. */
function* partsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || weigh(value, valuesMax) >= 0)
    return yield JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value.toJSON === 'function') return yield* partsOf(value.toJSON());
  if (Array.isArray(value)) return yield* partsOfList(value);
  let mark = '{';
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined || typeof inner === 'function') continue;
    yield `${mark}${JSON.stringify(key)}:`;
    yield* partsOf(inner);
    mark = ',';
  }
  yield mark === '{' ? '{}' : '}';
}

/** As many entries at once as are few values together. */
function* partsOfList(list: readonly unknown[]): Generator<string> {
  let mark = '[';
  for (let from = 0; from < list.length;) {
    let to = from;
    for (let left = valuesMax; to < list.length; to++) if ((left = weigh(list[to], left)) < 0) break;
    yield mark;
    if (to > from) yield JSON.stringify(list.slice(from, to)).slice(1, -1);
    else yield* partsOf(list[to++]);
    mark = ',';
    from = to;
  }
  yield mark === '[' ? '[]' : ']';
}
