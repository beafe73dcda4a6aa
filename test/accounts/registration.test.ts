import { RegistrationWindow } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, addTeacher, newPhone } from './people.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1000' } })));
afterAll(() => server.stop());

interface Registration {
  isStudent?: boolean;
  number: string;
  name: string;
  newPassword?: string;
  email?: string;
  phone?: string;
  initialPassword?: string;
}

const register = ({ name, ...input }: Registration): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($input: RegistrationInput!) { register(input: $input) }',
    {
      input: {
        isStudent: true,
        newPassword: 'Chosen123',
        email: `${name}@example.com`,
        phone: newPhone(),
        name,
        ...input,
      },
    },
    null,
  );

const signIn = (user: string, password: string): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($user: String!, $password: String!) {
      signIn(user: $user, password: $password) {
        needsRegistration user { name role { key } } student { code user { name } } teacher { code user {
        name } }
      }
    }`,
    { user, password },
    null,
  );

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

test('lets a student register once after the first sign-in, and then sign in by number or name', async () => {
  await addStudent(server, '20240101');
  await signIn('20240101', 'stu20240101');
  expect(await register({ number: '20240101', name: 'zhang-san' })).toMatchObject({
    data: { register: true },
  });
  for (const user of ['20240101', 'zhang-san']) {
    expect((await signIn(user, 'Chosen123')).data.signIn).toEqual({
      needsRegistration: false,
      user: { name: 'zhang-san', role: { key: 'STUDENT' } },
      student: { code: '20240101', user: { name: 'zhang-san' } },
      teacher: null,
    });
  }
  expect(codeOf(await signIn('20240101', 'stu20240101'))).toBe('SIGN_IN_FAILED');
});

test('lets a teacher register, who is what a missing kind means', async () => {
  await addTeacher(server, 'T0101');
  await signIn('T0101', 'teT0101');
  expect(await register({ isStudent: undefined, number: 't0101', name: 'li-si' })).toMatchObject({
    data: { register: true },
  });
  expect((await signIn('T0101', 'Chosen123')).data.signIn).toMatchObject({
    user: { role: { key: 'TEACHER' } },
    teacher: { code: 'T0101', user: { name: 'li-si' } },
  });
});

test('refuses who did not prove the initial password', async () => {
  await addStudent(server, '20240102');
  const refusal = await register({ number: '20240102', name: 'impostor' });
  expect(refusal.errors?.[0]).toMatchObject({
    message: 'The user name or the password is wrong.',
    extensions: { code: 'SIGN_IN_FAILED' },
  });
  expect(
    codeOf(await register({ number: '20240102', name: 'impostor', initialPassword: 'stu20240103' })),
  ).toBe('SIGN_IN_FAILED');
  expect(
    await register({ number: '20240102', name: 'honest', initialPassword: 'stu20240102' }),
  ).toMatchObject({ data: { register: true } });
});

test('closes the window after 10 minutes', async () => {
  await addStudent(server, '20240103');
  const before = Date.now();
  await signIn('20240103', 'stu20240103');
  const { em } = server.context();
  const window = await em.findOneOrFail(RegistrationWindow, { code: '20240103' });
  const openedAt = window.expiresAt.getTime() - 600_000;
  expect(openedAt).toBeGreaterThanOrEqual(before);
  expect(openedAt).toBeLessThanOrEqual(Date.now());
  await em.nativeUpdate(RegistrationWindow, { code: '20240103' }, { expiresAt: new Date(Date.now() - 1) });
  expect(codeOf(await register({ number: '20240103', name: 'too-late' }))).toBe('SIGN_IN_FAILED');
});

test('keeps the window open when the chosen name is taken', async () => {
  await addAccount(server, RoleKey.LEADER, 'taken-name');
  await addStudent(server, '20240104');
  await signIn('20240104', 'stu20240104');
  const answer = await register({ number: '20240104', name: 'TAKEN-name' });
  expect(answer.errors?.[0].extensions).toMatchObject({ code: 'DUPLICATE', field: 'name' });
  expect(await register({ number: '20240104', name: 'free-name' })).toMatchObject({
    data: { register: true },
  });
});

test('makes one account of eight simultaneous registrations', async () => {
  await addStudent(server, '20240105');
  await signIn('20240105', 'stu20240105');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => register({ number: '20240105', name: `twin-${n}` })),
  );
  expect(answers.filter(({ data }) => data?.register === true)).toHaveLength(1);
  expect(answers.map(codeOf).filter(Boolean).sort()).toEqual(Array(7).fill('SIGN_IN_FAILED'));
});

test('answers strangers alike, whatever stands behind the number', async () => {
  await addStudent(server, '20240106');
  await addStudent(server, '20240107');
  await register({ number: '20240107', name: 'registered', initialPassword: 'stu20240107' });
  await addStudent(server, '20240108');
  const told = async (number: string, initialPassword?: string): Promise<unknown> => {
    const { errors } = await register({ number, name: 'stranger', initialPassword });
    return errors?.map(({ message, extensions }) => ({ message, ...extensions, requestId: '' }));
  };
  const refusal = await told('20240106');
  expect(refusal).toMatchObject([
    { code: 'SIGN_IN_FAILED', message: 'The user name or the password is wrong.' },
  ]);
  // Of nobody; of somebody with an account, the initial password of yore included; with a wrong one.
  expect(await told('99999999')).toEqual(refusal);
  expect(await told('20240107')).toEqual(refusal);
  expect(await told('20240107', 'stu20240107')).toEqual(refusal);
  expect(await told('20240108', 'stu20240106')).toEqual(refusal);
  const overRest = async (user: string): Promise<unknown> => {
    const body = { type: true, user, name: 'stranger', new_password: 'Chosen123' };
    const more = { email: 'stranger@example.com', phone: newPhone() };
    const answer = await server.rest('authRegister', { body: { ...body, ...more } });
    return { ...answer, headers: null };
  };
  expect(await overRest('20240106')).toMatchObject({ code: 40102, error_message: '用户名或密码错误' });
  expect(await overRest('99999999')).toEqual(await overRest('20240106'));
  expect(await overRest('20240107')).toEqual(await overRest('20240106'));
});

test('refuses the initial password and everything malformed', async () => {
  const answer = await register({ number: ' ', name: 'x', newPassword: 'weak', email: 'none', phone: '123' });
  expect(codeOf(answer)).toBe('INVALID_INPUT');
  expect(answer.errors?.[0].extensions.problems.map(({ field }: { field: string }) => field).sort()).toEqual([
    'email',
    'name',
    'newPassword',
    'number',
    'phone',
  ]);
  expect(codeOf(await register({ number: 'A1b2', name: 'initial', newPassword: 'stuA1b2' }))).toBe(
    'INVALID_BODY',
  );
});
