import { parseArgs } from 'node:util';
import { Outcome, outcomeColumns } from './support/load.js';
import { processorMs, processorMsWithChildren } from './support/processor.js';
import { printTable } from './support/print.js';
import { startServer, type MeasuredServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { canonical, timetableQuestions, type Operation, type Question } from './support/timetable-queries.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/**
 * Meetings told before any request is counted, and the fewest requests: V8 has then optimised what a server
 * runs all day.
 */
const warmUp = { meetings: 60_000, requests: 300 };

/** Of small answers so many times more are counted, because Linux tells processor time in ticks of 10 ms. */
const timesMore = (meetings: number): number => (meetings < 100 ? 8 : 1);

interface Contender {
  readonly name: string;
  readonly speaks: 'product' | 'postgraphile';
  readonly server: MeasuredServer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `npm run bench timetable -- [--requests 600] [--rounds 5] [--clients 10]`: the nested timetable from the
 * product, as an administrator, a teacher and a student, and from PostGraphile on the same database. They
 * take turns, so that noise of the machine meets all. Processor time is that of the server and the database,
 * for one request, and the median of the rounds.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '600' },
      rounds: { type: 'string', default: '5' },
      clients: { type: 'string', default: '10' },
    },
  });
  const [requests, rounds, clients] = [values.requests, values.rounds, values.clients].map(Number);
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    const { env } = university;
    const js = { ...env, GRAPHQL_EXECUTOR: 'js' };
    const json = { 'content-type': 'application/json' };
    const product = await startServer('product', { env, undo });
    const headersOf = async (user: string): Promise<Contender['headers']> => ({
      ...json,
      ...(await signedIn(product.url, university.account(user))),
    });
    const headers = await headersOf('demo-admin');
    const contenders: Contender[] = [
      { name: 'product, administrator', speaks: 'product', server: product, headers },
      {
        name: 'product, teacher',
        speaks: 'product',
        server: product,
        headers: await headersOf('demo-teacher'),
      },
      {
        name: 'product, student',
        speaks: 'product',
        server: product,
        headers: await headersOf('demo-student'),
      },
      {
        name: 'product, GRAPHQL_EXECUTOR=js',
        speaks: 'product',
        server: await startServer('product', { env: js, undo }),
        headers,
      },
      {
        name: 'PostGraphile',
        speaks: 'postgraphile',
        server: await startServer('postgraphile', { env, undo }),
        headers: json,
      },
    ];
    const rows: string[][] = [];
    for (const question of await timetableQuestions(university)) {
      rows.push(
        ...(await compare(question, contenders, {
          requests,
          rounds,
          clients,
          database: university.databasePid,
        })),
      );
    }
    printTable(
      `Nested timetable over POST /graphql: ${clients} clients, ${requests} requests in ` +
        `${rounds} rounds, of small answers more; database, servers and clients on one machine.`,
      ['timetable of', 'meetings', 'server', 'SQL', ...outcomeColumns, 'processor ms', '× PostGraphile'],
      rows,
    );
  });
}

/** The rows of one question. @throws when the servers do not answer the same. */
async function compare(
  question: Question,
  contenders: readonly Contender[],
  { requests, rounds, clients, database }: Record<'requests' | 'rounds' | 'clients' | 'database', number>,
): Promise<string[][]> {
  const answers = await Promise.all(contenders.map((contender) => answerTo(question, contender)));
  if (new Set(answers.map(canonical)).size > 1) throw new Error(`${question.name}: the servers differ.`);
  const outcomes = contenders.map(() => new Outcome());
  const costs = contenders.map((): number[] => []);
  const statements: number[] = [];
  const meetings = answers[0].length;
  const warm = Math.max(warmUp.requests, Math.ceil(warmUp.meetings / meetings));
  const share = Math.ceil((requests * timesMore(meetings)) / rounds);
  for (const contender of contenders) {
    await new Outcome().add({ ...loadOf(question, contender), clients, requests: warm });
    statements.push(await statementsOf(question, contender));
  }
  for (let round = 0; round < rounds; round++) {
    for (const [at, contender] of contenders.entries()) {
      const before = processorMsOf(contender, database);
      await outcomes[at].add({ ...loadOf(question, contender), clients, requests: share });
      costs[at].push((processorMsOf(contender, database) - before) / share);
    }
  }
  const medians = costs.map(medianOf);
  const rival = medians[contenders.findIndex(({ speaks }) => speaks === 'postgraphile')];
  return contenders.map(({ name }, at) => [
    question.name,
    String(answers[at].length),
    name,
    String(statements[at]),
    ...outcomes[at].cells,
    medians[at].toFixed(2),
    (rival / medians[at]).toFixed(2),
  ]);
}

/** What a server and the database have used so far. */
const processorMsOf = ({ server }: Contender, database: number): number =>
  (processorMs(server.pid) ?? NaN) + (processorMsWithChildren(database) ?? NaN);

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const bodyOf = ({ query, variables }: Operation): string => JSON.stringify({ query, variables });

function loadOf(question: Question, { speaks, server, headers }: Contender) {
  const body = bodyOf(question[speaks]);
  return { url: `${server.url}/graphql`, method: 'POST' as const, headers, body: () => body };
}

async function answerTo(question: Question, contender: Contender) {
  const { url, body, ...request } = loadOf(question, contender);
  const response = await fetch(url, { ...request, body: body() });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(`${contender.name} answered: ${JSON.stringify(errors)}`);
  return question[contender.speaks].meetings(data);
}

/**
 * SQL statements of one request: the least of several, because a server also does things of its own now and
 * then.
 */
async function statementsOf(question: Question, contender: Contender): Promise<number> {
  const counts: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await contender.server.statements();
    await answerTo(question, contender);
    counts.push((await contender.server.statements()) - before);
  }
  return Math.min(...counts);
}
