import { SystemValue } from '../../src/entities/system.js';
import { User } from '../../src/entities/accounts.js';
import { isInitialised } from '../../src/services/accounts/initialisation.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeEach(async () => void (server = await startTestServer({ initialised: false })));
afterEach(() => server.stop());

const first = {
  name: 'first-admin',
  password: 'a gate of wood',
  email: 'first@example.com',
  phone: '13800000000',
};
const initialise = (input: object): Promise<GraphqlAnswer> =>
  server.graphql('mutation ($input: InitialisationInput!) { initialise(input: $input) }', { input });
const isAwaited = async (): Promise<boolean> =>
  (await server.graphql('{ initialisation { isAwaited } }')).data.initialisation.isAwaited;
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const values = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await server.context().em.find(SystemValue, {})).map(({ key, value }) => [key, value]));

test('makes the first administrator, once', async () => {
  expect(await isAwaited()).toBe(true);
  expect(await initialise(first)).toMatchObject({ data: { initialise: true } });
  expect(await isAwaited()).toBe(false);
  const token = await server.signIn(first.name, first.password);
  const { data } = await server.graphql('{ me { user { id role { key } } } }', {}, token);
  expect(data.me.user.role.key).toBe('ADMINISTRATOR');
  expect(await values()).toMatchObject({
    system_init_mode: 'false',
    system_admin_uuid: data.me.user.id,
    system_init_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    web_title: '智课方舟-智能排课系统',
  });
  const again = await initialise({
    ...first,
    name: 'second-admin',
    email: 'second@example.com',
    phone: '13800000001',
  });
  expect(again.errors?.[0]).toMatchObject({
    message: expect.stringContaining('initialised already'),
    extensions: { code: 'FORBIDDEN' },
  });
});

test('of ten who initialise at the same moment one becomes the administrator', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      initialise({ ...first, name: `admin-${n}`, email: `admin-${n}@example.com`, phone: `1380000000${n}` }),
    ),
  );
  expect(answers.filter(({ data }) => data?.initialise === true)).toHaveLength(1);
  expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(9).fill('FORBIDDEN'));
  expect(await server.context().em.count(User, {})).toBe(1);
});

test('names every field that is wrong and leaves the system waiting', async () => {
  const { errors } = await initialise({ name: 'a b', password: ' ', email: 'none', phone: '14212345678' });
  expect(errors?.[0].extensions.code).toBe('INVALID_INPUT');
  expect(errors?.[0].extensions.problems.map(({ field }: { field: string }) => field).sort()).toEqual([
    'email',
    'name',
    'password',
    'phone',
  ]);
  expect(await isAwaited()).toBe(true);
});

test('another process learns of it', async () => {
  const elsewhere = { ...server.runtime.app };
  expect(await isInitialised(elsewhere)).toBe(false);
  await initialise(first);
  expect(await isInitialised(elsewhere)).toBe(true);
});

test('asks the database no more once it is so', async () => {
  await initialise(first);
  await isInitialised(server.runtime.app);
  server.forgetStatements();
  expect(await isInitialised(server.runtime.app)).toBe(true);
  expect(server.statements).toEqual([]);
});
