import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  parse,
  printSchema,
  validate,
  type IntrospectionQuery,
} from 'graphql';
import { buildProductSchema, printedSchema } from '../../src/app/schema.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  const input = { name: 'A', code: 'A', address: 'A', description: 'A', isEnabled: true };
  const creation = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }';
  const { data } = await server.graphql(creation, { input });
  id = data.createCampus.id;
});
afterAll(() => server.stop());

const byVariable = 'query ($id: ID!) { campus(id: $id) { id } }';
const failure = async (query: string, variables?: object): Promise<unknown> => {
  const { status, errors } = await server.graphql(query, variables);
  const [{ message, extensions }] = errors!;
  return [status, extensions.code, message, extensions.problems?.[0].message];
};
test('an identifier is an ID, as variable and as literal, with or without dashes in any case', async () => {
  for (const written of [id, id.replaceAll('-', ''), id.toUpperCase(), ` ${id} `]) {
    expect((await server.graphql(byVariable, { id: written })).data).toEqual({ campus: { id } });
    const literal = `{ campus(id: ${JSON.stringify(written)}) { id } }`;
    expect((await server.graphql(literal)).data).toEqual({ campus: { id } });
  }
});

test.each([
  ['a text', '"east"', 'east'],
  ['a number', '5', '5'],
  ['an enum', 'EAST', 'undefined'],
  ['a list', '["east"]', 'undefined'],
])('as literal, %s that is no UUID is refused', async (_, literal, shown) => {
  const answer = await failure(`{ campus(id: ${literal}) { id } }`);
  const message = `"${shown}" is not an identifier: it must be a UUID, with or without dashes.`;
  expect(answer).toEqual([400, 'INVALID_PARAMETER', message, undefined]);
});

test.each([
  ['a text', 'east', /"east" is not an identifier/],
  ['a number', 5, /"5" is not an identifier/],
  ['a flag', true, /"true" is not an identifier/],
  ['null', null, /non-nullable/],
])('as variable, %s that is no UUID is refused', async (_, value, message) => {
  expect(await failure(byVariable, { id: value })).toEqual([
    400,
    'BAD_USER_INPUT',
    expect.stringMatching(/^The variable \$id is not valid/),
    expect.stringMatching(message),
  ]);
});

test('variables that are refused are refused in one language, with what would be right', async () => {
  const query = 'mutation ($i: SemesterInput!) { createSemester(input: $i) { id } }';
  const i = { name: null, startDate: '2026-02-31', endDate: '2026-07-05', isEnabled: 'ja', daysPerWeek: 1.5 };
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'zh',
      authorization: `Bearer ${server.administrator}`,
    },
    body: JSON.stringify({ query, variables: { i: { ...i, nmae: 'x' } } }),
  });
  const [{ message, extensions }] = (await response.json()).errors;
  const told: { message: string }[] = extensions.problems;
  expect([message, ...told.map((each) => each.message)]).toEqual([
    '变量 $i.name 不合法：类型 String! 的值不能为 null',
    '类型 String! 的值不能为 null',
    '日期不合法：“2026-02-31”，应为日历上的一天 YYYY-MM-DD，年份 1 到 9999',
    '应为 true 或 false',
    '应为整数',
    expect.stringMatching(/^类型 SemesterInput 没有字段 nmae/),
  ]);
});

test('the name of before is unknown', async () => {
  const [, code, message] = (await failure(byVariable.replace('ID', 'UUID'), { id })) as string[];
  expect([code, message]).toEqual(['GRAPHQL_VALIDATION_FAILED', expect.stringContaining('"UUID"')]);
});

test(
  'clients and generators find the ID that they know, by introspection and in the printed ' + 'schema',
  async () => {
    const { data } = await server.graphql(getIntrospectionQuery());
    const introspected = buildClientSchema(data as IntrospectionQuery);
    const printed = buildSchema(printedSchema(buildProductSchema()));
    for (const schema of [introspected, printed]) {
      expect(validate(schema, parse(byVariable))).toEqual([]);
      expect(String(schema.getQueryType()!.getFields().campus.args[0].type)).toBe('ID!');
      expect(printSchema(schema)).not.toMatch(/scalar (ID|UUID)/);
    }
  },
);
