import type { EntityManager } from '@mikro-orm/postgresql';
import { administrators, authorize, declareRights } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { json } from '../../../data/statements.js';
import { transaction } from '../../../data/transaction.js';
import {
  type CalendarChange,
  type CalendarChangeInput,
  CalendarDay,
} from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { ChangeKind, TimetableStatus } from '../../../schema/timetables.js';
import { forgetTimetables } from '../changes/change.js';
import { recordEffects } from '../changes/record.js';
import { dropUndone } from '../changes/changes.queries.js';
import { clashError, judgedClashes } from '../changes/clashes.js';
import { endsUnasked, type EndedDate } from '../changes/single-dates.js';
import {
  standOn,
  withDates,
  type DateState,
  type MeetingFacts,
  type StateChange,
} from '../changes/states.js';
import { readMeetings } from '../changes/states.queries.js';
import { judgeStates, storeChange } from '../changes/storing.js';
import { openTimetable } from '../changes/timetable.js';
import { affectedByMeetings, datedMeetingsOf } from '../drafts/drafts.queries.js';
import { lockedRules, problemWithRules } from '../semester/date-rules.js';
import { datesOf, shiftsBetween, type DateRule } from '../semester/dates.js';
import { storedFrame } from '../semester/semester.queries.js';
import type { PlannedDay } from '../semester/weeks.js';
import { currentTimetable } from '../timetable/timetables.js';
import { problemsOfDay } from './calendar-days.js';
import { meetingsPlannedOn, touchSemester } from './calendar.queries.js';

declareRights({ changeCalendar: administrators });

/** Changes the calendar of a semester, or tells what that would mean. */
export async function changeCalendar(
  ctx: Context,
  { semester: id, ...input }: CalendarChangeInput,
  { isDryRun, endsDates }: { isDryRun: boolean; endsDates: boolean },
): Promise<CalendarEffect> {
  authorize(ctx, 'changeCalendar');
  const [days, removed] = [input.days ?? [], input.removedDates ?? []];
  const problems = days.flatMap((day, at) =>
    problemsOfDay({ ...day }).map(({ field, text }) => ({ field: `days.${at}.${field}`, text })),
  );
  if (problems.length > 0) throw errors.invalidInput(problems);
  const asked = await readOne(ctx, Semester, id);
  const timetable = await currentTimetable(ctx, id);
  const published = timetable?.status === TimetableStatus.PUBLISHED ? timetable.id : null;
  const change = await transaction(ctx, async (em) => {
    // Before the calendar, as whoever changes a single date does.
    if (published) await openTimetable(ctx, em, published, { isLocked: !isDryRun });
    const before = await lockedRules(em, id);
    // Its dates may have changed meanwhile.
    const semester = { ...asked, ...(await storedFrame(em, id))[0] };
    const named = new Map(days.map((day) => [day.date, { ...day, follows: day.follows ?? null }]));
    const touched = [...named.keys(), ...removed];
    const after: DateRule[] = [...before.filter(({ date }) => !touched.includes(date)), ...named.values()];
    const problem = problemWithRules(semester, after);
    if (problem) throw new DomainError('OPERATION_INVALID', problem);
    const lost = published ? await lostDates(em, published, semester, [before, after]) : noDates;
    const effect = { ...(await effectOf(em, semester, timetable?.id ?? null, [before, after])), ...lost };
    if (isDryRun) return effect;
    if (lost.ended.length > 0 && !endsDates) throw errors.invalidInput([endsUnasked(lost.ended)]);
    // All at once, because two dates may exchange what they follow.
    await em.nativeDelete(CalendarDay, { semester: id, date: { $in: touched } });
    for (const day of named.values()) em.create(CalendarDay, { ...day, semester: id });
    await em.flush();
    await touchSemester(em, id);
    if (published)
      await tellOfDates(ctx, em, { id: published, semester: id }, { lost, rules: [before, after] });
    return effect;
  });
  ctx.rows.forget(CalendarDay);
  forgetTimetables(ctx);
  return { semester: asked, ...change };
}

/** What a change of the calendar means, with the changes of single dates that end with it. */
export type CalendarEffect = Omit<CalendarChange, 'endedDates'> & LostDates;

/** The rules of a calendar before and after a change. */
type Rules = readonly [before: readonly DateRule[], after: readonly DateRule[]];

/** A rule without what else its record says. */
const ruleOf = ({ date, follows }: DateRule): DateRule => ({ date, follows });

interface LostDates {
  readonly ended: readonly EndedDate[];
  readonly endedBy: readonly StateChange[];
  readonly facts: ReadonlyMap<string, MeetingFacts>;
}

const noDates: LostDates = { ended: [], endedBy: [], facts: new Map() };

/** The changed dates that other rules put on another day, and those to which something was moved. */
async function lostDates(
  em: EntityManager,
  timetable: string,
  semester: Row<Semester>,
  rules: Rules,
): Promise<LostDates> {
  const [before, after] = rules.map((each) => datesOf(semester, each));
  const isSame = (planned: PlannedDay): boolean => before.dateOf(planned) === after.dateOf(planned);
  const dated = (await datedMeetingsOf(em, timetable)).map(({ meeting }) => meeting);
  const { states, facts } = await readMeetings(em, timetable, dated);
  const ended: EndedDate[] = [];
  const endedBy: StateChange[] = [];
  for (const [meeting, state] of states) {
    const isLeft = (date: DateState): boolean => isSame(date) && isSame(standOn(state.place!, date) ?? date);
    const left = (state.dates ?? []).filter(isLeft);
    const gone = (state.dates ?? []).filter((date) => !left.includes(date));
    ended.push(...gone.map(({ week }) => ({ meeting, week })));
    if (gone.length > 0) endedBy.push({ meeting, before: state, after: withDates(state, left) });
  }
  return { ended, endedBy, facts };
}

/**
 * Records what the calendar changed for those who read the timetable, and lets meetings whose dates end stand
 * again as the week says. @throws OPERATION_DENIED with what is in the way by now
 */
async function tellOfDates(
  ctx: Context,
  em: EntityManager,
  timetable: { readonly id: string; readonly semester: string },
  { lost: { endedBy, facts }, rules: [before, after] }: { lost: LostDates; rules: Rules },
): Promise<void> {
  const effects = { calendar: { before: before.map(ruleOf), after: after.map(ruleOf) } };
  if (endedBy.length === 0) return recordEffects(ctx, em, timetable, ChangeKind.CALENDAR, effects);
  const judged = await judgeStates(em, timetable.id, endedBy, facts);
  const { refused } = await judgedClashes(em, judged.overlaps, { act: 'editDate' });
  if (refused.length > 0) throw clashError(refused);
  const kept = { kind: ChangeKind.CALENDAR, reason: null, accepted: null, effects } as const;
  await storeChange(ctx, em, timetable, { ...kept, ...judged });
  await dropUndone(em, timetable.id, ctx.viewer?.userId ?? null);
}

/** Meetings that an answer names. */
const shownMax = 20;

/** What other rules mean for the meetings of a timetable. */
async function effectOf(
  em: EntityManager,
  semester: Row<Semester>,
  timetable: string | null,
  rules: Rules,
): Promise<Omit<CalendarChange, 'semester' | 'endedDates'>> {
  const shifts = shiftsBetween(semester, ...rules);
  const meetings = timetable === null ? [] : await meetingsPlannedOn(em, timetable, json(shifts));
  const [{ students, furtherTeachers }] = await affectedByMeetings(
    em,
    json([{ at: 0, meetings: [...new Set(meetings.map(({ meeting }) => meeting))] }]),
  );
  const count = (isCounted: (from: string | null, to: string | null) => boolean): number =>
    meetings.filter(({ from, to }) => isCounted(from, to)).length;
  return {
    movedCount: count((from, to) => from !== null && to !== null),
    droppedCount: count((_, to) => to === null),
    restoredCount: count((from) => from === null),
    teacherCount: new Set([...meetings.map(({ teacher }) => teacher), ...furtherTeachers]).size,
    studentCount: students,
    meetings: meetings.slice(0, shownMax),
  };
}
