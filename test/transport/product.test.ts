import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { RoleKey } from '../../src/schema/enums.js';
import { addAccount, type Account } from '../accounts/people.js';
import { importInstance } from '../scheduling/support.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { roundTripsOfASecond, roundTripsUntil, SocketClient } from './socket-client.js';

const env = { JWT_SECRET: 'a secret that two servers of one installation share' };
let server: TestServer;
/** Another process of the same installation. */
let elsewhere: TestServer;
let accounts = 0;

beforeAll(async () => {
  server = await startTestServer({ env });
  elsewhere = await startTestServer({
    env: { ...env, DATABASE_URL: server.runtime.app.databaseUrl },
    initialised: false,
  });
});
afterAll(async () => {
  await elsewhere.stop();
  await server.stop();
});

const socketUrl = ({ url }: TestServer): string => `${url.replace('http', 'ws')}/graphql`;

/** A new account with an open connection to each server. */
async function connected(): Promise<{ account: Account; token: string; clients: SocketClient[] }> {
  const account = await addAccount(server, RoleKey.LEADER, `leader-${++accounts}`);
  const token = await server.signIn(account.name, account.password);
  const clients = await Promise.all(
    [server, elsewhere].map((one) => SocketClient.signedIn(socketUrl(one), token)),
  );
  return { account, token, clients };
}

describe('36: connections are closed within a second, on every server, with 4403', () => {
  const patch = (input: object) => (id: string) =>
    server.graphql(
      'mutation ($id: ID!, $input: UserPatch!) { updateUser(id: $id, input: $input) { user { id } } }',
      {
        id,
        input,
      },
    );
  const endings: Record<string, (account: Account, token: string) => Promise<{ errors?: unknown }>> = {
    'after signing out': (_, token) => server.graphql('mutation { signOut }', {}, token),
    'after a new password of their own': ({ password }, token) =>
      server.graphql(
        'mutation ($old: String!) { changePassword(currentPassword: $old, newPassword: "Another1-gate", ' +
          'confirmation: "Another1-gate") }',
        { old: password },
        token,
      ),
    'after a new password by an administrator': ({ id }) => patch({ password: 'Another1-gate' })(id),
    'when the account is disabled': ({ id }) => patch({ isEnabled: false })(id),
    'when the account is banned': ({ id }) => patch({ isBanned: true })(id),
    'when the account is deleted': ({ id }) =>
      server.graphql('mutation ($id: ID!) { deleteUser(id: $id) }', { id }),
  };

  test.each(Object.keys(endings))('%s', async (name) => {
    const { account, token, clients } = await connected();
    const bystander = await connected();
    const { errors } = await endings[name](account, token);
    expect(errors).toBeUndefined();
    const closings = Promise.all(clients.map(({ closed }) => closed));
    const roundTrip = () => Promise.all(bystander.clients.map((client) => client.answer('{ __typename }')));
    expect(await roundTripsUntil(closings, roundTrip)).toBeLessThan(roundTripsOfASecond);
    expect((await closings).map(({ code }) => code)).toEqual([4403, 4403]);
    const again = await SocketClient.open(socketUrl(elsewhere));
    again.send({ type: 'connection_init', payload: { token } });
    expect((await again.closed).code).toBe(4401);
    for (const client of bystander.clients) {
      expect((await client.ask('{ __typename }')).payload).toEqual({ data: { __typename: 'Query' } });
      await client.end();
    }
  });
});

test(
  '13, 19: a task is followed on every server, and to its end although the events of the end were ' + 'lost',
  async () => {
    const { semesterId } = await importInstance(server.context(), 'comp01');
    const { data } = await server.graphql(
      'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
      { input: { semester: semesterId } },
    );
    const { id } = data.startScheduling;
    const clients = await Promise.all(
      [server, elsewhere].map((one) => SocketClient.signedIn(socketUrl(one), server.administrator)),
    );
    const progressOf = async (client: SocketClient): Promise<number> =>
      (await client.next()).payload.data.schedulingTask.progress;
    for (const client of clients) {
      client.subscribe('1', 'subscription ($id: ID!) { schedulingTask(id: $id) { status progress } }', {
        id,
      });
      expect(await progressOf(client)).toBe(0);
    }

    const database = new Client({ connectionString: server.runtime.app.databaseUrl });
    await database.connect();
    await database.query(`update scheduling_task set status = 'RUNNING', progress = 0.5 where id = $1`, [id]);
    await elsewhere.runtime.app.bus.publish('schedulingTask', { id, sequence: 1 });
    for (const client of clients) expect(await progressOf(client)).toBe(0.5);

    // The end is written without a word, and the connections that would have told it are cut.
    await database.query(`update scheduling_task set status = 'COMPLETED', progress = 1 where id = $1`, [id]);
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'class-scheduling events' and datname = current_database()`);
    for (const client of clients) {
      expect(await progressOf(client)).toBe(1);
      expect(await client.next()).toEqual({ type: 'complete', id: '1' });
      await client.end();
    }
    await database.end();
  },
);

test(
  '14: a connection that ends leaves no follower behind, although its task never moves ' + 'again',
  async () => {
    const { semesterId } = await importInstance(server.context(), 'comp02');
    const { data } = await server.graphql(
      'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
      { input: { semester: semesterId } },
    );
    const { id } = data.startScheduling;
    const { bus } = server.runtime.app;
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => SocketClient.signedIn(socketUrl(server), server.administrator)),
    );
    for (const client of clients) {
      client.subscribe('1', 'subscription ($id: ID!) { schedulingTask(id: $id) { status } }', { id });
      await client.next();
    }
    expect(bus.followers).toBe(10);
    for (const client of clients.slice(5)) client.socket.terminate();
    for (const client of clients.slice(0, 5)) client.send({ type: 'complete', id: '1' });
    while (bus.followers > 0) await pause(10);
    for (const client of clients.slice(0, 5)) await client.end();
  },
);
