import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Context } from '../../data/context.js';

/**
 * The departments for which a member of academic affairs acts, the oldest grant first; null for callers who
 * need no grant. @throws OPERATION_ERROR when none was granted
 */
export function grantedDepartmentIds({ viewer }: Context): readonly string[] | null {
  if (viewer?.role !== RoleKey.ACADEMIC_AFFAIRS) return null;
  if (viewer.departmentIds.length > 0) return viewer.departmentIds;
  throw new DomainError('OPERATION_ERROR', {
    zh: '教务权限不存在，请联系管理员授权部门',
    en: 'No department is granted to you. Maybe ask an administrator for the grant.',
  });
}
