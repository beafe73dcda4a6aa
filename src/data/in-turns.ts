/** Milliseconds that work may hold the event loop at a stretch. */
const turnMs = 5;

const waiting: (() => void)[] = [];

/** Waits for a turn in which nothing else of this goes on: however much there is, the rest waits for one. */
function nextTurn(): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push(begin) === 1) setImmediate(beginNext);
  });
}

function beginNext(): void {
  const [begin] = waiting;
  if (waiting.length > 1) setImmediate(beginNext);
  waiting.shift();
  begin();
}

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

/** Items of a list of which the JSON is worked out in one turn. */
const sliceSize = 2_000;

/** A record as JSON, each of its values, and each slice of a long list, in a turn of its own. */
export async function jsonInTurns(record: object): Promise<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (value === undefined) continue;
    const texts: string[] = [];
    const isLong = Array.isArray(value) && value.length > sliceSize;
    const parts = isLong ? slices(value as unknown[], sliceSize) : [value];
    await inTurns(parts, (part) => void texts.push(JSON.stringify(part)));
    const text = isLong ? `[${texts.map((each) => each.slice(1, -1)).join(',')}]` : texts[0];
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** The list in slices of at most `size` items. */
export function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
