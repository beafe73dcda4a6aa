import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
} from 'graphql';
import { DomainError, errors, type FieldProblem } from '../schema/errors.js';
import { Id } from '../schema/scalars.js';
import type { Text } from '../schema/texts.js';
import { Mismatch, Mismatches, placed, readList, readScalar, whole } from './wire-values.js';

/** The values of a request: path and query as texts or lists of texts, the body as parsed JSON. */
export interface WireRequest {
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
    : placed(
        readScalar(type, Array.isArray(found) ? found.at(-1) : found, timeZone, codesOf(argument.name)),
        '',
      );
  if (result instanceof Mismatches) {
    const [{ shown, expected, isIdentifier, path }] = result.all;
    throw new DomainError('INVALID_PARAMETER', {
      zh:
        `请求参数 ${names[0]}${path} 无效：${shown}，${expected.zh}` +
        (isIdentifier ? '（应填 UUID，不是名称或编号）' : ''),
      en: `The parameter ${names[0]}${path} is "${shown}", but ${expected.en}.`,
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

/** Values of one field that are told to be wrong. */
const toldMax = 100;

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
    if (value instanceof Mismatches) {
      onlyIdentifiers &&= value.all.every(({ isIdentifier }) => isIdentifier);
      problems.push(...value.all.slice(0, toldMax).map((each) => problemWith(field, each, options)));
    } else if (isDemanded(field, options) && (value ?? null) === null) missing.push(field);
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
    ...(validate?.(values) ?? []).filter(({ field }) => !invalidFields.has(field.split('.')[0])),
  ];
  const error = errors.invalidInput([...problems, ...violations]);
  throw onlyIdentifiers && violations.length === 0
    ? new DomainError('INVALID_PARAMETER', error.text, error.details)
    : error;
}

/** Whether clients must send it, also where the operation has a default. */
const isDemanded = ({ name, extensions }: GraphQLInputField, { required }: ReaderOptions): boolean =>
  required.includes(name) || extensions.isDemanded === true;

/** What is wrong with a value of a field; within records and lists, the key says where. */
function problemWith(
  field: GraphQLInputField,
  { path, label, shown, expected, isIdentifier, isMissing }: Mismatch,
  { namesOf }: ReaderOptions,
): FieldProblem {
  const [name] = namesOf(field.name);
  const { zh, en } = label ?? labelOf(field);
  const at = path ? { zh: `（${name}${path}）`, en: ` (${name}${path})` } : { zh: '', en: '' };
  const wants = isIdentifier ? identifierWanted(/\w+(?=[^\w]*\d*\]?$)/.exec(name + path)![0]) : null;
  const text = isMissing
    ? { zh: `${zh}${at.zh}${expected.zh}`, en: `${en}${at.en} ${expected.en}.` }
    : {
        zh: `${zh}${at.zh}输入有误：${shown}，${expected.zh}${wants?.zh ?? ''}`,
        en: `${en}${at.en} is "${shown}", but ${expected.en}${wants?.en ?? ''}.`,
      };
  return { field: field.name, text };
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
  const read = isInputObjectType(element)
    ? (isListType(type) ? readRecords : readRecord)(element, value, options)
    : isListType(type)
      ? readList(type.ofType, value, timeZone)
      : readScalar(type, value, timeZone, codesOf(field.name));
  return placed(read, '');
}

/** Records within a record. */
const readRecords = (type: GraphQLInputObjectType, value: unknown, options: ReaderOptions): unknown =>
  Array.isArray(value)
    ? whole(value.map((each, at) => placed(readRecord(type, each, options), `[${at}]`)))
    : new Mismatch(value, { expected: { zh: '应为数组', en: 'must be a list' } });

/** A record within a record. */
function readRecord(type: GraphQLInputObjectType, given: unknown, options: ReaderOptions): unknown {
  const value = typeof given === 'string' ? parsed(given) : given;
  if (value === tooLong)
    return new Mismatch(given, {
      expected: { zh: `不能超过 ${jsonTextMax} 字节`, en: `must have at most ${jsonTextMax} bytes` },
    });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Mismatch(value, { expected: { zh: '应为 JSON 对象', en: 'must be a JSON object' } });
  const fields = Object.values(type.getFields());
  const read = fields.map((field) => {
    const found = readField(field, value as Record<string, unknown>, options);
    const isMissing = isRequiredInputField(field) && (found ?? null) === null;
    const [name] = options.namesOf(field.name);
    const part = isMissing ? new Mismatch(null, { expected: notEmpty, isMissing }) : found;
    return placed(part, `.${name}`, labelOf(field));
  });
  const parts = whole(read);
  if (parts instanceof Mismatches) return parts;
  const entries = fields.map(({ name }, at) => [name, parts[at]] as const);
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

const notEmpty: Text = { zh: '不能为空，请填写', en: 'must not be empty. Maybe fill it in' };

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
