// Whoever holds a session, and nothing else, must not come to the account by a new e-mail and a reset link.
import { EmailChange } from '../../src/entities/accounts.js';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, type Account } from './people.js';

let server: TestServer;
let account: Account;
let token: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({
    env: { EMAIL_LINK_BASE: 'https://client.example/mail/', SIGN_IN_FAILURES_MAX: '3' },
  });
});
beforeEach(async () => {
  account = await addAccount(server, RoleKey.LEADER, `mover-${++count}`);
  token = await server.signIn(account.name, account.password);
});
afterAll(() => server.stop());

const change = (email: string, more: object = {}): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($email: String, $phone: String, $password: String) {
      updateProfile(email: $email, phone: $phone, password: $password) { email phone } }`,
    { email, ...more },
    token,
  );
const confirm = (link: string): Promise<GraphqlAnswer> =>
  server.graphql('mutation ($link: String!) { confirmEmail(token: $link) }', { link }, null);
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const emailNow = async (): Promise<string> =>
  (await server.graphql('{ me { user { email } } }', {}, token)).data.me.user.email;

/** The tokens of the links that were mailed to an address. */
async function mailed(recipient: string): Promise<string[]> {
  const mails = await server.context().em.find(OutgoingMail, { recipient }, { orderBy: { id: 'asc' } });
  return mails.flatMap(({ body }) => /https:\/\/client\.example\/mail\/([\w-]+)</.exec(body)?.[1] ?? []);
}

test('with the password a new e-mail takes effect at once', async () => {
  const answer = await change('new-1@example.com', { password: account.password });
  expect(answer.data.updateProfile.email).toBe('new-1@example.com');
  expect(await mailed(account.email)).toEqual([]);
});

test('without it, it waits for the link that goes to the old one, and the rest changes at once', async () => {
  const answer = await change('new-2@example.com', { phone: '13912349999' });
  expect(answer.data.updateProfile).toEqual({ email: account.email, phone: '13912349999' });
  expect(await mailed('new-2@example.com')).toEqual([]);
  const [link] = await mailed(account.email);
  expect(await confirm(link)).toMatchObject({ data: { confirmEmail: true } });
  expect(await emailNow()).toBe('new-2@example.com');
  expect(codeOf(await confirm(link))).toBe('NOT_FOUND');
  // The link that now went to the new one makes it count.
  const [confirmation] = await mailed('new-2@example.com');
  await expect(server.signIn('new-2@example.com', account.password)).rejects.toThrow();
  expect(await confirm(confirmation)).toMatchObject({ data: { confirmEmail: true } });
  expect(await server.signIn('new-2@example.com', account.password)).toBeTruthy();
});

test('over /api/v1 likewise', async () => {
  const email = 'new-3@example.com';
  const put = (query: Record<string, string>) => server.rest('authProfile', { token, query });
  expect((await put({ email })).data.email).toBe(account.email);
  expect(await mailed(account.email)).toHaveLength(1);
  expect(await put({ email, password: 'Wrong111' })).toMatchObject({
    code: 40007,
    error_message: '当前密码错误',
  });
  expect((await put({ email, password: account.password })).data.email).toBe(email);
});

test('guesses of the password are counted', async () => {
  for (let n = 0; n < 3; n++)
    expect(codeOf(await change('new-4@example.com', { password: `Wrong${n}` }))).toBe('INVALID_BODY');
  const locked = await change('new-4@example.com', { password: account.password });
  expect(codeOf(locked)).toBe('TOO_MANY_REQUESTS');
  // Which does not lock the account.
  expect(await server.signIn(account.name, account.password)).toBeTruthy();
});

test('the same e-mail in other letters needs neither', async () => {
  expect((await change(account.email.toUpperCase())).data.updateProfile.email).toBe(
    account.email.toUpperCase(),
  );
  expect(await mailed(account.email)).toEqual([]);
  expect(await server.signIn(account.email, account.password)).toBeTruthy();
});

test('a second link within minutes is refused; replaced, old and made-up ones are none', async () => {
  const { em } = server.context();
  await change('new-5@example.com');
  const [first] = await mailed(account.email);
  expect(codeOf(await change('new-6@example.com'))).toBe('OPERATION_ERROR');
  await em.execute(`update rate_limit set expire = 1 where key like 'mail:%'`);
  await change('new-6@example.com');
  const [, second] = await mailed(account.email);
  expect(codeOf(await confirm(first))).toBe('NOT_FOUND');
  await em.nativeUpdate(EmailChange, { user: account.id }, { expiresAt: new Date(Date.now() - 1) });
  expect(codeOf(await confirm(second))).toBe('NOT_FOUND');
  expect(codeOf(await confirm('made-up'))).toBe('NOT_FOUND');
  expect(await emailNow()).toBe(account.email);
});

test('the e-mail of somebody else may be asked for, is not told of and takes nothing from them', async () => {
  const owner = await addAccount(server, RoleKey.LEADER, 'owner');
  expect((await change(owner.email)).data.updateProfile.email).toBe(account.email);
  await confirm((await mailed(account.email))[0]);
  expect(await emailNow()).toBe(owner.email);
  expect(await server.signIn(owner.email, owner.password)).toBeTruthy();
});
