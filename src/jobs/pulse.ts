import { logRepeated } from '../schema/outages.js';
import { readAgain, type BusEvent } from '../database/event-bus.js';
import type { Context } from '../data/context.js';
import type { Answer, Holder, TaskRecords } from '../data/tasks/task.queries.js';

/**
 * Why a task has to stop early: it was cancelled, this process shuts down, or another worker has taken it
 * over.
 */
type Interruption = 'cancelled' | 'stopping' | 'lost';

/** How many crashes of workers or solver threads a task or search survives before it fails. */
export const crashesMax = 3;
/** Shortest interval between two writes of the progress. */
const reportMs = 500;
/** Interval of the heartbeat, and so the longest delay of a cancellation whose event was lost. */
const beatMs = 1_000;
/** Shortest interval between two writes of the best result so far, which is large. */
const keepBestMs = 2_000;

/**
 * Connects a running task with its record: writes heartbeat and progress, and learns when the task has to
 * stop.
 */
export class Pulse<P extends { readonly best?: unknown }> {
  readonly #interruption = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;
  #running: Promise<void> | null = null;
  #isUrgent = false;
  #progress: P | null = null;
  #best: P['best'] | null = null;
  #sequence = 0;
  #writtenMs = -Infinity;
  #bestWrittenMs = -Infinity;

  constructor(
    private readonly ctx: Context,
    private readonly holder: Holder,
    private readonly task: {
      records: TaskRecords;
      /** Writes the progress; null when another worker has taken the task over. */
      report: (progress: P) => Promise<Answer | null>;
    },
  ) {}

  /** Aborted when the work has to stop; its reason is an `Interruption`. */
  get interruption(): AbortSignal {
    return this.#interruption.signal;
  }

  interrupt(reason: Interruption): void {
    this.#interruption.abort(reason);
  }

  /** Runs the work with heartbeats; aborting `stopping` interrupts it. */
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
    this.#timer = setInterval(() => this.#writeIfDue(), reportMs);
    this.#unlisten = this.ctx.app.bus.listen(this.task.records.topic, (event) => {
      if (!this.#isNews(event)) return;
      this.#isUrgent = true;
      this.#writeIfDue();
    });
  }

  /** Keeps the progress for the next write. */
  report(progress: P): void {
    this.#progress = { ...progress, best: undefined };
    this.#best = progress.best ?? this.#best;
  }

  /** From now on writes only signs of life, and waits for a write that is under way. */
  async onlyBeat(): Promise<void> {
    this.#progress = null;
    this.#best = null;
    await this.#running;
  }

  /** Stops writing, and waits for a write that is under way. */
  async stop(): Promise<void> {
    this.#isUrgent = false;
    clearInterval(this.#timer);
    this.#unlisten?.();
    await this.#running;
  }

  #isNews({ id, sequence }: BusEvent): boolean {
    return sequence === readAgain || (id === this.holder.id && sequence > this.#sequence);
  }

  #writeIfDue(): void {
    const isDue = this.#isUrgent || this.#progress !== null || performance.now() - this.#writtenMs >= beatMs;
    if (this.#running || !isDue) return;
    this.#isUrgent = false;
    this.#running = this.#write()
      .catch((error: unknown) => {
        logRepeated(this.ctx.app, error, 'the record of a task could not be reached', {
          taskId: this.holder.id,
        });
      })
      .finally(() => {
        this.#running = null;
        if (this.#isUrgent) this.#writeIfDue();
      });
  }

  async #write(): Promise<void> {
    this.#writtenMs = performance.now();
    const progress = this.#takeProgress();
    const answer = progress
      ? await this.task.report(progress)
      : await this.task.records.beat(this.ctx, this.holder);
    if (!answer) return this.interrupt('lost');
    this.#sequence = answer.sequence;
    if (answer.isCancelled) this.interrupt('cancelled');
  }

  /** The progress to write now; a best result too soon after the last one is left for a later write. */
  #takeProgress(): P | null {
    const progress = this.#progress;
    if (!progress) return null;
    this.#progress = null;
    const now = performance.now();
    if (!this.#best || now - this.#bestWrittenMs < keepBestMs) return progress;
    const best = this.#best;
    this.#best = null;
    this.#bestWrittenMs = now;
    return { ...progress, best };
  }
}
