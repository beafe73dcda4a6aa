import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Outcome, outcomeColumns } from './support/load.js';
import { printTable } from './support/print.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { timetableQuestions } from './support/timetable-queries.js';
import { withUndo } from './support/undo.js';
import { makeUniversity, type University } from './support/university.js';

/** Requests before any is counted, as in the benchmark of timetables. */
const warmUp = 200;
/** Longer than any measurement, so that the search has not ended by itself. */
const searchSeconds = 600;

/** Every cancelled search leaves its best timetable as a draft. */
const settings = { WORKER: 'true', DRAFTS_PER_PERSON_MAX: '1000', DRAFTS_PER_SEMESTER_MAX: '1000' };

const hosts = [
  { name: 'a process of its own', SOLVER_PROCESS: 'true' },
  { name: 'threads of the server', SOLVER_PROCESS: 'false' },
];

/**
 * `npm run bench beside -- [--requests 500] [--rounds 3] [--clients 4]`: the timetable of a class from a
 * server whose worker does nothing, and from one whose worker searches, by turns.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '4' },
    },
  });
  const [requests, rounds, clients] = [values.requests, values.rounds, values.clients].map(Number);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const rows: string[][] = [];
    for (const { name, ...host } of hosts) {
      const [idle, busy] = await measured(university, host, { requests, rounds, clients });
      rows.push([name, 'nothing', ...idle.cells, '1.00']);
      rows.push([name, 'searches', ...busy.cells, (busy.quantile(0.99) / idle.quantile(0.99)).toFixed(2)]);
    }
    printTable(
      `The timetable of one class: ${clients} clients, ${requests} requests in each of ${rounds} rounds.`,
      ['the search has', 'the worker', ...outcomeColumns, '× p99'],
      rows,
    );
  });
}

/** A server's answers while its worker does nothing, and while it searches. */
async function measured(
  university: University,
  host: Record<string, string>,
  { requests, rounds, clients }: { requests: number; rounds: number; clients: number },
): Promise<[idle: Outcome, busy: Outcome]> {
  await using undo = new AsyncDisposableStack();
  const server = await startServer('product', { env: { ...university.env, ...settings, ...host }, undo });
  const signed = await signedIn(server.url, university.administrator);
  const headers = { 'content-type': 'application/json', ...signed };
  const url = `${server.url}/graphql`;
  const ask = async <D>(query: string, variables: object = {}): Promise<D> => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: D; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const [{ product: question }] = await timetableQuestions(university);
  const body = JSON.stringify({ query: question.query, variables: question.variables });
  const load = { url, method: 'POST' as const, headers, body: () => body, clients, requests };
  const [idle, busy] = [new Outcome(), new Outcome()];
  await new Outcome().add({ ...load, requests: warmUp });
  const { currentSemester } = await ask<{ currentSemester: { id: string } }>('{ currentSemester { id } }');
  for (let round = 0; round < rounds; round++) {
    await idle.add(load);
    const id = await started(ask, currentSemester.id);
    await busy.add(load);
    await ask('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id });
    await reached(ask, id, ['CANCELLED']);
  }
  return [idle, busy];
}

type Ask = <D>(query: string, variables?: object) => Promise<D>;

/** A task whose search goes on. */
async function started(ask: Ask, semester: string): Promise<string> {
  const { startScheduling } = await ask<{ startScheduling: { id: string } }>(
    'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
    { input: { semester, timeLimitSeconds: searchSeconds } },
  );
  await reached(ask, startScheduling.id, ['OPTIMISATION']);
  return startScheduling.id;
}

/** Waits until a task has the stage or status. */
async function reached(ask: Ask, id: string, wanted: readonly string[]): Promise<void> {
  for (;;) {
    const { schedulingTask } = await ask<{ schedulingTask: { status: string; stage: string } }>(
      'query ($id: ID!) { schedulingTask(id: $id) { status stage } }',
      { id },
    );
    const { status, stage } = schedulingTask;
    if (wanted.includes(stage) || wanted.includes(status)) return;
    if (status !== 'QUEUED' && status !== 'RUNNING') throw new Error(`The task is ${status}.`);
    await sleep(50);
  }
}
