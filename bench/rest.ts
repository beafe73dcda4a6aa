import { parseArgs } from 'node:util';
import { Outcome, outcomeColumns, type Load } from './support/load.js';
import { printTable } from './support/print.js';
import { processorMs, processorMsWithChildren } from './support/processor.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/** Requests sent before any is counted. */
const warmUp = 200;

type Call = Pick<Load, 'url' | 'method' | 'headers' | 'body'>;

/**
 * `npm run bench rest -- [--requests 2000] [--clients 50,500]`: a page that is read and a record that is
 * created over
 * /api/v1, by few and by many clients at the same moment. Processor time is that of server and database for
 * one request.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '2000' },
      clients: { type: 'string', default: '50,500' },
    },
  });
  await withUndo(async (undo) => {
    const { env, administrator, databasePid } = await makeUniversity(undo);
    const { url, pid } = await startServer('product', { env, undo });
    const used = (): number => (processorMs(pid) ?? NaN) + (processorMsWithChildren(databasePid) ?? NaN);
    const requests = Number(values.requests);
    const calls = callsOf(`${url}/api/v1`, await signedIn(url, administrator));
    for (const call of calls) await new Outcome().add({ ...call, clients: 50, requests: warmUp });
    const rows: string[][] = [];
    for (const clients of values.clients.split(',').map(Number)) {
      for (const call of calls) {
        const before = used();
        const outcome = await new Outcome().add({ ...call, clients, requests });
        const name = `${call.method} ${new URL(call.url).pathname}`;
        rows.push([name, String(clients), ...outcome.cells, ((used() - before) / requests).toFixed(2)]);
      }
    }
    printTable(
      `REST: ${values.requests} requests each; database, server and clients on one machine.`,
      ['call', 'clients', ...outcomeColumns, 'processor ms'],
      rows,
    );
  });
}

function callsOf(base: string, headers: Record<string, string>): Call[] {
  let count = 0;
  return [
    { url: `${base}/building/page?page=1&size=20`, method: 'GET', headers },
    {
      url: `${base}/unit/category`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: () => JSON.stringify({ name: `bench ${++count}`, order: 1, is_entity: true }),
    },
  ];
}
