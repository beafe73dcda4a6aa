import {
  academicAffairs,
  administrativeClass,
  department,
  student,
  teacher,
} from '../organisation/college.js';
import { SocketClient } from '../transport/socket-client.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';

/**
 * The account of a student or teacher from the first sign-in to its end, through the front door of both
 * interfaces.
 */
let server: TestServer;
let [departmentId, affairs, foreign] = ['', '', ''];
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  departmentId = await department(server);
  affairs = await academicAffairs(server, departmentId);
  foreign = await academicAffairs(server, await department(server));
});
afterAll(() => server.stop());

const kinds = {
  student: {
    number: () => `S${++count}00`,
    add: async (number: string) => student(server, await administrativeClass(server, departmentId), number),
    initialPassword: (number: string) => `stu${number}`,
    disable: 'disableStudentAccount',
    remove: 'deleteStudent',
    disableOverRest: 'studentDisable',
    path: 'student_uuid',
  },
  teacher: {
    number: () => `T${++count}00`,
    add: (number: string) => teacher(server, departmentId, number),
    initialPassword: (number: string) => `te${number}`,
    disable: 'disableTeacherAccount',
    remove: 'deleteTeacher',
    disableOverRest: 'teacherDisable',
    path: 'teacher_uuid',
  },
} as const;

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const password = 'Correct1 horse';

describe.each(['student', 'teacher'] as const)('the account of a %s', (kind) => {
  const { number: newNumber, add, initialPassword, disable, remove, disableOverRest, path } = kinds[kind];
  const registration = (number: string, initial?: string) =>
    server.graphql(
      'mutation ($input: RegistrationInput!) { register(input: $input) }',
      {
        input: {
          isStudent: kind === 'student',
          number,
          name: `life-${number}`,
          email: `${number}@example.com`,
          phone: `1360000${String(count).padStart(4, '0')}`,
          newPassword: password,
          initialPassword: initial,
        },
      },
      null,
    );
  const signIn = (user: string, given: string) =>
    server.graphql(
      `mutation ($user: String!, $given: String!) { signIn(user: $user, password: $given) {
        needsRegistration student { id } teacher { id } token { token refreshToken } } }`,
      { user, given },
      null,
    );
  const switched = (id: string, isDisabled: boolean, token = affairs) =>
    server.graphql(
      `mutation ($id: ID!, $is: Boolean!) { ${disable}(id: $id, isDisabled: $is) { accountState } }`,
      { id, is: isDisabled },
      token,
    );

  test('is made by who proves the initial password, and belongs to that person', async () => {
    const number = newNumber();
    const id = await add(number);
    expect(codeOf(await registration(number))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await registration(number, 'Wrong111'))).toBe('SIGN_IN_FAILED');
    const invited = await signIn(number, initialPassword(number));
    expect(invited.data.signIn).toMatchObject({
      needsRegistration: true,
      [kind]: expect.anything(),
      token: null,
    });
    expect((await registration(number)).data).toEqual({ register: true });
    // The proof was used up, and the initial password with it.
    expect(codeOf(await registration(number))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(number, initialPassword(number)))).toBe('SIGN_IN_FAILED');
    const { token } = (await signIn(number, password)).data.signIn.token;
    const me = await server.graphql(`{ me { ${kind} { id code accountState } } }`, {}, token);
    expect(me.data.me[kind]).toEqual({ id, code: number, accountState: 'ENABLED' });
    const overRest = await server.rest('userCurrent', { token });
    expect(overRest.data[kind][path]).toBe(id);
  });

  test(
    'is disabled by those who act for the department: tokens, renewals and sockets end at ' + 'once',
    async () => {
      const number = newNumber();
      const id = await add(number);
      expect(codeOf(await switched(id, true))).toBe('NOT_FOUND');
      await registration(number, initialPassword(number));
      const { token, refreshToken } = (await signIn(number, password)).data.signIn.token;
      const socket = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, token);

      expect(codeOf(await switched(id, true, foreign))).toMatch(/^(NOT_FOUND|FORBIDDEN)$/);
      expect(codeOf(await server.graphql('{ me { user { id } } }', {}, token))).toBeUndefined();

      expect((await switched(id, true)).data[disable]).toEqual({ accountState: 'DISABLED' });
      expect(codeOf(await server.graphql('{ me { user { id } } }', {}, token))).toBe('UNAUTHENTICATED');
      expect(await server.rest('userCurrent', { token })).toMatchObject({ status: 401, code: 40101 });
      expect((await socket.closed).code).toBe(4403);
      const renewal = 'mutation ($t: String!) { refreshTokens(refreshToken: $t) { token } }';
      expect(codeOf(await server.graphql(renewal, { t: refreshToken }, null))).toBe('UNAUTHENTICATED');
      expect(codeOf(await signIn(number, password))).toBeDefined();

      const enabled = await server.rest(disableOverRest, {
        token: affairs,
        path: { [path]: id },
        query: { disable: false },
      });
      expect(enabled).toMatchObject({ status: 200, data: { status: false } });
      // The old tokens stay ended.
      expect(codeOf(await server.graphql('{ me { user { id } } }', {}, token))).toBe('UNAUTHENTICATED');
      expect(codeOf(await signIn(number, password))).toBeUndefined();
    },
  );

  test('keeps the person from being deleted; when it is gone, the person can be', async () => {
    const number = newNumber();
    const id = await add(number);
    await registration(number, initialPassword(number));
    const removal = `mutation ($id: ID!) { ${remove}(id: $id) }`;
    const refused = await server.graphql(removal, { id }, affairs);
    expect(codeOf(refused)).toBe('IN_USE');
    expect(refused.errors?.[0].message).toContain('has an account');
    const { data } = await server.graphql(`query ($id: ID!) { ${kind}(id: $id) { user { id } } }`, { id });
    const user = data[kind].user.id;
    expect(codeOf(await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) }', { id: user }))).toBe(
      undefined,
    );
    const kept = await server.graphql(`query ($id: ID!) { ${kind}(id: $id) { accountState } }`, { id });
    expect(kept.data[kind]).toEqual({ accountState: 'NONE' });
    expect((await server.graphql(removal, { id }, affairs)).data).toEqual({ [remove]: id });
  });
});
