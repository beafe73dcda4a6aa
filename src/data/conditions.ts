import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import {
  allEntities,
  collated,
  columnsOf,
  entityInfo,
  fieldOf,
  keywordField,
  parentColumnOf,
  searchedOf,
  type Class,
} from './columns.js';
import { orderedColumn } from './ordering.js';
import type { Slot } from './shapes.js';

/** Tables and columns by the names that they have in the database; which there are, the metadata knows. */
export type Tables = Record<string, Record<string, unknown>>;

type Condition = Expression<SqlBool>;
const { and, or, selectFrom } = expressionBuilder<Tables>();

/** The table of an entity; every statement knows its row as `r`. */
export const tableOf = (entity: Class): `${string} as r` => `${entityInfo(entity).table} as r`;

/** A column of the row that a statement reads. */
export const columnRef = (entity: Class, name: string): Expression<unknown> =>
  sql.ref(`r.${fieldOf(entity, name)}`);

/** A column as lists are ordered by it. */
export const orderRef = (entity: Class, name: string): Expression<unknown> =>
  sql.raw(collated(`"r"."${fieldOf(entity, name)}"`, orderedColumn(entity, name)));

/**
 * Which rows are wanted, as the shape of data: `{ column: value }` with null for none, `{ column: { $in:
 * [...] } }` and the other operators below, `{ reference: { column: value } }` for what the other record is,
 * `{ reference: { $within: [...] } }` for records of a tree and all below them, `$and`, `$or`, `$keyword` for
 * what a caller types into a search box, `$above` and `$below` for a place in an order, `$sql` for a constant
 * text.
 */
export const conditionOf = (entity: Class, where: object): Condition =>
  and(Object.entries(where).map(([name, part]) => partOf(entity, name, part)));

function partOf(entity: Class, name: string, part: unknown): Condition {
  switch (name) {
    case '$and':
    case '$or':
      return (name === '$and' ? and : or)((part as object[]).map((each) => conditionOf(entity, each)));
    case '$keyword':
      return hasKeyword(entity, part as Slot);
    case '$above':
    case '$below':
      return isBeyond(entity, name, part as object);
    case '$sql':
      return sql.raw(part as string);
    default:
      return columnCondition(entity, name, part as object | null);
  }
}

function columnCondition(entity: Class, name: string, part: object | null): Condition {
  const column = columnRef(entity, name);
  if (part === null) return sql`${column} is null`;
  if ('$' in part) return sql`${column} = ${part}`;
  const target = columnsOf(entity)
    .find((each) => each.name === name)
    ?.target?.();
  if (target && '$within' in part) return sql`${column} = any(${withinTree(target, part.$within as Slot)})`;
  if (target && !Object.keys(part).some((word) => word in operators))
    return sql`${column} in ${selection(target, 'id', part)}`;
  return and(
    Object.entries(part).map(([word, operand]) => {
      if (!(word in operators)) throw new Error(`There is no condition "${word}".`);
      return operators[word](column, operand as never, searchedOf(entity).includes(name));
    }),
  );
}

/** The ids of records and of all below them, as an array: worked out once, and then an index may be used. */
const withinTree = (entity: Class, ids: Slot): Expression<unknown> => sql`array(
  with recursive within_tree(id) as (
    select unnest(${ids}::uuid[])
    union select t.id from ${sql.table(entityInfo(entity).table)} t
      join within_tree w on ${sql.ref(`t.${fieldOf(entity, parentColumnOf(entity)!.name)}`)} = w.id
  )
  select id from within_tree)`;

/** The values of a column in other rows. */
const selection = (entity: Class, column: string, where: object): Expression<unknown> =>
  selectFrom(tableOf(entity))
    .select(`r.${fieldOf(entity, column)}`)
    .where(conditionOf(entity, where));

/** The same as `Selected` says it in a shape. */
function selectionOf(selected: object): Expression<unknown> {
  const [[path, where]] = Object.entries(selected) as [string, object][];
  const [table, column] = path.split('.');
  return selection(allEntities().find((info) => info.table === table)!.target, column, where);
}

type Operator = (column: Expression<unknown>, operand: never, isSearched: boolean) => Condition;

/** Words of one column. Texts that are the same ignore letter case and outer blanks, as unique ones do. */
const operators: Readonly<Record<string, Operator>> = {
  $in: (column, values: Slot | object) =>
    '$' in values ? sql`${column} = any(${values})` : sql`${column} in ${selectionOf(values)}`,
  $has: (column, value: Slot) => sql`${value} = any(${column})`,
  $same: (column, text: Slot) => sql`lower(btrim(${column})) = lower(btrim(${text}))`,
  $sameAsOne: (column, texts: Slot) =>
    sql`lower(btrim(${column})) = any(array(select lower(btrim(text)) from unnest(${texts}::text[]) text))`,
  $contains: (column, text: Slot, isSearched) =>
    isSearched ? sql`(${hasGrams(text)} and ${contains(column, text)})` : contains(column, text),
  $from: (column, value: Slot) => sql`${column} >= ${value}`,
  $to: (column, value: Slot) => sql`${column} <= ${value}`,
  $before: (column, value: Slot) => sql`${column} < ${value}`,
  $isNull: (column, isNull: boolean) => (isNull ? sql`${column} is null` : sql`${column} is not null`),
};

/**
 * One of the searched columns contains the keyword. The index knows all pieces of one and two characters, so
 * a keyword of that length is settled by it; of a longer one the pieces must all be there, and the text
 * itself is compared.
 */
function hasKeyword(entity: Class, keyword: Slot): Condition {
  const columns = searchedOf(entity).map((name) => columnRef(entity, name));
  if (columns.length === 0) return and([]);
  const isContained = or(columns.map((column) => contains(column, keyword)));
  return sql`(${hasGrams(keyword)} and (char_length(keyword_text(${keyword})) <= 2 or ${isContained}))`;
}

const hasGrams = (text: Slot): Condition => sql`${sql.ref(`r.${keywordField}`)} @> keyword_probe(${text})`;

const contains = (column: Expression<unknown>, text: Slot): Condition =>
  sql`strpos(keyword_text(${column}), keyword_text(${text})) > 0`;

/** One comparison of rows, which an index answers from the place on. */
function isBeyond(entity: Class, word: '$above' | '$below', place: object): Condition {
  const columns = sql.join(Object.keys(place).map((name) => orderRef(entity, name)));
  const values = sql.join(Object.values(place));
  return word === '$above' ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`;
}
