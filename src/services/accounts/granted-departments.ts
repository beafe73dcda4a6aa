import type { EntityManager } from '@mikro-orm/postgresql';
import { DepartmentGrant } from '../../entities/accounts.js';
import { Department } from '../../entities/organisation.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { noSuch } from './errors.js';

/** What grants begin with: academic affairs. */
const usualScope = 1;

/**
 * Lets an account of academic affairs act for these departments and no others. Grants that stay keep their
 * scope and age.
 * @param scopeOf the scope of new grants, asked once the departments are known to exist
 * @returns whether anything changed
 */
export async function grantDepartments(
  em: EntityManager,
  user: string,
  departments: readonly string[],
  scopeOf = (): number => usualScope,
): Promise<boolean> {
  if (departments.length === 0) throw withoutDepartment();
  const wanted = new Set(departments);
  const known = new Set((await em.find(Department, { id: { $in: [...wanted] } })).map(({ id }) => id));
  const unknown = departments.find((id) => !known.has(id));
  if (unknown !== undefined) throw noSuch({ zh: '部门不存在', en: 'There is no such department' }, unknown);
  const held = await em.find(DepartmentGrant, { user });
  const ended = held.filter(({ department }) => !wanted.delete(department.id));
  for (const grant of ended) em.remove(grant);
  for (const department of wanted) em.create(DepartmentGrant, { user, department, scope: scopeOf() });
  await em.flush();
  return ended.length + wanted.size > 0;
}

/**
 * What a change of an account means for its departments: whoever leaves academic affairs loses them, and
 * nobody joins without one, except by /api/v1, which knows none and leaves that to a later grant.
 * @param departments those that are wanted; none: those that it has
 * @returns whether any changed
 */
export async function settleGrants(
  em: EntityManager,
  user: string,
  { role, joins, departments }: { role: RoleKey; joins: boolean; departments?: readonly string[] | null },
): Promise<boolean> {
  if (role !== RoleKey.ACADEMIC_AFFAIRS) {
    if (departments) throw onlyForAcademicAffairs();
    await em.nativeDelete(DepartmentGrant, { user });
    return false;
  }
  if (departments) return grantDepartments(em, user, departments);
  if (joins) throw withoutDepartment();
  return false;
}

const withoutDepartment = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: '教务至少需要一个部门，请用 departments 给出部门；不再担任教务时，请改为其他角色',
    en:
      'A member of academic affairs needs a department. Maybe name some as departments, or give the ' +
      'account another role.',
  });

/** The refusal to grant a department to an account of another role. */
export const onlyForAcademicAffairs = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: '只有教务可以授权部门，请先把该账号的角色改为教务',
    en:
      'Departments are granted to members of academic affairs only. Maybe change the role of the account ' +
      'first.',
  });
