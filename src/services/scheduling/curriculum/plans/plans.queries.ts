import type { PartKind } from './kinds.js';
import type { AttendingClass } from './groups.js';
import { classSize } from '../../attendance/attendees.queries.js';
import { offeredSql } from '../../problem/problem.queries.js';
import type { TeachingRole } from '../../../../schema/timetables.js';
import type { WeeklyMeeting } from './week-budgets.js';
import { type Json, command, statement } from '../../../../data/statements.js';

interface Owned {
  readonly department: string;
  readonly departmentName: string;
  readonly isEnabled: boolean;
}

export interface CatalogueCourse extends Owned {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly totalHours: number;
  readonly hours: Readonly<Record<PartKind, number>>;
  readonly roomTypes: Readonly<Record<PartKind, string | null>>;
  readonly isQualified: boolean;
}

const named = (at = 1): string => `in (select jsonb_array_elements_text($${at})::uuid)`;

export const catalogueCourses = statement<CatalogueCourse, [ids: Json<readonly string[]>]>(`
  select c.id, c.code, c.name, c.department_id as department, d.name as "departmentName",
    c.is_enabled as "isEnabled", c.total_hours::float8 as "totalHours",
    jsonb_build_object('THEORY', c.theory_hours, 'EXPERIMENT', c.lab_hours, 'PRACTICE', c.practice_hours,
      'COMPUTER', c.computer_hours, 'OTHER', c.other_hours) as hours,
    jsonb_build_object('THEORY', c.theory_classroom_type_id, 'EXPERIMENT', c.lab_classroom_type_id,
      'PRACTICE', c.practice_classroom_type_id, 'COMPUTER', c.computer_classroom_type_id,
      'OTHER', c.theory_classroom_type_id) as "roomTypes",
    exists (select from teacher_qualification q where q.course_id = c.id and q.status = 'APPROVED')
      as "isQualified"
  from course c join department d on d.id = c.department_id where c.id ${named()}`);

export interface CatalogueClass extends AttendingClass, Owned {}

export const catalogueClasses = statement<CatalogueClass, [ids: Json<readonly string[]>]>(`
  select a.id, a.code, a.name, ${classSize()} as "studentCount", a.major_id as major,
    a.department_id as department, d.name as "departmentName", a.is_enabled as "isEnabled",
    array(select distinct b.campus_id from department_building l join building b on b.id = l.building_id
      where l.department_id = a.department_id order by 1) as campuses
  from administrative_class a join department d on d.id = a.department_id where a.id ${named()}`);

export const offeredCampuses = statement<{ id: string }, [semester: string]>(
  `select distinct c.id from ${offeredSql} where o.offered`,
);

export const taughtElsewhere = statement<
  { course: string; group: string; name: string },
  [semester: string, courses: Json<readonly string[]>, classes: Json<readonly string[]>]
>(`
  select t.course_id as course, g.administrative_class_id as "group", t.name
  from teaching_class t join teaching_class_group g on g.teaching_class_id = t.id
  where t.semester_id = $1 and t.is_enabled and t.planned_kind is null and t.course_id ${named(2)}
    and g.administrative_class_id ${named(3)}
  group by t.id, 2 order by t.code, 2`);

/** A teaching class that an earlier plan made. */
export interface StandingClass {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly course: string;
  readonly kind: PartKind;
  readonly isCompulsory: boolean;
  readonly isEnabled: boolean;
  readonly studentCount: number;
  readonly minWorkingDays: number;
  readonly groups: readonly string[];
  readonly enrolledCount: number;
  readonly meetings: readonly StandingMeeting[];
}

export interface StandingMeeting extends WeeklyMeeting {
  readonly id: string;
  readonly sequence: number;
  readonly creditHourType: string | null;
  readonly classroomType: string | null;
  readonly isReplaced: boolean;
  /** Whether any timetable holds it or held it, which keeps it from being deleted. */
  readonly isHeld: boolean;
}

export const standingClasses = statement<
  StandingClass,
  [semester: string, scope: Json<readonly { readonly course: string; readonly kind: PartKind }[]>]
>(`
  select t.id, t.code, t.name, t.course_id as course, t.planned_kind as kind,
    t.is_compulsory as "isCompulsory", t.is_enabled as "isEnabled", t.student_count as "studentCount",
    t.min_working_days as "minWorkingDays",
    array(select distinct g.administrative_class_id from teaching_class_group g
      where g.teaching_class_id = t.id) as groups,
    (select count(*) from enrolment e where e.teaching_class_id = t.id)::int as "enrolledCount",
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'sequence', m.sequence, 'periods', m.periods,
        'weeks', m.weeks, 'creditHourType', m.credit_hour_type_id, 'classroomType', m.classroom_type_id,
        'isReplaced', m.is_replaced, 'isHeld',
        exists (select from class_assignment a where a.meeting_id = m.id)
          or exists (select from change_item i where i.meeting_id = m.id)) order by m.sequence)
      from meeting m where m.teaching_class_id = t.id), '[]') as meetings
  from teaching_class t
    join jsonb_to_recordset($2) as s (course uuid, kind text)
      on s.course = t.course_id and s.kind = t.planned_kind
  where t.semester_id = $1 order by t.id`);

/** Who teaches meetings of teaching classes beside their first teachers. */
export const furtherOfClasses = statement<FurtherOfClass, [ids: Json<readonly string[]>]>(`
  select distinct on (m.teaching_class_id, f.teacher_id) m.teaching_class_id as class,
    f.teacher_id as teacher, f.role
  from meeting m join further_teacher f on f.meeting_id = m.id
  where m.teaching_class_id ${named()} and not m.is_replaced order by 1, 2, f.id`);

export interface FurtherOfClass {
  readonly class: string;
  readonly teacher: string;
  readonly role: TeachingRole;
}

export const classesInUse = statement<{ id: string }, [ids: readonly string[]]>(`
  select t.id from teaching_class t where t.id = any($1) and (
  exists (select from class_assignment a join timetable o on o.id = a.timetable_id
    where a.teaching_class_id = t.id and a.day_of_week is not null and o.status <> 'ARCHIVED')
  or exists (select from scheduling_task k where k.semester_id = t.semester_id
    and k.status in ('QUEUED', 'RUNNING')
    and k.options->'scopeSettings'->'teachingClasses' ? t.id::text))`);

export const codesTaken = statement<{ code: string }, [codes: Json<readonly string[]>]>(`
  select lower(btrim(code)) as code from teaching_class
  where lower(btrim(code)) in (select jsonb_array_elements_text($1))`);

export const lockSemesterRow = command<[id: string]>('select id from semester where id = $1 for update');

export const lockPlannedClasses = command<[semester: string]>(`
  select id from teaching_class where semester_id = $1 and planned_kind is not null
  order by id for no key update`);

export const replaceMeetings = command<[ids: Json<readonly string[]>]>(
  `update meeting set is_replaced = true, version = version + 1 where id ${named()}`,
);

export const deleteMeetings = command<[ids: Json<readonly string[]>]>(
  `delete from meeting where id ${named()}`,
);

export const bringMeetingsBack = command<[ids: Json<readonly string[]>]>(
  `update meeting set is_replaced = false, version = version + 1 where id ${named()}`,
);

export const deleteClasses = command<[ids: Json<readonly string[]>]>(
  `delete from teaching_class where id ${named()}`,
);

export const disableClasses = command<[ids: Json<readonly string[]>]>(
  `update teaching_class set is_enabled = false, version = version + 1 where id ${named()} and is_enabled`,
);

export const insertClasses = command<[semester: string, classes: Json<readonly object[]>]>(`
  insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
    student_count, min_working_days, planned_kind)
  select x.id, x.code, x.name, $1, x.course, x.department, x.compulsory, x.students, x.days, x.kind
  from jsonb_to_recordset($2) as x (id uuid, code text, name text, course uuid, department uuid,
    compulsory boolean, students int, days int, kind text)`);

export const updateClasses = command<[classes: Json<readonly object[]>]>(`
  update teaching_class t set student_count = x.students, min_working_days = x.days, is_enabled = true,
    version = t.version + 1
  from jsonb_to_recordset($1) as x (id uuid, students int, days int) where t.id = x.id`);

export const deleteOtherGroups = command<
  [classes: Json<readonly unknown[]>, pairs: Json<readonly object[]>]
>(`
  delete from teaching_class_group g using jsonb_array_elements_text($1) as c
  where g.teaching_class_id = c::uuid and not exists (
    select from jsonb_to_recordset($2) as x ("class" uuid, "group" uuid)
    where x."class" = g.teaching_class_id and x."group" = g.administrative_class_id)`);

export const insertGroups = command<[pairs: Json<readonly object[]>]>(`
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
  select x.id, x."class", x."group"
  from jsonb_to_recordset($1) as x (id uuid, "class" uuid, "group" uuid)
  where not exists (select from teaching_class_group g
    where g.teaching_class_id = x."class" and g.administrative_class_id = x."group")`);

export const insertMeetings = command<[meetings: Json<readonly object[]>]>(`
  insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id,
    classroom_type_id)
  select x.id, x."class", x.sequence, x.periods, x.weeks, x."creditHourType", x."classroomType"
  from jsonb_to_recordset($1) as x (id uuid, "class" uuid, sequence int, periods int, weeks int[],
    "creditHourType" uuid, "classroomType" uuid)`);
