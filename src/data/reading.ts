import { isBeyond, reversed, totalOrder, type Step } from './ordering.js';
import { columnsOf, entityInfo, type EntityClass, type StoredEntity } from './columns.js';
import type { FilterValues, Order } from './lists.js';
import { stretchOf, type Connection, type ConnectionArgs } from '../schema/connections.js';
import { OrderDirection } from '../schema/enums.js';
import { errors } from '../schema/errors.js';
import { checkPage, type Page, type PageArgs } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { canonicalId } from '../schema/scalars.js';
import type { Context } from './context.js';
import { cursorOf, placeOf } from './cursors.js';
import { filterCondition } from './list-filters.js';

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

/**
 * The condition that a record is found by a keyword: one of the searched columns contains it, or it is the
 * id.
 */
export function matching(keyword: string | null | undefined): object {
  const wanted = keyword?.trim();
  if (!wanted) return {};
  const id = canonicalId(wanted);
  return id ? { $or: [{ $keyword: wanted }, { id }] } : { $keyword: wanted };
}

/** How a caller narrows and orders a list, beside its keyword. */
export interface Listing {
  readonly orderBy?: readonly Order[] | null;
  readonly filter?: FilterValues | null;
}

/** What a list is made of. */
export interface ListOptions<T> extends Listing {
  /** What narrows it whatever the caller says. */
  where?: object;
  /** Column that orders it unless the caller says another, the time of creation by default. */
  order?: keyof T & string;
}

/**
 * A page of the records that match, newest first unless asked otherwise. Conditions that are undefined do not
 * count.
 */
export async function readPage<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: PageArgs,
  options: ListOptions<T> = {},
): Promise<Page<Row<T>>> {
  checkPage(args);
  const { page, size, keyword, isDesc } = args;
  const where = wantedBy(entity, keyword, options);
  const orderBy = orderOf(options, isDesc);
  const items = await ctx.rows.find(entity, where, { orderBy, limit: size, offset: (page - 1) * size });
  return { items, total: () => ctx.rows.count(entity, where), page, size };
}

/**
 * A stretch of the records that match, after or before a cursor: the list of `readPage`, read on from a
 * place.
 */
export async function readConnection<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: ConnectionArgs,
  options: ListOptions<T> = {},
): Promise<Connection<Row<T>>> {
  const { size, isFromEnd } = stretchOf(args);
  const where = wantedBy(entity, args.keyword, options);
  const order = orderOf(options, isNewestFirst(entity, options));
  const after = args.after ? placeOf(entity, order, 'after', args.after) : null;
  const before = args.before ? placeOf(entity, order, 'before', args.before) : null;
  const beyond = (steps: readonly Step[], place: readonly unknown[] | null): object[] =>
    place ? [isBeyond(entity, steps, place)] : [];
  const stretch = { $and: [where, ...beyond(order, after), ...beyond(reversed(order), before)] };
  const steps = isFromEnd ? reversed(order) : order;
  /** Read when something of it is asked for; one more than asked for tells whether there are more. */
  const read = once(async () => {
    const rows = await ctx.rows.find(entity, stretch, { orderBy: steps, limit: size + 1 });
    const hasMore = rows.length > size;
    if (hasMore) rows.pop();
    if (isFromEnd) rows.reverse();
    return { rows, hasMore };
  });
  /** Whether there are rows beyond the end that was not read towards. */
  const isFollowed = async (way: readonly Step[], edge: string | null, given: string | null | undefined) => {
    const cursor = edge ?? given;
    if (!cursor) return false;
    const condition = { $and: [where, ...beyond(way, placeOf(entity, order, 'after', cursor))] };
    return (await ctx.rows.find(entity, condition, { orderBy: way, limit: 1 })).length > 0;
  };
  return {
    edges: async () => (await read()).rows.map((node) => ({ node, cursor: cursorOf(entity, order, node) })),
    nodes: async () => (await read()).rows,
    totalCount: () => ctx.rows.count(entity, where),
    async pageInfo() {
      const { rows, hasMore } = await read();
      const [start, end] = [rows.at(0), rows.at(-1)].map((row) =>
        row ? cursorOf(entity, order, row) : null,
      );
      return {
        startCursor: start,
        endCursor: end,
        hasPreviousPage: async () => (isFromEnd ? hasMore : isFollowed(reversed(order), start, args.after)),
        hasNextPage: async () => (isFromEnd ? isFollowed(order, end, args.before) : hasMore),
      };
    },
  };
}

/** Does the work at the first call only, and gives every caller its result. */
function once<R>(work: () => Promise<R>): () => Promise<R> {
  let result: Promise<R> | undefined;
  return () => (result ??= work());
}

/** The condition of a list: keyword, what the caller says of columns, and what narrows it anyway. */
function wantedBy<T extends StoredEntity>(
  entity: EntityClass<T>,
  keyword: string | null | undefined,
  { where = {}, filter }: ListOptions<T>,
): object {
  const given = Object.entries(where).filter(([, value]) => value !== undefined && value !== null);
  return { $and: [Object.fromEntries(given), filterCondition(entity, filter), matching(keyword)] };
}

/** The order that the caller says, or that of the list itself. */
function orderOf<T extends StoredEntity>(
  { orderBy, order = 'createdAt' }: ListOptions<T>,
  isDescending: boolean,
): readonly Step[] {
  if (!orderBy?.length) return totalOrder([{ field: order, isDescending }]);
  const wanted = orderBy.map(({ field, direction }) => ({
    field,
    isDescending: direction === OrderDirection.DESC,
  }));
  return totalOrder(wanted);
}

/** Lists in the order of time begin with the newest, all others with the first. */
const isNewestFirst = <T extends StoredEntity>(
  entity: EntityClass<T>,
  { order = 'createdAt' }: ListOptions<T>,
): boolean => !columnsOf(entity).some(({ name, kind }) => name === order && kind !== 'instant');

/** Throws when the caller holds another version of the record than the one that is stored. */
export function expectVersion(entity: EntityClass, stored: number, expected?: number | null): void {
  if (expected === undefined || expected === null || expected === stored) return;
  throw errors.versionConflict(entityInfo(entity).noun, expected, stored);
}
