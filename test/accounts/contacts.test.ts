// A phone or e-mail that nobody has confirmed is for contact: it neither signs in nor keeps its owner out.
import { createHash, randomBytes } from 'node:crypto';
import { User } from '../../src/entities/accounts.js';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, newPhone, type Account } from './people.js';

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      EMAIL_LINK_BASE: 'https://client.example/mail/',
      RESET_LINK_BASE: 'https://client.example/reset/',
      SIGN_IN_FAILURES_MAX: '1000',
    },
  });
});
afterAll(() => server.stop());

/** A student who registers, by default with a contact of the own; the password is Chosen123. */
async function registered(contact: { email?: string; phone?: string } = {}): Promise<Account> {
  const number = `2025${String(++count).padStart(4, '0')}`;
  await addStudent(server, number);
  const account = { name: `student-${count}`, email: `s${count}@example.com`, phone: newPhone(), ...contact };
  const body = {
    ...account,
    type: true,
    user: number,
    new_password: 'Chosen123',
    initial_password: `stu${number}`,
  };
  expect(await server.rest('authRegister', { body })).toMatchObject({ status: 200 });
  const { id } = await server.context().em.findOneOrFail(User, { name: account.name });
  return { ...account, id, password: 'Chosen123' };
}

const signsIn = async (user: string, { password, id }: Account): Promise<boolean> => {
  const answer = await server.rest('authLogin', { body: { user, password } });
  return answer.data?.user?.user_uuid === id;
};
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const confirm = (token: string): Promise<GraphqlAnswer> =>
  server.graphql('mutation ($token: String!) { confirmEmail(token: $token) }', { token }, null);
const resetWith = (token: string): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($token: String!) {
      resetPassword(token: $token, newPassword: "Other1234", confirmation: "Other1234") }`,
    { token },
    null,
  );
const confirmPhone = (id: string, phone: string): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($id: ID!, $p: String!) { confirmPhone(id: $id, phone: $p) { user { isPhoneConfirmed } } }',
    { id, p: phone },
  );
const update = async (account: Account, values: object): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($name: String, $email: String, $phone: String, $password: String) {
      updateProfile(name: $name, email: $email, phone: $phone, password: $password) {
        email phone isEmailConfirmed isPhoneConfirmed } }`,
    values,
    await server.signIn(account.name, account.password),
  );

/** The links of a kind that were mailed to an address, oldest first, each with the name it greets. */
async function links(kind: 'mail' | 'reset', recipient: string): Promise<{ name: string; token: string }[]> {
  const mails = await server.context().em.find(OutgoingMail, { recipient }, { orderBy: { id: 'asc' } });
  const link = new RegExp(`<p>([\\w-]+)，您好[^]*client\\.example/${kind}/([\\w-]+)<`);
  return mails.flatMap(({ body }) => {
    const [, name, token] = link.exec(body) ?? [];
    return token ? [{ name, token }] : [];
  });
}

test('phone and e-mail of others may be given, tell nothing and keep nobody out', async () => {
  const owner = await addAccount(server, RoleKey.LEADER, 'owner');
  const { email, phone } = owner;
  const thief = await registered({ email, phone });
  const later = await registered();
  const changed = await update(later, { email, phone, password: later.password });
  expect(changed.data.updateProfile).toEqual({
    email,
    phone,
    isEmailConfirmed: false,
    isPhoneConfirmed: false,
  });
  for (const contact of [email, phone]) {
    expect(await signsIn(contact, owner)).toBe(true);
    expect([await signsIn(contact, thief), await signsIn(contact, later)]).toEqual([false, false]);
  }
});

test('the phone that staff give counts, also when somebody gave it as their own before', async () => {
  const phone = newPhone();
  const thief = await registered({ phone });
  const { id } = await addAccount(server, RoleKey.LEADER, 'of-staff');
  const given = await server.graphql(
    `mutation ($id: ID!, $p: String) {
      updateUser(id: $id, input: { phone: $p }) { user { isPhoneConfirmed } } }`,
    { id, p: phone },
  );
  expect(given.data.updateUser.user).toEqual({ isPhoneConfirmed: true });
  const owner = { ...thief, id, password: 'Correct1 horse' };
  expect([await signsIn(phone, owner), await signsIn(phone, thief)]).toEqual([true, false]);
  // Its owner changes it: from now on it is for contact.
  const next = newPhone();
  expect((await update({ ...owner, name: 'of-staff' }, { phone: next })).errors).toBeUndefined();
  expect(await signsIn(next, owner)).toBe(false);
  expect(codeOf(await confirmPhone(id, phone))).toBe('OPERATION_ERROR');
  expect((await confirmPhone(id, next)).data.confirmPhone.user).toEqual({ isPhoneConfirmed: true });
  expect(await signsIn(next, owner)).toBe(true);
  // Clients that send every field confirm nothing, and nobody else gets it confirmed.
  const other = await registered({ phone: next });
  expect(codeOf(await confirmPhone(other.id, next))).toBe('DUPLICATE');
  expect((await update({ ...owner, name: 'of-staff' }, { phone: next })).data.updateProfile).toMatchObject({
    isPhoneConfirmed: true,
  });
});

test('an administrator who sends an unconfirmed phone back unchanged does not confirm it', async () => {
  const account = await addAccount(server, RoleKey.LEADER, 'unchanged');
  const phone = newPhone();
  await update(account, { phone });
  const { name, email } = account;
  await server.rest('userUpdate', {
    token: server.administrator,
    path: { user_uuid: account.id },
    body: { name, email, phone, status: true, ban: false },
  });
  expect(await signsIn(phone, account)).toBe(false);
});

test('the phone and e-mail of the first administrator count', async () => {
  const { data } = await server.graphql('{ me { user { id email phone } } }');
  const { id, email, phone } = data.me.user;
  const administrator = { ...data.me.user, password: server.credentials.password } as Account;
  expect(id).toBeDefined();
  expect([await signsIn(email, administrator), await signsIn(phone, administrator)]).toEqual([true, true]);
});

test('an e-mail counts once the link that went to it is opened', async () => {
  const student = await registered();
  expect(await signsIn(student.email, student)).toBe(false);
  const [{ token }] = await links('mail', student.email);
  expect(await confirm(token)).toMatchObject({ data: { confirmEmail: true } });
  expect(await signsIn(student.email, student)).toBe(true);
  expect(codeOf(await confirm(token))).toBe('NOT_FOUND');
});

test('one confirmation link works once of twenty times at the same moment, and a guess never', async () => {
  const student = await registered();
  const [{ token }] = await links('mail', student.email);
  const guesses = [
    ...[token.slice(0, -1), `${token}=`, `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`],
    ...[student.id, ' ', '%'],
    createHash('sha256').update(token).digest('hex'),
    ...Array.from({ length: 30 }, () => randomBytes(32).toString('base64url')),
  ];
  const guessed = await Promise.all(guesses.map(confirm));
  expect(guessed.filter(({ data }) => data?.confirmEmail)).toEqual([]);
  expect(await signsIn(student.email, student)).toBe(false);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
  expect(answers.filter(({ data }) => data?.confirmEmail === true)).toHaveLength(1);
  expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(19).fill('NOT_FOUND'));
});

test('two accounts that confirm one address at the same moment do not both have it', async () => {
  const email = `contested-${++count}@example.com`;
  const accounts = [await registered({ email }), await registered({ email })];
  await Promise.all((await links('mail', email)).map(({ token }) => confirm(token)));
  const signedIn = await Promise.all(accounts.map((account) => signsIn(email, account)));
  expect(signedIn.filter(Boolean)).toHaveLength(1);
});

test('whoever reads the mailbox has the address, even if an account had it before', async () => {
  const squatter = await addAccount(server, RoleKey.LEADER, 'squatter');
  const owner = await registered({ email: squatter.email });
  const [{ name, token }] = await links('mail', squatter.email);
  expect(name).toBe(owner.name);
  await confirm(token);
  expect([await signsIn(owner.email, owner), await signsIn(owner.email, squatter)]).toEqual([true, false]);
});

test('a link confirms the mailbox that it went to and no other', async () => {
  const student = await registered();
  const victim = `victim-${count}@example.com`;
  const [first] = await links('mail', student.email);
  await server.graphql('mutation ($e: String!) { requestPasswordReset(email: $e) { expiresAt } }', {
    e: student.email,
  });
  const [link] = await links('reset', student.email);
  await update(student, { email: victim, password: student.password });
  expect(codeOf(await confirm(first.token))).toBe('NOT_FOUND');
  expect(codeOf(await resetWith(link.token))).toBe('NOT_FOUND');
  expect(await signsIn(victim, student)).toBe(false);
});

test('a reset link goes to the account that confirmed the address, else to all that gave it', async () => {
  const email = `shared-${++count}@example.com`;
  const [first, second] = [await registered({ email }), await registered({ email })];
  const ask = async (): Promise<string[]> => {
    await server.context().em.execute(`update rate_limit set expire = 1 where key like 'mail:%'`);
    const before = (await links('reset', email)).length;
    await server.graphql('mutation ($e: String!) { requestPasswordReset(email: $e) { expiresAt } }', {
      e: email,
    });
    return (await links('reset', email)).slice(before).map(({ name }) => name);
  };
  expect((await ask()).toSorted()).toEqual([first.name, second.name].toSorted());
  const mine = (await links('reset', email)).find(({ name }) => name === second.name)!;
  expect((await resetWith(mine.token)).errors).toBeUndefined();
  expect(await signsIn(email, { ...second, password: 'Other1234' })).toBe(true);
  expect(await ask()).toEqual([second.name]);
});

test('another link may be asked for, and mails to new addresses are bounded', async () => {
  const student = await registered();
  const again = { email: student.email };
  expect((await update(student, again)).data.updateProfile.isEmailConfirmed).toBe(false);
  // Refused to nobody who sends every field, but not sent once more within three minutes.
  expect((await update(student, again)).errors).toBeUndefined();
  expect(await links('mail', student.email)).toHaveLength(2);
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 6; n++) {
    const email = `flood-${n}@example.com`;
    codes.push(codeOf(await update(student, { email, password: student.password })));
  }
  expect(codes).toEqual([...Array(5).fill(undefined), 'TOO_MANY_REQUESTS']);
});
