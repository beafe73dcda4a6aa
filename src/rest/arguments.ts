import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { DomainError, errors, type FieldProblem } from '../schema/errors.js';
import { canonicalId, Id, isCivilDate } from '../schema/scalars.js';
import type { Text } from '../schema/texts.js';

/** The values of a request: path and query as texts or lists of texts, the body as parsed JSON. */
interface WireRequest {
  parameters: Record<string, unknown>;
  /** undefined: no body. */
  body: unknown;
}

export interface ArgumentReader {
  (request: WireRequest): Record<string, unknown>;
}

interface ReaderOptions {
  /** Time zone in which an instant becomes a date. */
  timeZone: string;
  /** Wire names of an argument or input field; the first one is the documented one. */
  namesOf: (field: string) => readonly string[];
  initial: Readonly<Record<string, unknown>>;
  fixed: Readonly<Record<string, unknown>>;
  required: readonly string[];
  maximum: Readonly<Record<string, number>>;
  /** Arguments that must be identifiers here, although the operation also accepts names. */
  identifiers: readonly string[];
  /** Numbers that clients use for the names of an enum, by argument or input field. */
  codesOf: (field: string) => ReadonlyMap<string, string> | undefined;
  blank: Readonly<Record<string, readonly unknown[]>>;
  /** Whether parameters named like input fields fill the input, for operations without a body. */
  inputFromParameters: boolean;
}

/** Creates the function that turns a request into the arguments of an operation. */
export function argumentReader(args: readonly GraphQLArgument[], options: ReaderOptions): ArgumentReader {
  return ({ parameters, body }) => {
    const values: Record<string, unknown> = { ...options.fixed };
    for (const argument of args) {
      if (argument.name in options.fixed) continue;
      const type = getNullableType(argument.type);
      const value = isInputObjectType(type)
        ? readInput(type, options.inputFromParameters ? parameters : bodyRecord(body), options)
        : readParameter(argument, parameters, bodyOrNothing(body), options);
      if (value !== undefined) values[argument.name] = value;
    }
    return values;
  };
}

function bodyRecord(body: unknown): Record<string, unknown> {
  if (body !== null && typeof body === 'object' && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new DomainError('INVALID_BODY', {
    zh: '消息不可读：请求体必须是 JSON 对象',
    en: 'The body cannot be read: it must be a JSON object.',
  });
}

const bodyOrNothing = (body: unknown): Record<string, unknown> =>
  body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** Path or query first, otherwise a key of the body where an operation takes plain arguments. */
function readParameter(
  argument: GraphQLArgument,
  parameters: Record<string, unknown>,
  body: Record<string, unknown>,
  { namesOf, codesOf, initial, required, maximum, identifiers, timeZone }: ReaderOptions,
): unknown {
  const names = namesOf(argument.name);
  // An empty parameter counts as absent; an empty text in a body is a value.
  const isText = getNamedType(argument.type).name === 'String';
  const found = names
    .flatMap((name) => [parameters[name] || undefined, isText || body[name] !== '' ? body[name] : undefined])
    .find((value) => value !== undefined && value !== null);
  if (found === undefined) {
    if (argument.name in initial) return initial[argument.name];
    const isNeeded = isNonNullType(argument.type) && argument.defaultValue === undefined;
    if (isNeeded || required.includes(argument.name)) {
      throw new DomainError('MISSING_PARAMETER', {
        zh: `请求参数 ${names[0]} 缺失`,
        en: `The parameter ${names[0]} is missing.`,
      });
    }
    return undefined;
  }
  const type = identifiers.includes(argument.name) ? Id : getNullableType(argument.type);
  const result = isListType(type)
    ? readList(type.ofType, found, timeZone)
    : readScalar(type, Array.isArray(found) ? found.at(-1) : found, timeZone, codesOf(argument.name));
  if (result instanceof Mismatch) {
    throw new DomainError('INVALID_PARAMETER', {
      zh:
        `请求参数 ${names[0]} 无效：${result.shown}，${result.expected.zh}` +
        (result.isIdentifier ? '（应填 UUID，不是名称或编号）' : ''),
      en: `The parameter ${names[0]} is "${result.shown}", but ${result.expected.en}.`,
    });
  }
  if ((result as number) > maximum[argument.name]) {
    throw new DomainError('INVALID_PARAMETER', {
      zh: `请求参数 ${names[0]} 不能超过${maximum[argument.name]}（当前 ${String(result)}）`,
      en:
        `The parameter ${names[0]} is ${String(result)}, but may be at most ` +
        `${maximum[argument.name]} here.`,
    });
  }
  return result;
}

/**
 * Reads an input. A value of the wrong type, or a missing one, cannot be passed as a variable and is reported
 * together with all other problems; otherwise the operation validates the input.
 */
function readInput(
  type: GraphQLInputObjectType,
  source: Record<string, unknown>,
  options: ReaderOptions,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  const missing: GraphQLInputField[] = [];
  const fields = Object.values(type.getFields());
  let onlyIdentifiers = true;
  for (const field of fields) {
    const value = readField(field, source, options);
    if (value instanceof Mismatch) {
      const label = labelOf(field);
      onlyIdentifiers &&= value.isIdentifier;
      const wants = getNamedType(field.type) === Id ? identifierWanted(options.namesOf(field.name)[0]) : null;
      problems.push({
        field: field.name,
        text: {
          zh: `${label.zh}输入有误：${value.shown}，${value.expected.zh}${wants?.zh ?? ''}`,
          en: `${label.en} is "${value.shown}", but ${value.expected.en}${wants?.en ?? ''}.`,
        },
      });
    } else if (options.required.includes(field.name) && (value ?? null) === null) missing.push(field);
    else if (value !== undefined) values[field.name] = value;
  }
  const isComplete = fields.every(
    (field) => !isRequiredInputField(field) || (values[field.name] ?? null) !== null,
  );
  if (isComplete && problems.length + missing.length === 0) return values;
  const validate = type.extensions.validate as ((values: object) => FieldProblem[]) | undefined;
  const invalidFields = new Set([...problems.map(({ field }) => field), ...missing.map(({ name }) => name)]);
  const violations = [
    ...missing.map((field) => ({ field: field.name, text: emptyText(labelOf(field)) })),
    ...(validate?.(values) ?? []).filter(({ field }) => !invalidFields.has(field)),
  ];
  const error = errors.invalidInput([...problems, ...violations]);
  throw onlyIdentifiers && violations.length === 0
    ? new DomainError('INVALID_PARAMETER', error.text, error.details)
    : error;
}

/** Which key wants an identifier, for people who typed a name into it. */
const identifierWanted = (key: string): Text => ({
  zh: `（${key} 应填 UUID，不是名称或编号）`,
  en: ` (${key} takes the identifier, not a name or code)`,
});

const emptyText = (label: Text): Text => ({
  zh: `${label.zh}不能为空`,
  en: `${label.en} must not be empty.`,
});

function readField(
  field: GraphQLInputField,
  source: Record<string, unknown>,
  options: ReaderOptions,
): unknown {
  const { namesOf, codesOf, blank, timeZone } = options;
  const names = namesOf(field.name);
  const name =
    names.find((candidate) => (source[candidate] ?? null) !== null) ??
    names.find((candidate) => source[candidate] !== undefined);
  if (name === undefined) return undefined;
  const raw = source[name];
  if (blank[name]?.includes(raw)) return undefined;
  const type = getNullableType(field.type);
  const isText = getNamedType(type).name === 'String';
  const value = raw === '' && !isText ? null : raw;
  if (value === null) {
    // Null counts as left out where it cannot be stored; an empty text means that the user selected nothing.
    const isMissing = raw === '' && field.extensions.indispensable;
    return field.extensions.clearable || isMissing ? null : undefined;
  }
  const element = getNamedType(type);
  if (isInputObjectType(element))
    return isListType(type) ? readRecords(element, value, options) : readRecord(element, value, options);
  return isListType(type)
    ? readList(type.ofType, value, timeZone)
    : readScalar(type, value, timeZone, codesOf(field.name));
}

/** Records within a record, and the first of them that cannot be read. */
function readRecords(type: GraphQLInputObjectType, value: unknown, options: ReaderOptions): unknown {
  if (!Array.isArray(value)) return new Mismatch(value, { zh: '应为数组', en: 'must be a list' });
  const read = value.map((each) => readRecord(type, each, options));
  return read.find((each) => each instanceof Mismatch) ?? read;
}

/** A record within a record; what is wrong with it is told of the whole. */
function readRecord(type: GraphQLInputObjectType, given: unknown, options: ReaderOptions): unknown {
  const value = typeof given === 'string' ? parsed(given) : given;
  if (value === tooLong)
    return new Mismatch(given, {
      zh: `不能超过 ${jsonTextMax} 字节`,
      en: `must have at most ${jsonTextMax} bytes`,
    });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Mismatch(value, { zh: '应为 JSON 对象', en: 'must be a JSON object' });
  const values: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const read = readField(field, value as Record<string, unknown>, options);
    const { zh, en } = labelOf(field);
    if (read instanceof Mismatch) {
      const expected = {
        // 课程主键 and 主键不合法.
        zh: `其中${zh.replace(/主键$/, read.isIdentifier ? '' : '$&')}${read.expected.zh}`,
        en: `its ${en} ${read.expected.en}`,
      };
      return new Mismatch(value, expected, read.isIdentifier);
    }
    if (isRequiredInputField(field) && (read ?? null) === null)
      return new Mismatch(value, { zh: `其中${zh}不能为空`, en: `its ${en} must not be empty` });
    if (read !== undefined) values[field.name] = read;
  }
  return values;
}

/** Greatest length of a record that is sent as JSON text, in bytes. */
const jsonTextMax = 64 * 1024;
const tooLong = Symbol('too long');

/** The value of a JSON text; the text itself where it is none. */
function parsed(text: string): unknown {
  if (Buffer.byteLength(text) > jsonTextMax) return tooLong;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const labelOf = (field: GraphQLInputField): Text =>
  (field.extensions.label as Text | undefined) ?? { zh: field.name, en: field.name };

/** A value that does not match its type. */
class Mismatch {
  readonly shown: string;
  constructor(
    value: unknown,
    readonly expected: Text,
    readonly isIdentifier = false,
  ) {
    const text = typeof value === 'string' ? value : textOf(value);
    this.shown = text.length > 64 ? `${text.slice(0, 61)}…` : text;
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

function readList(element: GraphQLInputType, value: unknown, timeZone: string): unknown {
  const items = listOf(element, value).filter((item) => item !== null);
  const read = items.map((item) => readScalar(getNullableType(element), item, timeZone));
  return read.find((item) => item instanceof Mismatch) ?? read;
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
function readScalar(
  type: GraphQLInputType,
  value: unknown,
  timeZone: string,
  codes?: ReadonlyMap<string, string>,
): unknown {
  if (isEnumType(type)) {
    const name = codes?.get(String(value)) ?? value;
    return typeof name === 'string' && type.getValue(name)
      ? name
      : new Mismatch(value, oneOf(codes ? [...codes.keys()] : type.getValues().map((each) => each.name)));
  }
  switch (getNamedType(type).name) {
    case 'Int':
      return readNumber(value, true);
    case 'Float':
      return readNumber(value, false);
    case 'Boolean':
      return readFlag(value);
    case 'ID':
      return canonicalId(value) ?? new Mismatch(value, { zh: '主键不合法', en: 'must be a UUID' }, true);
    case 'Date':
      return readDate(value, timeZone);
    case 'String':
      return typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : new Mismatch(value, { zh: '应为文本', en: 'must be a text' });
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
    return new Mismatch(value, { zh: '应为整数', en: 'must be a whole number' });
  return Number.isFinite(number) ? number : new Mismatch(value, { zh: '应为数字', en: 'must be a number' });
}

function readFlag(value: unknown): unknown {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return new Mismatch(value, { zh: '应为 true 或 false', en: 'must be true or false' });
}

/**
 * A date; or an instant (epoch milliseconds or ISO text), converted to a date in the institution's time zone.
 */
function readDate(value: unknown, timeZone: string): unknown {
  if (typeof value === 'string' && isCivilDate(value)) return value;
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  const instant = isNumber ? new Date(Number(value)) : writtenInstant(value);
  // Of a time before year 1, and of none at all, the year is not greater than 0.
  const date = instant && instant.getUTCFullYear() > 0 ? civilDateOf(instant, timeZone) : '';
  if (isCivilDate(date)) return date;
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return new Mismatch(value, {
    zh: `${isDay ? '日历上没有这一天，' : ''}应为 YYYY-MM-DD 或毫秒时间戳`,
    en: `${isDay ? 'is no day of the calendar: it ' : ''}must be a date YYYY-MM-DD or epoch milliseconds`,
  });
}

/** An instant that begins with a day there is; how the rest is written, and whether it has a zone, varies. */
function writtenInstant(value: unknown): Date | null {
  const [, ...parts] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(String(value)) ?? [];
  const day = parts.map((part) => part.padStart(2, '0')).join('-');
  return isCivilDate(day) ? new Date(value as string) : null;
}

const civilDateOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant).padStart(10, '0');
