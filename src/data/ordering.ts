import { columnOf, listedColumnsOf, type Class, type Column } from './columns.js';

/** One step of an order, by the name of its column. The last step of a total order is the id. */
export interface Step {
  readonly field: string;
  readonly isDescending: boolean;
}

/** By what rows are ordered: columns by their plain value, or steps as lists take them. */
export type OrderBy = Readonly<Record<string, 'asc' | 'desc'>> | readonly Step[];

/** The identifier as the last word of every order. */
const idColumn: Column = {
  name: 'id',
  kind: 'reference',
  label: { zh: '主键', en: 'Identifier' },
  nullable: false,
  unique: true,
  type: () => String,
};

/** A column by which lists may be ordered. @throws when the entity has none of the name */
export const orderedColumn = (entity: Class, name: string): Column =>
  [idColumn, ...listedColumnsOf(entity)].find((column) => column.name === name) ?? columnOf(entity, name);

/** A total order: the columns, each once, and then the id in the direction of the last of them. */
export function totalOrder(wanted: readonly Step[]): readonly Step[] {
  const steps = new Map<string, Step>();
  for (const step of wanted) if (!steps.has(step.field)) steps.set(step.field, step);
  return [...steps.values(), { field: 'id', isDescending: wanted.at(-1)?.isDescending ?? false }];
}

/** The same order from its other end. */
export const reversed = (order: readonly Step[]): readonly Step[] =>
  order.map(({ field, isDescending }) => ({ field, isDescending: !isDescending }));

/**
 * The condition that a row comes after a place in an order. Where all steps go in one direction and no value
 * can be missing, it is one comparison of rows, which an index answers from the place on; else it is spelled
 * out, step by step: equal in all steps before one, and beyond in that one.
 */
export function isBeyond(entity: Class, order: readonly Step[], place: readonly unknown[]): object {
  const nullable = order.map(({ field }) => orderedColumn(entity, field).nullable);
  const isOneWay = order.every(({ isDescending }) => isDescending === order[0].isDescending);
  if (isOneWay && !nullable.includes(true))
    return beyond(order[0], Object.fromEntries(order.map(({ field }, at) => [field, place[at]])));
  const isAt = order.map(({ field }, at) => ({ [field]: place[at] }));
  return {
    $or: order.map((step, at) => ({
      $and: [...isAt.slice(0, at), isBeyondIn(step, place[at], nullable[at])],
    })),
  };
}

/** PostgreSQL counts a missing value as the greatest. */
function isBeyondIn(step: Step, value: unknown, nullable: boolean): object {
  const { field, isDescending } = step;
  if (value === null) return isDescending ? { [field]: { $isNull: false } } : { $or: [] };
  const isBeyond = beyond(step, { [field]: value });
  return nullable && !isDescending ? { $or: [isBeyond, { [field]: null }] } : isBeyond;
}

const beyond = ({ isDescending }: Step, place: object): object => ({
  [isDescending ? '$below' : '$above']: place,
});
