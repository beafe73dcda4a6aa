import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import type { Faults } from './faults.js';
import type { CourseHours } from './series-hours.js';

/** What the input of a series refers to, as far as it is needed. */
export interface References {
  readonly course: ReferredCourse;
  /** Name of the credit-hour type. */
  readonly creditHourType: string;
  /** Students of the administrative classes together. */
  readonly headCount: number;
  readonly campus: string;
}

type ReferredCourse = CourseHours & {
  /** The department that offers it. */
  readonly department: string;
};

/** Reads what the input refers to, as far as it exists; the rest is a fault that names it. */
export async function readReferences(
  em: EntityManager,
  input: SeriesInput,
  faults: Faults,
): Promise<Partial<References>> {
  const course = await readCourse(em, input.course);
  await faults.in(() => {
    if (!course) throw errors.notFound({ zh: '课程', en: 'course' }, input.course);
  });
  await faults.in(() => refuseUnknown(em, 'teacher', [input.teacher], { zh: '教师', en: 'teacher' }));
  await faults.in(() => refuseUnknown(em, 'classroom', [input.classroom], { zh: '教室', en: 'classroom' }));
  const type = { zh: '学时类型', en: 'credit-hour type' };
  const [creditHourType] =
    (await faults.in(() => refuseUnknown(em, 'credit_hour_type', [input.creditHourType], type))) ?? [];
  const classes = input.administrativeClasses ?? [];
  const group = { zh: '行政班级', en: 'administrative class' };
  await faults.in(() => refuseUnknown(em, 'administrative_class', classes, group));
  const [{ count }] = await em.execute<{ count: number }[]>(
    'select coalesce(sum(student_count), 0)::int as count from administrative_class where id = any($1)',
    [classes],
  );
  const campus = await faults.in(() => campusNamed(em, input.teachingCampus));
  return { course, creditHourType, headCount: count, campus };
}

/** What of a course is asked about its series. */
export async function readCourse(em: EntityManager, id: string): Promise<ReferredCourse | undefined> {
  const [course] = await em.execute<ReferredCourse[]>(courseSql, [id]);
  return course;
}

const courseSql = `
  select id, department_id as department, name, total_hours::float8 as "totalHours",
    theory_hours::float8 as "theoryHours", lab_hours::float8 as "labHours",
    practice_hours::float8 as "practiceHours", computer_hours::float8 as "computerHours",
    other_hours::float8 as "otherHours", theory_classroom_type_id as "theoryClassroomType",
    lab_classroom_type_id as "labClassroomType", practice_classroom_type_id as "practiceClassroomType",
    computer_classroom_type_id as "computerClassroomType" from course where id = $1`;

type Table = 'teacher' | 'classroom' | 'credit_hour_type' | 'administrative_class';

const existing: Readonly<Record<Table, string>> = {
  teacher: 'select id, name from teacher where id = any($1)',
  classroom: 'select id, name from classroom where id = any($1)',
  credit_hour_type: 'select id, name from credit_hour_type where id = any($1)',
  administrative_class: 'select id, name from administrative_class where id = any($1)',
};

/** The names of the rows; throws NOT_FOUND for the first of the ids that has none. */
export async function refuseUnknown(
  em: EntityManager,
  table: Table,
  ids: readonly string[],
  noun: Text,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<{ id: string; name: string }[]>(existing[table], [ids]);
  const known = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const name = known.get(id);
    if (name === undefined) throw errors.notFound(noun, id);
    return name;
  });
}

/** The campus that a client means by an identifier, a name or a code. */
async function campusNamed(em: EntityManager, name: string): Promise<string> {
  const [campus] = await em.execute<{ id: string }[]>(
    `select id from campus where id = $1 or lower(name) = lower($2) or lower(code) = lower($2)
     order by id = $1 desc nulls last, id limit 1`,
    [canonicalId(name), name],
  );
  if (!campus) throw errors.notFound({ zh: '教学校区', en: 'campus' }, name);
  return campus.id;
}
