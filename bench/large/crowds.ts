import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { GraphqlClient } from '../../src/cli/graphql-client.js';
import { Outcome, type Load } from '../support/load.js';
import type { MeasuredServer } from '../support/servers.js';

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
 * Asks on a connection for each client, which stays open, at fixed moments: a request that has to wait for the
 * one before it has waited since its moment. Answers a row of the table.
 */
export async function steadyCrowd(
  { url }: MeasuredServer,
  headers: Readonly<Record<string, string>>,
  documents: readonly string[],
  { clients, perSecond, seconds }: SteadyCrowd,
): Promise<string[]> {
  const next = mixed(documents);
  const [times, faults]: [number[], string[]] = [[], []];
  const begin = performance.now() + 1_000;
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
  const name = `${clients.toLocaleString('en')} clients, ${perSecond} requests a second for ${seconds} s`;
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

/** Sockets of one person at most. */
const socketsMax = 100;

/**
 * Follows a task with sockets of people, 100 each at most, until it has ended.
 * @returns milliseconds from the first follower that knows the end to the last
 */
export async function followers(
  people: readonly GraphqlClient[],
  id: string,
  count: number,
): Promise<number> {
  const ends = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const client = people[Math.floor(at / socketsMax)];
      for await (const { schedulingTask } of client.follow<any>(followDocument, { id }))
        if (schedulingTask.status === 'COMPLETED') return performance.now();
      throw new Error('A follower was never told of the end.');
    }),
  );
  return Math.max(...ends) - Math.min(...ends);
}
