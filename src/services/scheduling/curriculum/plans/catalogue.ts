import type { EntityManager } from '@mikro-orm/postgresql';
import type { Row } from '../../../../schema/rows.js';
import type { Semester } from '../../../../entities/scheduling/semesters.js';
import type { PlannedCourseInput } from '../../../../entities/scheduling/semester-plans.js';
import { roomCapacitiesByType, type RoomCapacities } from '../../problem/room-capacities.js';
import { offeredSql } from '../../problem/snapshot.js';
import { schedulingDaysOf, weekCountOf } from '../../semester/weeks.js';
import type { AttendingClass } from './groups.js';
import { kindNames, partKinds, type PartKind } from './kinds.js';

/** All that a plan of a semester is worked out from, as plain data. */
export interface Catalogue {
  readonly semester: { readonly id: string; readonly name: string; readonly startDate: string };
  /** Weeks of the semester, days on which runs place and periods of a day. */
  readonly grid: { readonly weeks: number; readonly days: number; readonly periods: number };
  readonly courses: ReadonlyMap<string, CatalogueCourse>;
  readonly classes: ReadonlyMap<string, CatalogueClass>;
  /** Of each type of room that the semester may use; under null of all of them. */
  readonly rooms: ReadonlyMap<string | null, RoomCapacities>;
  /** The campuses where the semester may use a room. */
  readonly campuses: ReadonlySet<string>;
  readonly creditHourTypes: ReadonlyMap<PartKind, string>;
  /** Teaching classes that no plan made, with an administrative class that attends them. */
  readonly elsewhere: readonly { readonly course: string; readonly group: string; readonly name: string }[];
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

export interface CatalogueClass extends AttendingClass, Owned {}

interface Owned {
  readonly department: string;
  readonly departmentName: string;
  readonly isEnabled: boolean;
}

/** Reads what the rows of a plan are about, with one statement for each kind of record. */
export async function readCatalogue(
  em: EntityManager,
  semester: Row<Semester>,
  rows: readonly PlannedCourseInput[],
): Promise<Catalogue> {
  const courseIds = JSON.stringify([...new Set(rows.map(({ course }) => course))]);
  const classIds = JSON.stringify([
    ...new Set(rows.flatMap(({ administrativeClasses }) => administrativeClasses ?? [])),
  ]);
  const courses = await em.execute<CatalogueCourse[]>(coursesSql, [courseIds]);
  const classes = await em.execute<CatalogueClass[]>(classesSql, [classIds]);
  const campuses = await em.execute<{ id: string }[]>(campusesSql, [semester.id]);
  const types = await em.execute<{ id: string; name: string }[]>(
    'select id, name from credit_hour_type order by name, id',
  );
  return {
    semester: { id: semester.id, name: semester.name, startDate: semester.startDate },
    grid: {
      weeks: weekCountOf(semester),
      days: schedulingDaysOf(semester).length,
      periods: semester.periodsPerDay,
    },
    courses: new Map(courses.map((each) => [each.id, each])),
    classes: new Map(classes.map((each) => [each.id, each])),
    rooms: await roomCapacitiesByType(em, semester.id),
    campuses: new Set(campuses.map(({ id }) => id)),
    creditHourTypes: new Map(
      partKinds.flatMap((kind) => {
        const type = types.find(({ name }) => name.includes(kindNames[kind].name.zh));
        return type ? [[kind, type.id]] : [];
      }),
    ),
    elsewhere: await em.execute(elsewhereSql, [semester.id, courseIds, classIds]),
  };
}

const named = (at: number): string => `in (select jsonb_array_elements_text($${at})::uuid)`;

const coursesSql = `
  select c.id, c.code, c.name, c.department_id as department, d.name as "departmentName",
    c.is_enabled as "isEnabled", c.total_hours::float8 as "totalHours",
    jsonb_build_object('THEORY', c.theory_hours, 'EXPERIMENT', c.lab_hours, 'PRACTICE', c.practice_hours,
      'COMPUTER', c.computer_hours, 'OTHER', c.other_hours) as hours,
    jsonb_build_object('THEORY', c.theory_classroom_type_id, 'EXPERIMENT', c.lab_classroom_type_id,
      'PRACTICE', c.practice_classroom_type_id, 'COMPUTER', c.computer_classroom_type_id,
      'OTHER', c.theory_classroom_type_id) as "roomTypes",
    exists (select from teacher_qualification q where q.course_id = c.id and q.status = 'APPROVED')
      as "isQualified"
  from course c join department d on d.id = c.department_id where c.id ${named(1)}`;

const classesSql = `
  select a.id, a.code, a.name, a.student_count as "studentCount", a.major_id as major,
    a.department_id as department, d.name as "departmentName", a.is_enabled as "isEnabled",
    array(select distinct b.campus_id from department_building l join building b on b.id = l.building_id
      where l.department_id = a.department_id order by 1) as campuses
  from administrative_class a join department d on d.id = a.department_id where a.id ${named(1)}`;

const campusesSql = `select distinct c.id from ${offeredSql} where o.offered`;

const elsewhereSql = `
  select t.course_id as course, g.administrative_class_id as "group", t.name
  from teaching_class t join teaching_class_group g on g.teaching_class_id = t.id
  where t.semester_id = $1 and t.is_enabled and t.planned_kind is null and t.course_id ${named(2)}
    and g.administrative_class_id ${named(3)}
  order by t.code, 2`;
