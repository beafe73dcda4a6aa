import { getIntrospectionQuery } from 'graphql';
import { SocketClient } from './socket-client.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Questions whose answers would tell of the schema. */
const curious = [
  getIntrospectionQuery(),
  '{ __type(name: "Campus") { fields { name } } }',
  '{ ...S } fragment S on Query { __schema { types { name } } }',
  '{ campusez { total } }',
  '{ campuses(pag: 1) { total } }',
  '{ campuses { totl } }',
  'mutation { createCampus(input: { nam: "x" }) { id } }',
  'query ($i: CampusInpt!) { campuses { total } }',
];
const telling = /Did you mean|"kind":"OBJECT"|"fields":\[/;
const wrongVariable = [
  'mutation ($i: CampusInput!) { createCampus(input: $i) { id } }',
  { i: { nam: 'x' } },
] as const;

const socketUrl = ({ url }: TestServer): string => `${url.replace('http', 'ws')}/graphql`;

/** Production accepts no predictable initial passwords. */
const production = { NODE_ENV: 'production', INITIAL_PASSWORDS: 'codes' };

describe('38: in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: production });
  });
  afterAll(() => server.stop());

  test.each(curious)('nothing tells of the schema: %.40s', async (query) => {
    const { status, errors, data } = await server.graphql(query);
    expect([status, errors?.[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(JSON.stringify([errors, data])).not.toMatch(telling);
  });

  test('neither do faults of variables', async () => {
    const { errors } = await server.graphql(...wrongVariable);
    expect(errors?.[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(errors)).not.toMatch(telling);
  });

  test('nor the WebSocket', async () => {
    const client = await SocketClient.signedIn(socketUrl(server), server.administrator);
    for (const [query, variables] of [...curious.map((query) => [query] as const), wrongVariable]) {
      const { type, payload } = await client.ask(query, variables);
      expect(type).toBe('error');
      expect(JSON.stringify(payload)).not.toMatch(telling);
    }
    await client.end();
  });
});

test('38: EXPLORER opens the schema in production, and closes it elsewhere', async () => {
  for (const [mode, explorer] of [
    ['production', 'true'],
    ['development', 'false'],
  ] as const) {
    const server = await startTestServer({ env: { ...production, NODE_ENV: mode, EXPLORER: explorer } });
    const { status, errors } = await server.graphql(getIntrospectionQuery());
    expect([mode, status]).toEqual([mode, explorer === 'true' ? 200 : 400]);
    const { errors: proposals } = await server.graphql('{ campusez { total } }');
    expect(/Did you mean/.test(proposals![0].message)).toBe(explorer === 'true');
    expect(errors === undefined).toBe(explorer === 'true');
    await server.stop();
  }
});
