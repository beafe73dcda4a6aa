import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { Outcome, type Load } from './support/load.js';
import { residentOf } from './support/memory.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { timetableQuestions } from './support/timetable-queries.js';
import { withUndo } from './support/undo.js';
import { makeUniversity, type University } from './support/university.js';

/** Requests after which memory is looked at, and how many sockets are open at once. */
const [step, clients] = [10_000, 50];

/**
 * `npm run bench memory -- [--requests 100000] [--connections 10000]`: what the server holds while timetables
 * are read, a page of REST, and records created, and after connections that each sign in over a WebSocket of
 * their own, one crowd after the other.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '100000' },
      connections: { type: 'string', default: '10000' },
    },
  });
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const { url, pid } = await startServer('product', { env: university.env, undo });
    const headers = await signedIn(url, university.administrator);
    const rows: string[][] = [];
    const tell = (what: string, count: number, faults = '0'): void => {
      rows.push([what, count.toLocaleString('en'), residentOf(pid)!.toFixed(0), faults]);
      console.error(rows.at(-1)!.join(' | '));
    };
    tell('begin', 0);
    const loads = await loadsOf(university, url, headers);
    for (let sent = step; sent <= Number(values.requests); sent += step) {
      const outcome = new Outcome();
      for (const { share, ...load } of loads) await outcome.add({ ...load, clients, requests: step * share });
      tell('requests', sent, outcome.faults);
    }
    for (let made = 0; made < Number(values.connections);) {
      for (const end = made + step / 4; made < end; made += clients)
        await Promise.all(Array.from({ length: clients }, () => greet(url, headers)));
      tell('and connections', made);
    }
    printTable(
      'Memory of the server, asked by 50 clients; database, server and clients on one machine.',
      ['after', 'count', 'MB', 'errors'],
      rows,
    );
  });
}

type Share = Omit<Load, 'clients' | 'requests'> & { readonly share: number };

async function loadsOf(
  university: University,
  url: string,
  authorization: Record<string, string>,
): Promise<Share[]> {
  const headers = { ...authorization, 'content-type': 'application/json' };
  const [group, teacher, everything] = (await timetableQuestions(university)).map(({ product }) => {
    const { query, variables } = product;
    const body = (): string => JSON.stringify({ query, variables });
    return { url: `${url}/graphql`, method: 'POST' as const, headers, body };
  });
  const category = { url: `${url}/api/v1/unit/category`, method: 'POST' as const, headers };
  let count = 0;
  return [
    { ...group, share: 0.4 },
    { ...teacher, share: 0.3 },
    { ...everything, share: 0.01 },
    { url: `${url}/api/v1/building/page?page=1&size=20`, method: 'GET', headers, share: 0.19 },
    {
      ...category,
      share: 0.1,
      body: () => JSON.stringify({ name: `bench ${++count}`, order: 1, is_entity: true }),
    },
  ];
}

/** Signs in over a WebSocket, asks who it is, and leaves. */
async function greet(url: string, { authorization }: Record<string, string>): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => send({ type: 'connection_init', payload: { authorization } }));
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === 'connection_ack')
        send({ id: '1', type: 'subscribe', payload: { query: '{ me { user { id } } }' } });
      else if (type === 'complete') socket.close();
      else if (type === 'error') reject(new Error(data.toString()));
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
