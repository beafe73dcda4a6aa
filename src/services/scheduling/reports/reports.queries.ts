import type {
  AdministratorDashboard,
  AcademicDashboard,
  MajorStudentCount,
  TaughtClass,
  StudentDashboard,
  RoomTypeUse,
  PersonLoad,
  TeacherLoad,
} from '../../../entities/scheduling/dashboards.js';
import { TeachingRole } from '../../../schema/timetables.js';
import { offeredSql } from '../problem/problem.queries.js';
import { attends } from '../attendance/attendees.queries.js';
import { type SeenDepartments, statement } from '../../../data/statements.js';

/**
 * What timetables hold, as the rows of a statement: one per timetable and meeting, without a day, room and
 * teacher where the meeting has no place.
 */
const heldMeetings = `(
  select a.timetable_id, a.meeting_id, a.teaching_class_id, a.series_id, a.teacher_id, a.classroom_id,
    a.day_of_week, a.period_start, a.period_end, m.periods, a.weeks
  from class_assignment a join meeting m on m.id = a.meeting_id)`;

/** The same, but only the meetings that have a place. */
const placedMeetings = `(select h.* from ${heldMeetings} h where h.day_of_week is not null)`;

/** The same, once for everybody who teaches, with the role. */
const heldByTeachers = `(
  select p.teacher_id as person, '${TeachingRole.LECTURER}' as role, p.* from ${placedMeetings} p
  union all select f.teacher_id, f.role, p.* from ${placedMeetings} p
    join taught_beside f on f.timetable_id = p.timetable_id and f.meeting_id = p.meeting_id
      and f.teacher_id <> p.teacher_id)`;

/** The enabled teaching classes that a student attends. */
const attendedClasses = (student: string): string => `
  select t.id from teaching_class t where t.is_enabled and (
    exists (select from teaching_class_group g join student s on ${attends('g', 's')}
      where g.teaching_class_id = t.id and s.id = ${student})
    or exists (select from enrolment e where e.teaching_class_id = t.id and e.student_id = ${student}))`;

export const installationCounts = statement<Omit<AdministratorDashboard, 'requests'>>(`
  select (select count(*) from "user")::int as "userCount",
    (select count(*) from campus)::int as "campusCount",
    (select count(*) from building)::int as "buildingCount",
    (select count(*) from teacher)::int as "teacherCount",
    (select count(*) from student)::int as "studentCount"`);

const inDepartments = '($1::uuid[] is null or department_id = any($1::uuid[]))';

export const departmentCounts = statement<Omit<AcademicDashboard, 'majors'>, [seen: SeenDepartments]>(`
  select (select count(*) from teacher where ${inDepartments})::int as "teacherCount",
    (select count(*) from student where ${inDepartments})::int as "studentCount",
    (select count(*) from administrative_class where ${inDepartments})::int as "administrativeClassCount",
    (select count(*) from teaching_class where ${inDepartments} and not is_withdrawn)::int
      as "teachingClassCount",
    (select count(*) from course where ${inDepartments})::int as "courseCount"`);

export const majorCounts = statement<MajorStudentCount, [seen: SeenDepartments]>(`
  select m.id as "majorId", m.name as "majorName",
    (select count(*) from student s where s.major_id = m.id)::int as "studentCount"
  from major m where ${inDepartments} order by m.name collate "chinese", m.id`);

// Hours of a course `k` of the type `h`, which is known by a word of its name; null where it has none.
const libraryHours = `nullif(case
    when h.name like '%理论%' then k.theory_hours when h.name like '%实验%' then k.lab_hours
    when h.name like '%实践%' then k.practice_hours when h.name like '%上机%' then k.computer_hours
    when h.name like '%其他%' then k.other_hours end, 0)`;

// A teaching class counts once for each type of hours that the teacher teaches it.
export const taughtClasses = statement<TaughtClass, [teacher: string]>(`
  with taught as (
    select distinct on (p.teaching_class_id, credit_hour_type_id) p.teaching_class_id,
      s.total_hours, m.sequence, p.role,
      coalesce(s.credit_hour_type_id, m.credit_hour_type_id) as credit_hour_type_id
    from ${heldByTeachers} p join timetable t on t.id = p.timetable_id join meeting m on m.id = p.meeting_id
      left join series s on s.id = p.series_id
    where p.person = $1 and t.status = 'PUBLISHED'
    order by p.teaching_class_id, credit_hour_type_id, m.sequence),
  counted as (
    select taught.teaching_class_id, string_agg(h.name, '、' order by taught.sequence) as types,
      array_agg(distinct taught.role order by taught.role) as roles,
      sum(coalesce(taught.total_hours, ${libraryHours})) as hours
    from taught join teaching_class c on c.id = taught.teaching_class_id join course k on k.id = c.course_id
      left join credit_hour_type h on h.id = taught.credit_hour_type_id
    group by taught.teaching_class_id)
  select c.id as "teachingClassId", c.name as "teachingClassName", k.id as "courseId", k.name as "courseName",
    c.student_count as "studentCount", counted.types as "creditHourTypeName", counted.roles,
    coalesce(counted.hours, k.total_hours)::float8 as "totalHours"
  from counted join teaching_class c on c.id = counted.teaching_class_id join course k on k.id = c.course_id
    join semester s on s.id = c.semester_id
  order by s.start_date desc, c.name collate "chinese", c.id`);

export const attendedCounts = statement<
  Omit<StudentDashboard, 'semester'>,
  [semester: string, student: string]
>(`
  with attended as (
    select c.course_id from teaching_class c where c.semester_id = $1 and c.id in (${attendedClasses('$2')}))
  select (select count(*) from attended)::int as "classCount", count(*)::int as "courseCount",
    coalesce(sum(k.credits), 0)::float8 as credits
  from course k where k.id in (select course_id from attended)`);

export interface HeldOnDay {
  /** Null: what has no place. */
  readonly dayOfWeek: number | null;
  readonly meetings: number;
  readonly hours: number;
}

export const heldOnDays = statement<HeldOnDay, [timetable: string, seen: SeenDepartments]>(`
  select h.day_of_week as "dayOfWeek", count(*)::int as meetings,
    sum(h.periods * cardinality(h.weeks))::int as hours
  from ${heldMeetings} h join teaching_class c on c.id = h.teaching_class_id
  where h.timetable_id = $1 and ($2::uuid[] is null or c.department_id = any($2::uuid[]))
  group by h.day_of_week order by h.day_of_week`);

export const openClashCount = statement<{ count: number }, [timetable: string, seen: SeenDepartments]>(`
  select count(*)::int as count from conflict c
  where c.timetable_id = $1 and c.status = 'OPEN' and ($2::uuid[] is null or exists (
    select from series s join teaching_class t on t.id = s.teaching_class_id
    where s.id in (c.first_series_id, c.second_series_id) and t.department_id = any($2::uuid[])))`);

/** Rooms belong to no department. A weekend that is hardly used does not make them look empty. */
export const roomTypeUses = statement<
  RoomTypeUse,
  [semester: string, timetable: string, weeks: number, days: readonly number[], periods: number]
>(`
  with used as (
    select p.classroom_id as room, p.day_of_week as day, h.period, count(distinct w.week) as weeks
    from ${placedMeetings} p, generate_series(p.period_start, p.period_end) h(period), unnest(p.weeks) w(week)
    where p.timetable_id = $2 group by 1, 2, 3),
  rooms as (
    select r.id, r.type_id as type from ${offeredSql} where o.offered or r.id in (select room from used)),
  types as (select type, count(*)::int as rooms from rooms group by 1),
  hours as (
    select d.day, h.period from unnest($4::int[]) d(day), generate_series(1, $5::int) h(period)
    union select day, period from used),
  used_of_type as (
    select r.type, u.day, u.period, sum(u.weeks) as weeks from used u join rooms r on r.id = u.room
    group by 1, 2, 3),
  filled as (
    select t.type, t.rooms, h.day, h.period, coalesce(u.weeks, 0) as weeks
    from types t cross join hours h
      left join used_of_type u on u.type = t.type and u.day = h.day and u.period = h.period)
  select k.id as "classroomTypeId", k.name as "classroomTypeName", f.rooms as "roomCount",
    round(sum(f.weeks) filter (where f.day = any($4::int[]) and f.period <= $5::int)
      / (f.rooms * $3::int * cardinality($4::int[]) * $5::int), 4)::float8 as share,
    json_agg(json_build_object('dayOfWeek', f.day, 'period', f.period,
      'share', round(f.weeks / (f.rooms * $3::int), 4)) order by f.day, f.period) as hours
  from filled f join classroom_type k on k.id = f.type
  group by k.id, k.name, f.rooms order by k.name collate "chinese", k.id`);

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
      max(day_hours_max) as "dayHoursMax",
      (sum(hours) * (select lesson_minutes from bell_schedule))::int as minutes
    from by_week group by 1),
  spread as (
    select person, jsonb_agg(jsonb_build_object('dayOfWeek', day_of_week, 'hours', hours)
      order by day_of_week) as days
    from (select person, day_of_week, sum(hours)::int as hours from by_day group by 1, 2) of_week
    group by 1),
  as_roles as (
    select person, jsonb_agg(jsonb_build_object('role', role, 'hours', hours) order by role) as roles
    from (select person, role, sum(periods * cardinality(weeks))::int as hours from held
      where role is not null group by 1, 2) of_role
    group by 1),
  loads as (
    select t.*, s.days, coalesce(r.roles, '[]') as roles
    from total t join spread s on s.person = t.person left join as_roles r on r.person = t.person)`;

const loadOf = (meetings: string): string => `
  ${loadsOf(`${meetings} and p.timetable_id = $1`)}
  select hours, minutes, "weekHoursMax", "dayHoursMax", days, roles from loads`;

/** How much a teacher teaches in a timetable, alone or with others. */
export const loadOfTeacher = statement<PersonLoad, [timetable: string, teacher: string]>(
  loadOf(`select p.* from ${heldByTeachers} p where p.person = $2`),
);

/** How much a student attends in a timetable: with the administrative class, and what the student chose. */
export const loadOfStudent = statement<PersonLoad, [timetable: string, student: string]>(
  loadOf(`select 1 as person, null as role, p.* from ${placedMeetings} p
    where p.teaching_class_id in (${attendedClasses('$2')})`),
);

/** How much teachers teach in a timetable, those without anything too, by their fullest week. */
export const loadsOfTeachers = (direction: 'asc' | 'desc') =>
  statement<TeacherLoad, [timetable: string, seen: SeenDepartments, size: number, offset: number]>(`
  ${loadsOf(`select p.* from ${heldByTeachers} p where p.timetable_id = $1`)}
  select t.id as "teacherId", coalesce(l.hours, 0) as hours, coalesce(l.minutes, 0) as minutes,
    coalesce(l."weekHoursMax", 0) as "weekHoursMax", coalesce(l."dayHoursMax", 0) as "dayHoursMax",
    coalesce(l.days, '[]') as days, coalesce(l.roles, '[]') as roles
  from teacher t left join loads l on l.person = t.id
  where $2::uuid[] is null or t.department_id = any($2::uuid[])
  order by "weekHoursMax" ${direction}, hours ${direction}, t.code, t.id limit $3::int offset $4::int`);
