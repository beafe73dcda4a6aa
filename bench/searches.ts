import path from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fleet } from './storm/fleet.js';
import { printTable } from './support/print.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity, type University } from './support/university.js';

/**
 * `npm run bench searches -- [--seconds 60] [--workers 1,2,4] [--seeds 2]`: what the timetable of the demo
 * costs after as many seconds, searched by so many workers, each a process with one search. Where there are
 * fewer cores than workers, what a search is worth is told by its processor seconds. The threads have the
 * priority of the worker: in processes that give way, they would tell what else the machine does.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      workers: { type: 'string', default: '1,2,4' },
      seeds: { type: 'string', default: '2' },
    },
  });
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    // A search goes on from the published timetable, if there is one.
    await university.query("update timetable set status = 'ARCHIVED' where status = 'PUBLISHED'");
    const rows: string[][] = [];
    for (const workers of values.workers.split(',').map(Number)) {
      const fleet = new Fleet(path.join(import.meta.dirname, '../..'), {
        ...university.env,
        NODE_ENV: 'production',
        WORKER: 'false',
        SOLVER_PROCESS: 'false',
        DRAFTS_PER_PERSON_MAX: '1000',
        DRAFTS_PER_SEMESTER_MAX: '1000',
      });
      undo.defer(() => fleet.stop());
      await fleet.start(1, workers);
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const options = { searches: workers, timeLimitSeconds: Number(values.seconds), seed };
        rows.push([workers, seed, ...(await figuresOf(university, fleet, options))].map(String));
      }
      await fleet.stop();
    }
    printTable(
      `Cost of the demo after ${values.seconds} s of search.`,
      ['workers', 'seed', 'cost', 'left over', 'seconds', 'processor s'],
      rows,
    );
  });
}

async function figuresOf(
  university: University,
  fleet: Fleet,
  options: object,
): Promise<(number | string)[]> {
  const [{ id: semester }] = await university.query<{ id: string }>(
    'select id from semester where is_current',
  );
  const headers = await signedIn(fleet.urls[0], university.administrator);
  const [before, processorBefore] = [performance.now(), fleet.processorMs];
  const response = await fetch(`${fleet.urls[0]}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      query: 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
      variables: { input: { semester, ...options } },
    }),
  });
  const { data } = (await response.json()) as { data: { startScheduling: { id: string } } };
  const sql = `select status, soft_cost as cost, unplaced_count as left from scheduling_task
    where id = '${data.startScheduling.id}'`;
  for (;;) {
    const [task] = await university.query<{ status: string; cost: number; left: number }>(sql);
    const seconds = (performance.now() - before) / 1_000;
    const processor = (fleet.processorMs - processorBefore) / 1_000;
    if (task.status === 'COMPLETED') return [task.cost, task.left, seconds.toFixed(0), processor.toFixed(0)];
    if (task.status !== 'RUNNING' && task.status !== 'QUEUED') return [task.status, 0, seconds.toFixed(0), 0];
    await sleep(500);
  }
}
