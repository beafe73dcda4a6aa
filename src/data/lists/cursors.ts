import { orderedColumn, type Step } from './ordering.js';
import { entityInfo, type Class, type Column } from '../columns.js';
import { DomainError } from '../../schema/errors.js';
import { canonicalId, instantOf, isCivilDate } from '../../schema/scalars.js';

/**
 * A cursor is a position in a list: it contains the list, its order, and the values that the record is sorted
 * by. It is opaque to callers and validated like all input. It grants no access, because rights restrict the
 * list itself.
 */

/** The cursor of a row in an order. */
export function cursorOf(entity: Class, order: readonly Step[], row: object): string {
  const values = order.map(({ field }) => (row as Record<string, unknown>)[field] ?? null);
  return Buffer.from(JSON.stringify([listOf(entity, order), ...values])).toString('base64url');
}

/**
 * The position of a cursor, as the values of its sort keys. @throws INVALID_PARAMETER when it is not a cursor
 * of the list
 */
export function positionOf(
  entity: Class,
  order: readonly Step[],
  name: string,
  cursor: string,
): readonly unknown[] {
  const content = contentOf(cursor);
  if (!content || content.length !== order.length + 1 || typeof content[0] !== 'string')
    throw invalidCursor(name, cursor);
  const [list, ...values] = content;
  if (list !== listOf(entity, order)) throw cursorOfAnotherList(name);
  if (!values.every((value, at) => fits(orderedColumn(entity, order[at].field), value)))
    throw invalidCursor(name, cursor);
  return values;
}

/** Identifies the list and its order, because a cursor is meaningless in another one. */
const listOf = (entity: Class, order: readonly Step[]): string =>
  [
    entityInfo(entity).table,
    ...order.map(({ field, isDescending }) => (isDescending ? '-' : '+') + field),
  ].join(' ');

/** Longer ones cannot be ours: texts by which lists can be sorted have at most 255 characters. */
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

/** Whether the column could contain the value, so that the database can compare them. */
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
      return typeof value === 'string' && instantOf(value) !== null;
    case 'date':
      return typeof value === 'string' && isCivilDate(value);
    default:
      return typeof value === 'string';
  }
}

const invalidCursor = (name: string, cursor: string): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `游标 ${name} 无效：“${cursor.slice(0, 32)}”，请使用本列表返回的 cursor，或去掉该参数从头开始`,
    en:
      `${name} is "${cursor.slice(0, 32)}", which is no cursor of this list. Maybe take one that the ` +
      `list answered, or leave it out to begin anew.`,
  });

const cursorOfAnotherList = (name: string): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `游标 ${name} 属于另一个列表或另一种排序，请保持 orderBy 不变，或去掉该参数从头开始`,
    en:
      `${name} is a cursor of another list or order. Maybe keep orderBy as it was, or leave the cursor ` +
      `out to begin anew.`,
  });
