import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { imported, namesOfClass, students } from '../import.js';
import { printTable } from '../support/print.js';
import { startServer, type MeasuredServer } from '../support/servers.js';
import { signedIn } from '../support/sign-in.js';
import { withUndo } from '../support/undo.js';
import { makeUniversity, type University } from '../support/university.js';
import { startStandby } from './standby.js';
import { ask, Writer } from './writer.js';

/** What a drill found, in the columns of the table. */
type Row = readonly string[];

interface Site {
  readonly university: University;
  readonly server: MeasuredServer;
  readonly headers: { readonly authorization: string };
}

/** How long the trouble of a drill lasts, and how long all may take to be well again; milliseconds. */
const troubleMs = 6_000;
const patienceMs = 120_000;

const runSeconds = 8;

/** `npm run bench siege -- --drills disk,database,clock`: what fails around the server, and what is lost. */
export async function drill(wanted: readonly string[]): Promise<void> {
  for (const name of wanted) {
    const found = drills[name];
    if (!found) throw new Error(`There is no drill "${name}", only ${Object.keys(drills).join(', ')}.`);
    await withUndo(async (undo) => {
      printTable(
        'What was acknowledged to somebody who wrote all the time, and what became of the act.',
        ['drill', 'answers', 'longest s without', 'lost', '`/readyz`', 'the act'],
        await found(undo),
      );
    });
  }
}

const drills: Record<string, (undo: AsyncDisposableStack) => Promise<Row[]>> = {
  disk: fullDisk,
  database: lostDatabase,
  clock: jumpingClock,
};

async function openSite(
  undo: AsyncDisposableStack,
  university: University,
  env: Record<string, string> = {},
): Promise<Site> {
  const server = await startServer('product', {
    env: { ...university.env, WORKER: 'true', DISK_FREE_MEGABYTES_MIN: '50', ...env },
    undo,
  });
  return { university, server, headers: await signedIn(server.url, university.administrator) };
}

/** Waits until the condition holds; false if it does not in time. */
async function within(holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(200))
    if (await holds()) return true;
  return false;
}

/** What `/readyz` says is wrong. */
async function notReady({ server }: Site): Promise<string> {
  try {
    const response = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return Object.keys(checks)
      .filter((name) => checks[name] !== 'ok' && name !== 'eventLoop')
      .join(' ');
  } catch {
    return 'no answer';
  }
}

let writers = 0;

/** Makes trouble while somebody writes and something is under way, ends it, and tells what came of it. */
async function trouble(
  site: Site,
  name: string,
  { begin, end, act }: { begin(): unknown; end?(): unknown; act(): Promise<string> },
): Promise<Row> {
  const writer = new Writer(site.server.url, site.headers, `D${++writers}`);
  const acted = act();
  await sleep(1_000);
  const wrong = new Set<string>();
  await begin();
  for (const over = performance.now() + troubleMs; performance.now() < over; await sleep(200))
    wrong.add(await notReady(site));
  await end?.();
  const isReady = await within(async () => (await notReady(site)) === '');
  const became = await acted.catch((error: Error) => error.message);
  const said = [...wrong].filter(Boolean).join(', ') || 'ok';
  return [
    name,
    ...(await writer.stop(site.university)),
    `${said}; then ${isReady ? 'ok' : 'NOT OK'}`,
    became,
  ];
}

const semesterOf = async ({ university }: Site): Promise<string> =>
  (await university.query<{ id: string }>('select id from semester where is_current'))[0].id;

/** A run, from its start to its end. */
async function runToEnd(site: Site): Promise<string> {
  const start = `mutation ($semester: ID!) { startScheduling(input: { semester: $semester
    timeLimitSeconds: ${runSeconds} }) { id } }`;
  const { data, told } = await ask(site.server.url, site.headers, start, {
    semester: await semesterOf(site),
  });
  if (!data?.startScheduling) return `not started: ${told}`;
  const { id } = data.startScheduling as { id: string };
  let last: any;
  await within(async () => {
    const query = '{ it: schedulingTask(id: $id) { status failure } }';
    const answer = await ask(site.server.url, site.headers, `query ($id: ID!) ${query}`, { id });
    last = answer.data?.it ?? last;
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(last?.status as string);
  });
  return [last?.status, last?.failure].filter(Boolean).join(': ');
}

/** Asks with an idempotency key until it is neither refused for a while nor unanswered. */
async function asLongAsNeeded(site: Site, query: string, variables: object): Promise<string> {
  const tries: string[] = [];
  const headers = { ...site.headers, 'idempotency-key': `drill ${performance.now()}` };
  await within(async () => {
    const { told } = await ask(site.server.url, headers, query, variables);
    if (tries.at(-1) !== told) tries.push(told);
    return !['no answer', '503 NOT_READY'].includes(told);
  });
  return tries.join(', then ');
}

/** The disk of DATA_DIR, with the embedded database on it, is filled to its last block and emptied again. */
async function fullDisk(undo: AsyncDisposableStack): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-disk-'));
  undo.defer(() => rmSync(folder, { recursive: true }));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=755', 'tmpfs', folder]).status !== 0)
    return [['full disk', 'not tried: mounting a small disk needs root', '', '', '', '']];
  undo.defer(() => void spawnSync('umount', ['-l', folder]));
  const university = await makeUniversity(undo, folder);
  const [{ data_directory: cluster }] = await university.query<{ data_directory: string }>(
    'show data_directory',
  );
  if (!cluster.startsWith(folder))
    return [['full disk', `not tried: the database is in ${cluster}`, '', '', '', '']];
  const site = await openSite(undo, university);
  const filler = path.join(folder, 'filler');
  const begin = (): void => fill(filler);
  const end = (): void => rmSync(filler);
  const file = await students(await namesOfClass(university), 5_000, 'D');
  const semester = await semesterOf(site);
  const create = 'mutation ($semester: ID!) { createDraft(semester: $semester) { id } }';
  const { data } = await ask(site.server.url, site.headers, create, { semester });
  const accepted = 'reason: "drill", acceptsUnfinished: true';
  const publish = `mutation ($id: ID!) { publishTimetable(id: $id, ${accepted}) { status } }`;
  const later =
    <R>(act: () => Promise<R>) =>
    async (): Promise<R> => {
      await sleep(2_000);
      return act();
    };
  return [
    await trouble(site, 'full disk, a run', { begin, end, act: () => runToEnd(site) }),
    await trouble(site, 'full disk, an import', { begin, end, act: later(() => importAgain(site, file)) }),
    await trouble(site, 'full disk, publishing', {
      begin,
      end,
      act: later(() => asLongAsNeeded(site, publish, { id: data?.createDraft?.id })),
    }),
  ];
}

/** Imports until it succeeds; a strict count of what the database then holds. */
async function importAgain({ university, server, headers }: Site, file: Buffer): Promise<string> {
  const tries: string[] = [];
  await within(async () => {
    const told = await imported(server, headers, file).then(
      ({ successCount }) => `${successCount} rows`,
      () => 'refused',
    );
    if (tries.at(-1) !== told) tries.push(told);
    return told !== 'refused';
  });
  const [{ count }] = await university.query<{ count: string }>(
    "select count(*) from student where code like 'D%'",
  );
  return `${tries.join(', then ')}; ${count} stored`;
}

/** Writes until there is no block left. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  for (const size of [1 << 20, 4096]) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) writeSync(handle, piece);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
}

/** The database ends at once and comes back, and then for good, while a standby takes its place. */
async function lostDatabase(undo: AsyncDisposableStack): Promise<Row[]> {
  const university = await makeUniversity(undo);
  const standby = await startStandby(university, undo);
  const site = await openSite(undo, { ...university, env: { ...university.env, DATABASE_URL: standby.way } });
  const kill = async (): Promise<void> => {
    const [{ data_directory: cluster }] = await university.query<{ data_directory: string }>(
      'show data_directory',
    );
    const [pid] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  };
  const rows = [
    await trouble(site, 'database restarted at once, a run', { begin: kill, act: () => runToEnd(site) }),
  ];
  const query = standby.query;
  const promoted = { ...site, university: { ...university, query } };
  rows.push(
    await trouble(promoted, 'database failed over, a run', {
      begin: () => standby.takeOver(),
      act: () => runToEnd(promoted),
    }),
  );
  return rows;
}

/** The clock of the server jumps by hours, forth and back, while that of the database goes on. */
async function jumpingClock(undo: AsyncDisposableStack): Promise<Row[]> {
  const site = await openSite(undo, await makeUniversity(undo), { RATE_LIMIT_PER_MINUTE: '3000' });
  const rows: Row[] = [];
  for (const hours of [2, -2]) {
    site.server.shiftClock(0);
    const headers = await signedIn(site.server.url, site.university.administrator);
    const jumped = { ...site, headers };
    rows.push(
      await trouble(jumped, `clock ${hours > 0 ? 'forth' : 'back'} by 2 h, a run`, {
        begin: () => site.server.shiftClock(hours * 3_600_000),
        end: () => site.server.shiftClock(0),
        act: () => runToEnd(jumped),
      }),
    );
  }
  return rows;
}
