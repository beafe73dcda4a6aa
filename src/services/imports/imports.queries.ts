import { columnOf, fieldOf, snakeCase, type Class } from '../../data/columns.js';
import { type Json, command, statement } from '../../data/statements.js';

/** Inserts rows, given by the names of their fields. */
export const insertRecords = (table: string, fields: string) =>
  command<[rows: Json<readonly object[]>]>(`
    insert into "${table}" (${fields})
    select ${fields} from jsonb_populate_recordset(null::"${table}", $1)`);

/** The keys of stored records by the places of their columns, where the last has one of the values. */
export function keysOf(entity: Class & { name: string }, columns: readonly string[]) {
  const expression = (column: string): string => {
    const field = `"${fieldOf(entity, column)}"`;
    return columnOf(entity, column).kind === 'text' ? `lower(btrim(${field}))` : `${field}::text`;
  };
  return statement<Readonly<Record<string, unknown>>, [lastValues: Json<readonly string[]>]>(`
    select ${columns.map((column, at) => `${expression(column)} as "${at}"`).join(', ')}
    from "${snakeCase(entity.name)}"
    where ${expression(columns.at(-1)!)} in (select jsonb_array_elements_text($1))`);
}
