import { isBeyond, reversed, totalOrder, type Step } from './ordering.js';
import { columnsOf, entityInfo, type EntityClass, type StoredEntity } from '../columns.js';
import type { FilterValues, Order } from './lists.js';
import { stretchOf, type Connection, type ConnectionArgs } from '../../schema/connections.js';
import { OrderDirection } from '../../schema/enums.js';
import { errors } from '../../schema/errors.js';
import { checkPage, type Page, type PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import { canonicalId } from '../../schema/scalars.js';
import type { Context } from '../context.js';
import { cursorOf, positionOf } from './cursors.js';
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
 * The condition for a keyword search: one of the searched columns contains the keyword, or it equals the id.
 */
export function keywordCondition(keyword: string | null | undefined): object {
  const text = keyword?.trim();
  if (!text) return {};
  const id = canonicalId(text);
  return id ? { $or: [{ $keyword: text }, { id }] } : { $keyword: text };
}

/** How a caller filters and sorts a list, in addition to the keyword. */
export interface Listing {
  readonly orderBy?: readonly Order[] | null;
  readonly filter?: FilterValues | null;
}

/** What determines the records of a list and their order. */
export interface ListOptions<T> extends Listing {
  /** Condition that applies to every caller. */
  where?: object;
  /** Column by which it is sorted unless the caller requests another; the time of creation by default. */
  order?: keyof T & string;
}

/**
 * A page of the matching records, newest first unless requested otherwise. Undefined conditions are ignored.
 */
export async function readPage<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: PageArgs,
  options: ListOptions<T> = {},
): Promise<Page<Row<T>>> {
  checkPage(args);
  const { page, size, keyword, isDesc } = args;
  const where = listCondition(entity, keyword, options);
  const orderBy = orderOf(options, isDesc);
  const items = await ctx.rows.listed(entity, where, { orderBy, limit: size, offset: (page - 1) * size });
  return { items, total: () => ctx.rows.counted(entity, where), page, size };
}

/** Refuses cursors of no such list, before anything is read for it. */
export function checkCursors<T extends StoredEntity>(
  entity: EntityClass<T>,
  { after, before }: ConnectionArgs,
  options: ListOptions<T>,
): void {
  const order = orderOf(options, isNewestFirst(entity, options));
  if (after) positionOf(entity, order, 'after', after);
  if (before) positionOf(entity, order, 'before', before);
}

/** A part of the matching records after or before a cursor: the list of `readPage`, paged by cursor. */
export async function readConnection<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  args: ConnectionArgs,
  options: ListOptions<T> = {},
): Promise<Connection<Row<T>>> {
  const { size, isFromEnd } = stretchOf(args);
  const where = listCondition(entity, args.keyword, options);
  const order = orderOf(options, isNewestFirst(entity, options));
  const after = args.after ? positionOf(entity, order, 'after', args.after) : null;
  const before = args.before ? positionOf(entity, order, 'before', args.before) : null;
  const beyond = (steps: readonly Step[], position: readonly unknown[] | null): object[] =>
    position ? [isBeyond(entity, steps, position)] : [];
  const range = { $and: [where, ...beyond(order, after), ...beyond(reversed(order), before)] };
  const steps = isFromEnd ? reversed(order) : order;
  /** Read on demand; one additional row shows whether there are more. */
  const read = once(async () => {
    const rows = await ctx.rows.find(entity, range, { orderBy: steps, limit: size + 1 });
    const hasMore = rows.length > size;
    if (hasMore) rows.pop();
    if (isFromEnd) rows.reverse();
    return { rows, hasMore };
  });
  /** Whether there are rows beyond the end where the range starts, which `read` does not find out. */
  const hasRowsBeyond = async (
    direction: readonly Step[],
    edge: string | null,
    argument: string | null | undefined,
  ) => {
    const cursor = edge ?? argument;
    if (!cursor) return false;
    const condition = { $and: [where, ...beyond(direction, positionOf(entity, order, 'after', cursor))] };
    return (await ctx.rows.find(entity, condition, { orderBy: direction, limit: 1 })).length > 0;
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
        hasPreviousPage: async () =>
          isFromEnd ? hasMore : hasRowsBeyond(reversed(order), start, args.after),
        hasNextPage: async () => (isFromEnd ? hasRowsBeyond(order, end, args.before) : hasMore),
      };
    },
  };
}

/** Memoises an asynchronous function without arguments. */
function once<R>(work: () => Promise<R>): () => Promise<R> {
  let result: Promise<R> | undefined;
  return () => (result ??= work());
}

/** The condition of a list: its own, the caller's filter and the keyword. */
function listCondition<T extends StoredEntity>(
  entity: EntityClass<T>,
  keyword: string | null | undefined,
  { where = {}, filter }: ListOptions<T>,
): object {
  const present = Object.entries(where).filter(([, value]) => value !== undefined && value !== null);
  return { $and: [Object.fromEntries(present), filterCondition(entity, filter), keywordCondition(keyword)] };
}

/** The order requested by the caller, or else that of the list. */
function orderOf<T extends StoredEntity>(
  { orderBy, order = 'createdAt' }: ListOptions<T>,
  isDescending: boolean,
): readonly Step[] {
  if (!orderBy?.length) return totalOrder([{ field: order, isDescending }]);
  const steps = orderBy.map(({ field, direction }) => ({
    field,
    isDescending: direction === OrderDirection.DESC,
  }));
  return totalOrder(steps);
}

/**
 * Whether a list is sorted in descending order by default: by time newest first, by anything else ascending.
 */
const isNewestFirst = <T extends StoredEntity>(
  entity: EntityClass<T>,
  { order = 'createdAt' }: ListOptions<T>,
): boolean => !columnsOf(entity).some(({ name, kind }) => name === order && kind !== 'instant');

/** @throws VERSION_CONFLICT when the record has changed since the caller read it */
export function expectVersion(entity: EntityClass, stored: number, expected?: number | null): void {
  if (expected === undefined || expected === null || expected === stored) return;
  throw errors.versionConflict(entityInfo(entity).noun, expected, stored);
}
