import type { EntityManager } from '@mikro-orm/postgresql';
import { TaskStage } from '../../schema/enums.js';
import type { Text } from '../../schema/texts.js';
import type { Context } from '../context.js';
import { statementsIn, transaction } from '../transaction.js';
import type { Place } from './problem.js';
import type { Snapshot } from './snapshot.js';

/**
 * What a worker reads and writes of the record of its task. The record is the truth: whoever claims a task gets a new
 * fencing token, and every later write names the token, so that a worker that was given up, but wakes again, changes
 * nothing. All clocks are the database's.
 */

/** Seconds without a heartbeat after which a worker counts as dead. */
export const heartbeatSecondsMax = 10;

/** Who holds a task: what every write has to name. */
export interface Holder {
  readonly id: string;
  readonly fence: number;
}

/** A task that this worker holds now. */
export interface Claim extends Holder {
  readonly semesterId: string;
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** Seconds that were searched before, by whomever. */
  readonly searchedSeconds: number;
  /** How often a worker or solver thread died of it. */
  readonly crashes: number;
  readonly isCancelled: boolean;
  readonly snapshot: Snapshot | null;
  readonly best: readonly Place[] | null;
}

/** Where a running task stands. */
export interface TaskProgress {
  readonly stage: TaskStage;
  readonly fraction: number;
  readonly searchedSeconds: number;
  readonly hardViolations: number;
  readonly softCost: number;
  readonly placed: number;
  readonly unplaced: number;
  /** The best timetable, when it is another than at the last report. */
  readonly best?: readonly Place[];
}

const isDead = `(status = 'RUNNING' and heartbeat_at < clock_timestamp() - interval '${heartbeatSecondsMax} seconds')`;
/** Every change that followers see. */
export const moved = 'sequence = sequence + 1, version = version + 1';
/** Ends whoever holds the task. */
export const released = 'fence = fence + 1, heartbeat_at = null';

/**
 * Takes a task that waits, or whose worker died; with `isCancelled` only to end it. Null when somebody else has it, or
 * nothing is left to do.
 */
export async function claimTask(
  ctx: Context,
  id: string,
  { isCancelled = false }: { isCancelled?: boolean } = {},
): Promise<Claim | null> {
  const [row] = await ctx.em.execute<ClaimRow[]>(
    `update scheduling_task set status = 'RUNNING', stage = 'PREPARATION', fence = fence + 1, heartbeat_at = clock_timestamp(),
       started_at = coalesce(started_at, clock_timestamp()), crashes = crashes + (status = 'RUNNING')::int,
       cancel_requested_at = case when ? then clock_timestamp() else cancel_requested_at end, ${moved}
     where id = (select id from scheduling_task where id = ? and (status = 'QUEUED' or ${isDead}) for update skip locked)
     returning id, fence, sequence, semester_id as "semesterId", time_limit_seconds as "timeLimitSeconds", seed,
       searched_seconds::float8 as "searchedSeconds", crashes, cancel_requested_at is not null as "isCancelled", snapshot, best`,
    [isCancelled, id],
  );
  if (!row) return null;
  await ctx.app.bus.publish('schedulingTask', { id, sequence: row.sequence });
  return row;
}
type ClaimRow = Claim & { sequence: number };

/** What the record answers to a worker that still holds the task. */
export interface Answer {
  readonly sequence: number;
  readonly isCancelled: boolean;
}

/** Says that the worker lives. Null when the task is not its own any more. */
export async function beat(ctx: Context, { id, fence }: Holder): Promise<Answer | null> {
  const [row] = await ctx.em.execute<Answer[]>(
    `update scheduling_task set heartbeat_at = clock_timestamp() where ${held}
     returning sequence, cancel_requested_at is not null as "isCancelled"`,
    [id, fence],
  );
  return row ?? null;
}
const held = `id = ? and fence = ? and status = 'RUNNING'`;

/** Keeps the problem, so that whoever takes the task over solves the same one. */
export async function keepSnapshot(
  ctx: Context,
  { id, fence }: Holder,
  snapshot: Snapshot,
): Promise<boolean> {
  const rows = await ctx.em.execute<object[]>(
    `update scheduling_task set snapshot = ?::jsonb, heartbeat_at = clock_timestamp() where ${held} returning id`,
    [JSON.stringify(snapshot), id, fence],
  );
  return rows.length > 0;
}

/** Reports where the task stands, which is also a heartbeat. Null when the task is not its own any more. */
export async function reportProgress(
  ctx: Context,
  { id, fence }: Holder,
  progress: TaskProgress,
): Promise<Answer | null> {
  const { stage, fraction, searchedSeconds, hardViolations, softCost, placed, unplaced, best } = progress;
  const [row] = await ctx.em.execute<Answer[]>(
    `update scheduling_task set stage = ?, progress = ?, searched_seconds = ?, hard_violations = ?, soft_cost = ?,
       placed_count = ?, unplaced_count = ?, best = coalesce(?::jsonb, best), heartbeat_at = clock_timestamp(), ${moved}
     where ${held} returning sequence, cancel_requested_at is not null as "isCancelled"`,
    [
      stage,
      fraction,
      searchedSeconds,
      hardViolations,
      softCost,
      placed,
      unplaced,
      best ? JSON.stringify(best) : null,
      id,
      fence,
    ],
  );
  if (row) await ctx.app.bus.publish('schedulingTask', { id, sequence: row.sequence });
  return row ?? null;
}

/** Notes that a solver thread died, and how many did so far. Null when the task is not its own any more. */
export async function noteCrash(ctx: Context, { id, fence }: Holder): Promise<number | null> {
  const [row] = await ctx.em.execute<{ crashes: number }[]>(
    `update scheduling_task set crashes = crashes + 1, heartbeat_at = clock_timestamp() where ${held} returning crashes`,
    [id, fence],
  );
  return row?.crashes ?? null;
}

/** Gives the task back to the queue with its best, because this process ends. False when it is not its own any more. */
export function handBack(
  ctx: Context,
  { id, fence }: Holder,
  { searchedSeconds, best }: { searchedSeconds: number; best: readonly Place[] | null },
): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const [row] = await em.execute<{ sequence: number }[]>(
      `update scheduling_task set status = 'QUEUED', searched_seconds = ?, best = coalesce(?::jsonb, best), ${released}, ${moved}
       where ${held} returning sequence`,
      [searchedSeconds, best ? JSON.stringify(best) : null, id, fence],
    );
    if (!row) return false;
    await queueTask(ctx, em, id);
    await tell(ctx, em, id, row.sequence);
    return true;
  });
}

/** Ends the task without a timetable. False when it is not its own any more. */
export function failTask(ctx: Context, { id, fence }: Holder, reason: Text): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const [row] = await em.execute<{ sequence: number }[]>(
      `update scheduling_task set status = 'FAILED', failure_zh = ?, failure_en = ?, finished_at = clock_timestamp(),
         ${released}, ${moved} where ${held} returning sequence`,
      [reason.zh, reason.en, id, fence],
    );
    if (row) await tell(ctx, em, id, row.sequence);
    return row !== undefined;
  });
}

/** Queues every task that waits or whose worker died; one that waits in the queue already is not queued twice. */
export async function queueForgottenTasks(ctx: Context): Promise<void> {
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select id from scheduling_task where status = 'QUEUED' or ${isDead} order by id`,
  );
  for (const { id } of rows) await ctx.app.jobs.send('scheduling', { taskId: id });
}

/** Queues the job of a task with the transaction. */
export const queueTask = (ctx: Context, em: EntityManager, taskId: string): Promise<void> =>
  ctx.app.jobs.send('scheduling', { taskId }, statementsIn(em));

/** Tells the followers of a task, if the transaction commits. */
export const tell = (ctx: Context, em: EntityManager, id: string, sequence: number): Promise<void> =>
  ctx.app.bus.publish('schedulingTask', { id, sequence }, statementsIn(em));
