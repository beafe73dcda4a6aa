import { WorkbookError } from '../workbook/faults.js';

/** Limits how much is done at once and lets a few more wait, first come, first served. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly runningMax: number,
    private readonly waitingMax: number,
  ) {}

  /** Does the work in its turn. @throws WorkbookError when too many wait, or the reason of the signal */
  async run<R>(work: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    signal?.throwIfAborted();
    if (this.#running < this.runningMax) this.#running++;
    else if (this.#waiting.length >= this.waitingMax) throw new WorkbookError('BUSY');
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      // Whoever has waited longest takes the place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      this.#waiting.push(go);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }
}
