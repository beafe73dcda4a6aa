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

/** Applies a function to one item after the other, and yields to other work of the process in between. */
export async function inTurns<V>(
  items: Iterable<V>,
  act: (item: V) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    const acting = act(item);
    if (acting instanceof Promise) await acting;
    if (performance.now() - since < turnMs) continue;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  }
}

/** Items of which something is made at the same time, so that what they refer to is read together. */
const togetherMax = 500;

/** What is made of each item, in their order, with other work of the process in between. */
export async function madeInTurns<V, R>(items: readonly V[], make: (item: V) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  await inTurns(slices(items, togetherMax), async (slice) => {
    made.push(...(await Promise.all(slice.map(make))));
  });
  return made;
}

/**
 * Works piece by piece, and yields to other work of the process in between.
 * @returns what comes after the last piece
 */
export async function piecesInTurns<R>(pieces: Iterator<unknown, R>): Promise<R> {
  let since = performance.now();
  for (;;) {
    const { done, value } = pieces.next();
    if (performance.now() - since >= turnMs) {
      await nextTurn();
      since = performance.now();
    }
    if (done) return value;
  }
}

/** Items of a list of which the JSON is worked out in one turn. */
const sliceSize = 2_000;

/** The first byte of `jsonb` where PostgreSQL is given it in bytes, so that no long text is gone through. */
const jsonbVersion = Buffer.of(1);

/** A record as `jsonb`, each of its values, and each slice of a long list, in a turn of its own. */
export async function jsonbInTurns(record: object): Promise<Buffer> {
  const parts: Buffer[] = [jsonbVersion];
  await inTurns(jsonOf(record), (text) => void parts.push(Buffer.from(text)));
  return Buffer.concat(parts);
}

function* jsonOf(record: object): Generator<string> {
  let mark = '{';
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${mark}${JSON.stringify(name)}:`;
    mark = ',';
    if (!Array.isArray(value) || value.length <= sliceSize) {
      yield JSON.stringify(value);
      continue;
    }
    let before = '[';
    for (const slice of slices(value, sliceSize)) {
      yield `${before}${JSON.stringify(slice).slice(1, -1)}`;
      before = ',';
    }
    yield ']';
  }
  yield mark === '{' ? '{}' : '}';
}

/** The list in slices of at most `size` items. */
export function* slices<V>(items: readonly V[], size: number): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
