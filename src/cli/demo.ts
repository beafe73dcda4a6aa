import { rmSync } from 'node:fs';
import cliProgress from 'cli-progress';
import { readConfig } from '../app/config.js';
import { removeEmbeddedPostgres } from '../database/embedded.js';
import { resolveDataDir } from '../database/embedded/data-folder.js';
import { ensureDemoAccounts, type DemoAccount } from '../demo/accounts.js';
import { demoSeed, loadDemo } from '../demo/load.js';
import { leaveOneConflict } from '../demo/open-conflict.js';
import { changeSingleDates } from '../demo/single-dates.js';
import { demoUniversity } from '../demo/university.js';
import { Timetable } from '../entities/scheduling/timetables.js';
import { createLog } from '../app/log.js';
import { openRuntime } from '../app/runtime.js';
import { Strategy, TaskStatus } from '../schema/enums.js';
import { startServer, type Server } from '../app/server.js';
import type { App } from '../data/app.js';
import { systemContext } from '../data/context.js';
import { taskLists, tasks } from '../services/scheduling/runs/tasks.js';
import { publishing } from '../services/scheduling/drafts/publishing.js';
import { improvablePercent } from '@class-scheduling/solver';
import { stopInTime, untilEnd } from './until-end.js';

/** Time limit of the demo's search in seconds. */
const searchSeconds = 15;

/** Runs the server with a sample university, schedules its semester and prints how to sign in. */
export async function demo({ fresh }: { fresh: boolean }): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const log = createLog(config);
  if (fresh) await removeData(resolveDataDir({ DATA_DIR: config.DATA_DIR }), config.DATABASE_URL, log);
  console.log('Opening the database …');
  const runtime = await openRuntime(config, log, { servesCallers: true });
  try {
    const server = await startServer(runtime.app);
    console.log(`The pages are served at ${server.url}`);
    const stopped = untilEnd(log, () => server.fail());
    const accounts = await prepare(runtime.app);
    printAccess(server, accounts, runtime.app);
    await stopped;
    console.log('\nStopping …');
    await stopInTime(() => server.stop());
  } finally {
    await runtime.close();
  }
}

async function removeData(
  dataDir: string,
  databaseUrl: string | undefined,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  if (databaseUrl)
    throw new Error(
      'demo --fresh deletes the embedded database only. Unset DATABASE_URL, or empty that database yourself.',
    );
  await removeEmbeddedPostgres({ dataDir, log });
  rmSync(`${dataDir}/demo-accounts.json`, { force: true });
}

async function prepare(app: App): Promise<DemoAccount[]> {
  const ctx = systemContext(app, 'demo');
  const bar = progressBar('University');
  const { semesterId } = await loadDemo(ctx, (fraction) => bar.update(fraction));
  bar.stop();
  const university = demoUniversity(demoSeed);
  const accounts = await ensureDemoAccounts(ctx, university);
  const [timetable] = await ctx.rows.find(Timetable, { semester: semesterId }, { limit: 1 });
  if (!timetable) {
    await schedule(app, semesterId);
    const { teacher } = university.showcase;
    await changeSingleDates(systemContext(app, 'demo'), semesterId, teacher);
    await leaveOneConflict(systemContext(app, 'demo'), semesterId, teacher);
  }
  return accounts;
}

/** Starts a task as a planner would, follows it to its end and publishes its timetable. */
async function schedule(app: App, semester: string): Promise<void> {
  const started = await tasks.start(systemContext(app, 'demo'), {
    semester,
    strategy: Strategy.BALANCED,
    timeLimitSeconds: searchSeconds,
    seed: demoSeed,
  });
  const bar = progressBar('Timetable ');
  for await (const _ of tasks.follow(systemContext(app, 'demo'), started.id)) {
    const task = await taskLists.one(systemContext(app, 'demo'), started.id);
    bar.update(Number(task.progress), {
      status:
        `${task.placedCount ?? 0} placed, ${task.unplacedCount ?? '…'} open, soft cost ` +
        `${task.softCost ?? '…'}${aboveFloor(task)}`,
    });
    if (task.status === TaskStatus.FAILED || task.status === TaskStatus.CANCELLED) {
      bar.stop();
      throw new Error(
        `The demo's scheduling task ended as ${task.status}: ${task.failureEn ?? 'it was cancelled'}.`,
      );
    }
    if (task.status !== TaskStatus.COMPLETED) continue;
    bar.update(1);
    bar.stop();
    const terms = { reason: '演示', acceptsUnfinished: true };
    await publishing.publish(systemContext(app, 'demo'), task.timetable!, terms);
    console.log(
      `An independent verifier checked every meeting: ${task.hardViolations} clashes, ` +
        `${task.unplacedCount} unplaced, soft cost ${task.softCost}${aboveFloor(task)}.`,
    );
    return;
  }
}

/** How much of the soft cost could be avoided at most, where that is known. */
const aboveFloor = ({
  softCost,
  softFloor,
}: {
  softCost: number | null;
  softFloor: number | null;
}): string =>
  softCost === null || softFloor === null
    ? ''
    : ` (at most ${improvablePercent(softCost, softFloor)} % better is possible)`;

function progressBar(label: string): cliProgress.SingleBar {
  const bar = new cliProgress.SingleBar(
    {
      format: `${label} [{bar}] {percentage}% {status}`,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 2000,
      barsize: 30,
      fps: 5,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1, 0, { status: '' });
  return bar;
}

const linkedQuery = `# Sign in at the top, then run this: the timetable of week 3, nested.
query Timetable {
  timetable {
    revision
    status
    assignments(week: 3) {
      time { dayOfWeek periodStart periodEnd weeks }
      classroom { name building { name campus { name } } }
      teacher { name }
      meeting { teachingClass { name groups { administrativeClass { name } } } }
    }
  }
}`;

/** Where each feature is found below /timetable, and as whom. */
const sights = [
  ['/week?view=all', 'demo-student', 'odd and even weeks, a chosen elective'],
  ['/week?date=2026-10-05', 'demo-student', 'a holiday, and the Saturday that makes up for it'],
  ['/enrolment', 'demo-student', 'electives: first come, first served, and a lottery'],
  ['/dates', 'demo-affairs', 'a substitute, a moved and a cancelled date'],
  ['/board', 'demo-affairs', 'one conflict to solve'],
  ['/administration/exports', 'demo-affairs', 'timetables on paper'],
] as const;

function printAccess({ url }: Server, accounts: readonly DemoAccount[], { dataDir }: App): void {
  const width = Math.max(...accounts.map(({ user }) => user.length), 4);
  console.log(
    [
      '',
      `Timetable   ${url}/timetable`,
      `GraphiQL    ${url}/graphiql?query=${encodeURIComponent(linkedQuery)}`,
      `REST        ${url}/api/v1/docs`,
      '',
      ...(accounts.length > 0
        ? [
            `Accounts (kept in ${dataDir}/demo-accounts.json)`,
            ...accounts.map(({ role, user, password }) => `  ${user.padEnd(width)}  ${password}  ${role}`),
          ]
        : ['This installation was initialised before the demo: use your own accounts.']),
      '',
      'To see',
      ...sights.map(([path, user, what]) => `  ${path.padEnd(27)} ${user.padEnd(width)}  ${what}`),
      '',
      'Ctrl-C stops it; the next run keeps everything, `npm run demo -- --fresh` starts over.',
    ].join('\n'),
  );
}
