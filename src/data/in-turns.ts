import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';

/** Milliseconds that work may hold the event loop at a stretch. */
const turnMs = 5;

/** Applies a function to each item, and yields to other work of the process in between. */
export async function inTurns<V>(
  items: Iterable<V>,
  act: (item: V) => void,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    act(item);
    if (performance.now() - since < turnMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  }
}

/**
 * Works piece by piece, and yields to other work of the process in between.
 * @returns what comes after the last piece
 */
export async function piecesInTurns<R>(pieces: Iterator<unknown, R>): Promise<R> {
  let since = performance.now();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    if (performance.now() - since < turnMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** A value as JSON, worked out with other work of the process in between. */
export async function jsonInTurns(value: unknown): Promise<string> {
  const parts: string[] = [];
  await inTurns(stringifyChunked(value), (part) => void parts.push(part));
  return parts.join('');
}

/** The list in slices of at most `size` items. */
export function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
