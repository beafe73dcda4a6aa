import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import { json } from '../../../data/statements.js';
import { headCountOf } from '../curriculum/curriculum.queries.js';
import type { Faults } from './faults.js';
import { campusCalled, courseOf, namesIn, type ReferredCourse, type Table } from './series.queries.js';

/** What the input of a series refers to, as far as it is needed. */
export interface References {
  readonly course: ReferredCourse;
  /** Name of the credit-hour type. */
  readonly creditHourType: string;
  /** Students of the administrative classes together. */
  readonly headCount: number;
  readonly campus: string;
}

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
  const [{ count }] = await headCountOf(em, json(classes));
  const campus = await faults.in(() => campusNamed(em, input.teachingCampus));
  return { course, creditHourType, headCount: count, campus };
}

/** What of a course is asked about its series. */
export async function readCourse(em: EntityManager, id: string): Promise<ReferredCourse | undefined> {
  const [course] = await courseOf(em, id);
  return course;
}

/** The names of the rows; throws NOT_FOUND for the first of the ids that has none. */
export async function refuseUnknown(
  em: EntityManager,
  table: Table,
  ids: readonly string[],
  noun: Text,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await namesIn(table)(em, ids);
  const known = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const name = known.get(id);
    if (name === undefined) throw errors.notFound(noun, id);
    return name;
  });
}

/** The campus that a client means by an identifier, a name or a code. */
async function campusNamed(em: EntityManager, name: string): Promise<string> {
  const [campus] = await campusCalled(em, canonicalId(name), name);
  if (!campus) throw errors.notFound({ zh: '教学校区', en: 'campus' }, name);
  return campus.id;
}
