import 'reflect-metadata';
import type { Ref } from '@mikro-orm/core';
import { Extensions, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { CivilDate, Id, Instant } from '../schema/scalars.js';
import {
  entriesMax,
  entryMax,
  problemWithCharacters,
  problemWithEntries,
  problemWithTextLength,
} from './bounds.js';
import { errors, type FieldProblem } from '../schema/errors.js';
import { beginningOf, distinctive, type Text } from '../schema/texts.js';
import {
  columnOf,
  linksOf,
  type Class,
  type Column,
  type ColumnKind,
  type EntityClass,
  type Link,
  type StoredEntity,
} from './columns.js';
import type { Default } from './defaults/default-values.js';

/**
 * Input classes are derived from the columns of their entity: they only list the columns that callers may
 * set. A patch is the input of an update, in which every field is optional.
 */

/** One field of an input: the rules of its column, and whether it is required. */
interface InputField extends Column {
  readonly required: boolean;
  /** Whether a maker must send it who knows of no defaults, as clients of /api/v1. */
  readonly isDemanded: boolean;
  /** Whether every record must have a value; an update may still omit it. */
  readonly indispensable: boolean;
  /** Whether it is of a new record, which gets the default of its column without it. */
  readonly isNew?: boolean;
  /** Whether messages must not repeat the value. */
  readonly isSecret?: boolean;
  /** The input class of the value, or of each entry of a list. */
  readonly nested?: () => Class;
}

type Scalar<V> = V extends StoredEntity[]
  ? string[]
  : V extends Ref<StoredEntity>
    ? string
    : V extends Ref<StoredEntity> | null
      ? string | null
      : V;
/** The plain values that a caller may set. */
type Values<T, K extends keyof T> = { [P in K]: Scalar<T[P]> };

const fieldsByInput = new Map<object, InputField[]>();
const patches = new WeakSet<object>();

/** Whether the class is the input of an update, which is judged where what is stored is known. */
export const isPatch = (input: Class): boolean => patches.has(input);

/** The fields of an input class, those of its base class first; undefined for other classes. */
export function inputFieldsOf(input: Class): InputField[] | undefined {
  const base = Object.getPrototypeOf(input.prototype)?.constructor as Class | undefined;
  const inherited = base && base !== Object ? (inputFieldsOf(base) ?? []) : [];
  const own = fieldsByInput.get(input) ?? [];
  return inherited.length + own.length ? [...inherited, ...own] : undefined;
}

function record(input: Class, field: InputField): void {
  fieldsByInput.set(input, [...(fieldsByInput.get(input) ?? []), field]);
}

/**
 * Registers the class as an input type of the schema. Inherited fields are declared again on the class
 * itself, because TypeGraphQL loses the extensions of inherited ones. The extensions hold labels and rules,
 * for code that only knows the schema.
 */
function declareInput(input: Class, name: string, description?: string): void {
  for (const field of inputFieldsOf(input) ?? []) {
    const options = {
      nullable: !field.required,
      description: descriptionOf(field),
      name: field.name,
    };
    Field(() => field.type() as never, options)(input.prototype, field.name);
    const { label, kind, nullable: clearable, indispensable, isDemanded } = field;
    Extensions({ label, kind, clearable, indispensable, isDemanded })(input.prototype, field.name);
  }
  InputType(name, { description })(input as never);
  const validate = (value: object): FieldProblem[] => {
    trimTexts(input, value);
    return problemsOf(input, value);
  };
  Extensions({ validate })(input as never);
}

/** What a field means, and what a new record gets without it. */
function descriptionOf({ about, label, isNew, byDefault, initial }: InputField): string {
  const meaning = about ?? `${label.en}.`;
  const told = byDefault?.told.en ?? (initial === undefined ? null : JSON.stringify(initial));
  return isNew && told !== null ? `${meaning} Left out: ${told}.` : meaning;
}

/**
 * Class decorator of an input: its fields are those of `inputOf` and those declared with `given` and
 * `nested`.
 * @param output name of an object type of the same shape, which returns the input to callers
 */
export function inputType(about: string, { output }: { output?: string } = {}): ClassDecorator {
  return (target) => {
    declareInput(target as unknown as Class, (target as { name: string }).name, about);
    if (output) ObjectType(output, { description: about })(target);
  };
}

/**
 * A base class for the input that creates a record of `entity`.
 * @param required columns that are required although they are nullable or have an initial value: of everybody
 *   where there is no default, else of those who know of none
 */
export function inputOf<T extends StoredEntity, K extends keyof T & string>(
  entity: EntityClass<T>,
  keys: readonly K[],
  { required = [] }: { required?: readonly K[] } = {},
): new () => Values<T, K> {
  class Input {}
  for (const key of keys) {
    const link = linksOf(entity).find(({ name }) => name === key);
    record(Input, link ? linkField(link) : columnField(columnOf(entity, key), required.includes(key)));
  }
  return Input as new () => Values<T, K>;
}

function columnField(column: Column, isRequired: boolean): InputField {
  const { nullable, initial, byDefault } = column;
  const isDemanded = isRequired || (!nullable && initial === undefined);
  const hasDefault = byDefault !== undefined || (!nullable && initial !== undefined);
  return {
    ...column,
    nullable: nullable && !isRequired,
    required: isDemanded && !hasDefault,
    indispensable: isDemanded,
    isDemanded,
    isNew: true,
  };
}

/** A list of ids. If omitted, the stored list is unchanged; an empty list clears it. */
const linkField = ({ name, label, about }: Link): InputField => ({
  name,
  label,
  about,
  kind: 'list',
  nullable: false,
  required: false,
  indispensable: false,
  isDemanded: false,
  unique: false,
  type: () => [Id],
});

/** The input of an update: every field of `input` may be omitted; null clears an optional one. */
export function patchOf<I extends object>(
  input: new () => I,
  name = input.name.replace(/Input$/, 'Patch'),
): new () => Partial<I> {
  class Patch {}
  for (const field of inputFieldsOf(input) ?? [])
    record(Patch, { ...field, required: false, isDemanded: false, isNew: false });
  patches.add(Patch);
  declareInput(Patch, name, 'An update: omitted fields keep their value, null clears an optional one.');
  return Patch as new () => Partial<I>;
}

interface GivenOptions {
  max?: number;
  min?: number;
  pattern?: RegExp;
  patternText?: Text;
  optional?: boolean;
  /** What a new record gets without it; callers who know of no defaults must send it. */
  byDefault?: Default;
  isSecret?: boolean;
  about?: string;
  aboutInChinese?: string;
  /** GraphQL type, if it is not the default one of the kind. */
  type?: () => object;
}

const typesByKind: Partial<Record<ColumnKind, () => object>> = {
  text: () => String,
  flag: () => Boolean,
  integer: () => Int,
  decimal: () => Float,
  date: () => CivilDate,
  instant: () => Instant,
  reference: () => Id,
  list: () => [String],
};

/** Declares an input field that is not a column of an entity. */
export function given(
  kind: ColumnKind,
  zh: string,
  en: string,
  options: GivenOptions = {},
): PropertyDecorator {
  return (prototype, key) => {
    const { optional = false, type = typesByKind[kind], ...rules } = options;
    if (!type) throw new Error(`No input type for the kind "${kind}".`);
    record(prototype.constructor as Class, {
      ...rules,
      kind,
      name: String(key),
      label: { zh, en },
      nullable: optional,
      unique: false,
      required: !optional && !rules.byDefault,
      indispensable: !optional,
      isDemanded: !optional,
      isNew: true,
      type,
    });
  };
}

/** Declares an optional input field that is a nested input, or a list of at most `max` of them. */
export function nested(
  input: () => Class,
  zh: string,
  en: string,
  { about, max }: { about: string; max?: number },
): PropertyDecorator {
  return (prototype, key) =>
    record(prototype.constructor as Class, {
      name: String(key),
      kind: max === undefined ? 'document' : 'list',
      label: { zh, en },
      nullable: true,
      unique: false,
      required: false,
      indispensable: false,
      isDemanded: false,
      max,
      about,
      nested: input,
      type: () => (max === undefined ? input() : [input()]),
    });
}

/**
 * Trims the texts of an input, in place, so that they are validated as they will be stored; an empty optional
 * text becomes null.
 */
export function trimTexts(input: Class, inputValue: object): void {
  const values = inputValue as Record<string, unknown>;
  for (const { name, kind, nullable, nested, unique } of inputFieldsOf(input) ?? []) {
    const value = values[name];
    if (kind === 'text' && typeof value === 'string')
      values[name] = (unique ? distinctive(name, value) : value.trim()) || (nullable ? null : '');
    if (nested && value) for (const each of [value].flat()) trimTexts(nested(), each as object);
  }
}

/**
 * Everything that is wrong with the values of an input, whose texts were trimmed.
 * @param isLenient lets texts pass that do not match the pattern of their column, as workbooks always could
 */
export function problemsOf(input: Class, value: object, { isLenient = false } = {}): FieldProblem[] {
  const values = value as Readonly<Record<string, unknown>>;
  return (inputFieldsOf(input) ?? []).flatMap((field) => {
    const text = problemWith(isLenient ? { ...field, pattern: undefined } : field, values);
    return text ? [{ field: field.name, text }] : problemsWithin(field, values[field.name]);
  });
}

/** The values, trimmed. @throws INVALID_INPUT that names everything wrong with them at once */
export function requireValid<T extends object>(input: Class<T>, given: T): T {
  const values = { ...given };
  trimTexts(input, values);
  const problems = problemsOf(input, values);
  if (problems.length > 0) throw errors.invalidInput(problems);
  return values;
}

/** Problems of nested inputs: `slots.2.day` is the day of the third slot. */
function problemsWithin({ name, nested }: InputField, value: unknown): FieldProblem[] {
  if (!nested || !value) return [];
  const parts = Array.isArray(value)
    ? value.map((each: object, at) => [`${name}.${at}`, each] as const)
    : [[name, value] as const];
  return parts.flatMap(([path, each]) =>
    problemsOf(nested(), each).map((problem) => ({ ...problem, field: `${path}.${problem.field}` })),
  );
}

const empty = (label: Text): Text => ({ zh: `${label.zh}不能为空`, en: `${label.en} must not be empty.` });

function problemWith(field: InputField, values: Readonly<Record<string, unknown>>): Text | null {
  const value = values[field.name];
  if (value === undefined) return field.required ? empty(field.label) : null;
  if (value === null) return field.nullable ? null : empty(field.label);
  if (field.kind === 'text') return problemWithText(field, String(value));
  if (field.kind === 'integer' || field.kind === 'decimal') return problemWithNumber(field, Number(value));
  if (field.kind === 'list') return problemWithList(field, value as unknown[]);
  return null;
}

/** The problem with a list or, for a list of texts, with an entry, because no column limits their length. */
function problemWithList({ label, max = entriesMax }: InputField, entries: readonly unknown[]): Text | null {
  const tooLong = entries.find((entry) => typeof entry === 'string' && entry.length > entryMax) as string;
  return (
    problemWithEntries(label, max, entries.length) ??
    (tooLong === undefined ? null : problemWithTextLength(label, entryMax, tooLong))
  );
}

/** Characters of a value that a message repeats. */
const shownMax = 60;

function problemWithText(field: InputField, text: string): Text | null {
  const { label, min = 1, max = entryMax, pattern, patternText, isSecret } = field;
  const tooLong = problemWithTextLength(label, max, text);
  if (tooLong) return tooLong;
  const length = [...text].length;
  if (length < min) {
    if (field.nullable && length === 0) return null;
    return length === 0
      ? empty(label)
      : {
          zh: `${label.zh}不能少于${min}个字符（当前 ${length} 个）`,
          en: `${label.en} must have at least ${min} characters, but has ${length}.`,
        };
  }
  const unreadable = problemWithCharacters(label, text);
  if (unreadable) return unreadable;
  if (pattern && !pattern.test(text)) {
    const { zh, en } = patternText ?? {
      zh: `${label.zh}格式不正确`,
      en: `${label.en} does not have the right form.`,
    };
    const beginning = length > shownMax ? `${beginningOf(text, shownMax)}…` : text;
    // A message does not repeat a password: somebody else may see the screen.
    return isSecret ? { zh, en } : { zh: `${zh}（当前“${beginning}”）`, en: `${en} It is "${beginning}".` };
  }
  return null;
}

function problemWithNumber(
  { label, min = -Infinity, max = Infinity }: InputField,
  value: number,
): Text | null {
  if (!Number.isFinite(value)) return { zh: `${label.zh}必须是数字`, en: `${label.en} must be a number.` };
  if (value < min)
    return {
      zh: `${label.zh}不能小于${min}（当前 ${value}）`,
      en: `${label.en} must be at least ${min}, but is ${value}.`,
    };
  if (value > max)
    return {
      zh: `${label.zh}不能大于${max}（当前 ${value}）`,
      en: `${label.en} must be at most ${max}, but is ${value}.`,
    };
  return null;
}
