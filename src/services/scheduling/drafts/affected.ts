import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import { loaderOf } from '../../../data/loaders.js';
import type { StateChange } from '../changes/states.js';

/** Whom a change concerns. */
export interface Affected {
  /** Identifiers of the teachers before and after. */
  readonly teachers: readonly string[];
  /** Identifiers of the administrative classes. */
  readonly administrativeClasses: readonly string[];
  /** Students of those classes, and those who are enrolled; each counted once. */
  readonly studentCount: number;
}

/** The teachers, classes and students of the meetings that a change moves. */
export const affectedBy = async (em: EntityManager, changes: readonly StateChange[]): Promise<Affected> =>
  (await affectedByEach(em, [changes]))[0];

/** Whom each of several changes concerns, in one statement. */
async function affectedByEach(
  em: EntityManager,
  alternatives: readonly (readonly StateChange[])[],
): Promise<Affected[]> {
  const moved = alternatives.map((changes, at) => ({ at, meetings: changes.map(({ meeting }) => meeting) }));
  const found = await em.execute<{ classes: string[]; students: number }[]>(
    `select array(select distinct g.administrative_class_id from teaching_class_group g
         where g.teaching_class_id = any(t.ids) order by 1) as classes,
       (select count(*)::int from (
          select s.id from teaching_class_group g join student s
            on s.administrative_class_id = g.administrative_class_id
          where g.teaching_class_id = any(t.ids)
          union select student_id from enrolment where teaching_class_id = any(t.ids)) x) as students
     from jsonb_to_recordset($1) as a (at int, meetings uuid[]) cross join lateral (
       select array(select distinct m.teaching_class_id from meeting m
         where m.id = any(a.meetings)) as ids offset 0) t
     order by a.at`,
    [JSON.stringify(moved)],
  );
  return alternatives.map((changes, at) => {
    const teachers = changes.flatMap(({ before, after }) => [before?.place?.teacher, after?.place?.teacher]);
    return {
      teachers: [...new Set(teachers)].filter((id) => id !== undefined).sort(),
      administrativeClasses: found[at].classes,
      studentCount: found[at].students,
    };
  });
}

/** Whom changes concern, stored or not: what one query asks of several is read together. */
export function affectedByStates(ctx: Context, changes: readonly StateChange[]): Promise<Affected> {
  const read = async (keys: readonly string[]): Promise<ReadonlyMap<string, Affected>> => {
    const alternatives = keys.map((key) => JSON.parse(key) as StateChange[]);
    const found = await affectedByEach(ctx.em, alternatives);
    return new Map(keys.map((key, at) => [key, found[at]]));
  };
  return loaderOf(ctx, 'affected by changes', read, nobody).load(JSON.stringify(changes));
}

const nobody: Affected = { teachers: [], administrativeClasses: [], studentCount: 0 };
