import { loggable } from '../schema/loggable.js';
import { readAgain, type BusEvent } from '../database/event-bus.js';
import type { Context } from '../data/context.js';
import type { Answer, Holder, TaskRecords } from '../data/task-records.js';

/**
 * Why work on a task has to end before its time: somebody cancelled it, this process ends, or another worker
 * has it.
 */
export type Interruption = 'cancelled' | 'stopping' | 'lost';

/** How often the record is told of progress, at most. */
const reportMs = 500;
/**
 * How often the record is told that the worker lives; how late a cancellation is seen when its event was
 * lost.
 */
const beatMs = 1_000;
/** How often the best result so far is written, at most, because it is large. */
const keepBestMs = 2_000;

/**
 * Keeps the record of a task and its worker in touch: says that the worker lives and how far it is, and hears
 * when it has to stop.
 */
export class Pulse<P extends { readonly best?: unknown }> {
  readonly #interruption = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;
  #running: Promise<void> | null = null;
  #isAsked = false;
  #progress: P | null = null;
  #best: P['best'] | null = null;
  #sequence = 0;
  #toldMs = -Infinity;
  #keptMs = -Infinity;

  constructor(
    private readonly ctx: Context,
    private readonly holder: Holder,
    private readonly told: {
      records: TaskRecords;
      /** Writes where the task stands. */
      report: (progress: P) => Promise<Answer | null>;
    },
  ) {}

  /** Aborted when work has to end; its reason is an `Interruption`. */
  get interruption(): AbortSignal {
    return this.#interruption.signal;
  }

  interrupt(reason: Interruption): void {
    this.#interruption.abort(reason);
  }

  /** Keeps in touch while work is done; `stopping` interrupts it. */
  async during(stopping: AbortSignal, work: () => Promise<void>): Promise<void> {
    const stop = (): void => this.interrupt('stopping');
    stopping.addEventListener('abort', stop);
    if (stopping.aborted) stop();
    this.#start();
    try {
      await work();
    } finally {
      stopping.removeEventListener('abort', stop);
      await this.stop();
    }
  }

  #start(): void {
    this.#timer = setInterval(() => this.#touch(), reportMs);
    this.#unlisten = this.ctx.app.bus.listen(this.told.records.topic, (event) => {
      if (!this.#isNews(event)) return;
      this.#isAsked = true;
      this.#touch();
    });
  }

  /** Remembers where the work stands; it is written soon. */
  report(progress: P): void {
    this.#progress = { ...progress, best: undefined };
    this.#best = progress.best ?? this.#best;
  }

  /** Says no more, and waits until what is being said was said. */
  async stop(): Promise<void> {
    this.#isAsked = false;
    clearInterval(this.#timer);
    this.#unlisten?.();
    await this.#running;
  }

  #isNews({ id, sequence }: BusEvent): boolean {
    return sequence === readAgain || (id === this.holder.id && sequence > this.#sequence);
  }

  #touch(): void {
    const isDue = this.#isAsked || this.#progress !== null || performance.now() - this.#toldMs >= beatMs;
    if (this.#running || !isDue) return;
    this.#isAsked = false;
    this.#running = this.#tell()
      .catch((error: unknown) => {
        this.ctx.app.log.warn(
          { err: loggable(error), taskId: this.holder.id },
          'the record of a task could not be reached',
        );
      })
      .finally(() => {
        this.#running = null;
        if (this.#isAsked) this.#touch();
      });
  }

  async #tell(): Promise<void> {
    this.#toldMs = performance.now();
    const progress = this.#takeProgress();
    const answer = progress
      ? await this.told.report(progress)
      : await this.told.records.beat(this.ctx, this.holder);
    if (!answer) return this.interrupt('lost');
    this.#sequence = answer.sequence;
    if (answer.isCancelled) this.interrupt('cancelled');
  }

  /** What is to be written now; a best that comes too soon after the last one waits for the next time. */
  #takeProgress(): P | null {
    const progress = this.#progress;
    if (!progress) return null;
    this.#progress = null;
    const now = performance.now();
    if (!this.#best || now - this.#keptMs < keepBestMs) return progress;
    const best = this.#best;
    this.#best = null;
    this.#keptMs = now;
    return { ...progress, best };
  }
}
