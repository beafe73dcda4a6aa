import type { EntityManager } from '@mikro-orm/postgresql';
import { columnOf, fieldOf, snakeCase, type Class } from '../../data/columns.js';

type Values = Readonly<Record<string, unknown>>;

/** A value as unique columns compare it. */
export const normal = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/** The values of the columns as one text. */
export const keyOf = (columns: readonly string[], input: Values): string =>
  columns.map((column) => normal(input[column])).join('\n');

/** The keys of stored records whose last column has the value of one of the inputs. */
export async function storedKeys(
  em: EntityManager,
  entity: Class & { name: string },
  columns: readonly string[],
  inputs: readonly Values[],
): Promise<Set<string>> {
  const last = columns.at(-1)!;
  const expression = (column: string): string => {
    const field = `"${fieldOf(entity, column)}"`;
    return columnOf(entity, column).kind === 'text' ? `lower(btrim(${field}))` : `${field}::text`;
  };
  const values = new Set(inputs.map((input) => normal(input[last])));
  const rows = await em.execute<Values[]>(
    `select ${columns.map((column, at) => `${expression(column)} as "${at}"`).join(', ')}
       from "${snakeCase(entity.name)}"
       where ${expression(last)} in (select jsonb_array_elements_text($1))`,
    [JSON.stringify([...values])],
  );
  return new Set(rows.map((row) => columns.map((_, at) => String(row[String(at)])).join('\n')));
}
