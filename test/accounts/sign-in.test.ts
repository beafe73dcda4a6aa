import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { User } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, addTeacher, setPasswordHash } from './people.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1000' } })));
afterAll(() => server.stop());

const signIn = (user: string, password: string): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($user: String!, $password: String!) {
      signIn(user: $user, password: $password) {
        needsRegistration
        user { id name permissions role { key } }
        student { code user { id } }
        teacher { code user { id } }
        token { userId token refreshToken createdAt expiresAt refreshExpiresAt }
      }
    }`,
    { user, password },
    null,
  );

const me = async (token: string): Promise<string> =>
  (await server.graphql('{ me { user { name } } }', {}, token)).data.me.user.name;

test('signs in by user name, e-mail or phone, ignoring letter case and outer blanks', async () => {
  const { id, name, email, phone, password } = await addAccount(server, RoleKey.LEADER, 'Leader-One');
  for (const given of [name, ' leader-ONE ', email.toUpperCase(), phone]) {
    const { data } = await signIn(given, password);
    expect(data.signIn).toMatchObject({
      needsRegistration: false,
      user: { id, name: 'Leader-One', permissions: [], role: { key: 'LEADER' } },
    });
    expect(await me(data.signIn.token.token)).toBe('Leader-One');
  }
});

test('gives an access token of one hour and a refresh token of one day', async () => {
  const { name, password, id } = await addAccount(server, RoleKey.LEADER, 'leader-two');
  const before = Date.now();
  const { token } = (await signIn(name, password)).data.signIn;
  expect(token.userId).toBe(id);
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(3_600_000);
  expect(Date.parse(token.refreshExpiresAt) - Date.parse(token.createdAt)).toBe(86_400_000);
  // Tokens know whole seconds.
  expect(Date.parse(token.createdAt)).toBeGreaterThan(before - 1_000);
  expect(Date.parse(token.createdAt)).toBeLessThanOrEqual(Date.now());
});

test('answers an unknown user and a wrong password alike', async () => {
  const { name } = await addAccount(server, RoleKey.LEADER, 'leader-three');
  const [unknown, wrong] = [await signIn('nobody-here', 'Correct1 horse'), await signIn(name, 'Wrong111')];
  const told = ({ errors }: GraphqlAnswer): object => ({
    ...errors?.[0],
    extensions: { ...errors?.[0].extensions, requestId: '' },
  });
  expect(told(unknown)).toEqual(told(wrong));
  expect(wrong.errors?.[0]).toMatchObject({ extensions: { code: 'SIGN_IN_FAILED' } });
  expect(wrong.data?.signIn ?? null).toBeNull();
});

test('names both fields that are empty', async () => {
  const { errors } = await signIn(' ', '');
  expect(errors?.[0].extensions.code).toBe('INVALID_INPUT');
  expect(errors?.[0].extensions.problems.map(({ field }: { field: string }) => field)).toEqual([
    'user',
    'password',
  ]);
});

test('refuses a name with a control character instead of failing in the database', async () => {
  const { errors } = await signIn('a\u0000b', 'x');
  expect(errors?.[0].extensions.code).toBe('INVALID_INPUT');
});

test.each([
  ['isEnabled', false, 'disabled'],
  ['isBanned', true, 'banned'],
])(
  'refuses an account when %s is %s, and says so only to who knows the password',
  async (flag, value, word) => {
    const { id, name, password } = await addAccount(server, RoleKey.LEADER, `leader-${word}`);
    const { token } = (await signIn(name, password)).data.signIn;
    await server.graphql(
      'mutation ($id: ID!, $input: UserPatch!) { updateUser(id: $id, input: $input) { user { id } } }',
      {
        id,
        input: { [flag]: value },
      },
    );
    const refusal = await signIn(name, password);
    expect(refusal.errors?.[0]).toMatchObject({
      message: expect.stringContaining(word),
      extensions: { code: 'SIGN_IN_FAILED' },
    });
    expect((await signIn(name, 'Wrong111')).errors?.[0].message).toBe(
      'The user name or the password is wrong.',
    );
    expect(
      (await server.graphql('{ me { user { id } } }', {}, token.token)).errors?.[0].extensions.code,
    ).toBe('UNAUTHENTICATED');
  },
);

test('takes over the password hashes of the old service and replaces them at the first sign-in', async () => {
  const { id, name } = await addAccount(server, RoleKey.LEADER, 'leader-old');
  const hexadecimal = createHash('sha256').update('Old-Pass1').digest('hex');
  await setPasswordHash(server, id, await bcrypt.hash(hexadecimal, 4));
  expect((await signIn(name, 'Old-Pass2')).errors?.[0].extensions.code).toBe('SIGN_IN_FAILED');
  expect((await signIn(name, 'Old-Pass1')).data.signIn.user.id).toBe(id);
  const { passwordHash } = await server.context().em.findOneOrFail(User, id);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(name, 'Old-Pass1')).data.signIn.user.id).toBe(id);
});

test('invites a student and a teacher who give the initial password, without a token', async () => {
  const [student, teacher] = [await addStudent(server, '20240001'), await addTeacher(server, 'T0001')];
  expect((await signIn('20240001', 'stu20240001')).data.signIn).toEqual({
    needsRegistration: true,
    user: null,
    student: { code: student.code, user: null },
    teacher: null,
    token: null,
  });
  expect((await signIn('t0001', 'teT0001')).data.signIn).toEqual({
    needsRegistration: true,
    user: null,
    student: null,
    teacher: { code: teacher.code, user: null },
    token: null,
  });
  expect((await signIn('20240001', 'te20240001')).errors?.[0].extensions.code).toBe('SIGN_IN_FAILED');
});

test('reads an account with one statement on each request', async () => {
  server.forgetStatements();
  await server.graphql('{ me { user { name } } }');
  const reading = server.statements.filter((sql) => /from callers\(|from "user"/.test(sql));
  expect(reading).toHaveLength(2); // who is calling, and the account that was asked for
});
