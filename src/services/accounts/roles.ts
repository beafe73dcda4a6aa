import { Permission, Role } from '../../entities/accounts.js';
import { entityInfo } from '../../entities/columns.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { Page, PageArgs } from '../../schema/pages.js';
import type { Row } from '../../schema/rows.js';
import { canonicalId } from '../../schema/scalars.js';
import { administrators, authorize, declareRights, signedIn } from '../access.js';
import type { Context } from '../context.js';
import { matching, pageOfRows } from './lists.js';

declareRights({
  role: signedIn,
  roles: signedIn,
  roleOptions: signedIn,
  permissions: administrators,
  permissionOptions: administrators,
});

/** One role, by its id or its name. */
export async function role(ctx: Context, idOrName: string): Promise<Row<Role>> {
  authorize(ctx, 'role');
  const wanted = idOrName.trim();
  if (wanted === '') {
    throw new DomainError('INVALID_INPUT', {
      zh: '角色ID/名称不能为空',
      en: 'The id or name of a role must not be empty.',
    });
  }
  const id = canonicalId(wanted);
  const found = id ? await ctx.rows.one(Role, id) : (await ctx.rows.find(Role, { name: wanted }))[0];
  if (!found) throw errors.notFound(entityInfo(Role).noun, wanted);
  return found;
}

/** A page of the roles, disabled ones included. */
export function roles(ctx: Context, args: PageArgs): Promise<Page<Row<Role>>> {
  authorize(ctx, 'roles');
  return pageOfRows(ctx, Role, { search: ['name'], order: 'createdAt' }, args);
}

/** The roles in use, oldest first. */
export function roleOptions(ctx: Context, keyword?: string | null): Promise<Row<Role>[]> {
  authorize(ctx, 'roleOptions');
  return ctx.rows.find(Role, { $and: [{ isEnabled: true }, matching(['name'], keyword)] });
}

/** A page of the permissions, by key. */
export function permissions(ctx: Context, args: PageArgs): Promise<Page<Row<Permission>>> {
  authorize(ctx, 'permissions');
  return pageOfRows(ctx, Permission, { search: ['key', 'name'], order: 'key' }, args);
}

/** Every permission, by key in descending order, as existing clients list them. */
export function permissionOptions(ctx: Context, keyword?: string | null): Promise<Row<Permission>[]> {
  authorize(ctx, 'permissionOptions');
  return ctx.rows.find(Permission, matching(['key', 'name'], keyword), {
    orderBy: { key: 'desc', id: 'desc' },
  });
}
