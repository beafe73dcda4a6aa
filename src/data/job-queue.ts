import type { ExecuteSql } from '../database/event-bus.js';

/** Names of the jobs and what each is given. */
export interface Jobs {
  /** Solve a semester. */
  scheduling: { taskId: string };
  /** Import a workbook. */
  import: { taskId: string };
  /** Send the mails that wait. */
  mail: { mailId: string };
}
export type JobName = keyof Jobs;

/**
 * Does one job. When `stopping` is aborted the process wants to end, and the job should be left in good order
 * soon.
 */
export type JobHandler<N extends JobName> = (job: Jobs[N], stopping: AbortSignal) => Promise<void>;

/** Work that is done after the request, by this or another process. */
export interface JobQueue {
  /**
   * Queues a job. With `statementsIn` of a transaction it exists if and only if that commits. A job that
   * waits for the same subject already is not queued again.
   */
  send<N extends JobName>(name: N, job: Jobs[N], execute?: ExecuteSql): Promise<void>;
  /** Takes jobs, one at a time. The answer takes no more and resolves when the running one has ended. */
  work<N extends JobName>(name: N, handler: JobHandler<N>): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
