import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { readConfig } from '../../src/app/config.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { ensureDemoAccounts, type DemoAccount } from '../../src/demo/accounts.js';
import { demoSeed, loadDemo } from '../../src/demo/load.js';
import { demoUniversity } from '../../src/demo/university.js';
import { startWorker } from '../../src/jobs/worker.js';
import { createLog } from '../../src/app/log.js';
import { openRuntime } from '../../src/app/runtime.js';
import { TaskStatus } from '../../src/schema/enums.js';
import type { App } from '../../src/data/app.js';
import { systemContext } from '../../src/data/context.js';
import { taskLists, tasks } from '../../src/services/scheduling/runs/tasks.js';
import { publishing } from '../../src/services/scheduling/drafts/publishing.js';

/** Seconds that the timetable is searched: what is measured is how it is read, not how good it is. */
const searchSeconds = 3;

const logged = { LOG_LEVEL: 'warn' };

/** The university of the demo with a published timetable, on an embedded PostgreSQL in a temporary folder. */
export interface University {
  /** Environment with which the product's commands work on it. */
  readonly env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string };
  /** The process of the database. */
  readonly databasePid: number;
  readonly administrator: DemoAccount;
  /** The account of the demo with the name. */
  account(user: string): DemoAccount;
  query<R>(sql: string): Promise<R[]>;
}

/** Makes the university below the folder and takes it away again at the end. */
export async function makeUniversity(
  undo: AsyncDisposableStack,
  folder: string = tmpdir(),
): Promise<University> {
  const DATA_DIR = mkdtempSync(path.join(folder, 'class-scheduling-bench-'));
  const log = createLog(readConfig(logged));
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir: DATA_DIR, log });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log });
  undo.defer(() => postgres.stop());
  const env = { ...logged, DATA_DIR, DATABASE_URL: postgres.url };
  const runtime = await openRuntime(readConfig(env), log);
  try {
    const accounts = await populate(runtime.app);
    return {
      env,
      databasePid: Number(
        readFileSync(path.join(DATA_DIR, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
      ),
      administrator: accounts[0],
      account: (user) => accounts.find((account) => account.user === user)!,
      query: (sql) => query(postgres.url, sql),
    };
  } finally {
    await runtime.close();
  }
}

async function populate(app: App): Promise<DemoAccount[]> {
  const ctx = systemContext(app, 'bench');
  const { semesterId } = await loadDemo(ctx);
  const accounts = await ensureDemoAccounts(ctx, demoUniversity(demoSeed));
  const worker = await startWorker(app);
  try {
    const { id } = await tasks.start(ctx, {
      semester: semesterId,
      timeLimitSeconds: searchSeconds,
      seed: demoSeed,
    });
    const terms = { reason: 'bench', acceptsUnfinished: true };
    await publishing.publish(systemContext(app, 'bench'), await resultOf(app, id), terms);
  } finally {
    await worker.stop();
  }
  return accounts;
}

/** The timetable that a task makes. */
async function resultOf(app: App, id: string): Promise<string> {
  for await (const _ of tasks.follow(systemContext(app, 'bench'), id)) {
    const { status, timetable, failureEn } = await taskLists.one(systemContext(app, 'bench'), id);
    if (status === TaskStatus.COMPLETED && timetable) return timetable;
    if (status === TaskStatus.FAILED) throw new Error(`The scheduling task failed: ${failureEn}.`);
  }
  throw new Error('The scheduling task ended without a timetable.');
}

/** Options of connections that write records, which the audit log lets nobody do without a name. */
export const asBench = '-c class_scheduling.reason=bench';

/** Asks a database once. */
export async function query<R>(connectionString: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString, options: asBench });
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}
