import {
  ForeignKeyConstraintViolationException,
  OptimisticLockError,
  type EntityManager,
} from '@mikro-orm/core';
import {
  allEntities,
  columnsOf,
  entityInfo,
  snakeCase,
  type Class,
  type Column,
  type EntityClass,
} from './columns.js';
import { DomainError, errors } from '../schema/errors.js';
import type { Text } from '../schema/texts.js';
import type { Context } from './context.js';

/** The details of a constraint violation, as reported by PostgreSQL. */
interface Refusal {
  code?: string;
  table?: string;
  constraint?: string;
  detail?: string;
}

/** Says why a value is refused; null to say no more than that it is taken. */
type Explanation = (ctx: Context, column: Column, value: string) => DomainError | null;

const explanations = new Map<string, Explanation>();

/** Declares what is said when a trigger refuses a value in the name of a constraint. */
export const explainRefusal = (constraint: string, explanation: Explanation): void =>
  void explanations.set(constraint, explanation);

/** SQLSTATE of a unique violation; those raised at commit have no exception class of the ORM. */
const uniqueViolation = '23505';

const columnByKey = (entity: Class, key: string): Column | undefined =>
  columnsOf(entity).find(({ name, kind }) => key === snakeCase(name) + (kind === 'reference' ? '_id' : ''));

const entityByTable = (table: string | undefined): Class | undefined =>
  allEntities().find((info) => info.table === table)?.target;

/** The values of a record as typed; the database compares texts in lower case, and names those. */
export interface Typed {
  readonly entity: Class;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Runs a change, and turns violated constraints into DomainErrors. */
export async function translateRefusals<R>(
  ctx: Context,
  change: () => Promise<R>,
  typed?: Typed,
): Promise<R> {
  try {
    return await change();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === uniqueViolation) throw duplicateError(ctx, refusal, typed) ?? error;
    if (error instanceof ForeignKeyConstraintViolationException)
      throw (await referenceError(ctx, refusal)) ?? error;
    if (error instanceof OptimisticLockError) {
      throw new DomainError('VERSION_CONFLICT', {
        zh: '数据已被他人修改，请刷新后重试',
        en: 'The record was changed meanwhile. Maybe reload it and repeat your change.',
      });
    }
    throw error;
  }
}

const refusalOf = (error: unknown): Refusal => {
  const { code, table, constraint, detail } = error as Refusal;
  return { code, table, constraint, detail };
};

/** Finds column and value in `Key (lower(btrim(name::text)))=(abc) already exists.` */
function duplicateError(
  ctx: Context,
  { table, detail, constraint }: Refusal,
  typed: Typed | undefined,
): DomainError | null {
  const entity = entityByTable(table);
  const match = /^Key \((.*)\)=\((.*)\) already exists/s.exec(detail ?? '');
  if (!entity || !match) return null;
  if (match[1] === 'id') return errors.duplicate('id', { zh: '主键', en: 'Identifier' }, match[2]);
  const keys = [...match[1].matchAll(/"?([a-z_]+)"?(?:::|\)|,|$)/g)].map(([, key]) => key);
  const columns = keys.map((key) => columnByKey(entity, key)).filter((column) => column !== undefined);
  const column = columns.find(({ kind }) => kind === 'text') ?? columns.at(-1);
  if (!column) return null;
  const values = match[2].split(', ');
  const value = values[columns.indexOf(column)] ?? match[2];
  const explained = explanations.get(constraint ?? '')?.(ctx, column, value);
  const said = typed?.entity === entity ? typed.values[column.name] : undefined;
  const shown = column.kind === 'text' && typeof said === 'string' ? said.trim() : value;
  return explained ?? errors.duplicate(column.name, column.label, shown);
}

/** The error for a reference to a missing record, or for the deletion of one that is referenced. */
async function referenceError(
  ctx: Context,
  { table, detail, constraint }: Refusal,
): Promise<DomainError | null> {
  const missing = /^Key \(([a-z_]+)\)=\((.*)\) is not present in table/.exec(detail ?? '');
  const entity = entityByTable(table);
  if (missing && entity) {
    const column = columnByKey(entity, missing[1]);
    const noun = column?.target ? entityInfo(column.target()).noun : undefined;
    return noun ? errors.notFound(noun, missing[2]) : null;
  }
  const used = /^Key \([a-z_]+\)=\((.*)\) is still referenced from table "([a-z_]+)"/.exec(detail ?? '');
  const owner = allEntities().find((info) => constraint?.startsWith(`${used?.[2]}_`) && info.table === table);
  if (used && owner) await refuseIfInUse(ctx.em.fork() as never, owner.target as EntityClass, used[1]);
  return null;
}

/**
 * @throws IN_USE, with kind and number, when other records that must not lose their reference refer to this
 * one
 */
export async function refuseIfInUse(em: EntityManager, entity: EntityClass, id: string): Promise<void> {
  const holders: { noun: Text; count: number }[] = [];
  for (const { target, noun } of allEntities()) {
    const columns = columnsOf(target).filter(
      (column) => column.target?.() === entity && column.onDelete === 'restrict',
    );
    if (columns.length === 0) continue;
    const count = await em.count(
      target as EntityClass,
      { $or: columns.map(({ name }) => ({ [name]: id })) } as never,
    );
    if (count > 0) holders.push({ noun, count });
  }
  if (holders.length) throw errors.inUse(entityInfo(entity).noun, holders);
}
