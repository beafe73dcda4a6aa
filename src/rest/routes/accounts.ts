import type { RouteTable } from '../route.js';

const userPatch = {
  names: { role: 'role_uuid', isEnabled: 'status', isBanned: 'ban', permissions: 'permission' },
  body: 'UserDTO',
};

/** Sign-in, accounts, roles and permissions. */
export const accounts: RouteTable = {
  'POST /auth/login': { operation: 'signIn', returns: 'UserLoginDTO', message: '登录成功' },
  'POST /auth/registered': {
    operation: 'register',
    names: { isStudent: 'type', number: 'user' },
    message: '注册成功',
  },
  'POST /auth/forget-password': {
    operation: 'requestPasswordReset',
    returns: 'ForgetPasswordResponseDTO',
    form: true,
    message: '重置密码链接已发送',
  },
  'POST /auth/reset-password': {
    operation: 'resetPassword',
    names: { confirmation: 'confirm_password' },
    form: true,
    message: '密码重置成功',
  },
  'PUT /auth/profile': {
    operation: 'updateProfile',
    returns: 'BackProfileDTO',
    form: true,
    message: '个人信息更新成功',
  },
  'PUT /auth/change-password': {
    operation: 'changePassword',
    names: { confirmation: 'confirm_password' },
    form: true,
    message: '密码修改成功',
  },

  'GET /role': {
    operation: 'role',
    returns: 'RoleDTO',
    names: { idOrName: 'role_uuid' },
    message: '角色信息获取成功',
  },
  'GET /role/list': { operation: 'roleOptions', returns: '[RoleLiteDTO]', message: '角色列表获取成功' },
  'GET /role/page': {
    operation: 'roles',
    returns: 'Page<RoleDTO>',
    initial: { size: 10, isDesc: false },
    message: '角色列表获取成功',
  },

  'GET /permission/list': {
    operation: 'permissionOptions',
    returns: '[PermissionLiteDTO]',
    message: '获取权限列表成功',
  },
  'GET /permission/page': {
    operation: 'permissions',
    returns: 'Page<PermissionDTO>',
    message: '获取权限列表成功',
  },

  'POST /user': {
    operation: 'createUser',
    returns: 'UserAddInfoDTO',
    names: { role: 'role_uuid', permissions: 'permission', scope: 'type' },
    message: '添加用户成功',
  },
  'GET /user/current': { operation: 'me', returns: 'UserInfoDTO', message: '用户信息获取成功' },
  'GET /user/list': { operation: 'users', returns: 'Page<UserInfoDTO>', message: '获取用户列表成功' },
  'GET /user/:user_uuid': { operation: 'user', returns: 'UserInfoDTO', message: '获取用户信息成功' },
  'PUT /user/:user_uuid': {
    ...userPatch,
    operation: 'updateUser',
    returns: 'UserInfoDTO',
    message: '更新用户成功',
  },
  'DELETE /user/:user_uuid': { operation: 'deleteUser', message: '删除用户成功' },
};
