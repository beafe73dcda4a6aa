import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that work holds the event loop before others get their turn. */
const turnMs = 5;

/** Does something to each item, and lets other work of the process take its turn in between. */
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

/** Portions of a list. */
export function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
