import settings from '../../mikro-orm.config.js';
import {
  EntitySchema,
  LockMode,
  raw,
  UniqueConstraintViolationException,
  type MikroORM,
} from '@mikro-orm/postgresql';
import { prepared } from '../../src/data/statements.js';
import { named, workOf } from '../../src/data/transaction.js';
import { connect } from '../../src/database/orm.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** One column for each kind of value that the product keeps. */
class Sample {
  id: number;
  text: string | null;
  count: number | null;
  price: string | null;
  isTrue: boolean | null;
  day: string | null;
  instant: Date | null;
  names: string[] | null;
  numbers: number[] | null;
  document: unknown;
  bytes: Buffer | null;
}

const nullable = { nullable: true } as const;
const sampleSchema = new EntitySchema<Sample>({
  class: Sample,
  properties: {
    id: { type: 'integer', primary: true, autoincrement: false },
    text: { type: 'string', columnType: 'varchar(255)', ...nullable },
    count: { type: 'integer', ...nullable },
    price: { type: 'string', columnType: 'numeric(10,2)', ...nullable },
    isTrue: { type: 'boolean', ...nullable },
    day: { type: 'string', columnType: 'date', ...nullable },
    instant: { type: 'Date', columnType: 'timestamptz(3)', ...nullable },
    names: { type: 'string[]', columnType: 'text[]', ...nullable },
    numbers: { type: 'number[]', columnType: 'int[]', ...nullable },
    document: { type: 'any', columnType: 'jsonb', ...nullable },
    bytes: { type: 'Buffer', columnType: 'bytea', ...nullable },
  },
});

let database: TestDatabase;
let orm: MikroORM;
const texts: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  orm = connect(database.url, { settings, onStatement: (text) => void texts.push(text) });
  await orm.em.fork().execute(`create table sample (id int primary key, text varchar(255), count int,
    price numeric(10,2), is_true boolean, day date, instant timestamptz(3), names text[], numbers int[],
    document jsonb, bytes bytea)`);
  orm.discoverEntity(sampleSchema);
});
beforeEach(() => void (texts.length = 0));
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const full = {
  text: `it's "1" \\ ? ?? $1 中文`,
  count: -7_654_321,
  price: '76543.21',
  isTrue: true,
  day: '2026-09-01',
  instant: new Date('2026-09-01T08:30:00.123Z'),
  names: ['a,b', '"c"', '', `d'e\\`, '?'],
  numbers: [7_654_321, 1],
  document: { list: [7_654_321, 'two?', null], nested: { "it's": true } },
  bytes: Buffer.from([0, 1, 255, 63]),
};
const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, null]));
const kinds: [string, object][] = [
  ['values of every kind', full],
  ['nulls', nothing],
  ['empty texts, lists and documents', { ...nothing, text: '', names: [], numbers: [], document: [] }],
  ['a list as a document', { ...nothing, document: ['a', { b: 1 }] }],
  ['plain values as documents', { ...nothing, document: 'a', isTrue: false, count: 0, price: '0.00' }],
];

let lastId = 0;

test.each(kinds)('a flush stores %s, of one record and of many', async (_, values) => {
  const ids = Array.from({ length: 3 }, () => ++lastId);
  await orm.em.fork().transactional(async (em) => {
    for (const id of ids) em.create(Sample, { id, ...values } as never);
  });
  const em = orm.em.fork();
  const stored = await em.find(Sample, { id: { $in: ids } }, { orderBy: { id: 'asc' } });
  expect(stored).toEqual(ids.map((id) => expect.objectContaining({ id, ...values })));
  for (const record of stored) em.remove(record);
  await em.flush();
  expect(await em.count(Sample, { id: { $in: ids } })).toBe(0);
});

test.each(kinds)('a flush changes records to %s, one and many', async (_, values) => {
  const ids = [1, 2, 3].map((): number => ++lastId);
  const others = { ...full, text: 'before', count: 1, document: { before: true }, names: ['before'] };
  await orm.em.fork().transactional(async (em) => {
    for (const id of ids) em.create(Sample, { id, ...others } as never);
  });
  for (const some of [ids.slice(0, 1), ids.slice(1)]) {
    await orm.em.fork().transactional(async (em) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      for (const record of await em.find(Sample, { id: { $in: some } }, { lockMode }))
        Object.assign(record, values);
    });
  }
  const stored = await orm.em.fork().find(Sample, { id: { $in: ids } }, { orderBy: { id: 'asc' } });
  expect(stored).toEqual(ids.map((id) => expect.objectContaining({ id, ...values })));
});

test('values of every kind go as parameters, in the order of their numbers', async () => {
  const [row] = await orm.em.fork().execute(
    `select $2::int as count, $1::text as text, $3::boolean as "isTrue", $4::date as day, $9::text as text2,
       $5::timestamptz as instant, $6::text[] as names, $7::jsonb as document, $8::bytea as bytes,
       $10::text as missing, '{"a": 1}'::jsonb ? $1 as has, $1::text as again`,
    [full.text, full.count, true, full.day, full.instant, full.names, full.document, full.bytes, '', null],
  );
  const { text, count, day, names, document, bytes } = full;
  expect(row).toMatchObject({ text, count, isTrue: true, day, names, document, bytes, missing: null });
  expect(row).toMatchObject({ text2: '', has: false, again: text });
  expect(new Date((row as { instant: string }).instant)).toEqual(full.instant);
});

test("the mapper's own marks become numbered ones, also in pieces and lists", async () => {
  const id = ++lastId;
  const em = orm.em.fork();
  await em.insert(Sample, { id, ...full } as never);
  const found = await em.find(Sample, {
    text: { $in: [full.text, 'other'] },
    count: raw('abs(?) * ?', [full.count, -1]),
    document: { nested: { "it's": true } },
    $and: [{ day: { $gte: '2026-01-01' } }, { id }],
  } as never);
  expect(found.map((record) => record.id)).toEqual([id]);
  await em.nativeUpdate(Sample, { id }, { count: raw('count + ?', [1]), text: null });
  expect(await em.fork().findOneOrFail(Sample, { id })).toMatchObject({ text: null, count: full.count + 1 });
});

test('what is wrong with a value is told as the mapper tells it', async () => {
  const em = orm.em.fork();
  await em.insert(Sample, { id: ++lastId } as never);
  const again = em.insert(Sample, { id: lastId } as never);
  await expect(again).rejects.toBeInstanceOf(UniqueConstraintViolationException);
});

afterEach(() => {
  const written = texts.filter((text) => /7654321|76543\.21|2026-09|中文|before|'two|"it's/.test(text));
  expect(written).toEqual([]);
});

describe('prepared statements', () => {
  interface Prepared {
    readonly name: string;
    readonly custom: number;
    readonly generic: number;
  }

  /** What the connection of a transaction has prepared of the text. */
  const statementsOf = (em: Pick<MikroORM['em'], 'execute'>, text: string): Promise<Prepared[]> =>
    em.execute(
      `select name, custom_plans::int as custom, generic_plans::int as generic
       from pg_prepared_statements where right(statement, length($1)) = $1`,
      [text],
    );

  const sending = <R>(work: (em: MikroORM['em']) => Promise<R>, isPrepared: boolean): Promise<R> =>
    named(orm.em.fork(), workOf('a test of plans'), (em) => work(em as MikroORM['em']), { isPrepared });

  test('a transaction that prepares its statements has each planned once, for any values', async () => {
    const text = 'select id from sample where id = $1';
    for (let at = 0; at < 7; at++) await sending((em) => em.execute(text, [at]), true);
    const [statement, ...others] = await sending((em) => statementsOf(em, text), true);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ custom: 0, generic: 7 });
  });

  test('other transactions prepare none, and are not told how to plan', async () => {
    const text = 'select id from sample where count = $1';
    const [[{ mode }], statements] = await sending(async (em) => {
      await em.execute(text, [1]);
      const modes = await em.execute<[{ mode: string }]>(`select current_setting('plan_cache_mode') as mode`);
      return [modes, await statementsOf(em, text)] as const;
    }, false);
    expect(mode).toBe('auto');
    expect(statements).toEqual([]);
  });

  test('what is always prepared is prepared outside of transactions, too', async () => {
    const text = prepared('select id from sample where count = $1 or id = $1');
    const em = orm.em.fork();
    await em.execute(text, [1]);
    expect(await statementsOf(em, text)).toMatchObject([{ name: expect.stringContaining('prepared') }]);
  });

  test('several statements without values, sent as one, are not taken for one', async () => {
    const work = (em: MikroORM['em']): Promise<unknown> => em.execute('savepoint one; release savepoint one');
    await expect(sending(work, true)).resolves.toBeDefined();
  });
});
