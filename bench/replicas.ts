import { parseArgs } from 'node:util';
import { startStandby } from './siege/standby.js';
import { Outcome, outcomeColumns } from './support/load.js';
import { printTable } from './support/print.js';
import { processorMs, processorMsWithChildren } from './support/processor.js';
import { startServer, type MeasuredServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/** Lists that are read for each call, and nothing of which is kept. */
const documents = [
  '{ studentsConnection(first: 50) { nodes { code name } } }',
  '{ studentsConnection(first: 20, orderBy: [{ field: NAME }]) { nodes { code name } } }',
  '{ students(page: 3, size: 50) { total items { code name } } }',
].map((query) => JSON.stringify({ query }));

/**
 * `npm run bench replicas -- [--requests 1000] [--rounds 3] [--clients 10]`: lists from a server that reads
 * from the primary alone, and from one that also reads from a standby, by turns; and what each database works
 * for one request.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '10' },
    },
  });
  const [requests, rounds, clients] = [values.requests, values.rounds, values.clients].map(Number);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const standby = await startStandby(university, undo);
    const { env, databasePid, administrator } = university;
    const contenders = await Promise.all(
      ['', standby.address].map(async (replica) => {
        const own = { ...env, ...(replica && { DATABASE_READ_URL: replica }) };
        const server = await startServer('product', { env: own, undo });
        const headers = await signedIn(server.url, administrator);
        return { server, headers, outcome: new Outcome(), spent: [0, 0, 0] };
      }),
    );
    const loadOf = ({ server, headers }: (typeof contenders)[number], count: number) => {
      let at = 0;
      return {
        ...{ url: `${server.url}/graphql`, method: 'POST' as const, clients, requests: count },
        headers: { 'content-type': 'application/json', ...headers },
        body: () => documents[at++ % documents.length],
      };
    };
    for (const each of contenders) await new Outcome().add(loadOf(each, 300));
    for (let round = 0; round < rounds; round++) {
      for (const each of contenders) {
        const before = spentBy(each.server, databasePid, standby.pid);
        await each.outcome.add(loadOf(each, requests));
        const after = spentBy(each.server, databasePid, standby.pid);
        each.spent = each.spent.map((spent, at) => spent + (after[at] - before[at]) / rounds / requests);
      }
    }
    printTable(
      `Lists of students: ${clients} clients, ${requests} requests in each of ${rounds} rounds.`,
      ['reads from', ...outcomeColumns, 'server ms each', 'primary ms each', 'replica ms each'],
      contenders.map(({ outcome, spent }, at) => [
        ['the primary', 'both'][at],
        ...outcome.cells,
        ...spent.map((ms) => ms.toFixed(2)),
      ]),
    );
  });
}

/** Processor milliseconds of the server, the primary and the replica so far. */
const spentBy = ({ pid }: MeasuredServer, primary: number, replica: number): number[] => [
  processorMs(pid) ?? NaN,
  ...[primary, replica].map((each) => processorMsWithChildren(each) ?? NaN),
];
