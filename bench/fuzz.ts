import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runDocuments } from './fuzz/documents-run.js';
import { rawBytes } from './fuzz/raw-bytes.js';
import { makeInstitution } from './support/institution.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';

/**
 * `npm run bench fuzz -- [--minutes 1] [--seed N]`: a server with an institution of 20,000 students and 5,000
 * meetings is sent what is nearly valid, and then what is valid and asks for as much as it can, for as long
 * as wanted each, by a new seed each time.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  await withUndo(async (undo) => {
    const institution = await makeInstitution(undo, { students: 20_000, meetings: 5_000, teachers: 2_000 });
    const server = await startServer('product', { env: institution.env, undo });
    const { url } = server;
    const { authorization } = await signedIn(url, institution.administrator);
    const { tried, failures } = await rawBytes({ url, token: authorization.slice(7), seed, minutes });
    const { status } = await fetch(`${url}/readyz`);
    printTable(
      `Seed ${seed}, ${minutes} minutes; /readyz answers ${status} afterwards.`,
      ['generator', 'tried', 'failures'],
      [['bytes', String(tried), String(failures.length)]],
    );
    const documentFailures = await runDocuments(server, institution, { seed, minutes });
    const all = [...failures, ...documentFailures];
    for (const failure of all) console.error(failure);
    if (all.length > 0 || status !== 200) process.exitCode = 1;
  });
}
