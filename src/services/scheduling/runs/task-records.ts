import type { TaskStage, TaskStatus } from '../../../schema/enums.js';
import type { Context } from '../../../data/context.js';
import { jsonbInTurns } from '../../../data/in-turns.js';
import { TaskRecords, type Answer, type Holder } from '../../../data/tasks/task.queries.js';
import type { CauseRecord } from '../problem/causes.js';
import type { Penalty } from './penalties.js';
import type { Place, Snapshot } from '../problem/snapshot.js';
import type { SchedulingOptionsInput } from '../../../entities/scheduling/options.js';
import { claimColumns, keptResult } from './runs.queries.js';

/** The worker's access to the records of scheduling tasks. */
export const schedulingRecords = new TaskRecords({
  table: 'scheduling_task',
  noun: { zh: '排课任务', en: 'scheduling task' },
  topic: 'schedulingTask',
  job: 'scheduling',
  line: 'semester_id',
});

/** A task that this worker holds. */
export interface Claim extends Holder {
  readonly semesterId: string;
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** How many workers search at the same time. */
  readonly searches: number;
  /** What was requested of the timetable. */
  readonly options: SchedulingOptionsInput | null;
  /** The timetable that the run starts from. */
  readonly basisId: string | null;
  /** Whose meetings a run places in the published timetable; null: a run that ends as a draft. */
  readonly departmentId: string | null;
  /** The person who asked for it; null where no person did, or the account was deleted. */
  readonly requestedById: string | null;
  /** Of a run that changes the published timetable: why. */
  readonly reason: string | null;
  /** How often it was solved again, because others changed the timetable meanwhile. */
  readonly rounds: number;
  /** Seconds searched by all workers so far. */
  readonly searchedSeconds: number;
  /** How many workers or solver threads crashed while running it. */
  readonly crashes: number;
  readonly isCancelled: boolean;
  readonly best: readonly Place[] | null;
}

/** The progress of a running task. */
export interface TaskProgress {
  readonly stage: TaskStage;
  readonly fraction: number;
  readonly searchedSeconds: number;
  readonly hardViolations: number;
  readonly softCost: number;
  /** What no complete timetable costs less than; null where it is not known. */
  readonly softFloor: number | null;
  /** What the last ten seconds gained; null where it is not known. */
  readonly recentGain: number | null;
  readonly placed: number;
  readonly unplaced: number;
  readonly penalties: readonly Penalty[];
  /** Clashes of teachers, rooms and classes in the best timetable so far. */
  readonly teacherConflicts: number;
  readonly roomConflicts: number;
  readonly classConflicts: number;
  readonly movesPerSecond: number;
  /** The best timetable, if it has changed since the last report. */
  readonly best?: readonly Place[];
}

/**
 * Claims a task that waits or whose worker crashed, the one whose turn it is where none is named; with
 * `isCancelled`, only to end it. Null when there is none to claim.
 */
export const claimTask = (
  ctx: Context,
  id: string | null,
  { isCancelled }: { isCancelled?: boolean } = {},
): Promise<Claim | null> =>
  schedulingRecords.claim<Claim>(ctx, id, { columns: claimColumns, stage: 'PREPARATION', isCancelled });

/**
 * Stores the problem and the timetable that it starts from, so that a worker that takes the task over solves
 * the same one.
 */
export const keepSnapshot = async (
  ctx: Context,
  holder: Holder,
  { snapshot, basisId }: { snapshot: Snapshot; basisId: string | null },
): Promise<boolean> =>
  schedulingRecords.save(ctx, holder, { snapshot: await jsonbInTurns(snapshot), basisId });

/** Writes the progress, which is also a heartbeat. Null when another worker has taken the task over. */
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

/** What a task found that could not be stored at its end. */
export interface KeptResult extends Pick<
  Claim,
  'id' | 'semesterId' | 'departmentId' | 'reason' | 'options' | 'searchedSeconds'
> {
  readonly status: TaskStatus;
  readonly best: readonly Place[];
}

/** The result that a task keeps; null when it keeps none. */
export async function readKept({ em }: Context, id: string): Promise<KeptResult | null> {
  const [row] = await keptResult<KeptResult>()(em, id);
  return row ?? null;
}

/**
 * Keeps the final result before it is stored, so that a worker that takes the task over has it. False when
 * one has.
 */
export const keepBest = (
  ctx: Context,
  holder: Holder,
  { searchedSeconds, best }: { searchedSeconds: number; best: readonly Place[] },
): Promise<boolean> => schedulingRecords.save(ctx, holder, { searchedSeconds, best: JSON.stringify(best) });

/** Reports why not every meeting can be placed. Null when another worker has taken the task over. */
export const reportCauses = (
  ctx: Context,
  holder: Holder,
  causes: readonly CauseRecord[],
): Promise<Answer | null> => schedulingRecords.report(ctx, holder, { causes: JSON.stringify(causes) });

/**
 * Returns the task with its best timetable to the queue, because this process shuts down. False when another
 * worker has taken it over.
 */
export const handBack = (
  ctx: Context,
  holder: Holder,
  { searchedSeconds, best }: { searchedSeconds: number; best: readonly Place[] | null },
): Promise<boolean> =>
  schedulingRecords.handBack(ctx, holder, { searchedSeconds, best: best ? JSON.stringify(best) : undefined });

/** Lets the task be solved again, from what stands then. False when another worker has taken it over. */
export const solveAgain = (ctx: Context, holder: Claim): Promise<boolean> =>
  schedulingRecords.handBack(ctx, holder, {
    snapshot: null,
    basisId: null,
    best: null,
    searchedSeconds: 0,
    progress: 0,
    rounds: holder.rounds + 1,
  });
