import { type Json, command, statement } from '../../../data/statements.js';
import type { Season, Shift } from '../semester/dates.js';

interface MeetingOnDay {
  readonly meeting: string;
  readonly teacher: string;
  readonly teachingClassId: string;
  readonly name: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a timetable plans for some days, by date. */
export const meetingsPlannedOn = statement<MeetingOnDay, [timetable: string, days: Json<readonly Shift[]>]>(`
  select a.meeting_id as meeting, a.teacher_id as teacher, t.id as "teachingClassId", t.name,
    a.period_start as "periodStart", a.period_end as "periodEnd", x."from", x."to"
  from jsonb_to_recordset($2) as x (week int, day int, "from" text, "to" text)
    join class_assignment a on a.timetable_id = $1 and a.day_of_week = x.day and x.week = any(a.weeks)
    join teaching_class t on t.id = a.teaching_class_id and t.is_enabled
  order by coalesce(x."from", x."to"), a.period_start, t.name, a.id`);

/** Lines up everybody who makes links of a person; an arbitrary constant, and the person. */
export const lockLinksOfUser = command<[user: string]>('select pg_advisory_xact_lock(7305420, hashtext($1))');

/** The same of everybody who asks as a teacher for changes of single dates. */
export const lockRequestsOf = command<[teacher: string]>(
  'select pg_advisory_xact_lock(7305421, hashtext($1))',
);

/** That the dates of a semester are others now, although its own columns are not. */
export const touchSemester = command<[id: string]>(
  'update semester set updated_at = clock_timestamp() where id = $1',
);

/** That the times of periods are others now. */
export const touchBells = command('update bell_schedule set updated_at = clock_timestamp()');

/** All bell seasons as they are stored. */
export const storedSeasons = statement<Season>(
  'select campus_id as campus, starts_on as "startsOn", times from bell_season order by id',
);

/** The published timetables of semesters that are current or to come: their dates are still news. */
export const publishedAhead = statement<{ id: string; semester: string }>(`
  select t.id, s.id as semester from timetable t join semester s on s.id = t.semester_id
  where t.status = 'PUBLISHED' and (s.is_current or s.end_date >= current_date) order by s.id`);

/** When it last changed when and where something of a published timetable is held. */
export const changedLast = statement<{ at: string }, [timetable: string]>(`
  select greatest(t.published_at, t.updated_at, s.updated_at, (select updated_at from bell_schedule),
    (select max(c.created_at) from change c where c.timetable_id = t.id)) as at
  from timetable t join semester s on s.id = t.semester_id where t.id = $1`);

/** Lines up everybody who changes bell seasons; an arbitrary constant. */
export const lockSeasons = command('select pg_advisory_xact_lock(7305419, 0)');
