/** Names of the jobs and what each is given. */
export interface Jobs {
  /** Solve a semester. */
  scheduling: { taskId: string };
  /** Send the mails that wait. */
  mail: { mailId: string };
}

/** Work that is done after the request, by this or another process. */
export interface JobQueue {
  /** Queues a job inside the caller's transaction: it exists if and only if the transaction commits. */
  send<N extends keyof Jobs>(name: N, job: Jobs[N], execute: (sql: string, values: unknown[]) => Promise<unknown>): Promise<void>;
}
