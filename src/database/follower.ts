/**
 * An event iterator that buffers one event: a newer event replaces an unread one. So a reader that stalls
 * costs the memory of one event, and one that continues reads the newest state.
 */
export class Follower<E> implements AsyncIterableIterator<E> {
  readonly #onEnd: () => void;
  #newest: { event: E } | null;
  #waiting: ((result: IteratorResult<E>) => void)[] = [];
  #isEnded = false;

  constructor({ first, onEnd }: { first: E; onEnd: () => void }) {
    this.#newest = { event: first };
    this.#onEnd = onEnd;
  }

  push(event: E): void {
    if (this.#isEnded) return;
    const reader = this.#waiting.shift();
    if (reader) reader({ value: event, done: false });
    else this.#newest = { event };
  }

  next(): Promise<IteratorResult<E>> {
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true });
    if (this.#newest) {
      const { event } = this.#newest;
      this.#newest = null;
      return Promise.resolve({ value: event, done: false });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends the iteration, even while `next` waits. */
  return(): Promise<IteratorResult<E>> {
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  throw(error: unknown): Promise<IteratorResult<E>> {
    this.end();
    return Promise.reject(error as Error);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#newest = null;
    for (const resolve of this.#waiting.splice(0)) resolve({ value: undefined, done: true });
    this.#onEnd();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
