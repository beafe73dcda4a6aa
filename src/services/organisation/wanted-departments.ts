import { Department } from '../../entities/organisation.js';
import { actsForAll, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { readOne } from '../../data/lists/reading.js';
import { requireGrant } from './grants.js';

/**
 * The departments that a planner wants to be told of: the named one and all below it, else all that were
 * granted; null for all there are.
 * @throws FORBIDDEN when the named one was not granted
 */
export async function wantedDepartments(
  ctx: Context,
  department: string | null | undefined,
): Promise<readonly string[] | null> {
  if (!department) return actsForAll(ctx) ? null : viewerOf(ctx).departmentIds;
  await readOne(ctx, Department, department);
  await requireGrant(ctx, department);
  const below = await ctx.rows.find(Department, { parent: { $within: [department] } });
  return [department, ...below.map(({ id }) => id)];
}
