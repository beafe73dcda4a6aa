import type { Judgement } from '../../solver/judgement.js';
import type { Placement, Problem, Score, Sentence } from '../../solver/model.js';
import { judgeInThread } from '../../solver/host/threads.js';
import type { Context } from '../../data/context.js';
import { transaction } from '../../data/transaction.js';
import { storeDraft } from './changes/run-results.js';
import { movesOf, type MeetingMove } from './moves.js';
import { WEIGHED } from './options.js';
import { penaltiesOf, type Penalty } from './penalties.js';
import {
  assignmentsOf,
  placementsOf,
  placesOf,
  problemOf,
  type PlacedMeeting,
  type SemesterProblem,
} from './problem.js';
import { claimRelease, sequenceIncrement, type Holder } from '../../data/task-records.js';
import { claimTask, schedulingRecords, type Claim } from './task-records.js';

/** Verifies placements by the rules alone, with no code of the search, in a thread of its own. */
export type Judge = (problem: Problem, placements: readonly Placement[]) => Promise<Judgement>;

/**
 * A timetable that the independent verifier accepted: it breaks no hard rule, but may leave meetings
 * unplaced.
 */
export interface AcceptedTimetable {
  readonly softCost: number;
  readonly penalties: readonly Penalty[];
  readonly assignments: readonly PlacedMeeting[];
  readonly unplaced: readonly { readonly meeting: string; readonly reason: Sentence }[];
  /** How it differs from the timetable that the run started from; null when there was none. */
  readonly moves: readonly MeetingMove[] | null;
}

/** Thrown when a timetable breaks a hard rule, which would be a defect of the search. */
export class RefusedTimetableError extends Error {
  constructor(
    readonly hardViolations: number,
    readonly first: Sentence,
  ) {
    super(`The timetable breaks ${hardViolations} hard rules, such as: ${first.en}`);
    this.name = 'RefusedTimetableError';
  }
}

/** Hard violations without unplaced meetings, which are counted separately. */
export const brokenHardRules = ({ hard, byRule }: Score): number => hard - (byRule.unplaced ?? 0);

/** Verifies a timetable and explains its unplaced meetings. @throws RefusedTimetableError */
export async function accept(
  semester: SemesterProblem,
  placements: readonly Placement[],
  judge: Judge = judgeInThread,
): Promise<AcceptedTimetable> {
  const { problem, impossible, snapshot } = semester;
  const { score, broken, reasons } = await judge(problem, placements);
  const removed = lockViolations(problem, broken);
  if (removed.size > 0) {
    const others = placements.filter(({ meeting }) => !removed.has(meeting));
    const accepted = await accept(semester, others, judge);
    const unplaced = accepted.unplaced.map(({ meeting, reason }) => ({
      meeting,
      reason: removed.get(meeting) ?? reason,
    }));
    return { ...accepted, unplaced };
  }
  const hardViolations = brokenHardRules(score);
  if (hardViolations > 0) {
    const first = broken.find(({ rule }) => rule !== 'unplaced');
    const unnamed = { zh: '未知规则。', en: 'An unnamed rule.' };
    throw new RefusedTimetableError(hardViolations, first?.sentence ?? unnamed);
  }
  const { basis, meetings } = snapshot;
  return {
    softCost: score.soft,
    penalties: penaltiesOf(problem, score),
    assignments: assignmentsOf(problem, placements),
    moves: basis ? movesOf(meetings, basis, placesOf(problem, placements)) : null,
    unplaced: [...impossible, ...reasons.map(({ meeting, sentence }) => ({ meeting, reason: sentence }))],
  };
}

/**
 * Meetings whose lock breaks a rule that the planner made hard, with the violation. The search keeps locks,
 * so such meetings are removed here.
 */
function lockViolations(problem: Problem, broken: Judgement['broken']): ReadonlyMap<string, Sentence> {
  const locked = new Set(problem.meetings.filter(({ lock }) => lock).map(({ id }) => id));
  const violations = broken.filter(({ rule }) => WEIGHED.includes(rule));
  return new Map(
    violations.flatMap(({ meetings, sentence }) =>
      meetings.filter((id) => locked.has(id)).map((id) => [id, sentence] as const),
    ),
  );
}

/**
 * Like `accept`, for an interrupted search; null when there is no timetable yet or the verifier refuses it.
 */
export async function acceptBest(
  semester: SemesterProblem,
  placements: readonly Placement[],
  judge: Judge = judgeInThread,
): Promise<AcceptedTimetable | null> {
  if (placements.length === 0) return null;
  try {
    return await accept(semester, placements, judge);
  } catch (error) {
    if (error instanceof RefusedTimetableError) return null;
    throw error;
  }
}

/**
 * Ends a task and stores its timetable as a new draft, in one transaction. A cancelled task may have none.
 * @returns false when another worker has taken the task over
 */
export function finishTask(
  ctx: Context,
  holder: Holder,
  semesterId: string,
  end: { status: 'COMPLETED' | 'CANCELLED'; searchedSeconds: number; timetable: AcceptedTimetable | null },
): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const { status, searchedSeconds, timetable } = end;
    if (!(await schedulingRecords.lock(em, holder))) return false;
    const timetableId = timetable && (await storeDraft(ctx, em, semesterId, timetable));
    const [{ sequence }] = await em.execute<{ sequence: number }[]>(
      `update scheduling_task set status = $2, stage = 'FINALISATION',
         progress = case when $3 then 1 else progress end,
         searched_seconds = $4, timetable_id = $5,
         hard_violations = coalesce($6, hard_violations), soft_cost = coalesce($7, soft_cost),
         placed_count = coalesce($8, placed_count), unplaced_count = coalesce($9, unplaced_count),
         penalties = coalesce($10, penalties), moved_count = $11, moves = $12, best = null,
         finished_at = clock_timestamp(), ${claimRelease}, ${sequenceIncrement}
       where id = $1 returning sequence`,
      [holder.id, status, status === 'COMPLETED', searchedSeconds, timetableId, ...figuresOf(timetable)],
    );
    await schedulingRecords.notify(ctx, em, holder.id, sequence);
    return true;
  });
}

/**
 * Cancels a task that no worker is running: it waits, or its worker crashed. The best timetable of an earlier
 * worker is stored.
 * @returns false when a worker is running it, or it has ended
 */
export async function takeBack(ctx: Context, id: string): Promise<boolean> {
  const claim = await claimTask(ctx, id, { isCancelled: true });
  if (!claim) return false;
  const { semesterId, searchedSeconds } = claim;
  return finishTask(ctx, claim, semesterId, {
    status: 'CANCELLED',
    searchedSeconds,
    timetable: await bestOf(claim),
  });
}

/** The stored best timetable of a task as verified; null when there is none or the verifier refuses it. */
async function bestOf({ snapshot, best }: Claim): Promise<AcceptedTimetable | null> {
  if (!snapshot || !best) return null;
  const semester = problemOf(snapshot);
  return acceptBest(semester, placementsOf(semester.problem, best));
}

/**
 * Hard violations, soft cost, placed, unplaced, penalties (nulls keep the last report); number of moves,
 * moves.
 */
function figuresOf(timetable: AcceptedTimetable | null): (number | string | null)[] {
  if (!timetable) return [null, null, null, null, null, null, null];
  const { softCost, assignments, unplaced, penalties, moves } = timetable;
  const moveValues = moves ? [moves.length, JSON.stringify(moves)] : [null, null];
  return [0, softCost, assignments.length, unplaced.length, JSON.stringify(penalties), ...moveValues];
}
