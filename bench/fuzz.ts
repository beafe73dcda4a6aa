import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runDocuments } from './fuzz/documents-run.js';
import { rawBytes } from './fuzz/raw-bytes.js';
import { makeInstitution } from './support/institution.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';

const generators = ['bytes', 'documents'];

/**
 * `npm run bench fuzz -- [--minutes 1] [--seed N] [--generator bytes|documents]`: a server with an
 * institution of 20,000 students and 5,000 meetings is sent what is nearly valid, and then what is valid and
 * asks for as much as it can, for as long as wanted each, by a new seed each time.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      generator: { type: 'string' },
    },
  });
  const { generator } = values;
  if (generator !== undefined && !generators.includes(generator))
    throw new Error(`There is no generator ${generator}. Maybe one of ${generators.join(', ')}.`);
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  await withUndo(async (undo) => {
    const institution = await makeInstitution(undo, { students: 20_000, meetings: 5_000, teachers: 2_000 });
    const server = await startServer('product', { env: institution.env, undo });
    const failures: unknown[] = [];
    if (generator !== 'documents') {
      const { authorization } = await signedIn(server.url, institution.administrator);
      const token = authorization.slice(7);
      failures.push(...(await sendBytes({ url: server.url, token, seed, minutes })));
    }
    if (generator !== 'bytes') failures.push(...(await runDocuments(server, institution, { seed, minutes })));
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  });
}

/** What went wrong with what is nearly valid. */
async function sendBytes(target: Parameters<typeof rawBytes>[0]): Promise<unknown[]> {
  const { tried, failures } = await rawBytes(target);
  const { status } = await fetch(`${target.url}/readyz`);
  printTable(
    `Seed ${target.seed}, ${target.minutes} minutes; /readyz answers ${status} afterwards.`,
    ['generator', 'tried', 'failures'],
    [['bytes', String(tried), String(failures.length)]],
  );
  return [...failures, ...(status === 200 ? [] : [`/readyz answers ${status}`])];
}
