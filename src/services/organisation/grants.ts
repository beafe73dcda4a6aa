import { Department } from '../../entities/organisation.js';
import { errors } from '../../schema/errors.js';
import { actsFor } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { readOne } from '../../data/lists/reading.js';

/**
 * @param of what of the department is asked for, by name
 * @throws FORBIDDEN with the name of the department when it was not granted to the caller
 */
export async function requireGrant(ctx: Context, department: string, of?: string): Promise<void> {
  if (actsFor(ctx, department)) return;
  const { name } = await readOne(ctx, Department, department);
  throw errors.foreignDepartment(department, name, of);
}
