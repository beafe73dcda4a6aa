import type { EntityManager } from '@mikro-orm/postgresql';

/** So many rows, written at once, make the planner's earlier statistics useless. */
const manyRows = 100;

/**
 * Has the planner look at a table of which the transaction has just written so many rows, before it plans
 * what is read next. Others who write as many of the table wait until the transaction ends.
 * @param table its name, with the columns that count in brackets
 */
export async function noticeRows(em: EntityManager, count: number, table: string): Promise<void> {
  if (count >= manyRows) await em.execute(`analyze ${table}`);
}
