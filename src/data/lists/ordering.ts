import { columnOf, listedColumnsOf, type Class, type Column } from '../columns.js';

/** One sort key, by the name of its column. The last one of a total order is the id. */
export interface Step {
  readonly field: string;
  readonly isDescending: boolean;
}

/** An order of rows: columns by plain value, or steps with the collation of lists. */
export type OrderBy = Readonly<Record<string, 'asc' | 'desc'>> | readonly Step[];

/** The id, which makes every order total. */
const idColumn: Column = {
  name: 'id',
  kind: 'reference',
  label: { zh: '主键', en: 'Identifier' },
  nullable: false,
  unique: true,
  type: () => String,
};

/** The column of a sort key. @throws Error when the entity has no such column */
export const orderedColumn = (entity: Class, name: string): Column =>
  [idColumn, ...listedColumnsOf(entity)].find((column) => column.name === name) ?? columnOf(entity, name);

/** A total order: each column once, followed by the id in the direction of the last of them. */
export function totalOrder(steps: readonly Step[]): readonly Step[] {
  const byField = new Map<string, Step>();
  for (const step of steps) if (!byField.has(step.field)) byField.set(step.field, step);
  return [...byField.values(), { field: 'id', isDescending: steps.at(-1)?.isDescending ?? false }];
}

/** The reverse order. */
export const reversed = (order: readonly Step[]): readonly Step[] =>
  order.map(({ field, isDescending }) => ({ field, isDescending: !isDescending }));

/**
 * The condition for rows after a position in an order. If all steps have one direction and no value can be
 * null, it is a row comparison, for which an index can be scanned from the position on; otherwise a
 * disjunction over the steps: equal in all steps before, and beyond the position in this one.
 */
export function isBeyond(entity: Class, order: readonly Step[], position: readonly unknown[]): object {
  const nullable = order.map(({ field }) => orderedColumn(entity, field).nullable);
  const isOneWay = order.every(({ isDescending }) => isDescending === order[0].isDescending);
  if (isOneWay && !nullable.includes(true))
    return beyond(order[0], Object.fromEntries(order.map(({ field }, at) => [field, position[at]])));
  const isAt = order.map(({ field }, at) => ({ [field]: position[at] }));
  return {
    $or: order.map((step, at) => ({
      $and: [...isAt.slice(0, at), isBeyondIn(step, position[at], nullable[at])],
    })),
  };
}

/** The condition for one step. PostgreSQL sorts null as the greatest value. */
function isBeyondIn(step: Step, value: unknown, nullable: boolean): object {
  const { field, isDescending } = step;
  if (value === null) return isDescending ? { [field]: { $isNull: false } } : { $or: [] };
  const isBeyond = beyond(step, { [field]: value });
  return nullable && !isDescending ? { $or: [isBeyond, { [field]: null }] } : isBeyond;
}

const beyond = ({ isDescending }: Step, position: object): object => ({
  [isDescending ? '$below' : '$above']: position,
});
