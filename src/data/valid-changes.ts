import { columnsOf, type Class, type EntityClass, type StoredEntity } from './columns.js';
import type { Context } from './context.js';
import { problemsOf, trimTexts } from './inputs.js';
import { errors } from '../schema/errors.js';

/**
 * The values of an update, those that differ from the record trimmed and judged. What is stored is never
 * judged, so that whoever sends a whole record may change it although a rule came later.
 * @throws INVALID_INPUT that names everything wrong with what differs
 */
export async function validChanges<T extends StoredEntity, P extends object>(
  ctx: Context,
  entity: EntityClass<T>,
  input: Class,
  { id, patch }: { readonly id: string; readonly patch: P },
): Promise<P> {
  const row = await ctx.rows.one(entity, id);
  const stored = row as Readonly<Record<string, unknown>> | null;
  const mayKnow = row !== null && ctx.rows.mayKnow(entity, row);
  const columns = new Map(columnsOf(entity).map((column) => [column.name, column]));
  const isStored = (name: string, value: unknown): boolean => {
    const column = columns.get(name);
    if (!stored || !column || (column.personal && !mayKnow)) return false;
    // Decimals come from the database as texts.
    const isNumber = column.kind === 'decimal' && stored[name] !== null;
    return value === (isNumber ? Number(stored[name]) : stored[name]);
  };
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(given.filter(([name, value]) => !isStored(name, value)));
  trimTexts(input, changes);
  const problems = problemsOf(input, changes).filter(({ field }) => field.split('.')[0] in changes);
  if (problems.length > 0) throw errors.invalidInput(problems);
  return { ...patch, ...changes };
}
