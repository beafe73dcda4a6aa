import { setTimeout as sleep } from 'node:timers/promises';
import { SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { Strategy } from '../../../src/schema/enums.js';
import { TimetableStatus } from '../../../src/schema/timetables.js';
import { importCtt } from '../../../src/services/scheduling/timetable/ctt-import.js';
import { semesters } from '../../../src/services/scheduling/semester/semesters.js';
import { taskLists, tasks } from '../../../src/services/scheduling/runs/tasks.js';
import type { Judge } from '../../../src/services/scheduling/runs/accepted-timetable.js';
import { judgeInThread, solveInThreads, type SolveHandle, type SolveOptions } from '@class-scheduling/solver';
import {
  endedTask,
  importInstance,
  instanceText,
  limitedInMoves,
  openTestInstallation,
  taskWithBest,
  type TestInstallation,
} from '../support.js';

let installation: TestInstallation;
let worker: JobWorker | undefined;

beforeEach(async () => {
  installation = await openTestInstallation();
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await installation.stop();
});

const startedWorker = async (parts?: SchedulingParts): Promise<void> => {
  worker = await startWorker(installation.app, parts);
};

/** A task of the first instance, which no worker has taken yet. */
async function startTask({ timeLimitSeconds = 60 } = {}): Promise<{ taskId: string; semesterId: string }> {
  const ctx = installation.context();
  const { semesterId } = await importInstance(ctx, 'comp01');
  const { id } = await tasks.start(ctx, { semester: semesterId, timeLimitSeconds });
  return { taskId: id, semesterId };
}

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

const countOf = (entity: typeof Timetable | typeof ClassAssignment): Promise<number> =>
  installation.context().em.count(entity as typeof Timetable);

test('a run that meets a database that is away for a moment goes on when it is back', async () => {
  const { taskId } = await startTask({ timeLimitSeconds: 1 });
  const { em } = installation.context();
  // A sequence counts on where a transaction is rolled back.
  await em.execute(`create sequence outage;
    create function outage() returns trigger language plpgsql as
      $$ begin
        if nextval('outage') = 1 then raise exception using errcode = '57P01', message = 'away'; end if;
        return new;
      end $$;
    create trigger outage before update of snapshot on scheduling_task
      for each row execute function outage()`);
  await startedWorker(limitedInMoves);
  expect(await endedTask(installation.app, taskId, 50)).toMatchObject({
    status: 'COMPLETED',
    failureEn: null,
  });
  expect(
    (await em.execute<{ last_value: string }[]>('select last_value from outage'))[0].last_value,
  ).not.toBe('1');
});

test(
  '16: a running task that is cancelled ends within 2 seconds and keeps its best timetable as a ' + 'draft',
  async () => {
    const { semesterId } = await importInstance(installation.context(), 'comp01');
    const start = () => tasks.start(installation.context(), { semester: semesterId });
    await startedWorker(limitedInMoves);
    const wholeMs = await msOf(async () => endedTask(installation.app, (await start()).id, 20));
    await worker?.stop();

    await startedWorker();
    const { id } = await start();
    await taskWithBest(installation.app, id, 20);
    const cancellingMs = await msOf(async () => {
      await tasks.cancel(installation.context(), id);
      await endedTask(installation.app, id, 20);
    });

    // A task that searches next to nothing judges and stores its result too, which takes two thirds of a
    // second.
    expect(cancellingMs / wholeMs).toBeLessThan(3);
    const task = await taskLists.one(installation.context(), id);
    expect(task).toMatchObject({ status: 'CANCELLED', failureEn: null });
    const timetable = task.timetable as string;
    const { rows } = installation.context();
    expect(await rows.one(Timetable, timetable)).toMatchObject({
      status: 'DRAFT',
      revision: 2,
      hardViolations: 0,
    });
    expect(await rows.count(ClassAssignment, { timetable })).toBe(task.placedCount);
    expect(task.placedCount).toBeGreaterThan(0);
  },
);

test('a task that waits is cancelled at once and leaves no timetable', async () => {
  const { taskId } = await startTask();
  const task = await tasks.cancel(installation.context(), taskId);
  expect(task).toMatchObject({ status: 'CANCELLED', timetable: null });
  await startedWorker(limitedInMoves);
  // A task that was queued after it is done, so its turn has passed.
  await endedTask(installation.app, (await startTask()).taskId, 20);
  expect(await taskLists.one(installation.context(), taskId)).toMatchObject({ status: 'CANCELLED' });
  await expect(tasks.cancel(installation.context(), taskId)).rejects.toMatchObject({
    code: 'OPERATION_INVALID',
    message: 'The task has ended already: it is CANCELLED.',
  });
});

test('a run that is cancelled before it searches makes no draft of what is published', async () => {
  const ctx = installation.context();
  const { semesterId } = await importInstance(ctx, 'comp01');
  await startedWorker(limitedInMoves);
  const { id: first } = await tasks.start(ctx, { semester: semesterId });
  const { timetable } = await endedTask(installation.app, first, 20);
  await ctx.em.nativeUpdate(Timetable, { id: timetable as string }, { status: TimetableStatus.PUBLISHED });
  await worker?.stop();
  const { id } = await tasks.start(installation.context(), { semester: semesterId });
  // A worker that takes it up learns at once that it was cancelled.
  await ctx.em.nativeUpdate(SchedulingTask, { id }, { cancelRequestedAt: new Date() });
  await startedWorker(limitedInMoves);
  expect(await endedTask(installation.app, id, 20)).toMatchObject({ status: 'CANCELLED', timetable: null });
  expect(await countOf(Timetable)).toBe(1);
});

test('of 30 runs asked for at the same moment only those start whose drafts there is room for', async () => {
  const { semesterId } = await importInstance(installation.context(), 'comp01');
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => tasks.start(installation.context(), { semester: semesterId })),
  );
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error] : [],
  );
  expect(refusals).toHaveLength(10);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      code: 'OPERATION_INVALID',
      text: { zh: expect.stringMatching(/^该学期已有 20 个排课任务在排队（上限 20）/) },
    });
  expect(await installation.context().em.count(SchedulingTask)).toBe(20);
});

test('a strategy brings its time limit, and a run without a seed has the first', async () => {
  const { semesterId } = await importInstance(installation.context(), 'comp01');
  const wish = { semester: semesterId, strategy: Strategy.OPTIMAL };
  const task = await tasks.start(installation.context(), wish);
  expect(task).toMatchObject({ status: 'QUEUED', timeLimitSeconds: 300, seed: 1 });
});

test('a task is refused for a semester that is disabled, empty or not there', async () => {
  const ctx = installation.context();
  const input = { startDate: '2026-09-07', endDate: '2027-01-17', isEnabled: true };
  const empty = await semesters.create(ctx, { ...input, name: 'empty' } as never);
  await expect(tasks.start(installation.context(), { semester: empty.id })).rejects.toMatchObject({
    code: 'OPERATION_INVALID',
    text: {
      zh: '学期“empty”没有需要排课的课次，请先制定教学计划，排课准备情况会列出缺少的内容',
    },
  });
  await semesters.update(ctx, empty.id, { isEnabled: false });
  await expect(tasks.start(installation.context(), { semester: empty.id })).rejects.toMatchObject({
    code: 'OPERATION_INVALID',
    text: { zh: '学期“empty”未启用，请先启用' },
  });
  const unknown = '01939393-9393-7393-8393-939393939393';
  await expect(tasks.start(installation.context(), { semester: unknown })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test(
  'a solver thread that dies is started again from the best so far, and the task ends with one ' +
    'timetable',
  async () => {
    const handles: SolveHandle[] = [];
    const asked: SolveOptions[] = [];
    const solve: typeof solveInThreads = (problem, options, onProgress) => {
      asked.push(options);
      const isSecond = handles.length > 0;
      const handle = (isSecond ? limitedInMoves.solve : solveInThreads)(problem, options, onProgress);
      handles.push(handle);
      return handle;
    };
    await startedWorker({ solve });
    const { taskId } = await startTask({ timeLimitSeconds: 60 });
    await taskWithBest(installation.app, taskId, 20);

    await handles[0].terminate();
    const task = await endedTask(installation.app, taskId, 20);

    expect(task).toMatchObject({ status: 'COMPLETED', hardViolations: 0, unplacedCount: 0 });
    expect(asked).toMatchObject([{ start: [], limit: { seconds: 60 } }, {}]);
    expect(asked[1].start).not.toEqual([]);
    // What was searched before counts.
    const [, { limit }] = asked;
    expect('seconds' in limit && limit.seconds).toBeLessThan(60);
    expect(await countOf(Timetable)).toBe(1);
  },
);

test('a task whose solver threads die again and again fails and says so', async () => {
  const solve: typeof solveInThreads = (problem, options) => {
    const handle = solveInThreads(problem, options);
    void handle.terminate();
    return handle;
  };
  await startedWorker({ solve });
  const { taskId } = await startTask();
  const task = await endedTask(installation.app, taskId, 20);
  expect(task).toMatchObject({ status: 'FAILED', timetable: null });
  expect(task.failureEn).toBe(
    'Workers or solver threads crashed or lost the database 4 times, so the task was given up. Maybe ' +
      'give the worker more memory and try again.',
  );
});

/** Searches that end before they place anything, the first of a task. */
function leftNoTime(searches: number): typeof solveInThreads {
  let asked = 0;
  return (problem, options, onProgress) => {
    if (++asked > searches) return limitedInMoves.solve(problem, options, onProgress);
    return solveInThreads(problem, { ...options, limit: { seconds: 0 } }, onProgress);
  };
}

test('a search that is left no time is begun again (a busy server stored an empty timetable)', async () => {
  await startedWorker({ solve: leftNoTime(2) });
  const { taskId } = await startTask();
  expect(await endedTask(installation.app, taskId, 20)).toMatchObject({
    status: 'COMPLETED',
    unplacedCount: 0,
  });
});

test('a task that is left no time again and again fails, and no timetable is stored', async () => {
  await startedWorker({ solve: leftNoTime(Infinity) });
  const { taskId } = await startTask();
  const task = await endedTask(installation.app, taskId, 20);
  expect(task).toMatchObject({ status: 'FAILED', timetable: null });
  expect(task.failureEn).toMatch(/^The server was so busy that \d+ searches got no processor time/);
  expect(await countOf(Timetable)).toBe(0);
});

test('a task is alive while its result is verified (a slow verifier looked like a dead worker)', async () => {
  const beats: unknown[] = [];
  const judge: Judge = async (problem, placements) => {
    for (const _ of Array(2)) {
      await sleep(2_500);
      beats.push(await installation.context().em.execute('select heartbeat_at from scheduling_task'));
    }
    return judgeInThread(problem, placements);
  };
  await startedWorker({ ...limitedInMoves, judge });
  const { taskId } = await startTask();
  await endedTask(installation.app, taskId, 20);
  expect(beats[0]).not.toEqual(beats[1]);
});

test('a result that the independent verifier refuses is not stored', async () => {
  const judge: Judge = (problem, placements) => {
    const [{ meeting, ...place }, other, ...others] = placements;
    return judgeInThread(problem, [
      { meeting, ...place },
      { ...other, time: place.time, room: place.room },
      ...others,
    ]);
  };
  await startedWorker({ ...limitedInMoves, judge });
  const { taskId } = await startTask();
  const task = await endedTask(installation.app, taskId, 20);
  expect(task).toMatchObject({ status: 'FAILED', timetable: null });
  expect(task.failureZh).toMatch(/^求解结果未通过独立校验（违反 \d+ 条硬约束/);
  expect(await countOf(Timetable)).toBe(0);
});

test('meetings for which there is no room are left out with the reason', async () => {
  const text = instanceText('comp01')
    .replace('Rooms: 6', 'Rooms: 1')
    .replace(/ROOMS:[^]*CURRICULA:/, 'ROOMS:\nB 200\n\nCURRICULA:');
  const ctx = installation.context();
  const { semesterId, meetings } = await importCtt(ctx, text, 'one-room');
  const { id } = await tasks.start(ctx, { semester: semesterId });
  await startedWorker(limitedInMoves);
  const task = await endedTask(installation.app, id, 20);
  // One room has 30 periods in the week.
  expect(task).toMatchObject({ status: 'COMPLETED', placedCount: 30, unplacedCount: meetings - 30 });
  const timetable = task.timetable as string;
  const reasons = await ctx.em.execute<{ reason_en: string }[]>(
    'select reason_en from class_assignment where timetable_id = $1 and day_of_week is null',
    [timetable],
  );
  expect(reasons).toHaveLength(meetings - 30);
  for (const { reason_en } of reasons)
    expect(reason_en).toMatch(/^\d+ of the \d+ times of c\d+ #\d are barred: /);
});

test('15: a worker that is stopped hands its task back with the best, and another one ends it', async () => {
  await startedWorker();
  const { taskId } = await startTask({ timeLimitSeconds: 300 });
  await taskWithBest(installation.app, taskId, 20);

  // Nobody waits for the search to end by itself.
  await worker?.stop();
  const handedBack = await installation.context().em.findOneOrFail(SchedulingTask, { id: taskId });
  expect(handedBack).toMatchObject({ status: 'QUEUED', crashes: 0, best: expect.any(Array) });
  expect(Number(handedBack.searchedSeconds)).toBeGreaterThan(0);
  expect(Number(handedBack.searchedSeconds)).toBeLessThan(300);

  await startedWorker(limitedInMoves);
  const task = await endedTask(installation.app, taskId, 20);
  expect(task).toMatchObject({ status: 'COMPLETED', hardViolations: 0, unplacedCount: 0 });
  expect(await countOf(Timetable)).toBe(1);
});

test('a task that was handed back can be cancelled without a worker and keeps its best', async () => {
  await startedWorker();
  const { taskId } = await startTask();
  await taskWithBest(installation.app, taskId, 20);
  await worker?.stop();
  worker = undefined;
  const task = await tasks.cancel(installation.context(), taskId);
  expect(task).toMatchObject({ status: 'CANCELLED', hardViolations: 0, timetable: expect.any(String) });
});

test(
  'a running task whose worker is silent for long is ended by cancelling it, one whose worker lives is ' +
    'only asked',
  async () => {
    const { taskId } = await startTask();
    const ago = (seconds: number): Promise<unknown> =>
      installation.context().em.execute(
        `update scheduling_task set status = 'RUNNING', fence = 1, heartbeat_at = clock_timestamp() -
          make_interval(secs => $1) where id = $2`,
        [seconds, taskId],
      );
    await ago(5);
    expect(await tasks.cancel(installation.context(), taskId)).toMatchObject({
      status: 'RUNNING',
      cancelRequestedAt: expect.any(Date),
    });
    await ago(11);
    expect(await tasks.cancel(installation.context(), taskId)).toMatchObject({
      status: 'CANCELLED',
      timetable: null,
    });
  },
);

test('reports of progress are numbered, rise and come at most twice a second', async () => {
  await startedWorker();
  const { taskId } = await startTask({ timeLimitSeconds: 4 });
  const seen: { sequence: number; progress: number; atMs: number }[] = [];
  for await (const _ of tasks.follow(installation.context(), taskId)) {
    const { sequence, progress, status } = await taskLists.one(installation.context(), taskId);
    seen.push({ sequence, progress: Number(progress), atMs: performance.now() });
    if (status === 'COMPLETED') break;
  }
  expect(seen.map(({ sequence }) => sequence)).toEqual(
    seen.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  expect(seen.map(({ progress }) => progress)).toEqual(
    seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  expect(seen.at(-1)).toMatchObject({ progress: 1 });
  // At start, on claim, while it runs, at the end.
  expect(seen.length).toBeGreaterThan(5);
  const [first, last] = [seen[0], seen.at(-1)!];
  expect(last.sequence - first.sequence).toBeLessThanOrEqual(3 + (2 * (last.atMs - first.atMs)) / 1000);
});
