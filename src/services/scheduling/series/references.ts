import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';

/** What the input of a series refers to, as far as it is needed. */
export interface References {
  /** The department that offers the course. */
  readonly department: string;
  readonly courseName: string;
  readonly totalHours: number;
  readonly theoryHours: number;
  /** Students of the administrative classes together. */
  readonly headCount: number;
  readonly campus: string;
}

/** Reads what the input refers to. @throws NOT_FOUND that names what does not exist */
export async function readReferences(em: EntityManager, input: SeriesInput): Promise<References> {
  const [course] = await em.execute<(Omit<References, 'headCount' | 'campus'> & { isEnabled: boolean })[]>(
    `select department_id as department, name as "courseName", total_hours::float8 as "totalHours",
       theory_hours::float8 as "theoryHours" from course where id = $1`,
    [input.course],
  );
  if (!course) throw errors.notFound({ zh: '课程', en: 'course' }, input.course);
  await refuseUnknown(em, 'teacher', [input.teacher], { zh: '教师', en: 'teacher' });
  await refuseUnknown(em, 'classroom', [input.classroom], { zh: '教室', en: 'classroom' });
  await refuseUnknown(em, 'credit_hour_type', [input.creditHourType], {
    zh: '学时类型',
    en: 'credit-hour type',
  });
  const classes = input.administrativeClasses ?? [];
  await refuseUnknown(em, 'administrative_class', classes, { zh: '行政班级', en: 'administrative class' });
  const [{ count }] = await em.execute<{ count: number }[]>(
    'select coalesce(sum(student_count), 0)::int as count from administrative_class where id = any($1)',
    [classes],
  );
  return { ...course, headCount: count, campus: await campusNamed(em, input.teachingCampus) };
}

type Table = 'teacher' | 'classroom' | 'credit_hour_type' | 'administrative_class';

const existing: Readonly<Record<Table, string>> = {
  teacher: 'select id from teacher where id = any($1)',
  classroom: 'select id from classroom where id = any($1)',
  credit_hour_type: 'select id from credit_hour_type where id = any($1)',
  administrative_class: 'select id from administrative_class where id = any($1)',
};

/** Throws NOT_FOUND for the first of the ids that has no row. */
export async function refuseUnknown(
  em: EntityManager,
  table: Table,
  ids: readonly string[],
  noun: Text,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await em.execute<{ id: string }[]>(existing[table], [ids]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown) throw errors.notFound(noun, unknown);
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

/** Throws when a series states more hours than its course has. */
export function checkHours(
  { teachingHours, scheduledHours, totalHours }: SeriesInput,
  { courseName, ...course }: References,
): void {
  if (Math.max(totalHours, teachingHours) > course.totalHours)
    throw tooManyHours('totalHours', { zh: '总学时', en: 'total' }, courseName, course.totalHours);
  if (scheduledHours > course.theoryHours)
    throw tooManyHours('scheduledHours', { zh: '理论学时', en: 'theory' }, courseName, course.theoryHours);
}

const tooManyHours = (field: string, kind: Text, course: string, hours: number): Error =>
  errors.invalidInput([
    {
      field,
      text: {
        zh: `实际安排学时不能大于课程要求${kind.zh}：“${course}”为 ${hours}`,
        en: `"${course}" has ${hours} ${kind.en} hours, and a series has at most as many. Maybe give fewer.`,
      },
    },
  ]);
