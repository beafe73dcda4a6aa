import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { tasks } from '../../../src/services/scheduling/runs/tasks.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { heartbeatSecondsMax } from '../../../src/data/tasks/task.queries.js';
import {
  endedTask,
  importInstance,
  limitedInMoves,
  openTestInstallation,
  taskWhen,
  type TestInstallation,
} from '../support.js';

const project = path.join(import.meta.dirname, '../../..');

let installation: TestInstallation;
let workerInside: JobWorker | undefined;
const children: ChildProcess[] = [];

beforeEach(async () => {
  installation = await openTestInstallation();
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await workerInside?.stop();
  workerInside = undefined;
  await installation.stop();
});

/** A worker in a process of its own, once it takes jobs. */
async function workerProcess(): Promise<ChildProcess> {
  const hook = pathToFileURL(path.join(project, 'scripts/swc-hook.mjs')).href;
  const child = spawn(process.execPath, ['--import', hook, path.join(project, 'src/cli/main.ts'), 'worker'], {
    env: { PATH: process.env.PATH, ...installation.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  return child;
}

/** How long a task may search. */
const timeLimitSeconds = 8;

/** A task that a worker has begun, and of which the record keeps a timetable. */
async function begunTask(): Promise<{ id: string; semesterId: string }> {
  const { semesterId } = await importInstance(installation.context(), 'comp01');
  const { id } = await tasks.start(installation.context(), {
    semester: semesterId,
    timeLimitSeconds,
    seed: 7,
  });
  await taskWhen(installation.app, id, ({ searchedSeconds }) => Number(searchedSeconds) > 2, 20);
  expect((await recordOf(id)).best).toEqual(expect.any(Array));
  return { id, semesterId };
}

const recordOf = (id: string): Promise<SchedulingTask> =>
  installation.context().em.findOneOrFail(SchedulingTask, { id });
const timetableCount = (): Promise<number> => installation.context().em.count(Timetable);

/** Waits until another worker has claimed the task. */
async function untilTakenOver(id: string, fence: number): Promise<void> {
  const before = performance.now();
  while ((await recordOf(id)).fence === fence) {
    if (performance.now() - before > 30_000) throw new Error('Nobody took the task over within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What a follower of a task hears, and when, until the task has ended. */
async function followed(
  { url, administrator }: TestServer,
  id: string,
  language: string,
): Promise<{ first: Promise<void>; heard: Promise<{ atMs: number; takeover: string | null }[]> }> {
  const client = await SocketClient.open(`${url.replace('http', 'ws')}/graphql`);
  const payload = { 'Accept-Language': language, Authorization: `Bearer ${administrator}` };
  client.send({ type: 'connection_init', payload });
  await client.next();
  client.subscribe('1', 'subscription ($id: ID!) { schedulingTask(id: $id) { sequence takeover } }', { id });
  let begin = (): void => undefined;
  const first = new Promise<void>((resolve) => (begin = resolve));
  const heard = async (): Promise<{ atMs: number; takeover: string | null }[]> => {
    const events: { atMs: number; takeover: string | null }[] = [];
    for (let message = await client.next(); message.type === 'next'; message = await client.next()) {
      events.push({ atMs: performance.now(), takeover: message.payload.data.schedulingTask.takeover });
      begin();
    }
    await client.end();
    return events;
  };
  return { first, heard: heard() };
}

test('9: a worker is killed: another goes on, ends it once, and followers hear so within 5 s', async () => {
  const doomed = await workerProcess();
  const server = await startTestServer({ env: { DATABASE_URL: installation.app.databaseUrl } });
  try {
    const { id } = await begunTask();
    const { fence } = await recordOf(id);
    workerInside = await startWorker(server.runtime.app, limitedInMoves);
    const followers = [await followed(server, id, 'en'), await followed(server, id, 'zh')];
    await Promise.all(followers.map(({ first }) => first));

    doomed.kill('SIGKILL');
    const searchedBefore = Number((await recordOf(id)).searchedSeconds);
    const task = await endedTask(installation.app, id, 30);

    expect(task).toMatchObject({ status: 'COMPLETED', seed: 7, hardViolations: 0, unplacedCount: 0 });
    expect(await recordOf(id)).toMatchObject({ crashes: 1, fence: fence + 2 });
    // What the first worker searched counts: nobody searched the whole time again.
    expect(Number(task.searchedSeconds)).toBeLessThan(searchedBefore + timeLimitSeconds);
    expect(await timetableCount()).toBe(1);
    const [english, chinese] = await Promise.all(followers.map(({ heard }) => heard));
    const gaps = english.slice(1).map(({ atMs }, at) => atMs - english[at].atMs);
    expect(Math.max(...gaps)).toBeLessThan(5_000);
    const takeoversOf = (events: typeof english) => new Set(events.map(({ takeover }) => takeover));
    expect(takeoversOf(english)).toEqual(
      new Set([null, expect.stringContaining('Another one has taken over')]),
    );
    expect(takeoversOf(chinese)).toEqual(new Set([null, expect.stringContaining('现由另一个接手继续')]));
  } finally {
    await workerInside?.stop();
    workerInside = undefined;
    await server.stop();
  }
});

test(
  '10: a paused worker that wakes while another one has its task changes nothing and goes on ' + 'working',
  async () => {
    const sleeper = await workerProcess();
    const { id, semesterId } = await begunTask();
    const { fence } = await recordOf(id);
    const stoppedMs = performance.now();
    sleeper.kill('SIGSTOP');
    workerInside = await startWorker(installation.app, limitedInMoves);
    await untilTakenOver(id, fence);
    // The database still knows its process, which might have been held up for a moment only.
    expect((performance.now() - stoppedMs) / 1000).toBeGreaterThan(heartbeatSecondsMax / 2);

    // Its search is over by the clock, so the first thing it wants is to store its result.
    sleeper.kill('SIGCONT');
    const ended = await endedTask(installation.app, id, 30);
    expect(ended).toMatchObject({ status: 'COMPLETED', unplacedCount: 0 });
    // The new owner's end: by the clock of the paused worker the search lasted through its pause.
    expect(Number(ended.searchedSeconds)).toBeLessThan(heartbeatSecondsMax);
    await workerInside.stop();
    workerInside = undefined;

    // The paused worker is the only one left, so its next job shows that it let the lost one go.
    const next = await tasks.start(installation.context(), { semester: semesterId, timeLimitSeconds: 1 });
    expect(await endedTask(installation.app, next.id, 30)).toMatchObject({ status: 'COMPLETED' });
    expect(await recordOf(id)).toMatchObject({ sequence: ended.sequence, fence: fence + 2 });
    expect(await timetableCount()).toBe(2);
  },
);

test('15: a worker that is told to end hands its task back with the best and exits in time', async () => {
  const beforeStart = performance.now();
  const leaving = await workerProcess();
  const startMs = performance.now() - beforeStart;
  const { id } = await begunTask();
  const beforeEnd = performance.now();
  const exit = once(leaving, 'exit');

  leaving.kill('SIGTERM');
  const [code] = (await exit) as [number | null];

  expect(code).toBe(0);
  // Twenty seconds are promised, and a worker starts in two where nothing else goes on.
  expect((performance.now() - beforeEnd) / startMs).toBeLessThan(10);
  expect(await recordOf(id)).toMatchObject({
    status: 'QUEUED',
    crashes: 0,
    best: expect.any(Array),
    heartbeatAt: null,
  });
  workerInside = await startWorker(installation.app, limitedInMoves);
  expect(await endedTask(installation.app, id, 30)).toMatchObject({ status: 'COMPLETED', unplacedCount: 0 });
  expect(await timetableCount()).toBe(1);
});

test('19: several workers share the tasks of several semesters, each done once', async () => {
  await Promise.all([workerProcess(), workerProcess()]);
  const started: string[] = [];
  for (let number = 0; number < 4; number++) {
    const { semesterId } = await importInstance(installation.context(), 'comp01');
    started.push(
      (await tasks.start(installation.context(), { semester: semesterId, timeLimitSeconds: 2 })).id,
    );
  }
  for (const id of started) {
    expect(await endedTask(installation.app, id, 40)).toMatchObject({
      status: 'COMPLETED',
      hardViolations: 0,
    });
    // One claim and one end each.
    expect(await recordOf(id)).toMatchObject({ fence: 2, crashes: 0 });
  }
  expect(await timetableCount()).toBe(4);
});
