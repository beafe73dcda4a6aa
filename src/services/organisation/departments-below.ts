import type { EntityManager } from '@mikro-orm/postgresql';

/** Identifiers of a department and of all below it. */
export async function departmentsBelow(em: EntityManager, department: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `with recursive below(id) as (
       select $1::uuid union select d.id from department d join below b on d.parent_id = b.id)
     select id from below order by id`,
    [department],
  );
  return rows.map(({ id }) => id);
}
