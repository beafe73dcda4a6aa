import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reads } from './large/acts.js';
import { administrators, crowdColumns, followers, readOf, steadyCrowd } from './large/crowds.js';
import { residentOf } from './support/memory.js';
import { makePlanned, password } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { termSql } from './support/term.js';
import { withUndo } from './support/undo.js';

/**
 * `npm run bench crowds -- [--clients 1000] [--perSecond 100] [--seconds 60] [--followers 2000]`: readers who
 * stay connected to a server without a worker, of 12,000 published meetings and 40,000 students; and sockets
 * that follow a task, which is carried out elsewhere, until it is cancelled.
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
    const { env, query } = await makePlanned(undo, 40_000, termSql({ meetings: 12_000, teachers: 2_500 }));
    const settings = { ...env, SUBSCRIPTIONS_PER_USER: '3000' };
    const server = await startServer('product', { env: settings, undo });
    await startServer('product', { env: { ...settings, WORKER: 'true' }, undo });
    const headers = await signedIn(server.url, { user: 'bench-admin', password });
    const [{ semester }] = await query('select id as semester from semester where is_current');
    const documents = reads(await readOf(query, semester));
    await steadyCrowd(server, headers, documents, { clients: 20, perSecond, seconds: 5 });
    const crowd = await steadyCrowd(server, headers, documents, { clients, perSecond, seconds });
    printTable('Many readers at once.', crowdColumns, [crowd]);

    const people = await administrators(server, query);
    const [planner] = people;
    const { startScheduling } = await planner.ask<{ startScheduling: { id: string } }>(
      'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
      { input: { semester, timeLimitSeconds: 600 } },
    );
    const followed = followers(people, startScheduling.id, Number(values.followers));
    await delay(30_000);
    const [{ told }] = await query(
      `select sequence as told from scheduling_task where id = '${startScheduling.id}'`,
    );
    const memory = residentOf(server.pid)!;
    await planner.ask('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', startScheduling);
    printTable(
      'Many sockets that follow one task.',
      ['sockets', 'events', 'from the first to know the end to the last, s', 'server, MB'],
      [[values.followers, told, ((await followed) / 1_000).toFixed(2), memory.toFixed(0)].map(String)],
    );
  });
}
