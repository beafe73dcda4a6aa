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

/** Items that are sorted in one turn, which takes about a millisecond. */
const sortedAtOnce = 1_000;

/** The items in order, with other work of the process in between: slices by themselves, then two and two. */
export async function sortedInTurns<V>(
  items: readonly V[],
  compare: (one: V, other: V) => number,
): Promise<V[]> {
  let runs: V[][] = [];
  await inTurns(slices(items, sortedAtOnce), (slice) => void runs.push(slice.toSorted(compare)));
  while (runs.length > 1) {
    const merged: V[][] = [];
    for (const [one, other = []] of slices(runs, 2))
      merged.push(await piecesInTurns(merging(one, other, compare)));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<V>(
  one: readonly V[],
  other: readonly V[],
  compare: (one: V, other: V) => number,
): Generator<undefined, V[]> {
  const merged: V[] = [];
  for (let i = 0, j = 0; i < one.length || j < other.length;) {
    const isFirst = j === other.length || (i < one.length && compare(one[i], other[j]) <= 0);
    merged.push(isFirst ? one[i++] : other[j++]);
    if (merged.length % sortedAtOnce === 0) yield;
  }
  return merged;
}

/** The list in slices of at most `size` items. */
export function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
