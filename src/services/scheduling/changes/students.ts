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
 * Whether somebody chose something that the timetable $1 holds: only then has somebody two things at once
 * that a whole class has not.
 */
export const chosen = `exists (
  select from class_assignment a join enrolment e on e.teaching_class_id = a.teaching_class_id
  where a.timetable_id = $1)`;

/** The same where somebody is known to have chosen something. */
export const overlapsOfStudents = (
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<Overlap[]> => em.execute<Overlap[]>(overlapsSql, [timetable, meetings]);

const held = 'occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end)';

const overlapsSql = `
  with mine as (
    select a.*, ${held} as slots from class_assignment a
    where a.timetable_id = $1 and a.meeting_id = any($2) and a.day_of_week is not null),
  attending as materialized (
    select m.*, e.student_id, true as is_chosen from mine m
      join enrolment e on e.teaching_class_id = m.teaching_class_id
    union all
    select m.*, s.id, false from mine m
      join teaching_class_group g on g.teaching_class_id = m.teaching_class_id
      join student s on s.administrative_class_id = g.administrative_class_id
    where exists (select from enrolment e where e.student_id = s.id)),
  overlap as (
    select distinct x.student_id as resource, least(x.meeting_id, a.meeting_id) as first,
      greatest(x.meeting_id, a.meeting_id) as second, x.slots * ${held} as slots
    from attending x cross join lateral (
        select e.teaching_class_id, true as is_chosen from enrolment e where e.student_id = x.student_id
        union all
        select g.teaching_class_id, false from student s
          join teaching_class_group g on g.administrative_class_id = s.administrative_class_id
        where s.id = x.student_id) t
      join class_assignment a on a.timetable_id = $1 and a.teaching_class_id = t.teaching_class_id
        and a.day_of_week = x.day_of_week and a.period_start <= x.period_end
        and a.period_end >= x.period_start and a.weeks && x.weeks
    where t.teaching_class_id <> x.teaching_class_id and (t.is_chosen or x.is_chosen))
  select 'OTHER' as kind, o.resource, o.first, o.second, o.slots::text as slots,
    coalesce(o.slots <@ p.slots, false) as "isKnown"
  from overlap o left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
    and p.first_meeting_id = o.first and p.second_meeting_id = o.second
  order by 3, 4, 2`;

/** One overlap for each two meetings, with the number of its students: nobody is named. */
export const byMeetings = (overlaps: readonly Overlap[]): Overlap[] =>
  [...groupBy(overlaps, ({ first, second }) => `${first} ${second}`).values()].map((each) => ({
    ...each[0],
    studentCount: each.length,
  }));
