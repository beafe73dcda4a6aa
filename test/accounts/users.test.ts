import { DepartmentGrant, Role, User } from '../../src/entities/accounts.js';
import { Teacher } from '../../src/entities/people.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { department } from '../organisation/college.js';
import { aDepartment, addAccount, addStudent, addTeacher, newPhone } from './people.js';

let server: TestServer;
const roleIds = {} as Record<RoleKey, string>;
beforeAll(async () => {
  server = await startTestServer();
  for (const { key, id } of await server.context().em.find(Role, {})) roleIds[key] = id;
});
afterAll(() => server.stop());

const unknownId = '0198c5a0-0000-7000-8000-000000000000';
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
let count = 0;
const person = (): { name: string; email: string; phone: string } => {
  const name = `someone-${++count}`;
  return { name, email: `${name}@example.com`, phone: newPhone() };
};

const create = (input: object, token?: string): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($input: UserInput!) { createUser(input: $input) {
      user { id name email phone isEnabled isBanned permissions role { key } } student { id } teacher { id
      } newPassword
    } }`,
    { input },
    token,
  );
const update = (id: string, input: object, expectedVersion?: number): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($id: ID!, $input: UserPatch!, $v: Int) { updateUser(id: $id, input: $input,
      expectedVersion: $v) {
      user { id name email phone isEnabled isBanned permissions version role { key } }
    } }`,
    { id, input, v: expectedVersion },
  );
const remove = (id: string, token?: string, expectedVersion?: number): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($id: ID!, $v: Int) { deleteUser(id: $id, expectedVersion: $v) }',
    { id, v: expectedVersion },
    token,
  );

const ownId = async (): Promise<string> => (await server.graphql('{ me { user { id } } }')).data.me.user.id;

describe('creating an account', () => {
  test('makes a password when none is given, and answers it once', async () => {
    const who = person();
    const { data } = await create({
      ...who,
      role: roleIds.LEADER,
      password: '',
      permissions: ['user', 'operate', 'user'],
    });
    expect(data.createUser).toMatchObject({
      user: {
        ...who,
        isEnabled: true,
        isBanned: false,
        permissions: ['user', 'operate'],
        role: { key: 'LEADER' },
      },
      student: null,
      teacher: null,
      newPassword: expect.stringMatching(/^[a-z0-9]{8}$/),
    });
    await server.signIn(who.name, data.createUser.newPassword);
  });

  test('keeps a given password to itself', async () => {
    const who = person();
    const { data } = await create({ ...who, role: roleIds.ADMINISTRATOR, password: 'Given123-gate' });
    expect(data.createUser).toMatchObject({
      newPassword: null,
      user: { permissions: null, role: { key: 'ADMINISTRATOR' } },
    });
    await server.signIn(who.name, 'Given123-gate');
  });

  test('grants a department to a member of academic affairs, in the same transaction', async () => {
    const department = await aDepartment(server);
    const who = person();
    const unknown = await create({ ...who, role: roleIds.ACADEMIC_AFFAIRS, department: unknownId, scope: 1 });
    expect(codeOf(unknown)).toBe('NOT_FOUND');
    const { em } = server.context();
    expect(await em.count(User, { name: who.name })).toBe(0);
    const { data } = await create({
      ...who,
      role: roleIds.ACADEMIC_AFFAIRS,
      department: department.id,
      scope: 0,
    });
    const grants = await em.find(DepartmentGrant, { user: data.createUser.user.id });
    expect(grants.map(({ department: { id }, scope }) => ({ id, scope }))).toEqual([
      { id: department.id, scope: 0 },
    ]);
  });

  test.each<[string, () => Promise<object>, string]>([
    ['an unknown role', async () => ({ role: unknownId }), 'NOT_FOUND'],
    ['the role of students', async () => ({ role: roleIds.STUDENT }), 'INVALID_BODY'],
    ['the role of teachers', async () => ({ role: roleIds.TEACHER }), 'INVALID_BODY'],
    [
      'academic affairs without a department',
      async () => ({ role: roleIds.ACADEMIC_AFFAIRS, scope: 1 }),
      'INVALID_BODY',
    ],
    [
      'academic affairs without a scope',
      async () => ({ role: roleIds.ACADEMIC_AFFAIRS, department: (await aDepartment(server)).id }),
      'INVALID_BODY',
    ],
    [
      'another role with a department',
      async () => ({ department: (await aDepartment(server)).id }),
      'INVALID_BODY',
    ],
    ['another role with a scope', async () => ({ scope: 1 }), 'INVALID_BODY'],
    [
      'a scope beyond 1',
      async () => ({ role: roleIds.ACADEMIC_AFFAIRS, department: (await aDepartment(server)).id, scope: 2 }),
      'INVALID_INPUT',
    ],
    ['an unknown permission', async () => ({ permissions: ['user', 'fly'] }), 'NOT_FOUND'],
    ['a weak password', async () => ({ password: 'weak' }), 'INVALID_INPUT'],
    ['a malformed name', async () => ({ name: 'a b' }), 'INVALID_INPUT'],
  ])('refuses %s', async (_, change, code) => {
    const who = person();
    expect(codeOf(await create({ ...who, role: roleIds.LEADER, ...(await change()) }))).toBe(code);
    expect(await server.context().em.count(User, { email: who.email })).toBe(0);
  });

  test('refuses names, e-mails and phones that are taken, also by many at the same moment', async () => {
    const who = person();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...who, role: roleIds.LEADER })),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(9).fill('DUPLICATE'));
    for (const field of ['name', 'email', 'phone'] as const) {
      const { errors } = await create({
        ...person(),
        [field]: who[field].toUpperCase(),
        role: roleIds.LEADER,
      });
      expect(errors?.[0].extensions).toMatchObject({ code: 'DUPLICATE', field });
    }
  });
});

describe('changing an account', () => {
  test('keeps what is left out, null or empty', async () => {
    const { id, name, email, phone, password } = await addAccount(server, RoleKey.LEADER, 'steady');
    await update(id, { permissions: ['user'] });
    const kept = await update(id, {
      name: '',
      email: '',
      phone: null,
      password: '',
      role: null,
      isEnabled: null,
      permissions: null,
    });
    expect(kept.data.updateUser.user).toMatchObject({
      name,
      email,
      phone,
      isEnabled: true,
      permissions: ['user'],
      role: { key: 'LEADER' },
    });
    await server.signIn(name, password);
  });

  test('changes what is given; an empty list clears the permissions', async () => {
    const { id } = await addAccount(server, RoleKey.LEADER, 'changing');
    const who = person();
    const { data } = await update(id, {
      ...who,
      password: 'Other123-gate',
      role: roleIds.ADMINISTRATOR,
      permissions: ['operate'],
    });
    expect(data.updateUser.user).toMatchObject({
      ...who,
      role: { key: 'ADMINISTRATOR' },
      permissions: ['operate'],
    });
    await server.signIn(who.name, 'Other123-gate');
    expect((await update(id, { permissions: [] })).data.updateUser.user.permissions).toBeNull();
  });

  test('refuses a stale version', async () => {
    const { id } = await addAccount(server, RoleKey.LEADER, 'versioned');
    const { version } = (await update(id, { permissions: ['user'] })).data.updateUser.user;
    expect((await update(id, { permissions: [] }, version - 1)).errors?.[0].extensions).toMatchObject({
      code: 'VERSION_CONFLICT',
      currentVersion: version,
    });
    expect((await update(id, { permissions: [] }, version)).errors).toBeUndefined();
  });

  test('refuses students, teachers, unknown accounts and unknown values', async () => {
    await addStudent(server, '20240001');
    const registration = {
      ...person(),
      isStudent: true,
      number: '20240001',
      newPassword: 'Chosen123',
      initialPassword: 'stu20240001',
    };
    await server.graphql(
      'mutation ($i: RegistrationInput!) { register(input: $i) }',
      { i: registration },
      null,
    );
    const student = await server.context().em.findOneOrFail(User, { name: registration.name });
    expect(codeOf(await update(student.id, { name: 'else-name' }))).toBe('INVALID_BODY');
    expect(codeOf(await update(unknownId, { name: 'else-name' }))).toBe('NOT_FOUND');
    const { id } = await addAccount(server, RoleKey.LEADER, 'unchanged');
    expect(codeOf(await update(id, { role: roleIds.TEACHER }))).toBe('INVALID_BODY');
    expect(codeOf(await update(id, { role: unknownId }))).toBe('NOT_FOUND');
    expect(codeOf(await update(id, { permissions: ['fly'] }))).toBe('NOT_FOUND');
    expect(codeOf(await update(id, { name: server.credentials.user }))).toBe('DUPLICATE');
    expect(codeOf(await update(id, { email: 'none' }))).toBe('INVALID_INPUT');
  });
});

describe('the departments of a member of academic affairs', () => {
  const setGrants = (user: string, departments: string[], token?: string): Promise<GraphqlAnswer> =>
    server.graphql(
      `mutation ($u: ID!, $d: [ID!]!) { setDepartmentGrants(user: $u, departments: $d) {
        departmentGrants { department { id } scope } } }`,
      { u: user, d: departments },
      token,
    );
  const grantsOf = async (id: string): Promise<string[]> =>
    (
      await server.graphql('query ($id: ID!) { user(id: $id) { departmentGrants { department { id } } } }', {
        id,
      })
    ).data.user.departmentGrants.map(({ department }: { department: { id: string } }) => department.id);
  const newDepartments = (): Promise<string[]> => Promise.all([department(server), department(server)]);
  const planner = async (granted: string): Promise<{ id: string; name: string }> => {
    const who = { ...person(), password: 'Planner123-gate' };
    const role = roleIds.ACADEMIC_AFFAIRS;
    const { data } = await create({ ...who, role, department: granted, scope: 0 });
    return data.createUser.user;
  };

  test('bug: nobody could change, add or see them', async () => {
    const [first, second] = await newDepartments();
    const { id, name } = await planner(first);
    const token = await server.signIn(name, 'Planner123-gate');
    expect(await grantsOf(id)).toEqual([first]);
    const added = await setGrants(id, [second, first, second]);
    expect(added.data.setDepartmentGrants.departmentGrants).toEqual([
      { department: { id: first }, scope: 0 },
      { department: { id: second }, scope: 1 },
    ]);
    const me = '{ me { departmentGrants { department { id } } } }';
    expect(codeOf(await server.graphql(me, {}, token))).toBe('UNAUTHENTICATED');
    const again = await server.signIn(name, 'Planner123-gate');
    expect((await server.graphql(me, {}, again)).data.me.departmentGrants).toHaveLength(2);
    await setGrants(id, [first, second]);
    expect(codeOf(await server.graphql(me, {}, again))).toBeUndefined();
    await setGrants(id, [second]);
    expect(await grantsOf(id)).toEqual([second]);
    const { administrator } = server;
    expect(codeOf(await setGrants(id, [first], await server.signIn(name, 'Planner123-gate')))).toBe(
      'FORBIDDEN',
    );
    expect(codeOf(await setGrants(id, [unknownId], administrator))).toBe('NOT_FOUND');
    expect((await setGrants(id, [])).errors?.[0].message).toContain('needs a department');
    expect(await grantsOf(id)).toEqual([second]);
    const leader = await addAccount(server, RoleKey.LEADER, 'no-planner');
    expect((await setGrants(leader.id, [first])).errors?.[0].message).toContain('academic affairs only');
  });

  test('bug: whoever joined had none for ever, and whoever came back had the old ones', async () => {
    const [first, second] = await newDepartments();
    const { id } = await planner(first);
    await update(id, { role: roleIds.ADMINISTRATOR });
    expect(await grantsOf(id)).toEqual([]);
    const role = roleIds.ACADEMIC_AFFAIRS;
    expect((await update(id, { role })).errors?.[0]).toMatchObject({
      message: expect.stringContaining('Maybe name some as departments'),
      extensions: { code: 'INVALID_BODY' },
    });
    expect((await update(id, { role, departments: [second] })).errors).toBeUndefined();
    expect(await grantsOf(id)).toEqual([second]);
    // What clients send unchanged changes nothing.
    expect((await update(id, { role })).errors).toBeUndefined();
    expect((await update(id, { departments: [first, second] })).errors).toBeUndefined();
    expect(await grantsOf(id)).toEqual([second, first]);
    const away = await update(id, { role: roleIds.LEADER, departments: [first] });
    expect(codeOf(away)).toBe('INVALID_BODY');
    // The contract of /api/v1 knows no departments there.
    const leader = await addAccount(server, RoleKey.LEADER, 'joins-by-rest');
    const body = { name: leader.name, email: leader.email, phone: leader.phone, permission: [] };
    const path = { user_uuid: leader.id };
    expect(
      await server.rest('userUpdate', {
        path,
        body: { ...body, role_uuid: role },
        token: server.administrator,
      }),
    ).toMatchObject({ code: 0 });
    expect((await setGrants(leader.id, [first])).errors).toBeUndefined();
  });
});

describe('deleting an account', () => {
  test('keeps the person behind it, who may register again', async () => {
    await addTeacher(server, 'T0001');
    const registration = {
      ...person(),
      number: 'T0001',
      newPassword: 'Chosen123',
      initialPassword: 'teT0001',
    };
    const register = (): Promise<GraphqlAnswer> =>
      server.graphql('mutation ($i: RegistrationInput!) { register(input: $i) }', { i: registration }, null);
    await register();
    const { id } = await server.context().em.findOneOrFail(User, { name: registration.name });
    expect(await remove(id)).toMatchObject({ data: { deleteUser: id } });
    const teacher = await server.context().em.findOneOrFail(Teacher, { code: 'T0001' });
    expect(teacher.user).toBeNull();
    expect(await register()).toMatchObject({ data: { register: true } });
  });

  test('takes the grants along and refuses a second time', async () => {
    const department = await aDepartment(server);
    const { data } = await create({
      ...person(),
      role: roleIds.ACADEMIC_AFFAIRS,
      department: department.id,
      scope: 1,
    });
    const { id } = data.createUser.user;
    await remove(id);
    expect(await server.context().em.count(DepartmentGrant, { user: id })).toBe(0);
    expect(codeOf(await remove(id))).toBe('NOT_FOUND');
  });

  test('refuses to delete by a stale version', async () => {
    const { id } = await addAccount(server, RoleKey.LEADER, 'stale');
    expect(codeOf(await remove(id, undefined, 7))).toBe('VERSION_CONFLICT');
  });
});

describe('somebody must be able to run the system', () => {
  test('nobody deletes, disables or bans themselves', async () => {
    const id = await ownId();
    await addAccount(server, RoleKey.ADMINISTRATOR, 'deputy');
    for (const answer of [
      await remove(id),
      await update(id, { isEnabled: false }),
      await update(id, { isBanned: true }),
    ]) {
      expect(answer.errors?.[0]).toMatchObject({
        message: expect.stringContaining('your own account'),
        extensions: { code: 'OPERATION_DENIED' },
      });
    }
  });

  test('of two administrators who delete each other at the same moment one stays', async () => {
    const own = await startTestServer();
    try {
      const { id, name, password } = await addAccount(own, RoleKey.ADMINISTRATOR, 'rival');
      const rival = await own.signIn(name, password);
      const { data } = await own.graphql('{ me { user { id } } }');
      const mutation = 'mutation ($id: ID!) { deleteUser(id: $id) }';
      const answers = await Promise.all([
        own.graphql(mutation, { id }),
        own.graphql(mutation, { id: data.me.user.id }, rival),
      ]);
      expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
      expect(await own.context().em.count(User, {})).toBe(1);
    } finally {
      await own.stop();
    }
  });

  test('the last administrator keeps the role', async () => {
    const own = await startTestServer();
    try {
      const { data } = await own.graphql('{ me { user { id } } }');
      const { id: leader } = await own.context().em.findOneOrFail(Role, { key: RoleKey.LEADER });
      const { errors } = await own.graphql(
        'mutation ($id: ID!, $role: ID!) { updateUser(id: $id, input: { role: $role }) { user { id } } }',
        { id: data.me.user.id, role: leader },
      );
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('At least one administrator'),
        extensions: { code: 'OPERATION_DENIED' },
      });
      expect((await own.graphql('{ me { user { role { key } } } }')).data.me.user.role.key).toBe(
        'ADMINISTRATOR',
      );
    } finally {
      await own.stop();
    }
  });
});

describe('reading accounts', () => {
  const list = (args: string): Promise<GraphqlAnswer> =>
    server.graphql(
      `{ users(${args}) { items { user { name } student { code } teacher { code }
        departmentGrants { department { name } } } total page size } }`,
    );

  test('pages through them, newest first unless asked otherwise', async () => {
    const names = ['pager-a', 'pager-b', 'pager-c'];
    for (const name of names) await addAccount(server, RoleKey.LEADER, name);
    const first = (await list('keyword: "PAGER-", size: 2')).data.users;
    expect(first).toMatchObject({ total: 3, page: 1, size: 2 });
    expect(first.items.map(({ user }: { user: { name: string } }) => user.name)).toEqual([
      'pager-c',
      'pager-b',
    ]);
    const last = (await list('keyword: "pager-", size: 2, page: 2, isDesc: false')).data.users;
    expect(last.items.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['pager-c']);
    expect((await list('keyword: "pager_", size: 2')).data.users.total).toBe(0);
    expect(codeOf(await list('size: 201'))).toBe('INVALID_PARAMETER');
    expect(codeOf(await list('page: 0'))).toBe('INVALID_PARAMETER');
  });

  test('finds by part of the e-mail or phone', async () => {
    const { email, phone, name } = await addAccount(server, RoleKey.LEADER, 'findable');
    for (const keyword of [email.slice(2, 12), phone.slice(2)]) {
      const { items } = (await list(`keyword: "${keyword}"`)).data.users;
      expect(items.map(({ user }: { user: { name: string } }) => user.name)).toContain(name);
    }
  });

  test('needs the same number of statements for one account as for many', async () => {
    const countFor = async (size: number): Promise<number> => {
      server.forgetStatements();
      await list(`size: ${size}`);
      return server.statements.length;
    };
    // What is kept afterwards is read once.
    await countFor(10);
    expect(await countFor(1)).toBe(await countFor(10));
  });

  test('shows one account to administrators only', async () => {
    const { id, name, password } = await addAccount(server, RoleKey.LEADER, 'looked-at');
    const one = (token?: string): Promise<GraphqlAnswer> =>
      server.graphql('query ($id: ID!) { user(id: $id) { user { name } } }', { id }, token);
    expect((await one()).data.user.user.name).toBe(name);
    expect(codeOf(await one(await server.signIn(name, password)))).toBe('FORBIDDEN');
    expect(
      codeOf(await server.graphql('query ($id: ID!) { user(id: $id) { user { name } } }', { id: unknownId })),
    ).toBe('NOT_FOUND');
  });
});
