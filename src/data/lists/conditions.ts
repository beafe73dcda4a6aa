import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import {
  allEntities,
  columnsOf,
  entityInfo,
  fieldOf,
  keywordField,
  parentColumnOf,
  searchedOf,
  sortExpression,
  type Class,
} from '../columns.js';
import { orderedColumn } from './ordering.js';
import { Selected } from './selected.js';
import type { Slot } from './shapes.js';

/**
 * Tables and columns by their database names, for Kysely; which ones exist is known from the metadata only.
 */
export type Tables = Record<string, Record<string, unknown>>;

type Condition = Expression<SqlBool>;
const { and, or, selectFrom } = expressionBuilder<Tables>();

/** The table of an entity, with the alias `r` that every statement uses. */
export const tableOf = (entity: Class): `${string} as r` => `${entityInfo(entity).table} as r`;

/** A column of the row that a statement reads. */
export const columnRef = (entity: Class, name: string): Expression<unknown> =>
  sql.ref(`r.${fieldOf(entity, name)}`);

/** The expression by which lists are sorted by a column. */
export const orderRef = (entity: Class, name: string): Expression<unknown> =>
  sql.raw(sortExpression(`"r"."${fieldOf(entity, name)}"`, orderedColumn(entity, name)));

/**
 * The SQL condition for a filter object: `{ column: value }` with null for no value, `{ column: { $in: [...]
 * } }` and the other operators below, `{ reference: { column: value } }` for conditions on the referenced
 * record, `{ reference: { $within: [...] } }` for records of a tree and their descendants, `$and`, `$or`,
 * `$keyword` for a keyword search, `$above` and `$below` for a position in an order, `$sql` for constant SQL.
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
  if (target && isPath(part)) return sql`${column} in ${selection(target, 'id', part)}`;
  return and(
    Object.entries(part).map(([word, operand]) => {
      if (!(word in operators)) throw new Error(`There is no condition "${word}".`);
      return operators[word](column, operand as never, searchedOf(entity).includes(name));
    }),
  );
}

/** Whether only columns of the records themselves decide on a condition. */
export const isOfOwnColumns = (where: unknown): boolean =>
  typeof where !== 'object' ||
  where === null ||
  Object.entries(where).every(([name, part]) =>
    name === '$and' || name === '$or'
      ? (part as unknown[]).every(isOfOwnColumns)
      : name !== '$sql' && isOfOwnValues(part),
  );

const isOfOwnValues = (part: unknown): boolean =>
  typeof part !== 'object' ||
  part === null ||
  part instanceof Date ||
  Object.entries(part).every(([word, operand]) => word in operators && !(operand instanceof Selected));

/** Whether it is a condition on the record that a reference leads to, and not on the reference itself. */
export const isPath = (part: object): boolean =>
  !('$within' in part) && !Object.keys(part).some((word) => word in operators);

/** The ids of records and their descendants, as an array: computed once, and usable with an index. */
const withinTree = (entity: Class, ids: Slot): Expression<unknown> => sql`array(
  with recursive within_tree(id) as (
    select unnest(${ids}::uuid[])
    union select t.id from ${sql.table(entityInfo(entity).table)} t
      join within_tree w on ${sql.ref(`t.${fieldOf(entity, parentColumnOf(entity)!.name)}`)} = w.id
  )
  select id from within_tree)`;

/** The subquery for the values of a column in the matching rows of an entity. */
const selection = (entity: Class, column: string, where: object): Expression<unknown> =>
  selectFrom(tableOf(entity))
    .select(`r.${fieldOf(entity, column)}`)
    .where(conditionOf(entity, where));

/** The subquery for a `Selected`, given as it appears in a shape. */
function selectionOf(selected: object): Expression<unknown> {
  const [[path, where]] = Object.entries(selected) as [string, object][];
  const [table, column] = path.split('.');
  return selection(allEntities().find((info) => info.table === table)!.target, column, where);
}

type Operator = (column: Expression<unknown>, operand: never, isSearched: boolean) => Condition;

/** Operators on a column. Equality of texts ignores case and surrounding blanks, as unique indexes do. */
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
 * Whether one of the searched columns contains the keyword. The index holds all n-grams of one and two
 * characters, so it answers keywords of that length alone; for longer ones it preselects the rows that have
 * all their n-grams, and the texts are compared.
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

/** A row comparison, for which an index can be scanned from the position on. */
function isBeyond(entity: Class, word: '$above' | '$below', position: object): Condition {
  const columns = sql.join(Object.keys(position).map((name) => orderRef(entity, name)));
  const values = sql.join(Object.values(position));
  return word === '$above' ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`;
}
