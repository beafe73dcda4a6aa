import { Department } from '../../../entities/organisation.js';
import { SchedulingTask } from '../../../entities/scheduling/tasks.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { loggable } from '../../../schema/loggable.js';
import { outageOf } from '../../../schema/outages.js';
import type { Row } from '../../../schema/rows.js';
import { actsFor, actsForAll, authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { transaction } from '../../../data/transaction.js';
import { forgetTimetables } from '../changes/change.js';
import { ClashingResultError, EndingDatesError } from './department-results.js';
import { inLine } from '../changes/line.js';
import { invalid } from '../changes/timetable.js';
import { failureOf } from './run-failures.js';
import { placementsOf } from '../problem/solver-places.js';
import {
  accept,
  acceptBest,
  finishTask,
  RefusedTimetableError,
  storeEnd,
  type AcceptedTimetable,
} from './accepted-timetable.js';
import type { Place } from '../problem/snapshot.js';
import { keptProblem } from './standing-faults.js';
import { claimTask, readKept, schedulingRecords, type Claim, type KeptResult } from './task-records.js';
import { lockKeptResult } from './runs.queries.js';

declareRights({ storeTaskResult: planners });

/** The line of those who store kept results. */
const keptResults = 'kept results';

/**
 * Ends a task whose result could not be stored. What it found stays with it, so that it can be stored when
 * the cause is mended; only what the verifier refused is of no use. The task says so.
 */
export async function endUnstored(
  ctx: Context,
  holder: Claim,
  { status, error, best }: { status: 'FAILED' | 'CANCELLED'; error: unknown; best: readonly Place[] | null },
): Promise<void> {
  const isKept = best !== null && best.length > 0 && !(error instanceof RefusedTimetableError);
  const { zh, en } = failureOf(error, isKept);
  const kept = isKept ? { best: JSON.stringify(best), isResultKept: true } : {};
  await transaction(ctx, (em) =>
    schedulingRecords.release(ctx, em, holder, status, { failureZh: zh, failureEn: en, ...kept }),
  );
}

/** Ends a cancelled task with the best that it found; what cannot be stored now stays with it. */
export async function cancelWith(
  ctx: Context,
  claim: Claim,
  { best, ...end }: { searchedSeconds: number; timetable: AcceptedTimetable | null; best: readonly Place[] },
): Promise<void> {
  try {
    await finishTask(ctx, claim, { status: 'CANCELLED', ...end });
  } catch (error) {
    // Whoever takes the task up when the database is back stores it.
    if (outageOf(error)) throw error;
    ctx.app.log.warn(
      { err: loggable(error), taskId: claim.id },
      'the result of a cancelled task was not stored',
    );
    await endUnstored(ctx, claim, { status: 'CANCELLED', error, best });
  }
}

/**
 * Cancels a task that no worker is running: it waits, or its worker crashed. The best timetable of an earlier
 * worker is stored.
 * @returns false when a worker is running it, or it has ended
 */
export async function takeBack(ctx: Context, id: string): Promise<boolean> {
  const claim = await claimTask(ctx, id, { isCancelled: true });
  // It cannot be claimed while others of its semester are before it, so it leaves the line.
  if (!claim) return schedulingRecords.withdraw(ctx, id);
  const { best, searchedSeconds } = claim;
  const semester = best && (await keptProblem(ctx.em, id));
  const timetable = semester && (await acceptBest(semester, placementsOf(semester.problem, best)));
  await cancelWith(ctx, claim, { searchedSeconds, timetable, best: best ?? [] });
  return true;
}

/**
 * Stores what a task kept because it could not be stored at its end, under the checks of every result, in the
 * name of the caller: whoever asked for it, or an administrator.
 * @param endsDates whether changes of single dates may end that mean nothing any more
 * @throws OPERATION_INVALID when nothing is kept, or still stands in its way
 */
export async function storeTaskResult(
  ctx: Context,
  id: string,
  endsDates = false,
): Promise<Row<SchedulingTask>> {
  authorize(ctx, 'storeTaskResult');
  const task = await readOne(ctx, SchedulingTask, id);
  if (!actsForAll(ctx) && task.requestedBy !== ctx.viewer?.userId) throw foreign();
  const department = task.department as string | null;
  if (department !== null && !actsFor(ctx, department)) {
    const row = await ctx.rows.one(Department, department);
    throw errors.foreignDepartment(department, row?.name ?? department);
  }
  // One after the other, because verifying a large timetable takes memory.
  await inLine(ctx, keptResults, async () => {
    const kept = await readKept(ctx, id);
    if (!kept) throw nothingKept(id);
    try {
      const semester = (await keptProblem(ctx.em, id))!;
      const timetable = await accept(semester, placementsOf(semester.problem, kept.best));
      await storeKept(ctx, kept, timetable, endsDates);
    } catch (error) {
      const isClash = error instanceof ClashingResultError || error instanceof EndingDatesError;
      if (!isClash && !(error instanceof RefusedTimetableError)) throw error;
      const { zh, en } = failureOf(error, isClash);
      throw invalid(zh, en);
    }
  });
  ctx.rows.forget(SchedulingTask);
  forgetTimetables(ctx);
  return readOne(ctx, SchedulingTask, id);
}

/** Stores the timetable of a task that kept it, unless somebody else has by now. */
const storeKept = (
  ctx: Context,
  kept: KeptResult,
  timetable: AcceptedTimetable,
  endsDates: boolean,
): Promise<void> =>
  transaction(ctx, async (em) => {
    const { id, status, searchedSeconds } = kept;
    const [isKept] = await lockKeptResult(em, id);
    if (!isKept) throw nothingKept(id);
    await storeEnd(ctx, em, kept, {
      status: status === 'CANCELLED' ? 'CANCELLED' : 'COMPLETED',
      searchedSeconds,
      timetable,
      isPromised: false,
      endsDates,
    });
  });

const nothingKept = (id: string): DomainError =>
  invalid(
    `排课任务 ${id} 没有保留待保存的结果，请查看其课表或重新排课`,
    `The task ${id} keeps no result that waits to be stored. Maybe look at its timetable, or schedule again.`,
  );

const foreign = (): DomainError =>
  new DomainError('FORBIDDEN', {
    zh: '排课结果只能由发起人或管理员保存，请联系他们',
    en: 'Only whoever asked for the run, or an administrator, stores its result. Maybe ask one of them.',
  });
