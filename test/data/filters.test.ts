import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { buildProductSchema } from '../../src/app/schema.js';
import { academicAffairs, department } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { withClient } from './support.js';

/** Every list is narrowed and ordered by the columns of its entity, by one mechanism for all. */
let server: TestServer;
const schema = buildProductSchema();
const lists = Object.values(schema.getQueryType()!.getFields()).filter(({ args }) =>
  args.some(({ name }) => name === 'orderBy'),
);

beforeAll(async () => {
  server = await startTestServer();
  await withClient(server, (client) =>
    client.query(`
      insert into semester (id, name, start_date, end_date, is_current, days_per_week) values
        (gen_random_uuid(), 'Spring', '2026-02-23', '2026-07-05', true, 5),
        (gen_random_uuid(), 'Autumn', '2026-08-31', '2027-01-17', false, 6),
        (gen_random_uuid(), '秋季', '2025-09-01', '2026-01-18', false, 7);
      insert into campus (id, name, code, address, latitude) values
        (gen_random_uuid(), 'North', 'N', '-', 31.5), (gen_random_uuid(), 'South', 'S', '-', null);
      insert into building (id, name, campus_id) select gen_random_uuid(), name || ' 1', id from campus;`),
  );
});
afterAll(() => server.stop());

/** A value for everything that can be said, so that the statement has every condition there is. */
function everythingOf(type: GraphQLInputType): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues().map(({ name }) => name);
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields()).map((field) => [field.name, everythingOf(field.type)]),
    );
  const values: Record<string, unknown> = {
    ID: '019aa000-0000-7000-8000-00000000dead',
    Int: 1,
    Float: 1.5,
    Boolean: false,
    Date: '2030-01-01',
    DateTime: '2030-01-01T00:00:00.000Z',
    String: '%',
  };
  return values[named.name];
}

test('every list of the schema is among those that are tried', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.filter(({ name }) => name.endsWith('Connection')).length).toBe(lists.length / 2);
});

test.each(lists.map((list) => [list.name, list] as const))(
  '%s takes every condition and every order that its types offer',
  async (name, { args }) => {
    const { type: filter } = args.find((argument) => argument.name === 'filter')!;
    const { type: orderBy } = args.find((argument) => argument.name === 'orderBy')!;
    const query = `query ($filter: ${String(filter)}, $orderBy: ${String(orderBy)}) {
      ${name}(filter: $filter, orderBy: $orderBy) { __typename }
    }`;
    const order = getNamedType(orderBy) as GraphQLInputObjectType;
    const fields = getNamedType(order.getFields().field.type);
    const all = isEnumType(fields) ? fields.getValues().map((value) => ({ field: value.name })) : [];
    expect(all.length).toBeGreaterThan(0);
    const filters = everythingOf(filter) as Record<string, Record<string, unknown>>;
    expect((await server.graphql(query, { filter: filters, orderBy: all })).errors).toBeUndefined();
    const descending = all.map((each, at) => ({ ...each, direction: at % 2 ? 'DESC' : 'ASC' }));
    expect((await server.graphql(query, { orderBy: descending })).errors).toBeUndefined();
  },
);

const namesOf = async (list: string, filter: string): Promise<string[]> => {
  const { data, errors } = await server.graphql(
    `{ ${list}(filter: ${filter}, orderBy: [{ field: NAME }]) { items { name } } }`,
  );
  expect(errors).toBeUndefined();
  return data[list].items.map(({ name }: { name: string }) => name);
};

test.each([
  ['semesters', '{ name: { equals: " spring " } }', ['Spring']],
  ['semesters', '{ name: { in: ["AUTUMN", "nobody"] } }', ['Autumn']],
  ['semesters', '{ name: { contains: "ＮＧ" } }', ['Spring']],
  ['semesters', '{ isCurrent: true }', ['Spring']],
  ['semesters', '{ daysPerWeek: { from: 6 } }', ['秋季', 'Autumn']],
  ['semesters', '{ daysPerWeek: { from: 6, to: 6 } }', ['Autumn']],
  ['semesters', '{ daysPerWeek: { in: [5, 7] } }', ['秋季', 'Spring']],
  ['semesters', '{ startDate: { from: "2026-01-01", to: "2026-08-30" } }', ['Spring']],
  ['semesters', '{ ruleProfile: [STANDARD] }', ['秋季', 'Autumn', 'Spring']],
  ['semesters', '{ ruleProfile: [] }', []],
  ['semesters', '{ createdAt: { before: "2020-01-01T00:00:00.000Z" } }', []],
  ['semesters', '{ campus: { isNull: false } }', []],
  ['semesters', '{ daysPerWeek: { from: 6 }, name: { contains: "秋" } }', ['秋季']],
  ['semesters', '{ name: null, isCurrent: null, startDate: { from: null } }', ['秋季', 'Autumn', 'Spring']],
  ['campuses', '{ latitude: { isNull: true } }', ['South']],
  ['campuses', '{ latitude: { equals: 31.5 } }', ['North']],
])('%s with %s are %j', async (list, filter, expected) => {
  expect(await namesOf(list, filter)).toEqual(expected);
});

test('records are found by what they refer to', async () => {
  const { data } = await server.graphql('{ campuses(keyword: "North") { items { id } } }');
  const [{ id }] = data.campuses.items;
  expect(await namesOf('buildings', `{ campus: { equals: "${id}" } }`)).toEqual(['North 1']);
  expect(await namesOf('buildings', `{ campus: { in: ["${id}"] } }`)).toEqual(['North 1']);
});

test('whether a row refers to a record that the caller does not see, filters tell as rows do', async () => {
  await withClient(server, (client) =>
    client.query(
      `insert into timetable (id, semester_id, revision, status, made_by_id)
       select gen_random_uuid(), s.id, 1, 'DRAFT', u.id from semester s, "user" u
       where s.name = 'Spring' and u.name = $1`,
      [server.credentials.user],
    ),
  );
  const planner = await academicAffairs(server, await department(server));
  const found = async (madeBy: string, fields = 'id'): Promise<object[]> => {
    const query = `{ timetables(filter: { madeBy: ${madeBy} }) { items { madeBy { ${fields} } } } }`;
    return (await server.graphql(query, {}, planner)).data.timetables.items;
  };
  const [{ madeBy }] = (await found('{ isNull: false }')) as [{ madeBy: { id: string } }];
  expect(await found('{ isNull: false }', 'id name')).toEqual([{ madeBy: null }]);
  expect(await found('{ isNull: true }')).toEqual([]);
  expect(await found(`{ equals: "${madeBy.id}" }`)).toEqual([]);
});

test('a filter narrows a connection and its count as it narrows the page', async () => {
  const { data } = await server.graphql(
    `{ semestersConnection(filter: { daysPerWeek: { from: 6 } }, first: 1) { totalCount nodes { name }
      pageInfo { hasNextPage } }
       semesters(filter: { daysPerWeek: { from: 6 } }) { total } }`,
  );
  expect(data.semestersConnection).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
  expect(data.semesters.total).toBe(2);
});

test('more than 200 alternatives are refused with a remedy', async () => {
  const query = 'query ($filter: SemesterFilter) { semesters(filter: $filter) { total } }';
  const numbers = Array.from({ length: 201 }, (_, at) => at);
  const { errors } = await server.graphql(query, { filter: { daysPerWeek: { in: numbers } } });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(
      'compared with 201 values, but with at most 200 at once. Maybe ask several times.',
    ),
    extensions: { code: 'INVALID_INPUT' },
  });
});

test('/api/v1 takes neither filters nor orders of GraphQL', async () => {
  const { data } = await server.rest('semesterPage', {
    token: server.administrator,
    query: { filter: 'x', order_by: 'x', orderBy: 'x' },
  });
  expect(data.total).toBe(3);
});
