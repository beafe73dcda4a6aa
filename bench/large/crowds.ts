import { GraphqlClient } from '../../src/cli/graphql-client.js';
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
  readonly perSecond?: number;
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

const followDocument = 'subscription ($id: ID!) { schedulingTask(id: $id) { status sequence } }';

/**
 * Follows a task with so many sockets until it has ended.
 * @returns milliseconds from the first follower that knows the end to the last
 */
export async function followers(
  { url }: MeasuredServer,
  signIn: (client: GraphqlClient) => Promise<void>,
  id: string,
  count: number,
): Promise<number> {
  const client = new GraphqlClient(url);
  await signIn(client);
  const ends = await Promise.all(
    Array.from({ length: count }, async () => {
      for await (const { schedulingTask } of client.follow<any>(followDocument, { id }))
        if (schedulingTask.status === 'COMPLETED') return performance.now();
      throw new Error('A follower was never told of the end.');
    }),
  );
  return Math.max(...ends) - Math.min(...ends);
}
