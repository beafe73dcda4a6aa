// Requirement 35: an attacker learns nothing from the clock and is locked out, however the attempts are
// dressed.
import { RoleKey } from '../../src/schema/enums.js';
import { forgetOldCounts } from '../../src/services/accounts/counters.js';
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

/** The code of an attempt from an address, which a server behind a proxy believes. */
async function attemptFrom(address: string, user: string, password: string): Promise<string | undefined> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      query: 'mutation ($u: String!, $p: String!) { signIn(user: $u, password: $p) { needsRegistration } }',
      variables: { u: user, p: password },
    }),
  });
  return codeOf((await response.json()) as GraphqlAnswer);
}

/** As if so many addresses had failed at every account that was tried. */
const failEverywhere = (attempts: number): Promise<unknown> =>
  server
    .context()
    .em.execute(`update rate_limit set points = $1 where key like 'sign-in-everywhere:%'`, [attempts]);

test('35: locks an account to an address after the failures that are allowed, by whatever name', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  const { name, email, phone, password } = await addAccount(server, RoleKey.LEADER, 'victim');
  const names = [name, email, phone, name];
  expect(await codesOf(4, (n) => signIn(names[n], 'Wrong111'))).toEqual(Array(4).fill('SIGN_IN_FAILED'));
  const locked = await signIn(name, password);
  expect(codeOf(locked)).toBe('TOO_MANY_REQUESTS');
  expect(locked.errors?.[0].extensions.retrySeconds).toBeGreaterThan(800);
});

test('35: failures on other names lock nobody behind the same address', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'bystander');
  expect(await codesOf(12, (n) => signIn(`nobody-${n}`, 'Wrong111'))).toEqual(
    Array(12).fill('SIGN_IN_FAILED'),
  );
  expect(codeOf(await signIn(name, password))).toBeUndefined();
});

test('35: locks an address after the failures that it is allowed, on whatever name', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_PER_ADDRESS_MAX: '20', TRUST_PROXY: 'true' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'bystander');
  const attempts = Array.from({ length: 300 }, (_, n) => attemptFrom('192.0.2.1', `nobody-${n}`, 'Wrong111'));
  const codes = await Promise.all(attempts);
  expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(20);
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(280);
  expect(await attemptFrom('192.0.2.1', name, password)).toBe('TOO_MANY_REQUESTS');
  expect(await attemptFrom('192.0.2.2', name, password)).toBeUndefined();
});

test('35: of 300 attempts on an account at once as many are judged as one after the other', async () => {
  server = await startTestServer();
  await addAccount(server, RoleKey.LEADER, 'victim');
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => signIn('victim', `Wrong${n}`)));
  const codes = answers.map(codeOf);
  expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(10);
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(290);
});

test('35: nobody locks or slows an account where it signs in', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '4', TRUST_PROXY: 'true' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'victim');
  const [home, attacker] = ['192.0.2.1', '192.0.2.2'];
  expect(await attemptFrom(home, name, password)).toBeUndefined();
  for (let n = 0; n < 4; n++) expect(await attemptFrom(attacker, name, 'Wrong111')).toBe('SIGN_IN_FAILED');
  expect(await attemptFrom(attacker, name, password)).toBe('TOO_MANY_REQUESTS');
  // Everybody would have to wait as long as one can, were this address not known.
  await failEverywhere(1_000);
  for (let n = 0; n < 8; n++) expect(await attemptFrom(home, name, 'Wrong111')).toBe('SIGN_IN_FAILED');
  expect(await attemptFrom(home, name, password)).toBeUndefined();
});

test('35: an address is known for 30 days', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1' } });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'traveller');
  await server.signIn(name, password);
  const { em } = server.context();
  const [row] = await em.execute<{ days: number }[]>(
    `select (max(expire) - $1) / 86400000.0 as days from rate_limit where key like 'known-address:%'`,
    [Date.now()],
  );
  expect(Number(row.days)).toBeCloseTo(30, 1);
  expect(await codesOf(3, () => signIn(name, 'Wrong111'))).toEqual(Array(3).fill('SIGN_IN_FAILED'));
  await em.execute(`update rate_limit set expire = $1 where key like 'known-address:%'`, [Date.now() - 1]);
  expect(await codesOf(2, () => signIn(name, 'Wrong111'))).toEqual(['SIGN_IN_FAILED', 'TOO_MANY_REQUESTS']);
});

test('what was counted until an hour ago is forgotten, and what still counts is kept', async () => {
  server = await startTestServer();
  const { em } = server.context();
  await em.execute('delete from rate_limit');
  const hours = [-2, -0.5, 1];
  for (const hour of hours)
    await em.execute('insert into rate_limit (key, points, expire) values ($1, 1, $2)', [
      String(hour),
      Date.now() + hour * 3_600_000,
    ]);
  await forgetOldCounts(server.context());
  const left = await em.execute<{ key: string }[]>('select key from rate_limit order by expire');
  expect(left.map(({ key }) => Number(key))).toEqual(hours.slice(1));
});

test('35: failures from many addresses slow the others and never lock them', async () => {
  server = await startTestServer({
    env: { SIGN_IN_FAILURES_MAX: '4', SIGN_IN_DELAY_SECONDS_MAX: '0.5', TRUST_PROXY: 'true' },
  });
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'victim');
  for (let n = 0; n < 4; n++)
    expect(await attemptFrom(`192.0.2.${n}`, name, 'Wrong111')).toBe('SIGN_IN_FAILED');
  const waits: number[] = [];
  for (let n = 4; n < 8; n++) {
    const startMs = performance.now();
    expect(await attemptFrom(`192.0.2.${n}`, name, n === 7 ? password : 'Wrong111')).toBe(
      n === 7 ? undefined : 'SIGN_IN_FAILED',
    );
    waits.push(performance.now() - startMs);
  }
  // Timers may fire a millisecond early.
  [250, 500, 500, 500].forEach((leastMs, at) => expect(waits[at]).toBeGreaterThan(leastMs - 2));
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

test('35: counts registrations that nobody proved, whatever stands behind the number', async () => {
  server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '3' } });
  await addStudent(server, '20240001');
  for (const user of ['20240001', '99999999']) {
    const register = async (n: number): Promise<number> => {
      const body = { type: true, user, name: `thief-${n}`, new_password: 'Chosen123' };
      const more = { email: 'thief@example.com', phone: '13900000001' };
      return (await server.rest('authRegister', { body: { ...body, ...more } })).code;
    };
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) codes.push(await register(n));
    expect(codes).toEqual([40102, 40102, 40102, 42900, 42900]);
  }
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
