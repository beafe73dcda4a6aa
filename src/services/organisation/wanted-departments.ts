import { Department } from '../../entities/organisation.js';
import type { Context } from '../../data/context.js';
import { SeenDepartments } from '../../data/statements.js';
import { readOne } from '../../data/lists/reading.js';
import { requireGrant } from './grants.js';

/**
 * The departments that a planner wants to be told of: the named one and all below it, else all that were
 * granted.
 * @throws FORBIDDEN when the named one was not granted
 */
export async function wantedDepartments(
  ctx: Context,
  department: string | null | undefined,
): Promise<SeenDepartments> {
  const seen = SeenDepartments.of(ctx);
  if (!department) return seen;
  await readOne(ctx, Department, department);
  await requireGrant(ctx, department);
  const below = await ctx.rows.find(Department, { parent: { $within: [department] } });
  return seen.among([department, ...below.map(({ id }) => id)]);
}
