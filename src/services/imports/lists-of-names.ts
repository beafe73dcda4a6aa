import {
  columnsOf,
  entityInfo,
  linksOf,
  namingColumnOf,
  type Class,
  type EntityClass,
  type StoredEntity,
} from '../../data/columns.js';
import { actsForAll, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { listOf, type Sheet } from '../../sheets/sheet.js';
import { targetOf } from '../../sheets/sheet-of.js';
import type { Lists } from './import-plans.js';

/**
 * The lists that a sheet needs and its plan does not give: the records that the caller may see, or, where the
 * department of the new record depends on them, those that the caller acts for.
 */
export async function listsFor(ctx: Context, entity: Class, sheet: Sheet, given: Lists): Promise<Lists> {
  const lists = { ...given };
  for (const column of sheet.columns) {
    const list = listOf(column);
    if (list === undefined || list in lists) continue;
    const declared = [...columnsOf(entity), ...linksOf(entity)].find(({ name }) => name === column.key);
    const target = declared && targetOf(declared);
    if (target) lists[list] = await idsByNaming(ctx, target as EntityClass, scopeOf(ctx, entity, column.key));
  }
  return lists;
}

/** Ids of records by the column that names them, in the order of the names. */
async function idsByNaming(ctx: Context, entity: EntityClass, where: object): Promise<Map<string, string>> {
  const column = namingColumnOf(entity);
  const rows = await ctx.rows.find(entity, where, { orderBy: { [column]: 'asc' } });
  return new Map(rows.map((row) => [row[column as keyof Row<StoredEntity>] as unknown as string, row.id]));
}

/** Restricts the column from which it follows for which department a record is. */
function scopeOf(ctx: Context, entity: Class, key: string): object {
  const [first, ...path] = entityInfo(entity).access.department?.split('.') ?? [];
  if (key !== first || actsForAll(ctx)) return {};
  return { [path.join('.') || 'id']: { $in: viewerOf(ctx).departmentIds } };
}
