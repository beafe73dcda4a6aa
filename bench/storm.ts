import path from 'node:path';
import { parseArgs } from 'node:util';
import { Fleet } from './storm/fleet.js';
import { faultsOf, storedSql, storm, type Stored } from './storm/storm.js';
import { printTable } from './support/print.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/**
 * `npm run bench storm -- [--minutes 10] [--every 10]`: three servers and three workers on one PostgreSQL, of
 * which every few seconds one of each is killed and another stopped for a while, longer than a worker may be
 * silent. What callers were told is held against what the database has.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, every: { type: 'string', default: '10' } },
  });
  const everyMs = Number(values.every) * 1_000;
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const before = await university.query<{ id: string }>(storedSql.tasks);
    const drafts = async (): Promise<number> =>
      (await university.query<{ count: number }>(storedSql.drafts))[0].count;
    const draftsBefore = await drafts();
    const fleet = new Fleet(path.join(import.meta.dirname, '../..'), {
      ...university.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      WORKER: 'false',
      RATE_LIMIT_PER_MINUTE: '1000000',
      DRAFTS_PER_SEMESTER_MAX: '1000',
      DRAFTS_PER_PERSON_MAX: '1000',
    });
    undo.defer(() => fleet.stop());
    await fleet.start(3, 3);
    const { authorization } = await signedIn(fleet.urls[0], university.administrator);
    const [{ id: semester }] = await university.query<{ id: string }>(
      'select id from semester where is_current',
    );
    const told = await storm({
      ...{ fleet, token: authorization.replace('Bearer ', ''), semesters: [semester], writers: 4 },
      ...{ milliseconds: Number(values.minutes) * 60_000, everyMs, stoppedMs: everyMs * 1.2 },
    });
    const campuses = await university.query<{ code: string }>(storedSql.campuses);
    const tasks = await university.query<Stored['tasks'][number]>(storedSql.tasks);
    const stored = {
      campuses: campuses.map(({ code }) => code),
      tasks: tasks.filter(({ id }) => !before.some((each) => each.id === id)),
    };
    const faults = faultsOf(told, stored, (await drafts()) - draftsBefore);
    const { killed, stopped } = fleet.blows;
    printTable(
      `Three servers and three workers on one PostgreSQL, ${values.minutes} minutes.`,
      ['killed', 'stopped', 'changes', 'runs', 'given up', 'attempts that died', 'processor s', 'faults'],
      [
        [
          killed,
          stopped,
          told.campuses.length,
          told.ended.length,
          tasks.filter(({ id, status }) => told.ended.includes(id) && status === 'FAILED').length,
          told.died,
          fleet.processorMs / 1_000,
          faults.length,
        ].map((figure) => figure.toFixed(0)),
      ],
    );
    for (const fault of faults) console.log(`DOES NOT HOLD  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  });
}
