import 'reflect-metadata';
import { OptionalProps } from '@mikro-orm/core';
import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { GraphQLScalarType } from 'graphql';
import { Int, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { Id, Instant } from '../schema/scalars.js';
import type { Text } from '../schema/texts.js';
import type { RowAccess } from './callers.js';
import type { Default } from './defaults/default-values.js';
import { shown } from '../schema/shown.js';

/** What is known of entities and their columns; `decorators.ts` has the words by which they are declared. */

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
  /** What a new record gets where its maker says nothing. */
  readonly byDefault?: Default;
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
  /** The same for who fills it in in Chinese, where the label does not say it. */
  readonly aboutInChinese?: string;
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

const columnsByClass = new Map<object, Column[]>();
const entitiesByClass = new Map<object, EntityInfo>();

/** Makes a column of an entity known. */
export const addColumn = (entity: Class, column: Column): void =>
  void columnsByClass.set(entity, [...(columnsByClass.get(entity) ?? []), column]);

/** Makes an entity known. */
export const addEntity = (info: EntityInfo): void => void entitiesByClass.set(info.target, info);

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

/**
 * The database column in which a trigger stores the n-grams of the searched columns. It is not a property,
 * because only the database reads and writes it.
 */
export const keywordField = 'keyword';

/** The SQL expression by which lists are sorted by a column. */
export const sortExpression = (expression: string, { sorted }: Column): string =>
  sorted === 'chinese' ? `${expression} collate "chinese"` : expression;

const uniquesByClass = new Map<object, string[][]>();

/** The sets of columns that are unique together. */
export const uniquesOf = (entity: Class): readonly (readonly string[])[] => [
  ...columnsOf(entity)
    .filter(({ unique }) => unique)
    .map(({ name }) => [name]),
  ...(uniquesByClass.get(entity) ?? []),
];

/** The column by which people name a record: the name, else the code, where no two records share it. */
export function namingColumnOf(entity: Class): string {
  const column = ['name', 'code'].find((each) =>
    uniquesOf(entity).some((set) => set.length === 1 && set[0] === each),
  );
  if (!column) throw new Error(`${entity.name} has no column that names one record.`);
  return column;
}

/** Makes columns known that are unique together. */
export const addUnique = (entity: Class, names: string[]): void =>
  void uniquesByClass.set(entity, [...(uniquesByClass.get(entity) ?? []), names]);

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

/** Makes a relation known. */
export const addLink = (entity: Class, link: Link): void =>
  void linksByClass.set(entity, [...linksOf(entity), link]);

/** The base of all stored records: id, timestamps and version. */
@ObjectType({ description: 'The fields that every stored record has.' })
export abstract class StoredEntity {
  /** Properties with defaults. */
  [OptionalProps]?: 'id' | 'createdAt' | 'updatedAt' | 'version';

  @shown(() => Id, 'Identifier, a UUID version 7.')
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @shown(() => Instant, 'When the record was created.')
  @Property({ columnType: 'timestamptz(3)', defaultRaw: 'clock_timestamp()' })
  createdAt: Date = new Date();

  @shown(() => Instant, 'When the record was last changed.')
  @Property({ columnType: 'timestamptz(3)', defaultRaw: 'clock_timestamp()', onUpdate: () => new Date() })
  updatedAt: Date = this.createdAt;

  @shown(() => Int, 'Number of changes to the record; send it with an update to detect conflicting changes.')
  @Property({ type: 'integer', version: true, default: 1 })
  version: number = 1;
}
