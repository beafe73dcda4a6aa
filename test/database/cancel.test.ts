import { connect as dial, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import settings from '../../mikro-orm.config.js';
import { connect } from '../../src/database/orm.js';
import { Budget, runWithin } from '../../src/schema/budget.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Statements whose operation has ended do not keep the database busy. */
let database: TestDatabase;
let orm: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = connect(database.url, { settings, poolMax: 2, statementSecondsMax: 1 });
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

const bounds = { objectsMax: 10, bytesMax: 10, secondsMax: 60 };
const send = (sql: string): Promise<unknown[]> => orm.em.fork().execute(sql);

async function running(): Promise<number> {
  const [{ count }] = (await send(
    `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep%' and query not like '%activity%'
         and state = 'active'`,
  )) as { count: number }[];
  return count;
}

test('31: statements are cancelled when their caller leaves, however busy the pool is', async () => {
  const caller = new AbortController();
  const budget = new Budget(bounds, { caller: 'ann', callerSignal: caller.signal, isCut: true });
  const begin = performance.now();
  const sleeping = runWithin(budget, () =>
    Promise.allSettled(
      Array.from({ length: 4 }, () => send("set statement_timeout = '0'; select pg_sleep(20)")),
    ),
  );
  await pause(300);
  caller.abort();
  expect((await sleeping).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(await running()).toBe(0);
  // The connections are as good as before.
  expect(await Promise.all([1, 2, 3].map((n) => send(`select ${n} as n`)))).toEqual([
    [{ n: 1 }],
    [{ n: 2 }],
    [{ n: 3 }],
  ]);
  await Promise.all([1, 2].map(() => send("set statement_timeout = '1s'; select pg_sleep(0.1)")));
});

test('31: a statement that nobody cancels ends after the greatest time for one', async () => {
  await expect(send('select pg_sleep(20)')).rejects.toThrow(/statement timeout/);
});

test('a connection that is cut off while it cancels a statement fails nothing else', async () => {
  const { hostname, port } = new URL(database.url);
  let cuts = 0;
  const proxy = createServer((socket) => {
    const onward = dial(Number(port), hostname).on('error', () => undefined);
    socket.on('data', (sent) => {
      if (!sent.includes('pg_cancel_backend')) return;
      cuts++;
      socket.destroy();
      onward.destroy();
    });
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = Object.assign(new URL(database.url), { port: (proxy.address() as AddressInfo).port });
  const through = connect(url.href, { settings, poolMax: 2, statementSecondsMax: 1 });
  const caller = new AbortController();
  const budget = new Budget(bounds, { caller: 'ann', callerSignal: caller.signal, isCut: true });
  setTimeout(() => caller.abort(), 500);
  try {
    const sleeping = runWithin(budget, () => through.em.fork().execute('select pg_sleep(20)'));
    await expect(sleeping).rejects.toThrow();
    expect(cuts).toBe(1);
  } finally {
    await through.close(true);
    proxy.close();
  }
});
