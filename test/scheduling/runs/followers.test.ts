import { startTestServer, type TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';

/** Many who follow one task cost what one follower costs. */
const connections = 5;
const ofConnection = 20;
const id = '01900000-0000-7000-8000-000000000001';
const follow = 'subscription ($id: ID!) { schedulingTask(id: $id) { sequence progress semester { name } } }';

let server: TestServer;
let clients: SocketClient[];
beforeAll(async () => {
  // Without rows of earlier calls, so that what an event reads is counted.
  server = await startTestServer({ env: { KEPT_ROWS_MEGABYTES: '0' } });
  const { em } = server.context();
  await em.execute(
    `insert into semester (id, name, start_date, end_date)
       values ($1, 'A term', '2026-09-01', '2027-01-15')`,
    [id],
  );
  await em.execute(`insert into scheduling_task (id, semester_id, status) values ($1, $1, 'RUNNING')`, [id]);
  const url = `${server.url.replace('http', 'ws')}/graphql`;
  clients = await Promise.all(
    Array.from({ length: connections + 1 }, () => SocketClient.signedIn(url, server.administrator)),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

/** The next message of every follower. */
const nextOfAll = (): Promise<{ type: string; payload?: any }[]> =>
  Promise.all(
    clients
      .slice(0, connections)
      .flatMap((client) => Array.from({ length: ofConnection }, () => client.next())),
  );

test('an event is read once, however many of one caller follow', async () => {
  for (const client of clients.slice(0, connections))
    for (let at = 0; at < ofConnection; at++) client.subscribe(`${at}`, follow, { id });
  await nextOfAll();

  for (const sequence of [7, 8]) {
    await server
      .context()
      .em.execute('update scheduling_task set sequence = $2 where id = $1', [id, sequence]);
    server.forgetStatements();
    await server.runtime.app.bus.publish('schedulingTask', { id, sequence });
    for (const { type, payload } of await nextOfAll()) {
      expect([type, payload.data.schedulingTask]).toEqual([
        'next',
        { sequence, progress: 0, semester: { name: 'A term' } },
      ]);
    }
    const reads = (table: string): number =>
      server.statements.filter((text) => text.includes(`from "${table}"`)).length;
    expect([reads('scheduling_task'), reads('semester')]).toEqual([1, 1]);
    // Beside these: who is calling, and that the event was told.
    expect(server.statements.length).toBeLessThan(8);
  }

  const { type, payload } = await clients[connections].ask(follow, { id });
  expect([type, payload[0].extensions]).toMatchObject([
    'error',
    { code: 'GRAPHQL_LIMIT', limit: 'operationsOfUser', max: connections * ofConnection },
  ]);
});
