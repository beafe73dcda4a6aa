import { errors } from './errors.js';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** One queue per caller, so that a caller with many calls delays nobody else. */
export class CallerQueues {
  readonly #queues = new Map<string, Queue>();

  constructor(
    /** Maximum number of concurrent calls per caller. */
    private readonly runningMax: number,
    /** Maximum number of queued calls per caller. */
    private readonly waitingMax = 1_000,
  ) {}

  /** Runs the work when it is its turn. @throws TOO_MANY_REQUESTS when the queue of the caller is full */
  async run<R>(caller: string, work: () => Promise<R>): Promise<R> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] };
    this.#queues.set(caller, queue);
    if (queue.waiting.length >= this.waitingMax) throw errors.tooManyRequests(1);
    if (queue.running < this.runningMax) queue.running++;
    // A finished call hands its slot to the next one.
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
