import type { EntityManager } from '@mikro-orm/postgresql';
import { departmentAndBelow } from './organisation.queries.js';

/** Identifiers of a department and of all below it. */
export async function departmentsBelow(em: EntityManager, department: string): Promise<string[]> {
  const rows = await departmentAndBelow(em, department);
  return rows.map(({ id }) => id);
}
