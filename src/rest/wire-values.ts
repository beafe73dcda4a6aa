import { getNamedType, getNullableType, isEnumType, type GraphQLInputType } from 'graphql';
import { dateIn } from '../schema/clock.js';
import { canonicalId, Id, isCivilDate } from '../schema/scalars.js';
import type { Text } from '../schema/texts.js';

/** Values of requests, read as leniently as existing clients need. */

/** What a value that does not match its type is told to be. */
interface Wanted {
  readonly expected: Text;
  readonly isIdentifier?: boolean;
  /** Whether there is no value where one is needed. */
  readonly isMissing?: boolean;
}

/** A value that does not match its type. */
export class Mismatch implements Wanted {
  readonly shown: string;
  readonly expected: Text;
  readonly isIdentifier: boolean;
  readonly isMissing: boolean;

  /**
   * @param path where it stands within the value that was read, such as `[0].week_numbers[2]`
   * @param label what the innermost field is called; null for that of the value itself
   */
  constructor(
    readonly value: unknown,
    { expected, isIdentifier = false, isMissing = false }: Wanted,
    readonly path = '',
    readonly label: Text | null = null,
  ) {
    const text = typeof value === 'string' ? value : textOf(value);
    this.shown = text.length > 64 ? `${text.slice(0, 61)}…` : text;
    this.expected = expected;
    this.isIdentifier = isIdentifier;
    this.isMissing = isMissing;
  }

  /** The same as what holds it sees it. */
  within(prefix: string, label: Text | null = null): Mismatch {
    return new Mismatch(this.value, this, prefix + this.path, this.label ?? label);
  }
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested too deeply for the stack.
    return '…';
  }
}

/** Everything in a value that does not match. */
export class Mismatches {
  constructor(readonly all: readonly Mismatch[]) {}
}

/** What was read of the parts of a value; all that does not match, if anything does not. */
export function whole(parts: readonly unknown[]): readonly unknown[] | Mismatches {
  const wrong = parts.flatMap((part) =>
    part instanceof Mismatch ? [part] : part instanceof Mismatches ? part.all : [],
  );
  return wrong.length > 0 ? new Mismatches(wrong) : parts;
}

/** What was read, as the list or record sees it that has it at the prefix. */
export const placed = (read: unknown, prefix: string, label: Text | null = null): unknown =>
  read instanceof Mismatch
    ? new Mismatches([read.within(prefix, label)])
    : read instanceof Mismatches
      ? new Mismatches(read.all.map((each) => each.within(prefix, label)))
      : read;

/** Reads a list of plain values. */
export function readList(element: GraphQLInputType, value: unknown, timeZone: string): unknown {
  const items = listOf(element, value);
  return whole(
    items.flatMap((item, at) =>
      item === null ? [] : [placed(readScalar(getNullableType(element), item, timeZone), `[${at}]`)],
    ),
  );
}

/** Several identifiers may come in one text, as a JSON list or with commas between them. */
function listOf(element: GraphQLInputType, value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== 'string' || getNamedType(element) !== Id) return [value];
  return value
    .replace(/^\s*\[(.*)\]\s*$/s, '$1')
    .split(',')
    .map((id) => id.replace(/^\s*"(.*)"\s*$/s, '$1'))
    .filter((id, _, ids) => id.trim() || ids.length > 1);
}

/**
 * Reads one value as leniently as existing clients need: numbers as text, 0 and 1 for booleans, instants for
 * dates.
 */
export function readScalar(
  type: GraphQLInputType,
  value: unknown,
  timeZone: string,
  codes?: ReadonlyMap<string, string>,
): unknown {
  if (isEnumType(type)) {
    const name = codes?.get(String(value)) ?? value;
    return typeof name === 'string' && type.getValue(name)
      ? name
      : new Mismatch(value, {
          expected: oneOf(codes ? [...codes.keys()] : type.getValues().map((each) => each.name)),
        });
  }
  switch (getNamedType(type).name) {
    case 'Int':
      return readNumber(value, true);
    case 'Float':
      return readNumber(value, false);
    case 'Boolean':
      return readFlag(value);
    case 'ID':
      return (
        canonicalId(value) ??
        new Mismatch(value, { expected: { zh: '主键不合法', en: 'must be a UUID' }, isIdentifier: true })
      );
    case 'Date':
      return readDate(value, timeZone);
    case 'String':
      return typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : new Mismatch(value, { expected: { zh: '应为文本', en: 'must be a text' } });
    default:
      return value;
  }
}

const oneOf = (names: string[]): Text => ({
  zh: `应为 ${names.join('、')} 之一`,
  en: `must be one of ${names.join(', ')}`,
});

function readNumber(value: unknown, whole: boolean): unknown {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)
        ? Number(value)
        : NaN;
  if (whole && !(Number.isInteger(number) && Math.abs(number) <= 2_147_483_647))
    return new Mismatch(value, { expected: { zh: '应为整数', en: 'must be a whole number' } });
  return Number.isFinite(number)
    ? number
    : new Mismatch(value, { expected: { zh: '应为数字', en: 'must be a number' } });
}

function readFlag(value: unknown): unknown {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return new Mismatch(value, { expected: { zh: '应为 true 或 false', en: 'must be true or false' } });
}

/**
 * A date; or an instant (epoch milliseconds or ISO text), converted to a date in the institution's time zone.
 */
function readDate(value: unknown, timeZone: string): unknown {
  if (typeof value === 'string' && isCivilDate(value)) return value;
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  const instant = isNumber ? new Date(Number(value)) : writtenInstant(value);
  // Of a time before year 1, and of none at all, the year is not greater than 0.
  const date = instant && instant.getUTCFullYear() > 0 ? dateIn(timeZone, instant) : '';
  if (isCivilDate(date)) return date;
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return new Mismatch(value, {
    expected: {
      zh: `${isDay ? '日历上没有这一天，' : ''}应为 YYYY-MM-DD 或毫秒时间戳`,
      en: `${isDay ? 'is no day of the calendar: it ' : ''}must be a date YYYY-MM-DD or epoch milliseconds`,
    },
  });
}

/** An instant that begins with a day there is; how the rest is written, and whether it has a zone, varies. */
function writtenInstant(value: unknown): Date | null {
  const [, ...parts] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(String(value)) ?? [];
  const day = parts.map((part) => part.padStart(2, '0')).join('-');
  return isCivilDate(day) ? new Date(value as string) : null;
}
