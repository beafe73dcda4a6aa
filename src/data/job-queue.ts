import type { ExecuteSql } from '../database/event-bus.js';

/**
 * Does the job of a record. When `stopping` is aborted, the process is shutting down, and the job should soon
 * stop in a consistent state.
 */
export type JobHandler = (id: string, stopping: AbortSignal) => Promise<void>;

/** Queue of work that this or another process does after the request. */
export interface JobQueue {
  /**
   * Queues a job for the record of a task or mail. With `statementsIn` of a transaction, the job exists if
   * and only if that commits. A record has at most one waiting job.
   */
  send(name: string, id: string, execute?: ExecuteSql): Promise<void>;
  /** Starts taking jobs, one at a time. The returned function stops this, after the running job has ended. */
  work(name: string, handler: JobHandler): Promise<() => Promise<void>>;
  /** @throws Error when the queue cannot be reached */
  check(): Promise<void>;
  /** How many jobs each queue has, as counted within the last minute. */
  counts(): Promise<{ queue: string; waiting: number; active: number; failed: number }[]>;
  close(): Promise<void>;
}
