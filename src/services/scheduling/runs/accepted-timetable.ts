import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictKind } from '../../../schema/timetables.js';
import {
  judgeInThread,
  type Floors,
  type Judgement,
  type Placement,
  type Problem,
  type Score,
  type Sentence,
} from '@class-scheduling/solver';
import type { Context } from '../../../data/context.js';
import { transaction } from '../../../data/transaction.js';
import { departmentsBelow } from '../../organisation/departments-below.js';
import { storeInPublished } from './department-results.js';
import { storeDraft } from './store-draft.js';
import { movesOf } from '../problem/meeting-moves.js';
import type { MeetingMove } from '../problem/snapshot.js';
import { optionsOf, WEIGHED } from '../problem/options.js';
import { penaltiesOf, softFloorOf, type Penalty } from './penalties.js';
import type { SemesterProblem } from '../problem/problem.js';
import { assignmentsOf, placesOf, type PlacedMeeting } from '../problem/solver-places.js';
import { authorOf } from './run-authors.js';
import { scopeOf } from '../problem/run-scope.js';
import { schedulingRecords, type Claim } from './task-records.js';
import { conflictCounts, endTask, type EndConflicts, type EndFigures } from './runs.queries.js';

/** Verifies placements by the rules alone, with no code of the search, in a thread of its own. */
export type Judge = (problem: Problem, placements: readonly Placement[]) => Promise<Judgement>;

/**
 * A timetable that the independent verifier accepted: it breaks no hard rule, but may leave meetings
 * unplaced.
 */
export interface AcceptedTimetable {
  readonly softCost: number;
  /** What no complete timetable costs less than; null where it is not known, or meetings are left over. */
  readonly softFloor: number | null;
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

/**
 * Verifies a timetable and explains its unplaced meetings.
 * @param floors what no timetable can avoid, where that is known
 * @throws RefusedTimetableError
 */
export async function accept(
  semester: SemesterProblem,
  placements: readonly Placement[],
  judge: Judge = judgeInThread,
  floors: Floors | null = null,
): Promise<AcceptedTimetable> {
  const { problem, impossible, snapshot } = semester;
  const { score, broken, reasons } = await judge(problem, placements);
  const removed = lockViolations(problem, broken);
  if (removed.size > 0) {
    const others = placements.filter(({ meeting }) => !removed.has(meeting));
    const accepted = await accept(semester, others, judge, floors);
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
  const known = reasons.length === 0 ? floors : null;
  return {
    softCost: score.soft,
    softFloor: softFloorOf(known, score),
    penalties: penaltiesOf(problem, score, known),
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
  floors: Floors | null = null,
): Promise<AcceptedTimetable | null> {
  if (placements.length === 0) return null;
  try {
    return await accept(semester, placements, judge, floors);
  } catch (error) {
    if (error instanceof RefusedTimetableError) return null;
    throw error;
  }
}

/**
 * Ends a task and stores its timetable, in one transaction: as a new draft or, of a run for one department,
 * as one change of the published timetable, in the name of the person who asked for it. A cancelled task may
 * have none.
 * @returns false when another worker has taken the task over
 * @throws ClashingResultError when the published timetable was changed meanwhile and leaves no room,
 * EndingDatesError, LostRightsError when the person may not store it any more
 */
export async function finishTask(
  worker: Context,
  holder: Claim,
  end: { status: 'COMPLETED' | 'CANCELLED'; searchedSeconds: number; timetable: AcceptedTimetable | null },
): Promise<boolean> {
  const ctx = end.timetable ? await authorOf(worker, holder) : worker;
  return transaction(ctx, async (em) => {
    if (!(await schedulingRecords.lock(em, holder))) return false;
    await storeEnd(ctx, em, holder, { ...end, isPromised: true });
    await schedulingRecords.queueNext(ctx, em, holder.id);
    return true;
  });
}

/** A task whose end is stored. */
type EndedTask = Pick<Claim, 'id' | 'semesterId' | 'departmentId' | 'reason' | 'options'>;

/** Stores the timetable of a task, which is locked, and with the task how it ended. */
export async function storeEnd(
  ctx: Context,
  em: EntityManager,
  task: EndedTask,
  end: {
    status: 'COMPLETED' | 'CANCELLED';
    searchedSeconds: number;
    timetable: AcceptedTimetable | null;
    /** Whether the task was promised a place for its draft. */
    isPromised: boolean;
    /** Whether changes of single dates may end that mean nothing any more. */
    endsDates?: boolean;
  },
): Promise<void> {
  const { status, searchedSeconds, timetable } = end;
  const stored = timetable && (await store(ctx, em, task, timetable, end));
  const [{ sequence }] = await endTask(
    em,
    task.id,
    status,
    status === 'COMPLETED',
    searchedSeconds,
    stored?.timetable ?? null,
    ...figuresOf(stored?.result ?? null),
    ...(stored ? await conflictsOf(em, stored.timetable, stored.result) : ([null, null, null] as const)),
    timetable?.softFloor ?? null,
  );
  await schedulingRecords.notify(ctx, em, task.id, sequence);
}

/** Stores the timetable; of a run for one department the answer has only what belongs to it. */
async function store(
  ctx: Context,
  em: EntityManager,
  { semesterId, departmentId, reason, options }: EndedTask,
  result: AcceptedTimetable,
  { isPromised, endsDates = false }: { isPromised: boolean; endsDates?: boolean },
): Promise<{ timetable: string; result: AcceptedTimetable }> {
  const asked = optionsOf(options);
  const weighed = { ...result, courseTypePriorities: asked.courseTypePriorities };
  if (departmentId === null)
    return {
      timetable: await storeDraft(ctx, em, { semester: semesterId, isPromised }, weighed),
      result,
    };
  const scope = scopeOf(await departmentsBelow(em, departmentId), asked);
  const wanted = { ...weighed, reason, endsDates };
  const { timetable, meetings } = await storeInPublished(ctx, em, semesterId, scope, wanted);
  const own = <T extends { readonly meeting: string }>(list: readonly T[]): T[] =>
    list.filter(({ meeting }) => meetings.has(meeting));
  const { assignments, unplaced, moves } = result;
  const lists = { assignments: own(assignments), unplaced: own(unplaced), moves: moves && own(moves) };
  return { timetable, result: { ...result, ...lists } };
}

/** Open conflicts of teachers, rooms and classes in which a meeting of the result takes part. */
async function conflictsOf(
  em: EntityManager,
  timetable: string,
  { assignments }: AcceptedTimetable,
): Promise<EndConflicts> {
  const rows = await conflictCounts(
    em,
    timetable,
    assignments.map(({ meeting }) => meeting),
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const countOf = (kind: ConflictKind): number => counts.get(kind) ?? 0;
  return [countOf(ConflictKind.TEACHER), countOf(ConflictKind.ROOM), countOf(ConflictKind.CLASS)];
}

/**
 * Hard violations, soft cost, placed, unplaced, penalties (nulls keep the last report); number of moves,
 * moves.
 */
function figuresOf(timetable: AcceptedTimetable | null): EndFigures {
  if (!timetable) return [null, null, null, null, null, null, null];
  const { softCost, assignments, unplaced, penalties, moves } = timetable;
  const moveValues = moves ? ([moves.length, JSON.stringify(moves)] as const) : ([null, null] as const);
  return [0, softCost, assignments.length, unplaced.length, JSON.stringify(penalties), ...moveValues];
}
