import { once } from 'node:events';
import { solveInThreads } from '@class-scheduling/solver';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { endedTask, endless, importInstance, taskWhen } from '../support.js';

let server: TestServer;
let semester: string;
const workers: JobWorker[] = [];
beforeAll(async () => {
  server = await startTestServer();
  semester = (await importInstance(server.context(), 'comp01')).semesterId;
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(() => server.stop());

/** Searches that end after so few moves that a suite has time for them. */
const brief: Required<Pick<SchedulingParts, 'solve'>> = {
  solve: (problem, options, onProgress) =>
    solveInThreads(problem, { ...options, limit: { moves: 20_000 } }, onProgress),
};

async function work(count: number, parts: SchedulingParts): Promise<void> {
  for (let at = 0; at < count; at++) workers.push(await startWorker(server.runtime.app, parts));
}

const start = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id searches } }';

async function started(): Promise<string> {
  const { data, errors } = await server.graphql(start, {
    input: { semester, timeLimitSeconds: 60, seed: 7, searches: 3 },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.startScheduling.id as string;
}

/** Where the result of a task has its meetings, and what that costs. */
async function resultOf(id: string): Promise<{ cost: number; places: string }> {
  const { status, timetable, softCost } = await endedTask(server.runtime.app, id, 120);
  expect(status).toBe('COMPLETED');
  const rows = await server.context().em.execute<object[]>(
    `select meeting_id, day_of_week, period_start, classroom_id from class_assignment
     where timetable_id = $1 order by meeting_id`,
    [timetable as string],
  );
  return { cost: softCost!, places: JSON.stringify(rows) };
}

test('a run limited in moves ends the same, however its searches were spread and whoever died', async () => {
  await work(1, brief);
  const alone = await resultOf(await started());
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));

  let isToDie = true;
  const dying: Required<Pick<SchedulingParts, 'solve'>> = {
    solve(problem, options, onProgress) {
      const handle = brief.solve(problem, options, onProgress);
      if (!isToDie) return handle;
      isToDie = false;
      void handle.terminate();
      return handle;
    },
  };
  await work(3, dying);
  expect(await resultOf(await started())).toEqual(alone);
  expect(isToDie).toBe(false);
  expect(await server.context().em.execute<object[]>('select from scheduling_search')).toEqual([]);
});

test('followers are told how the best of its searches fares, and a cancelled one keeps that', async () => {
  const id = await started();
  await work(2, endless);
  const client = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  client.subscribe('1', 'subscription ($id: ID!) { schedulingTask(id: $id) { status placedCount } }', { id });
  await taskWhen(server.runtime.app, id, ({ searchedSeconds }) => Number(searchedSeconds) > 2, 60);
  await server.graphql('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id });
  const { status, timetable } = await endedTask(server.runtime.app, id, 20);
  expect([status, timetable]).toEqual(['CANCELLED', expect.any(String)]);
  const states: any[] = [];
  for (let message = await client.next(); message.type === 'next'; message = await client.next())
    states.push(message.payload.data.schedulingTask);
  expect(states.some((each) => each.status === 'RUNNING' && each.placedCount > 0)).toBe(true);
  const closed = once(client.socket, 'close');
  client.socket.terminate();
  await closed;
});

test('more searches than may be are refused, with the bound', async () => {
  const { errors } = await server.graphql(start, { input: { semester, searches: 17 } });
  expect(errors?.[0]).toMatchObject({
    extensions: { code: 'INVALID_INPUT', problems: [{ field: 'searches' }] },
  });
  expect(errors?.[0].message).toMatch(/16/);
});
