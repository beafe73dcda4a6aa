import { to, type RouteTable } from '../route.js';

const userPatch = {
  names: { role: 'role_uuid', isEnabled: 'status', isBanned: 'ban', permissions: 'permission' },
  body: 'UserDTO',
};

/** Sign-in, accounts, roles and permissions. */
export const accounts: RouteTable = {
  'POST /auth/login': to('signIn', 'UserLoginDTO', '登录成功'),
  'POST /auth/registered': to('register', null, '注册成功', { names: { isStudent: 'type', number: 'user' } }),
  'POST /auth/forget-password': to(
    'requestPasswordReset',
    'ForgetPasswordResponseDTO',
    '重置密码链接已发送',
    { form: true },
  ),
  'POST /auth/reset-password': to('resetPassword', null, '密码重置成功', {
    names: { confirmation: 'confirm_password' },
    form: true,
  }),
  'PUT /auth/profile': to('updateProfile', 'BackProfileDTO', '个人信息更新成功', { form: true }),
  'PUT /auth/change-password': to('changePassword', null, '密码修改成功', {
    names: { confirmation: 'confirm_password' },
    form: true,
  }),

  'GET /role': to('role', 'RoleDTO', '角色信息获取成功', { names: { idOrName: 'role_uuid' } }),
  'GET /role/list': to('roleOptions', '[RoleLiteDTO]', '角色列表获取成功'),
  'GET /role/page': to('roles', 'Page<RoleDTO>', '角色列表获取成功', {
    initial: { size: 10, isDesc: false },
  }),

  'GET /permission/list': to('permissionOptions', '[PermissionLiteDTO]', '获取权限列表成功'),
  'GET /permission/page': to('permissions', 'Page<PermissionDTO>', '获取权限列表成功'),

  'POST /user': to('createUser', 'UserAddInfoDTO', '添加用户成功', {
    names: { role: 'role_uuid', permissions: 'permission', scopeCode: 'type' },
  }),
  'GET /user/current': to('me', 'UserInfoDTO', '用户信息获取成功'),
  'GET /user/list': to('users', 'Page<UserInfoDTO>', '获取用户列表成功'),
  'GET /user/:user_uuid': to('user', 'UserInfoDTO', '获取用户信息成功'),
  'PUT /user/:user_uuid': to('updateUser', 'UserInfoDTO', '更新用户成功', userPatch),
  'DELETE /user/:user_uuid': to('deleteUser', null, '删除用户成功'),
};
