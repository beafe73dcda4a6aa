import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import { readFacts, type MeetingFacts, type StateChange } from './states.js';

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
export async function affectedBy(
  em: EntityManager,
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
): Promise<Affected> {
  const teachers = changes.flatMap(({ before, after }) => [before?.place?.teacher, after?.place?.teacher]);
  const teachingClasses = [...new Set(changes.map(({ meeting }) => facts.get(meeting)!.teachingClass))];
  const [found] = await em.execute<{ classes: string[]; students: number }[]>(
    `with attending as (
       select distinct administrative_class_id as id from teaching_class_group
       where teaching_class_id = any($1))
     select array(select id from attending order by id) as classes,
       (select count(*)::int from student s where s.administrative_class_id in (select id from attending)
          or s.id in (select student_id from enrolment where teaching_class_id = any($1))) as students`,
    [teachingClasses],
  );
  return {
    teachers: [...new Set(teachers)].filter((id) => id !== undefined).sort(),
    administrativeClasses: found.classes,
    studentCount: found.students,
  };
}

/** Whom a change concerns that nobody has made yet. */
export async function affectedByStates(ctx: Context, changes: readonly StateChange[]): Promise<Affected> {
  const em = ctx.em.fork();
  const facts = await readFacts(
    em,
    changes.map(({ meeting }) => meeting),
  );
  return affectedBy(em, changes, facts);
}
