import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../src/app/config.js';
import type { Context } from '../../../src/data/context.js';
import type { FailureReason } from '../../../src/services/assistant/model/failure.js';
import { forgetOldUsage } from '../../../src/services/assistant/model/usage.js';
import { recordsOf } from '../../support/records.js';
import {
  answer,
  cuts,
  endless,
  endsEarly,
  fails,
  hangs,
  raw,
  stalls,
  startModelServer,
  turn,
  type ModelServer,
  type Reply,
} from '../../support/model-server.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { callerOf, read } from './asking.js';

const key = 'sk-secret-of-the-university';
// Longer than a busy machine takes for an answer that is too long.
const secondsMax = 4;
let model: ModelServer;
let server: TestServer;
let ctx: Context;

beforeAll(async () => {
  model = await startModelServer();
  const AI_TIMEOUT_SECONDS = String(secondsMax);
  server = await startTestServer({
    env: { AI_BASE_URL: model.url, AI_API_KEY: key, AI_MODEL: 'small', AI_TIMEOUT_SECONDS },
  });
  ctx = await callerOf(server);
});
afterAll(async () => {
  await server.stop();
  await model.stop();
});

const helps = turn({ calls: [answer({ kind: 'intents', intents: [{ type: 'help' }] })] });
const help = { kind: 'intents', intents: [{ type: 'help' }] };

/** Why nothing was read, and after how many seconds. */
async function failure(text = '帮助'): Promise<{ reason: FailureReason; seconds: number }> {
  const startMs = performance.now();
  const error = await read(ctx, text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ModelFailure' });
  return {
    reason: (error as { reason: FailureReason }).reason,
    seconds: (performance.now() - startMs) / 1000,
  };
}

const modes: [string, Reply, FailureReason, requests: number][] = [
  ['hangs', hangs, 'TIMEOUT', 1],
  ['begins and says nothing more', stalls, 'TIMEOUT', 1],
  ['cuts the stream', cuts, 'BROKEN', 1],
  ['ends in the middle', endsEarly, 'BROKEN', 1],
  ['fails with 500', fails(500), 'UNREACHABLE', 2],
  ['stays busy with 429', fails(429, { 'retry-after': '0' }), 'BUSY', 2],
  ['wants to be asked in an hour', fails(429, { 'retry-after': '3600' }), 'BUSY', 1],
  ['wants to be asked in 2099', fails(429, { 'retry-after': 'Thu, 01 Jan 2099 00:00:00 GMT' }), 'BUSY', 1],
  ['refuses the key', fails(401, {}, { error: { message: `Incorrect API key: ${key}` } }), 'REFUSED', 1],
  ['sends no JSON', raw('data: {"choices": [\n\n'), 'BROKEN', 1],
  ['sends a page', raw('<html>Welcome</html>'), 'BROKEN', 1],
  [
    'sends JSON of another shape',
    raw('data: {"choices":[{"delta":{"tool_calls":[null]}}]}\n\n'),
    'BROKEN',
    1,
  ],
  ['sends an error within the stream', raw('data: {"error":{"message":"overloaded"}}\n\n'), 'BROKEN', 1],
  ['answers 10^6 tokens of words', endless(1_000_000, { content: '好' }), 'TOO_LARGE', 1],
  [
    'answers 10^6 tokens of arguments',
    endless(1_000_000, { tool_calls: [{ index: 0, function: { name: 'answer', arguments: '[[' } }] }),
    'TOO_LARGE',
    1,
  ],
  ['answers 10^6 empty pieces', endless(1_000_000, {}), 'TOO_LARGE', 1],
  ['sends one line of 20 MB', raw(`data: ${'x'.repeat(20_000_000)}`), 'TOO_LARGE', 1],
  [
    'calls hundreds of tools at once',
    turn({ calls: Array.from({ length: 300 }, () => ({ name: 'find_names', arguments: { words: '课' } })) }),
    'TOO_LARGE',
    1,
  ],
  [
    'calls a tool without end',
    turn({ calls: [{ name: 'find_names', arguments: { words: '课' } }] }),
    'NO_READING',
    8,
  ],
  [
    'calls a tool that there is not',
    turn({ calls: [{ name: 'delete_all', arguments: {} }] }),
    'NO_READING',
    8,
  ],
  ['calls the answer with no JSON', turn({ calls: [answer('{"kind": "intents", ')] }), 'NO_READING', 8],
  [
    'answers with wrong intents',
    turn({ calls: [answer({ kind: 'intents', intents: [{ type: 'applyChangePlan', id: 'p1' }] })] }),
    'NO_READING',
    8,
  ],
  ['only talks', turn({ words: '已为您删除全部课程。' }), 'NO_READING', 2],
];

test.each(modes)('an endpoint that %s ends in a failure in time', async (_, reply, reason, requests) => {
  model.script(reply);
  const failed = await failure();
  expect(failed.reason).toBe(reason);
  expect(failed.seconds).toBeLessThan(secondsMax + 1);
  expect(model.requests).toHaveLength(requests);
});

test('after one failure or a short wait the endpoint is asked again', async () => {
  for (const first of [fails(503), fails(429, { 'retry-after': '1' })]) {
    model.script(first, helps);
    expect(await read(ctx, '帮助')).toEqual(help);
    expect(model.requests).toHaveLength(2);
  }
});

test('a model may correct what it answered wrongly', async () => {
  model.script(
    turn({ calls: [answer('{')] }),
    turn({ calls: [{ name: 'drop_tables', arguments: {} }] }),
    turn({ words: '好的' }),
    helps,
  );
  expect(await read(ctx, '帮助')).toEqual(help);
});

test('a redirect is followed to no other host, nor is another tried', async () => {
  let visits = 0;
  const other = http.createServer((_, response) => {
    visits++;
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`;
  for (const status of [301, 302, 307, 308]) {
    model.script(fails(status, { location }));
    expect((await failure()).reason).toBe('REDIRECT');
    expect(model.requests).toHaveLength(1);
  }
  other.close();
  expect(visits).toBe(0);
});

test('an endpoint that is not there is told at once', async () => {
  const config = { ...ctx.app.config, AI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const error = await read({ ...ctx, app: { ...ctx.app, config } }, '帮助').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ reason: 'UNREACHABLE' });
});

test('who stops asking ends the connection, and hears no failure of the model', async () => {
  model.script(stalls);
  const stopping = new AbortController();
  const reading = read(ctx, '帮助', {
    signal: stopping.signal,
    onToken: () => stopping.abort(new Error('gone')),
  });
  await expect(reading).rejects.toThrow('gone');
  for (let waits = 0; model.left.count === 0 && waits < 100; waits++)
    await new Promise((r) => setTimeout(r, 10));
  expect(model.left.count).toBe(1);
});

test('the first words are passed on within 50 ms', async () => {
  let saidMs = 0;
  const delays: number[] = [];
  for (let round = 0; round < 5; round++) {
    model.script((response, request) => {
      saidMs = performance.now();
      return turn({ words: '好的', calls: [answer({ kind: 'unsupported' })] })(response, request);
    });
    let heardMs = 0;
    await read(ctx, '帮助', { onToken: () => (heardMs ||= performance.now()) });
    delays.push(heardMs - saidMs);
  }
  expect(Math.min(...delays)).toBeLessThan(50);
});

test('settings of a model that cannot work are refused at the start, without the key', () => {
  const AI_API_KEY = key;
  const address = 'https://models.example/v1';
  expect(() => readConfig({ AI_API_KEY, AI_BASE_URL: address })).toThrow(/AI_MODEL: is required/);
  for (const AI_BASE_URL of ['ftp://models.example', 'https://user:sk-secret@models.example/v1'])
    expect(() => readConfig({ AI_API_KEY, AI_BASE_URL, AI_MODEL: 'small' })).toThrow(
      /^(?![^]*sk-secret)[^]*AI_BASE_URL/,
    );
});

test('a text that is too long is not sent', async () => {
  model.script(helps);
  expect((await failure('课'.repeat(2_001))).reason).toBe('TOKENS');
  expect(model.requests).toHaveLength(0);
});

test('what people use is counted by day, failed questions too, and ends at the limit', async () => {
  const em = recordsOf(server.runtime.app);
  const usage = () =>
    em.execute('select calls, tokens_in::int, tokens_out::int, tokens_held::int from assistant_usage');
  await em.execute('delete from assistant_usage');
  model.script(helps);
  await read(ctx, '帮助');
  expect(await usage()).toEqual([{ calls: 1, tokens_in: 900, tokens_out: 60, tokens_held: 0 }]);
  model.script(cuts);
  await failure();
  const [{ calls, tokens_in, tokens_out, tokens_held }] = await usage();
  expect({ calls, tokens_held }).toEqual({ calls: 2, tokens_held: 0 });
  expect(tokens_in).toBeGreaterThan(1500);
  expect(tokens_out).toBe(61);
  await em.execute('update assistant_usage set tokens_in = 490000');
  model.script(helps);
  expect(await read(ctx, '帮助')).toEqual(help);
  await em.execute('update assistant_usage set tokens_in = 499000');
  expect((await failure()).reason).toBe('QUOTA');
});

test('what people used is kept for 400 days', async () => {
  const em = recordsOf(server.runtime.app);
  await em.execute('delete from assistant_usage');
  await em.execute(
    `insert into assistant_usage (person_id, day)
     select $1, current_date - days from unnest(array[0, 399, 401]) days`,
    [ctx.viewer!.userId],
  );
  await forgetOldUsage(server.context());
  const left = await em.execute('select current_date - day as days from assistant_usage order by days');
  expect(left).toEqual([{ days: 0 }, { days: 399 }]);
});

test('many questions at once cannot use more than the tokens of the day', async () => {
  const em = recordsOf(server.runtime.app);
  await em.execute('delete from assistant_usage');
  const config = { ...ctx.app.config, AI_TOKENS_PER_PERSON_PER_DAY: 10_000 };
  const limited = { ...ctx, app: { ...ctx.app, config } };
  model.script(helps);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => read(limited, '帮助')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const failed of refused) expect(failed).toMatchObject({ reason: 'QUOTA' });
  const [{ used }] = await em.execute(
    'select (tokens_in + tokens_out + tokens_held)::int as used from assistant_usage',
  );
  expect(used).toBeLessThanOrEqual(10_000);
  expect(used).toBe(960 * (30 - refused.length));
});

test('metrics tell tokens and failures, and no log line holds the key or what was said', async () => {
  model.script(helps);
  await read(ctx, '张伟的秘密安排');
  model.script(fails(401, {}, { error: { message: `Incorrect API key: ${key} 张伟` } }));
  await failure('张伟的秘密安排');
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/class_scheduling_model_tokens_total\{direction="in"[^}]*\} \d+/);
  expect(metrics).toMatch(/class_scheduling_model_readings_total\{outcome="REFUSED"[^}]*\} \d+/);
  const log = server.logLines.join('\n');
  expect(log).toContain('"outcome":"REFUSED"');
  expect(log).not.toMatch(/sk-secret|张伟|秘密/);
});
