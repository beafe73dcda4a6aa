import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { readConfig } from '../src/app/config.js';
import { createLog } from '../src/app/log.js';
import { openRuntime } from '../src/app/runtime.js';
import { startServer as startHere } from '../src/app/server.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { studentsSql } from './support/students.js';
import { withUndo } from './support/undo.js';
import { makeUniversity, type University } from './support/university.js';

/** A question about the list of students. */
interface Question {
  readonly name: string;
  readonly query: string;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Asks a server, and answers the data. */
type Ask = (query: string, variables?: object) => Promise<any>;

const size = 20;

/**
 * `npm run bench lists -- [--students 100000] [--repeats 41]`: stretches, numbered pages and keywords of a
 * long list, from a server in a process of its own, one caller after another; and what the database does for
 * each of them.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      students: { type: 'string', default: '100000' },
      repeats: { type: 'string', default: '41' },
    },
  });
  const [students, repeats] = [values.students, values.repeats].map(Number);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    await university.query(studentsSql(students));
    await university.query('vacuum analyze');
    const { url } = await startServer('product', { env: university.env, undo });
    const ask = asking(url, await signedIn(url, university.administrator));
    const statementsOf = await listener(university, undo);
    const database = new Client({ connectionString: university.env.DATABASE_URL });
    await database.connect();
    undo.defer(() => database.end());
    const rows: string[][] = [];
    for (const { name, query } of await questions(ask)) {
      const statements = await statementsOf(query);
      const answered = await medianOf(repeats, () => timed(() => ask(query)));
      const inDatabase = await databaseCost(database, statements, repeats);
      await database.query(
        'set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off',
      );
      const withoutIndex = await databaseCost(database, statements, 5);
      await database.query('reset all');
      rows.push([
        name,
        answered.toFixed(1),
        inDatabase.ms.toFixed(2),
        String(inDatabase.blocks),
        withoutIndex.ms.toFixed(1),
      ]);
    }
    printTable(
      `Lists of ${students} students over POST /graphql, medians of ${repeats}; database, server and ` +
        `client on one machine.`,
      ['what', 'answered in ms', 'database ms', 'blocks', 'database ms without indexes'],
      rows,
    );
  });
}

async function questions(ask: Ask): Promise<Question[]> {
  const fields = 'code name isGraduated';
  const stretch = (order: string, after: string | null): string =>
    `{ studentsConnection(${order} first: ${size}${after ? `, after: "${after}"` : ''}) { nodes {
      ${fields} } } }`;
  const byName = 'orderBy: [{ field: NAME }]';
  const page = (number: number, total = ''): string =>
    `{ students(page: ${number}, size: ${size}) { ${total} items { ${fields} } } }`;
  const found = (keyword: string, total = ''): string =>
    `{ studentsConnection(keyword: "${keyword}", first: ${size}) { ${total} nodes { ${fields} } } }`;
  return [
    { name: 'cursor: first page', query: stretch('', null) },
    { name: 'cursor: 500th page', query: stretch('', await cursorAfter(ask, '', 499 * size)) },
    { name: 'cursor by name: first page', query: stretch(byName, null) },
    {
      name: 'cursor by name: 500th page',
      query: stretch(byName, await cursorAfter(ask, byName, 499 * size)),
    },
    { name: 'numbered: page 1', query: page(1) },
    { name: 'numbered: page 500', query: page(500) },
    { name: 'numbered: page 5000', query: page(5_000) },
    { name: 'numbered: page 5000 and total', query: page(5_000, 'total') },
    { name: 'keyword of 2 characters, rare', query: found('伟华') },
    { name: 'keyword of 2 characters, rare, and total', query: found('伟华', 'totalCount') },
    { name: 'keyword of 2 characters, frequent, and total', query: found('26', 'totalCount') },
    { name: 'keyword of 1 character, and total', query: found('王', 'totalCount') },
    { name: 'keyword of 3 characters, and total', query: found('王伟华', 'totalCount') },
  ];
}

/** The cursor after so many students. */
async function cursorAfter(ask: Ask, order: string, count: number): Promise<string> {
  let after: string | null = null;
  for (let read = 0; read < count; read += 200) {
    const query = `query ($after: String, $first: Int) { studentsConnection(${order} first: $first, after:
      $after) { pageInfo { endCursor } } }`;
    const data = await ask(query, { after, first: Math.min(200, count - read) });
    after = data.studentsConnection.pageInfo.endCursor as string;
  }
  return after!;
}

const asking =
  (url: string, authorization: Record<string, string>): Ask =>
  async (query, variables = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    if (errors) throw new Error(`${query} was answered with ${JSON.stringify(errors)}`);
    return data;
  };

/** A second server, in this process, which tells the statements about students that a query sends. */
async function listener(
  { env, administrator }: University,
  undo: AsyncDisposableStack,
): Promise<(query: string) => Promise<Statement[]>> {
  const config = readConfig({ ...env, PORT: '0', WORKER: 'false' });
  let heard: Statement[] = [];
  const runtime = await openRuntime(config, createLog(config), {
    onStatement: (text, values) => void heard.push({ text, values }),
  });
  undo.defer(() => runtime.close());
  const server = await startHere(runtime.app);
  undo.defer(() => server.stop());
  if (!server.http.listening) await once(server.http, 'listening');
  const url = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`;
  const ask = asking(url, await signedIn(url, administrator));
  return async (query) => {
    heard = [];
    await ask(query);
    return heard.filter(({ text }) => text.includes('from "student"'));
  };
}

/** What the statements cost the database together: planning and execution, and blocks that were looked at. */
async function databaseCost(
  database: Client,
  statements: readonly Statement[],
  repeats: number,
): Promise<{ ms: number; blocks: number }> {
  let blocks = 0;
  const ms = await medianOf(repeats, async () => {
    let sum = 0;
    blocks = 0;
    for (const { text, values } of statements) {
      const explain = `explain (analyze, buffers, timing off, format json) ${text}`;
      const { rows } = await database.query<{ 'QUERY PLAN': any }>(explain, [...values]);
      const [{ Plan: plan, ...times }] = rows[0]['QUERY PLAN'];
      sum += times['Planning Time'] + times['Execution Time'];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    return sum;
  });
  return { ms, blocks };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The median of a measure that is taken so often, after a few times that do not count. */
async function medianOf(repeats: number, measure: () => Promise<number>): Promise<number> {
  for (let at = 0; at < 3; at++) await measure();
  const results: number[] = [];
  for (let at = 0; at < repeats; at++) results.push(await measure());
  return results.toSorted((a, b) => a - b)[Math.floor(repeats / 2)];
}
