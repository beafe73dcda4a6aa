import type { EntityManager } from '@mikro-orm/postgresql';
import { Enrolment } from '../../../entities/scheduling/enrolments.js';
import { TeachingClassGroup, type TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';
import { json } from '../../../data/statements.js';
import { partsOfClasses } from './curriculum.queries.js';

/** Greatest number of teaching classes that one becomes, or that become one. */
export const partsMax = 20;

/** Teaching classes as they are inside a transaction. */
export const shownParts = (em: EntityManager, ids: readonly string[]): Promise<TeachingClassPart[]> =>
  partsOfClasses(em, json(ids));

/** Moves attending classes or groups, and enrolments, to another teaching class; all if none are named. */
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
  const groupsMoved = groups ? { id: { $in: groups } } : {};
  const studentsMoved = enrolments ? { id: { $in: enrolments } } : {};
  const moved = { teachingClass: to } as never;
  await em.nativeUpdate(TeachingClassGroup, { ...teachingClass, ...groupsMoved } as never, moved);
  await em.nativeUpdate(Enrolment, { ...teachingClass, ...studentsMoved } as never, moved);
}
