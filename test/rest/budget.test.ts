import { startTestServer, type TestServer } from '../support/server.js';

/** Budgets hold behind /api/v1 as well, which tells them as too much asked for. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATION_OBJECTS_MAX: '300', OPERATION_MEGABYTES_MAX: '1' } });
  await server.context().em.execute(
    `insert into furniture_type (id, name, picture)
       select gen_random_uuid(), 'Type ' || i, repeat('课', 300000) from generate_series(1, 2) i`,
  );
  await server.context().em.execute(
    `insert into campus (id, name, code, address)
       select gen_random_uuid(), 'Campus ' || i, 'C' || i, '-' from generate_series(1, 400) i`,
  );
});
afterAll(() => server.stop());

async function get(path: string): Promise<{ status: number; body: any }> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${server.administrator}` },
  });
  return { status: response.status, body: await response.json() };
}

test('31: more objects than the budget holds are 42900, with what to narrow', async () => {
  const { status, body } = await get('/campus/list');
  expect([status, body.code]).toEqual([429, 42900]);
  expect(body.error_message).toMatch(/结果最多 300 个对象，请缩小查询范围/);
});

test('31: an answer of too many bytes is refused, over REST and GraphQL', async () => {
  const { status, body } = await get('/tables-chairs/page?page=1&size=100');
  expect([status, body.code]).toEqual([429, 42900]);
  const { data, errors } = await server.graphql('{ furnitureTypes { items { name picture } } }');
  expect(data).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_LIMIT', limit: 'bytes', max: 2 ** 20 } }]);
});

test('31: a large answer within the budget arrives whole, over REST and GraphQL', async () => {
  const query = '{ furnitureTypes(size: 1) { items { name picture } } }';
  const { data } = await server.graphql(query);
  expect(data.furnitureTypes.items[0].picture).toBe('课'.repeat(300_000));
});

test('whoever sends more than his share of calls asks nothing of the database', async () => {
  const few = await startTestServer({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
  const call = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${few.administrator}` };
    const response = await fetch(`${few.url}/api/v1/campus/list`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const before = [await call(), await call(), await call()];
  few.forgetStatements();
  expect([...before, await call(), await call()]).toEqual([200, 200, 200, 429, 429]);
  expect(few.statements).toEqual([]);
  await few.stop();
});
