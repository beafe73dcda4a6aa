import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { createLog } from '../src/app/log.js';
import { readConfig } from '../src/app/config.js';
import { openRuntime } from '../src/app/runtime.js';
import { systemContext } from '../src/data/context.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded.js';
import { hashPassword } from '../src/services/accounts/passwords.js';
import { initialise } from '../src/services/system/initialisation.js';
import { printTable } from './support/print.js';
import { semesterSizes, semesterSql } from './support/semester.js';
import { startServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { studentsSql } from './support/students.js';
import { withUndo } from './support/undo.js';
import { asBench } from './support/university.js';

/** Asks the server as somebody, and answers the data. */
type Ask = (document: string, variables?: object) => Promise<any>;

const password = 'Measured1';
const planners = 20;

/**
 * `npm run bench changes -- [--repeats 100] [--seconds 60]`: what planners of one department wait for in a
 * semester of 2,000 meetings, over POST /graphql, and then twenty who edit one draft together.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { repeats: { type: 'string', default: '100' }, seconds: { type: 'string', default: '60' } },
  });
  const [repeats, seconds] = [values.repeats, values.seconds].map(Number);
  await withUndo(async (undo) => {
    const { env, query } = await makeSemester(undo);
    const { url } = await startServer('product', { env, undo });
    const asked = async (user: string): Promise<Ask> => asking(url, await signedIn(url, { user, password }));
    const [administrator, first] = [await asked('bench-admin'), await asked('planner0')];
    const rows = await single({ administrator, planner: first, query, repeats });
    const title = `over POST /graphql, ${semesterSizes.meetings} meetings; all on one machine.`;
    printTable(`Changes ${title}`, ['what', 'median ms', 'p99 ms', 'bar ms'], rows);
    const asks = await Promise.all(Array.from({ length: planners }, (_, at) => asked(`planner${at}`)));
    printTable(
      `${planners} planners edit one draft for ${seconds} s, ${title}`,
      ['changes', 'median ms', 'p99 ms', 'bar ms', 'refused', 'failed', 'lost'],
      [await together(administrator, asks, { seconds, query })],
    );
  });
}

type Query = (sql: string) => Promise<any[]>;

/** What one planner waits for, one after the other. */
async function single({
  administrator,
  planner,
  query,
  repeats,
}: {
  administrator: Ask;
  planner: Ask;
  query: Query;
  repeats: number;
}): Promise<string[][]> {
  const [{ semester, published }] = await query(
    `select s.id as semester, t.id as published from semester s join timetable t on t.semester_id = s.id`,
  );
  const newDraft = async (): Promise<string> =>
    (await administrator(`mutation { createDraft(semester: "${semester}") { id } }`)).createDraft.id;
  const draft = await newDraft();
  const own = await meetingsOf(query, published, 0);
  const outcome = 'number isApplicable clashes { text } affected { studentCount }';
  const move = (timetable: string, at: number, more: string, selection: string): string => {
    const { meeting, day } = own[at % own.length];
    return `mutation { moveMeeting(timetable: "${timetable}" meeting: "${meeting}"
      place: { dayOfWeek: ${day} periodStart: 11 } ${more}) { ${selection} } }`;
  };
  const rows: string[][] = [];
  const measure = async (
    name: string,
    bar: number,
    times: number,
    once: (at: number) => Promise<unknown>,
  ) => {
    for (let at = 0; at < Math.min(3, times); at++) await once(at);
    const taken: number[] = [];
    for (let at = 0; at < times; at++) taken.push(await timed(() => once(at + 3)));
    rows.push([name, ...figures(taken), String(bar)]);
    console.error(rows.at(-1)!.join(' | '));
  };
  const dry = 'isDryRun: true';
  await measure('check of a move', 50, repeats, (at) => planner(move(draft, at, dry, outcome)));
  await measure('check of a move with its cost', 50, repeats, (at) =>
    planner(move(draft, at, dry, `${outcome} cost { softBefore softAfter rules { rule before after } }`)),
  );
  await measure('suggestions', 200, repeats, (at) =>
    planner(`{ suggestions(timetable: "${draft}" meeting: "${own[at % own.length].meeting}") {
      items { meeting { id } to { dayOfWeek periodStart classroom { id } teacher { id } } }
      cost { softBefore softAfter } affected { studentCount } } }`),
  );
  await measure('free rooms', 200, repeats, (at) =>
    planner(`{ freeRooms(timetable: "${draft}" dayOfWeek: 2 periodStart: 3
      meeting: "${own[at % own.length].meeting}") { classroom { name } isFree objections { text } } }`),
  );
  await measure('apply', 100, repeats, (at) => {
    const { meeting, day, period } = own[Math.floor(at / 2) % own.length];
    const isBack = at % 2 === 1;
    return planner(`mutation { moveMeeting(timetable: "${draft}" meeting: "${meeting}"
      place: { dayOfWeek: ${day} periodStart: ${isBack ? period : 11} }) { ${outcome} } }`);
  });
  await measure('suggestions after each change', 200, Math.min(20, repeats), async (at) => {
    const { meeting, day, period } = own[Math.floor(at / 2) % own.length];
    await planner(`mutation { moveMeeting(timetable: "${draft}" meeting: "${meeting}"
      place: { dayOfWeek: ${day} periodStart: ${at % 2 ? period : 11} }) { number } }`);
    await planner(
      `{ suggestions(timetable: "${draft}" meeting: "${meeting}") { items { meeting { id } } } }`,
    );
  });
  await measure('diff of two revisions', 500, repeats, () =>
    planner(`{ timetableDiff(from: "${published}" to: "${draft}") { items { wasHeld isHeld } } }`),
  );
  const courses = await query('select id from course order by id limit 1000');
  const [{ id: group }] = await query('select id from administrative_class order by id limit 1');
  const planned = courses.map(({ id: course }) => ({
    course,
    administrativeClasses: [group],
    weekHours: 4,
    kind: 'THEORY',
    startWeek: 1,
    endWeek: 16,
  }));
  const plan =
    'query ($input: SemesterPlanInput!) { planSemester(input: $input) { teachingClasses { name } } }';
  await measure('planSemester for 1,000 courses', 3_000, Math.min(3, repeats), () =>
    administrator(plan, { input: { semester, courses: planned } }),
  );
  const drafts = await Promise.all(Array.from({ length: 8 }, newDraft));
  await measure('publish', 2_000, 5, (at) =>
    administrator(`mutation { publishTimetable(id: "${drafts[at]}" reason: "bench") { id } }`),
  );
  return rows;
}

/** The meetings of the department with the number, with their slots in a timetable. */
const meetingsOf = (query: Query, timetable: string, department: number): Promise<any[]> =>
  query(`select a.meeting_id as meeting, a.day_of_week as day, a.period_start as period
    from class_assignment a join teaching_class t on t.id = a.teaching_class_id
    where a.timetable_id = '${timetable}' and t.department_id =
      (select id from department where code like 'SEED%' order by code offset ${department} limit 1)
    order by a.meeting_id`);

/** Twenty planners, each moving meetings of a department of their own to and fro in one draft. */
async function together(
  administrator: Ask,
  asks: readonly Ask[],
  { seconds, query }: { seconds: number; query: Query },
): Promise<string[]> {
  const [{ semester }] = await query('select id as semester from semester');
  const draft = (await administrator(`mutation { createDraft(semester: "${semester}") { id } }`)).createDraft
    .id;
  const end = performance.now() + seconds * 1_000;
  const taken: number[] = [];
  let [stored, refused, failed] = [0, 0, 0];
  await Promise.all(
    asks.map(async (ask, department) => {
      const own = await meetingsOf(query, draft, department);
      for (let at = 0; performance.now() < end; at++) {
        const { meeting, day } = own[at % own.length];
        const document = `mutation { moveMeeting(timetable: "${draft}" meeting: "${meeting}" place: {
          dayOfWeek: ${1 + ((day + Math.floor(at / own.length)) % 5)} periodStart: 11 }) {
          change { id } } }`;
        const begin = performance.now();
        try {
          if ((await ask(document)).moveMeeting.change) stored += 1;
        } catch (error) {
          if (/OPERATION_DENIED/.test((error as Error).message)) refused += 1;
          else {
            failed += 1;
            console.error((error as Error).message);
          }
        }
        taken.push(performance.now() - begin);
      }
    }),
  );
  const [{ count }] = await query(
    `select count(*)::int as count from change
    where timetable_id = '${draft}' and kind = 'EDIT'`,
  );
  return [stored, ...figures(taken), 500, refused, failed, stored - count].map(String);
}

function figures(taken: readonly number[]): [median: string, p99: string] {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return [at(0.5), at(0.99)];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const asking =
  (url: string, headers: Record<string, string>): Ask =>
  async (query, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: any; errors?: any[] };
    if (errors) throw new Error(`${errors[0].extensions?.code}: ${errors[0].message}`);
    return data;
  };

/** The semester and its twenty planners, on an embedded PostgreSQL in a temporary folder. */
async function makeSemester(
  undo: AsyncDisposableStack,
): Promise<{ env: Record<string, string>; query: Query }> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'class-scheduling-bench-'));
  const log = createLog(readConfig({ LOG_LEVEL: 'warn' }));
  undo.defer(async () => {
    await removeEmbeddedPostgres({ dataDir: DATA_DIR, log });
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log });
  undo.defer(() => postgres.stop());
  const env = { LOG_LEVEL: 'warn', DATA_DIR, DATABASE_URL: postgres.url };
  const runtime = await openRuntime(readConfig(env), log);
  const database = new Client({ connectionString: postgres.url, options: asBench });
  await database.connect();
  undo.defer(() => database.end());
  try {
    const administrator = { name: 'bench-admin', email: 'admin@example.com', phone: '13900000000' };
    await initialise(systemContext(runtime.app, 'bench'), { ...administrator, password });
    await database.query(studentsSql(5_000));
    await database.query(semesterSql);
    await database.query(plannersSql(await hashPassword(password)));
  } finally {
    await runtime.close();
  }
  return { env, query: async (sql) => (await database.query(sql)).rows };
}

const plannersSql = (hash: string): string => `
  insert into "user" (id, name, email, phone, password_hash, role_id)
    select gen_random_uuid(), 'planner' || i, 'planner' || i || '@example.com',
      '138' || lpad(i::text, 8, '0'), '${hash}', (select id from role where key = 'ACADEMIC_AFFAIRS')
    from generate_series(0, ${planners - 1}) i;
  insert into department_grant (id, user_id, department_id)
    select gen_random_uuid(), u.id, d.id from "user" u
    join (select id, row_number() over (order by code) - 1 as n from department where code like 'SEED%') d
      on u.name = 'planner' || d.n;
  analyze;
`;
