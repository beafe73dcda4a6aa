import { logRepeated } from '../schema/outages.js';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { EventBus, ExecuteSql } from '../database/event-bus.js';
import type { JobHandler, JobQueue } from '../data/job-queue.js';

/** Connections of the queue besides the one that listens. */
const connectionsMax = 3;
export const jobConnectionsMax = connectionsMax + 1;
/**
 * A safety net only: NOTIFY announces jobs, and the worker's monitor finds those whose notification was lost.
 */
const pollSeconds = 2;
const pollSecondsBesideNotify = 5;
/** Longer than any job; nothing depends on it, because the task's own record is watched. */
const expireSeconds = 2 * 60 * 60;
const keptSecondsAfterwards = 24 * 60 * 60;

/** Solve a semester, search for one part of that, import a workbook, send a mail. */
const names = ['scheduling', 'search', 'import', 'export', 'mail'];

interface QueueOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly bus: EventBus;
}

/** What pg-boss tells of an error is a copy, which has its message and stack but is none itself. */
const asError = (told: Error): Error =>
  told instanceof Error ? told : Object.assign(new Error(), told as Error);

/** The job queue on PostgreSQL: pg-boss in its own schema. */
class BossQueue implements JobQueue {
  private constructor(private readonly boss: PgBoss) {}

  /** Connects, and creates missing schemas and queues. */
  static async open({ databaseUrl, ...told }: QueueOptions): Promise<BossQueue> {
    const boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'class-scheduling-jobs',
      schema: 'pgboss',
      max: connectionsMax,
      schedule: false,
      useListenNotify: true,
    });
    boss.on('error', (error) => logRepeated(told, asError(error), 'the job queue met an error'));
    await boss.start();
    for (const name of names) {
      await boss.createQueue(name, {
        // At most one waiting job for each task, although another may still be marked as running by a worker
        // that crashed.
        policy: 'short',
        notify: true,
        // The records of tasks and mails decide about retries.
        retryLimit: 0,
        expireInSeconds: expireSeconds,
        deleteAfterSeconds: keptSecondsAfterwards,
      });
    }
    return new BossQueue(boss);
  }

  async send(name: string, id: string, execute?: ExecuteSql): Promise<void> {
    const db = execute && {
      executeSql: async (sql: string, values: unknown[] = []) => ({
        rows: (await execute(sql, values)) as unknown[],
      }),
    };
    await this.boss.send(name, { id }, { singletonKey: id, ...(db && { db }) });
  }

  async work(name: string, handler: JobHandler): Promise<() => Promise<void>> {
    const stopping = new AbortController();
    const polling = {
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSecondsBesideNotify,
    };
    const worker: { id?: string } = {};
    worker.id = await this.boss.work<{ id: string }>(name, polling, async ([job]) => {
      try {
        await handler(job.data.id, stopping.signal);
      } finally {
        // Otherwise the next waiting job would be fetched only after a whole polling interval.
        if (worker.id !== undefined) this.boss.notifyWorker(worker.id);
      }
    });
    return async () => {
      stopping.abort();
      await this.boss.offWork(name, { id: worker.id, wait: true });
    };
  }

  async check(): Promise<void> {
    await this.boss.schemaVersion();
  }

  async counts() {
    const queues = await this.boss.getQueues(names);
    return queues.map(({ name, queuedCount, activeCount, failedCount }) => ({
      queue: name,
      waiting: queuedCount,
      active: activeCount,
      failed: failedCount,
    }));
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

/** Opens the job queue on a migrated database. Processes that start at the same time wait for each other. */
export const startJobQueue = (options: QueueOptions): Promise<JobQueue> => BossQueue.open(options);
