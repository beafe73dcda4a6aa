import 'reflect-metadata';
import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, Float, Int, ObjectType, UseMiddleware, type MiddlewareFn } from 'type-graphql';
import { Kind, type GraphQLResolveInfo, type GraphQLScalarType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { CivilDate, Id, Instant } from '../schema/scalars.js';
import type { Text } from '../schema/texts.js';
import type { RowAccess } from './callers.js';

/**
 * The vocabulary in which entities are written. One decorator per property declares its database column, its
 * GraphQL field, its validation and its label in both languages, so that each fact is stated once.
 */

export type Class<T = object> = abstract new (...args: never[]) => T;
export type EntityClass<T extends StoredEntity = StoredEntity> = new () => T;

export type ColumnKind =
  'text' | 'flag' | 'integer' | 'decimal' | 'date' | 'instant' | 'choice' | 'reference' | 'list' | 'document';

/**
 * How lists are sorted by a column: by the plain value, or as expected for Chinese names, by pinyin and with
 * numbers by value.
 */
export type Sorting = 'plain' | 'chinese';

/** The declaration of a column, used for validation, sheets and messages. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly label: Text;
  readonly nullable: boolean;
  readonly initial?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The message for values that do not match the pattern. */
  readonly patternText?: Text;
  readonly unique: boolean;
  readonly target?: () => EntityClass;
  /** What happens to the row when the referenced record is deleted. */
  readonly onDelete?: 'restrict' | 'cascade' | 'set null';
  readonly values?: Record<string, string | number>;
  /** The meaning of the value beyond its label: the GraphQL description. */
  readonly about?: string;
  /** Whether the value is internal, without a GraphQL field. */
  readonly hidden?: boolean;
  /** Whether the value is only visible to those with a need to know. */
  readonly personal?: boolean;
  /** Whether not even the audit log holds it. */
  readonly secret?: boolean;
  /** Whether the keyword of a list is looked for in it. */
  readonly searched?: boolean;
  /** How lists are sorted by the column; undefined if they cannot be. */
  readonly sorted?: Sorting;
  /** Whether a document is small enough to be read with every row. */
  readonly short?: boolean;
  /** GraphQL type of the value in output and input. */
  readonly type: () => GraphQLScalarType | object;
}

export interface EntityInfo {
  readonly target: Class;
  /** Name of one record in both languages, for messages. */
  readonly noun: Text;
  readonly table: string;
  /** Who may see, know and change the rows. */
  readonly access: RowAccess;
}

interface ColumnOptions {
  /** Documentation beyond the name: meaning, unit, source. */
  about?: string;
  nullable?: boolean;
  /** Default value. */
  initial?: unknown;
  /** Unique; for texts, ignoring case and surrounding blanks. */
  unique?: boolean;
  /** A flag of the record: the text is unique among the records that have it. */
  uniqueIf?: string;
  index?: boolean;
  /** Kept out of GraphQL: machinery. */
  hidden?: boolean;
  /** Kept out of GraphQL and out of the audit log: what lets somebody in. */
  secret?: boolean;
  /** Visible only to callers accepted by `knowsPersonal` of the entity; null for all others. */
  personal?: boolean;
  /** Lists can be sorted by it; an index supports this. */
  sorted?: Sorting;
}

const columnsByClass = new Map<object, Column[]>();
const entitiesByClass = new Map<object, EntityInfo>();

/** All columns of an entity, those of its base class first. */
export function columnsOf(entity: Class): Column[] {
  const base = Object.getPrototypeOf(entity.prototype)?.constructor as Class | undefined;
  return [...(base && base !== Object ? columnsOf(base) : []), ...(columnsByClass.get(entity) ?? [])];
}

/** The column with the name. @throws Error when the entity has none */
export function columnOf(entity: Class, name: string): Column {
  const column = columnsOf(entity).find((candidate) => candidate.name === name);
  if (!column) throw new Error(`${entity.name} has no column "${name}".`);
  return column;
}

/** The reference to the parent record, if records of the entity form a tree, as departments do. */
export const parentColumnOf = (entity: Class): Column | undefined =>
  columnsOf(entity).find(({ name, target }) => name === 'parent' && target?.() === entity);

/** The declaration of an entity. @throws Error when it is not declared with `stored` */
export function entityInfo(entity: Class): EntityInfo {
  const info = entitiesByClass.get(entity);
  if (!info) throw new Error(`${entity.name} is not declared with @stored.`);
  return info;
}

/** All entities, in order of declaration. */
export const allEntities = (): EntityInfo[] => [...entitiesByClass.values()];

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at) => (at ? '_' : '') + letter.toLowerCase());

/** The timestamps of every record, as columns of lists. */
const timestampColumns: readonly Column[] = ['createdAt', 'updatedAt'].map((name, at) => ({
  name,
  kind: 'instant',
  label: [
    { zh: '创建时间', en: 'Time of creation' },
    { zh: '更新时间', en: 'Time of the last change' },
  ][at],
  nullable: false,
  unique: false,
  sorted: name === 'createdAt' ? 'plain' : undefined,
  type: () => Instant,
}));

/** The columns by which lists may be filtered and sorted: the timestamps and those of the entity. */
export const listedColumnsOf = (entity: Class): readonly Column[] => [
  ...timestampColumns,
  ...columnsOf(entity),
];

/** Names of the columns in which keyword searches look. */
export const searchedOf = (entity: Class): readonly string[] =>
  columnsOf(entity).flatMap(({ name, searched }) => (searched ? [name] : []));

const fieldsByClass = new Map<Class, Map<string, string>>();

/** Name of a column in the database. */
export function fieldOf(entity: Class, name: string): string {
  const fields = fieldsByClass.get(entity) ?? new Map(fieldEntriesOf(entity));
  fieldsByClass.set(entity, fields);
  const field = fields.get(name);
  if (field === undefined) throw new Error(`${entity.name} has no column "${name}".`);
  return field;
}

const fieldEntriesOf = (entity: Class): [string, string][] => [
  ['id', 'id'],
  ['version', 'version'],
  ...listedColumnsOf(entity).map(({ name, kind }): [string, string] => [
    name,
    snakeCase(name) + (kind === 'reference' ? '_id' : ''),
  ]),
];

/** Declares the indexes for sorting and searching lists. */
function declareListIndexes(entity: Class, table: string): void {
  const declare = (name: string, method: string): void =>
    Index({ name, expression: `create index "${name}" on "${table}" using ${method}` })(entity as never);
  const sorted = columnsOf(entity).filter((column) => column.sorted);
  // An entity with sorted columns has lists, which are sorted by creation by default.
  if (sorted.length) declare(`${table}_created_at_order`, 'btree ("created_at", "id")');
  for (const column of sorted) {
    const field = fieldOf(entity, column.name);
    declare(`${table}_${field}_order`, `btree (${sortExpression(`"${field}"`, column)}, "id")`);
  }
  // Every search scans the pending list of the index, so it is kept short.
  if (searchedOf(entity).length)
    declare(`${table}_keyword`, `gin ("${keywordField}") with (gin_pending_list_limit = 256)`);
}

/**
 * The database column in which a trigger stores the n-grams of the searched columns. It is not a property,
 * because only the database reads and writes it.
 */
export const keywordField = 'keyword';

/** The SQL expression by which lists are sorted by a column. */
export const sortExpression = (expression: string, { sorted }: Column): string =>
  sorted === 'chinese' ? `${expression} collate "chinese"` : expression;

interface StoredOptions extends RowAccess {
  /** Whether there is a GraphQL type for it. */
  readonly output?: boolean;
}

/**
 * Declares a table and its GraphQL type. `zh` and `en` name one record; `about` states its meaning.
 * @throws Error when it does not declare who may see the rows
 */
export function stored(
  zh: string,
  en: string,
  about: string,
  { output = true, ...access }: StoredOptions,
): ClassDecorator {
  return (target) => {
    const entity = target as unknown as Class & { name: string };
    // The type requires it too; this protects tables declared with a cast.
    if (!access.rows)
      throw new Error(`${entity.name} does not say who may see its rows. Maybe add { rows: … }.`);
    const table = snakeCase(entity.name);
    entitiesByClass.set(entity, { target: entity, noun: { zh, en }, table, access });
    Entity({ tableName: table, comment: about })(target as never);
    declareListIndexes(entity, table);
    if (output) ObjectType({ description: about })(target);
  };
}

const uniquesByClass = new Map<object, string[][]>();

/** The sets of columns that are unique together. */
export const uniquesOf = (entity: Class): readonly (readonly string[])[] => [
  ...columnsOf(entity)
    .filter(({ unique }) => unique)
    .map(({ name }) => [name]),
  ...(uniquesByClass.get(entity) ?? []),
];

/** Declares that the columns are unique together; texts are compared without case and surrounding blanks. */
export function uniqueTogether(...names: string[]): ClassDecorator {
  return (target) => {
    const entity = target as unknown as Class & { name: string };
    const table = snakeCase(entity.name);
    uniquesByClass.set(entity, [...(uniquesByClass.get(entity) ?? []), names]);
    const keys = names.map((name) => {
      const { kind } = columnOf(entity, name);
      const field = fieldOf(entity, name);
      return kind === 'text' ? `lower(btrim("${field}"))` : `"${field}"`;
    });
    const indexName = `${table}_${names.map(snakeCase).join('_')}_unique`;
    const expression = `create unique index "${indexName}" on "${table}" (${keys.join(', ')})`;
    Index({ name: indexName, expression })(target as never);
  };
}

type PropertyRules = Partial<Omit<Column, 'name' | 'kind' | 'label' | 'nullable' | 'initial' | 'unique'>>;

function column(
  kind: ColumnKind,
  columnType: string,
  zh: string,
  en: string,
  options: ColumnOptions,
  rules: PropertyRules & { type: Column['type'] },
): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const entity = prototype.constructor as Class;
    const nullable = options.nullable ?? false;
    const hidden = options.hidden ?? options.secret;
    const list = columnsByClass.get(entity) ?? [];
    columnsByClass.set(entity, list);
    list.push({
      ...rules,
      name,
      kind,
      label: { zh, en },
      nullable,
      initial: options.initial,
      about: options.about,
      unique: options.unique ?? false,
      hidden,
      personal: options.personal,
      secret: options.secret,
      sorted: options.sorted,
    });
    Property({
      columnType,
      nullable,
      ...(options.initial !== undefined && { default: options.initial as never }),
    })(prototype, name);
    if (!hidden) {
      const description = options.about ?? `${en}.`;
      const { personal = false } = options;
      Field(() => rules.type() as never, {
        nullable: nullable || personal,
        description: personal ? `${description} Null for callers who do not need to know it.` : description,
        simple: !personal,
      })(prototype, name);
      if (personal) UseMiddleware(hidePersonalField(entity, name))(prototype, name);
    }
    const table = snakeCase(entity.name);
    const field = snakeCase(name);
    if (options.unique || options.uniqueIf) {
      const indexName = `${table}_${field}_unique`;
      const key = kind === 'text' ? `lower(btrim("${field}"))` : `"${field}"`;
      const where = options.uniqueIf ? ` where "${snakeCase(options.uniqueIf)}"` : '';
      indexed(prototype, name, {
        name: indexName,
        expression: `create unique index "${indexName}" on "${table}" (${key})${where}`,
      });
    } else if (options.index) indexed(prototype, name, { name: `${table}_${field}_index` });
  };
}

// The decorator's type knows class targets only, but it takes properties too.
const indexed = (prototype: object, property: string, options: { name: string; expression?: string }): void =>
  (Index(options) as PropertyDecorator)(prototype, property);

interface TextOptions extends ColumnOptions {
  /** Maximum length in characters, also the width of the database column. */
  max: number;
  /** Minimum length after trimming. */
  min?: number;
  pattern?: RegExp;
  patternText?: Text;
  /** Keyword searches look in this column, with an index. */
  searched?: boolean;
}

/** A text of bounded length. */
export const text = (zh: string, en: string, options: TextOptions): PropertyDecorator =>
  column('text', `varchar(${options.max})`, zh, en, options, {
    type: () => String as never,
    max: options.max,
    min: options.min ?? 1,
    pattern: options.pattern,
    patternText: options.patternText,
    searched: options.searched,
  });

/** Maximum length of a long text, in characters. */
export const longTextMax = 10_000;

/** A text of any reasonable length. */
export const longText = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('text', 'text', zh, en, options, { type: () => String as never, max: longTextMax, min: 0 });

/** True or false. */
export const flag = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('flag', 'boolean', zh, en, options, { type: () => Boolean as never });

interface NumberOptions extends ColumnOptions {
  min?: number;
  max?: number;
}

/** A 32-bit integer. */
export const integer = (zh: string, en: string, options: NumberOptions = {}): PropertyDecorator =>
  column('integer', 'int', zh, en, options, {
    type: () => Int,
    min: options.min ?? -2_147_483_648,
    max: options.max ?? 2_147_483_647,
  });

/** A decimal number, with two decimal places by default. */
export const decimal = (
  zh: string,
  en: string,
  options: NumberOptions & { places?: number } = {},
): PropertyDecorator =>
  column(
    'decimal',
    options.places === undefined ? 'numeric(10,2)' : `numeric(10,${options.places})`,
    zh,
    en,
    options,
    {
      type: () => Float,
      min: options.min ?? -99_999_999,
      max: options.max ?? 99_999_999,
    },
  );

/** A day of the calendar. */
export const date = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('date', 'date', zh, en, options, { type: () => CivilDate });

/** A point in time, with milliseconds. */
export const instant = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('instant', 'timestamptz(3)', zh, en, options, { type: () => Instant });

/** One of a closed set of values; `values` is the enum registered with GraphQL. */
export const choice = (
  zh: string,
  en: string,
  values: Record<string, string>,
  options: ColumnOptions = {},
): PropertyDecorator => column('choice', 'varchar(32)', zh, en, options, { type: () => values, values });

/** A list of plain values kept in one column. */
export const list = (
  zh: string,
  en: string,
  of: 'text' | 'integer',
  options: ColumnOptions = {},
): PropertyDecorator =>
  column('list', of === 'text' ? 'text[]' : 'int[]', zh, en, options, {
    type: () => (of === 'text' ? [String] : [Int]) as never,
  });

/**
 * An internal JSON document, never returned to callers as it is. Rows are read without it unless it is short.
 */
export const document = (
  zh: string,
  en: string,
  { short, ...options }: ColumnOptions & { short?: boolean } = {},
): PropertyDecorator =>
  column('document', 'jsonb', zh, en, { ...options, hidden: true }, { type: () => String as never, short });

interface ReferenceOptions extends ColumnOptions {
  /** What happens to this row when the referenced record is deleted. */
  onDelete?: 'restrict' | 'cascade' | 'set null';
  /** One-to-one: no two rows refer to the same record. */
  exclusive?: boolean;
  /** False where rows without it are never shown, so that its GraphQL field is not nullable. */
  isShownNullable?: boolean;
}

/** What field resolvers need from the context: batched reads by key, and who may see personal fields. */
export interface RelationReader {
  /** The record that a visible row refers to. */
  referenced(entity: Class, id: string): Promise<object | null>;
  many(entity: Class, column: string, id: string): Promise<object[]>;
  mayKnow(entity: Class, row: object): boolean;
}
type RelationContext = { rows: RelationReader };

/** Resolves a personal field to null for callers who may not see it. */
const hidePersonalField =
  (entity: Class, name: string): MiddlewareFn<RelationContext> =>
  ({ root, context }) =>
    Promise.resolve(context.rows.mayKnow(entity, root) ? root[name] : null);

/** Whether only the id is selected, which the referring row already contains. */
const selectsOnlyId = ({ fieldNodes }: GraphQLResolveInfo): boolean =>
  fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every((node) => node.kind === Kind.FIELD && node.name.value === 'id'),
  );

/** A reference to another record, read in batches: one statement for all parents of a query. */
export function belongsTo<T extends StoredEntity>(
  target: () => EntityClass<T>,
  zh: string,
  en: string,
  options: ReferenceOptions = {},
): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const entity = prototype.constructor as Class;
    const nullable = options.nullable ?? false;
    const list = columnsByClass.get(entity) ?? [];
    columnsByClass.set(entity, list);
    list.push({
      name,
      kind: 'reference',
      label: { zh, en },
      nullable,
      unique: options.exclusive ?? false,
      target: target as () => EntityClass,
      onDelete: options.onDelete ?? 'restrict',
      hidden: options.hidden,
      type: () => Id,
    });
    ManyToOne(() => target() as never, {
      ref: true,
      nullable,
      deleteRule: options.onDelete ?? 'restrict',
      updateRule: 'no action',
      fieldName: `${snakeCase(name)}_id`,
      unique: options.exclusive ? `${snakeCase(entity.name)}_${snakeCase(name)}_unique` : undefined,
    } as never)(prototype, name);
    if (!options.exclusive)
      indexed(prototype, name, { name: `${snakeCase(entity.name)}_${snakeCase(name)}_index` });
    if (options.hidden) return;
    const { isShownNullable = nullable, about = `${en}.` } = options;
    Field(() => target() as never, { nullable: isShownNullable, description: about })(prototype, name);
    const resolve: MiddlewareFn<RelationContext> = ({ root, context, info }) => {
      const id = root[name] as string | null;
      if (id === null || id === undefined) return Promise.resolve(null);
      return selectsOnlyId(info) ? Promise.resolve({ id }) : context.rows.referenced(target(), id);
    };
    UseMiddleware(resolve)(prototype, name);
  };
}

/**
 * The records that refer to this one by `column`; not stored, read in batches.
 * @param expectedRows their typical number
 */
export function hasMany<T extends StoredEntity>(
  target: () => EntityClass<T>,
  column: keyof T & string,
  about: string,
  expectedRows?: number,
): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    if (expectedRows !== undefined) Extensions({ expectedRows })(prototype, name);
    Field(() => [target()] as never, { description: about })(prototype, name);
    const resolve: MiddlewareFn<RelationContext> = ({ root, context }) =>
      context.rows.many(target(), column, root.id);
    UseMiddleware(resolve)(prototype, name);
  };
}

/** A many-to-many relation, stored in a link table. */
export interface Link {
  readonly name: string;
  readonly label: Text;
  readonly about: string;
  /** The link table. */
  readonly table: () => EntityClass;
  /** Its reference to this record. */
  readonly owner: string;
  /** Its reference to the other record. */
  readonly other: string;
}

const linksByClass = new Map<object, Link[]>();

/** The many-to-many relations of an entity. */
export const linksOf = (entity: Class): readonly Link[] => linksByClass.get(entity) ?? [];

/**
 * The records linked to this one by a link table, oldest link first; read in batches, written as a list of
 * ids.
 */
export function linkedBy<L extends StoredEntity>(
  table: () => EntityClass<L>,
  owner: keyof L & string,
  other: keyof L & string,
  zh: string,
  en: string,
  { about = `${en}.` }: { about?: string } = {},
): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const entity = prototype.constructor as Class;
    const link = { name, label: { zh, en }, about, table: table as () => EntityClass, owner, other };
    linksByClass.set(entity, [...linksOf(entity), link]);
    const target = (): EntityClass => columnOf(table(), other).target!();
    Field(() => [target()] as never, { description: about })(prototype, name);
    const resolve: MiddlewareFn<RelationContext> = async ({ root, context, info }) => {
      const rows = (await context.rows.many(table(), owner, root.id)) as Record<string, string>[];
      if (selectsOnlyId(info)) return rows.map((row) => ({ id: row[other] }));
      const records = await Promise.all(rows.map((row) => context.rows.referenced(target(), row[other])));
      return records.filter((row) => row !== null);
    };
    UseMiddleware(resolve)(prototype, name);
  };
}

/** The base of all stored records: id, timestamps and version. */
@ObjectType({ description: 'The fields that every stored record has.' })
export abstract class StoredEntity {
  /** Properties with defaults. */
  [OptionalProps]?: 'id' | 'createdAt' | 'updatedAt' | 'version';

  @Field(() => Id, { description: 'Identifier, a UUID version 7.', simple: true })
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @Field(() => Instant, { description: 'When the record was created.', simple: true })
  @Property({ columnType: 'timestamptz(3)', defaultRaw: 'clock_timestamp()' })
  createdAt: Date = new Date();

  @Field(() => Instant, { description: 'When the record was last changed.', simple: true })
  @Property({ columnType: 'timestamptz(3)', defaultRaw: 'clock_timestamp()', onUpdate: () => new Date() })
  updatedAt: Date = this.createdAt;

  @Field(() => Int, {
    description: 'Number of changes to the record; send it with an update to detect conflicting changes.',
    simple: true,
  })
  @Property({ type: 'integer', version: true, default: 1 })
  version: number = 1;
}
