import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Compilable, type Expression, type Kysely } from 'kysely';
import type { ParameterConnection } from '../../database/connection.js';
import { prepared } from '../../database/prepared.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import {
  columnsOf,
  entityInfo,
  fieldOf,
  listedColumnsOf,
  type Class,
  type EntityClass,
  type StoredEntity,
} from '../columns.js';
import { beginningSql, type Beginning } from '../data.queries.js';
import { columnRef, conditionOf, orderRef, tableOf, type Tables } from './conditions.js';
import type { OrderBy, Step } from './ordering.js';
import { shapeOf, type Shape, type Slot } from './shapes.js';

/** The order of rows, and which part of them to read. */
export interface RowRange {
  readonly orderBy: OrderBy;
  readonly limit?: number;
  readonly offset?: number;
  /** Whether connections prepare it: where the code, and no caller, decides how many such reads there are. */
  readonly isPrepared?: boolean;
}

/** The matching rows as plain objects; references are ids. */
export async function findRows<R>(
  em: EntityManager,
  entity: Class,
  where: object,
  { orderBy, limit, offset, isPrepared = false }: RowRange,
): Promise<R[]> {
  const shape = shapeOf({ where, limit, offset: offset || undefined });
  const read = readOf(em, entity, JSON.stringify(orderBy), shape, (db, query: RowQuery) =>
    selection(db, entity, orderBy, query),
  );
  if (isPrepared) prepared(read.text);
  return sendForRows(em, read, shape.values);
}

/**
 * Stores a record that was made and not stored yet, and gives it as it was stored.
 * @param beginning how its transaction begins, of which it is all; null within a transaction
 */
export async function insertRow<T extends StoredEntity>(
  em: EntityManager,
  entity: EntityClass<T>,
  record: T,
  beginning: Beginning | null,
): Promise<Row<T>> {
  const { table } = entityInfo(entity);
  const columns = columnsOf(entity);
  const names = ['id', 'createdAt', 'updatedAt', ...columns.map(({ name }) => name)];
  const read = readOf(em, entity, beginning ? 'insert alone' : 'insert', { text: '{}', values: [] }, (db) => {
    const values = sql.join(names.map((_, $) => sql`${{ $ }}`));
    const insert = db
      .insertInto(table)
      .columns(names.map((name) => fieldOf(entity, name)))
      .expression(sql`select ${values} ${sql.raw(beginning ? 'from beginning' : '')}`)
      .returning(fieldsOf(entity, table));
    if (!beginning) return insert;
    const begin = sql.raw(beginningSql(names.length + 1));
    return { compile: () => sql`with beginning as materialized (${begin}) ${insert}`.compile(db) };
  });
  prepared(read.text);
  const made = em.getComparator().prepareEntity(record) as Record<string, unknown>;
  const initial = (name: string): unknown => columns.find((each) => each.name === name)?.initial ?? null;
  const values = names.map((name) => (made[name] === undefined ? initial(name) : made[name]));
  const [row] = await sendForRows<Row<T>>(em, read, values, beginning);
  return row;
}

async function sendForRows<R>(
  em: EntityManager,
  read: Read,
  values: readonly unknown[],
  beginning: Beginning | null = null,
): Promise<R[]> {
  const rows = await send<Record<string, unknown>>(em, read, values, beginning);
  for (const row of rows) {
    for (const name of read.instants) {
      if (row[name] !== null) row[name] = new Date(row[name] as string);
    }
  }
  return rows as R[];
}

/** The number of matching rows. */
export async function countRows(em: EntityManager, entity: Class, where: object): Promise<number> {
  const shape = shapeOf(where);
  const count = sql<number>`count(*)::int`.as('count');
  const read = readOf(em, entity, 'count', shape, (db, condition: object) =>
    db.selectFrom(tableOf(entity)).select(count).where(conditionOf(entity, condition)),
  );
  return (await send<{ count: number }>(em, read, shape.values))[0].count;
}

/** A compiled SELECT, reused for all values. */
interface Read {
  readonly text: string;
  /** For each parameter, the index of its value. */
  readonly parameters: readonly number[];
  /** Columns with points in time, which the driver returns as text. */
  readonly instants: readonly string[];
}

/** Sends a read to the database; all reads go through here, without the overhead of the ORM. */
async function send<R>(
  em: EntityManager,
  { text, parameters }: Read,
  values: readonly unknown[],
  beginning: Beginning | null = null,
): Promise<R[]> {
  const connection = em.getConnection() as ParameterConnection;
  const sent = parameters.map((at) => values[at]);
  try {
    const { rows } = beginning
      ? await connection.sendAlone<R>(text, [...sent, ...beginning])
      : await connection.send<R>(text, sent, em.getTransactionContext());
    return rows;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw em
      .getPlatform()
      .getExceptionConverter()
      .convertException(error as Error);
  }
}

/** Maximum number of cached reads; callers may combine filters and orders in more ways. */
const readsMax = 2_000;
const reads = new Map<string, Read>();

/** The read for a shape. It is compiled without values, so none can end up in the SQL text. */
function readOf<Q>(
  em: EntityManager,
  entity: Class,
  kind: string,
  shape: Shape,
  build: (db: Kysely<Tables>, query: Q) => Compilable,
): Read {
  const key = `${entityInfo(entity).table} ${kind} ${shape.text}`;
  const cached = reads.get(key);
  if (cached) return cached;
  const { sql: text, parameters } = build(em.getKysely<Tables>(), JSON.parse(shape.text) as Q).compile();
  const instants = listedColumnsOf(entity).flatMap(({ name, kind }) => (kind === 'instant' ? [name] : []));
  const read: Read = { text, parameters: parameters.map((slot) => (slot as Slot).$), instants };
  if (reads.size >= readsMax) reads.delete(reads.keys().next().value!);
  reads.set(key, read);
  return read;
}

interface RowQuery {
  readonly where: object;
  readonly limit?: Slot;
  readonly offset?: Slot;
}

/**
 * The SELECT for a range of rows. With an offset, the ids of the page are selected first, often by an
 * index-only scan, so that skipped rows are not fetched.
 */
function selection(
  db: Kysely<Tables>,
  entity: Class,
  orderBy: OrderBy,
  { where, limit, offset }: RowQuery,
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

/** All columns except large documents. */
function fieldsOf(entity: Class, from = 'r'): `${string}.${string} as ${string}`[] {
  const own = columnsOf(entity).filter(({ kind, short }) => kind !== 'document' || short);
  const names = ['id', 'createdAt', 'updatedAt', 'version', ...own.map(({ name }) => name)];
  return names.map((name) => `${from}.${fieldOf(entity, name)} as ${name}` as const);
}
