import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ResetToken, User } from '../../src/entities/accounts.js';
import { CalendarLink } from '../../src/entities/scheduling/calendar.js';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { deliverDueMails } from '../../src/services/system/mail.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount } from './people.js';

let server: TestServer;
beforeAll(
  async () =>
    void (server = await startTestServer({ env: { RESET_LINK_BASE: 'https://client.example/reset/' } })),
);
afterAll(() => server.stop());

const request = (email: string): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($email: String!) { requestPasswordReset(email: $email) { expiresAt } }',
    { email },
    null,
  );

const reset = (token: string, newPassword: string, confirmation = newPassword): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($token: String!, $newPassword: String!, $confirmation: String!) { resetPassword(token: ' +
      '$token, newPassword: $newPassword, confirmation: $confirmation) }',
    { token, newPassword, confirmation },
    null,
  );

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

/** The token of the newest mail to an address, as its reader finds it. */
async function mailedToken(recipient: string): Promise<string> {
  const [mail] = await server
    .context()
    .em.find(OutgoingMail, { recipient }, { orderBy: { id: 'desc' }, limit: 1 });
  const [, token] = /https:\/\/client\.example\/reset\/([\w-]+)</.exec(mail.body) ?? [];
  return token;
}

test('replaces a forgotten password once, and ends every session and link', async () => {
  const { email, name, password } = await addAccount(server, RoleKey.LEADER, 'forgetful-1');
  const { em } = server.context();
  const { id: user } = await em.findOneOrFail(User, { name });
  em.create(CalendarLink, { user, secretHash: 'x' } as never);
  await em.flush();
  const token = await server.signIn(name, password);
  const before = Date.now();
  const { data } = await request(email.toUpperCase());
  const requestedAt = Date.parse(data.requestPasswordReset.expiresAt) - 15 * 60_000;
  expect(requestedAt).toBeGreaterThanOrEqual(before);
  expect(requestedAt).toBeLessThanOrEqual(Date.now());
  const link = await mailedToken(email);
  expect(await reset(link, 'Better123-gate')).toMatchObject({ data: { resetPassword: true } });
  expect(await em.count(CalendarLink, { user })).toBe(0);
  expect(codeOf(await server.graphql('{ me { user { id } } }', {}, token))).toBe('UNAUTHENTICATED');
  await expect(server.signIn(name, password)).rejects.toThrow('could not sign in');
  await server.signIn(name, 'Better123-gate');
  expect(await reset(link, 'Again1234-gate')).toMatchObject({
    errors: [{ extensions: { code: 'NOT_FOUND' } }],
  });
});

test('35: answers an unknown address like a known one, the second time too', async () => {
  const { email } = await addAccount(server, RoleKey.LEADER, 'forgetful-2');
  for (const address of [email, 'nobody@example.com']) {
    expect(Object.keys((await request(address)).data.requestPasswordReset)).toEqual(['expiresAt']);
    expect((await request(address)).errors?.[0]).toMatchObject({
      message: 'A mail was sent to this address less than 3 minutes ago. Maybe look into your mailbox first.',
      extensions: { code: 'OPERATION_ERROR' },
    });
  }
  const { em } = server.context();
  expect([
    await em.count(OutgoingMail, { recipient: email }),
    await em.count(OutgoingMail, { recipient: 'nobody@example.com' }),
  ]).toEqual([1, 0]);
});

test('35: requests for links lock an address late, because many share one', async () => {
  for (let n = 0; n < 30; n++) expect(codeOf(await request(`nobody-${n}@example.com`))).toBeUndefined();
  const strict = await startTestServer({ env: { SIGN_IN_FAILURES_PER_ADDRESS_MAX: '2' } });
  try {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 3; n++) {
      const mutation = `mutation { requestPasswordReset(email: "nobody-${n}@example.com") { expiresAt } }`;
      codes.push(codeOf(await strict.graphql(mutation, {}, null)));
    }
    expect(codes).toEqual([undefined, undefined, 'TOO_MANY_REQUESTS']);
  } finally {
    await strict.stop();
  }
});

test('35: a link lives 15 minutes', async () => {
  const { email, id } = await addAccount(server, RoleKey.LEADER, 'forgetful-3');
  await request(email);
  const link = await mailedToken(email);
  await server.context().em.nativeUpdate(ResetToken, { user: id }, { expiresAt: new Date(Date.now() - 1) });
  expect((await reset(link, 'Better123-gate')).errors?.[0]).toMatchObject({
    message: expect.stringContaining('older than 15 minutes'),
    extensions: { code: 'INVALID_PARAMETER' },
  });
});

test('35: one link works once when it is used twenty times at the same moment', async () => {
  const { email } = await addAccount(server, RoleKey.LEADER, 'forgetful-4');
  await request(email);
  const link = await mailedToken(email);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(link, `Better${n}23-gate`)));
  expect(answers.filter(({ data }) => data?.resetPassword === true)).toHaveLength(1);
  expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(19).fill('NOT_FOUND'));
});

test('a mistake does not use the link up', async () => {
  const { email, password } = await addAccount(server, RoleKey.LEADER, 'forgetful-5');
  await request(email);
  const link = await mailedToken(email);
  expect(codeOf(await reset(link, 'Better123-gate', 'Better124'))).toBe('INVALID_BODY');
  expect(codeOf(await reset(link, 'weak'))).toBe('INVALID_INPUT');
  expect(codeOf(await reset(link, password))).toBe('INVALID_BODY');
  expect(await reset(link, 'Better123-gate')).toMatchObject({ data: { resetPassword: true } });
});

test('a used link takes the other links of the account with it', async () => {
  const { email, id } = await addAccount(server, RoleKey.LEADER, 'forgetful-6');
  await request(email);
  const first = await mailedToken(email);
  const { em } = server.context();
  const { createHash } = await import('node:crypto');
  const tokenHash = createHash('sha256').update('another link').digest('hex');
  em.create(ResetToken, {
    user: id,
    email,
    tokenHash,
    expiresAt: new Date(Date.now() + 60_000),
    usedAt: null,
  } as never);
  await em.flush();
  await reset(first, 'Better123-gate');
  expect(codeOf(await reset('another link', 'Other1234'))).toBe('NOT_FOUND');
});

test('refuses what is no address, and tokens that were never given', async () => {
  expect(codeOf(await request('not an address'))).toBe('INVALID_INPUT');
  expect(codeOf(await reset('never-given', 'Better123-gate'))).toBe('NOT_FOUND');
  expect(codeOf(await reset(' ', 'Better123-gate'))).toBe('INVALID_INPUT');
});

test('without a mail server writes the mail to the data folder, and no link to the log', async () => {
  const { email } = await addAccount(server, RoleKey.LEADER, 'forgetful-7');
  await request(email);
  const link = await mailedToken(email);
  await deliverDueMails(server.runtime.app);
  const [mail] = await server.context().em.find(OutgoingMail, { recipient: email });
  expect(mail).toMatchObject({ attempts: 1, sentAt: expect.any(Date), body: '', failure: null });
  const content = readFileSync(path.join(server.runtime.app.dataDir, 'outbox', `${mail.id}.eml`), 'utf8');
  expect(content).toContain(`To: ${email}`);
  expect(content.replace(/=\n/g, '')).toContain(link);
  const line = server.logLines.find((entry) => entry.includes(`outbox/${mail.id}.eml`));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 30, link: '[redacted]', subject: '重置密码' });
  expect(server.logLines.join('\n')).not.toContain(link);
});
