import type { PersonLoad, TeacherLoad } from '../../../entities/scheduling/dashboards.js';
import type { Context } from '../../../data/context.js';
import { placedMeetings } from './held-meetings.js';

const empty: PersonLoad = { hours: 0, weekHoursMax: 0, dayHoursMax: 0, days: [] };

/** How much a teacher teaches in a timetable. */
export const loadOfTeacher = (ctx: Context, timetableId: string, teacherId: string): Promise<PersonLoad> =>
  loadOf(ctx, 'p.teacher_id = $2', [timetableId, teacherId]);

/** How much a student attends in a timetable: with the administrative class, and what the student chose. */
export const loadOfStudent = (ctx: Context, timetableId: string, studentId: string): Promise<PersonLoad> =>
  loadOf(ctx, `p.teaching_class_id in (${attendedClasses('$2')})`, [timetableId, studentId]);

/** The enabled teaching classes that a student attends. */
export const attendedClasses = (student: string): string => `
  select t.id from teaching_class t where t.is_enabled and (
    exists (select from teaching_class_group g
      join student s on s.administrative_class_id = g.administrative_class_id
      where g.teaching_class_id = t.id and s.id = ${student})
    or exists (select from enrolment e where e.teaching_class_id = t.id and e.student_id = ${student}))`;

async function loadOf({ em }: Context, whose: string, values: readonly string[]): Promise<PersonLoad> {
  const [load] = await em.execute<PersonLoad[]>(
    `${loadsOf(`select 1 as person, p.* from ${placedMeetings} p where p.timetable_id = $1 and ${whose}`)}
     select hours, "weekHoursMax", "dayHoursMax", days from loads`,
    [...values],
  );
  return load ?? empty;
}

/** Which teachers are wanted: of which departments, null for all, and which stretch of the list. */
export interface TeachersWanted {
  readonly departmentIds: readonly string[] | null;
  readonly page: number;
  readonly size: number;
  /** Whether those with most come first. */
  readonly isDesc: boolean;
}

/** How much teachers teach in a timetable, those without anything too, by their fullest week. */
export function loadsOfTeachers(
  { em }: Context,
  timetableId: string,
  { departmentIds, page, size, isDesc }: TeachersWanted,
): Promise<TeacherLoad[]> {
  const direction = isDesc ? 'desc' : 'asc';
  return em.execute<TeacherLoad[]>(
    `${loadsOf(`select p.teacher_id as person, p.* from ${placedMeetings} p where p.timetable_id = $1`)}
     select t.id as "teacherId", coalesce(l.hours, 0) as hours,
       coalesce(l."weekHoursMax", 0) as "weekHoursMax", coalesce(l."dayHoursMax", 0) as "dayHoursMax",
       coalesce(l.days, '[]') as days
     from teacher t left join loads l on l.person = t.id
     where $2::uuid[] is null or t.department_id = any($2::uuid[])
     order by "weekHoursMax" ${direction}, hours ${direction}, t.code, t.id limit $3::int offset $4::int`,
    [timetableId, departmentIds, size, (page - 1) * size],
  );
}

/** The loads of persons, from the placed meetings of each, as the common table `loads`. */
const loadsOf = (meetings: string): string => `
  with held as (${meetings}),
  by_day as (
    select h.person, w.week, h.day_of_week, sum(h.periods)::int as hours
    from held h, unnest(h.weeks) w(week) group by 1, 2, 3),
  by_week as (
    select person, week, sum(hours)::int as hours, max(hours) as day_hours_max from by_day group by 1, 2),
  total as (
    select person, sum(hours)::int as hours, max(hours) as "weekHoursMax",
      max(day_hours_max) as "dayHoursMax"
    from by_week group by 1),
  spread as (
    select person, jsonb_agg(jsonb_build_object('dayOfWeek', day_of_week, 'hours', hours)
      order by day_of_week) as days
    from (select person, day_of_week, sum(hours)::int as hours from by_day group by 1, 2) of_week
    group by 1),
  loads as (select t.*, s.days from total t join spread s on s.person = t.person)`;
