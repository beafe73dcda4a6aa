import type { EntityManager } from '@mikro-orm/postgresql';
import type { Class } from '../../data/columns.js';
import { json } from '../../data/statements.js';
import { keysOf } from './imports.queries.js';

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
  const values = new Set(inputs.map((input) => normal(input[last])));
  const rows = await keysOf(entity, columns)(em, json([...values]));
  return new Set(rows.map((row) => columns.map((_, at) => String(row[String(at)])).join('\n')));
}
