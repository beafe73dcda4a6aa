import { parseArgs } from 'node:util';
import { KINDS, runMutants } from './solver/mutants.js';
import { Table } from './solver/table.js';

const MEGABYTES_MAX = 1000;

/**
 * `npm run bench mutants -- [--count 10000] [--from 0] [--solve-each 100] [--kinds .ctt,.xml]`: makes seeded
 * mutants of made-up files, reads and judges each, and solves every hundredth accepted one for a CPU-second.
 * Ends with an error when one hangs, crashes, is refused without a name, needs more than a second to be
 * judged, or gets a timetable that the checker refuses. Seconds are processor time.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '10000' },
      from: { type: 'string', default: '0' },
      'solve-each': { type: 'string', default: '100' },
      kinds: { type: 'string', default: KINDS.join() },
    },
  });
  const [count, from, solveEach] = [values.count, values.from, values['solve-each']].map(Number);
  const table = new Table(`Mutants of made-up files, ${count} of each kind`, [
    'kind',
    'refused by name',
    'accepted',
    'solved',
    'worst reading in ms',
    'peak MB so far',
  ]);
  const faults: string[] = [];
  for (const kind of KINDS.filter((one) => values.kinds.split(',').includes(one))) {
    const outcome = runMutants(kind, { count, from, solveEach, limit: { seconds: 1 } });
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1000);
    const { refused, accepted, solved, worstSeconds } = outcome;
    table.row([kind, refused, accepted, solved, Math.round(worstSeconds * 1000), megabytes]);
    faults.push(...outcome.faults);
    if (megabytes > MEGABYTES_MAX) faults.push(`${kind} needed ${megabytes} MB`);
  }
  if (faults.length > 0) throw new Error(`Mutants that should not be:\n${faults.join('\n')}`);
}
