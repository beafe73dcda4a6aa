import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { RoleKey } from '../../src/schema/enums.js';
import { addAccount } from '../accounts/people.js';
import { importInstance } from '../scheduling/support.js';
import { startServerProcess } from '../support/server-process.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { FrameClient } from '../transport/frame-client.js';
import { SocketClient } from '../transport/socket-client.js';

const perMinute = 200;
const operationsMax = 12;
const failuresMax = 10;
const settings = {
  RATE_LIMIT_PER_MINUTE: String(perMinute),
  SUBSCRIPTIONS_PER_USER: String(operationsMax),
  SIGN_IN_FAILURES_MAX: String(failuresMax),
  SIGN_IN_DELAY_SECONDS_MAX: '0',
};

/** A server in this process without a worker, and another one of two processes with one. */
let here: TestServer;
let there: { server: ChildProcess; url: string };
const log: string[] = [];
beforeAll(async () => {
  here = await startTestServer({ env: settings });
  const { databaseUrl, dataDir } = here.runtime.app;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WEB_PROCESSES: '2',
    WORKER: 'true',
    LOG_LEVEL: 'info',
  };
  there = await startServerProcess({ ...settings, ...env, SOLVER_PROCESS: 'false' }, log);
});
afterAll(async () => {
  await ended('SIGKILL');
  await here.stop();
});

async function ended(signal: NodeJS.Signals): Promise<unknown> {
  const { server } = there;
  if (server.exitCode !== null || server.signalCode !== null) return server.exitCode;
  const exit = once(server, 'exit');
  server.kill(signal);
  return (await exit)[0];
}

/** Someone who nobody else is in these tests, signed in. */
async function someone(name: string): Promise<{ name: string; password: string; token: string }> {
  const { password } = await addAccount(here, RoleKey.ADMINISTRATOR, name);
  return { name, password, token: await here.signIn(name, password) };
}

async function ask(url: string, query: string, token?: string, variables: object = {}): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const times = <R>(count: number, act: (at: number) => Promise<R>): Promise<R[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)));

/** Longer than processes leave each other without word of what they count. */
const exchanged = (): Promise<void> => pause(1_500);

const socketUrl = (url: string, path: string): string => url.replace('http', 'ws') + path;

test('31: what one server was asked counts at the other', async () => {
  const { token } = await someone('asking');
  const first = await times(perMinute, () => ask(here.url, '{ __typename }', token));
  expect(first.every(({ status }) => status === 200)).toBe(true);
  // It hears of it when it has something to tell by itself; alone, each of its processes would answer 200.
  let answered = 0;
  let answer = await ask(there.url, '{ __typename }', token);
  for (; answer.status === 200 && answered < perMinute; answered++) {
    await pause(50);
    answer = await ask(there.url, '{ __typename }', token);
  }
  expect(answer).toMatchObject({ status: 429, errors: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }] });
  expect(answered).toBeLessThan(perMinute / 2);
});

test('35: failed sign-ins at all servers are counted exactly', async () => {
  const { name, password } = await someone('guessed');
  // Its address is known from the sign-in above, so another one is tried by a name without account.
  const signIn = `mutation ($user: String!, $password: String!) { signIn(user: $user, password: $password) {
    token { token } } }`;
  const answers = await times(2 * failuresMax, (at) =>
    ask([here, there][at % 2].url, signIn, undefined, { user: `${name}-unknown`, password }),
  );
  const codes = answers.map(({ errors }) => errors[0].extensions.code as string);
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(failuresMax);
});

test('19: a task of a worker elsewhere is told to followers here, whose operations count there', async () => {
  const { token } = await someone('following');
  const { semesterId } = await importInstance(here.context(), 'comp01');
  const start = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }';
  const input = { semester: semesterId, timeLimitSeconds: 6 };
  const { id } = (await ask(there.url, start, here.administrator, { input })).data.startScheduling;
  const follow = 'subscription ($id: ID!) { schedulingTask(id: $id) { status progress } }';
  const client = await SocketClient.signedIn(socketUrl(here.url, '/graphql'), here.administrator);
  client.subscribe('task', follow, { id });

  // Subscriptions of one person, over sockets of both servers.
  const wait = `subscription { schedulingTask(id: "${id}") { id } }`;
  const opened = async (
    url: string,
    count: number,
  ): Promise<{ socket: SocketClient; isRefused: boolean }> => {
    const socket = await SocketClient.signedIn(socketUrl(url, '/graphql'), token);
    for (let at = 0; at < count; at++) socket.subscribe(String(at), wait);
    const answers = await times(count, () => socket.next());
    return {
      socket,
      isRefused: answers.some(({ payload }) => JSON.stringify(payload).includes('operationsOfUser')),
    };
  };
  const first = await opened(here.url, operationsMax - 2);
  await exchanged();
  const second = await opened(there.url, 3);
  expect([first.isRefused, second.isRefused]).toEqual([false, false]);
  await exchanged();
  // One may come before word of the others does.
  const late = [await opened(here.url, 1)];
  await exchanged();
  late.push(await opened(here.url, 1));
  expect(late.at(-1)!.isRefused).toBe(true);
  for (const { socket } of [first, second, ...late]) socket.socket.terminate();

  const states: any[] = [];
  for (let message = await client.next(); message.type === 'next'; message = await client.next())
    states.push(message.payload.data.schedulingTask);
  expect(states.filter(({ status }) => status === 'RUNNING').length).toBeGreaterThan(1);
  expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', progress: 1 });
  await client.end();
});

test('19: a newer connection to the assistant takes over, whatever server the older one is at', async () => {
  const { token } = await someone('talking');
  const path = `/ws/ai/response/front?token=${token}`;
  const older = await FrameClient.welcomed(socketUrl(here.url, path));
  const newer = await FrameClient.welcomed(socketUrl(there.url, path));
  expect(await older.closed).toMatchObject({ code: 4409 });
  newer.socket.terminate();
});

test('a process that is killed is replaced; figures are of all, and one signal ends all', async () => {
  const answering = (): Set<number> =>
    new Set(log.flatMap((line) => (line.includes('"answered"') ? [JSON.parse(line).pid as number] : [])));
  const [first, second] = [...answering()];
  expect([first, second]).toEqual([expect.any(Number), expect.any(Number)]);
  const metrics = await (await fetch(`${there.url}/metrics`, { headers: { connection: 'close' } })).text();
  const graphql = /http_request_seconds_count\{.*area="graphql",status="200".*\} (\d+)/.exec(metrics)?.[1];
  const isOfGraphql = (line: string): boolean => line.includes('"/graphql"') && line.includes('"status":200');
  expect(Number(graphql)).toBe(log.filter(isOfGraphql).length);

  process.kill(first, 'SIGKILL');
  while (answering().size < 3) {
    expect((await ask(there.url, '{ __typename }', here.administrator)).status).toBe(200);
    await pause(50);
  }
  expect(await ended('SIGTERM')).toBe(0);
});

test('a server that might open more connections than there may be says so and does not start', async () => {
  await expect(startTestServer({ env: { DATABASE_CONNECTIONS: '1000' } })).rejects.toThrow(
    /may open 1005 connections .* allows \d+ .* Maybe raise max_connections/,
  );
  await expect(startTestServer({ env: { WEB_PROCESSES: '8', DATABASE_CONNECTIONS: '30' } })).rejects.toThrow(
    '30 connections are too few for 8 processes, each of which needs 5. Maybe set it to 40',
  );
});
