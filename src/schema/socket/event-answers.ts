/**
 * Answers each event of a source. Unlike an async generator it can be ended while it waits for the next event, which is
 * how nearly every subscription ends.
 */
export class EventAnswers<E, A> implements AsyncIterableIterator<A> {
  #isEnded = false;

  constructor(
    private readonly source: AsyncIterator<E>,
    private readonly answer: (event: E) => Promise<A>,
    /** Whether nothing may follow an answer. */
    private readonly isLast: (answer: A) => boolean,
  ) {}

  async next(): Promise<IteratorResult<A>> {
    if (this.#isEnded) return { value: undefined, done: true };
    const { value, done } = await this.source.next();
    if (done || this.#isEnded) return this.return();
    const answer = await this.answer(value as E);
    if (this.isLast(answer)) await this.return();
    return { value: answer, done: false };
  }

  async return(): Promise<IteratorResult<A>> {
    if (!this.#isEnded) {
      this.#isEnded = true;
      await this.source.return?.();
    }
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<A>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
