// The authentication, role, permission and user groups of /api/v1; the client judges every answer by the
// contract.
import { ResetToken, Role, User } from '../../src/entities/accounts.js';
import { Teacher } from '../../src/entities/people.js';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import type { RestAnswer, RestCall } from '../support/contract.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDepartment, addAccount, addStudent, addTeacher, newPhone } from './people.js';

let server: TestServer;
const roleIds = {} as Record<RoleKey, string>;
beforeAll(async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1000' } });
  for (const { key, id } of await server.context().em.find(Role, {})) roleIds[key] = id;
});
afterAll(() => server.stop());

/** A call of the first administrator. */
const call = (operation: string, options: RestCall = {}): Promise<RestAnswer> =>
  server.rest(operation, { token: server.administrator, ...options });
const login = (user: unknown, password: unknown): Promise<RestAnswer> =>
  server.rest('authLogin', { body: { user, password } });
const tokenOf = async (user: string, password: string): Promise<string> =>
  (await login(user, password)).data.token.token;
const unknownId = '0198c5a0-0000-7000-8000-000000000000';

let count = 0;
const person = (): { name: string; email: string; phone: string } => {
  const name = `wire-${++count}`;
  return { name, email: `${name}@example.com`, phone: newPhone() };
};

describe('authentication', () => {
  test('signs in with all five keys present', async () => {
    const { data, message } = await login(server.credentials.user, server.credentials.password);
    expect(message).toBe('登录成功');
    expect(data).toMatchObject({
      initialization: false,
      student: null,
      teacher: null,
      user: {
        name: server.credentials.user,
        status: true,
        ban: false,
        permission: [],
        role: { role_name: '管理员', permission: ['operate', 'user'] },
      },
    });
    expect(data.token.expire_time - data.token.created_at).toBe(3_600_000);
    expect(data.token.refresh_expire_time - data.token.created_at).toBe(86_400_000);
  });

  test.each<[string, unknown, number, string]>([
    ['a wrong password', { user: 'first-admin', password: 'Wrong111' }, 40102, '用户名或密码错误'],
    ['an unknown user', { user: 'nobody', password: 'Wrong111' }, 40102, '用户名或密码错误'],
  ])('refuses %s', async (_, body, code, text) => {
    const answer = await server.rest('authLogin', { body });
    expect(answer).toMatchObject({ code, error_message: expect.stringContaining(text) });
  });

  test.each([
    null,
    [],
    { user: '', password: 'x' },
    { password: 'x' },
    { user: 'x', password: '' },
    { user: 'x' },
  ])('refuses %j', async (body) => {
    expect(Math.floor((await server.rest('authLogin', { body })).code / 100)).toBe(400);
  });

  test('leads a student from the initial password to an account', async () => {
    const student = await addStudent(server, '20240001');
    const first = await login('20240001', 'stu20240001');
    expect(first.data).toMatchObject({
      initialization: true,
      user: null,
      token: null,
      teacher: null,
      student: { id: '20240001', name: '', user_uuid: null, status: null },
    });
    expect(JSON.stringify(first.data)).not.toContain('张三');
    expect(JSON.stringify(first.data)).not.toContain(student.id);
    const { name, email, phone } = person();
    const body = { type: true, user: '20240001', name, new_password: 'Chosen123', email, phone };
    expect(await server.rest('authRegister', { body })).toMatchObject({ message: '注册成功', data: null });
    const { data } = await login('20240001', 'Chosen123');
    expect(data).toMatchObject({
      initialization: false,
      user: { name, role: { role_name: '学生' } },
      student: { student_uuid: student.id, user_uuid: data.user.user_uuid },
    });
    expect(await server.rest('authRegister', { body })).toMatchObject({ code: 40102 });
  });

  test('refuses a registration that nobody proved, and takes the initial password as proof', async () => {
    const teacher = await addTeacher(server, 'T0001');
    const body = { type: false, user: 'T0001', ...person(), new_password: 'Chosen123' };
    expect(await server.rest('authRegister', { body })).toMatchObject({ code: 40102 });
    await server.rest('authRegister', { body: { ...body, initial_password: 'teT0001' } });
    expect((await login('T0001', 'Chosen123')).data.teacher).toMatchObject({
      teacher_uuid: teacher.id,
      id: 'T0001',
      sex: true,
      job_title: null,
    });
    expect(await server.rest('authRegister', { body: { ...body, user: 'T9999' } })).toMatchObject({
      code: 40102,
    });
  });

  test('tells nothing of a person before registration but the number that was given', async () => {
    const { id, department, type } = await addTeacher(server, 'T0003');
    const email = 'private@example.com';
    await server.context().em.nativeUpdate(Teacher, { id }, { phone: '13911112222', email });
    const { data } = await login('T0003', 'teT0003');
    expect(data).toMatchObject({ initialization: true, user: null, token: null, student: null });
    expect(data.teacher).toMatchObject({ id: 'T0003', name: '', ethnic: '', phone: null, email: null });
    const told = JSON.stringify(data);
    for (const secret of [id, department.id, type.id, '李四', 'Li Si', '汉族', '13911112222', email])
      expect(told).not.toContain(secret);
  });

  test('lists every field of a registration that is wrong', async () => {
    const answer = await server.rest('authRegister', {
      body: { type: true, user: '', name: 'x', new_password: 'weak', email: 'none', phone: '1' },
    });
    expect(answer.code).toBe(40002);
    expect(answer.data).toHaveLength(5);
  });

  test('sends a reset link by query or form, and sets the new password once', async () => {
    const { email, name, password } = await addAccount(server, RoleKey.LEADER, 'wire-forgetful');
    const before = Date.now();
    const asked = await server.rest('authForgetPassword', { query: { email } });
    expect(asked.data.token_expire_time - before).toBeGreaterThanOrEqual(15 * 60_000 - 1);
    expect(await server.rest('authForgetPassword', { query: { email } })).toMatchObject({
      code: 40017,
      error_message: '邮件已发送，请勿重复操作',
    });
    const [mail] = await server.context().em.find(OutgoingMail, { recipient: email });
    const [, token] = /reset-password\/([\w-]+)</.exec(mail.body) ?? [];
    const reset = (query: Record<string, string>): Promise<RestAnswer> =>
      server.rest('authResetPassword', { query: { token, ...query } });
    expect(await reset({ new_password: 'Better123', confirm_password: 'Other1234' })).toMatchObject({
      code: 40007,
      error_message: '两次密码不一致',
    });
    expect(await reset({ new_password: password, confirm_password: password })).toMatchObject({
      code: 40007,
      error_message: '新密码不能与旧密码相同',
    });
    expect(await reset({ new_password: 'Better123' })).toMatchObject({
      code: 40003,
      error_message: '请求参数 confirm_password 缺失',
    });
    expect(await reset({ new_password: 'Better123', confirm_password: 'Better123' })).toMatchObject({
      message: '密码重置成功',
      data: null,
    });
    expect(await reset({ new_password: 'Again1234', confirm_password: 'Again1234' })).toMatchObject({
      code: 40400,
      error_message: '邮箱验证令牌无效，请重新申请',
    });
    await tokenOf(name, 'Better123');
    expect(await server.context().em.count(ResetToken, { usedAt: null, user: { email } })).toBe(0);
  });

  test('answers an unknown address like a known one, and refuses what is no address', async () => {
    expect(await server.rest('authForgetPassword', { query: { email: 'nobody@example.com' } })).toMatchObject(
      { status: 200 },
    );
    expect(await server.rest('authForgetPassword', { query: { email: 'nobody' } })).toMatchObject({
      error_message: expect.stringContaining('邮箱格式'),
    });
    expect(await server.rest('authForgetPassword')).toMatchObject({
      code: 40003,
      error_message: '请求参数 email 缺失',
    });
  });

  test('changes the own profile and password by query', async () => {
    const { name, email, password } = await addAccount(server, RoleKey.LEADER, 'wire-profile');
    const token = await tokenOf(name, password);
    const phone = newPhone();
    expect((await server.rest('authProfile', { token, query: { phone } })).data).toEqual({
      name,
      email,
      phone,
    });
    expect(await server.rest('authProfile', { token, query: { phone: '123' } })).toMatchObject({
      error_message: expect.stringContaining('手机号格式'),
    });
    expect(
      await server.rest('authProfile', { token, query: { name: server.credentials.user } }),
    ).toMatchObject({ code: 40900, error_message: expect.stringContaining('用户名已存在') });
    expect(await server.rest('authProfile', { query: { phone } })).toMatchObject({ code: 40101 });
    const change = (current: string): Promise<RestAnswer> =>
      server.rest('authChangePassword', {
        token,
        query: { current_password: current, new_password: 'Better123', confirm_password: 'Better123' },
      });
    expect(await change('Wrong111')).toMatchObject({ code: 40007, error_message: '当前密码错误' });
    expect(await change(password)).toMatchObject({ message: '密码修改成功', data: null });
    expect(await change('Better123')).toMatchObject({ code: 40101 });
    await tokenOf(name, 'Better123');
  });
});

describe('roles and permissions', () => {
  test('gives a role by uuid, with or without dashes, or by name', async () => {
    for (const role of [roleIds.TEACHER, roleIds.TEACHER.replaceAll('-', ''), '教师']) {
      expect((await call('roleGet', { query: { role_uuid: role } })).data).toMatchObject({
        role_uuid: roleIds.TEACHER,
        role_name: '教师',
        permission: [],
      });
    }
    expect(await call('roleGet', { query: { role_uuid: '校长' } })).toMatchObject({
      code: 40400,
      error_message: expect.stringContaining('角色不存在'),
    });
    expect(await call('roleGet')).toMatchObject({ code: 40003 });
  });

  test('pages ten roles in order of age unless asked otherwise', async () => {
    expect((await call('rolePage')).data).toMatchObject({
      total: 5,
      size: 10,
      current: 1,
      records: [{ role_name: '管理员' }, {}, {}, {}, {}],
    });
    expect((await call('rolePage', { query: { keyword: '教', is_desc: true, size: 1 } })).data).toMatchObject(
      { total: 2, records: [{ role_name: '教务' }] },
    );
    expect(await call('rolePage', { query: { page: 0 } })).toMatchObject({ code: 40004 });
    expect((await call('roleList')).data).toHaveLength(5);
    expect(await server.rest('roleList')).toMatchObject({ code: 40101 });
  });

  test('pages and lists the permissions by key', async () => {
    const list = (await call('permissionList')).data.map(
      ({ permission_key: key }: { permission_key: string }) => key,
    );
    expect(list).toHaveLength(38);
    const page = (await call('permissionPage', { query: { page: 2, size: 5 } })).data;
    expect(page.records.map(({ permission_key: key }: { permission_key: string }) => key)).toEqual(
      list.slice(5, 10),
    );
    expect((await call('permissionPage', { query: { keyword: '' } })).data.total).toBe(38);
  });
});

describe('users', () => {
  const create = (body: object): Promise<RestAnswer> => call('userAdd', { body });

  test('creates an account and makes a password when none is sent', async () => {
    const who = person();
    const { data, message } = await create({
      ...who,
      role_uuid: roleIds.LEADER,
      password: '',
      permission: ['user'],
    });
    expect(message).toBe('添加用户成功');
    expect(data).toMatchObject({
      user: { ...who, status: true, ban: false, permission: ['user'] },
      student: null,
      teacher: null,
    });
    await tokenOf(who.name, data.new_password);
    expect(
      (await create({ ...person(), role_uuid: roleIds.LEADER, password: 'Given123' })).data,
    ).toMatchObject({ new_password: null, user: { permission: null } });
  });

  test('creates a member of academic affairs with a department', async () => {
    const department = await aDepartment(server);
    const body = { ...person(), role_uuid: roleIds.ACADEMIC_AFFAIRS, password: 'Given123' };
    expect(await create(body)).toMatchObject({ error_message: expect.stringContaining('教务部门不能为空') });
    expect(await create({ ...body, department: unknownId, type: 1 })).toMatchObject({
      error_message: expect.stringContaining('部门不存在'),
    });
    expect(await create({ ...body, department: department.id, type: 2 })).toMatchObject({ status: 200 });
  });

  test('bug: understands the type in both spellings, and takes again what is read', async () => {
    const department = await aDepartment(server);
    const scopeOf = async (type: unknown): Promise<unknown> => {
      const who = person();
      const body = { ...who, role_uuid: roleIds.ACADEMIC_AFFAIRS, password: 'Given123' };
      const answer = await create({ ...body, department: department.id, type });
      if (answer.status !== 200) return answer;
      const token = await tokenOf(who.name, 'Given123');
      return (await server.rest('academicAffairsPermissionCurrent', { token })).data.type;
    };
    const types = [0, '0', 1, '1', 2, '2'];
    const scopes = await Promise.all(types.map(scopeOf));
    expect(scopes).toEqual([0, 0, 1, 1, 1, 1]);
    expect(await scopeOf(3)).toMatchObject({ code: 40002 });
  });

  test.each<[string, () => object, string]>([
    ['an unknown role', () => ({ role_uuid: unknownId }), '无此类用户角色，请从角色列表中选择'],
    [
      'the role of students',
      () => ({ role_uuid: roleIds.STUDENT }),
      '此类用户数据不允许添加：学生和教师在首次登录时自行注册账号',
    ],
    [
      'a department for another role',
      () => ({ department: unknownId }),
      '不添加教务的情况下，此处不应有部门数据，请去掉部门，或把角色设为教务',
    ],
    [
      'a type for another role',
      () => ({ type: 1 }),
      '不添加教务的情况下，此处不应有权限类型数据，请去掉权限类型，或把角色设为教务',
    ],
    ['an unknown permission', () => ({ permission: ['fly'] }), '权限不存在'],
    ['a name that is taken', () => ({ name: server.credentials.user }), '用户名已存在'],
    ['an e-mail that is taken', () => ({ email: 'admin@example.com' }), '邮箱已存在'],
    ['a phone that is taken', () => ({ phone: '13800000000' }), '手机号已存在'],
    ['a malformed name', () => ({ name: 'a b' }), '用户名格式不正确'],
    ['a weak password', () => ({ password: 'weak' }), '强密码'],
    ['a malformed role', () => ({ role_uuid: 'x' }), '角色'],
  ])('refuses %s', async (_, change, text) => {
    const answer = await create({ ...person(), role_uuid: roleIds.LEADER, ...change() });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.error_message).toContain(text);
  });

  test('shows the caller, one account and all of them', async () => {
    const { id, name, email } = await addAccount(server, RoleKey.LEADER, 'wire-shown');
    expect((await call('userCurrent')).data).toMatchObject({
      user: { name: server.credentials.user, permission: null },
      student: null,
      teacher: null,
    });
    expect((await call('userGet', { path: { user_uuid: id } })).data.user).toMatchObject({
      user_uuid: id,
      name,
      email,
      role: { role_name: '管理' },
    });
    const { data } = await call('userPage', { query: { keyword: 'wire-shown' } });
    expect(data).toMatchObject({
      total: 1,
      size: 20,
      current: 1,
      records: [{ user: { name }, student: null, teacher: null }],
    });
    expect(await call('userGet', { path: { user_uuid: unknownId } })).toMatchObject({
      code: 40400,
      error_message: expect.stringContaining('用户不存在'),
    });
    expect(await server.rest('userCurrent')).toMatchObject({ code: 40101 });
  });

  test('takes the token without Bearer too', async () => {
    expect(await server.rest('userCurrent', { token: server.administrator, bare: true })).toMatchObject({
      status: 200,
    });
  });

  test(
    'changes an account as clients send it: empty keeps, an empty list clears, numbers are ' + 'booleans',
    async () => {
      const { id, name, email, phone, password } = await addAccount(server, RoleKey.LEADER, 'wire-edited');
      const update = (body: object): Promise<RestAnswer> =>
        call('userUpdate', { path: { user_uuid: id }, body });
      const full = {
        name,
        email,
        phone,
        status: 1,
        ban: false,
        role_uuid: roleIds.LEADER,
        permission: ['user'],
      };
      expect((await update(full)).data.user).toMatchObject({
        status: true,
        ban: false,
        permission: ['user'],
      });
      const empty = {
        name: '',
        email: '',
        phone: '',
        password: '',
        role_uuid: '',
        status: null,
        ban: '',
        permission: ['user'],
      };
      expect((await update(empty)).data.user).toMatchObject({
        name,
        email,
        phone,
        status: true,
        ban: false,
        role: { role_name: '管理' },
      });
      expect((await update({ permission: [] })).data.user.permission).toBeNull();
      await tokenOf(name, password);
      expect((await update({ ...full, status: 0 })).data.user.status).toBe(false);
      expect(await login(name, password)).toMatchObject({
        code: 40102,
        error_message: expect.stringContaining('禁用'),
      });
      expect(await update({ role_uuid: roleIds.TEACHER })).toMatchObject({
        error_message: '不允许将角色编辑为学生或者老师：他们在首次登录时自行注册账号',
      });
      expect(await update({ role_uuid: unknownId })).toMatchObject({
        error_message: expect.stringContaining('要改变的用户角色不存在'),
      });
      expect(await update({ email: 'none' })).toMatchObject({ code: 40002 });
    },
  );

  test('deletes an account and keeps the person behind it', async () => {
    await addTeacher(server, 'T0002');
    const body = {
      type: false,
      user: 'T0002',
      ...person(),
      new_password: 'Chosen123',
      initial_password: 'teT0002',
    };
    await server.rest('authRegister', { body });
    const { id } = await server.context().em.findOneOrFail(User, { name: body.name });
    const token = await tokenOf('T0002', 'Chosen123');
    expect(await call('userUpdate', { path: { user_uuid: id }, body: { name: 'other-name' } })).toMatchObject(
      { error_message: '此类用户数据不允许编辑：学生和教师的账号由本人在个人信息中修改' },
    );
    expect(await call('userDelete', { path: { user_uuid: id }, body: null })).toMatchObject({
      message: '删除用户成功',
      data: null,
    });
    expect(await server.rest('userCurrent', { token })).toMatchObject({ code: 40101 });
    expect((await login('T0003', 'teT0003')).data).toMatchObject({
      initialization: true,
      teacher: { user_uuid: null },
    });
    expect(await call('userDelete', { path: { user_uuid: id } })).toMatchObject({
      code: 40400,
      error_message: expect.stringContaining('用户不存在'),
    });
  });

  test('is for administrators only', async () => {
    const { id, name, password } = await addAccount(server, RoleKey.LEADER, 'wire-outsider');
    const token = await tokenOf(name, password);
    for (const [operation, options] of [
      ['userPage', {}],
      ['userGet', { path: { user_uuid: id } }],
      ['userDelete', { path: { user_uuid: id } }],
      ['userAdd', { body: { ...person(), role_uuid: roleIds.LEADER } }],
      ['userUpdate', { path: { user_uuid: id }, body: { name: 'other-name' } }],
      ['permissionList', {}],
      ['permissionPage', {}],
    ] as const) {
      expect([operation, (await server.rest(operation, { token, ...options })).code]).toEqual([
        operation,
        40301,
      ]);
    }
  });
});
