import { orderedColumn, type Step } from './ordering.js';
import { entityInfo, type Class, type Column } from './columns.js';
import { DomainError } from '../schema/errors.js';
import { canonicalId, isCivilDate } from '../schema/scalars.js';

/**
 * A cursor is a place in a list: of which list and order it is, and the values by which the record stands
 * there. It is opaque to callers, and judged like everything that they send; it opens nothing, because rights
 * narrow the list itself.
 */

/** The cursor of a row in an order. */
export function cursorOf(entity: Class, order: readonly Step[], row: object): string {
  const values = order.map(({ field }) => (row as Record<string, unknown>)[field] ?? null);
  return Buffer.from(JSON.stringify([listOf(entity, order), ...values])).toString('base64url');
}

/**
 * The place that a cursor names, as values of the steps of the order. @throws INVALID_PARAMETER when it is no
 * cursor of the list
 */
export function placeOf(
  entity: Class,
  order: readonly Step[],
  name: string,
  cursor: string,
): readonly unknown[] {
  const content = contentOf(cursor);
  if (!content || content.length !== order.length + 1 || typeof content[0] !== 'string')
    throw unreadable(name, cursor);
  const [list, ...values] = content;
  if (list !== listOf(entity, order)) throw ofAnotherOrder(name);
  if (!values.every((value, at) => fits(orderedColumn(entity, order[at].field), value)))
    throw unreadable(name, cursor);
  return values;
}

/** Which list and which order: a cursor means nothing in another one. */
const listOf = (entity: Class, order: readonly Step[]): string =>
  [
    entityInfo(entity).table,
    ...order.map(({ field, isDescending }) => (isDescending ? '-' : '+') + field),
  ].join(' ');

/** Longer ones were not made here: the longest text that lists are ordered by has 255 characters. */
const cursorMax = 4_096;

function contentOf(cursor: string): readonly unknown[] | null {
  if (cursor.length > cursorMax) return null;
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(content) ? content : null;
  } catch {
    return null;
  }
}

/** Whether a value is one that the column could hold, so that the database can compare it. */
function fits({ kind, nullable }: Column, value: unknown): boolean {
  if (value === null) return nullable;
  switch (kind) {
    case 'integer':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    case 'decimal':
      return typeof value === 'string' && /^-?\d{1,12}(\.\d{1,10})?$/.test(value);
    case 'reference':
      return canonicalId(value) === value;
    case 'instant':
      return (
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value) && !isNaN(Date.parse(value))
      );
    case 'date':
      return typeof value === 'string' && isCivilDate(value);
    default:
      return typeof value === 'string';
  }
}

const unreadable = (name: string, cursor: string): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `游标 ${name} 无效：“${cursor.slice(0, 32)}”，请使用本列表返回的 cursor，或去掉该参数从头开始`,
    en:
      `${name} is "${cursor.slice(0, 32)}", which is no cursor of this list. Maybe take one that the ` +
      `list answered, or leave it out to begin anew.`,
  });

const ofAnotherOrder = (name: string): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `游标 ${name} 属于另一个列表或另一种排序，请保持 orderBy 不变，或去掉该参数从头开始`,
    en:
      `${name} is a cursor of another list or order. Maybe keep orderBy as it was, or leave the cursor ` +
      `out to begin anew.`,
  });
