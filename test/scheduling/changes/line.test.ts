import { RoleKey } from '../../../src/schema/enums.js';
import { sendKeyed } from '../../data/keyed-client.js';
import { withClient } from '../../data/support.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { schedule } from '../drafts.js';
import { tokenOf } from '../people.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
let first: string;
let second: string;
beforeAll(async () => {
  server = await startTestServer();
  first = await tokenOf(server, RoleKey.ADMINISTRATOR);
  second = await tokenOf(server, RoleKey.ADMINISTRATOR);
});
afterAll(() => server.stop());

interface Draft {
  readonly id: string;
  readonly meetings: readonly string[];
}

let made = 0;
async function makeDraft(): Promise<Draft> {
  const university = await makeUniversity(server.runtime.app, { name: `line${++made}`, teachingClasses: 20 });
  const { id } = await schedule(server, university);
  return { id, meetings: university.meetings.map((meeting) => meeting.id) };
}

const document = `mutation ($timetable: ID!, $meeting: ID!) {
  lockMeeting(timetable: $timetable, meeting: $meeting) { change { number } } }`;

const lock = (token: string, { id: timetable }: Draft, meeting: string): Promise<GraphqlAnswer> =>
  server.graphql(document, { timetable, meeting }, token);

const numberOf = ({ data, errors }: GraphqlAnswer): number => {
  if (errors) throw new Error(errors[0].message);
  return data.lockMeeting.change.number as number;
};

/** Lets nobody write a timetable while something is done. */
const whileHeld = <R>(timetable: string, work: () => Promise<R>): Promise<R> =>
  withClient(server, async (client) => {
    await client.query('begin');
    await client.query('select from timetable where id = $1 for update', [timetable]);
    try {
      return await work();
    } finally {
      await client.query('commit');
    }
  });

/** Waits until as many statements wait for a lock of the database. */
async function waitingFor(count: number): Promise<void> {
  await withClient(server, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0].count >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
}

test('persons take turns: who has one change does not wait for the many of somebody else', async () => {
  const draft = await makeDraft();
  const own = draft.meetings.slice(0, 30);
  let many: Promise<GraphqlAnswer>[] = [];
  let one: Promise<GraphqlAnswer> | undefined;
  await whileHeld(draft.id, async () => {
    many = own.map((meeting) => lock(first, draft, meeting));
    await waitingFor(1);
    one = lock(second, draft, draft.meetings[30]);
    // A call beside it is answered, so it is in line by now.
    for (let at = 0; at < 5; at++) await server.graphql('{ me { user { id } } }', {}, second);
  });
  const numbers = (await Promise.all(many)).map(numberOf);
  const before = numberOf(await one!);
  expect(new Set([...numbers, before]).size).toBe(31);
  expect(numbers.filter((number) => number < before).length).toBeLessThanOrEqual(3);
});

test('who waits holds no connection, so that everybody else is answered meanwhile', async () => {
  const draft = await makeDraft();
  const waiting: Promise<GraphqlAnswer>[] = [];
  await whileHeld(draft.id, async () => {
    // More than the pool has connections, and as many of each person as run at a time.
    for (const token of [first, second, server.administrator])
      for (const meeting of draft.meetings.slice(0, 12)) waiting.push(lock(token, draft, meeting));
    await waitingFor(1);
    const others = await withClient(server, (client) =>
      client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    );
    expect(others.rowCount).toBe(1);
    const leader = await tokenOf(server, RoleKey.LEADER);
    const { data } = await server.graphql('{ me { user { id } } }', {}, leader);
    expect(data.me.user.id).toBeTruthy();
  });
  for (const { errors } of await Promise.all(waiting)) expect(errors).toBeUndefined();
});

test('what is refused lets the next one write', async () => {
  const draft = await makeDraft();
  const unknown = '019aa000-0000-7000-8000-000000000001';
  const wanted = draft.meetings.slice(0, 10).flatMap((meeting) => [unknown, meeting]);
  const answers = await Promise.all(
    wanted.map((meeting, at) => lock(at % 4 < 2 ? first : second, draft, meeting)),
  );
  expect(answers.map(({ errors }) => errors?.[0].extensions.code)).toEqual(
    wanted.map((meeting) => (meeting === unknown ? 'INVALID_INPUT' : undefined)),
  );
  expect(await faultsOf(server.runtime.app, draft.id)).toEqual([]);
});

test('a change with an idempotency key has its transaction and goes beside those in line', async () => {
  const draft = await makeDraft();
  const answers = await Promise.all(
    draft.meetings.slice(0, 30).map((meeting, at) => {
      const token = at % 2 ? first : second;
      if (at % 3) return lock(token, draft, meeting);
      const keyed = { token, key: `line ${at}` };
      return sendKeyed(server.url, document, { timetable: draft.id, meeting }, keyed);
    }),
  );
  expect(new Set(answers.map(numberOf)).size).toBe(30);
  expect(await faultsOf(server.runtime.app, draft.id)).toEqual([]);
});
