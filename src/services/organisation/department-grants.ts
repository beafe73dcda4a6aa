import { DepartmentGrant } from '../../entities/accounts.js';
import { Department } from '../../entities/organisation.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, signedIn, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { RoleKey } from '../../schema/enums.js';

declareRights({ currentDepartmentGrant: signedIn });

/**
 * The department that the caller acts for as a member of academic affairs; the oldest if there are several.
 */
export async function currentDepartmentGrant(ctx: Context): Promise<Row<DepartmentGrant>> {
  authorize(ctx, 'currentDepartmentGrant');
  const [grant] = await ctx.rows.find(DepartmentGrant, { user: viewerOf(ctx).userId }, { limit: 1 });
  if (grant) return grant;
  throw new DomainError('NOT_FOUND', {
    zh: '当前用户没有教务权限信息',
    en: 'No department is granted to you. Only members of academic affairs act for departments.',
  });
}

/**
 * The departments that a member of academic affairs acts for, oldest grant first, followed by their
 * descendants; null for callers who need no grant. @throws OPERATION_ERROR without a grant
 */
export function grantedDepartmentIds({ viewer }: Context): readonly string[] | null {
  if (viewer?.role !== RoleKey.ACADEMIC_AFFAIRS) return null;
  if (viewer.departmentIds.length > 0) return viewer.departmentIds;
  throw new DomainError('OPERATION_ERROR', {
    zh: '教务权限不存在，请联系管理员授权部门',
    en: 'No department is granted to you. Maybe ask an administrator for the grant.',
  });
}

/**
 * The ids of the departments that the caller acts for, by name, granted ones first; all if no grant is
 * needed.
 */
export async function ownDepartments(ctx: Context): Promise<Map<string, string>> {
  const granted = grantedDepartmentIds(ctx);
  const where = granted ? { id: { $in: granted } } : {};
  const rows = await ctx.rows.find(Department, where, { orderBy: { order: 'asc', id: 'asc' } });
  if (granted) rows.sort((a, b) => granted.indexOf(a.id) - granted.indexOf(b.id));
  return new Map(rows.map(({ name, id }) => [name, id]));
}
