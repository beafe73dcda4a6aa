import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/app/config.js';
import type { SchedulingTask } from '../../src/entities/scheduling/tasks.js';
import type { SchedulingParts } from '../../src/jobs/scheduling.js';
import { startWorker } from '../../src/jobs/worker.js';
import { openRuntime } from '../../src/app/runtime.js';
import { TaskStatus } from '../../src/schema/enums.js';
import type { Row } from '../../src/schema/rows.js';
import type { App } from '../../src/data/app.js';
import { systemContext, type Context } from '../../src/data/context.js';
import { importCtt, type ImportedInstance } from '../../src/services/scheduling/timetable/ctt-import.js';
import { taskLists } from '../../src/services/scheduling/runs/tasks.js';
import { hasEnded } from '../../src/data/tasks/task.queries.js';
import { solveInThreads } from '@class-scheduling/solver';
import { createTestDatabase } from '../support/database.js';
import { appOfTest, openRecords } from '../support/records.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** The services of the product on a database of a suite's own, without a server. */
export interface TestInstallation {
  readonly app: App;
  /** Environment with which another process reaches the same installation. */
  readonly env: Record<string, string>;
  readonly logLines: string[];
  context(): Context;
  stop(): Promise<void>;
}

export async function openTestInstallation(env: Record<string, string> = {}): Promise<TestInstallation> {
  const database = await createTestDatabase('initialised');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'class-scheduling-data-'));
  const settings = {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SOLVER_PROCESS: 'false',
    SOLVER_THREADS: '1',
    ...env,
  };
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
  const runtime = await openRuntime(readConfig(settings), log);
  const closeRecords = openRecords(runtime.app);
  return {
    app: runtime.app,
    env: settings,
    logLines,
    context: () => systemContext(appOfTest(runtime.app), 'test'),
    async stop() {
      await closeRecords();
      await runtime.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * For workers whose searches end after so many moves, whatever the machine, instead of at their time limit.
 */
export const limitedInMoves: Required<Pick<SchedulingParts, 'solve'>> = {
  solve: (problem, options, onProgress) =>
    solveInThreads(problem, { ...options, limit: { moves: 200_000 } }, onProgress),
};

/** For workers whose searches do not end because nothing can be better: they are not told how good it is. */
export const unscored: Required<Pick<SchedulingParts, 'solve'>> = {
  solve: (problem, options, onProgress) =>
    solveInThreads(problem, options, (progress) => onProgress?.({ ...progress, scoredSeconds: null })),
};

/** For workers whose searches end when they are cancelled, and not before, though nothing can be better. */
export const endless: Required<Pick<SchedulingParts, 'solve'>> = {
  solve(problem, options, onProgress) {
    const handle = unscored.solve(problem, options, onProgress);
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    return {
      ...handle,
      cancel() {
        handle.cancel();
        cancel();
      },
      solution: handle.solution.then((found) => cancelled.then(() => ({ ...found, isCancelled: true }))),
    };
  },
};

const hurry = 10;

/** For workers whose searches take a tenth of the seconds that they tell. */
export const hurried: Required<Pick<SchedulingParts, 'solve'>> = {
  solve(problem, options, onProgress) {
    const seconds = 'seconds' in options.limit ? options.limit.seconds / hurry : 1;
    const handle = solveInThreads(problem, { ...options, limit: { seconds } }, (progress) =>
      onProgress?.({ ...progress, seconds: progress.seconds * hurry }),
    );
    const solution = handle.solution.then((found) => ({ ...found, seconds: found.seconds * hurry }));
    return { ...handle, solution };
  },
};

/** Text of a competition instance. */
export const instanceText = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, `../../instances/itc2007-ctt/${name}.ctt`), 'utf8');

/** Imports a competition instance. */
export const importInstance = (ctx: Context, name: string): Promise<ImportedInstance> =>
  importCtt(ctx, instanceText(name), name);

/** The task when a condition holds first, which it is expected to do within the seconds. */
export async function taskWhen(
  app: App,
  id: string,
  holds: (task: Row<SchedulingTask>) => boolean,
  secondsMax: number,
): Promise<Row<SchedulingTask>> {
  const events = app.bus.follow('schedulingTask', id);
  const timer = setTimeout(() => void events.return?.(), secondsMax * 1000);
  let last: Row<SchedulingTask> | undefined;
  try {
    for await (const _ of events) {
      last = await taskLists.one(systemContext(app, 'test'), id);
      if (holds(last)) return last;
    }
  } finally {
    clearTimeout(timer);
    await events.return?.();
  }
  throw new Error(`After ${secondsMax} seconds the task is still ${JSON.stringify(last)}.`);
}

/** The task after its end. */
export const endedTask = (app: App, id: string, secondsMax: number): Promise<Row<SchedulingTask>> =>
  taskWhen(app, id, hasEnded, secondsMax);

/** The running task once it has a timetable that is worth keeping in its record. */
export const taskWithBest = async (app: App, id: string, secondsMax: number): Promise<Row<SchedulingTask>> =>
  taskWhen(app, id, ({ status, sequence }) => status === TaskStatus.RUNNING && sequence >= 4, secondsMax);

/** Lets a worker of this process carry out runs, limited in moves, for as long as what was opened runs. */
async function working<T extends { stop(): Promise<void> }>(opened: T, app: App): Promise<T> {
  const worker = await startWorker(app, limitedInMoves);
  const stop = opened.stop.bind(opened);
  return Object.assign(opened, {
    async stop() {
      await worker.stop();
      await stop();
    },
  });
}

/** A server with a worker. */
export async function startWorkingServer(): Promise<TestServer> {
  const server = await startTestServer();
  return working(server, server.runtime.app);
}

/** An installation with a worker. */
export async function openWorkingInstallation(): Promise<TestInstallation> {
  const installation = await openTestInstallation();
  return working(installation, installation.app);
}
