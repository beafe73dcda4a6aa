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
import { affectedByMeetings } from '../drafts/drafts.queries.js';
import { lockedRules, problemWithRules } from '../semester/date-rules.js';
import { datesOf, type DateRule } from '../semester/dates.js';
import { plannedDayOf } from '../semester/weeks.js';
import { currentTimetable } from '../timetable/timetables.js';
import { problemsOfDay } from './calendar-days.js';
import { meetingsPlannedOn, touchSemester } from './calendar.queries.js';

declareRights({ changeCalendar: administrators });

/** Changes the calendar of a semester, or tells what that would mean. */
export async function changeCalendar(
  ctx: Context,
  { semester: id, ...input }: CalendarChangeInput,
  isDryRun: boolean,
): Promise<CalendarChange> {
  authorize(ctx, 'changeCalendar');
  const [days, removed] = [input.days ?? [], input.removedDates ?? []];
  const problems = days.flatMap((day, at) =>
    problemsOfDay({ ...day }).map(({ field, text }) => ({ field: `days.${at}.${field}`, text })),
  );
  if (problems.length > 0) throw errors.invalidInput(problems);
  const semester = await readOne(ctx, Semester, id);
  const timetable = await currentTimetable(ctx, id);
  const change = await transaction(ctx, async (em) => {
    const before = await lockedRules(em, id);
    const named = new Map(days.map((day) => [day.date, { ...day, follows: day.follows ?? null }]));
    const touched = [...named.keys(), ...removed];
    const after: DateRule[] = [...before.filter(({ date }) => !touched.includes(date)), ...named.values()];
    const problem = problemWithRules(semester, after);
    if (problem) throw new DomainError('OPERATION_INVALID', problem);
    const effect = await effectOf(em, semester, timetable?.id ?? null, [before, after]);
    if (isDryRun) return effect;
    // All at once, because two dates may exchange what they follow.
    await em.nativeDelete(CalendarDay, { semester: id, date: { $in: touched } });
    for (const day of named.values()) em.create(CalendarDay, { ...day, semester: id });
    await em.flush();
    await touchSemester(em, id);
    return effect;
  });
  ctx.rows.forget(CalendarDay);
  return { semester, ...change };
}

/** Meetings that an answer names. */
const shownMax = 20;

/** What other rules mean for the meetings of a timetable. */
async function effectOf(
  em: EntityManager,
  semester: Row<Semester>,
  timetable: string | null,
  rules: readonly [before: readonly DateRule[], after: readonly DateRule[]],
): Promise<Omit<CalendarChange, 'semester'>> {
  const [before, after] = rules.map((each) => datesOf(semester, each));
  const named = rules.flat().flatMap(({ date, follows }) => (follows ? [date, follows] : [date]));
  const shifts = [...new Set(named)]
    .map((date) => plannedDayOf(semester.startDate, date))
    .map((planned) => ({ ...planned, from: before.dateOf(planned), to: after.dateOf(planned) }))
    .filter(({ from, to }) => from !== to);
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
