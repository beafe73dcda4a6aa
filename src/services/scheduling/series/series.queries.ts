import { type Json, command, statement } from '../../../data/statements.js';
import { attendees, laneKey, lanes } from '../attendance/attendees.queries.js';
import type { CourseHours } from './course-kinds.js';
import type { Time } from './wanted-times.js';

/** A series as the published timetable holds it, while that is locked. */
export interface OpenSeries {
  readonly id: string;
  readonly teachingClass: string;
  readonly department: string;
  readonly semester: string;
  readonly course: string;
  readonly isCompulsory: boolean;
  readonly creditHourType: string | null;
  readonly creditHourTypeName: string | null;
  readonly consecutivePeriods: number;
  readonly priority: number;
}

/** A meeting of a series, and when and where it is held. */
export interface SeriesMeeting extends Time {
  readonly meeting: string;
  readonly room: string;
  readonly teacher: string;
}

export const publishedSeries = statement<OpenSeries, [id: string]>(`
  select s.id, t.id as "teachingClass", t.department_id as department, t.semester_id as semester,
    t.course_id as course, t.is_compulsory as "isCompulsory", s.credit_hour_type_id as "creditHourType",
    (select name from credit_hour_type where id = s.credit_hour_type_id) as "creditHourTypeName",
    s.consecutive_periods as "consecutivePeriods", s.priority
  from series s join teaching_class t on t.id = s.teaching_class_id
  where s.id = $1 and exists (select from class_assignment a join timetable p on p.id = a.timetable_id
    where a.series_id = s.id and p.status = 'PUBLISHED')`);

/** When and where a timetable holds the placed meetings of a series. */
export const heldMeetings = statement<SeriesMeeting, [timetable: string, series: string]>(`
  select meeting_id as meeting, classroom_id as room, teacher_id as teacher, day_of_week as "dayOfWeek",
    period_start as "periodStart", period_end as "periodEnd", weeks
  from class_assignment where timetable_id = $1 and series_id = $2 and day_of_week is not null
  order by day_of_week, period_start, meeting_id`);

export const seriesNamed = statement<object, [id: string]>('select from series where id = $1');

export const insertSeries = command<
  [
    id: string,
    teachingClass: string,
    creditHourType: string,
    teachingHours: number,
    scheduledHours: number,
    totalHours: number,
    priority: number,
    courseOwnership: string,
    teachingCampus: string,
    consecutivePeriods: number,
  ]
>(`
  insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
    total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

/** Stores what a series states of itself. */
export const stateOfItself = command<[id: string, consecutivePeriods: number, priority: number]>(`
  update series set consecutive_periods = $2, priority = $3, version = version + 1
  where id = $1 and (consecutive_periods, priority) is distinct from ($2, $3)`);

export const insertTeachingClass = command<
  [
    id: string,
    code: string,
    name: string,
    semester: string,
    course: string,
    department: string,
    isCompulsory: boolean,
    studentCount: number,
  ]
>(`
  insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
    student_count, is_made_with_series)
  values ($1, $2, $3, $4, $5, $6, $7, $8, true)`);

/** Of what is null, the class keeps what it has. */
export const updateTeachingClass = command<
  [
    id: string,
    code: string | null,
    name: string | null,
    studentCount: number | null,
    description: string | null,
  ]
>(`
  update teaching_class set code = coalesce($2, code), name = coalesce($3, name),
    student_count = coalesce($4, student_count), description = coalesce($5, description),
    version = version + 1 where id = $1`);

export const nameOfClass = statement<{ name: string }, [id: string]>(
  'select name from teaching_class where id = $1',
);

export const groupsOfClass = statement<{ id: string }, [teachingClass: string]>(
  'select distinct administrative_class_id as id from teaching_class_group where teaching_class_id = $1',
);

/** Lets administrative classes attend a new teaching class. */
export const addGroups = command<
  [teachingClass: string, groups: Json<readonly { id: string; administrativeClass: string }[]>]
>(`
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
  select g.id, $1, g."administrativeClass"
  from jsonb_to_recordset($2) as g (id uuid, "administrativeClass" uuid)`);

/** Adds meetings, numbered after those that the teaching class has. */
export const insertMeetings = command<
  [
    teachingClass: string,
    creditHourType: string | null,
    classroomType: string | null,
    meetings: Json<readonly { id: string; at: number; periods: number; weeks: readonly number[] }[]>,
  ]
>(`
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
    classroom_type_id)
  select n.id, $1, n.at + coalesce((select max(sequence) from meeting where teaching_class_id = $1), 0),
    n.periods, n.weeks, $2::uuid, $3::uuid
  from jsonb_to_recordset($4) as n (id uuid, at int, periods int, weeks int[])`);

/** A placed meeting of the course that students of an administrative class attend. */
export interface PlacedMeeting extends Time {
  /** The class, or those of its students who are in the same groups. */
  readonly group: string;
  readonly groupName: string;
  readonly teachingClass: string;
  readonly creditHourType: string | null;
}

/** What a timetable holds of a course for administrative classes, beside a series. */
export const placedOfCourse = statement<
  PlacedMeeting,
  [timetable: string, course: string, administrativeClasses: readonly string[], without: string | null]
>(`
  select ${laneKey} as "group", a.name as "groupName", t.name as "teachingClass", h.name as "creditHourType",
    s.day_of_week as "dayOfWeek", s.period_start as "periodStart", s.period_end as "periodEnd", s.weeks
  from teaching_class t join ${attendees} on g.teaching_class_id = t.id
    cross join ${lanes} join class_assignment s on s.teaching_class_id = t.id
    join meeting m on m.id = s.meeting_id left join credit_hour_type h on h.id = m.credit_hour_type_id
  where t.course_id = $2 and a.id = any($3) and s.timetable_id = $1 and s.day_of_week is not null
    and s.series_id is distinct from $4
  order by t.name, t.id, a.name, a.id, lane, s.day_of_week, s.period_start`);

export type ReferredCourse = CourseHours & {
  /** The department that offers it. */
  readonly department: string;
};

export const courseOf = statement<ReferredCourse, [id: string]>(`
  select id, department_id as department, name, total_hours::float8 as "totalHours",
    theory_hours::float8 as "theoryHours", lab_hours::float8 as "labHours",
    practice_hours::float8 as "practiceHours", computer_hours::float8 as "computerHours",
    other_hours::float8 as "otherHours", theory_classroom_type_id as "theoryClassroomType",
    lab_classroom_type_id as "labClassroomType", practice_classroom_type_id as "practiceClassroomType",
    computer_classroom_type_id as "computerClassroomType" from course where id = $1`);

/** What the input of a series refers to by identifiers. */
export type Table = 'teacher' | 'classroom' | 'credit_hour_type' | 'administrative_class';

export const namesIn = (table: Table) =>
  statement<{ id: string; name: string }, [ids: readonly string[]]>(
    `select id, name from ${table} where id = any($1)`,
  );

/** The campus of this identifier, name or code. */
export const campusCalled = statement<{ id: string }, [id: string | null, name: string]>(`
  select id from campus where id = $1 or lower(name) = lower($2) or lower(code) = lower($2)
  order by id = $1 desc nulls last, id limit 1`);

/** The clashes with which the form of a series was answered. */
export interface ShownClashes {
  /** The series; of a new one the identifier that it was told to get. */
  readonly series: string;
  readonly fingerprint: string;
  /** Whether there was time to read them before the call began. */
  readonly isRead: boolean;
}

/** What was answered to an input of a person: shown for so many seconds, and remembered for so many. */
export const shownClashes = statement<
  ShownClashes,
  [person: string | null, input: string, readSeconds: number, rememberedSeconds: number]
>(`
  select series_id as series, fingerprint,
    shown_at <= clock_timestamp() - make_interval(secs => $3) as "isRead"
  from shown_clash where person_id = $1 and input = $2
    and shown_at > clock_timestamp() - make_interval(secs => $4)`);

export const forgetOlder = command<[seconds: number]>(
  'delete from shown_clash where shown_at <= clock_timestamp() - make_interval(secs => $1)',
);

export const remember = command<
  [person: string | null, semester: string, input: string, series: string, fingerprint: string]
>(`
  insert into shown_clash (person_id, semester_id, input, series_id, fingerprint)
  values ($1, $2, $3, $4, $5)
  on conflict (person_id, semester_id, input) do update set series_id = excluded.series_id,
    fingerprint = excluded.fingerprint, shown_at = clock_timestamp()`);

/** Forgets what was answered, once the series is stored. */
export const forgetShown = command<[series: string]>('delete from shown_clash where series_id = $1');
