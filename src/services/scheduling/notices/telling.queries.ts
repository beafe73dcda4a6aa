import type { ChangeKind } from '../../../schema/timetables.js';
import { attends } from '../attendance/attendees.queries.js';
import { type Json, command, statement } from '../../../data/statements.js';
import type { Effects } from '../changes/record.js';
import type { MeetingPlace } from '../placement/facts.js';
import type { PlannedMeeting, Shift } from '../semester/dates.js';

/** A change of a timetable that was published then, and of which nobody has been told. */
export interface UntoldChange {
  readonly id: string;
  readonly number: number;
  readonly kind: ChangeKind;
  readonly timetable: string;
  readonly semester: string;
  readonly startDate: string;
  readonly endDate: string;
  /** The timetable that was published before this one; null where there was none. */
  readonly previous: string | null;
  readonly effects: Effects | null;
}

export const untoldChange = statement<UntoldChange>(`
  select c.id, c.number, c.kind, c.effects, c.timetable_id as timetable, s.id as semester,
    s.start_date::text as "startDate", s.end_date::text as "endDate", (
    select o.id from timetable o where o.semester_id = c.semester_id and o.published_at < t.published_at
    order by o.published_at desc limit 1) as previous
  from change c join timetable t on t.id = c.timetable_id join semester s on s.id = c.semester_id
  where not c.is_told order by c.created_at limit 1 for update of c skip locked`);

export const setTold = command<[change: string]>('update change set is_told = true where id = $1');

/** Where a meeting is held, as far as a change of it is told. */
export interface ToldPlace extends MeetingPlace {
  /** Of one week alone on which date; of all weeks from which on. */
  readonly date?: string;
  /** `HH:MM-HH:MM`, where it is about the time of the day. */
  readonly time?: string;
  /** Who teaches it beside the first teacher, where it is about that. */
  readonly further?: readonly string[];
}

export type PlannedOnShift = MeetingPlace & Shift & { readonly meeting: string };

/** Meetings that a timetable plans for days that are taught on other dates. */
export const plannedOnShifts = statement<
  PlannedOnShift,
  [timetable: string, shifts: Json<readonly Shift[]>]
>(`
  select a.meeting_id as meeting, x.week, x.day, x."from", x."to", a.period_start as period,
    a.classroom_id as room, a.teacher_id as teacher
  from jsonb_to_recordset($2) as x (week int, day int, "from" text, "to" text)
    join class_assignment a on a.timetable_id = $1 and a.day_of_week = x.day and x.week = any(a.weeks)
  order by coalesce(x."from", x."to"), a.period_start, a.meeting_id`);

export interface PlannedAtCampus extends MeetingPlace, Omit<PlannedMeeting, 'week'> {
  readonly meeting: string;
  readonly weeks: readonly number[];
}

/** Where and at which campus a timetable plans its meetings. */
export const plannedAtCampuses = statement<PlannedAtCampus, [timetable: string]>(`
  select a.meeting_id as meeting, a.weeks, a.day_of_week as day, a.day_of_week as "dayOfWeek",
    a.period_start as period, a.period_start as "periodStart", a.period_end as "periodEnd",
    a.classroom_id as room, a.teacher_id as teacher, b.campus_id as "campusId"
  from class_assignment a join classroom r on r.id = a.classroom_id join building b on b.id = r.building_id
  where a.timetable_id = $1 and a.day_of_week is not null
  order by a.day_of_week, a.period_start, a.meeting_id`);

/** What readers see of a change to one meeting. */
export interface ToldItem {
  readonly number: number;
  readonly meeting: string;
  /** The week that it is about; null for all. */
  readonly week: number | null;
  readonly before: ToldPlace | null;
  readonly after: ToldPlace | null;
  /** Everybody who teaches it before or after. */
  readonly teachers: readonly string[];
}

/** Stores the items and a notice for each account that they concern, but for that of who made the change. */
export const tell = statement<{ user: string }, [change: string, items: Json<readonly ToldItem[]>]>(`
  with item as materialized (
    select * from jsonb_to_recordset($2) as i (number int, meeting uuid, week int, before jsonb, after jsonb,
      teachers uuid[])),
  stored as (
    insert into notice_item (id, change_id, number, meeting_id, week, before, after)
    select gen_random_uuid(), $1, number, meeting, week, before, after from item),
  held as (
    select i.number, i.teachers, m.id as meeting, m.teaching_class_id as class
    from item i join meeting m on m.id = i.meeting),
  concerned as (
    select s.user_id, h.number from held h join teaching_class_group g on g.teaching_class_id = h.class
      join student s on ${attends('g', 's')}
    union select s.user_id, h.number from held h join enrolment e on e.teaching_class_id = h.class
      join student s on s.id = e.student_id
    union select t.user_id, h.number from held h join teacher t on t.id = any(h.teachers)
    union select t.user_id, h.number from held h join further_teacher f on f.meeting_id = h.meeting
      join teacher t on t.id = f.teacher_id)
  insert into notice (id, user_id, change_id, items)
  select gen_random_uuid(), u.id, $1, array_agg(c.number order by c.number)
  from concerned c join "user" u on u.id = c.user_id
  where u.is_enabled and u.id is distinct from (select person_id from change where id = $1)
  group by u.id
  on conflict (user_id, change_id) do nothing
  returning user_id as "user"`);

/** Stores a notice of what was decided on a request for who made it, unless they decided themselves. */
export const tellOfDecision = statement<{ user: string }, [request: string, decidedBy: string | null]>(`
  insert into notice (id, user_id, request_id, items)
  select gen_random_uuid(), u.id, r.id, '{}' from date_request r join teacher t on t.id = r.teacher_id
    join "user" u on u.id = t.user_id
  where r.id = $1 and u.is_enabled and u.id is distinct from $2
  returning user_id as "user"`);

export const deleteOldNotices = command<[days: number]>(`
  with old as (delete from notice where created_at < clock_timestamp() - make_interval(days => $1))
  delete from notice_item where created_at < clock_timestamp() - make_interval(days => $1)`);
