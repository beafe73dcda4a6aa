import type { EntityManager } from '@mikro-orm/postgresql';
import { groupBy } from '../../../data/loaders.js';
import type { Overlap } from './occupancy.js';

/**
 * Every overlap of the meetings, as the timetable holds them now, in which single students take part: one who
 * chose an elective has something else then. What a whole administrative class has twice is not among them.
 */
export async function studentOverlaps(
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<Overlap[]> {
  const [{ isChosen }] = await em.execute<[{ isChosen: boolean }]>(`select ${chosen} as "isChosen"`, [
    timetable,
  ]);
  return isChosen ? overlapsOfStudents(em, timetable, meetings) : [];
}

/**
 * Whether somebody chose something of the semester of the timetable $1: only then has somebody two things at
 * once that a whole class has not.
 */
export const chosen = `exists (
  select from teaching_class k where k.semester_id = (select semester_id from timetable where id = $1)
    and exists (select from enrolment e where e.teaching_class_id = k.id))`;

/** The same where somebody is known to have chosen something. */
export const overlapsOfStudents = (
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<Overlap[]> =>
  em.execute<Overlap[]>(meetings.length > fewMeetings ? ofMany : ofFew, [timetable, meetings]);

const held = (row: string): string =>
  `occurrences(${row}.weeks, ${row}.day_of_week, ${row}.period_start, ${row}.period_end)`;

/** `(select $1)` keeps the planner from believing a timetable empty that is younger than its statistics. */
const ofTimetable = 'a.timetable_id = (select $1::uuid)';
const onTheirDays = 'a.day_of_week = any(array(select distinct day_of_week from moved))';

/**
 * Of all meetings: whoever attends them and has chosen something, what those students chose and what their
 * classes have, each table once. What whole classes have is found class by class (`offset 0`), because they
 * are few beside their students.
 */
const electiveOfMany = `
  with moved as (
    select a.teaching_class_id from class_assignment a
    where ${ofTimetable} and a.meeting_id = any($2) and a.day_of_week is not null),
  concerned as (
    select e.student_id from (select distinct teaching_class_id from moved) m
      join enrolment e on e.teaching_class_id = m.teaching_class_id
    union
    select s.id from (
      select distinct g.administrative_class_id from moved m
        join teaching_class_group g on g.teaching_class_id = m.teaching_class_id) c
      join student s on s.administrative_class_id = c.administrative_class_id),
  elective as materialized (
    select s.id as student_id, s.administrative_class_id, a.teaching_class_id, a.meeting_id, a.day_of_week,
      a.period_start, a.period_end
    from concerned c join student s on s.id = c.student_id join enrolment e on e.student_id = s.id
      join class_assignment a on ${ofTimetable} and a.teaching_class_id = e.teaching_class_id
    where a.day_of_week is not null),
  compulsory as (
    select c.administrative_class_id, a.*
    from (select distinct administrative_class_id from elective) c cross join lateral (
      select a.teaching_class_id, a.meeting_id, a.day_of_week, a.period_start, a.period_end
      from teaching_class_group g
        join class_assignment a on ${ofTimetable} and a.teaching_class_id = g.teaching_class_id
      where g.administrative_class_id = c.administrative_class_id offset 0) a)`;

/**
 * Of few meetings the same, on their days, each step by an index (`offset 0`): the planner does not know how
 * few they are, and would read whole tables while others wait.
 */
const electiveOfFew = `
  with moved as materialized (
    select a.teaching_class_id, a.day_of_week from class_assignment a
    where ${ofTimetable} and a.meeting_id = any($2) and a.day_of_week is not null),
  concerned as (
    select s.id, s.administrative_class_id from (
      select e.student_id from (select distinct teaching_class_id from moved) m cross join lateral (
        select student_id from enrolment where teaching_class_id = m.teaching_class_id offset 0) e
      union
      select s.id from (
        select distinct g.administrative_class_id from moved m
          join teaching_class_group g on g.teaching_class_id = m.teaching_class_id) c cross join lateral (
        select id from student where administrative_class_id = c.administrative_class_id offset 0) s) k
      cross join lateral (
        select id, administrative_class_id from student where id = k.student_id offset 0) s),
  choice as materialized (
    select c.id as student_id, c.administrative_class_id, e.teaching_class_id
    from concerned c cross join lateral (
      select teaching_class_id from enrolment where student_id = c.id offset 0) e),
  held as materialized (
    select a.* from (select distinct teaching_class_id from choice) c cross join lateral (
      select a.teaching_class_id, a.meeting_id, a.day_of_week, a.period_start, a.period_end
      from class_assignment a where ${ofTimetable} and a.teaching_class_id = c.teaching_class_id
        and ${onTheirDays} offset 0) a),
  elective as materialized (
    select c.student_id, c.administrative_class_id, h.*
    from choice c join held h on h.teaching_class_id = c.teaching_class_id),
  compulsory as (
    select c.administrative_class_id, a.*
    from (select distinct administrative_class_id from elective) c cross join lateral (
      select a.teaching_class_id, a.meeting_id, a.day_of_week, a.period_start, a.period_end
      from teaching_class_group g
        join class_assignment a on ${ofTimetable} and a.teaching_class_id = g.teaching_class_id
      where g.administrative_class_id = c.administrative_class_id and ${onTheirDays} offset 0) a)`;

/** Up to so many meetings are few. */
const fewMeetings = 20;

/** From what students chose, and what their classes have, to what overlaps. */
const overlapsSql = (elective: string): string => `${elective},
  pair as (
    select x.student_id, x.meeting_id as first, y.meeting_id as second
    from elective x join elective y on y.student_id = x.student_id and y.day_of_week = x.day_of_week
      and y.period_start <= x.period_end and y.period_end >= x.period_start
    where x.teaching_class_id <> y.teaching_class_id and x.meeting_id < y.meeting_id
    union
    select x.student_id, least(x.meeting_id, y.meeting_id), greatest(x.meeting_id, y.meeting_id)
    from elective x join compulsory y on y.administrative_class_id = x.administrative_class_id
      and y.day_of_week = x.day_of_week and y.period_start <= x.period_end
      and y.period_end >= x.period_start
    where x.teaching_class_id <> y.teaching_class_id),
  overlap as (
    select p.student_id as resource, p.first, p.second, ${held('a')} * ${held('b')} as slots
    from pair p join class_assignment a on ${ofTimetable} and a.meeting_id = p.first
      join class_assignment b on b.timetable_id = a.timetable_id and b.meeting_id = p.second
    where (p.first = any($2) or p.second = any($2)) and a.weeks && b.weeks)
  select 'OTHER' as kind, o.resource, o.first, o.second, o.slots::text as slots,
    coalesce(o.slots <@ p.slots, false) as "isKnown"
  from overlap o left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
    and p.first_meeting_id = o.first and p.second_meeting_id = o.second
  order by 3, 4, 2`;

const ofMany = overlapsSql(electiveOfMany);
const ofFew = overlapsSql(electiveOfFew);

/** One overlap for each two meetings, with the number of its students: nobody is named. */
export const byMeetings = (overlaps: readonly Overlap[]): Overlap[] =>
  [...groupBy(overlaps, ({ first, second }) => `${first} ${second}`).values()].map((each) => ({
    ...each[0],
    studentCount: each.length,
  }));
