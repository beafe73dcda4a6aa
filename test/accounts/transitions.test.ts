import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, newPhone, type Account } from './people.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const change = (id: string, transition: string, expectedVersion?: number): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($id: ID!, $transition: AccountTransition!, $version: Int) {
      changeAccount(id: $id, transition: $transition, expectedVersion: $version) {
        user { isEnabled isBanned version } transitions
      }
    }`,
    { id, transition, version: expectedVersion },
  );
let count = 0;
const leader = (): Promise<Account> => addAccount(server, RoleKey.LEADER, `leader-${++count}`);

/** A student who made an account and signed in. */
async function signedInStudent(): Promise<{ studentId: string; user: string; token: string; id: string }> {
  const { id: studentId } = await addStudent(server, '20240001');
  const input = {
    isStudent: true,
    number: '20240001',
    initialPassword: 'stu20240001',
    name: 'banned',
    email: 'banned@example.com',
    phone: newPhone(),
    newPassword: password,
  };
  const register = 'mutation ($input: RegistrationInput!) { register(input: $input) }';
  expect((await server.graphql(register, { input })).errors).toBeUndefined();
  const token = await server.signIn(input.name, password);
  const { data } = await server.graphql('{ me { user { id } } }', {}, token);
  return { studentId, user: input.name, token, id: data.me.user.id };
}
const password = 'Correct1 horse';

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

const [enabled, disabled, banned, bannedAndDisabled] = [
  { user: { isEnabled: true, isBanned: false }, transitions: ['DISABLE', 'BAN'] },
  { user: { isEnabled: false, isBanned: false }, transitions: ['ENABLE', 'BAN'] },
  { user: { isEnabled: true, isBanned: true }, transitions: ['LIFT_BAN'] },
  { user: { isEnabled: false, isBanned: true }, transitions: ['LIFT_BAN'] },
];

test('an account goes from state to state by the transitions that it tells', async () => {
  const { id } = await leader();
  const steps = [
    ['BAN', banned],
    ['LIFT_BAN', enabled],
    ['DISABLE', disabled],
    ['BAN', bannedAndDisabled],
    ['LIFT_BAN', disabled],
    ['ENABLE', enabled],
  ] as const;
  for (const [transition, state] of steps) {
    expect((await change(id, transition)).data?.changeAccount).toMatchObject(state);
  }
});

test.each([
  { path: [], refused: ['ENABLE', 'LIFT_BAN'], allowed: ['DISABLE', 'BAN'] },
  { path: ['DISABLE'], refused: ['DISABLE', 'LIFT_BAN'], allowed: ['ENABLE', 'BAN'] },
  { path: ['BAN'], refused: ['ENABLE', 'DISABLE', 'BAN'], allowed: ['LIFT_BAN'] },
])('after $path a transition that is not allowed says which are', async ({ path, refused, allowed }) => {
  const { id } = await leader();
  for (const transition of path) await change(id, transition);
  for (const transition of refused) {
    const { errors } = await change(id, transition);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'OPERATION_ERROR', transition, allowed } });
    expect(errors?.[0].message).toMatch(
      /^The account is \w+, so \w+ is not possible\. Maybe one of these: \w+/,
    );
  }
});

test(
  'a student who is banned is signed out, shown as unable to sign in, and back after the ' + 'ban',
  async () => {
    const { id, token, studentId, user } = await signedInStudent();
    expect(codeOf(await change(id, 'BAN'))).toBeUndefined();
    expect(codeOf(await server.graphql('{ me { user { id } } }', {}, token))).toBe('UNAUTHENTICATED');
    await expect(server.signIn(user, password)).rejects.toThrow('could not sign in');
    const state = async (): Promise<string> =>
      (await server.graphql('query ($id: ID!) { student(id: $id) { accountState } }', { id: studentId })).data
        .student.accountState;
    expect(await state()).toBe('DISABLED');
    await change(id, 'LIFT_BAN');
    expect(await state()).toBe('ENABLED');
    expect(await server.signIn(user, password)).toBeTruthy();
  },
);

test('nobody bans or disables themselves, and a stale version changes nothing', async () => {
  const me = (await server.graphql('{ me { user { id version } } }')).data.me.user;
  expect(codeOf(await change(me.id, 'BAN'))).toBe('OPERATION_DENIED');
  expect(codeOf(await change(me.id, 'DISABLE'))).toBe('OPERATION_DENIED');
  const { id } = await leader();
  expect(codeOf(await change(id, 'BAN', 99))).toBe('VERSION_CONFLICT');
  expect((await change(id, 'BAN')).data?.changeAccount.user.isBanned).toBe(true);
});
