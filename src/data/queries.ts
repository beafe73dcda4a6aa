import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Compilable, type Expression, type Kysely } from 'kysely';
import type { ParameterConnection } from '../database/connection.js';
import { columnsOf, entityInfo, fieldOf, listedColumnsOf, type Class } from './columns.js';
import { columnRef, conditionOf, orderRef, tableOf, type Tables } from './conditions.js';
import type { OrderBy, Step } from './ordering.js';
import { shapeOf, type Shape, type Slot } from './shapes.js';

/** In what order rows are wanted, and how many of them. */
export interface Stretch {
  readonly orderBy: OrderBy;
  readonly limit?: number;
  readonly offset?: number;
}

/** The rows that match as plain records; a reference is its id. */
export async function findRows<R>(
  em: EntityManager,
  entity: Class,
  where: object,
  { orderBy, limit, offset }: Stretch,
): Promise<R[]> {
  const shape = shapeOf({ where, limit, offset: offset || undefined });
  const read = readOf(em, entity, JSON.stringify(orderBy), shape, (db, wanted: Wanted) =>
    selection(db, entity, orderBy, wanted),
  );
  const rows = await send<Record<string, unknown>>(em, read, shape.values);
  for (const row of rows) {
    for (const name of read.instants) {
      if (row[name] !== null) row[name] = new Date(row[name] as string);
    }
  }
  return rows as R[];
}

/** How many rows match. */
export async function countRows(em: EntityManager, entity: Class, where: object): Promise<number> {
  const shape = shapeOf(where);
  const count = sql<number>`count(*)::int`.as('count');
  const read = readOf(em, entity, 'count', shape, (db, wanted: object) =>
    db.selectFrom(tableOf(entity)).select(count).where(conditionOf(entity, wanted)),
  );
  return (await send<{ count: number }>(em, read, shape.values))[0].count;
}

/** A statement that reads, compiled once for all values. */
interface Read {
  readonly text: string;
  /** Which of the values each parameter takes. */
  readonly parameters: readonly number[];
  /** Columns that hold points in time, which the driver gives as texts. */
  readonly instants: readonly string[];
}

/** Every read leaves here, past what the mapper does around statements of its own. */
async function send<R>(em: EntityManager, read: Read, values: readonly unknown[]): Promise<R[]> {
  const connection = em.getConnection() as ParameterConnection;
  const given = read.parameters.map((at) => values[at]);
  try {
    return (await connection.send<R>(read.text, given, em.getTransactionContext())).rows;
  } catch (error) {
    throw em
      .getPlatform()
      .getExceptionConverter()
      .convertException(error as Error);
  }
}

/** Greatest number of reads that are remembered; callers may filter and order lists in more ways. */
const readsMax = 2_000;
const reads = new Map<string, Read>();

/** The read of a shape, which knows no values, so that no text can hold one. */
function readOf<W>(
  em: EntityManager,
  entity: Class,
  kind: string,
  shape: Shape,
  build: (db: Kysely<Tables>, wanted: W) => Compilable,
): Read {
  const key = `${entityInfo(entity).table} ${kind} ${shape.text}`;
  const known = reads.get(key);
  if (known) return known;
  const { sql: text, parameters } = build(em.getKysely<Tables>(), JSON.parse(shape.text) as W).compile();
  const instants = listedColumnsOf(entity).flatMap(({ name, kind }) => (kind === 'instant' ? [name] : []));
  const read = { text, parameters: parameters.map((slot) => (slot as Slot).$), instants };
  if (reads.size >= readsMax) reads.delete(reads.keys().next().value!);
  reads.set(key, read);
  return read;
}

interface Wanted {
  readonly where: object;
  readonly limit?: Slot;
  readonly offset?: Slot;
}

/**
 * Rows that are only passed over are not fetched: which ids are on a page is found first, which an index can
 * often answer alone.
 */
function selection(
  db: Kysely<Tables>,
  entity: Class,
  orderBy: OrderBy,
  { where, limit, offset }: Wanted,
): Compilable {
  const table = db.selectFrom(tableOf(entity));
  const ordered = (query: typeof table): typeof table =>
    orderOf(entity, orderBy).reduce((rest, [column, direction]) => rest.orderBy(column, direction), query);
  const matching = ordered(table.where(conditionOf(entity, where)))
    .$if(limit !== undefined, (query) => query.limit(sql<number>`${limit}`))
    .$if(offset !== undefined, (query) => query.offset(sql<number>`${offset}`));
  const rows = offset ? ordered(table.where('r.id', 'in', matching.select('r.id'))) : matching;
  return rows.select(fieldsOf(entity));
}

const orderOf = (entity: Class, order: OrderBy): [Expression<unknown>, 'asc' | 'desc'][] =>
  Array.isArray(order)
    ? (order as Step[]).map((step) => [orderRef(entity, step.field), step.isDescending ? 'desc' : 'asc'])
    : Object.entries(order).map(([name, direction]) => [columnRef(entity, name), direction]);

/** Every column but the documents of the machinery that are large. */
function fieldsOf(entity: Class): `r.${string} as ${string}`[] {
  const own = columnsOf(entity).filter(({ kind, short }) => kind !== 'document' || short);
  const names = ['id', 'createdAt', 'updatedAt', 'version', ...own.map(({ name }) => name)];
  return names.map((name) => `r.${fieldOf(entity, name)} as ${name}` as const);
}
