import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { GraphqlClient } from '../../src/cli/graphql-client.js';
import { Outcome, type Load } from '../support/load.js';
import { password, planners, type Query } from '../support/planned-semester.js';
import { processorMs } from '../support/processor.js';
import type { MeasuredServer } from '../support/servers.js';
import type { Read } from './acts.js';

/** What a crowd noticed of a server: the cells of a table. */
export const crowdColumns = ['crowd', 'requests', 'p50 ms', 'p99 ms', 'errors', 'bar'];

const body = (query: string): string => JSON.stringify({ query });

/** A mixed set of reads, one after the other. */
function mixed(documents: readonly string[]): () => string {
  let at = 0;
  return () => body(documents[at++ % documents.length]);
}

interface Crowd {
  readonly name: string;
  readonly clients: number;
  readonly requests: number;
  readonly bar: string;
}

/** Sends a mixed set of reads and answers a row of the table. */
export async function crowd(
  { url }: MeasuredServer,
  headers: Readonly<Record<string, string>>,
  documents: readonly string[],
  { name, bar, ...load }: Crowd,
): Promise<string[]> {
  const target: Load = {
    url: `${url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: mixed(documents),
    ...load,
  };
  const outcome = await new Outcome().add(target);
  const times = [0.5, 0.99].map((share) => outcome.quantile(share).toFixed(0));
  return [name, String(load.requests), ...times, outcome.faults, bar];
}

interface SteadyCrowd {
  readonly clients: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Asks on a connection for each client, which stays open, at fixed moments: a request that has to wait for
 * the one before it has waited since its moment. Answers a row of the table.
 */
export async function steadyCrowd(
  { url, pid }: MeasuredServer,
  headers: Readonly<Record<string, string>>,
  documents: readonly string[],
  { clients, perSecond, seconds }: SteadyCrowd,
): Promise<string[]> {
  const next = mixed(documents);
  const [times, faults]: [number[], string[]] = [[], []];
  const [begin, spent] = [performance.now() + 1_000, processorMs(pid) ?? NaN];
  const everyMs = (1_000 * clients) / perSecond;
  const ask = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = begin + (everyMs * client) / clients;
    for (let moment = first; moment < begin + 1_000 * seconds; moment += everyMs) {
      await delay(Math.max(0, moment - performance.now()));
      const fault = await answered(`${url}/graphql`, { agent, headers }, next());
      times.push(performance.now() - moment);
      if (fault) faults.push(fault);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => ask(client)));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))].toFixed(0);
  const each = (((processorMs(pid) ?? NaN) - spent) / times.length).toFixed(1);
  const who = `${clients.toLocaleString('en')} clients, ${perSecond} requests a second for ${seconds} s`;
  const name = `${who}, ${each} ms of the server each`;
  const told = faults.length ? `${faults.length} × ${faults[0]}` : '0';
  return [name, String(times.length), at(0.5), at(0.99), told, 'p99 500'];
}

/** What was wrong with an answer; null for nothing. */
const answered = (
  url: string,
  { agent, headers }: { agent: Agent; headers: Readonly<Record<string, string>> },
  sent: string,
): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    asked.on('error', ({ message }) => resolve(message));
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', ({ message }) => resolve(message));
      response.on('end', () => {
        const isGood = response.statusCode === 200 && !Buffer.concat(parts).includes('"errors"');
        resolve(isGood ? null : `status ${response.statusCode}`);
      });
    });
    asked.end(sent);
  });

const followDocument = 'subscription ($id: ID!) { schedulingTask(id: $id) { status sequence } }';

const endings = ['COMPLETED', 'CANCELLED', 'FAILED'];

/** Sockets of one person at most, and how far apart they are opened. */
const socketsMax = 100;
const openEveryMs = 5;

/** What those who follow a task notice. */
interface Followers {
  /** How many have been told something. */
  told(): number;
  /** Milliseconds from the first that knows the end to the last. */
  readonly ended: Promise<number>;
}

/** Follows a task with sockets of people, 100 each at most, until it has ended. */
export function followers(people: readonly GraphqlClient[], id: string, count: number): Followers {
  let told = 0;
  const ended = Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await delay(at * openEveryMs);
      const client = people[Math.floor(at / socketsMax)];
      let isFirst = true;
      for await (const { schedulingTask } of client.follow<any>(followDocument, { id })) {
        if (isFirst) told++;
        isFirst = false;
        if (endings.includes(schedulingTask.status)) return performance.now();
      }
      throw new Error('A follower was never told of the end.');
    }),
  ).then((moments) => Math.max(...moments) - Math.min(...moments));
  return { told: () => told, ended };
}

/** Twenty people who see every task. */
export async function administrators({ url }: MeasuredServer, query: Query): Promise<GraphqlClient[]> {
  await query(`update "user" set role_id = (select id from role where key = 'ADMINISTRATOR')
    where name like 'planner%'`);
  return Promise.all(
    Array.from({ length: planners }, async (_, at) => {
      const client = new GraphqlClient(url);
      await client.signIn(`planner${at}`, password);
      return client;
    }),
  );
}

/** Some of all classes, teachers and rooms. */
export async function readOf(query: Query, semester: string): Promise<Read> {
  const some = async (table: string, count: number): Promise<string[]> =>
    (await query(`select id from ${table} order by md5(id::text) limit ${count}`)).map(({ id }) => id);
  return {
    semester,
    administrativeClasses: await some('administrative_class', 40),
    teachers: await some('teacher', 20),
    rooms: await some('classroom', 20),
  };
}
