import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { DepartmentGrant, Permission, Role, User } from '../../entities/accounts.js';
import { entityInfo } from '../../data/columns.js';
import { RoleKey } from '../../schema/enums.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { administrators, authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { expectVersion } from '../../data/lists/reading.js';
import { transaction } from '../../data/transaction.js';
import { refuseOneself, refuseWithoutAdministrator } from './administrators.js';
import { lockAdministrators } from './accounts.queries.js';
import { noSuch } from './errors.js';
import { grantDepartments, onlyForAcademicAffairs, settleGrants } from './granted-departments.js';
import { refuseWeakPassword } from './passwords/password-rules.js';
import { generatedPassword, hashPassword } from './passwords/passwords.js';
import { endAccess, endSessions } from './sessions.js';
import { refuseNumberAsName } from './sign-in-names.js';
import type { UserInput, UserPatch } from './user-inputs.js';
import { newAccount } from './new-account.js';

declareRights({
  createUser: administrators,
  updateUser: administrators,
  confirmPhone: administrators,
  deleteUser: administrators,
  setDepartmentGrants: administrators,
});

/** Reads accounts; they are changed by the functions below. */
export const users = new CrudService(User, {
  plural: 'users',
  rights: { one: administrators, page: administrators },
});

/** A new account, with its password if that was generated. */
interface NewUser {
  readonly user: Row<User>;
  readonly newPassword: string | null;
}

/** Creates an account for somebody who is neither student nor teacher; those register themselves. */
export async function createUser(ctx: Context, input: UserInput): Promise<NewUser> {
  authorize(ctx, 'createUser');
  const { name, email, phone } = input;
  refuseNumberAsName(ctx.app, name);
  const newPassword = input.password ? null : generatedPassword();
  const passwordHash = await hashPassword(input.password || newPassword!);
  const id = await transaction(ctx, async (em) => {
    const role = await em.findOne(Role, input.role);
    if (!role)
      throw noSuch(
        {
          zh: '无此类用户角色，请从角色列表中选择',
          en: 'There is no such role. Maybe take one of the list of roles',
        },
        input.role,
      );
    if (isPersonal(role.key)) {
      throw invalidBody(
        '此类用户数据不允许添加：学生和教师在首次登录时自行注册账号',
        'Students and teachers make their accounts at their first sign-in.',
      );
    }
    if (input.password) refuseWeakPassword(ctx, input.password, { name, role: role.key, field: 'password' });
    checkGrant(role.key, input);
    const permissions = await validPermissions(em, input.permissions as string[] | null);
    const created = newAccount(em, {
      name,
      email,
      phone,
      passwordHash,
      role,
      permissions,
      isConfirmed: true,
    });
    await em.flush();
    if (role.key === RoleKey.ACADEMIC_AFFAIRS)
      await grantDepartments(em, created.id, [input.department!], () => scopeOf(input));
    return created.id;
  });
  return { user: await users.load(ctx, id), newPassword };
}

/** Changes an account. Its sessions end if it loses rights or its password changes. */
export async function updateUser(
  ctx: Context,
  id: string,
  patch: UserPatch,
  expectedVersion?: number | null,
): Promise<Row<User>> {
  authorize(ctx, 'updateUser');
  const passwordHash = patch.password ? await hashPassword(patch.password) : null;
  await transaction(ctx, async (em) => {
    const record = await lockAccount(em, id, expectedVersion);
    if (isPersonal(record.role.unwrap().key)) {
      throw invalidBody(
        '此类用户数据不允许编辑：学生和教师的账号由本人在个人信息中修改',
        'Accounts of students and teachers are not edited here: their owners do so in their profile.',
      );
    }
    const before = { role: record.role.id, isEnabled: record.isEnabled, isBanned: record.isBanned };
    for (const key of ['name', 'email', 'phone', 'isEnabled', 'isBanned'] as const) {
      const value = patch[key];
      // Clients send what they do not change as well, which confirms nothing.
      if (value === null || value === undefined || value === '' || value === record[key]) continue;
      if (key === 'name') refuseNumberAsName(ctx.app, String(value));
      em.assign(record, { [key]: value });
      if (key === 'email') record.isEmailConfirmed = true;
      if (key === 'phone') record.isPhoneConfirmed = true;
    }
    if (patch.role) em.assign(record, { role: await newRole(em, patch.role) });
    if (patch.permissions) record.permissions = await validPermissions(em, patch.permissions);
    if (passwordHash) {
      const { name, role } = record;
      const { key } = await em.findOneOrFail(Role, role.id);
      refuseWeakPassword(ctx, patch.password!, { name, role: key, field: 'password' });
      record.passwordHash = passwordHash;
    }
    if (!record.isEnabled || record.isBanned) refuseOneself(ctx, id, '禁用或封禁', 'disable or ban');
    await em.flush();
    await refuseWithoutAdministrator(em);
    const isOtherRole = record.role.id !== before.role;
    const { key: role } = await em.findOneOrFail(Role, record.role.id);
    const joins = isOtherRole && !ctx.speaksContract;
    const isGranted = await settleGrants(em, id, { role, joins, departments: patch.departments });
    const losesSessions = !record.isEnabled || record.isBanned || isOtherRole || isGranted;
    if (passwordHash !== null) await endAccess(ctx.app, em, id);
    else if (losesSessions) await endSessions(ctx.app, em, { userId: id });
  });
  ctx.rows.forget(User);
  ctx.rows.forget(DepartmentGrant);
  return users.load(ctx, id);
}

/**
 * Says that a phone belongs to the owner of an account of any role: it signs in from now on, and is nobody
 * else's.
 * @param phone what was confirmed, because the owner may have changed it meanwhile
 */
export async function confirmPhone(ctx: Context, id: string, phone: string): Promise<Row<User>> {
  authorize(ctx, 'confirmPhone');
  await transaction(ctx, async (em) => {
    const record = await lockAccount(em, id, null);
    if (record.phone !== phone.trim()) {
      throw new DomainError('OPERATION_ERROR', {
        zh: `该账号的手机号不是 ${phone.slice(0, 64)}，请刷新后重试`,
        en:
          `The phone of the account is not "${phone.slice(0, 64)}". Maybe reload it and ask its owner ` +
          `again.`,
      });
    }
    record.isPhoneConfirmed = true;
  });
  ctx.rows.forget(User);
  return users.load(ctx, id);
}

/** Grants departments to a member of academic affairs in place of those before. Its sessions end. */
export async function setDepartmentGrants(
  ctx: Context,
  id: string,
  departments: readonly string[],
): Promise<Row<User>> {
  authorize(ctx, 'setDepartmentGrants');
  await transaction(ctx, async (em) => {
    const { role } = await lockAccount(em, id, null);
    if (role.unwrap().key !== RoleKey.ACADEMIC_AFFAIRS) throw onlyForAcademicAffairs();
    if (await grantDepartments(em, id, departments)) await endSessions(ctx.app, em, { userId: id });
  });
  ctx.rows.forget(DepartmentGrant);
  return users.load(ctx, id);
}

/** Deletes an account; its student or teacher remains. */
export async function deleteUser(ctx: Context, id: string, expectedVersion?: number | null): Promise<string> {
  authorize(ctx, 'deleteUser');
  await transaction(ctx, async (em) => {
    const record = await lockAccount(em, id, expectedVersion);
    refuseOneself(ctx, id, '删除', 'delete');
    await endSessions(ctx.app, em, { userId: id });
    em.remove(record);
    await em.flush();
    await refuseWithoutAdministrator(em);
  });
  ctx.rows.forget(User);
  return id;
}

/**
 * Reads an account with its role, and locks it until the transaction ends. @throws NOT_FOUND,
 * VERSION_CONFLICT
 */
export async function lockAccount(
  em: EntityManager,
  id: string,
  expectedVersion: number | null | undefined,
): Promise<User> {
  await lockAdministrators(em);
  const record = await em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!record) throw errors.notFound(entityInfo(User).noun, id);
  expectVersion(User, record.version, expectedVersion);
  await em.populate(record, ['role']);
  return record;
}

/** Whether the role is that of students or teachers, who create their own accounts. */
const isPersonal = (key: RoleKey): boolean => key === RoleKey.STUDENT || key === RoleKey.TEACHER;

async function newRole(em: EntityManager, id: string): Promise<Role> {
  const role = await em.findOne(Role, id);
  if (!role)
    throw noSuch({ zh: '要改变的用户角色不存在，请从角色列表中选择', en: 'There is no such role' }, id);
  if (isPersonal(role.key)) {
    throw invalidBody(
      '不允许将角色编辑为学生或者老师：他们在首次登录时自行注册账号',
      'Nobody is made a student or teacher by a change of role.',
    );
  }
  return role;
}

/** Requires department and scope for members of academic affairs, and refuses them for all others. */
function checkGrant(role: RoleKey, { department, scope, scopeCode }: UserInput): void {
  const hasDepartment = (department ?? null) !== null;
  const hasScope = (scope ?? scopeCode ?? null) !== null;
  if (role === RoleKey.ACADEMIC_AFFAIRS) {
    if (!hasDepartment || !hasScope) {
      throw invalidBody(
        '教务部门不能为空：部门和权限类型均为必填',
        'A member of academic affairs needs a department and a scope.',
      );
    }
    return;
  }
  if (hasDepartment)
    throw invalidBody(
      '不添加教务的情况下，此处不应有部门数据，请去掉部门，或把角色设为教务',
      'Only a member of academic affairs is given a department. Maybe leave it out.',
    );
  if (hasScope)
    throw invalidBody(
      '不添加教务的情况下，此处不应有权限类型数据，请去掉权限类型，或把角色设为教务',
      'Only a member of academic affairs is given a scope. Maybe leave it out.',
    );
}

/** 0 all matters, 1 academic affairs; the forms of some existing clients call the latter 2. */
const scopeOf = ({ scope, scopeCode }: UserInput): number => scope ?? (scopeCode === 0 ? 0 : 1);

/** The permission keys without duplicates; null for none. @throws NOT_FOUND for an unknown key */
async function validPermissions(
  em: EntityManager,
  keys: readonly string[] | null | undefined,
): Promise<string[] | null> {
  const unique = [...new Set(keys ?? [])];
  if (unique.length === 0) return null;
  const known = new Set((await em.find(Permission, { key: { $in: unique } })).map(({ key }) => key));
  const unknown = unique.find((key) => !known.has(key));
  if (unknown !== undefined) throw noSuch({ zh: '权限不存在', en: 'There is no such permission' }, unknown);
  return unique;
}

const invalidBody = (zh: string, en: string): DomainError => new DomainError('INVALID_BODY', { zh, en });
