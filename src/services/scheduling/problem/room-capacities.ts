import type { EntityManager } from '@mikro-orm/postgresql';
import type { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { offeredSql } from './snapshot.js';

/** How many students the rooms hold that a teaching class may use. */
export interface RoomCapacities {
  /** The largest usual room: nine rooms of ten hold no more. */
  readonly usual: number;
  readonly largest: number;
}

/**
 * Of the types of room that its meetings need, else its course; of several the smallest counts. Null where
 * there is no such room.
 */
export async function roomCapacities(
  em: EntityManager,
  { id, semester }: TeachingClass,
): Promise<RoomCapacities | null> {
  const rows = await em.execute<RoomCapacities[]>(capacitiesSql, [semester.id, id]);
  if (rows.some(({ largest }) => largest === null)) return null;
  return {
    usual: Math.min(...rows.map(({ usual }) => usual)),
    largest: Math.min(...rows.map(({ largest }) => largest)),
  };
}

const figures = `max(r.capacity) as largest,
  percentile_disc(0.9) within group (order by r.capacity) as usual`;

// A type without a room is a row without capacities; whoever needs no type may use every room.
const capacitiesSql = `
  with needed as (
    select distinct m.classroom_type_id as id from meeting m where m.teaching_class_id = $2
      and m.classroom_type_id is not null and not m.is_replaced),
  wanted as (
    select id from needed
    union all
    select coalesce(c.theory_classroom_type_id, c.lab_classroom_type_id, c.practice_classroom_type_id,
      c.computer_classroom_type_id)
    from teaching_class t join course c on c.id = t.course_id
    where t.id = $2 and not exists (select from needed)),
  offered as (select r.type_id, r.capacity from ${offeredSql} where o.offered)
  select ${figures}
  from wanted w left join offered r on w.id is null or r.type_id = w.id group by w.id`;

/** Of each type of room that a semester may use; under null of all of them together. */
export async function roomCapacitiesByType(
  em: EntityManager,
  semesterId: string,
): Promise<ReadonlyMap<string | null, RoomCapacities>> {
  const rows = await em.execute<(RoomCapacities & { type: string | null })[]>(byTypeSql, [semesterId]);
  return new Map(rows.map(({ type, usual, largest }) => [type, { usual, largest }]));
}

const byTypeSql = `
  select r.type_id as type, ${figures} from ${offeredSql} where o.offered
  group by grouping sets ((r.type_id), ()) having count(*) > 0`;
