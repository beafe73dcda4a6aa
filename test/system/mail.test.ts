// Requirement 17: a mail server that is down delays mails and loses none.
import { OutgoingMail } from '../../src/entities/system.js';
import { deliverDueMails, deliverMail, waitMsAfter } from '../../src/services/system/mail.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { attemptsMax } from '../../src/services/system/system.queries.js';

let server: TestServer;
let mailServer: MailServer;

beforeEach(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: '排课 <school@example.com>' },
  });
});
afterEach(async () => {
  await server.stop();
  await mailServer.stop();
});

const request = (): Promise<GraphqlAnswer> =>
  server.graphql('mutation { requestPasswordReset(email: "admin@example.com") { expiresAt } }', {}, null);
const onlyMail = async (): Promise<OutgoingMail> => (await server.context().em.find(OutgoingMail, {}))[0];

test(
  '17: the request succeeds while the mail server is down; the mail arrives once after it is ' + 'back',
  async () => {
    const { port } = mailServer;
    await mailServer.stop();
    expect((await request()).data.requestPasswordReset.expiresAt).toEqual(expect.any(String));
    await deliverDueMails(server.runtime.app);
    const waiting = await onlyMail();
    expect(waiting).toMatchObject({ attempts: 1, sentAt: null, failure: 'ESOCKET connect' });
    expect(waiting.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 4_000);

    mailServer = await startMailServer(port);
    await deliverDueMails(server.runtime.app);
    expect(mailServer.mails).toHaveLength(0); // not yet due
    await server.context().em.nativeUpdate(OutgoingMail, { id: waiting.id }, { nextAttemptAt: new Date() });
    // Several workers find it at the same moment, and again later.
    await Promise.all(Array.from({ length: 5 }, () => deliverDueMails(server.runtime.app)));
    await deliverMail(server.runtime.app, waiting.id);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]).toContain('To: admin@example.com');
    expect(mailServer.mails[0]).toContain(`Message-ID: <${waiting.id}@example.com>`);
    expect(await onlyMail()).toMatchObject({
      attempts: 2,
      sentAt: expect.any(Date),
      failure: null,
      body: '',
    });
  },
);

test(
  'a mail that the server refuses for now is tried again, and its text stays out of the records and the ' +
    'log',
  async () => {
    const { port } = mailServer;
    await mailServer.stop();
    mailServer = await startMailServer(port, { refusesFirst: 1 });
    await request();
    await deliverDueMails(server.runtime.app);
    const { id, failure, body } = await onlyMail();
    expect(failure).toBe('EMESSAGE 451');
    const [, link] = /href="([^"]+)"/.exec(body) ?? [];
    await server.context().em.nativeUpdate(OutgoingMail, { id }, { nextAttemptAt: new Date() });
    await deliverDueMails(server.runtime.app);
    expect(mailServer.mails).toHaveLength(1);
    expect(server.logLines.join('\n')).not.toContain(link);
  },
);

test('waits twice as long after each failure, at most an hour, and gives up in the end', async () => {
  expect([1, 2, 3, 10, 11, 40].map(waitMsAfter)).toEqual([
    5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ]);
  await mailServer.stop();
  await request();
  const { id } = await onlyMail();
  await server.context().em.nativeUpdate(OutgoingMail, { id }, { attempts: attemptsMax - 1 });
  await deliverMail(server.runtime.app, id);
  expect(server.logLines.some((line) => line.includes('given up'))).toBe(true);
  await server.context().em.nativeUpdate(OutgoingMail, { id }, { nextAttemptAt: new Date() });
  await deliverMail(server.runtime.app, id);
  expect(await onlyMail()).toMatchObject({ attempts: attemptsMax, sentAt: null });
});

test('bug: /metrics tells of mails that wait, fail and were given up', async () => {
  const told = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const lines = text.matchAll(/^class_scheduling_mails\{state="(\w+)".*\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]));
  };
  expect(await told()).toEqual({ waiting: 0, failing: 0, given_up: 0 });
  await request();
  expect(await told()).toEqual({ waiting: 1, failing: 0, given_up: 0 });
  const { port } = mailServer;
  await mailServer.stop();
  await deliverDueMails(server.runtime.app);
  expect(await told()).toEqual({ waiting: 0, failing: 1, given_up: 0 });
  const { id } = await onlyMail();
  const change = (values: Partial<OutgoingMail>): Promise<number> =>
    server.context().em.nativeUpdate(OutgoingMail, { id }, values);
  await change({ attempts: attemptsMax });
  expect(await told()).toEqual({ waiting: 0, failing: 0, given_up: 1 });
  await change({ nextAttemptAt: new Date(Date.now() - 25 * 60 * 60_000) });
  expect(await told()).toEqual({ waiting: 0, failing: 0, given_up: 0 });
  await change({ attempts: 1 });
  mailServer = await startMailServer(port);
  await deliverDueMails(server.runtime.app);
  expect(await told()).toEqual({ waiting: 0, failing: 0, given_up: 0 });
  expect(mailServer.mails).toHaveLength(1);
});

test('a change that fails sends no mail', async () => {
  const { transaction } = await import('../../src/data/transaction.js');
  const { queueMail } = await import('../../src/services/system/mail.js');
  const ctx = server.context();
  await expect(
    transaction(ctx, async (em) => {
      await queueMail(ctx.app, em, { recipient: 'a@example.com', subject: 'x', body: 'x' });
      throw new Error('the change failed');
    }),
  ).rejects.toThrow('the change failed');
  expect(await server.context().em.count(OutgoingMail, {})).toBe(0);
  const [{ count }] = await ctx.em.execute<{ count: string }[]>(
    "select count(*) from pgboss.job where name = 'mail'",
  );
  expect(Number(count)).toBe(0);
});

test('a worker sends it without being asked', async () => {
  const working = await startTestServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, WORKER: 'true' },
  });
  try {
    await working.graphql(
      'mutation { requestPasswordReset(email: "admin@example.com") { expiresAt } }',
      {},
      null,
    );
    const sentAt = async (): Promise<Date | null> =>
      (await working.context().em.find(OutgoingMail, {}))[0].sentAt;
    while ((await sentAt()) === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(mailServer.mails).toHaveLength(1);
  } finally {
    await working.stop();
  }
});
