import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from './history/history.js';
import { registersOf } from './history/registers.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { asBench, makeUniversity, type University } from './support/university.js';

/** Kills the connection over which a server hears of events. */
const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`;

const anyOther = `select pid from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;

/**
 * `npm run bench history -- [--operations 100000] [--seconds 15]`: writers and readers at two servers. Every
 * so many seconds the connections for events are killed, and every second time a process of the database,
 * which then ends all others and recovers. No answer may be older than what was stored when its request
 * began.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      operations: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '15' },
    },
  });
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const { env } = university;
    const servers = await Promise.all([0, 1].map(() => startServer('product', { env, undo })));
    const urls = servers.map(({ url }) => url);
    const database = `${env.DATABASE_URL}?options=${encodeURIComponent(asBench)}`;
    const administrator = await signedIn(urls[0], university.administrator);
    const registers = await registersOf({ urls, database, administrator }, undo);
    const blows = new Blows(university, Number(values.seconds));
    const tally = await follow(registers, Number(values.operations), 3).finally(() => blows.stop());
    printTable(
      'Histories of four things that are written and read at two servers.',
      ['reads', 'writes', 'without an answer', 'listeners killed', 'database killed', 'faults'],
      [
        [tally.reads, tally.writes, tally.lost, blows.listeners, blows.databases, tally.faults.length].map(
          String,
        ),
      ],
    );
    for (const fault of tally.faults.slice(0, 20)) console.error(fault);
    if (tally.faults.length > 0) process.exitCode = 1;
  });
}

/** What is killed while histories are written. */
class Blows {
  listeners = 0;
  databases = 0;
  #isOver = false;

  constructor(
    private readonly university: University,
    private readonly seconds: number,
  ) {
    void this.#go();
  }

  stop(): void {
    this.#isOver = true;
  }

  async #go(): Promise<void> {
    for (let n = 1; ; n++) {
      await sleep(this.seconds * 1_000);
      if (this.#isOver) return;
      try {
        await this.university.query(endListeners);
        this.listeners++;
        if (n % 2) continue;
        const [{ pid }] = await this.university.query<{ pid: number }>(anyOther);
        process.kill(pid, 'SIGKILL');
        this.databases++;
      } catch {
        // The database recovers still.
      }
    }
  }
}
