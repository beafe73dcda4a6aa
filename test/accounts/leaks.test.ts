// Requirement 37: no answer and no line of the log holds a password, a hash, a token, a statement, a stack or
// a path.
import { createHash } from 'node:crypto';
import { Session, User } from '../../src/entities/accounts.js';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { deliverDueMails } from '../../src/services/system/mail.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addAccount, addStudent } from './people.js';

let server: TestServer;
const answers: string[] = [];
beforeAll(async () => void (server = await startTestServer({ env: { LOG_LEVEL: 'debug' } })));
afterAll(() => server.stop());

async function ask(
  query: string,
  variables: object = {},
  token: string | null = null,
): Promise<Record<string, any>> {
  const answer = await server.graphql(query, variables, token);
  answers.push(JSON.stringify(answer));
  return answer.data;
}

async function restAsk(operation: string, options: object): Promise<void> {
  answers.push(JSON.stringify(await server.rest(operation, options)));
}

test('37: keeps secrets out of answers and the log, whatever goes wrong', async () => {
  const { id, name, email } = await addAccount(server, RoleKey.LEADER, 'careful');
  await addStudent(server, '20240001');
  const passwords = [
    'Correct1 horse',
    'Wrong-Guess1',
    'Chosen-One1',
    'Next-One12-gate',
    'Weakness',
    'Admin-Set1-gate',
  ];
  const [correct, wrong, chosen, next, weak, given] = passwords;

  const signIn =
    'mutation ($u: String!, $p: String!) { signIn(user: $u, password: $p) { token { token refreshToken } } }';
  const { token, refreshToken } = (await server.graphql(signIn, { u: name, p: correct }, null)).data.signIn
    .token;
  await ask(signIn, { u: name, p: wrong });
  await ask(signIn, { u: 'nobody', p: wrong });
  await ask(`mutation { signIn(user: "${name}", password: "${wrong}", unknown: 1) { token { token } } }`);
  await ask('mutation ($u: String!, $p: Int!) { signIn(user: $u, password: $p) { needsRegistration } }', {
    u: name,
    p: wrong,
  });
  await ask('mutation ($i: RegistrationInput!) { register(input: $i) }', {
    i: {
      isStudent: true,
      number: '20240001',
      name,
      newPassword: chosen,
      email: 'x@example.com',
      phone: '13900000001',
      initialPassword: 'stu20240001',
    },
  });
  await ask('mutation ($i: RegistrationInput!) { register(input: $i) }', {
    i: {
      number: '',
      name: 'x',
      newPassword: weak,
      email: 'x',
      phone: 'x',
      initialPassword: wrong,
      other: chosen,
    },
  });
  await ask(
    'mutation ($c: String!, $n: String!) { changePassword(currentPassword: $c, newPassword: $n, ' +
      'confirmation: $n) }',
    { c: wrong, n: next },
    token,
  );
  await ask('mutation ($t: String!) { refreshTokens(refreshToken: $t) { userId } }', {
    t: `${refreshToken}x`,
  });
  await ask(
    'mutation ($id: ID!, $p: String!) { updateUser(id: $id, input: { password: $p }) { user { name } } }',
    { id, p: given },
    server.administrator,
  );
  await ask('{ me { user { name } } }', {}, token);
  await restAsk('authLogin', { body: { user: name, password: wrong } });
  await restAsk('authChangePassword', {
    token,
    query: { current_password: correct, new_password: next, confirm_password: next },
  });
  await restAsk('authResetPassword', {
    query: { token: refreshToken, new_password: next, confirm_password: next },
  });
  await restAsk('userUpdate', {
    token: server.administrator,
    path: { user_uuid: id },
    body: { password: weak },
  });
  await ask('mutation ($e: String!) { requestPasswordReset(email: $e) { expiresAt } }', { e: email });
  const { em } = server.context();
  const [{ body }] = await em.find(OutgoingMail, {});
  const [, link] = /reset-password\/([\w-]+)</.exec(body) ?? [];
  await deliverDueMails(server.runtime.app);
  await ask(
    'mutation ($t: String!, $p: String!) { resetPassword(token: $t, newPassword: $p, confirmation: $p) }',
    { t: `${link}x`, p: next },
  );

  const users = await em.find(User, {});
  const sessions = await em.find(Session, {});
  const secrets = [
    ...passwords,
    'stu20240001',
    server.credentials.password,
    token,
    refreshToken,
    server.administrator,
    link,
    createHash('sha256').update(link).digest('hex'),
    ...users.map(({ passwordHash }) => passwordHash),
    ...sessions.map(({ refreshHash }) => refreshHash),
    '$argon2id',
  ];
  const told = [...answers, ...server.logLines].join('\n');
  for (const secret of secrets) expect(told).not.toContain(secret);
  const machinery = [
    /insert into/i,
    /select .+ from/i,
    /update "/i,
    /\bat .+:\d+:\d+/,
    /node_modules/,
    /file:\/\//,
    server.runtime.app.dataDir,
    process.cwd(),
  ];
  for (const trace of machinery) for (const answer of answers) expect(answer).not.toMatch(trace);
});
