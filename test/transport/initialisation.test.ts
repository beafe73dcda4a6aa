import { SocketClient } from './socket-client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ initialised: false });
});
afterAll(() => server.stop());

const refused = [
  '{ campuses { total } }',
  'mutation { signIn(user: "a", password: "b") { token { token } } }',
  '{ ...Q } fragment Q on Query { campuses { total } }',
  '{ __typename campuses { total } }',
];

test('before the initialisation everything else is answered with one clear error', async () => {
  for (const query of refused) {
    const { status, errors } = await server.graphql(query);
    expect([status, errors?.map(({ extensions }) => extensions.code)]).toEqual([403, ['NOT_INITIALISED']]);
    expect(errors![0].message).toMatch(/initialise/);
  }
  const { data } = await server.graphql('{ initialisation { isAwaited } }');
  expect(data.initialisation).toEqual({ isAwaited: true });
  expect((await server.graphql('{ __schema { queryType { name } } }')).status).toBe(200);
});

test('and over the WebSocket too', async () => {
  const client = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, null);
  for (const query of refused) {
    expect(await client.ask(query)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'NOT_INITIALISED' } }],
    });
  }
  expect((await client.ask('{ initialisation { isAwaited } }')).payload.data).toEqual({
    initialisation: { isAwaited: true },
  });
  await client.end();
});
