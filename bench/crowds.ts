import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { GraphqlClient } from '../src/cli/graphql-client.js';
import { schedulingRecords } from '../src/services/scheduling/runs/task-records.js';
import { reads } from './large/acts.js';
import { administrators, crowdColumns, followers, readOf, steadyCrowd } from './large/crowds.js';
import { publishing, resultOfRun, startRun } from './large/runs.js';
import { largeSize, largeUniversitySql } from './support/large-university.js';
import { residentOf } from './support/memory.js';
import { makePlanned, password, type PlannedSemester } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';

/** Events of the followed task, and for how many seconds. */
const [eventsPerSecond, eventSeconds] = [10, 10];

/**
 * `npm run bench crowds -- [--clients 1000] [--perSecond 100] [--seconds 60] [--followers 2000]`: readers who
 * stay connected to a server without a worker, of the large university with a published timetable; and
 * sockets that follow a task, which is carried out elsewhere, and of which ten times a second something is
 * told, until it is cancelled.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '1000' },
      perSecond: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '60' },
      followers: { type: 'string', default: '2000' },
    },
  });
  const [clients, perSecond, seconds] = [values.clients, values.perSecond, values.seconds].map(Number);
  await withUndo(async (undo) => {
    const planned = await makePlanned(undo, largeSize.students, largeUniversitySql());
    const { env, query } = planned;
    const settings = { ...env, SUBSCRIPTIONS_PER_USER: '3000' };
    const server = await startServer('product', { env: settings, undo });
    await startServer('product', { env: { ...settings, WORKER: 'true' }, undo });
    const headers = await signedIn(server.url, { user: 'bench-admin', password });
    const [{ semester }] = await query('select id as semester from semester where is_current');
    const people = await administrators(server, query);
    const { timetable, unplaced } = await resultOfRun(people[0], await startRun(people[0], semester, 30));
    if (unplaced > 0)
      throw new Error(`${unplaced} meetings have no place: the machine is too busy for this.`);
    await people[0].ask(publishing(timetable));
    const documents = reads(await readOf(query, semester));
    await steadyCrowd(server, headers, documents, { clients: 20, perSecond, seconds: 5 });
    const crowd = await steadyCrowd(server, headers, documents, { clients, perSecond, seconds });
    printTable('Many readers at once.', crowdColumns, [crowd]);

    const { told, lateMs, memory } = await followed(planned, {
      ...{ people, semester, count: Number(values.followers), pid: server.pid },
    });
    printTable(
      'Many sockets that follow one task.',
      ['sockets', 'events a second', 'from the first to know the end to the last, s', 'server, MB'],
      [[values.followers, told.toFixed(1), (lateMs / 1_000).toFixed(2), memory.toFixed(0)]],
    );
  });
}

/** Follows a task that is cancelled once all know of it and have been told more for a while. */
async function followed(
  { app, query }: PlannedSemester,
  of: { people: readonly GraphqlClient[]; semester: string; count: number; pid: number },
): Promise<{ told: number; lateMs: number; memory: number }> {
  const id = await startRun(of.people[0], of.semester, 1_800);
  const { told, ended } = followers(of.people, id, of.count);
  while (told() < of.count) await Promise.race([delay(100), ended]);
  const [begin, number] = [performance.now(), eventsPerSecond * eventSeconds];
  for (let event = 0; event < number; event++) {
    await delay(Math.max(0, begin + (event * 1_000) / eventsPerSecond - performance.now()));
    const [{ sequence }] = await query(
      `update scheduling_task set sequence = sequence + 1 where id = '${id}' returning sequence`,
    );
    await app.bus.publish(schedulingRecords.topic, { id, sequence });
  }
  const memory = residentOf(of.pid)!;
  const perSecond = number / ((performance.now() - begin) / 1_000);
  await of.people[0].ask('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id });
  return { told: perSecond, lateMs: await ended, memory };
}
