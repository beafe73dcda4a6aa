import fc from 'fast-check';
import {
  buildSchema,
  execute as executeAlone,
  parse,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { DomainError } from '../../src/schema/errors.js';
import { batchLoader } from '../../src/data/loading.js';
import { withinBudgets } from '../../src/transport/graphql/budgeted-execution.js';
import { countObjects } from '../../src/transport/graphql/counted-fields.js';
import { createExecutor, type Execute } from '../../src/transport/graphql/executor.js';
import { objectsPerTurn } from '../../src/transport/turns.js';

/** What one operation may cost, counted while it runs, whatever executes it. */
const schema: GraphQLSchema = buildSchema(`
  type Node {
    id: Int! one: Node! many(count: Int!): [Node!]! shared: [Node!]!
    slow: Node! loaded: Node! fails: Node never: Node
  }
  type Query { node: Node! many(count: Int!): [Node!]! never: Node }
  type Mutation { slow: Node }
`);

let resolved = 0;
const node = (id: number): object => ({ id });
const fields = (type: string): Record<string, { resolve?: unknown }> =>
  (schema.getType(type) as unknown as { getFields(): Record<string, { resolve?: unknown }> }).getFields();
const many = (_: unknown, { count }: { count: number }): object[] => {
  resolved++;
  return Array.from({ length: count }, (__, id) => node(id));
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const slow = async (): Promise<object> => {
  await pause(20);
  resolved++;
  return node(1);
};
Object.assign(fields('Query').node, { resolve: () => node(0) });
Object.assign(fields('Query').many, { resolve: many });
Object.assign(fields('Query').never, { resolve: () => new Promise(() => undefined) });
Object.assign(fields('Node').one, { resolve: async () => node(1) });
Object.assign(fields('Node').many, { resolve: many });
Object.assign(fields('Node').shared, { resolve: async () => watched });
Object.assign(fields('Node').slow, { resolve: slow });
Object.assign(fields('Mutation').slow, { resolve: slow });

/** How many entries of a list are begun and not done with, and the most at once. */
const underWay = { now: 0, most: 0 };
const loader = batchLoader<object>(async (keys) => {
  await pause(1);
  return keys.map(() => ({
    get id(): number {
      underWay.now--;
      return 1;
    },
  }));
});
const loaded = ({ id }: { id: number }): Promise<object> => {
  underWay.most = Math.max(underWay.most, ++underWay.now);
  return loader.load(String(id));
};
Object.assign(fields('Node').loaded, { resolve: loaded });
const failing = batchLoader<object>(() => Promise.reject(new Error('The database is away.')));
Object.assign(fields('Node').fails, { resolve: ({ id }: { id: number }) => failing.load(String(id)) });
countObjects(schema);

/** A long list that many records lead to: how many of its entries are begun, and how many at most at once. */
const held = { now: 0, most: 0 };
const begun = {
  get id(): number {
    held.now--;
    return 1;
  },
};
const watched = new Proxy(
  Array.from({ length: 500 }, () => begun),
  {
    get(list, name, self): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) held.most = Math.max(held.most, ++held.now);
      return Reflect.get(list, name, self);
    },
  },
);

beforeEach(() => (resolved = 0));

const bounds = { objectsMax: 100, bytesMax: 1_000, secondsMax: 10 };

function executorOf(kind: 'plan' | 'js', own: Partial<typeof bounds> = {}): Execute {
  const execute = createExecutor(kind);
  return withinBudgets(execute, { bounds: { ...bounds, ...own }, callerOf: ({ caller }) => caller });
}

/** A selection of random fields, and how many objects it is worth at most. */
interface Selection {
  readonly text: string;
  readonly objects: number;
}

const leaf: Selection = { text: 'id', objects: 0 };
const objectsDrawn = 20_000;

/** Random selections, lists within lists and what fails or waits in between, of so many objects at most. */
const { selection } = fc.letrec<{ selection: Selection; field: Selection }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 4 },
    fc.constant(leaf),
    fc
      .tuple(
        fc.constantFrom('one', 'slow', 'loaded', 'fails', 'shared', 'many(count: 0)', 'many(count: 3)'),
        tie('selection'),
      )
      .map(([name, { text, objects }]) => ({
        text: `${name} { ${text} }`,
        objects: (name === 'shared' ? 500 : name === 'many(count: 3)' ? 3 : 1) * (objects + 1),
      })),
    fc.tuple(fc.constantFrom(40, 999, 1_001, 2_500), tie('selection')).map(([count, { text, objects }]) => ({
      text: `many(count: ${count}) { ${text} }`,
      objects: count * (objects + 1),
    })),
  ),
  selection: fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map((fields) => ({
    text: fields.map(({ text }, at) => `f${at}: ${text}`).join(' '),
    objects: fields.reduce((sum, { objects }) => sum + objects, 0),
  })),
}));
const documents = selection
  .filter(({ objects }) => objects < objectsDrawn && objects > objectsDrawn / 20)
  .map(({ text }) => parse(`{ node { ${text} } }`));

/** An answer with its errors in the order of their paths, which is no part of it. */
const settled = ({ data, errors = [] }: ExecutionResult): unknown => ({
  data,
  errors: errors.map(({ path }) => path!.join('.')).sort(),
});

const codeOf = ({ errors }: ExecutionResult): unknown =>
  errors?.map(({ originalError }) => (originalError as DomainError | undefined)?.details.limit);

describe.each(['plan', 'js'] as const)('%s', (kind) => {
  /** Compiled the second time, when there is a compiler. */
  async function answersOf(execute: Execute, query: string, more: object = {}): Promise<ExecutionResult[]> {
    const document = parse(query);
    const run = () => execute({ schema, document, contextValue: { caller: 'ann' }, ...more });
    return [await run(), await run()];
  }

  test('31: objects within the budget are answered as ever', async () => {
    for (const { data, errors } of await answersOf(
      executorOf(kind),
      '{ many(count: 9) { many(count: 9) { id } } }',
    )) {
      expect(errors).toBeUndefined();
      expect((data as any).many.flatMap(({ many }: any) => many)).toHaveLength(81);
    }
  });

  test('31: beyond it the operation ends, and what multiplies is not worked out', async () => {
    const query = '{ many(count: 50) { many(count: 50) { many(count: 50) { id } } } }';
    for (const answer of await answersOf(executorOf(kind), query)) {
      expect([answer.data, codeOf(answer)]).toEqual([null, ['objects']]);
    }
    expect(resolved).toBeLessThan(2 * 60);
  });

  test('31: single objects count as well', async () => {
    const query = '{ many(count: 60) { one { id } } }';
    for (const answer of await answersOf(executorOf(kind), query))
      expect(codeOf(answer)).toEqual(['objects']);
  });

  test('31: the deadline ends an operation that waits', async () => {
    const execute = executorOf(kind, { secondsMax: 0.05 });
    for (const answer of await answersOf(execute, '{ never { id } }'))
      expect([answer.data, codeOf(answer)]).toEqual([null, ['seconds']]);
  });

  test('31: nothing more is done for a caller who has left', async () => {
    const caller = new AbortController();
    const answers = answersOf(executorOf(kind), '{ node { slow { slow { slow { id } } } } }', {
      signal: caller.signal,
    });
    await pause(10);
    caller.abort();
    for (const { data } of await answers) expect(data).toBeNull();
    await pause(50);
    expect(resolved).toBe(1);
  });

  test('31: what writes is done to its end, whatever the clock and the caller do', async () => {
    const caller = new AbortController();
    caller.abort();
    const execute = executorOf(kind, { secondsMax: 0.01 });
    for (const { data } of await answersOf(execute, 'mutation { slow { id } }', { signal: caller.signal }))
      expect(data).toEqual({ slow: { id: 1 } });
  });

  test('31: a long list comes whole and in order, with turns of others in between', async () => {
    const count = 5 * objectsPerTurn;
    let turns = 0;
    let isAsked = true;
    const takeTurn = (): void => {
      turns++;
      if (isAsked) setImmediate(takeTurn);
    };
    takeTurn();
    const execute = executorOf(kind, { objectsMax: 2 * count });
    for (const { data } of await answersOf(execute, `{ many(count: ${count}) { id one { id } } }`)) {
      const found = (data as any).many as { id: number }[];
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => at));
    }
    isAsked = false;
    expect(turns).toBeGreaterThan(3);
  });

  test('31: records that lead to the same long list do not hold all its entries at once', async () => {
    Object.assign(held, { now: 0, most: 0 });
    const execute = executorOf(kind, { objectsMax: 1_000_000 });
    const [{ data }] = await answersOf(execute, '{ many(count: 100) { shared { id } } }');
    expect((data as any).many.flatMap(({ shared }: any) => shared)).toHaveLength(50_000);
    expect(held.most).toBeLessThan(10_000);
  });

  test('31: of a long list the first entries are done before the last are begun', async () => {
    Object.assign(underWay, { now: 0, most: 0 });
    loader.clearAll();
    const execute = executorOf(kind, { objectsMax: 1_000_000 });
    const [{ data }] = await answersOf(execute, '{ many(count: 10000) { loaded { id } } }');
    expect((data as any).many.filter(({ loaded }: any) => loaded.id === 1)).toHaveLength(10_000);
    expect(underWay.now).toBe(0);
    expect(underWay.most).toBeLessThan(3_000);
  });

  test('31: what cannot be loaded holds up nothing else', async () => {
    const execute = executorOf(kind, { objectsMax: 1_000_000 });
    const [{ data, errors }] = await answersOf(execute, '{ many(count: 5000) { id fails { id } } }');
    expect((data as any).many).toHaveLength(5_000);
    expect((data as any).many.at(-1)).toEqual({ id: 4_999, fails: null });
    expect(errors).toHaveLength(5_000);
  });

  test('31: whatever is asked, the answer is the one of an execution without a budget', async () => {
    const execute = executorOf(kind, { objectsMax: 1_000_000, bytesMax: 1e9 });
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        loader.clearAll();
        failing.clearAll();
        const contextValue = { caller: 'ann' };
        const alone = settled(await executeAlone({ schema, document, contextValue }));
        expect(settled(await execute({ schema, document, contextValue }))).toEqual(alone);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('31: whenever the caller leaves, the operation ends, and others are answered', async () => {
    const execute = executorOf(kind, { objectsMax: 1_000_000, bytesMax: 1e9 });
    const contextValue = { caller: 'ann' };
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(30), async (document, ms) => {
        loader.clearAll();
        const caller = new AbortController();
        const answer = execute({ schema, document, contextValue, signal: caller.signal });
        await pause(ms);
        caller.abort();
        // Waits for ever where a part of it does, which the time limit of the test tells.
        await answer;
        const next = execute({ schema, document: parse('{ many(count: 2000) { id } }'), contextValue });
        expect((await next).data!.many).toHaveLength(2_000);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('31: who asks little does not wait behind who asks much', async () => {
    const execute = executorOf(kind, { objectsMax: 1_000_000 });
    const ask = (caller: string, count: number): Promise<string> =>
      execute({
        schema,
        document: parse(`{ many(count: ${count}) { one { one { id } } } }`),
        contextValue: { caller },
      }).then(() => caller);
    const order: string[] = [];
    await Promise.all([
      ask('much', 20_000).then((caller) => order.push(caller)),
      pause(5)
        .then(() => ask('little', 5))
        .then((caller) => order.push(caller)),
    ]);
    expect(order).toEqual(['little', 'much']);
  });

  test('31: operations of a caller wait behind those of the same caller, not those of others', async () => {
    const execute = executorOf(kind);
    const order: string[] = [];
    const ask = (caller: string): Promise<unknown> =>
      execute({ schema, document: parse('{ node { slow { id } } }'), contextValue: { caller } }).then(() =>
        order.push(caller),
      );
    await Promise.all([...Array.from({ length: 40 }, () => ask('much')), ask('little')]);
    expect(order.indexOf('little')).toBeLessThan(10);
  });

  test('31: who has too much waiting is told to come again', async () => {
    const execute = executorOf(kind);
    const answers = await Promise.all(
      Array.from({ length: 1_050 }, () =>
        execute({ schema, document: parse('{ node { id } }'), contextValue: { caller: 'much' } }),
      ),
    );
    const refused = answers.filter(({ errors }) => errors);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(50);
    expect((refused[0].errors![0].originalError as DomainError).code).toBe('TOO_MANY_REQUESTS');
  });
});
