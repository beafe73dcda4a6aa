import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { readConfig } from '../src/app/config.js';
import { createLog } from '../src/app/log.js';
import { openRuntime } from '../src/app/runtime.js';
import { systemContext } from '../src/data/context.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded.js';
import { hashPassword } from '../src/services/accounts/passwords/passwords.js';
import { initialise } from '../src/services/accounts/initialisation.js';
import { makeFacts, modelPassword } from './model/facts.js';
import { Player, type Ask } from './model/player.js';
import type { Query } from './support/canonical.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { asBench } from './support/university.js';

/**
 * `npm run bench model -- [--minutes 10] [--seed N] [--turns 200]`: random changes, alone and at once, of
 * semesters of a server in a process of its own, beside a plain model of the rules. Ends at the first
 * difference.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      // Of one semester; its archive grows with them, and so does what is compared.
      turns: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  const end = performance.now() + Number(values.minutes) * 60_000;
  const first = Number(values.seed);
  let last = first;
  await withUndo(async (undo) => {
    const { query, url } = await serve(undo);
    const hash = await hashPassword(modelPassword);
    const counts = new Map<string, number>();
    let turns = 0;
    for (let seed = first; performance.now() < end; seed++) {
      last = seed;
      const facts = await makeFacts(query, { hash, at: seed - first });
      const headers = new Map<string, object>();
      for (const { name } of facts.people)
        headers.set(name, await signedIn(url, { user: name, password: modelPassword }));
      const ask: Ask = async (person, document) => {
        const response = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers.get(person.name) },
          body: JSON.stringify({ query: document }),
        });
        return (await response.json()) as Awaited<ReturnType<Ask>>;
      };
      const player = new Player(facts, ask, query, seed);
      for (let turn = 0; turn < Number(values.turns) && performance.now() < end; turn++, turns++) {
        try {
          await player.turn();
        } catch (error) {
          throw new Error(`Seed ${seed}, turn ${turn}: ${(error as Error).message}`, { cause: error });
        }
      }
      for (const [what, count] of player.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    }
    const rows = [...counts].sort().map(([what, count]) => [what, String(count)]);
    printTable(
      `${turns} turns of the seeds ${first} to ${last}: no difference.`,
      ['what, and how it ended', 'times'],
      rows,
    );
  });
}

/** A server on an embedded PostgreSQL in a temporary folder. */
async function serve(undo: AsyncDisposableStack): Promise<{ query: Query; url: string }> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'class-scheduling-bench-'));
  const log = createLog(readConfig({ LOG_LEVEL: 'warn' }));
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir: DATA_DIR, log });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log });
  undo.defer(() => postgres.stop());
  // The model tells what stands where; why somebody changes it has tests of its own.
  const env = { LOG_LEVEL: 'warn', CHANGE_REASONS: 'false', DATA_DIR, DATABASE_URL: postgres.url };
  const runtime = await openRuntime(readConfig(env), log);
  try {
    const administrator = { name: 'bench-admin', email: 'admin@example.com', phone: '13900000000' };
    await initialise(systemContext(runtime.app, 'bench'), { ...administrator, password: modelPassword });
  } finally {
    await runtime.close();
  }
  const database = new Client({ connectionString: postgres.url, options: asBench });
  await database.connect();
  undo.defer(() => database.end());
  const { url } = await startServer('product', { env, undo });
  return { query: async (sql, values) => (await database.query(sql, values)).rows, url };
}
