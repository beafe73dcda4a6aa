import type { EntityManager } from '@mikro-orm/postgresql';
import { snakeCase } from './columns.js';
import { TaskStatus } from '../schema/enums.js';
import { DomainError } from '../schema/errors.js';
import type { Text } from '../schema/texts.js';
import type { Context } from './context.js';
import { statementsIn, transaction } from './transaction.js';

/** Seconds without a heartbeat after which a worker counts as dead. */
export const heartbeatSecondsMax = 10;

const ended: readonly TaskStatus[] = [TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED];

/** Whether nothing more happens to the task. */
export const hasEnded = ({ status }: { readonly status: TaskStatus }): boolean => ended.includes(status);

/** Who holds a task: what every write has to name. */
export interface Holder {
  readonly id: string;
  readonly fence: number;
}

/** What the record answers to a worker that still holds the task. */
export interface Answer {
  readonly sequence: number;
  readonly isCancelled: boolean;
}

/** Columns of a record with their new values; what is undefined stays. Documents are given as text. */
export type RecordValues = Readonly<Record<string, string | number | null | undefined>>;

const isDead =
  `(status = 'RUNNING' and heartbeat_at < clock_timestamp() - interval ` +
  `'${heartbeatSecondsMax} seconds')`;
const held = `id = $1 and fence = $2 and status = 'RUNNING'`;
/** Every change that followers see. */
export const moved = 'sequence = sequence + 1, version = version + 1';
/** Ends whoever holds the task. */
export const released = 'fence = fence + 1, heartbeat_at = null';
const answered = 'sequence, cancel_requested_at is not null as "isCancelled"';

/**
 * The records of the tasks of one kind, as far as all kinds are the same. The record is the truth: whoever
 * claims a task gets a new fencing token, and every later write names the token, so that a worker that was
 * given up, but wakes again, changes nothing. All clocks are the database's.
 */
export class TaskRecords {
  constructor(private readonly kind: { table: string; noun: Text; topic: string; job: string }) {}

  /**
   * Takes a task that waits, or whose worker died; with `isCancelled` only to end it. Null when somebody else
   * has it, or nothing is left to do.
   * @param columns what is read of the record beside its holder
   * @param stage the stage in which work begins
   */
  async claim<C>(
    ctx: Context,
    id: string,
    { columns, stage, isCancelled = false }: { columns: string; stage: string; isCancelled?: boolean },
  ): Promise<(C & Holder & { isCancelled: boolean; crashes: number }) | null> {
    const { table } = this.kind;
    const [row] = await ctx.em.execute<(C & Holder & Answer & { crashes: number })[]>(
      `update ${table} set status = 'RUNNING', stage = $2, fence = fence + 1, heartbeat_at =
        clock_timestamp(),
         started_at = coalesce(started_at, clock_timestamp()), crashes = crashes + (status = 'RUNNING')::int,
         cancel_requested_at = case when $3 then clock_timestamp() else cancel_requested_at end, ${moved}
       where id = (select id from ${table} where id = $1 and (status = 'QUEUED' or ${isDead})
       for update skip locked)
       returning id, fence, crashes, ${answered}, ${columns}`,
      [id, stage, isCancelled],
    );
    if (row) await this.#publish(ctx, id, row.sequence);
    return row ?? null;
  }

  /** Says that the worker lives. Null when the task is not its own any more. */
  async beat(ctx: Context, { id, fence }: Holder): Promise<Answer | null> {
    const [row] = await ctx.em.execute<Answer[]>(
      `update ${this.kind.table} set heartbeat_at = clock_timestamp() where ${held} returning ${answered}`,
      [id, fence],
    );
    return row ?? null;
  }

  /** Reports where the task stands, which is also a heartbeat. Null when the task is not its own any more. */
  async report(ctx: Context, { id, fence }: Holder, values: RecordValues): Promise<Answer | null> {
    const { sets, given } = assignments(values);
    const [row] = await ctx.em.execute<Answer[]>(
      `update ${this.kind.table} set ${sets} heartbeat_at = clock_timestamp(),
        ${moved} where ${held} returning ${answered}`,
      [id, fence, ...given],
    );
    if (row) await this.#publish(ctx, id, row.sequence);
    return row ?? null;
  }

  /** Keeps what followers do not see. False when the task is not its own any more. */
  async keep(ctx: Context, { id, fence }: Holder, values: RecordValues): Promise<boolean> {
    const { sets, given } = assignments(values);
    const rows = await ctx.em.execute<object[]>(
      `update ${this.kind.table} set ${sets} heartbeat_at = clock_timestamp() where ${held} returning id`,
      [id, fence, ...given],
    );
    return rows.length > 0;
  }

  /** Notes that the work died, and how often it did so far. Null when the task is not its own any more. */
  async noteCrash(ctx: Context, { id, fence }: Holder): Promise<number | null> {
    const [row] = await ctx.em.execute<{ crashes: number }[]>(
      `update ${this.kind.table} set crashes = crashes + 1, heartbeat_at = clock_timestamp()
        where ${held} returning crashes`,
      [id, fence],
    );
    return row?.crashes ?? null;
  }

  /**
   * Locks the record for the end of the task within a transaction. Null when it is not the holder's any more.
   */
  async lock(em: EntityManager, { id, fence }: Holder): Promise<Answer | null> {
    // A process that is frozen in here must not block those who take over from it.
    await em.execute(`set local idle_in_transaction_session_timeout = '5s'`);
    const [row] = await em.execute<Answer[]>(
      `select ${answered} from ${this.kind.table} where ${held} for update`,
      [id, fence],
    );
    return row ?? null;
  }

  /** Gives the task back to the queue, because this process ends. False when it is not its own any more. */
  handBack(ctx: Context, holder: Holder, values: RecordValues = {}): Promise<boolean> {
    return transaction(ctx, async (em) => {
      if (!(await this.release(ctx, em, holder, 'QUEUED', values))) return false;
      await this.queue(ctx, em, holder.id);
      return true;
    });
  }

  /** Ends the task without a result. False when it is not its own any more. */
  fail(ctx: Context, holder: Holder, reason: Text, values: RecordValues = {}): Promise<boolean> {
    return transaction(ctx, (em) =>
      this.release(ctx, em, holder, 'FAILED', { failureZh: reason.zh, failureEn: reason.en, ...values }),
    );
  }

  /** Lets go of the task in a state, within a transaction. False when it is not the holder's any more. */
  async release(
    ctx: Context,
    em: EntityManager,
    { id, fence }: Holder,
    status: 'QUEUED' | 'COMPLETED' | 'FAILED' | 'CANCELLED',
    values: RecordValues = {},
  ): Promise<boolean> {
    const { sets, given } = assignments({ status, ...values });
    const ended = status === 'QUEUED' ? '' : 'finished_at = clock_timestamp(),';
    const [row] = await em.execute<{ sequence: number }[]>(
      `update ${this.kind.table} set ${sets} ${ended} ${released}, ${moved} where ${held} returning sequence`,
      [id, fence, ...given],
    );
    if (row) await this.tell(ctx, em, id, row.sequence);
    return row !== undefined;
  }

  /** Asks the worker of a running task to stop. @throws OPERATION_INVALID when the task has ended */
  async askToStop(ctx: Context, id: string): Promise<void> {
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
        `update ${table} set cancel_requested_at = clock_timestamp(), ${moved} where id = $1 returning
          sequence`,
        [id],
      );
      await this.tell(ctx, em, id, sequence);
    });
  }

  /**
   * Queues every task that waits or whose worker died; one that waits in the queue already is not queued
   * twice.
   */
  async queueForgotten(ctx: Context): Promise<void> {
    const { table, job } = this.kind;
    const rows = await ctx.em.execute<{ id: string }[]>(
      `select id from ${table} where status = 'QUEUED' or ${isDead} order by id`,
    );
    for (const { id } of rows) await ctx.app.jobs.send(job, id);
  }

  /** Queues the job of a task with the transaction. */
  queue(ctx: Context, em: EntityManager, taskId: string): Promise<void> {
    return ctx.app.jobs.send(this.kind.job, taskId, statementsIn(em));
  }

  /** Tells the followers of a task, if the transaction commits. */
  tell(ctx: Context, em: EntityManager, id: string, sequence: number): Promise<void> {
    return ctx.app.bus.publish(this.kind.topic, { id, sequence }, statementsIn(em));
  }

  get topic(): string {
    return this.kind.topic;
  }

  #publish(ctx: Context, id: string, sequence: number): Promise<void> {
    return ctx.app.bus.publish(this.kind.topic, { id, sequence });
  }
}

/** `status = $3, stage = $4, ` after those of `held`, and the values, without those that are undefined. */
function assignments(values: RecordValues): { sets: string; given: (string | number | null)[] } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    sets: entries.map(([name], at) => `${snakeCase(name)} = $${at + 3},`).join(' '),
    given: entries.map(([, value]) => value as string | number | null),
  };
}
