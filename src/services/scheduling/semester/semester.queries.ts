import { type Json, command, statement } from '../../../data/statements.js';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import type { DateRule } from './dates.js';
import type { Span } from './periods.js';
import type { PlannedDay } from './weeks.js';

export const semestersExist = statement<{ exists: boolean }>(
  'select exists (select from semester) as exists',
);

const keyOf = (semester: string): string => `hashtextextended(${semester}::text, 0)`;

/**
 * Part of a statement that waits until nobody changes what is published in a semester, and keeps it so. Row
 * locks would do, but whoever asks for one alone might wait for ever while hundreds of others share it.
 */
export const sharePublished = (semester: string): string =>
  `pg_advisory_xact_lock_shared(${keyOf(semester)})`;

/** Part of a statement that waits until nobody enrols in a semester, and keeps it so. */
export const holdPublished = (semester: string): string => `pg_advisory_xact_lock(${keyOf(semester)})`;

/** The rules of the calendar of a semester. */
export const calendarRules = statement<DateRule, [semester: string]>(
  'select date::text, follows::text from calendar_day where semester_id = $1',
);

/** Lines up everybody who changes the dates of a semester; an arbitrary constant, and the semester. */
export const lockCalendar = command<[semester: string]>(
  `select pg_advisory_xact_lock(7305418, hashtext($1))`,
);

/** Keeps what is published in a semester as it is until the transaction ends. */
export const lockPublished = command<[semester: string]>(`select ${holdPublished('$1')}`);

/**
 * Where no semester is current, makes one so that is enabled: the one that is held on a date, else the next
 * one, else the last one.
 */
export const chooseCurrent = command<[today: string]>(`
  update semester set is_current = true
  where not exists (select from semester where is_current) and id = (
    select id from semester where is_enabled
    order by $1::date between start_date and end_date desc, $1::date > end_date,
      abs(start_date - $1::date), created_at, id limit 1)`);

/** First and last day of a semester, and its grid. */
export type Frame = Pick<Semester, 'startDate' | 'endDate' | 'daysPerWeek' | 'periodsPerDay'>;

/** The same as they are stored. */
export const storedFrame = statement<Frame, [semester: string]>(`
  select start_date::text as "startDate", end_date::text as "endDate", days_per_week as "daysPerWeek",
    periods_per_day as "periodsPerDay" from semester where id = $1`);

/** A published meeting in a week. */
export interface HeldOutside extends Span {
  readonly name: string;
  readonly week: number;
  /** The date before or after the semester; null where the day or the period is outside of its grid. */
  readonly date: string | null;
  /** How many there are. */
  readonly total: number;
}

/** What is published in a semester for some days, or past so many days of the week or periods of the day. */
export const heldOutside = statement<
  HeldOutside,
  [
    semester: string,
    lost: Json<readonly (PlannedDay & { date: string })[]>,
    days: number,
    periods: number,
    max: number,
  ]
>(`
  select h.name, h.week, h.day, h.first, h.first + h.length as last, o.date, count(*) over ()::int as total
  from (
    select t.name, coalesce(d.to_week, w.week) as week, coalesce(d.to_day, a.day_of_week) as day,
      coalesce(d.to_period, a.period_start) as first, a.period_end - a.period_start as length
    from timetable p join class_assignment a on a.timetable_id = p.id and a.day_of_week is not null
      join teaching_class t on t.id = a.teaching_class_id and t.is_enabled
      cross join lateral unnest(a.weeks) as w (week)
      left join date_change d on d.timetable_id = p.id and d.meeting_id = a.meeting_id and d.week = w.week
    where p.semester_id = $1 and p.status = 'PUBLISHED' and d.kind is distinct from 'CANCELLED') h
    left join jsonb_to_recordset($2) as o (week int, day int, date text) using (week, day)
  where o.date is not null or h.day > $3 or h.first + h.length > $4
  order by h.week, h.day, h.first, h.name limit $5`);

/** How many series the published timetable of a semester has places for. */
export const publishedSeriesCount = statement<{ count: number }, [semester: string]>(`
  select count(distinct a.series_id)::int as count
  from timetable p join class_assignment a on a.timetable_id = p.id and a.day_of_week is not null
  where p.semester_id = $1 and p.status = 'PUBLISHED'`);
