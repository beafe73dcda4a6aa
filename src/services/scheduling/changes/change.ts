import type { EntityManager } from '@mikro-orm/postgresql';
import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import { Change, ChangeItem, itemsMax } from '../../../entities/scheduling/changes.js';
import { Conflict } from '../../../entities/scheduling/conflicts.js';
import { DateChange } from '../../../entities/scheduling/date-changes.js';
import { Series } from '../../../entities/scheduling/series.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { ChangeKind, type TimetableStatus } from '../../../schema/timetables.js';
import { DomainError, errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { RuleId } from '@class-scheduling/solver';
import { actsFor, isPermitted } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { readPrepared, rehearse, transaction } from '../../../data/transaction.js';
import type { Act } from '../placement/acts.js';
import { readAndJudge, type PlacementFault } from '../placement/judge.js';
import { dropUndone } from './changes.queries.js';
import { clashError, judgedClashes, type Clash, type JudgedClashes } from './clashes.js';
import { changesWeeks, statesAfter, withOtherWeeks, type ItemRequest } from './items.js';
import { byMeetings, isNew } from './occupancy.js';
import { inLine } from './line.js';
import { lacksReason, refuseUnexplained, unexplained } from './reasons.js';
import { endsUnasked, onSingleDates, type DateItem, type EndedDate } from './single-dates.js';
import { judgeStates, storeChange, type JudgedChange } from './storing.js';
import { overlapsOfStudents } from './student-overlaps.queries.js';
import { wantedPlaces, type MeetingFacts, type StateChange } from './states.js';
import { readMeetings } from './states.queries.js';
import {
  actIn,
  gridOf,
  invalid,
  openTimetable,
  refuseUnchangeable,
  type ChangedTimetable,
} from './timetable.js';

/** A change that a caller asks for. */
export interface ChangeRequest {
  readonly timetable: string;
  /** How the places are wanted; by hand where it is left out. */
  readonly act?: Act;
  readonly items: readonly ItemRequest[];
  readonly dates?: readonly DateItem[];
  readonly reason?: string | null;
  /** What those whom it concerns are told beside what was and what is. */
  readonly publicNote?: string | null;
  /** Whether nothing of it stays, so that nobody has to say why. */
  readonly isRehearsed?: boolean;
  /** Number of the newest change that the caller knows; any where it is left out. */
  readonly expectedNumber?: number | null;
  readonly expectedStatus?: TimetableStatus | null;
  /** Whether clashes are accepted, which needs a reason. */
  readonly acceptsClashes?: boolean | null;
  /** Whether accepted clashes stay open, for somebody to deal with later, in place of being ignored. */
  readonly leavesOpen?: boolean;
  /** Whether changes of single dates may end that mean nothing any more. */
  readonly endsDates?: boolean | null;
  /** What the conflicts that it ends say of their end; what they said before where it is left out. */
  readonly note?: string | null;
}

/** What a change does, or would do. */
export interface ChangeOutcome {
  readonly timetable: string;
  /** The stored change; null where it was only checked, or changes nothing. */
  readonly change: string | null;
  /** Number of the newest change of the semester. */
  readonly number: number;
  readonly isApplicable: boolean;
  readonly changes: readonly StateChange[];
  /** What the change makes overlap that did not overlap before. */
  readonly clashes: readonly Clash[];
  readonly problems: readonly FieldProblem[];
  readonly warnings: readonly Text[];
  /** The rules of runs that problems and warnings are about; absent in older plans of the assistant. */
  readonly warnedRules?: readonly RuleId[];
  /** Changes of single dates that end with it, unasked; absent in older plans of the assistant. */
  readonly ended?: readonly EndedDate[];
}

/** What would come of a change: everything that `applyChange` answers or refuses, without a trace. */
export async function checkChange(ctx: Context, request: ChangeRequest): Promise<ChangeOutcome> {
  refuseWithoutReason(request);
  // Read before the check holds a connection, because this needs one too.
  await readOne(ctx, Timetable, request.timetable);
  const check = (em: EntityManager): Promise<ChangeOutcome> => checkIn(ctx, em, request);
  if (changesWeeks(request.items)) return rehearse(ctx, check);
  return isSmall(request) ? readPrepared(ctx, check) : check(ctx.em.fork());
}

async function checkIn(ctx: Context, em: EntityManager, request: ChangeRequest): Promise<ChangeOutcome> {
  const timetable = await openTimetable(ctx, em, request.timetable, { isLocked: false });
  refuseUnchangeable(timetable, request);
  const judged = await judge(ctx, em, timetable, request);
  const isUnexplained = judged.changes.length > 0 && lacksReason(ctx, timetable, request);
  const warnings = [...judged.warnings, ...(isUnexplained ? [unexplained] : [])];
  return outcomeOf(timetable, { ...judged, warnings }, null);
}

/** Carries out a change, all or nothing. @throws OPERATION_DENIED with the clashes that stand in its way */
export async function applyChange(ctx: Context, request: ChangeRequest): Promise<ChangeOutcome> {
  refuseWithoutReason(request);
  // Read before the timetable is locked, because others wait for it then.
  await readOne(ctx, Timetable, request.timetable);
  const outcome = await inLine(ctx, request.timetable, () =>
    transaction(
      ctx,
      async (em) => {
        const timetable = await openTimetable(ctx, em, request.timetable, { isLocked: true });
        return applyTo(ctx, em, timetable, request);
      },
      { isPrepared: isSmall(request) },
    ),
  );
  forgetTimetables(ctx);
  return outcome;
}

/** Whether it has so few items that statements are quick that were planned for any values. */
const isSmall = ({ items, dates = [] }: ChangeRequest): boolean => items.length + dates.length <= 20;

/** Carries out a change in the caller's transaction, in which the timetable is locked. */
export async function applyTo(
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  request: ChangeRequest,
): Promise<ChangeOutcome> {
  refuseUnchangeable(timetable, request);
  const judged = await judge(ctx, em, timetable, request);
  const { problems, changes, refused, warnings } = judged;
  if (problems.length) throw errors.invalidInput(problems);
  if (changes.length === 0) return outcomeOf(timetable, judged, null);
  if (refused.length) throw clashError(refused, warnings);
  refuseUnexplained(ctx, timetable, request);
  const stored = await storeChange(ctx, em, timetable, {
    kind: ChangeKind.EDIT,
    reason: request.reason ?? null,
    publicNote: request.publicNote,
    accepted: request.acceptsClashes ? (request.reason ?? null) : null,
    leavesOpen: request.leavesOpen,
    note: request.note,
    ...judged,
  });
  if (stored.hasUndone) await dropUndone(em, timetable.id, ctx.viewer?.userId ?? null);
  return outcomeOf({ ...timetable, number: stored.number }, judged, stored.id);
}

/** Greatest number of overlaps of a change that a caller sends; each is named, with all its times. */
const overlapsMax = 1_000;

type Judged = JudgedChange & JudgedClashes & Pick<ChangeOutcome, 'problems' | 'warnedRules' | 'ended'>;

async function judge(
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  asked: ChangeRequest,
): Promise<Judged> {
  const other = await withOtherWeeks(em, timetable, asked.items);
  if (other.problems.length > 0)
    return {
      ...nothingJudged,
      changes: [],
      facts: new Map(),
      warnings: [],
      warnedRules: [],
      ended: [],
      ...other,
    };
  const request = { ...asked, items: other.items };
  const { items, act = actIn(timetable), reason, acceptsClashes } = request;
  const wanted = await statesWanted(ctx, em, timetable, request);
  const { changes, facts, ended } = wanted;
  const { problems, told, warnedRules } = await judgePlacesOf(ctx, em, timetable, request, wanted);
  const warnings = told.map(({ text }) => text);
  if (problems.length) return { ...nothingJudged, changes, facts, problems, warnings, warnedRules, ended };
  const states = await judgeStates(em, timetable.id, changes, facts, overlapsMax + 1);
  // It is refused anyway, and looking for the students of so many overlaps takes seconds.
  if (states.overlaps.length > overlapsMax) throw tooManyOverlaps(changes.length);
  const students = timetable.isChosen
    ? await overlapsOfStudents(em, timetable.id, states.changes, { isStored: false })
    : [];
  const overlaps = [...states.overlaps, ...byMeetings(students.filter(isNew))];
  if (overlaps.length > overlapsMax) throw tooManyOverlaps(changes.length);
  const terms = {
    act: items.length || act === 'assist' ? act : ('editDate' as const),
    reason: acceptsClashes ? reason : null,
  };
  const clashes = await judgedClashes(em, overlaps, terms);
  const all = [...warnings, ...clashes.warnings];
  return { ...states, ...clashes, students, problems, warnings: all, warnedRules, ended };
}

/** What a request asks for: the states after, and what makes that impossible before any place is judged. */
async function statesWanted(
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  { items, dates = [], publicNote, endsDates }: ChangeRequest,
) {
  if (items.length + dates.length > itemsMax) throw tooManyItems(items.length + dates.length);
  const meetings = [...new Set([...items, ...dates].map(({ meeting }) => meeting))];
  const { facts, states } = await readMeetings(em, timetable.id, meetings);
  refuseForeign(ctx, facts.values());
  const weekly = statesAfter(items, states, facts, timetable.semester);
  const note = publicNote?.trim() || null;
  const dated = await onSingleDates(em, timetable, dates, { weekly: weekly.changes, states, facts, note });
  const unasked = dated.ended.length > 0 && !endsDates ? [endsUnasked(dated.ended)] : [];
  return { ...dated, facts, problems: [...weekly.problems, ...dated.problems, ...unasked] };
}

/** What speaks against the places that are wanted, in every week and on single dates. */
async function judgePlacesOf(
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  { items, act = actIn(timetable), reason }: ChangeRequest,
  { changes, facts, places, problems }: Awaited<ReturnType<typeof statesWanted>>,
): Promise<Pick<Judged, 'warnedRules'> & { problems: FieldProblem[]; told: PlacementFault[] }> {
  const fields = new Map(items.map(({ meeting }, at) => [meeting, `items.${at}.place`]));
  const left = changes.flatMap(({ meeting, before, after }) =>
    before?.place && !after?.place ? [{ needs: facts.get(meeting)!, from: before.place, to: null }] : [],
  );
  const grid = gridOf(timetable);
  const weekly = { wanted: wantedPlaces(changes, facts), left };
  const inWeek = await readAndJudge(ctx, em, grid, weekly, { act, reason });
  // On a single date any day of the calendar will do.
  const anyDay = { ...grid, days: 7 };
  const single = places.length
    ? await readAndJudge(ctx, em, anyDay, { wanted: places }, { act: 'editDate', reason })
    : { faults: [] };
  const dates = new Map(places.map(({ needs, field }) => [needs.meeting, field]));
  const refused = (faults: readonly PlacementFault[], fieldOf: ReadonlyMap<string, string>): FieldProblem[] =>
    faults.flatMap(({ isRefusal, meeting, text }) =>
      isRefusal ? [{ field: fieldOf.get(meeting)!, text }] : [],
    );
  const refusals = [...refused(inWeek.faults, fields), ...refused(single.faults, dates)];
  const all = [...inWeek.faults, ...single.faults];
  return {
    problems: eachOnce([...problems, ...refusals], ({ text }) => text),
    told: eachOnce(
      all.filter(({ isRefusal }) => !isRefusal),
      ({ text }) => text,
    ),
    warnedRules: [...new Set(all.flatMap(({ solver }) => solver ?? []))],
  };
}

const nothingJudged = { made: [], overlaps: [], clashes: [], refused: [] };

/** What speaks against several meetings of a teaching class in the same words is said once. */
export const eachOnce = <T>(told: readonly T[], textOf: (each: T) => Text): T[] =>
  [...new Map([...told].reverse().map((each) => [textOf(each).en, each])).values()].reverse();

/** Members of academic affairs move the meetings of the departments granted to them, in drafts too. */
export function refuseForeign(ctx: Context, facts: Iterable<MeetingFacts>): void {
  for (const { department, departmentName, teachingClassName } of facts)
    if (!actsFor(ctx, department))
      throw errors.foreignDepartment(department, departmentName, teachingClassName);
}

/** Whether the caller may change timetables, and the meetings of a department in them. */
export const mayPlan = (ctx: Context, department: string): boolean =>
  isPermitted(ctx, 'changeTimetable') && actsFor(ctx, department);

function outcomeOf(
  { id, number }: ChangedTimetable,
  { changes, clashes, problems, warnings, warnedRules, ended }: Judged,
  change: string | null,
): ChangeOutcome {
  const isApplicable = problems.length === 0 && clashes.length === 0;
  const told = { clashes, problems, warnings, warnedRules, ended };
  return { timetable: id, change, number, isApplicable, changes, ...told };
}

/** Makes this call read anew what a change may have touched. */
export function forgetTimetables(ctx: Context): void {
  for (const entity of [
    Timetable,
    ClassAssignment,
    DateChange,
    Change,
    ChangeItem,
    Conflict,
    Series,
    TeachingClass,
  ])
    ctx.rows.forget(entity);
}

function refuseWithoutReason({ acceptsClashes, reason }: ChangeRequest): void {
  if (acceptsClashes && !reason?.trim()) throw noReason();
}

/** That clashes would be accepted, but nobody said why. */
export const noReason = (): DomainError =>
  errors.invalidInput([
    {
      field: 'reason',
      text: {
        zh: '接受冲突须说明原因，请填写冲突为何无妨',
        en: 'Accepting clashes needs a reason. Maybe say why they are harmless.',
      },
    },
  ]);

const tooManyItems = (count: number): DomainError =>
  errors.invalidInput([
    {
      field: 'items',
      text: {
        zh: `一次变更最多 ${itemsMax} 项，现有 ${count} 项，请分几次提交`,
        en: `A change has at most ${itemsMax} items, not ${count}. Maybe make several changes.`,
      },
    },
  ]);

const tooManyOverlaps = (count: number): DomainError =>
  invalid(
    `这次变更的 ${count} 个课次会产生超过 ${overlapsMax} 处冲突，请改用不同的时间、教室或教师`,
    `The ${count} meetings of this change would clash more than ${overlapsMax} times. Maybe give them ` +
      'different times, rooms or teachers.',
  );
