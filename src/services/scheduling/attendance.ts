import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../schema/errors.js';

/**
 * What must hold of who attends teaching classes, after a change of it: every change that adds or takes away
 * an administrative class or a student ends here, before its transaction does. This is the place to ask
 * whether those who attend now have two published meetings at once.
 * @throws DomainError when a class cannot be attended so
 */
export async function settleAttendance(
  em: EntityManager,
  teachingClassIds: readonly string[],
): Promise<void> {
  const ids = JSON.stringify(teachingClassIds);
  // One after the other; a lock of this strength lets others enter rows that refer to the class meanwhile.
  await em.execute(lockSql, [ids]);
  const attended = await em.execute<Attended[]>(attendedSql, [ids]);
  for (const each of attended) refuseMixed(each);
}

interface Attended {
  readonly name: string;
  readonly isCompulsory: boolean;
  readonly groups: number;
}

const lockSql = `
  select id from teaching_class where id in (select jsonb_array_elements_text($1)::uuid) order by id
  for no key update`;

const attendedSql = `
  select t.name, t.is_compulsory as "isCompulsory",
    (select count(*) from teaching_class_group g where g.teaching_class_id = t.id)::int as groups
  from teaching_class t where t.id in (select jsonb_array_elements_text($1)::uuid) order by t.id`;

/** Whole administrative classes attend what is compulsory, single students what they chose. */
function refuseMixed({ name, isCompulsory, groups }: Attended): void {
  if (isCompulsory || groups === 0) return;
  throw new DomainError('OPERATION_INVALID', {
    zh: `教学班“${name}”是选修，不能包含行政班（当前 ${groups} 个）`,
    en:
      `The teaching class "${name}" is elective, so its ${groups} administrative classes cannot attend it ` +
      'as a whole. Maybe make it compulsory, or enrol their students.',
  });
}
