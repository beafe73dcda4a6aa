import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { snakeCase } from '../columns.js';
import { TaskStatus } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';
import type { Context } from '../context.js';
import { isKnownProcess } from '../../database/notifications.js';
import type { Task } from './task.js';
import { statementsIn, transaction } from '../transaction.js';

/** Seconds without a heartbeat after which a worker counts as dead, whatever is known of its process. */
export const heartbeatSecondsMax = 10;
/** Seconds without a heartbeat after which it is dead if the database has lost its process. */
const silenceSeconds = 2;
/** How long after an outage the others get to show that they are there. */
const settlingMs = 3_000;

const finalStatuses: readonly TaskStatus[] = [TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED];

/** Whether the task is in a final status. */
export const hasEnded = ({ status }: { readonly status: TaskStatus }): boolean =>
  finalStatuses.includes(status);

/** SQL: whether task `t` had no heartbeat for so many seconds in which the database could have taken one. */
function isSilentFor(seconds: number): string {
  return `greatest(t.heartbeat_at, pg_postmaster_start_time())
    < clock_timestamp() - interval '${seconds} seconds'`;
}

/**
 * What followers of a task are told beside its figures: that it goes on, although whatever worked on it is
 * gone. Null when there is nothing to tell.
 */
export function takeoverOf(task: Pick<Task, 'status' | 'crashes'>): Text | null {
  const { status, crashes } = task;
  if (crashes === 0 || status !== TaskStatus.RUNNING) return null;
  return {
    zh: `执行该任务的进程或线程已 ${crashes} 次意外终止或失去数据库连接，现由另一个接手继续`,
    en:
      `A process or thread that worked on this task has ended unexpectedly, or lost the database ` +
      `(${crashes}×). Another one has taken over and goes on with it.`,
  };
}

/** The claim of a worker on a task, required for every write. */
export interface Holder {
  readonly id: string;
  readonly fence: number;
}

/** The claim on a task of a person. */
export interface PersonalClaim extends Holder {
  readonly requestedBy: string | null;
  readonly crashes: number;
  readonly isCancelled: boolean;
}

/** The state of the record, returned to a worker that still holds the task. */
export interface Answer {
  readonly sequence: number;
  readonly isCancelled: boolean;
}

/** Thrown where a task turns out to be cancelled or taken over, to roll back what its result stores. */
export class TaskEndedError extends Error {
  constructor(readonly reason: 'cancelled' | 'lost') {
    super(`The task was ${reason}.`);
    this.name = 'TaskEndedError';
  }
}

/** New values by column; undefined leaves a column unchanged. Documents are JSON text, or in bytes. */
type RecordValue = string | number | boolean | Buffer | null;
type RecordValues = Readonly<Record<string, RecordValue | undefined>>;

/**
 * A worker is dead when it has been silent for long; or for a moment, and the database has lost its process,
 * as it does at once when one is killed. A process that is held up, or a database that restarts, is not dead.
 */
export const isAbandoned = `(t.status = 'RUNNING' and
  (${isSilentFor(heartbeatSecondsMax)} or ${isSilentFor(silenceSeconds)} and t.worker is not null
    and t.heartbeat_at > pg_postmaster_start_time() and not ${isKnownProcess('t.worker')}))`;
const isHeld = `id = $1 and fence = $2 and status = 'RUNNING'`;
/** Part of every update that subscribers are notified of. */
export const sequenceIncrement = 'sequence = sequence + 1, version = version + 1';
/** Part of every update that ends the claim of the worker. */
export const claimRelease = 'fence = fence + 1, heartbeat_at = null';
const answerColumns = 'sequence, cancel_requested_at is not null as "isCancelled"';

/**
 * Reads and writes the records of one kind of task, as far as all kinds are alike. The record is the source
 * of truth: every claim issues a new fencing token, which all later writes must present, so that a worker
 * that was presumed dead cannot change anything when it resumes. All times are those of the database.
 */
export class TaskRecords {
  /**
   * @param kind `line`: the column whose equals run one after the other; whose turn it is among those that
   * wait goes by persons (`requested_by_id`)
   */
  constructor(
    private readonly kind: { table: string; noun: Text; topic: string; job: string; line?: string },
  ) {}

  /**
   * Claims a task that is queued or whose worker died; with `isCancelled` only to cancel it. Null if another
   * worker holds it or it has ended.
   * @param id null: the task, of all lines, whose turn it is
   * @param columns additional columns to return
   * @param stage the first stage of the work, of kinds that have any
   */
  async claim<C>(
    ctx: Context,
    id: string | null,
    { columns, stage, isCancelled = false }: { columns: string; stage?: string; isCancelled?: boolean },
  ): Promise<(C & Holder & { isCancelled: boolean; crashes: number }) | null> {
    const { table } = this.kind;
    const claimed = ctx.em.execute<(C & Holder & Answer & { crashes: number })[]>(
      `update ${table} set status = 'RUNNING', ${stage ? 'stage = $4,' : ''} fence = fence + 1,
         heartbeat_at = clock_timestamp(), worker = $3,
         started_at = coalesce(started_at, clock_timestamp()), crashes = crashes + (status = 'RUNNING')::int,
         cancel_requested_at = case when $2 then clock_timestamp() else cancel_requested_at end,
         ${sequenceIncrement}
       where id = (${this.#turn})
       returning id, fence, crashes, ${answerColumns}, ${columns}`,
      [id, isCancelled, ctx.app.bus.process, ...(stage ? [stage] : [])],
    );
    const [row] = await claimed.catch((error: unknown) => {
      // Two tasks of one line began at the same moment, and the database refused one of them.
      if (error instanceof UniqueConstraintViolationException) return [];
      throw error;
    });
    if (row) await this.#publish(ctx, row.id, row.sequence);
    return row ?? null;
  }

  /** The task $1, or where it is null any, if it may be claimed. */
  get #turn(): string {
    const { table, line } = this.kind;
    const isWanted = '($1::uuid is null or t.id = $1)';
    if (!line) {
      return `select t.id from ${table} t where ${isWanted} and (t.status = 'QUEUED' or ${isAbandoned})
        order by t.status = 'RUNNING' desc, t.started_at is null, (
          select max(o.started_at) from ${table} o where o.requested_by_id = t.requested_by_id) nulls first,
          t.created_at, t.id limit 1 for update skip locked`;
    }
    return `select t.id from ${table} t left join (${this.waiting}) w on w.id = t.id
      where ${isWanted} and (${isAbandoned} or t.status = 'QUEUED' and w.place = 1 and not exists (
        select from ${table} o where o.${line} = t.${line} and o.status = 'RUNNING'))
      order by t.status = 'RUNNING' desc, w.is_new, w.last_start nulls first, t.created_at, t.id
      limit 1 for update of t skip locked`;
  }

  /**
   * The tasks that wait, with their place in their line: first what was interrupted, then persons in turn,
   * the one first whose last task, of any line, began longest ago.
   */
  get waiting(): string {
    const { table, line } = this.kind;
    return `
      select id, row_number() over (partition by line
        order by is_new, round, last_start nulls first, first_at, created_at, id) as place, is_new, last_start
      from (
        select q.id, q.${line} as line, q.created_at, q.started_at is null as is_new,
          row_number() over (own order by q.started_at is not null desc, q.created_at, q.id) as round,
          min(q.created_at) over own as first_at, p.last_start
        from ${table} q left join (
          select requested_by_id, max(started_at) as last_start from ${table}
          where requested_by_id in (select requested_by_id from ${table} where status = 'QUEUED')
            or requested_by_id is null
          group by 1) p on p.requested_by_id is not distinct from q.requested_by_id
        where q.status = 'QUEUED'
        window own as (partition by q.${line}, q.requested_by_id)) q`;
  }

  /** Ends a task that waits. False if it runs or has ended. */
  withdraw(ctx: Context, id: string): Promise<boolean> {
    return transaction(ctx, async (em) => {
      const [row] = await em.execute<{ sequence: number }[]>(
        `update ${this.kind.table} set status = 'CANCELLED', cancel_requested_at = clock_timestamp(),
           finished_at = clock_timestamp(), ${claimRelease}, ${sequenceIncrement}
         where id = $1 and status = 'QUEUED' returning sequence`,
        [id],
      );
      if (!row) return false;
      await this.notify(ctx, em, id, row.sequence);
      await this.queueNext(ctx, em, id);
      return true;
    });
  }

  /** Queues the job of the task whose turn it is after another one of its line. */
  async queueNext(ctx: Context, em: EntityManager, after: string): Promise<void> {
    const { table, line } = this.kind;
    if (!line) return;
    const [next] = await em.execute<{ id: string }[]>(
      `select w.id from (${this.waiting}) w join ${table} t on t.id = w.id
       where w.place = 1 and t.${line} = (select ${line} from ${table} where id = $1)`,
      [after],
    );
    if (next) await this.queue(ctx, em, next.id);
  }

  /** Records a heartbeat. Null if the worker no longer holds the task. */
  async beat(ctx: Context, { id, fence }: Holder): Promise<Answer | null> {
    const [row] = await ctx.em.execute<Answer[]>(
      `update ${this.kind.table} set heartbeat_at = clock_timestamp()
        where ${isHeld} returning ${answerColumns}`,
      [id, fence],
    );
    return row ?? null;
  }

  /** Records progress, which is also a heartbeat. Null if the worker no longer holds the task. */
  async report(ctx: Context, { id, fence }: Holder, values: RecordValues): Promise<Answer | null> {
    const { sets, parameters } = assignments(values);
    const [row] = await ctx.em.execute<Answer[]>(
      `update ${this.kind.table} set ${sets} heartbeat_at = clock_timestamp(),
        ${sequenceIncrement} where ${isHeld} returning ${answerColumns}`,
      [id, fence, ...parameters],
    );
    if (row) await this.#publish(ctx, id, row.sequence);
    return row ?? null;
  }

  /** Saves values without notifying subscribers. False if the worker no longer holds the task. */
  async save(ctx: Context, { id, fence }: Holder, values: RecordValues): Promise<boolean> {
    const { sets, parameters } = assignments(values);
    const rows = await ctx.em.execute<object[]>(
      `update ${this.kind.table} set ${sets} heartbeat_at = clock_timestamp() where ${isHeld} returning id`,
      [id, fence, ...parameters],
    );
    return rows.length > 0;
  }

  /** Counts a crash and returns their number. Null if the worker no longer holds the task. */
  async countCrash(ctx: Context, { id, fence }: Holder): Promise<number | null> {
    const [row] = await ctx.em.execute<{ crashes: number }[]>(
      `update ${this.kind.table} set crashes = crashes + 1, heartbeat_at = clock_timestamp()
        where ${isHeld} returning crashes`,
      [id, fence],
    );
    return row?.crashes ?? null;
  }

  /** Locks the record, to end the task in a transaction. Null if the worker no longer holds the task. */
  async lock(em: EntityManager, { id, fence }: Holder): Promise<Answer | null> {
    const [row] = await em.execute<Answer[]>(
      `select ${answerColumns} from ${this.kind.table} where ${isHeld} for update`,
      [id, fence],
    );
    return row ?? null;
  }

  /** Returns the task to the queue at shutdown. False if the worker no longer holds it. */
  handBack(ctx: Context, holder: Holder, values: RecordValues = {}): Promise<boolean> {
    return transaction(ctx, async (em) => {
      if (!(await this.release(ctx, em, holder, 'QUEUED', values))) return false;
      await this.queue(ctx, em, holder.id);
      return true;
    });
  }

  /** Ends the task as failed. False if the worker no longer holds it. */
  fail(ctx: Context, holder: Holder, reason: Text, values: RecordValues = {}): Promise<boolean> {
    return transaction(ctx, (em) =>
      this.release(ctx, em, holder, 'FAILED', { failureZh: reason.zh, failureEn: reason.en, ...values }),
    );
  }

  /** Releases the task with a new status, in a transaction. False if the worker no longer holds it. */
  async release(
    ctx: Context,
    em: EntityManager,
    { id, fence }: Holder,
    status: 'QUEUED' | 'COMPLETED' | 'FAILED' | 'CANCELLED',
    values: RecordValues = {},
  ): Promise<boolean> {
    const { sets, parameters } = assignments({ status, ...values });
    const finish = status === 'QUEUED' ? '' : 'finished_at = clock_timestamp(),';
    const [row] = await em.execute<{ sequence: number }[]>(
      `update ${this.kind.table} set ${sets} ${finish} ${claimRelease}, ${sequenceIncrement}
        where ${isHeld} returning sequence`,
      [id, fence, ...parameters],
    );
    if (row) await this.notify(ctx, em, id, row.sequence);
    if (row && status !== 'QUEUED') await this.queueNext(ctx, em, id);
    return row !== undefined;
  }

  /** Requests the cancellation of a running task. @throws OPERATION_INVALID when the task has ended */
  async requestCancellation(ctx: Context, id: string): Promise<void> {
    const { table, noun } = this.kind;
    await transaction(ctx, async (em) => {
      const [task] = await em.execute<{ status: TaskStatus; isAsked: boolean }[]>(
        `select status, cancel_requested_at is not null as "isAsked" from ${table} where id = $1 for update`,
        [id],
      );
      if (hasEnded(task)) {
        throw new DomainError('OPERATION_INVALID', {
          zh: `${noun.zh}已经结束（${task.status}），无法取消`,
          en: `The task has ended already: it is ${task.status}.`,
        });
      }
      if (task.isAsked) return;
      const [{ sequence }] = await em.execute<{ sequence: number }[]>(
        `update ${table} set cancel_requested_at = clock_timestamp(), ${sequenceIncrement}
          where id = $1 returning sequence`,
        [id],
      );
      await this.notify(ctx, em, id, sequence);
    });
  }

  /** Queues every task that waits; those that are already in the queue are not queued twice. */
  queueForgotten(ctx: Context): Promise<void> {
    const { line } = this.kind;
    // A job wakes a worker for whatever has its turn: one for each line is enough.
    const isDue = line
      ? `t.id in (select id from (${this.waiting}) w where w.place = 1)`
      : `t.status = 'QUEUED'`;
    return this.#queueAll(ctx, isDue);
  }

  /** Queues every task whose worker died. */
  async queueAbandoned(ctx: Context): Promise<void> {
    if (performance.now() - ctx.app.bus.connectedSinceMs < settlingMs) return;
    await this.#queueAll(ctx, isAbandoned);
  }

  async #queueAll(ctx: Context, condition: string): Promise<void> {
    const { table, job } = this.kind;
    const rows = await ctx.em.execute<{ id: string }[]>(
      `select t.id from ${table} t where ${condition} order by t.id`,
    );
    for (const { id } of rows) await ctx.app.jobs.send(job, id);
  }

  /** Queues the job of a task, if the transaction commits. */
  queue(ctx: Context, em: EntityManager, taskId: string): Promise<void> {
    return ctx.app.jobs.send(this.kind.job, taskId, statementsIn(em));
  }

  /** Notifies the subscribers of a task, if the transaction commits. */
  notify(ctx: Context, em: EntityManager, id: string, sequence: number): Promise<void> {
    return ctx.app.bus.publish(this.kind.topic, { id, sequence }, statementsIn(em));
  }

  get topic(): string {
    return this.kind.topic;
  }

  #publish(ctx: Context, id: string, sequence: number): Promise<void> {
    return ctx.app.bus.publish(this.kind.topic, { id, sequence });
  }
}

/**
 * SQL such as `status = $3, stage = $4,`, numbered after the parameters of `isHeld`, with the defined values.
 */
function assignments(values: RecordValues): {
  sets: string;
  parameters: RecordValue[];
} {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    sets: entries.map(([name], at) => `${snakeCase(name)} = $${at + 3},`).join(' '),
    parameters: entries.map(([, value]) => value as RecordValue),
  };
}
