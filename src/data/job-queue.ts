import type { ExecuteSql } from '../database/event-bus.js';

/**
 * Does the job of a record. When `stopping` is aborted the process wants to end, and the job should be left
 * in good order soon.
 */
export type JobHandler = (id: string, stopping: AbortSignal) => Promise<void>;

/** Work that is done after the request, by this or another process. */
export interface JobQueue {
  /**
   * Queues a job for the record of a task or mail. With `statementsIn` of a transaction it exists if and only
   * if that commits. A job that waits for the same record already is not queued again.
   */
  send(name: string, id: string, execute?: ExecuteSql): Promise<void>;
  /** Takes jobs, one at a time. The answer takes no more and resolves when the running one has ended. */
  work(name: string, handler: JobHandler): Promise<() => Promise<void>>;
  /** @throws when the queue cannot be reached now. */
  check(): Promise<void>;
  close(): Promise<void>;
}
