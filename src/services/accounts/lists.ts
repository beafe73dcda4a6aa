import type { EntityClass, StoredEntity } from '../../entities/columns.js';
import { checkPage, type Page, type PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../context.js';
import { containing } from '../crud.js';

/** Records whose texts in one of the columns contain the keyword; all of them without one. */
export function matching(columns: readonly string[], keyword: string | null | undefined): object {
  const wanted = keyword?.trim();
  if (!wanted) return {};
  return { $or: columns.map((column) => ({ [column]: { $ilike: containing(wanted) } })) };
}

/** A page of the records that match, in the order of one column. */
export async function pageOfRows<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  { search, order }: { search: readonly (keyof T & string)[]; order: keyof T & string },
  args: PageArgs,
): Promise<Page<Row<T>>> {
  checkPage(args);
  const { page, size, keyword, isDesc } = args;
  const where = matching(search, keyword);
  const direction = isDesc ? 'desc' : 'asc';
  const [items, total] = await Promise.all([
    ctx.rows.find(entity, where, {
      orderBy: { [order]: direction, id: direction },
      limit: size,
      offset: (page - 1) * size,
    }),
    ctx.rows.count(entity, where),
  ]);
  return { items, total, page, size };
}
