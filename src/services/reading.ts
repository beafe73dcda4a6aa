import { entityInfo, type EntityClass, type StoredEntity } from '../entities/columns.js';
import { errors } from '../schema/errors.js';
import { checkPage, type Page, type PageArgs } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { canonicalId } from '../schema/scalars.js';
import type { Context } from './context.js';

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

/** A keyword as a pattern for `ilike`, its own wildcards made harmless. */
export const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition that one of the text columns contains the keyword, or that it is the record's id. */
export function matching(columns: readonly string[], keyword: string | null | undefined): object {
  const wanted = keyword?.trim();
  if (!wanted || columns.length === 0) return {};
  const texts = columns.map((column) => ({ [column]: { $ilike: containing(wanted) } }));
  const id = canonicalId(wanted);
  return { $or: id ? [...texts, { id }] : texts };
}

/** What a page is made of. */
export interface PageOptions<T> {
  where?: object;
  /** Text columns in which the keyword is looked for. */
  search?: readonly (keyof T & string)[];
  /** Column that orders the page, the time of creation unless said otherwise. */
  order?: keyof T & string;
}

/** A page of the records that match, newest first unless asked otherwise. Conditions that are undefined do not count. */
export async function readPage<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: PageArgs,
  { where = {}, search = [], order = 'createdAt' }: PageOptions<T> = {},
): Promise<Page<Row<T>>> {
  checkPage(args);
  const { page, size, keyword, isDesc } = args;
  const given = Object.fromEntries(
    Object.entries(where).filter(([, value]) => value !== undefined && value !== null),
  );
  const wanted = { $and: [given, matching(search, keyword)] };
  const direction = isDesc ? 'desc' : 'asc';
  const [items, total] = await Promise.all([
    ctx.rows.find(entity, wanted, {
      orderBy: { [order]: direction, id: direction },
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
