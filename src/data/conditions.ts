import { columnsOf, entityInfo, fieldOf, keywordField, searchedOf, type Class } from './columns.js';
import { Selected } from './selected.js';
import { Parameters, rowAlias, Sql } from './sql.js';

/**
 * Which rows are wanted, as data: `{ column: value }` with null for none, `{ column: { $in: [...] } }` and
 * the other operators below, `{ reference: { column: value } }` for what the other record is, `$and`, `$or`,
 * `$keyword` for what a caller types into a search box, `$sql` for everything else. What is undefined does
 * not narrow. This turns it into SQL.
 */
export function conditionOf(entity: Class, where: object, parameters: Parameters): string {
  const parts = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [partOf(entity, name, value, parameters)],
  );
  return joined(parts, 'and');
}

/** All parts, or one of them; without parts everything, or nothing. */
function joined(parts: readonly string[], word: 'and' | 'or'): string {
  const neutral = String(word === 'and');
  const telling = parts.filter((part) => part !== neutral);
  if (telling.length === 0) return neutral;
  return telling.length === 1 ? telling[0] : `(${telling.join(` ${word} `)})`;
}

function partOf(entity: Class, name: string, value: unknown, parameters: Parameters): string {
  switch (name) {
    case '$and':
    case '$or': {
      const parts = (value as object[]).map((each) => conditionOf(entity, each, parameters));
      return joined(parts, name === '$and' ? 'and' : 'or');
    }
    case '$sql':
      return parameters.text(value as Sql);
    case '$keyword':
      return keywordCondition(entity, value as string, parameters);
    default:
      return columnCondition(entity, name, value, parameters);
  }
}

type Operator = (column: string, value: never, parameters: Parameters, entity: Class) => string;

/** Words of one column. Texts that are the same ignore letter case and outer blanks, as unique ones do. */
const operators: Readonly<Record<string, Operator>> = {
  $in: (column, values: readonly unknown[] | Selected | Sql, parameters) => {
    if (values instanceof Sql) return `${column} in (${parameters.text(values)})`;
    if (values instanceof Selected) return `${column} in (${selection(values, parameters)})`;
    return `${column} = any(${parameters.add(values)})`;
  },
  $same: (column, text: string, parameters) =>
    `lower(btrim(${column})) = lower(btrim(${parameters.add(text)}))`,
  $sameAsOne: (column, texts: readonly string[], parameters) =>
    `lower(btrim(${column})) = any(array(select lower(btrim(text)) from ` +
    `unnest(${parameters.add(texts)}::text[]) text))`,
  $contains: (column, text: string, parameters, entity) => contains(column, text, parameters, entity),
  $from: (column, value: unknown, parameters) => `${column} >= ${parameters.add(value)}`,
  $to: (column, value: unknown, parameters) => `${column} <= ${parameters.add(value)}`,
  $before: (column, value: unknown, parameters) => `${column} < ${parameters.add(value)}`,
  $isNull: (column, isNull: boolean) => `${column} is ${isNull ? '' : 'not '}null`,
};

function columnCondition(entity: Class, name: string, value: unknown, parameters: Parameters): string {
  const column = columnSql(entity, name);
  if (value === null) return `${column} is null`;
  if (typeof value !== 'object' || value instanceof Date) return `${column} = ${parameters.add(value)}`;
  const target = columnTarget(entity, name);
  if (target && Object.keys(value).every((word) => !word.startsWith('$')))
    return `${column} in (${selection(new Selected(target, 'id', value), parameters)})`;
  const parts = Object.entries(value).map(([word, operand]) => {
    const operator = operators[word];
    if (!operator) throw new Error(`There is no condition "${word}".`);
    return operator(column, operand as never, parameters, entity);
  });
  return joined(parts, 'and');
}

/** The entity to which a column refers, if it does. */
const columnTarget = (entity: Class, name: string): Class | undefined =>
  columnsOf(entity)
    .find((column) => column.name === name)
    ?.target?.();

/** The statement that reads the values of a column of other rows. */
const selection = ({ entity, column, where }: Selected, parameters: Parameters): string =>
  `select ${columnSql(entity, column)} from "${entityInfo(entity).table}" ${rowAlias}
   where ${conditionOf(entity, where, parameters)}`;

/** A column of the row that a statement reads. */
export const columnSql = (entity: Class, name: string): string => `${rowAlias}."${fieldOf(entity, name)}"`;

/**
 * One of the searched columns contains the keyword. The index knows all pieces of one and two characters, so
 * a keyword of that length is settled by it; of a longer one the pieces must all be there, and the text
 * itself is compared.
 */
function keywordCondition(entity: Class, keyword: string, parameters: Parameters): string {
  const names = searchedOf(entity);
  if (keyword.trim() === '' || names.length === 0) return 'true';
  const asked = parameters.add(keyword.trim());
  const compared = names.map((name) => isIn(columnSql(entity, name), asked));
  return `(${hasGrams(asked)} and (char_length(keyword_text(${asked})) <= 2 or ${compared.join(' or ')}))`;
}

/** One column contains the text; the keyword index helps where it covers the column. */
function contains(column: string, text: string, parameters: Parameters, entity: Class): string {
  if (text.trim() === '') return 'true';
  const asked = parameters.add(text.trim());
  const isCovered = searchedOf(entity).some((name) => columnSql(entity, name) === column);
  return isCovered ? `(${hasGrams(asked)} and ${isIn(column, asked)})` : isIn(column, asked);
}

const hasGrams = (asked: string): string => `${rowAlias}."${keywordField}" @> keyword_probe(${asked})`;

const isIn = (column: string, asked: string): string =>
  `strpos(keyword_text(${column}), keyword_text(${asked})) > 0`;
