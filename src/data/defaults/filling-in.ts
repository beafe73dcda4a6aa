import type { EntityManager } from '@mikro-orm/postgresql';
import { dateIn } from '../../schema/clock.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { App } from '../app.js';
import { columnOf, columnsOf, entityInfo, fieldOf, type Class, type Column } from '../columns.js';
import { json } from '../statements.js';
import { firstIn, greatestIn, valuesIn } from './defaults.queries.js';
import type { NewValues } from './default-values.js';

/** Whether the maker of a record left the column to its declared default. */
export const isLeftOut = ({ name, byDefault }: Column, record: Readonly<NewValues>): boolean =>
  byDefault !== undefined && (record[name] ?? null) === null;

/** Gives a new record what follows from its own values. */
export function derive(entity: Class, record: NewValues): void {
  for (const column of columnsOf(entity))
    if (column.byDefault?.is === 'derived' && isLeftOut(column, record))
      record[column.name] = column.byDefault.value(record);
}

/** Gives new records all that their makers left out, in the transaction that stores them. */
export async function fillIn(
  app: App,
  em: EntityManager,
  entity: Class,
  records: readonly NewValues[],
): Promise<void> {
  for (const record of records) derive(entity, record);
  for (const column of columnsOf(entity)) {
    const lacking = records.filter((record) => isLeftOut(column, record));
    if (lacking.length === 0) continue;
    const valueFor = await finderOf(app, em, entity, column, lacking);
    for (const record of lacking) record[column.name] = valueFor(record);
  }
}

const integerMax = 2_147_483_647;

async function finderOf(
  app: App,
  em: EntityManager,
  entity: Class,
  { name, byDefault, target }: Column,
  records: readonly NewValues[],
): Promise<(record: NewValues) => unknown> {
  if (byDefault?.is === 'next') {
    let last = await greatest(em, entity, name);
    return () => (last = Math.min(last + 1, integerMax));
  }
  if (byDefault?.is === 'first') {
    const id = await firstOf(em, target!());
    return () => id;
  }
  if (byDefault?.is === 'inherited') {
    const { from } = byDefault;
    const holder = columnOf(entity, from).target!();
    const values = await heldBy(
      em,
      holder,
      name,
      records.map((each) => each[from]),
    );
    return (record) => {
      const id = record[from] as string;
      if (!values.has(id)) throw errors.notFound(entityInfo(holder).noun, id);
      return values.get(id);
    };
  }
  const today = dateIn(app.config.TIME_ZONE);
  return () => today;
}

async function greatest(em: EntityManager, entity: Class, name: string): Promise<number> {
  const [{ last }] = await greatestIn(entityInfo(entity).table, fieldOf(entity, name))(em);
  return last;
}

/** In the order of lists, or of creation. @throws NOT_FOUND that tells what to make first */
async function firstOf(em: EntityManager, entity: Class): Promise<string> {
  const { table, noun } = entityInfo(entity);
  const isOrdered = columnsOf(entity).some(({ name }) => name === 'order');
  const [row] = await firstIn(table, isOrdered)(em);
  if (row) return row.id;
  throw new DomainError('NOT_FOUND', {
    zh: `还没有${noun.zh}，请先添加`,
    en: `There is no ${noun.en} yet. Maybe create one first.`,
  });
}

async function heldBy(
  em: EntityManager,
  entity: Class,
  name: string,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await valuesIn(entityInfo(entity).table, fieldOf(entity, name))(em, json([...new Set(ids)]));
  return new Map(rows.map(({ id, value }) => [id, value]));
}
