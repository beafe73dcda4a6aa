import { RoleKey } from '../../src/schema/enums.js';
import { Role } from '../../src/entities/accounts.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, newPhone } from './people.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let made = 0;

/** The message about the password of a new account, over GraphQL. */
async function refusalOf(password: string, key: RoleKey, name = `person${++made}`): Promise<string | null> {
  const { id: role } = await server.context().em.findOneOrFail(Role, { key });
  const input = { name, email: `p${++made}@example.com`, phone: newPhone(), password, role };
  const { errors }: GraphqlAnswer = await server.graphql(
    'mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }',
    { input },
  );
  if (errors) expect(errors[0].extensions.code).toBe('INVALID_INPUT');
  return errors?.[0].message ?? null;
}

test('over GraphQL whoever acts for others has a password of 12 characters, of whatever kind', async () => {
  expect(await refusalOf('gate of wood', RoleKey.LEADER)).toBeNull();
  expect(await refusalOf('Gate1wood22', RoleKey.LEADER)).toMatch(
    /at least 12 characters, but this one has 11/,
  );
});

test('one of the most used passwords, or the user name, is none, however it is written', async () => {
  for (const common of ['1QAZ2wsx3edc', ' Qwerty123456 ', 'ｑｗｅｒｔｙ１２３４５６'])
    expect(await refusalOf(common, RoleKey.ADMINISTRATOR)).toMatch(/10,000 most used/);
  expect(await refusalOf('Wang-Xiaoming', RoleKey.LEADER, 'wang-xiaoming')).toMatch(/not the user name/);
});

test('over /api/v1 the pattern of its clients holds, and the same bans', async () => {
  const { id: role } = await server.context().em.findOneOrFail(Role, { key: RoleKey.LEADER });
  const add = (password: string, username = `rest${++made}`) =>
    server.rest('userAdd', {
      token: server.administrator,
      body: {
        username,
        email: `${username}@example.com`,
        phone: newPhone(),
        password,
        role_uuid: role,
        name: username,
      },
    });
  expect(await add('Gate12')).toMatchObject({ code: 0 });
  expect(await add('gate of wood')).toMatchObject({
    code: 40_002,
    error_message: expect.stringContaining('强密码必须包含大小写字母和数字的组合'),
  });
  expect(await add('Password1')).toMatchObject({
    code: 40_002,
    error_message: expect.stringContaining('最常用的一万个密码之一'),
  });
  expect(await add('Restname1', 'restname1')).toMatchObject({
    code: 40_002,
    error_message: expect.stringContaining('不能与用户名相同'),
  });
});

test('a change of the own password, and one by an administrator, is asked the same', async () => {
  const account = await addAccount(server, RoleKey.LEADER, 'changing');
  const token = await server.signIn(account.name, account.password);
  const change = (next: string) =>
    server.graphql(
      `mutation ($old: String!, $next: String!) {
        changePassword(currentPassword: $old, newPassword: $next, confirmation: $next) }`,
      { old: account.password, next },
      token,
    );
  expect((await change('Short-One1')).errors?.[0].message).toMatch(/at least 12 characters/);
  expect((await change('changing')).errors?.[0].message).toMatch(/at least 12 characters/);
  const { errors } = await server.graphql(
    'mutation ($id: ID!) { updateUser(id: $id, input: { password: "Short-One1" }) { user { id } } }',
    { id: account.id },
  );
  expect(errors?.[0].message).toMatch(/at least 12 characters/);
  expect(await change('a longer gate of wood')).toMatchObject({ data: { changePassword: true } });
});

test('the first administrator has one, too', async () => {
  const fresh = await startTestServer({ initialised: false });
  try {
    const input = { name: 'first', email: 'first@example.com', phone: '13800000000' };
    const begin = (password: string) =>
      fresh.graphql('mutation ($input: InitialisationInput!) { initialise(input: $input) }', {
        input: { ...input, password },
      });
    expect((await begin('123456')).errors?.[0].message).toMatch(/at least 12 characters/);
    const body = { username: 'first', email: 'first@example.com', phone: '13800000000' };
    const init = (password: string) => fresh.rest('systemInit', { body: { ...body, password } });
    expect(await init('abc1234')).toMatchObject({
      code: 40_002,
      error_message: '密码至少8位（当前 7 位），且不能是常用密码，也不能与用户名相同',
    });
    expect(await init('12345678')).toMatchObject({ code: 40_002 });
    expect(await init('gatewood')).toMatchObject({ code: 0 });
  } finally {
    await fresh.stop();
  }
});
