import type { EntityManager } from '@mikro-orm/postgresql';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { TeachingClassGroup, type TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';

/** Greatest number of teaching classes that one becomes, or that become one. */
export const partsMax = 20;

/** Teaching classes as they are inside a transaction. */
export const shownParts = (em: EntityManager, ids: readonly string[]): Promise<TeachingClassPart[]> =>
  em.execute<TeachingClassPart[]>(partsSql, [JSON.stringify(ids)]);

const partsSql = `
  select t.id, t.code, t.name, t.student_count as "studentCount", t.seats,
    (select count(*) from enrolment e where e.teaching_class_id = t.id)::int as "enrolledCount",
    array(select a.name from teaching_class_group g join administrative_class a
      on a.id = g.administrative_class_id where g.teaching_class_id = t.id order by a.code, a.id)
      as "administrativeClassNames"
  from jsonb_array_elements_text($1) with ordinality as given(id, place)
    join teaching_class t on t.id = given.id::uuid order by given.place`;

/** Moves administrative classes and enrolments of some teaching classes to another; all if none are named. */
export async function moveAttendees(
  em: EntityManager,
  to: string,
  {
    from,
    groups,
    enrolments,
  }: { from: string[]; groups?: readonly string[]; enrolments?: readonly string[] },
): Promise<void> {
  const teachingClass = { teachingClass: { $in: from } };
  const groupsMoved = groups ? { administrativeClass: { $in: groups } } : {};
  const studentsMoved = enrolments ? { id: { $in: enrolments } } : {};
  const moved = { teachingClass: to } as never;
  await em.nativeUpdate(TeachingClassGroup, { ...teachingClass, ...groupsMoved } as never, moved);
  await em.nativeUpdate(Enrolment, { ...teachingClass, ...studentsMoved } as never, moved);
}
