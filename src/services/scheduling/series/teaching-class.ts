import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { SeriesTeachingClassInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { settleAttendance, termsOf } from '../curriculum/attendance.js';
import { attend, attendeesAfter } from '../curriculum/attending.js';
import { invalid } from '../changes/timetable.js';
import { refuseUnknown } from './references.js';
import { addGroups, nameOfClass, updateTeachingClass, type OpenSeries } from './series.queries.js';

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
    changes.teachingClassCode ?? null,
    changes.teachingClassName ?? null,
    changes.studentCount ?? null,
    changes.description ?? null,
  ] as const;
  if (values.some((value) => value !== null)) await updateTeachingClass(em, id, ...values);
  if (classes.length === 0) return;
  await attend(em, id, await attendeesAfter(em, id, { classes }));
  await settleAttendance(em, [id], { ...termsOf(ctx, accepted), isAccepted: true });
}

/** Lets administrative classes attend a new teaching class. */
export const letAttend = (em: EntityManager, id: string, classes: readonly string[]): Promise<unknown> =>
  addGroups(em, id, json(classes.map((administrativeClass) => ({ id: uuidv7(), administrativeClass }))));

async function refuseOther(em: EntityManager, id: string): Promise<void> {
  const [other] = await nameOfClass(em, id);
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
