import type { TaskStage } from '../../schema/enums.js';
import type { Context } from '../../data/context.js';
import { TaskRecords, type Answer, type Holder } from '../../data/task-records.js';
import type { CauseRecord } from './causes.js';
import type { Penalty } from './penalties.js';
import type { Place, Snapshot } from './snapshot.js';
import type { SchedulingOptionsInput } from '../../entities/scheduling/options.js';

/** What a worker reads and writes of the record of a scheduling task. */
export const schedulingRecords = new TaskRecords({
  table: 'scheduling_task',
  noun: { zh: '排课任务', en: 'scheduling task' },
  topic: 'schedulingTask',
  job: 'scheduling',
});

/** A task that this worker holds now. */
export interface Claim extends Holder {
  readonly semesterId: string;
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** What was wished of the timetable. */
  readonly options: SchedulingOptionsInput | null;
  /** The timetable upon which the run builds. */
  readonly basisId: string | null;
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
  readonly penalties: readonly Penalty[];
  readonly movesPerSecond: number;
  /** The best timetable, when it is another than at the last report. */
  readonly best?: readonly Place[];
}

const columns = `semester_id as "semesterId", time_limit_seconds as "timeLimitSeconds", seed,
  options, basis_id as "basisId", searched_seconds::float8 as "searchedSeconds", snapshot, best`;

/**
 * Takes a task that waits, or whose worker died; with `isCancelled` only to end it. Null when there is none
 * to take.
 */
export const claimTask = (
  ctx: Context,
  id: string,
  { isCancelled }: { isCancelled?: boolean } = {},
): Promise<Claim | null> =>
  schedulingRecords.claim<Claim>(ctx, id, { columns, stage: 'PREPARATION', isCancelled });

/** Keeps the problem, so that whoever takes the task over solves the same one. */
export const keepSnapshot = (ctx: Context, holder: Holder, snapshot: Snapshot): Promise<boolean> =>
  schedulingRecords.keep(ctx, holder, { snapshot: JSON.stringify(snapshot) });

/** Reports where the task stands, which is also a heartbeat. Null when the task is not its own any more. */
export const reportProgress = (
  ctx: Context,
  holder: Holder,
  { fraction, placed, unplaced, penalties, best, ...same }: TaskProgress,
): Promise<Answer | null> =>
  schedulingRecords.report(ctx, holder, {
    ...same,
    progress: fraction,
    placedCount: placed,
    unplacedCount: unplaced,
    penalties: JSON.stringify(penalties),
    best: best && JSON.stringify(best),
  });

/**
 * Tells why not every meeting can have a place, as soon as it is known. Null when the task is not its own any
 * more.
 */
export const reportCauses = (
  ctx: Context,
  holder: Holder,
  causes: readonly CauseRecord[],
): Promise<Answer | null> => schedulingRecords.report(ctx, holder, { causes: JSON.stringify(causes) });

/**
 * Gives the task back to the queue with its best, because this process ends. False when it is not its own any
 * more.
 */
export const handBack = (
  ctx: Context,
  holder: Holder,
  { searchedSeconds, best }: { searchedSeconds: number; best: readonly Place[] | null },
): Promise<boolean> =>
  schedulingRecords.handBack(ctx, holder, { searchedSeconds, best: best ? JSON.stringify(best) : undefined });
