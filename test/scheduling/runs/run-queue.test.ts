import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import { startServerProcess } from '../../support/server-process.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { limitedInMoves } from '../support.js';

/** Runs of one semester come one after the other, those of several at once; none is lost. */
let server: TestServer;
let runs: DepartmentRuns;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
});
afterEach(async () => {
  await runs.rest();
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});
afterAll(() => server.stop());

const status = async (task: string): Promise<Record<string, any>> =>
  (await server.rest('schedulingTaskStatus', { token: runs.planner, path: { task_id: task } })).data;

const begun = async (semester: string): Promise<string> => {
  const body = runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]);
  return (await runs.start(body)).data.task_id as string;
};

/** Searches that end only when so many of them go on at the same time. */
function gathered(count: number): { parts: SchedulingParts; together: Promise<void> } {
  let isComplete: () => void;
  const together = new Promise<void>((resolve) => (isComplete = resolve));
  let going = 0;
  const parts: SchedulingParts = {
    solve(problem, options, onProgress) {
      const handle = limitedInMoves.solve(problem, options, onProgress);
      if (++going === count) isComplete();
      return {
        solution: Promise.all([handle.solution, together]).then(([solution]) => solution),
        best: () => handle.best(),
        cancel: () => handle.cancel(),
        terminate: () => handle.terminate(),
      };
    },
  };
  return { parts, together };
}

test('two semesters are solved at once, while a further run of one of them waits (weakness 10)', async () => {
  const [first, second] = [await runs.semester(), await runs.semester()];
  const [one, next, other] = [await begun(first), await begun(first), await begun(second)];
  const { parts, together } = gathered(2);
  await runs.work(parts);
  await together;
  expect([await status(one), await status(other)]).toMatchObject([
    { status: 'processing', queue_place: 0, start_time: expect.any(Number) },
    { status: 'processing', queue_place: 0, start_time: expect.any(Number) },
  ]);
  const waiting = await status(next);
  expect(waiting).toMatchObject({ status: 'processing', start_time: null, processing_stage: null });
  for (const id of [one, other, next]) expect(await runs.polled(id)).toMatchObject({ status: 'completed' });
  expect(await runs.publishedRows(first)).toHaveLength(2);
});

test('the place in the line and the expected start fall as those before end', async () => {
  const semester = await runs.semester();
  const ids = [await begun(semester), await begun(semester), await begun(semester)];
  const before = Date.now();
  const last = await status(ids[2]);
  expect(last).toMatchObject({ queue_place: 2, estimated_time_remaining: 30 });
  expect(last.expected_start).toBeGreaterThanOrEqual(before + 20_000);
  const cancel = 'mutation ($id: ID!) { cancelScheduling(id: $id) { status } }';
  await server.graphql(cancel, { id: ids[0] }, runs.planner);
  expect(await status(ids[2])).toMatchObject({ queue_place: 1, estimated_time_remaining: 20 });
  await server.graphql(cancel, { id: ids[1] }, runs.planner);
  const now = await status(ids[2]);
  expect(now).toMatchObject({
    queue_place: 0,
    estimated_time_remaining: 10,
    message: '排队中，即将开始',
  });
  expect(now.expected_start).toBeLessThan(Date.now() + 1_000);
});

test('a run that waits survives when the server is killed; the next one ends it (weakness 10)', async () => {
  const { DATABASE_URL, DATA_DIR } = server.runtime.app.config;
  const started = async (more: Record<string, string>): Promise<{ url: string; process: ChildProcess }> => {
    const env = { DATABASE_URL, DATA_DIR, NODE_ENV: 'test', SOLVER_THREADS: '1', ...more };
    const { server: process, url } = await startServerProcess(env as Record<string, string>);
    children.push(process);
    return { url, process };
  };
  const ask = async (url: string, path: string, body?: object): Promise<Record<string, any>> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${runs.planner}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, any>;
  };
  const semester = await runs.semester();
  const body = runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]);
  const first = await started({ WORKER: 'false' });
  const { data } = await ask(first.url, '/scheduling/auto', body);
  expect(data.status).toBe('processing');
  const exit = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await exit;

  const { url } = await started({});
  const path = `/scheduling/tasks/${data.task_id}`;
  let told = await ask(url, path);
  for (let asked = 0; told.data.status === 'processing' && asked < 100; asked++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    told = await ask(url, path);
  }
  expect(told.data).toMatchObject({ status: 'completed', progress: 100 });
  expect(await runs.publishedRows(semester)).toHaveLength(1);
});
