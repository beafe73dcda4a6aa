import type { MeetingState } from '../changes/states.js';
import { attendeeCount, attendeeName, attendeeOrder, attendees } from '../attendance/attendees.queries.js';
import { type Json, type SeenDepartments, command, statement } from '../../../data/statements.js';

/** A teaching class that is copied, as it is in its semester. */
export interface CopiedClass {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly isCourseEnabled: boolean;
  readonly courseName: string;
  /** The administrative classes, and their groups, that still study when the target semester begins. */
  readonly attendees: readonly { readonly class: string; readonly group: string | null }[];
  /** Names of those that have left, and how many students they were expected to have. */
  readonly leftNames: readonly string[];
  readonly leftStudents: number;
}

/** A meeting that is copied, with what the timetable says of it; a state of null where it says nothing. */
export interface CopiedMeeting {
  readonly id: string;
  readonly class: string;
  readonly sequence: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly creditHourType: string | null;
  readonly classroomType: string | null;
  readonly teacher: string | null;
  readonly teacherName: string | null;
  /** Whether the account of that teacher is closed. */
  readonly hasTeacherLeft: boolean;
  /** Names of those who taught it beside the first teacher, and whose accounts are closed. */
  readonly leftTeachers: readonly string[];
  readonly place: MeetingState['place'];
  readonly isLocked: boolean;
  readonly series: string | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
}

/**
 * The enabled teaching classes of a semester, of departments.
 * @param startDate first day of the target semester: who has left by then attends nothing
 */
export const copiedClasses = statement<
  CopiedClass,
  [semester: string, seen: SeenDepartments, startDate: string, max: number]
>(`
  select t.id, t.code, t.name, t.department_id as department, c.is_enabled as "isCourseEnabled",
    c.name as "courseName",
    coalesce(g.staying, '[]') as attendees, coalesce(g.left_names, '{}') as "leftNames",
    coalesce(g.left_students, 0)::int as "leftStudents"
  from teaching_class t join course c on c.id = t.course_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('class', a.id, 'group', a."group") order by a.place)
          filter (where a.stays) as staying,
        array_agg(a.name order by a.place) filter (where not a.stays) as left_names,
        sum(a.count) filter (where not a.stays) as left_students
      from (
        select a.id, p.id as "group", ${attendeeName} as name, ${attendeeCount} as count,
          row_number() over (order by ${attendeeOrder}) as place,
          a.is_enabled and coalesce(r.end_date >= $3::date, true) as stays
        from ${attendees} join grade r on r.id = a.grade_id
        where g.teaching_class_id = t.id) a) g
  where t.semester_id = $1 and t.is_enabled and ($2::uuid[] is null or t.department_id = any($2))
  order by t.id limit $4`);

/** Whether the account `u` of a teacher, if there is one, is closed. */
const hasLeft = 'coalesce(not u.is_enabled or u.is_banned, false)';

/**
 * The meetings of the teaching classes, but for those that a later plan replaced, or that were retired from
 * the timetable or from one that was published.
 */
export const copiedMeetings = statement<
  CopiedMeeting,
  [classes: readonly string[], timetable: string | null, max: number]
>(`
  select m.id, m.teaching_class_id as class, m.sequence, m.periods, m.weeks,
    m.credit_hour_type_id as "creditHourType", m.classroom_type_id as "classroomType",
    m.teacher_id as teacher, k.name as "teacherName",
    ${hasLeft} as "hasTeacherLeft",
    array(select t.name from further_teacher f join teacher t on t.id = f.teacher_id
      left join "user" u on u.id = t.user_id where f.meeting_id = m.id and ${hasLeft} order by t.name)
      as "leftTeachers",
    case when a.day_of_week is not null then jsonb_build_object('day', a.day_of_week, 'period',
      a.period_start, 'room', a.classroom_id, 'teacher', a.teacher_id) end as place,
    coalesce(a.is_locked, false) as "isLocked", a.series_id as series, a.reason_zh as "reasonZh",
    a.reason_en as "reasonEn"
  from meeting m
    left join class_assignment a on a.timetable_id = $2 and a.meeting_id = m.id
    left join teacher k on k.id = m.teacher_id left join "user" u on u.id = k.user_id
  where m.teaching_class_id = any($1) and not m.is_replaced
    and (a.id is not null or $2::uuid is null or not exists (
      select from change_item i join change c on c.id = i.change_id join timetable t on t.id = c.timetable_id
      where i.meeting_id = m.id and (t.id = $2 or t.published_at is not null)
        and coalesce(i.after, 'null') = 'null'))
  order by m.teaching_class_id, m.sequence limit $3`);

/** Teachers whose accounts were closed. */
export const teachersWithoutAccount = statement<{ id: string; name: string }, [ids: readonly string[]]>(`
  select t.id, t.name from teacher t join "user" u on u.id = t.user_id
  where t.id = any($1) and (not u.is_enabled or u.is_banned)`);

export const classesCopiedFrom = statement<
  { id: string; from: string; isEnabled: boolean },
  [target: string, classes: readonly string[]]
>(`
  select id, copied_from_id as "from", is_enabled as "isEnabled" from teaching_class
  where semester_id = $1 and copied_from_id = any($2)`);

export const insertCopiedClasses = command<[target: string, classes: Json<readonly object[]>]>(`
  insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
    student_count, seats, min_working_days, description, planned_kind, copied_from_id)
  select x.id, x.code, t.name, $1, t.course_id, t.department_id, t.is_compulsory,
    greatest(t.student_count - x."left", 0), t.seats, t.min_working_days, t.description, t.planned_kind, t.id
  from jsonb_to_recordset($2) as x (id uuid, "from" uuid, code text, "left" int)
    join teaching_class t on t.id = x."from"`);

export const insertCopiedGroups = command<[groups: Json<readonly object[]>]>(`
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id, class_group_id)
  select x.id, x.copy, x."class", x."group"
  from jsonb_to_recordset($1) as x (id uuid, copy uuid, "class" uuid, "group" uuid)`);

export const insertCopiedMeetings = command<[meetings: Json<readonly object[]>]>(`
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
    classroom_type_id, teacher_id)
  select x.id, x."class", m.sequence, m.periods, x.weeks, m.credit_hour_type_id, m.classroom_type_id,
    x.teacher
  from jsonb_to_recordset($1) as x (id uuid, "from" uuid, "class" uuid, weeks int[], teacher uuid)
    join meeting m on m.id = x."from"`);

export const insertCopiedTeachers = command<[meetings: Json<readonly object[]>]>(`
  insert into further_teacher (id, meeting_id, teacher_id, role)
  select gen_random_uuid(), x.id, f.teacher_id, f.role
  from jsonb_to_recordset($1) as x (id uuid, "from" uuid) join further_teacher f on f.meeting_id = x."from"
    join teacher t on t.id = f.teacher_id left join "user" u on u.id = t.user_id
  where not ${hasLeft}`);

export const insertCopiedSeries = command<[series: Json<readonly object[]>]>(`
  insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
    total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
  select x.id, x."class", s.credit_hour_type_id, s.teaching_hours, s.scheduled_hours, s.total_hours,
    s.priority, s.course_ownership, s.teaching_campus_id, s.consecutive_periods
  from jsonb_to_recordset($1) as x (id uuid, "from" uuid, "class" uuid)
    join series s on s.id = x."from"`);

export const meetingsOfCopies = statement<
  { id: string; class: string; sequence: number; series: string | null },
  [classes: readonly string[]]
>(`
  select m.id, m.teaching_class_id as class, m.sequence, (
    select a.series_id from class_assignment a join timetable t on t.id = a.timetable_id
    where a.meeting_id = m.id and a.series_id is not null order by t.revision desc limit 1) as series
  from meeting m where m.teaching_class_id = any($1) and not m.is_replaced`);

export const codesMatching = statement<{ code: string }, [pattern: string]>(
  'select code from teaching_class where btrim(code) ~ $1',
);

export const classesOfDepartments = statement<
  { id: string; name: string },
  [semester: string, departments: readonly string[]]
>(`
  select id, name from teaching_class
  where semester_id = $1 and department_id = any($2) and not is_withdrawn
  order by name, id limit 1000`);
