import type { ChangeKind } from '../../../schema/timetables.js';
import { attends } from '../attendance/attendees.queries.js';
import { type Json, command, statement } from '../../../data/statements.js';
import type { MeetingPlace } from '../placement/facts.js';

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
}

export const untoldChange = statement<UntoldChange>(`
  select c.id, c.number, c.kind, c.timetable_id as timetable, s.id as semester,
    s.start_date::text as "startDate", s.end_date::text as "endDate", (
    select o.id from timetable o where o.semester_id = c.semester_id and o.published_at < t.published_at
    order by o.published_at desc limit 1) as previous
  from change c join timetable t on t.id = c.timetable_id join semester s on s.id = c.semester_id
  where not c.is_told order by c.created_at limit 1 for update of c skip locked`);

export const setTold = command<[change: string]>('update change set is_told = true where id = $1');

/** Where a meeting is held; of one week alone on which date. */
export interface ToldPlace extends MeetingPlace {
  readonly date?: string;
}

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

export const deleteOldNotices = command<[days: number]>(`
  with old as (delete from notice where created_at < clock_timestamp() - make_interval(days => $1))
  delete from notice_item where created_at < clock_timestamp() - make_interval(days => $1)`);
