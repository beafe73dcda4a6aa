import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import { loaderOf } from '../../../data/loaders.js';
import { differentDates } from '../changes/single-dates.js';
import type { StateChange } from '../changes/states.js';
import { json } from '../../../data/statements.js';
import { affectedByMeetings } from './drafts.queries.js';

/** Whom a change concerns. */
export interface Affected {
  /** Identifiers of all teachers before and after. */
  readonly teachers: readonly string[];
  /** Identifiers of the administrative classes. */
  readonly administrativeClasses: readonly string[];
  /** Students of those classes, and those who are enrolled; each counted once. */
  readonly studentCount: number;
}

/** The teachers, classes and students of the meetings that a change moves. */
export const affectedBy = async (em: EntityManager, changes: readonly StateChange[]): Promise<Affected> =>
  (await affectedByEach(em, [changes]))[0];

/** The people and classes that each of several changes concerns, read by one statement. */
async function affectedByEach(
  em: EntityManager,
  alternatives: readonly (readonly StateChange[])[],
): Promise<Affected[]> {
  const moved = alternatives.map((changes, at) => ({ at, meetings: changes.map(({ meeting }) => meeting) }));
  const found = await affectedByMeetings(em, json(moved));
  return alternatives.map((changes, at) => {
    const teachers = changes.flatMap((change) => [
      ...[change.before, change.after].map((state) => state?.place?.teacher),
      ...differentDates(change).flatMap(({ from, to }) => [from?.teacher, to?.teacher]),
      ...[change.further?.before, change.further?.after].flatMap((list = []) =>
        list.map((each) => each.teacher),
      ),
    ]);
    return {
      teachers: [...new Set([...teachers, ...found[at].furtherTeachers])]
        .filter((id) => id !== undefined)
        .sort(),
      administrativeClasses: found[at].classes,
      studentCount: found[at].students,
    };
  });
}

/**
 * The people and classes that changes concern, stored or not; one query reads those of all its changes at
 * once.
 */
export function affectedByStates(ctx: Context, changes: readonly StateChange[]): Promise<Affected> {
  const read = async (keys: readonly string[]): Promise<ReadonlyMap<string, Affected>> => {
    const alternatives = keys.map((key) => JSON.parse(key) as StateChange[]);
    const found = await affectedByEach(ctx.em, alternatives);
    return new Map(keys.map((key, at) => [key, found[at]]));
  };
  return loaderOf(ctx, 'affected by changes', read, nobody).load(JSON.stringify(changes));
}

const nobody: Affected = { teachers: [], administrativeClasses: [], studentCount: 0 };
