import type { RuleProfile } from '../../../schema/enums.js';
import { statement } from '../../../data/statements.js';
import {
  attendees,
  classSize,
  laneGroups,
  laneKey,
  lanes,
  studentGroups,
} from '../attendance/attendees.queries.js';
import { servesSql, usableSql } from '../placement/placement.queries.js';
import type {
  MeetingMove,
  Place,
  SnapshotCampus,
  SnapshotGroup,
  SnapshotLink,
  SnapshotMeeting,
  SnapshotPreference,
  SnapshotQualification,
  SnapshotRoom,
  SnapshotStudents,
  SnapshotTeacher,
  SnapshotTeachingClass,
  SnapshotUnavailability,
  TakenPlace,
} from './snapshot.js';

/** Whether a run places the meetings of the teaching class `t`, with the values $2 to $4. */
export const isOfRun = `(${[
  ['$2', 't.department_id'],
  ['$3', 't.course_id'],
  ['$4', 't.id'],
]
  .map(([list, value]) => `(cardinality(${list}::uuid[]) = 0 or ${value} = any(${list}))`)
  .join(' and ')})`;

/** The values $2 to $4: departments, courses and teaching classes. */
export type RunValues = [
  departments: readonly string[],
  courses: readonly string[],
  classes: readonly string[],
];

/**
 * Every room `r`, with `o.offered` for whether the semester $1 may use it; a campus that belongs to one
 * semester serves no other.
 */
export const offeredSql = `
  classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id,
  lateral (select ${usableSql} and ${servesSql} as offered from semester s where s.id = $1) o`;

/** The buildings with a room that the semester may use. */
export const offeredBuildings = statement<{ id: string }, [semester: string]>(
  `select distinct b.id from ${offeredSql} where o.offered`,
);

/** The courses that the semester teaches, of all departments. */
export const coursesTaught = statement<{ course: string }, [semester: string]>(
  'select distinct course_id as course from teaching_class where semester_id = $1 and is_enabled',
);

export const movesOfTasks = statement<
  { id: string; moves: readonly MeetingMove[] | null },
  [tasks: readonly string[]]
>('select id, moves from scheduling_task where id = any($1)');

interface SemesterRow {
  readonly name: string;
  readonly profile: RuleProfile;
  readonly startDate: string;
  readonly endDate: string;
  readonly days: number;
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  readonly longBreaks: readonly number[];
}

export const semesterOf = statement<SemesterRow, [semester: string]>(`
  select name, rule_profile as profile, start_date::text as "startDate", end_date::text as "endDate",
    days_per_week as days, scheduling_days as "schedulingDays", periods_per_day as periods,
    (select long_breaks from bell_schedule) as "longBreaks"
  from semester where id = $1`);

/**
 * The locked rows of the timetable $2 that a run starts from, else of the published one of the semester $1.
 */
const lockedSql = `
  select * from class_assignment where is_locked and timetable_id = coalesce($2,
    (select id from timetable where semester_id = $1 and status = 'PUBLISHED'))`;

type OfRun = [semester: string, basis: string | null];

/** The rows whose rooms and teachers are read: what the timetable $2 has placed, and what is locked. */
const heldSql = `
  select teacher_id, classroom_id from class_assignment where timetable_id = $2 and day_of_week is not null
  union select teacher_id, classroom_id from (${lockedSql}) l`;

export const roomsOf = statement<SnapshotRoom, OfRun>(`
  select r.id, r.name, r.capacity, r.type_id as type, b.id as building, b.campus_id as campus, o.offered
  from ${offeredSql}
  where o.offered or r.id in (select h.classroom_id from (${heldSql}) h)
  order by r.id`);

export const teachersOf = statement<SnapshotTeacher, OfRun>(`
  select id, name, weekly_periods_max as "weeklyPeriods", daily_periods_max as "dailyPeriods",
    forbidden_times as "forbiddenTimes"
  from teacher where id in (
    select m.teacher_id from meeting m join teaching_class t on t.id = m.teaching_class_id
    where t.semester_id = $1
    union
    select f.teacher_id from further_teacher f join meeting m on m.id = f.meeting_id
      join teaching_class t on t.id = m.teaching_class_id
    where t.semester_id = $1
    union
    select q.teacher_id from teacher_qualification q join teaching_class t on t.course_id = q.course_id
    where q.status = 'APPROVED' and t.semester_id = $1
    union
    select h.teacher_id from (${heldSql}) h)
  order by id`);

/** Administrative classes; of those that are parted, their students who are in the same groups. */
export const groupsOf = statement<SnapshotGroup, [semester: string]>(`
  with attending as (
    select a.*, lane, ${laneGroups} as groups from administrative_class a, unnest(a.lanes) as lane
    where a.id in (
      select g.administrative_class_id from teaching_class_group g
        join teaching_class t on t.id = g.teaching_class_id
      where t.semester_id = $1 and t.is_enabled))
  select ${laneKey} as id, a.name || coalesce((
      select '（' || string_agg(i.name, '、' order by k.name, i.name) || '）' from class_group i
        join class_partition k on k.id = i.partition_id
      where i.id::text = any(a.groups) and a.lanes <> '{0}'), '') as name,
    case when a.lanes = '{0}' then ${classSize()} else (
      select count(*)::int from student s where s.administrative_class_id = a.id and not s.is_graduated
        and ${studentGroups} = a.groups) end as size,
    case when a.lanes <> '{0}' then a.id end as "partOf"
  from attending a order by a.id, lane`);

export const qualificationsOf = statement<SnapshotQualification, [semester: string]>(`
  select distinct q.course_id as course, q.teacher_id as teacher, q.level, q.is_primary as "isPrimary"
  from teacher_qualification q join teaching_class t on t.course_id = q.course_id
  where q.status = 'APPROVED' and t.semester_id = $1 order by 1, 2, 3, 4`);

export const campusesOf = statement<SnapshotCampus>(
  'select id, travel_periods as "travelPeriods" from campus order by id',
);

/** Who attends the teaching class `t` with their class. */
const lanesOfClass = `array(select ${laneKey} from ${attendees} cross join ${lanes}
  where g.teaching_class_id = t.id order by a.id, lane)`;

export const teachingClassesOf = statement<SnapshotTeachingClass, [semester: string]>(`
  select t.id, t.name, t.course_id as course, t.department_id as department,
    c.type_id as "courseType", t.student_count as size,
  t.min_working_days as "minimumDays",
    ${lanesOfClass} as groups
  from teaching_class t join course c on c.id = t.course_id where t.semester_id = $1 and t.is_enabled order
  by t.id`);

/** Who teaches a meeting `m` beside its first teacher. */
const furtherSql = `array(
  select f.teacher_id::text from further_teacher f where f.meeting_id = m.id order by 1)`;

export const meetingsOf = statement<SnapshotMeeting, OfRun>(`
  select m.id, m.teaching_class_id as "teachingClass", m.sequence, m.periods, m.weeks,
  m.credit_hour_type_id as kind,
    m.classroom_type_id as "roomType", coalesce(l.teacher_id, m.teacher_id) as teacher,
    ${furtherSql} as "furtherTeachers",
    l.day_of_week as "lockedDay", l.period_start as "lockedPeriod", l.classroom_id as "lockedRoom"
  from meeting m join teaching_class t on t.id = m.teaching_class_id
    left join (${lockedSql}) l on l.meeting_id = m.id
  where t.semester_id = $1 and t.is_enabled and not m.is_replaced order by m.teaching_class_id, m.sequence`);

export const linksOf = statement<SnapshotLink, [semester: string]>(`
  select l.kind, l.level = 'HARD' as "isRequired", l.weight, l.first_id as first,
    l.first_hours_id as "firstHours", l.second_id as second, l.second_hours_id as "secondHours"
  from teaching_link l join teaching_class t on t.id = l.first_id
  where t.semester_id = $1 and l.level <> 'OFF' order by l.id`);

export const unavailabilityOf = statement<SnapshotUnavailability, [semester: string]>(`
  select course_id as course, teacher_id as teacher, classroom_id as room, day_of_week as day, period
  from unavailability where semester_id = $1 order by 1, 2, 3, 4, 5`);

export const preferencesOf = statement<SnapshotPreference, [semester: string]>(`
  select teacher_id as teacher, day_of_week as day, period, level
  from teacher_preference where semester_id = $1 order by 1, 2, 3, 4`);

/** Different choices that a run considers; far above what a university has. */
const choicesMax = 50_000;

export const studentChoices = statement<SnapshotStudents, [semester: string]>(`
  select coalesce((
      select ${laneKey} from administrative_class a, unnest(a.lanes) as lane
      where a.id = s.administrative_class_id and (a.lanes = '{0}' or ${laneGroups} = ${studentGroups})),
      s.administrative_class_id::text) as "group",
    c.chosen as "teachingClasses", count(*)::int as count
  from (select e.student_id, array_agg(e.teaching_class_id::text order by e.teaching_class_id) as chosen
      from enrolment e join teaching_class t on t.id = e.teaching_class_id
      where t.semester_id = $1 and t.is_enabled group by e.student_id) c
    join student s on s.id = c.student_id
  group by 1, 2 order by 1, 2 limit ${choicesMax}`);

export const placesIn = statement<Place, [timetable: string]>(`
  select meeting_id as meeting, day_of_week as day, period_start as period, classroom_id as room,
  teacher_id as teacher
  from class_assignment where timetable_id = $1 and day_of_week is not null order by 1`);

/** What the timetable $1 holds although a plan does without it, as far as a run leaves it. */
export const takenBeside = statement<TakenPlace, [timetable: string | null, ...run: RunValues]>(`
  select a.meeting_id as meeting, a.day_of_week as day, a.period_start as period, a.classroom_id as room,
    a.teacher_id as teacher, ${furtherSql} as "furtherTeachers", m.periods, m.weeks,
    ${lanesOfClass} as groups
  from class_assignment a join meeting m on m.id = a.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where a.timetable_id = $1 and a.day_of_week is not null and (m.is_replaced or not t.is_enabled)
    and (a.is_locked or not ${isOfRun})
  order by 1`);

/** How many students the rooms hold that a teaching class may use. */
export interface RoomCapacities {
  /** The largest usual room: nine rooms of ten hold no more. */
  readonly usual: number;
  readonly largest: number;
}

const figures = `max(r.capacity) as largest,
  percentile_disc(0.9) within group (order by r.capacity) as usual`;

// A type without a room is a row without capacities; whoever needs no type may use every room.
export const capacitiesFor = statement<RoomCapacities, [semester: string, teachingClass: string]>(`
  with needed as (
    select distinct m.classroom_type_id as id from meeting m where m.teaching_class_id = $2
      and m.classroom_type_id is not null and not m.is_replaced),
  wanted as (
    select id from needed
    union all
    select coalesce(c.theory_classroom_type_id, c.lab_classroom_type_id, c.practice_classroom_type_id,
      c.computer_classroom_type_id)
    from teaching_class t join course c on c.id = t.course_id
    where t.id = $2 and not exists (select from needed)),
  offered as (select r.type_id, r.capacity from ${offeredSql} where o.offered)
  select ${figures}
  from wanted w left join offered r on w.id is null or r.type_id = w.id group by w.id`);

export const capacitiesByType = statement<
  RoomCapacities & { readonly type: string | null },
  [semester: string]
>(`
  select r.type_id as type, ${figures} from ${offeredSql} where o.offered
  group by grouping sets ((r.type_id), ()) having count(*) > 0`);
