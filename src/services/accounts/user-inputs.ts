import { User } from '../../entities/accounts.js';
import { columnOf } from '../../data/columns.js';
import { given, inputOf, inputType } from '../../data/inputs.js';
import { strongPassword } from './passwords.js';

const orEmpty = (pattern: RegExp | undefined): RegExp => new RegExp(`^$|${pattern?.source ?? ''}`);
const maybePassword = { ...strongPassword, pattern: orEmpty(strongPassword.pattern), min: 0, optional: true };

@inputType('An account of somebody who is neither student nor teacher.')
export class UserInput extends inputOf(User, ['name', 'email', 'phone', 'role', 'permissions']) {
  @given('text', '密码', 'Password', {
    ...maybePassword,
    about: 'Left out or empty: one is made and answered.',
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
      'Instead of scope, as clients of /api/v1 write it, of which some count from 1: 0 all matters, 2 ' +
      'academic affairs; 1 is refused, because it means either.',
  })
  scopeCode?: number | null;
}

const kept = (name: 'name' | 'email' | 'phone'): object => {
  const { max, pattern, patternText } = columnOf(User, name);
  return { max, pattern: orEmpty(pattern), patternText, min: 0, optional: true };
};

@inputType(
  'Changes of an account: what is left out, null or empty stays. An empty list clears the permissions.',
)
export class UserPatch {
  @given('text', '用户名', 'User name', kept('name'))
  name?: string | null;

  @given('text', '邮箱', 'E-mail', kept('email'))
  email?: string | null;

  @given('text', '手机号', 'Phone', kept('phone'))
  phone?: string | null;

  @given('text', '密码', 'Password', maybePassword)
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
}
