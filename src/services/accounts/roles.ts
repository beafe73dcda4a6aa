import { Permission, Role } from '../../entities/accounts.js';
import { entityInfo } from '../../data/columns.js';
import { DomainError, errors } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { canonicalId } from '../../schema/scalars.js';
import { administrators, authorize, signedIn } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';

class RoleService extends CrudService<Role> {
  /** One role, by its id or its name. */
  async named(ctx: Context, idOrName: string): Promise<Row<Role>> {
    authorize(ctx, this.operations.one);
    const key = idOrName.trim();
    if (key === '') {
      throw new DomainError('INVALID_INPUT', {
        zh: '角色ID/名称不能为空',
        en: 'The id or name of a role must not be empty.',
      });
    }
    const id = canonicalId(key);
    const role = id ? await ctx.rows.one(Role, id) : (await ctx.rows.find(Role, { name: key }))[0];
    if (!role) throw errors.notFound(entityInfo(Role).noun, key);
    return role;
  }
}

/** Roles: part of the reference data, which cannot be changed. */
export const roles = new RoleService(Role, {
  plural: 'roles',
  rights: { one: signedIn, page: signedIn, options: signedIn },
  options: { where: { isEnabled: true } },
});

/** Permissions in order of their key; the pick list in descending order, as existing clients expect. */
export const permissions = new CrudService(Permission, {
  plural: 'permissions',
  order: 'key',
  rights: { page: administrators, options: administrators },
  options: { orderBy: { key: 'desc', id: 'desc' } },
});
