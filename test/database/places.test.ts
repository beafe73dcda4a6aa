import settings from '../../mikro-orm.config.js';
import { connect } from '../../src/database/orm.js';
import { Budget, runWithin } from '../../src/schema/budget.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** Who sends many statements does not keep others from the database. */
let database: TestDatabase;
let orm: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = connect(database.url, { settings, poolMax: 5 });
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

/** The order in which statements were answered, each sent by a caller; null is nobody's operation. */
async function order(
  sent: readonly (readonly [caller: string | null, seconds: number])[],
): Promise<unknown[]> {
  const answered: unknown[] = [];
  const bounds = { objectsMax: 10, bytesMax: 10, secondsMax: 60 };
  await Promise.all(
    sent.map(async ([caller, seconds]) => {
      const send = () => orm.em.fork().execute('select pg_sleep($1)', [seconds]);
      if (caller === null) await send();
      else await runWithin(new Budget(bounds, { caller, isCut: false }), send);
      answered.push(caller);
    }),
  );
  return answered;
}

test('31: of many statements of one caller others are answered before the second', async () => {
  const many = Array.from({ length: 6 }, () => ['ann', 0.5] as const);
  const answered = await order([...many, ['bob', 0], ['cid', 0], [null, 0]]);
  expect(answered).toHaveLength(9);
  for (const caller of ['bob', 'cid', null]) expect(answered.indexOf(caller)).toBeLessThan(4);
});

test('who is calling is found out while operations have all the connections they may have', async () => {
  const callers = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map((caller) => [caller, 1] as const);
  expect((await order([...callers, [null, 0]]))[0]).toBeNull();
});

test('31: callers take turns', async () => {
  const all = ['ann', 'ann', 'ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map(
    (caller) => [caller, 0.5] as const,
  );
  const answered = await order(all);
  expect(answered.lastIndexOf('ann')).toBe(7);
  // Her second statement runs beside those of the last two, so it may be answered before them.
  expect(answered.slice(0, 7).toSorted()).toEqual(['ann', 'ann', 'bob', 'cid', 'dan', 'eve', 'fay']);
});

test('31: a statement that fails gives its place to the next', async () => {
  const bounds = { objectsMax: 10, bytesMax: 10, secondsMax: 60 };
  const budget = new Budget(bounds, { caller: 'ann', isCut: false });
  const send = (sql: string) => orm.em.fork().execute(sql);
  const sent = ['select 1 / 0', 'select 1 / 0', 'select 1 as one'].map((sql) =>
    runWithin(budget, () => send(sql)),
  );
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
