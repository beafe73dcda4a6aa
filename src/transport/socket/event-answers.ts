import type { EventAnswer } from './shared-answers.js';

/**
 * Iterates over the answers to the events of a source. Unlike an async generator it can be ended while it
 * waits for the next event, which is how nearly every subscription ends.
 */
export class EventAnswers<E, A> implements AsyncIterableIterator<A> {
  #isEnded = false;

  constructor(
    private readonly source: AsyncIterator<E>,
    private readonly answerTo: (event: E) => Promise<EventAnswer<A>>,
  ) {}

  async next(): Promise<IteratorResult<A>> {
    if (this.#isEnded) return { value: undefined, done: true };
    const { value, done } = await this.source.next();
    if (done || this.#isEnded) return this.return();
    const { answer, isLast } = await this.answerTo(value as E);
    if (isLast) this.#end();
    return { value: answer, done: false };
  }

  async return(): Promise<IteratorResult<A>> {
    this.#end();
    return { value: undefined, done: true };
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // Not awaited: a source that is an async generator would settle only after its next event.
    this.source.return?.().catch(() => undefined);
  }

  async throw(error: unknown): Promise<IteratorResult<A>> {
    this.#end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
