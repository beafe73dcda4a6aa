import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { rawBytes } from './fuzz/raw-bytes.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/**
 * `npm run bench fuzz -- [--minutes 1] [--seed N]`: a server with the university of the demo is sent what is
 * nearly valid, for as long as wanted, by a new seed each time.
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
    const { env, administrator } = await makeUniversity(undo);
    const { url } = await startServer('product', { env, undo });
    const { authorization } = await signedIn(url, administrator);
    const { tried, failures } = await rawBytes({ url, token: authorization.slice(7), seed, minutes });
    for (const failure of failures) console.error(failure);
    const { status } = await fetch(`${url}/readyz`);
    if (failures.length > 0 || status !== 200) process.exitCode = 1;
    printTable(
      `Seed ${seed}, ${minutes} minutes; /readyz answers ${status} afterwards.`,
      ['generator', 'tried', 'failures'],
      [['bytes', String(tried), String(failures.length)]],
    );
  });
}
