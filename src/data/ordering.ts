import { collated, columnOf, listedColumnsOf, type Class, type Column } from './columns.js';
import { columnSql } from './conditions.js';
import { sql, type Sql } from './sql.js';

/**
 * By what rows are ordered: columns by their plain value, as `{ name: 'asc' }`, or steps as lists take them.
 */
export type OrderBy = Readonly<Record<string, string>> | readonly Step[];

/** One step of an order that is a total one: the last step is the id. */
export interface Step {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** The text after `order by`. */
export function orderSql(entity: Class, order: OrderBy): string {
  const parts = Array.isArray(order)
    ? (order as readonly Step[]).map(
        (step) => `${stepSql(entity, step)} ${step.isDescending ? 'desc' : 'asc'}`,
      )
    : Object.entries(order as object).map(
        ([name, direction]) => `${columnSql(entity, name)} ${direction === 'desc' ? 'desc' : 'asc'}`,
      );
  return parts.join(', ');
}

const stepSql = (entity: Class, { column }: Step): string => collated(columnSql(entity, column.name), column);

/** The identifier as the last word of every order. */
const idColumn: Column = {
  name: 'id',
  kind: 'reference',
  label: { zh: '主键', en: 'Identifier' },
  nullable: false,
  unique: true,
  type: () => String,
};

/** A total order: the columns, each once, and then the id in the direction of the last of them. */
export function totalOrder(
  entity: Class,
  wanted: readonly { readonly field: string; readonly isDescending: boolean }[],
): readonly Step[] {
  const steps = new Map<string, Step>();
  for (const { field, isDescending } of wanted) {
    if (!steps.has(field)) steps.set(field, { column: listedColumn(entity, field), isDescending });
  }
  const isDescending = wanted.at(-1)?.isDescending ?? false;
  return [...steps.values(), { column: idColumn, isDescending }];
}

const listedColumn = (entity: Class, name: string): Column =>
  listedColumnsOf(entity).find((column) => column.name === name) ?? columnOf(entity, name);

/** The same order from its other end. */
export const reversed = (order: readonly Step[]): readonly Step[] =>
  order.map(({ column, isDescending }) => ({ column, isDescending: !isDescending }));

/**
 * The condition that a row comes after a place in an order. Where all steps go in one direction and no value
 * can be missing, it is one comparison of rows, which an index answers from the place on; else it is spelled
 * out, step by step.
 */
export function isBeyond(entity: Class, order: readonly Step[], place: readonly unknown[]): Sql {
  const [{ isDescending }] = order;
  const isPlain = order.every((step) => step.isDescending === isDescending && !step.column.nullable);
  if (!isPlain) return beyondStepByStep(entity, order, place);
  const columns = order.map((step) => stepSql(entity, step)).join(', ');
  return sql(`(${columns}) ${isDescending ? '<' : '>'} (${order.map(() => '?').join(', ')})`, ...place);
}

/**
 * Equal in all steps before one, and beyond in that one. PostgreSQL counts a missing value as the greatest.
 */
function beyondStepByStep(entity: Class, order: readonly Step[], place: readonly unknown[]): Sql {
  const values: unknown[] = [];
  const alternatives = order.map((step, at) => {
    const equal = order.slice(0, at).map((earlier, index) => {
      if (place[index] === null) return `${stepSql(entity, earlier)} is null`;
      values.push(place[index]);
      return `${stepSql(entity, earlier)} = ?`;
    });
    return [...equal, beyondIn(stepSql(entity, step), step, place[at], values)].join(' and ');
  });
  return sql(`(${alternatives.map((each) => `(${each})`).join(' or ')})`, ...values);
}

function beyondIn(
  column: string,
  { isDescending, column: { nullable } }: Step,
  value: unknown,
  values: unknown[],
): string {
  if (value === null) return isDescending ? `${column} is not null` : 'false';
  values.push(value);
  if (isDescending) return `${column} < ?`;
  return nullable ? `(${column} > ? or ${column} is null)` : `${column} > ?`;
}
