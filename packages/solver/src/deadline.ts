import type { Host, Limit } from './model.js';

/** Thrown in a long preparation when the run is over, which then ends with what it has. */
export class Interrupted extends Error {}

/** Called now and then in long work; throws when that is to stop. */
export type Pause = () => void;

/** The end of a run: when its seconds have passed since it was asked for, or when it is cancelled. */
export class Deadline {
  readonly begin: number;
  #end: number;
  #isCancelled = false;

  constructor(
    limit: Limit,
    private readonly host: Pick<Host, 'seconds' | 'cancelled' | 'begin'>,
  ) {
    this.begin = host.begin ?? host.seconds();
    this.#end = 'seconds' in limit ? this.begin + limit.seconds : Infinity;
  }

  /** Whether the end has passed by so many seconds; negative asks so many seconds before. */
  isOver(grace = 0): boolean {
    if (!this.#isCancelled && this.host.cancelled()) {
      this.#isCancelled = true;
      this.#end = Math.min(this.#end, this.host.seconds());
    }
    return (
      this.#end < Infinity &&
      this.host.seconds() >= this.#end + (this.#isCancelled ? Math.max(0, grace) : grace)
    );
  }

  readonly pause: Pause = () => {
    if (this.isOver()) throw new Interrupted('The run is over.');
  };
}
