import { entityInfo, type EntityClass, type StoredEntity } from '../../entities/columns.js';
import { errors } from '../../schema/errors.js';
import { checkPage, type Page, type PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../context.js';
import { containing } from '../crud.js';

/** The record, if the viewer may see it. @throws NOT_FOUND */
export async function readOne<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  id: string,
): Promise<Row<T>> {
  const row = await ctx.rows.one(entity, id);
  if (!row) throw errors.notFound(entityInfo(entity).noun, id);
  return row;
}

/** A page of the records that match, newest first unless asked otherwise. Conditions that are undefined do not count. */
export async function readPage<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: PageArgs,
  { where = {}, search = [] }: { where?: object; search?: readonly (keyof T & string)[] } = {},
): Promise<Page<Row<T>>> {
  checkPage(args);
  const { page, size, isDesc } = args;
  const keyword = args.keyword?.trim();
  const given = Object.fromEntries(
    Object.entries(where).filter(([, value]) => value !== undefined && value !== null),
  );
  const matching = search.map((column) => ({ [column]: { $ilike: containing(keyword ?? '') } }));
  const wanted = keyword && matching.length > 0 ? { $and: [given, { $or: matching }] } : given;
  const direction = isDesc ? 'desc' : 'asc';
  const [items, total] = await Promise.all([
    ctx.rows.find(entity, wanted, {
      orderBy: { createdAt: direction, id: direction },
      limit: size,
      offset: (page - 1) * size,
    }),
    ctx.rows.count(entity, wanted),
  ]);
  return { items, total, page, size };
}

/** Throws when the caller holds another version of the record than the one that is stored. */
export function expectVersion(entity: EntityClass, stored: number, expected?: number | null): void {
  if (expected === undefined || expected === null || expected === stored) return;
  throw errors.versionConflict(entityInfo(entity).noun, expected, stored);
}
