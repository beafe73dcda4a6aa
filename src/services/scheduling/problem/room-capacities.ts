import type { EntityManager } from '@mikro-orm/postgresql';
import type { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { capacitiesByType, capacitiesFor, type RoomCapacities } from './problem.queries.js';

/**
 * Of the types of room that its meetings need, else its course; of several the smallest counts. Null where
 * there is no such room.
 */
export async function roomCapacities(
  em: EntityManager,
  { id, semester }: TeachingClass,
): Promise<RoomCapacities | null> {
  const rows = await capacitiesFor(em, semester.id, id);
  if (rows.some(({ largest }) => largest === null)) return null;
  return {
    usual: Math.min(...rows.map(({ usual }) => usual)),
    largest: Math.min(...rows.map(({ largest }) => largest)),
  };
}

/** Of each type of room that a semester may use; under null of all of them together. */
export async function roomCapacitiesByType(
  em: EntityManager,
  semesterId: string,
): Promise<ReadonlyMap<string | null, RoomCapacities>> {
  const rows = await capacitiesByType(em, semesterId);
  return new Map(rows.map(({ type, usual, largest }) => [type, { usual, largest }]));
}
