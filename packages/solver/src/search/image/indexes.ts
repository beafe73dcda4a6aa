import type { Problem } from '../../model.js';

/** Meetings of one piece of the work, after which others may have their turn. */
export const PIECE = 1_000;

/** Numbers of the entities, by id. */
export interface Indexes {
  readonly room: ReadonlyMap<string, number>;
  readonly teacher: ReadonlyMap<string, number>;
  readonly group: ReadonlyMap<string, number>;
  readonly teachingClass: ReadonlyMap<string, number>;
}

/** Numbers all entities in the order of the problem. */
export function indexesOf(problem: Problem): Indexes {
  return {
    room: indexById(problem.rooms),
    teacher: indexById(problem.teachers),
    group: indexById(problem.groups),
    teachingClass: indexById(problem.teachingClasses),
  };
}

function indexById(list: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(list.map(({ id }, i) => [id, i]));
}

/** The number of an id. @throws Error that names an unknown id */
export function find(map: ReadonlyMap<string, number>, id: string, kind: string): number {
  const i = map.get(id);
  if (i === undefined) throw new Error(`There is no ${kind} ${id} in the problem.`);
  return i;
}
