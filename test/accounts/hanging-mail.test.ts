// A mail server that accepts connections and then says nothing keeps nobody waiting but the mails.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { OutgoingMail } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { deliverDueMails } from '../../src/services/system/mail.js';
import { startMailServer } from '../support/mail-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, newPhone } from './people.js';

const hanging = new Set<Socket>();
const silent: Server = createServer((socket) => {
  hanging.add(socket);
  socket.on('error', () => undefined).on('close', () => hanging.delete(socket));
});
let server: TestServer;
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ({ port } = silent.address() as AddressInfo);
  server = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, WORKER: 'true' } });
});
afterAll(async () => {
  await goAway();
  await server.stop();
});

/** The silent mail server and everybody who waits for it. */
const goAway = (): Promise<void> =>
  new Promise((resolve) => {
    silent.close(() => resolve());
    for (const socket of hanging) socket.destroy();
  });

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};
const mails = (): Promise<OutgoingMail[]> => server.context().em.find(OutgoingMail, {});

test('people are answered while the mail server hangs, and each mail is sent once in the end', async () => {
  const { name, email, password } = await addAccount(server, RoleKey.LEADER, 'waiting');
  await server.graphql(`mutation { requestPasswordReset(email: "${email}") { expiresAt } }`, {}, null);
  await until(() => hanging.size > 0);

  // Whoever comes now is answered, although the worker waits for the mail server.
  await server.signIn(name, password);
  for (const number of ['20260001', '20260002', '20260003']) {
    await addStudent(server, number);
    const body = {
      type: true,
      user: number,
      name: `student-${number}`,
      email: `s${number}@example.com`,
      phone: newPhone(),
      new_password: 'Chosen123',
      initial_password: `stu${number}`,
    };
    expect(await server.rest('authRegister', { body })).toMatchObject({ status: 200 });
  }
  const reset = await server.graphql(
    'mutation { requestPasswordReset(email: "s20260001@example.com") { expiresAt } }',
    {},
    null,
  );
  expect(reset.errors).toBeUndefined();
  expect(hanging.size).toBeGreaterThan(0);
  const { em } = server.context();
  const open = await em.execute<object[]>(
    `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and state like 'idle in transaction%' and query like '%outgoing_mail%'`,
  );
  expect(open).toEqual([]);

  // The mail server comes back. What hung is tried again, by several workers at once.
  await goAway();
  const back = await startMailServer(port);
  try {
    await until(async () => {
      await em.nativeUpdate(
        OutgoingMail,
        { sentAt: null, failure: { $ne: null } },
        { nextAttemptAt: new Date() },
      );
      await Promise.all([1, 2, 3].map(() => deliverDueMails(server.runtime.app)));
      return (await mails()).every(({ sentAt }) => sentAt !== null);
    });
    expect((await mails()).some(({ attempts }) => attempts > 1)).toBe(true);
    const received = back.mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
    expect(received).toHaveLength(5);
    expect(new Set(received).size).toBe(5);
  } finally {
    await back.stop();
  }
});
