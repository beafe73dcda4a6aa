import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { AssistantEvent, AssistantQuestion } from '../../src/schema/assistant.js';
import { DomainError, errors } from '../../src/schema/errors.js';
import { Tokens } from '../../src/services/accounts/tokens.js';
import { attachAssistantChannel, assistantPath } from '../../src/transport/assistant/channel.js';
import { Upgrades } from '../../src/transport/upgrades.js';
import { FrameClient, upgraded } from './frame-client.js';

/** The order in which an assistant's answers reach people, whatever answers: here each test says what. */
type Answer = (question: AssistantQuestion, signal: AbortSignal) => AsyncIterable<AssistantEvent>;
let answer: Answer;
let isSessionOver = false;
const logLines: string[] = [];
const stops: (() => Promise<unknown>)[] = [];
let url: string;

beforeAll(async () => {
  const server = http.createServer();
  const log = pino({ level: 'error' }, { write: (line: string) => void logLines.push(line) });
  const tokens = new Tokens('a secret of the tests with more than 32 bytes');
  const channel = attachAssistantChannel({
    upgrades: new Upgrades(server, log),
    config: { TRUST_PROXY: false, corsOrigins: null, REST_LANGUAGE: 'auto' },
    log,
    tokens,
    limiter: { take: async () => null },
    onSessionsEnded: () => () => undefined,
    isInitialised: async () => true,
    contextOf: async () => {
      if (isSessionOver) throw errors.unauthenticated();
      return {};
    },
    envelopeOf: () => ({}),
    takeovers: { tell: async () => undefined, listen: () => () => undefined },
    answer: (_, question, signal) => answer(question, signal),
    // Whoever does not answer a close is waited for longer than a test lasts.
    bounds: { closeMs: 120_000, keepAliveMs: 120_000 },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { token } = tokens.sign(randomUUID(), randomUUID());
  url = `ws://127.0.0.1:${port}${assistantPath}?token=${token}`;
  stops.push(
    () => channel.stop(),
    () => new Promise((resolve) => server.close(resolve)),
  );
});
beforeEach(() => {
  isSessionOver = false;
  logLines.length = 0;
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const opened = (): Promise<FrameClient> =>
  FrameClient.welcomed(url, { headers: { 'accept-language': 'en' } });
const asked = (text: string): object => ({ type: 'chat', user_input: text, chat: '[]' });
const message = (text: string): AssistantEvent => ({ type: 'agent_message', message: text });
const end: AssistantEvent = { type: 'message_end', metadata: 'c' };

/** A promise, and what settles it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() };
}

test('what is asked reaches the answer whole, and its events the client in order', async () => {
  const questions: AssistantQuestion[] = [];
  answer = async function* (question) {
    questions.push(question);
    yield { type: 'node_started', step: '识别意图' };
    yield { type: 'workflow_finished', result: '{"type":"route","route":"/admin/campus/add"}' };
  };
  const client = await opened();
  const form = { campus_name: { type: 'text', value: '' } };
  const sent = { type: 'operate', user_input: 'x', form, other_data: 'd', this_page: 'p', chat: 'h' };
  const frames = await client.ask(sent);
  expect(frames.map(({ data }) => data.type)).toEqual(['node_started', 'workflow_finished']);
  expect(questions).toEqual([{ kind: 'operate', userInput: 'x', history: 'h', form, otherData: 'd' }]);
  await client.end();
});

test('messages are answered one after the other, and too many that wait are refused', async () => {
  const { opened: released, open } = gate();
  const begun: string[] = [];
  answer = async function* ({ userInput }) {
    begun.push(userInput);
    await released;
    yield message(userInput);
    yield end;
  };
  const client = await opened();
  for (const text of ['1', '2', '3', '4', '5']) client.send(asked(text));
  expect(await client.next()).toMatchObject({
    type: 'error',
    error_message: 'Too many requests. Maybe try again in 1 seconds.',
  });
  expect(begun).toEqual(['1']);
  open();
  const heard: string[] = [];
  while (heard.length < 4) {
    const { data } = await client.next();
    if (data.type === 'agent_message') heard.push(data.message as string);
  }
  expect(heard).toEqual(['1', '2', '3', '4']);
  await client.end();
});

test('the rest of an answer goes to the connection that took over', async () => {
  const { opened: released, open } = gate();
  answer = async function* () {
    yield message('first');
    await released;
    yield message('second');
    yield end;
  };
  const older = await opened();
  older.send(asked('x'));
  expect((await older.next()).data.message).toBe('first');
  const newer = await opened();
  await older.closed;
  open();
  expect((await newer.next()).data.message).toBe('second');
  expect((await newer.next()).data).toEqual(end);
  await newer.end();
});

test('an answer ends with the last connection of its user', async () => {
  const aborted = gate();
  answer = async function* (_, signal) {
    signal.addEventListener('abort', aborted.open);
    yield message('first');
    await aborted.opened;
    yield message('second');
  };
  const client = await opened();
  client.send(asked('x'));
  await client.next();
  await client.end();
  await aborted.opened;
  answer = async function* () {
    yield end;
  };
  const next = await opened();
  expect((await next.ask(asked('y')))[0].data).toEqual(end);
  expect(logLines).toEqual([]);
  await next.end();
});

test.each([
  [
    'fails unexpectedly at once',
    '消息处理失败',
    1,
    async function* () {
      await delay(0);
      throw new Error('secret');
      yield end;
    },
  ],
  [
    'fails unexpectedly on its way',
    '流式内容读取失败',
    1,
    async function* () {
      yield message('begun');
      throw new Error('secret');
    },
  ],
  [
    'stops without an end',
    '流式内容读取失败',
    0,
    async function* () {
      yield message('begun');
    },
  ],
  ['says nothing', '流式内容读取失败', 0, async function* () {}],
  [
    'fails as expected',
    'Not now.',
    0,
    async function* () {
      await delay(0);
      throw new DomainError('NOT_READY', { zh: '现在不行', en: 'Not now.' });
      yield end;
    },
  ],
] as [string, string, number, Answer][])(
  'an answer that %s ends with an error',
  async (_, told, logged, failing) => {
    answer = failing;
    const client = await opened();
    const frames = await client.ask(asked('x'));
    expect(frames.at(-1)).toMatchObject({ type: 'error', error_message: told });
    expect(JSON.stringify(frames)).not.toContain('secret');
    expect(logLines).toHaveLength(logged);
    answer = async function* () {
      yield end;
    };
    expect(await client.ask(asked('y'))).toHaveLength(1);
    await client.end();
  },
);

test('a question after the end of the session is answered with a frame, and then closed', async () => {
  const client = await opened();
  isSessionOver = true;
  expect(await client.ask(asked('x'))).toMatchObject([{ type: 'error', error_message: '用户未登录' }]);
  expect((await client.closed).code).toBe(4403);
});

test('whoever is not known cannot send as much as those who are: the connection is cut', async () => {
  const address = new URL(assistantPath, url.replace('ws', 'http'));
  // The beginning of a message of 2 KiB; the close that was sent before is never answered.
  const announced = Buffer.from([0x81, 0xfe, 0x08, 0x00, 0, 0, 0, 0]);
  expect(await upgraded(address, announced)).toContain('用户未登录');
});
