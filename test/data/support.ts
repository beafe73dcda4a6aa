import { Client } from 'pg';
import { writing } from '../support/records.js';
import type { TestServer } from '../support/server.js';

/** Sends SQL of a test to the database of its server, past the product. */
export async function withClient<R>(server: TestServer, work: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: writing(server.runtime.app.databaseUrl) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Does work while somebody else holds what the statement locks, and lets go once the work waits for it.
 * @throws Error if the work ends without waiting
 */
export async function waitingFor<R>(
  server: TestServer,
  [lock, values]: readonly [string, readonly unknown[]],
  work: () => Promise<R>,
): Promise<R> {
  return withClient(server, async (client) => {
    await client.query('begin');
    await client.query(lock, [...values]);
    let hasEnded = false;
    const ending = work().finally(() => (hasEnded = true));
    for (let waiting = 0; waiting === 0;) {
      if (hasEnded) throw new Error('The work did not wait for what was locked.');
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0].count;
    }
    await client.query('commit');
    return ending;
  });
}

/** A plan as PostgreSQL tells it. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** How the database answers a statement. */
export interface Reading {
  /** Blocks of 8 kB that were looked at. */
  readonly blocks: number;
  /** Kinds of nodes, and the indexes that they use. */
  readonly nodes: readonly string[];
  readonly indexes: readonly string[];
}

/** Sends a query, and then its statements about the table once more to see how they are answered. */
export async function readingsOf(server: TestServer, table: string, query: string): Promise<Reading[]> {
  server.forgetStatements();
  const { errors } = await server.graphql(query);
  expect(errors).toBeUndefined();
  const questions = server.questions.filter(({ text }) => text.includes(`from "${table}"`));
  if (questions.length === 0) throw new Error(`No statement about the table ${table} was sent.`);
  return withClient(server, async (client) => {
    const readings: Reading[] = [];
    for (const { text, values } of questions) {
      const explain = `explain (analyze, buffers, format json) ${text}`;
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain, [...values]);
      readings.push(readingIn(rows[0]['QUERY PLAN'][0].Plan));
    }
    return readings;
  });
}

/** The same of a query that sends one statement about the table. */
export async function readingOf(server: TestServer, table: string, query: string): Promise<Reading> {
  const [reading, ...others] = await readingsOf(server, table, query);
  expect(others).toEqual([]);
  return reading;
}

function readingIn(plan: Plan): Reading {
  const all = nodesOf(plan);
  return {
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    nodes: all.map((node) => node['Node Type']),
    indexes: all.flatMap((node) => node['Index Name'] ?? []),
  };
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
