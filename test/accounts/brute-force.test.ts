// Requirement 35: an attacker learns nothing from the clock and is locked out, however the attempts are
// dressed.
import { RoleKey } from '../../src/schema/enums.js';
import { processorMsOf } from '../support/processor-time.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent } from './people.js';

let server: TestServer;
afterEach(() => server.stop());

const signIn = (user: string, password: string): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($u: String!, $p: String!) { signIn(user: $u, password: $p) { token { token } } }',
    { u: user, p: password },
    null,
  );

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

async function codesOf(
  attempts: number,
  attempt: (n: number) => Promise<GraphqlAnswer>,
): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < attempts; n++) codes.push(codeOf(await attempt(n)));
  return codes;
}

test('35: locks an account after the failures that are allowed, by whatever name it is tried', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  const { name, email, phone, password } = await addAccount(server, RoleKey.LEADER, 'victim');
  const names = [name, email, phone, name];
  expect(await codesOf(4, (n) => signIn(names[n], 'Wrong111'))).toEqual(Array(4).fill('SIGN_IN_FAILED'));
  const locked = await signIn(name, password);
  expect(codeOf(locked)).toBe('TOO_MANY_REQUESTS');
  expect(locked.errors?.[0].extensions.retrySeconds).toBeGreaterThan(800);
});

test('35: locks the address of a caller who tries one name after the other', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'bystander');
  expect(await codesOf(4, (n) => signIn(`nobody-${n}`, 'Wrong111'))).toEqual(Array(4).fill('SIGN_IN_FAILED'));
  expect(codeOf(await signIn(name, password))).toBe('TOO_MANY_REQUESTS');
});

test('35: counts every alias of a request', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  await addAccount(server, RoleKey.LEADER, 'victim');
  const aliases = Array.from(
    { length: 3 },
    (_, n) => `a${n}: signIn(user: "victim", password: "Wrong${n}") { needsRegistration }`,
  );
  const codes: string[] = [];
  for (let request = 0; request < 6; request++) {
    const { errors } = await server.graphql(`mutation { ${aliases.join(' ')} }`, {}, null);
    codes.push(...(errors ?? []).map(({ extensions }) => extensions.code as string));
  }
  expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(4);
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
});

test('35: judges no more passwords at the same moment than one after the other', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  await addAccount(server, RoleKey.LEADER, 'victim');
  const codes = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => codeOf(await signIn('victim', `Wrong${n}`))),
  );
  expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(4);
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(16);
});

test('a success forgives the failures before it', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '3' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'forgetful');
  await codesOf(2, () => signIn(name, 'Wrong111'));
  expect(codeOf(await signIn(name, password))).toBeUndefined();
  expect(await codesOf(1, () => signIn(name, 'Wrong111'))).toEqual(['SIGN_IN_FAILED']);
});

test('counts guesses of the current password and of initial passwords too', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '3' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'robbed');
  const token = await server.signIn(name, password);
  const guess = (n: number): Promise<GraphqlAnswer> =>
    server.graphql(
      'mutation ($p: String!) { changePassword(currentPassword: $p, newPassword: "Other123", confirmation: ' +
        '"Other123") }',
      { p: `Guess${n}` },
      token,
    );
  expect(await codesOf(3, guess)).toEqual(Array(3).fill('INVALID_BODY'));
  expect(codeOf(await guess(4))).toBe('TOO_MANY_REQUESTS');
  await server.stop();

  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '3' } });
  await addStudent(server, '20240001');
  const register = (n: number): Promise<GraphqlAnswer> =>
    server.graphql(
      `mutation ($i: RegistrationInput!) { register(input: $i) }`,
      {
        i: {
          isStudent: true,
          number: '20240001',
          name: 'thief',
          newPassword: 'Chosen123',
          email: 'thief@example.com',
          phone: '13900000001',
          initialPassword: `guess${n}`,
        },
      },
      null,
    );
  expect(await codesOf(3, register)).toEqual(Array(3).fill('SIGN_IN_FAILED'));
  expect(codeOf(await register(4))).toBe('TOO_MANY_REQUESTS');
});

test(
  '35: takes the same time for an unknown user, a wrong password and a person without ' + 'account',
  async () => {
    server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1000' } });
    await addAccount(server, RoleKey.LEADER, 'known-user');
    await addStudent(server, '20240001');
    const names = ['known-user', 'unknown-user', '20240001'];
    const least = new Map<string, number>();
    // Taken in turns, and the least of many: whatever else this process does only adds to a time.
    for (let round = 0; round < 25; round++) {
      for (const name of names) {
        const processorMs = await processorMsOf(() => signIn(name, 'Wrong111'));
        least.set(name, Math.min(processorMs, least.get(name) ?? Infinity));
      }
    }
    // A password that is not compared would be answered in a fraction of the time.
    expect(Math.max(...least.values()) / Math.min(...least.values())).toBeLessThan(1.6);
  },
);
