import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { SeriesTeachingClassInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { settleAttendance, termsOf } from '../curriculum/attendance.js';
import { invalid } from '../changes/timetable.js';
import type { OpenSeries } from './open.js';
import { refuseUnknown } from './references.js';

/**
 * Changes the teaching class of a series in the transaction that changes the series.
 * @param accepted why clashes of administrative classes that come to attend are accepted; null refuses them
 */
export async function changeTeachingClass(
  ctx: Context,
  em: EntityManager,
  { teachingClass: id, isCompulsory }: OpenSeries,
  changes: SeriesTeachingClassInput,
  accepted: string | null,
): Promise<void> {
  const { teachingClass, administrativeClasses } = changes;
  if (teachingClass && teachingClass !== id) await refuseOther(em, teachingClass);
  const classes = [...new Set(administrativeClasses ?? [])];
  if (classes.length && !isCompulsory)
    throw invalid(
      '选修课程禁止添加行政班级',
      'An elective is attended by those who enrol, so no administrative class can be added to it.',
    );
  await refuseUnknown(em, 'administrative_class', classes, { zh: '行政班级', en: 'administrative class' });
  const values = [
    id,
    changes.teachingClassCode ?? null,
    changes.teachingClassName ?? null,
    changes.studentCount ?? null,
    changes.description ?? null,
  ];
  if (values.slice(1).some((value) => value !== null))
    await em.execute(
      `update teaching_class set code = coalesce($2, code), name = coalesce($3, name),
         student_count = coalesce($4, student_count), description = coalesce($5, description),
         version = version + 1 where id = $1`,
      values,
    );
  if (classes.length === 0) return;
  await regroup(em, id, classes);
  await settleAttendance(em, [id], { ...termsOf(ctx, accepted), isAccepted: true });
}

/** Lets exactly these administrative classes attend. */
async function regroup(em: EntityManager, id: string, classes: readonly string[]): Promise<void> {
  await em.execute(
    `delete from teaching_class_group
     where teaching_class_id = $1 and not (administrative_class_id = any($2))`,
    [id, classes],
  );
  await em.execute(
    `insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
     select g.id, $1, g."administrativeClass"
     from jsonb_to_recordset($2) as g (id uuid, "administrativeClass" uuid)
     on conflict (teaching_class_id, administrative_class_id) do nothing`,
    [id, JSON.stringify(classes.map((administrativeClass) => ({ id: uuidv7(), administrativeClass })))],
  );
}

async function refuseOther(em: EntityManager, id: string): Promise<void> {
  const [other] = await em.execute<{ name: string }[]>('select name from teaching_class where id = $1', [id]);
  if (!other) throw errors.notFound({ zh: '教学班', en: 'teaching class' }, id);
  throw errors.invalidInput([
    {
      field: 'teachingClassChanges.teachingClass',
      text: {
        zh: `教学班不属于此课程安排：“${other.name}”，请不要填写`,
        en: `The teaching class "${other.name}" is not that of the series. Maybe leave it out.`,
      },
    },
  ]);
}
