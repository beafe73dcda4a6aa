import { Session } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, type Account } from './people.js';

let server: TestServer;
let account: Account;
let count = 0;
beforeAll(async () => void (server = await startTestServer({ env: { SIGN_IN_FAILURES_MAX: '1000' } })));
beforeEach(async () => void (account = await addAccount(server, RoleKey.LEADER, `holder-${++count}`)));
afterAll(() => server.stop());

interface Tokens {
  token: string;
  refreshToken: string;
}

const signIn = async (): Promise<Tokens> =>
  (
    await server.graphql(
      'mutation ($u: String!, $p: String!) { signIn(user: $u, password: $p) { token { token refreshToken } ' +
        '} }',
      { u: account.name, p: account.password },
      null,
    )
  ).data.signIn.token;

const refresh = (refreshToken: string): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($t: String!) { refreshTokens(refreshToken: $t) { token refreshToken userId } }',
    { t: refreshToken },
    null,
  );

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const isAlive = async ({ token }: Tokens): Promise<boolean> =>
  (await server.graphql('{ me { user { id } } }', {}, token)).data?.me?.user.id === account.id;

/** Waits until every process was told that sessions of the account ended. */
function sessionsEnded(): Promise<void> {
  return new Promise((resolve) => {
    const stop = server.runtime.app.bus.listen('sessionsEnded', ({ id }) => {
      if (id !== account.id) return;
      stop();
      resolve();
    });
  });
}

test('a refresh token gives new tokens and is used up', async () => {
  const first = await signIn();
  const second = (await refresh(first.refreshToken)).data.refreshTokens;
  expect(second.userId).toBe(account.id);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(second.token).not.toBe(first.token);
  expect(await isAlive(second)).toBe(true);
  expect((await refresh(second.refreshToken)).errors).toBeUndefined();
});

test('a refresh token that comes back ends the session for whoever holds its tokens', async () => {
  const first = await signIn();
  const second = (await refresh(first.refreshToken)).data.refreshTokens;
  const told = sessionsEnded();
  expect(codeOf(await refresh(first.refreshToken))).toBe('UNAUTHENTICATED');
  await told;
  expect(await isAlive(second)).toBe(false);
  expect(codeOf(await refresh(second.refreshToken))).toBe('UNAUTHENTICATED');
});

test('of two that use a refresh token at the same moment one gets tokens, which the other ends', async () => {
  const { refreshToken } = await signIn();
  const told = sessionsEnded();
  const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect(answers.map(codeOf).filter(Boolean)).toEqual(['UNAUTHENTICATED']);
  const [tokens] = answers.flatMap(({ data }) => data?.refreshTokens ?? []);
  await told;
  expect(await isAlive(tokens)).toBe(false);
});

test('refuses unknown, expired and empty refresh tokens, and those of disabled accounts', async () => {
  for (const unknown of ['nonsense', '', 'x'.repeat(5000)])
    expect(codeOf(await refresh(unknown))).toBe('UNAUTHENTICATED');
  const { refreshToken } = await signIn();
  await server
    .context()
    .em.nativeUpdate(Session, { user: account.id }, { expiresAt: new Date(Date.now() - 1) });
  expect(codeOf(await refresh(refreshToken))).toBe('UNAUTHENTICATED');
  const other = await signIn();
  await server.graphql(
    'mutation ($id: ID!) { updateUser(id: $id, input: { isEnabled: false }) { user { id } } }',
    { id: account.id },
  );
  expect(codeOf(await refresh(other.refreshToken))).toBe('UNAUTHENTICATED');
});

test('signing out ends this session and no other', async () => {
  const [here, elsewhere] = [await signIn(), await signIn()];
  const told = sessionsEnded();
  expect((await server.graphql('mutation { signOut }', {}, here.token)).data).toEqual({ signOut: true });
  await told;
  expect([await isAlive(here), await isAlive(elsewhere)]).toEqual([false, true]);
  expect(codeOf(await refresh(here.refreshToken))).toBe('UNAUTHENTICATED');
});

test.each<[string, string, (id: string) => object]>([
  [
    'disabling',
    'mutation ($id: ID!) { updateUser(id: $id, input: { isEnabled: false }) { user { id } } }',
    (id) => ({ id }),
  ],
  [
    'banning',
    'mutation ($id: ID!) { updateUser(id: $id, input: { isBanned: true }) { user { id } } }',
    (id) => ({ id }),
  ],
  [
    'a new password',
    'mutation ($id: ID!) { updateUser(id: $id, input: { password: "Other123-gate" }) { user { id } } }',
    (id) => ({ id }),
  ],
  ['deleting', 'mutation ($id: ID!) { deleteUser(id: $id) }', (id) => ({ id })],
])('%s by an administrator ends every session of the account', async (_, mutation, variables) => {
  const sessions = [await signIn(), await signIn()];
  const told = sessionsEnded();
  expect((await server.graphql(mutation, variables(account.id))).errors).toBeUndefined();
  await told;
  expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false]);
});

test('changing the own password ends every session, this one too', async () => {
  const sessions = [await signIn(), await signIn()];
  const { errors } = await server.graphql(
    'mutation { changePassword(currentPassword: "Correct1 horse", newPassword: "Other123-gate", ' +
      'confirmation: "Other123-gate") }',
    {},
    sessions[0].token,
  );
  expect(errors).toBeUndefined();
  expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false]);
});

test('changes of an account that take nothing away leave its sessions', async () => {
  const session = await signIn();
  await server.graphql(
    'mutation ($id: ID!) { updateUser(id: $id, input: { permissions: ["user"], isEnabled: true }) { user ' +
      '{ id } } }',
    {
      id: account.id,
    },
  );
  expect(await isAlive(session)).toBe(true);
});

test('forgets sessions that ended long ago when the account signs in', async () => {
  await signIn();
  const { em } = server.context();
  await em.nativeUpdate(Session, { user: account.id }, { endedAt: new Date(Date.now() - 8 * 86_400_000) });
  await signIn();
  expect(await em.count(Session, { user: account.id })).toBe(1);
});

test('keeps nothing in the database that could be used as a token', async () => {
  const { refreshToken } = await signIn();
  const session = await server.context().em.findOneOrFail(Session, { user: account.id });
  expect(session.refreshHash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(session)).not.toContain(refreshToken);
});
