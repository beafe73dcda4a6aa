import { errors } from '../schema/errors.js';

/** Operations of one caller that are executed at the same time, and those that may wait behind them. */
const atOnceMax = 8;
const waitingMax = 1_000;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets the operations of a caller wait behind those of the same caller, so that nobody else does. */
export class CallerQueues {
  readonly #queues = new Map<string, Queue>();

  /** Does the work when it is its turn. @throws TOO_MANY_REQUESTS when too much waits already */
  async run<R>(caller: string, work: () => Promise<R>): Promise<R> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] };
    this.#queues.set(caller, queue);
    if (queue.waiting.length >= waitingMax) throw errors.tooManyRequests(1);
    if (queue.running < atOnceMax) queue.running++;
    // Whoever ends hands its place on.
    else await new Promise<void>((begin) => queue.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(caller);
    }
  }
}
