import { User } from '../../entities/accounts.js';
import { columnOf } from '../../data/columns.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { Id } from '../../schema/scalars.js';
import { chosenPassword } from './passwords/passwords.js';

/** The pattern, extended to match empty texts. */
const orEmpty = (pattern: RegExp | undefined): RegExp => new RegExp(`^$|${pattern?.source ?? ''}`);
const optionalPassword = { ...chosenPassword, optional: true };

@inputType('An account of somebody who is neither student nor teacher.')
export class UserInput extends inputOf(User, ['name', 'email', 'phone', 'role', 'permissions']) {
  @given('text', '密码', 'Password', {
    ...optionalPassword,
    about: `If omitted or empty, one is generated and returned. ${chosenPassword.about}`,
  })
  password?: string | null;

  @given('reference', '部门', 'Department', {
    optional: true,
    about: 'Department that a member of academic affairs acts for; only for that role, then required.',
  })
  department?: string | null;

  @given('integer', '权限类型', 'Scope', {
    optional: true,
    min: 0,
    max: 1,
    about: '0 all matters of the department, 1 academic affairs; only for that role, then required.',
  })
  scope?: number | null;

  @given('integer', '权限类型', 'Scope', {
    optional: true,
    min: 0,
    max: 2,
    about:
      'Alternative to scope for clients of /api/v1, whose forms call academic affairs 2 as well as 1; 0 ' +
      'all matters.',
  })
  scopeCode?: number | null;
}

const optionalText = (name: 'name' | 'email' | 'phone'): object => {
  const { max, pattern, patternText } = columnOf(User, name);
  return { max, pattern: orEmpty(pattern), patternText, min: 0, optional: true };
};

@inputType(
  'Changes to an account: omitted, null or empty fields keep their value; an empty list clears permissions.',
)
export class UserPatch {
  @given('text', '用户名', 'User name', optionalText('name'))
  name?: string | null;

  @given('text', '邮箱', 'E-mail', optionalText('email'))
  email?: string | null;

  @given('text', '手机号', 'Phone', optionalText('phone'))
  phone?: string | null;

  @given('text', '密码', 'Password', optionalPassword)
  password?: string | null;

  @given('reference', '角色', 'Role', { optional: true })
  role?: string | null;

  @given('flag', '用户状态', 'User status', { optional: true, about: 'Whether the account may sign in.' })
  isEnabled?: boolean | null;

  @given('flag', '封禁', 'Banned', { optional: true })
  isBanned?: boolean | null;

  @given('list', '权限', 'Own permissions', {
    optional: true,
    about: 'Permission keys beyond those of the role.',
  })
  permissions?: string[] | null;

  @given('list', '部门', 'Departments', {
    type: () => [Id],
    max: 200,
    optional: true,
    about:
      'Departments that a member of academic affairs acts for, in place of those before; only for that ' +
      'role, and required when an account is given it.',
  })
  departments?: string[] | null;
}
