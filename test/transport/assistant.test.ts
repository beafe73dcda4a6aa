import { RoleKey } from '../../src/schema/enums.js';
import { addAccount } from '../accounts/people.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { FrameClient, upgraded } from './frame-client.js';
import { SocketClient } from './socket-client.js';

/** The channel of the assistant, as its web client uses it: 'aiFrontChannel' of the contract. */
let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const path = '/ws/ai/response/front';
const address = (query: string): string => `${server.url.replace('http', 'ws')}${path}${query}`;
const welcomed = (token = server.administrator): Promise<FrameClient> =>
  FrameClient.welcomed(address(`?token=${token}`));

const chat = { type: 'chat', user_input: '这个系统能做什么？', chat: '[]' };
const operate = {
  type: 'operate',
  user_input: '打开添加校区',
  role: '管理员',
  form: {},
  other_data: '',
  record: {},
  this_page: '',
  chat: '[]',
};
const failed = (error_message: string, data: object = expect.any(Object) as object): object => ({
  output: 'Failed',
  success: false,
  error_message,
  type: 'error',
  data,
});

/** Asks in the chat; the answer ends with what this system lacks, which has no semester. */
async function chats(client: FrameClient, message: object = chat): Promise<void> {
  const frames = await client.ask(message);
  expect(frames.at(-1)).toMatchObject({ type: 'error', error_message: expect.stringContaining('学期') });
}

test('a chat that cannot be answered begins, and ends with the reason', async () => {
  const client = await welcomed();
  const event = (data: object): object => ({ output: 'Success', success: true, type: 'event', data });
  expect(await client.ask(chat)).toEqual([
    event({ type: 'agent_thought', thought: '' }),
    failed(expect.stringContaining('学期') as string, { message: expect.any(String) as string }),
  ]);
  await client.end();
});

test('an operation opens a page', async () => {
  const client = await welcomed(`Bearer ${server.administrator}`);
  const event = (data: object): object => ({ output: 'Success', success: true, type: 'event', data });
  for (const message of [operate, { ...operate, type: 'anything' }])
    expect(await client.ask(message)).toEqual([
      event({ type: 'node_started', step: '识别意图' }),
      event({ type: 'node_started', step: '打开页面' }),
      event({ type: 'workflow_finished', result: '{"type":"route","route":"/admin/campus/add"}' }),
    ]);
  await client.end();
});

test('an operation that is not understood ends with an error, for a page acts on its end', async () => {
  const client = await welcomed();
  const message = '没有收到内容，请说出要打开的页面';
  expect(await client.ask({ user_input: '' })).toEqual([
    expect.objectContaining({ data: { type: 'node_started', step: '识别意图' } }),
    failed(message, { message }),
  ]);
  await client.end();
});

test('frames come 10 to 50 milliseconds apart', async () => {
  const client = await welcomed();
  const at: number[] = [];
  client.socket.on('message', () => at.push(performance.now()));
  for (let asked = 0; asked < 10; asked++) await client.ask(operate);
  const gaps = at
    .slice(1)
    .map((ms, index) => ms - at[index])
    .sort((a, b) => a - b);
  expect(gaps).toHaveLength(29);
  // Single frames may be late, and the next one then seems early; on the whole they cannot.
  expect(at.at(-1)! - at[0]).toBeGreaterThan(29 * 10);
  expect(gaps[14]).toBeLessThan(50);
  await client.end();
});

test('answers are English for those who read it, where answers of /api/v1 are', async () => {
  const english = await startTestServer({ env: { REST_LANGUAGE: 'auto' } });
  try {
    const url = `${english.url.replace('http', 'ws')}${path}?token=${english.administrator}`;
    const client = await FrameClient.welcomed(url, { headers: { 'accept-language': 'en' } });
    expect((await client.ask(chat)).at(-1)!.error_message).toMatch(/semester/);
    expect((await client.ask({ ...operate, user_input: 'delete all' }))[1].error_message).toMatch(
      /^&quot;delete all&quot; was not understood. Maybe ask for one of these pages: dashboard, user, /,
    );
    await client.end();
  } finally {
    await english.stop();
  }
});

test.each([
  ['', '用户未登录'],
  ['?other=1', '用户未登录'],
  ['?token=', '正则表达式不匹配'],
  ['?token=not%20a%20token', '正则表达式不匹配'],
  ['?token=3f0c2a58-7d1e-4b6a-9c44-0e5f1a2b3c4d', '用户未登录'],
  ['?token=eyJhbGciOiJub25lIn0.e30.e30', '用户未登录'],
])('with the query "%s" a connection is told "%s", and closed', async (query, message) => {
  const client = await FrameClient.open(address(query));
  expect(await client.next()).toEqual(failed(message, {}));
  expect((await client.closed).code).toBe(4401);
});

test.each([
  ['no JSON', '消息不是 JSON 对象', 'not json'],
  ['a list', '消息不是 JSON 对象', '[]'],
  ['null', '消息不是 JSON 对象', 'null'],
  ['lists in lists', '消息不是 JSON 对象', '['.repeat(100_000)],
  ['no question', '消息中的 user_input 缺失或类型不正确', '{}'],
  ['a question that is no text', '消息中的 user_input 缺失或类型不正确', '{"user_input":{}}'],
  ['a form that is a number', '消息中的 form 缺失或类型不正确', '{"user_input":"","form":1}'],
  ['a history that is no text', '消息中的 chat 缺失或类型不正确', '{"user_input":"","chat":[]}'],
])('a message that is %s is answered, and the next one too', async (_, message, sent) => {
  const client = await welcomed();
  expect(await client.ask(sent)).toEqual([failed('消息处理失败', { message })]);
  await chats(client);
  await client.end();
});

test('a message has at most 512 KiB here, and 64 KiB on the socket of GraphQL', async () => {
  const client = await welcomed();
  const message = JSON.stringify({ ...chat, chat: '' });
  const padding = 'x'.repeat(512 * 1024 - Buffer.byteLength(message));
  await chats(client, { ...chat, chat: padding });
  client.send({ ...chat, chat: `${padding}x` });
  expect((await client.closed).code).toBe(1009);
  const graphql = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  graphql.socket.send('x'.repeat(64 * 1024 + 1));
  expect((await graphql.closed).code).toBe(1009);
});

test('a newer connection of a user takes over, and stays when the older one goes', async () => {
  const older = await welcomed();
  const newer = await welcomed();
  expect((await older.closed).code).toBe(4409);
  await chats(newer);
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'somebody');
  const other = await welcomed(await server.signIn(name, password));
  await chats(other);
  await chats(newer);
  await Promise.all([newer.end(), other.end()]);
});

test('a connection ends with the session', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'leaving');
  const token = await server.signIn(name, password);
  const client = await welcomed(token);
  await server.graphql('mutation { signOut }', {}, token);
  expect((await client.closed).code).toBe(4403);
  const again = await FrameClient.open(address(`?token=${token}`));
  expect(await again.next()).toEqual(failed('用户未登录', {}));
});

test('one minute has room for so many messages, then the connection is closed', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'talkative');
  const client = await welcomed(await server.signIn(name, password));
  for (let sent = 0; sent < 60; sent++) await chats(client);
  client.send(chat);
  expect((await client.closed).code).toBe(1013);
});

test('pages of other origins are refused where origins are listed', async () => {
  const listed = await startTestServer({ env: { CORS_ORIGINS: 'https://a.example' } });
  try {
    const url = `${listed.url.replace('http', 'ws')}${path}?token=${listed.administrator}`;
    const allowed = await FrameClient.welcomed(url, { origin: 'https://a.example' });
    await allowed.end();
    await expect(FrameClient.open(url, { origin: 'https://b.example' })).rejects.toThrow('403');
  } finally {
    await listed.stop();
  }
});

test('before the initialisation the upgrade is refused as every call is', async () => {
  const waiting = await startTestServer({ initialised: false });
  try {
    const answer = await upgraded(new URL(path, waiting.url));
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1])).toMatchObject({
      code: 40301,
      error_message: expect.stringContaining('POST /api/v1/init 创建第一位管理员'),
    });
  } finally {
    await waiting.stop();
  }
});

/** A masked frame with a mask of zeros, so that its bytes are what they are. */
const frame = (first: number, payload: Buffer, length = payload.length): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | length]), Buffer.alloc(4), payload]);
const long = (...bytes: number[]): Buffer => Buffer.from([0x81, 0xff, ...bytes, 0, 0, 0, 0]);

test.each<[string, Buffer[]]>([
  ['is not masked', [Buffer.from([0x81, 0x01, 0x78])]],
  ['has an opcode of its own', [frame(0x8b, Buffer.from('x'))]],
  ['has reserved bits', [frame(0xf1, Buffer.from('x'))]],
  ['goes on without a beginning', [frame(0x80, Buffer.from('x'))]],
  ['is a ping in pieces', [frame(0x09, Buffer.from('x'))]],
  ['is a ping that is too long', [frame(0x89, Buffer.alloc(126), 126)]],
  ['announces more than anybody may send', [long(0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff)]],
  ['announces a length that no number holds', [long(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)]],
  ['is no UTF-8', [frame(0x81, Buffer.from([0xc3, 0x28]))]],
  ['closes with a code that does not exist', [frame(0x88, Buffer.from([0x00, 0x01]))]],
  ['is noise', [Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(100))]],
])('a frame that %s closes its connection and nothing else', async (_, frames) => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, `hostile-${++hostile}`);
  const [innocent, token] = await Promise.all([welcomed(), server.signIn(name, password)]);
  const answer = await upgraded(new URL(`${path}?token=${token}`, server.url), ...frames);
  expect(answer).toMatch(/^HTTP\/1\.1 101 /);
  await chats(innocent);
  await innocent.end();
});
let hostile = 0;
