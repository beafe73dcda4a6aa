import { tokenOf } from '../scheduling/people.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { withClient } from './support.js';

/** Connections give the list of the pages, read on from cursors, in every order and from both ends. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Titles are missing, repeated, and in the order of pinyin not that of code points: 副教授, 讲师, 教授.
  await withClient(server, (client) =>
    client.query(`
      insert into department (id, code, name, established_on, category_id, type_id)
        select gen_random_uuid(), 'D1', '信息学院', '2000-01-01', (select id from unit_category limit 1),
        (select id from unit_type limit 1);
      insert into teacher (id, code, name, english_name, ethnic, is_male, department_id, type_id,
      job_title, created_at)
        select gen_random_uuid(), 'T' || lpad(i::text, 4, '0'), (array['张三', '李四', '王五', '阿明'])[1 + i %
        4], 'T' || i, '汉族',
          i % 2 = 0, (select id from department), (select id from teacher_type limit 1),
          (array['教授', null, '讲师', '副教授', null])[1 + i % 5], '2026-01-01'::timestamptz + (i / 3) *
          interval '1 day'
        from generate_series(1, 23) i`),
  );
});
afterAll(() => server.stop());

const orders = [
  '',
  'orderBy: [{ field: CODE }]',
  'orderBy: [{ field: NAME, direction: DESC }]',
  'orderBy: [{ field: JOB_TITLE }]',
  'orderBy: [{ field: JOB_TITLE, direction: DESC }]',
  'orderBy: [{ field: JOB_TITLE }, { field: NAME, direction: DESC }]',
  'orderBy: [{ field: NAME }, { field: CREATED_AT, direction: DESC }, { field: JOB_TITLE }]',
];

async function codesOfPage(order: string): Promise<string[]> {
  const { data } = await server.graphql(`{ teachers(${order} size: 200) { items { code } } }`);
  return data.teachers.items.map(({ code }: { code: string }) => code);
}

/** The whole list in stretches of 4, from one end or the other. */
async function codesRead(order: string, way: 'first' | 'last'): Promise<string[]> {
  const codes: string[] = [];
  const [from, more, edge] =
    way === 'first' ? ['after', 'hasNextPage', 'endCursor'] : ['before', 'hasPreviousPage', 'startCursor'];
  const query = `query ($cursor: String) {
    teachersConnection(${order} ${way}: 4, ${from}: $cursor) {
      edges { cursor node { code } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }`;
  for (let cursor: string | null = null; ;) {
    const { data, errors }: GraphqlAnswer = await server.graphql(query, { cursor });
    expect(errors).toBeUndefined();
    const { edges, pageInfo }: Record<string, any> = data.teachersConnection;
    const read = edges.map(({ node }: { node: { code: string } }) => node.code);
    codes.splice(way === 'first' ? codes.length : 0, 0, ...read);
    // There is something behind exactly when something was read before.
    expect(pageInfo[way === 'first' ? 'hasPreviousPage' : 'hasNextPage']).toBe(cursor !== null);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges.at(0).cursor, edges.at(-1).cursor]);
    if (!pageInfo[more]) return codes;
    cursor = pageInfo[edge];
  }
}

test.each(orders)('reads the list of the pages once, from both ends: %s', async (order) => {
  const codes = await codesOfPage(order);
  expect(new Set(codes).size).toBe(23);
  // Without an order both begin with the newest.
  expect(await codesRead(order, 'first')).toEqual(codes);
  expect(await codesRead(order, 'last')).toEqual(codes);
});

test('Chinese is ordered by pinyin, numbers by their size, and what is missing comes last', async () => {
  const { data } = await server.graphql(
    '{ teachersConnection(first: 200, orderBy: [{ field: JOB_TITLE }, { field: NAME }]) { nodes { jobTitle ' +
      'name } } }',
  );
  const titles = data.teachersConnection.nodes.map(({ jobTitle }: { jobTitle: string | null }) => jobTitle);
  expect([...new Set(titles)]).toEqual(['副教授', '讲师', '教授', null]);
  const names = data.teachersConnection.nodes
    .filter(({ jobTitle }: { jobTitle: string | null }) => jobTitle === null)
    .map(({ name }: { name: string }) => name);
  expect([...new Set(names)]).toEqual(['阿明', '李四', '王五', '张三']);
  await withClient(server, async (client) => {
    const { rows } = await client.query(
      `select name from (values ('软件10班'), ('软件2班'), ('软件1班')) v (name) order by name collate chinese`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['软件1班', '软件2班', '软件10班']);
  });
});

test('in descending order what is missing comes first', async () => {
  const { data } = await server.graphql(
    '{ teachersConnection(first: 1, orderBy: [{ field: JOB_TITLE, direction: DESC }]) { nodes { jobTitle } ' +
      '} }',
  );
  expect(data.teachersConnection.nodes).toEqual([{ jobTitle: null }]);
});

test('a stretch between two cursors is bounded by both', async () => {
  const order = 'orderBy: [{ field: CODE }]';
  const codes = await codesOfPage(order);
  const { data } = await server.graphql(`{ teachersConnection(${order} first: 23) { edges { cursor } } }`);
  const cursors = data.teachersConnection.edges.map(({ cursor }: { cursor: string }) => cursor);
  const between = async (size: string): Promise<string[]> => {
    const answer = await server.graphql(
      `{ teachersConnection(${order} ${size}, after: "${cursors[4]}", before: "${cursors[10]}") { nodes {
        code } } }`,
    );
    return answer.data.teachersConnection.nodes.map(({ code }: { code: string }) => code);
  };
  expect(await between('first: 20')).toEqual(codes.slice(5, 10));
  expect(await between('first: 2')).toEqual(codes.slice(5, 7));
  expect(await between('last: 2')).toEqual(codes.slice(8, 10));
});

test('a record that is added or deleted meanwhile moves no other over the edge of a stretch', async () => {
  const order = 'orderBy: [{ field: CODE }]';
  const codes = await codesOfPage(order);
  const { data } = await server.graphql(
    `{ teachersConnection(${order} first: 5) { pageInfo { endCursor } } }`,
  );
  await withClient(server, (client) => client.query(`delete from teacher where code in ('T0001', 'T0005')`));
  const next = await server.graphql(
    `{ teachersConnection(${order} first: 3, after:
      "${data.teachersConnection.pageInfo.endCursor}") { nodes { code } } }`,
  );
  const read = next.data.teachersConnection.nodes.map(({ code }: { code: string }) => code);
  expect(read).toEqual(codes.slice(5, 8));
});

test('records are counted only when somebody asks', async () => {
  const counted = async (selection: string): Promise<boolean> => {
    server.forgetStatements();
    await server.graphql(`{ teachersConnection(first: 2) { ${selection} } }`);
    return server.statements.some((text) => text.includes('count(*)'));
  };
  expect(await counted('nodes { id }')).toBe(false);
  expect(await counted('totalCount')).toBe(true);
  const { data } = await server.graphql('{ teachersConnection(first: 2) { totalCount } teachers { total } }');
  expect(data.teachersConnection.totalCount).toBe(data.teachers.total);
});

test('records are read only when somebody asks, and once for everything that is told of them', async () => {
  const statements = async (selection: string): Promise<string[]> => {
    server.forgetStatements();
    const { errors } = await server.graphql(`{ teachersConnection(first: 2) { ${selection} } }`);
    expect(errors).toBeUndefined();
    return server.statements.filter((text) => text.includes('from "teacher"'));
  };
  const [count, ...others] = await statements('totalCount');
  expect(count).toContain('count(*)');
  expect(others).toEqual([]);
  expect(
    await statements('nodes { id } edges { cursor node { id } } pageInfo { endCursor hasNextPage }'),
  ).toHaveLength(1);
  expect(await statements('__typename')).toEqual([]);
});

test('an empty list has no cursors and nothing on either side', async () => {
  const { data } = await server.graphql(
    '{ teachersConnection(keyword: "nobody") { totalCount nodes { id } pageInfo { startCursor endCursor ' +
      'hasNextPage hasPreviousPage } } }',
  );
  expect(data.teachersConnection).toEqual({
    totalCount: 0,
    nodes: [],
    pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
  });
});

const encoded = (content: unknown): string => Buffer.from(JSON.stringify(content)).toString('base64url');
const someId = '019aa000-0000-7000-8000-00000000dead';

test.each([
  ['no base64', '%%%'],
  ['no JSON', Buffer.from('nope').toString('base64url')],
  ['no list', encoded({})],
  ['too short', encoded(['teacher -createdAt -id'])],
  ['of another type', encoded(['teacher -createdAt -id', 5, someId])],
  ['no moment', encoded(['teacher -createdAt -id', '2026-99-99T99:99:99.999Z', someId])],
  ['no id', encoded(['teacher -createdAt -id', '2026-01-01T00:00:00.000Z', "' or 1=1 --"])],
  ['a missing value where none can be', encoded(['teacher -createdAt -id', null, someId])],
  ['too long', 'A'.repeat(5_000)],
])('a cursor that is %s is refused with a remedy', async (_, cursor) => {
  const { errors } = await server.graphql(
    'query ($cursor: String) { teachersConnection(after: $cursor) { nodes { id } } }',
    {
      cursor,
    },
  );
  expect(errors?.[0].extensions.code).toBe('INVALID_PARAMETER');
  expect(errors?.[0].message).toMatch(
    /^after is ".*", which is no cursor of this list\. Maybe take one that the list answered/,
  );
});

test('a cursor of another order or list is refused with a remedy', async () => {
  const { data } = await server.graphql('{ teachersConnection(first: 1) { pageInfo { endCursor } } }');
  const cursor = data.teachersConnection.pageInfo.endCursor;
  for (const query of [
    `{ teachersConnection(before: "${cursor}", orderBy: [{ field: CODE }]) { nodes { id } } }`,
    `{ studentsConnection(before: "${cursor}") { nodes { id } } }`,
  ]) {
    const { errors } = await server.graphql(query);
    expect(errors?.[0].extensions.code).toBe('INVALID_PARAMETER');
    expect(errors?.[0].message).toContain('Maybe keep orderBy as it was');
  }
});

test.each([
  ['first: 0', 'first is 0, but must be 1 to 200.'],
  ['last: 201', 'last is 201, but must be 1 to 200.'],
  ['first: 1, last: 1', 'first and last are both given.'],
])('%s is refused', async (size, message) => {
  const { errors } = await server.graphql(`{ teachersConnection(${size}) { nodes { id } } }`);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: 'INVALID_PARAMETER' },
  });
});

test('members of academic affairs read on in the lists of their departments only, as in pages', async () => {
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const { data } = await server.graphql(
    '{ teachersConnection { totalCount nodes { id } } teachers { total items { id } } }',
    {},
    token,
  );
  expect(data).toEqual({
    teachersConnection: { totalCount: 0, nodes: [] },
    teachers: { total: 0, items: [] },
  });
});

test('a connection is priced by the records that it may give', async () => {
  const nested = (first: number): string =>
    `{ departmentsConnection(first: ${first}) {
      edges { node { children { children { majors { name } } } } } } }`;
  expect((await server.graphql(nested(5))).errors).toBeUndefined();
  const { errors } = await server.graphql(nested(200));
  expect(errors?.[0].extensions).toMatchObject({ code: 'GRAPHQL_LIMIT', limit: 'cost' });
  const byVariable = await server.graphql(
    nested(200).replace('{', 'query ($first: Int) {').replace('first: 200', 'first: $first'),
    { first: 200 },
  );
  expect(byVariable.errors?.[0].extensions).toMatchObject({ code: 'GRAPHQL_LIMIT', limit: 'cost' });
});
