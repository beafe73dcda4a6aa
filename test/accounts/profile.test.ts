import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addTeacher, newPhone, type Account } from './people.js';

let server: TestServer;
let account: Account;
let token: string;
let count = 0;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(async () => {
  account = await addAccount(server, RoleKey.LEADER, `person-${++count}`);
  token = await server.signIn(account.name, account.password);
});
afterAll(() => server.stop());

const update = (variables: object): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($name: String, $email: String, $phone: String, $password: String) { updateProfile(name: ' +
      '$name, email: $email, phone: $phone, password: $password) { name email phone } }',
    variables,
    token,
  );

const change = (
  currentPassword: string,
  newPassword: string,
  confirmation = newPassword,
): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($c: String!, $n: String!, $k: String!) { changePassword(currentPassword: $c, newPassword: ' +
      '$n, confirmation: $k) }',
    { c: currentPassword, n: newPassword, k: confirmation },
    token,
  );

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

test('shows the caller with role and the person behind the account', async () => {
  const { data } = await server.graphql(
    '{ me { user { name permissions role { name permissions } } student { id } teacher { id } } }',
    {},
    token,
  );
  expect(data.me).toEqual({
    user: { name: account.name, permissions: null, role: { name: '管理', permissions: [] } },
    student: null,
    teacher: null,
  });
  await addTeacher(server, 'T0001');
  const registration = {
    number: 'T0001',
    name: 'teacher-1',
    newPassword: 'Chosen123',
    email: 't1@example.com',
    phone: newPhone(),
    initialPassword: 'teT0001',
  };
  await server.graphql(
    'mutation ($i: RegistrationInput!) { register(input: $i) }',
    { i: registration },
    null,
  );
  const teacher = await server.graphql(
    '{ me { student { id } teacher { code name } } }',
    {},
    await server.signIn('T0001', 'Chosen123'),
  );
  expect(teacher.data.me).toEqual({ student: null, teacher: { code: 'T0001', name: '李四' } });
});

test('changes what is given and keeps what is left out or null', async () => {
  const phone = newPhone();
  expect((await update({ phone, name: null })).data.updateProfile).toEqual({
    name: account.name,
    email: account.email,
    phone,
  });
  expect(
    (
      await update({
        name: `renamed-${count}`,
        email: `renamed-${count}@example.com`,
        password: account.password,
      })
    ).data.updateProfile,
  ).toEqual({
    name: `renamed-${count}`,
    email: `renamed-${count}@example.com`,
    phone,
  });
});

test('refuses a name that others have, what is malformed and nothing at all', async () => {
  const other = await addAccount(server, RoleKey.LEADER, `other-${count}`);
  expect((await update({ name: other.name.toUpperCase() })).errors?.[0].extensions).toMatchObject({
    code: 'DUPLICATE',
    field: 'name',
  });
  const { errors } = await update({ name: '', email: 'none', phone: '1' });
  expect(errors?.[0].extensions.code).toBe('INVALID_INPUT');
  expect(errors?.[0].extensions.problems).toHaveLength(3);
  expect(codeOf(await update({}))).toBe('MISSING_PARAMETER');
  expect(codeOf(await update({ password: account.password }))).toBe('MISSING_PARAMETER');
  expect(codeOf(await update({ email: 'a@example.com', password: 'x'.repeat(257) }))).toBe('INVALID_INPUT');
});

test('changes the password for who knows the current one', async () => {
  expect(codeOf(await change('Wrong111', 'Better123-gate'))).toBe('INVALID_BODY');
  expect(await change(account.password, 'Better123-gate')).toMatchObject({ data: { changePassword: true } });
  await expect(server.signIn(account.name, account.password)).rejects.toThrow();
  await server.signIn(account.name, 'Better123-gate');
});

test('refuses passwords that are weak, confirmed otherwise or not new', async () => {
  expect(codeOf(await change(account.password, 'weakling1'))).toBe('INVALID_INPUT');
  expect(codeOf(await change(account.password, 'Better123-gate', 'Better124'))).toBe('INVALID_BODY');
  expect(codeOf(await change(account.password, account.password))).toBe('INVALID_BODY');
  expect(codeOf(await change(account.password, `Aa1${'x'.repeat(300)}`))).toBe('INVALID_INPUT');
  expect(codeOf(await change('', '', ''))).toBe('INVALID_INPUT');
});
