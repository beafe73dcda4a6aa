import { Client } from 'pg';
import { pino } from 'pino';
import { createEventBus } from '../../src/database/notifications.js';
import { readAgain, type BusEvent, type EventBus } from '../../src/database/event-bus.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const log = pino({ level: 'silent' });
const task = '01890a5d-ac96-774b-bcce-b302099a8057';
const otherTask = '01890a5d-ac96-774b-bcce-b302099a8058';

let database: TestDatabase;
let here: EventBus;
let elsewhere: EventBus;
let admin: Client;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
beforeEach(async () => {
  here = await createEventBus({ databaseUrl: database.url, log });
  elsewhere = await createEventBus({ databaseUrl: database.url, log });
});
afterEach(() => Promise.all([here.close(), elsewhere.close()]));
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** The next event, the first `readAgain` taken away. */
async function follow(bus: EventBus, id: string): Promise<AsyncIterableIterator<BusEvent>> {
  const follower = bus.follow('schedulingTask', id);
  expect((await follower.next()).value).toEqual({ id, sequence: readAgain });
  return follower;
}

/** Resolves when the event was told to the listeners of a bus. */
const heard = (bus: EventBus, sequence: number): Promise<void> =>
  new Promise((resolve) => {
    const forget = bus.listen('schedulingTask', (event) => {
      if (event.sequence !== sequence) return;
      forget();
      resolve();
    });
  });

async function eventConnections(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(`select pid from pg_stat_activity
    where application_name = 'class-scheduling events' and datname = current_database()`);
  return rows.map(({ pid }) => pid);
}

const cutEventConnections = async () =>
  admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await eventConnections()]);

test('an event reaches followers of its subject in every process, and nobody else', async () => {
  const followers = await Promise.all([follow(here, task), follow(elsewhere, task)]);
  const other = await follow(here, otherTask);
  const waiting = other.next();
  const told = heard(elsewhere, 7);
  await here.publish('schedulingTask', { id: task, sequence: 7 });
  await told;
  for (const follower of followers) expect((await follower.next()).value).toEqual({ id: task, sequence: 7 });
  await here.publish('schedulingTask', { id: otherTask, sequence: 1 });
  expect((await waiting).value).toEqual({ id: otherTask, sequence: 1 });
});

test('14: each follower keeps the newest event only, in a buffer of its own', async () => {
  const [slow, quick] = await Promise.all([follow(here, task), follow(here, task)]);
  const first = quick.next();
  const told = heard(here, 5_000);
  for (let sequence = 1; sequence <= 5_000; sequence++)
    void elsewhere.publish('schedulingTask', { id: task, sequence });
  await told;
  expect((await first).value.sequence).toBeGreaterThanOrEqual(1);
  expect((await quick.next()).value).toEqual({ id: task, sequence: 5_000 });
  expect((await slow.next()).value).toEqual({ id: task, sequence: 5_000 });
});

test('13: after a lost connection followers and listeners are told to read again', async () => {
  const follower = await follow(here, task);
  const waiting = follower.next();
  const told = heard(here, readAgain);
  await cutEventConnections();
  expect((await waiting).value).toEqual({ id: task, sequence: readAgain });
  await told;
  const again = follower.next();
  await elsewhere.publish('schedulingTask', { id: task, sequence: 9 });
  expect([9, readAgain]).toContain((await again).value.sequence);
});

test('13: what is published while the connection is lost is told when it is back', async () => {
  const others = await eventConnections();
  const mine = await createEventBus({ databaseUrl: database.url, log });
  const [pid] = (await eventConnections()).filter((known) => !others.includes(known));
  const told = heard(elsewhere, 42);
  await admin.query('select pg_terminate_backend($1)', [pid]);
  await mine.publish('schedulingTask', { id: task, sequence: 42 });
  await expect(told).resolves.toBeUndefined();
  await mine.close();
});

test('an event of a transaction is told if and only if it commits', async () => {
  const sequences: number[] = [];
  here.listen('schedulingTask', ({ sequence }) => sequences.push(sequence));
  const run = (sql: string, values: unknown[]) => admin.query(sql, values);
  const told = heard(here, 3);
  await admin.query('begin');
  await here.publish('schedulingTask', { id: task, sequence: 1 }, run);
  await admin.query('rollback');
  await admin.query('begin');
  await here.publish('schedulingTask', { id: task, sequence: 2 }, run);
  await admin.query('commit');
  await here.publish('schedulingTask', { id: task, sequence: 3 });
  await told;
  expect(sequences).toEqual([2, 3]);
});

test('a follower ends when its reader returns, also while it waits, and when the bus closes', async () => {
  const follower = await follow(here, task);
  const waiting = follower.next();
  await follower.return!();
  expect(await waiting).toEqual({ value: undefined, done: true });
  expect(await follower.next()).toEqual({ value: undefined, done: true });

  const another = await follow(here, task);
  const last = another.next();
  await here.close();
  expect(await last).toEqual({ value: undefined, done: true });
  expect(await here.follow('schedulingTask', task).next()).toEqual({ value: undefined, done: true });
});

test(
  'a notification of somebody else on the channel, and a listener that fails, disturb ' + 'nobody',
  async () => {
    here.listen('schedulingTask', () => {
      throw new Error('a listener with a fault');
    });
    const follower = await follow(here, task);
    const told = heard(here, 1);
    await admin.query(`notify class_scheduling_events, 'not json'`);
    await here.publish('schedulingTask', { id: task, sequence: 1 });
    await told;
    expect((await follower.next()).value).toEqual({ id: task, sequence: 1 });
  },
);
