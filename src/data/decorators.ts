import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Kind, type GraphQLResolveInfo } from 'graphql';
import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql';
import { CivilDate, Id, Instant } from '../schema/scalars.js';
import type { RowAccess } from './callers.js';
import {
  addColumn,
  addEntity,
  addLink,
  addUnique,
  columnOf,
  columnsOf,
  fieldOf,
  keywordField,
  searchedOf,
  snakeCase,
  sortExpression,
  type Class,
  type Column,
  type ColumnKind,
  type EntityClass,
  type Sorting,
  type StoredEntity,
} from './columns.js';
import { personalField, relation, type Relation, type Soon } from './relations.js';

/**
 * The vocabulary in which entities are written. One decorator per property declares its database column, its
 * GraphQL field, its validation and its label in both languages, so that each fact is stated once.
 */

interface ColumnOptions extends Partial<Pick<Column, 'byDefault' | 'aboutInChinese'>> {
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
    addEntity({ target: entity, noun: { zh, en }, table, access });
    Entity({ tableName: table, comment: about })(target as never);
    declareListIndexes(entity, table);
    if (output) ObjectType({ description: `${about} ${zh}。` })(target);
  };
}

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

/** Declares that the columns are unique together; texts are compared without case and surrounding blanks. */
export function uniqueTogether(...names: string[]): ClassDecorator {
  return (target) => {
    const entity = target as unknown as Class & { name: string };
    const table = snakeCase(entity.name);
    addUnique(entity, names);
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
    addColumn(entity, {
      ...rules,
      name,
      kind,
      label: { zh, en },
      nullable,
      initial: options.initial,
      byDefault: options.byDefault,
      about: options.about,
      aboutInChinese: options.aboutInChinese,
      unique: options.unique ?? false,
      hidden,
      personal: options.personal,
      secret: options.secret,
      sorted: options.sorted,
    });
    Property({
      columnType,
      nullable,
      // A nullable one leaves no type that the mapper could see, and would be taken for a text.
      ...(kind === 'decimal' && { runtimeType: 'number' as const }),
      ...(options.initial !== undefined && { default: options.initial as never }),
    })(prototype, name);
    if (!hidden) {
      const description = `${options.about ?? `${en}.`} ${zh}。`;
      const { personal = false } = options;
      Field(() => rules.type() as never, {
        nullable: nullable || personal,
        description: personal ? `${description} Null for callers who do not need to know it.` : description,
        simple: true,
      })(prototype, name);
      if (personal) relation(personalField(entity, name))(prototype, name);
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

interface TextOptions extends ColumnOptions, Pick<PropertyRules, 'pattern' | 'patternText'> {
  /** Maximum length in characters, also the width of the database column. */
  max: number;
  /** Minimum length after trimming. */
  min?: number;
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
const longTextMax = 10_000;

/** A text of any reasonable length. */
export const longText = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('text', 'text', zh, en, options, { type: () => String as never, max: longTextMax, min: 0 });

/** True or false. */
export const flag = (zh: string, en: string, options: ColumnOptions = {}): PropertyDecorator =>
  column('flag', 'boolean', zh, en, options, { type: () => Boolean as never });

type NumberOptions = ColumnOptions & Pick<PropertyRules, 'min' | 'max'>;

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
  /** False where another index begins with it. */
  index?: boolean;
  /** What happens to this row when the referenced record is deleted. */
  onDelete?: 'restrict' | 'cascade' | 'set null';
  /** One-to-one: no two rows refer to the same record. */
  exclusive?: boolean;
  /** False where rows without it are never shown, so that its GraphQL field is not nullable. */
  isShownNullable?: boolean;
}

/** Whether only the id is selected, which the referring row already contains. */
const selectsOnlyId = ({ fieldNodes }: GraphQLResolveInfo): boolean =>
  fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every((node) => node.kind === Kind.FIELD && node.name.value === 'id'),
  );

/** A record that an answer names by its id, read in batches. */
export function naming(target: () => EntityClass, about: string, nullable = false): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    Field(() => target() as never, { nullable, description: about, simple: true })(prototype, name);
    const resolve: Relation = (row, { rows }, info) => {
      const id = row[name] as string | null | undefined;
      if (!id) return null;
      return selectsOnlyId(info) ? { id } : rows.referenced(target(), id);
    };
    relation(resolve)(prototype, name);
  };
}

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
    addColumn(entity, {
      name,
      kind: 'reference',
      label: { zh, en },
      nullable,
      byDefault: options.byDefault,
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
    if (!options.exclusive && options.index !== false)
      indexed(prototype, name, { name: `${snakeCase(entity.name)}_${snakeCase(name)}_index` });
    if (options.hidden) return;
    const { isShownNullable = nullable, about = `${en}.` } = options;
    naming(target as () => EntityClass, about, isShownNullable)(prototype, name);
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
    Field(() => [target()] as never, { description: about, simple: true })(prototype, name);
    relation((row, { rows }) => rows.referring(target(), column, row.id as string))(prototype, name);
  };
}

/** What a link table links to this one, each once, oldest first; read in batches, written as ids. */
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
    addLink(entity, link);
    const target = (): EntityClass => columnOf(table(), other).target!();
    Field(() => [target()] as never, { description: about, simple: true })(prototype, name);
    const resolve: Relation = (row, { rows }, info) => {
      const records = (links: readonly object[]): Soon<object[]> => {
        const ids = [...new Set((links as Record<string, string>[]).map((each) => each[other]))];
        if (selectsOnlyId(info)) return ids.map((id) => ({ id }));
        const found = ids.map((id) => rows.referenced(target(), id));
        const there = (all: readonly (object | null)[]): object[] => all.filter((each) => each !== null);
        return found.some((each) => each instanceof Promise)
          ? Promise.all(found).then(there)
          : there(found as (object | null)[]);
      };
      const links = rows.referring(table(), owner, row.id as string);
      return links instanceof Promise ? links.then(records) : records(links);
    };
    relation(resolve)(prototype, name);
  };
}
