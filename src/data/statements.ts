import { columnsOf, entityInfo, fieldOf, type Class } from './columns.js';
import { conditionOf } from './conditions.js';
import { orderSql, type OrderBy } from './ordering.js';
import { Parameters, rowAlias } from './sql.js';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which rows are wanted, in what order, and how many of them. */
export interface Wanted {
  readonly where: object;
  readonly orderBy: OrderBy;
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * Reads rows of an entity as plain records. Rows that are only passed over are not fetched: which ids are on
 * a page is found first, which an index can often answer alone.
 */
export function selection(entity: Class, { where, orderBy, limit, offset = 0 }: Wanted): Statement {
  const parameters = new Parameters();
  const condition = conditionOf(entity, where, parameters);
  const ordered = `order by ${orderSql(entity, orderBy)}`;
  const bounded = limit === undefined ? ordered : `${ordered} limit ${parameters.add(limit)}`;
  const table = `"${entityInfo(entity).table}" ${rowAlias}`;
  const text =
    offset === 0
      ? `select ${fieldsOf(entity)} from ${table} where ${condition} ${bounded}`
      : `select ${fieldsOf(entity)} from ${table} where ${rowAlias}.id in (
           select ${rowAlias}.id from ${table} where ${condition}
           ${bounded} offset ${parameters.add(offset)}
         ) ${ordered}`;
  return { text, values: parameters.values };
}

/** Counts the rows of an entity that match. */
export function counting(entity: Class, where: object): Statement {
  const parameters = new Parameters();
  const condition = conditionOf(entity, where, parameters);
  const text = `select count(*)::int as count
    from "${entityInfo(entity).table}" ${rowAlias} where ${condition}`;
  return { text, values: parameters.values };
}

const fieldsByEntity = new Map<Class, string>();

/** Every column but the documents of the machinery that are large. */
function fieldsOf(entity: Class): string {
  const known = fieldsByEntity.get(entity);
  if (known) return known;
  const own = columnsOf(entity).filter(({ kind, short }) => kind !== 'document' || short);
  const names = ['id', 'createdAt', 'updatedAt', 'version', ...own.map(({ name }) => name)];
  const fields = names.map((name) => `${rowAlias}."${fieldOf(entity, name)}" as "${name}"`).join(', ');
  fieldsByEntity.set(entity, fields);
  return fields;
}

const instantsByEntity = new Map<Class, readonly string[]>();

/** Names of the columns that hold points in time, which the driver gives as texts. */
export function instantsOf(entity: Class): readonly string[] {
  const known = instantsByEntity.get(entity);
  if (known) return known;
  const own = columnsOf(entity).filter(({ kind }) => kind === 'instant');
  const names = ['createdAt', 'updatedAt', ...own.map(({ name }) => name)];
  instantsByEntity.set(entity, names);
  return names;
}
