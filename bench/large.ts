import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GraphqlClient } from '../src/cli/graphql-client.js';
import { hashPassword } from '../src/services/accounts/passwords/passwords.js';
import { changes, listsAndExports, questions, reads, type Act, type Asked } from './large/acts.js';
import { administrators, crowd, crowdColumns, followers, readOf, steadyCrowd } from './large/crowds.js';
import { publishing, resultOfRun, startRun } from './large/runs.js';
import { largeSize, largeUniversitySql } from './support/large-university.js';
import { residentOf, residentWithChildren } from './support/memory.js';
import { makePlanned, password, type Query } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { startServer, type MeasuredServer } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';

/** What a measured server is asked with. */
interface Bench {
  readonly server: MeasuredServer;
  /** Another one, without a worker, which crowds ask. */
  readonly front: MeasuredServer;
  readonly planner: GraphqlClient;
  readonly query: Query;
  /** Asks once and tells how long it took, and the longest turn of the server's event loop meanwhile. */
  readonly measure: (what: string, bar: string, acts: readonly Act[]) => Promise<any>;
  readonly tell: (cells: string[]) => void;
}

/**
 * `npm run bench large -- [--soon 6] [--seconds 60] [--requests 20000]`: a large university, seeded and
 * measured over POST /graphql in a server with its worker, and one without for crowds: a short run, of which
 * a complete draft is wanted soon, and a longer one, each until its draft is stored; all that planners,
 * students and teachers do with the timetable; crowds of readers and of followers; and memory after so many
 * requests.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      soon: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '60' },
      requests: { type: 'string', default: '20000' },
    },
  });
  await withUndo(async (undo) => {
    const begin = performance.now();
    const { env, query } = await makePlanned(undo, largeSize.students, largeUniversitySql());
    await makeStudentAccount(query);
    const rows: string[][] = [['the university is seeded', seconds(performance.now() - begin), '', '180']];
    const settings = { WORKER: 'true', SUBSCRIPTIONS_PER_USER: '3000' };
    const server = await startServer('product', { env: { ...env, ...settings }, undo });
    const front = await startServer('product', { env: { ...env, ...settings, WORKER: 'false' }, undo });
    const planner = new GraphqlClient(server.url);
    await planner.signIn('bench-admin', password);
    const tell = (cells: string[]): void => {
      rows.push(cells);
      console.error(cells.join(' | '));
    };
    const bench = { server, front, planner, query, measure: measuring(server, planner, tell), tell };
    const numbers = [largeSize.meetings, largeSize.enrolments].map((count) => count.toLocaleString('en'));
    const title = `A large university, ${numbers[0]} meetings, ${numbers[1]} enrolments`;

    const [soon, long, requests] = [values.soon, values.seconds, values.requests].map(Number);
    const crowds = await measured(bench, soon, long, requests);
    const columns = ['what', 'seconds', 'longest turn, processor ms', 'bar, seconds'];
    printTable(`${title}; all on one machine.`, columns, rows);
    printTable(`${title}: many at once.`, crowdColumns, crowds);
  });
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

function measuring(server: MeasuredServer, client: GraphqlClient, tell: Bench['tell']): Bench['measure'] {
  return async (what, bar, acts) => {
    let [slowest, longest, answer]: [number, number, unknown] = [0, 0, undefined];
    for (const { name, document } of acts) {
      await server.delays();
      const begin = performance.now();
      answer = await client.ask(document).catch((error: unknown) => {
        throw new Error(`${name}: ${String(error)}`);
      });
      slowest = Math.max(slowest, performance.now() - begin);
      longest = Math.max(longest, (await server.delays()).turnLongest);
    }
    tell([what, seconds(slowest), longest.toFixed(0), bar]);
    return answer;
  };
}

async function measured(
  bench: Bench,
  soonSeconds: number,
  searchSeconds: number,
  requests: number,
): Promise<string[][]> {
  const { query, measure, tell } = bench;
  const [{ semester }] = await query('select id as semester from semester where is_current');
  const first = await runOnce(bench, semester, soonSeconds);
  tell([`a run of ${soonSeconds} s, until its draft is stored`, first.seconds, first.turn, '15']);
  tell(['meetings without a place in it', first.unplaced, '', '0']);
  tell(['server and search meanwhile, MB', first.memory, '', '1024']);
  const once = async (what: string, bar: string, document: string): Promise<any> =>
    measure(what, bar, [{ name: what, document }]);
  await once('publish the result', '3', publishing(first.timetable));
  const draft = (await once('createDraft', '2', `mutation { createDraft(semester: "${semester}") { id } }`))
    .createDraft.id;
  const asked = await askedOf(query, { semester, published: first.timetable, draft });
  for (const act of questions(asked)) {
    await measure(`${act.name}, first`, '', [act]);
    await measure(act.name, '', [act]);
  }
  for (const act of changes(asked)) await measure(act.name, '', [act]);
  await once(
    'rehearse publishing',
    '3',
    `mutation { rehearsePublishing(id: "${draft}", reason: "bench") {
    affected { studentCount } } }`,
  );
  await once('publish a draft', '3', publishing(draft));
  await once(
    'roll back',
    '2',
    `mutation { rollBackTimetable(id: "${first.timetable}", reason: "bench") { id } }`,
  );
  for (const { name, acts } of listsAndExports()) await measure(name, '', acts);

  return crowdsOf(bench, semester, searchSeconds, requests);
}

/** Crowds of readers and followers, also beside a run, which lasts so many seconds. */
async function crowdsOf(
  bench: Bench,
  semester: string,
  searchSeconds: number,
  requests: number,
): Promise<string[][]> {
  const { server, front, query, tell } = bench;
  const headers = await signedIn(server.url, { user: 'bench-admin', password });
  const student = await signedIn(server.url, { user: 'student0', password });
  const documents = reads(await readOf(query, semester));
  const load = { clients: 4, requests: 600, bar: '' };
  const crowds: string[][] = [];
  const told = (row: string[]): void => {
    crowds.push(row);
    console.error(row.join(' | '));
  };
  const one = { ...load, name: 'one student’s timetable by 4 clients' };
  told(await crowd(server, student, ['{ studentTimetable { items { courseName week } } }'], one));
  told(await crowd(server, headers, documents, { ...load, name: 'reads by 4 clients' }));
  const running = runOnce(bench, semester, searchSeconds, await administrators(front, query));
  await delay(15_000);
  told(await crowd(server, headers, documents, { ...load, name: 'the same while a run searches' }));
  const second = await running;
  tell([`a run of ${searchSeconds} s, until its draft is stored`, second.seconds, second.turn, '']);
  tell([`cost after ${searchSeconds} s`, second.cost, '', '']);
  tell(['2,000 followers, from the first to know the end to the last', second.followed, '', '1']);
  tell(['the server that they follow it at, MB', second.frontMemory, '', '400']);
  told(await steadyCrowd(front, headers, documents, { clients: 1_000, perSecond: 100, seconds: 60 }));
  const before = residentOf(front.pid);
  told(
    await crowd(front, headers, documents, { clients: 50, requests, name: 'reads by 50 clients', bar: '' }),
  );
  tell(['server before these requests, MB', before!.toFixed(0), '', '']);
  tell(['server after them, MB', residentOf(front.pid)!.toFixed(0), '', '±5 %']);
  return crowds;
}

async function askedOf(query: Query, given: Pick<Asked, 'semester' | 'published' | 'draft'>): Promise<Asked> {
  const [row] = await query(`select a.meeting_id as meeting, a.teacher_id as teacher,
      a.classroom_id as room, k.course_id as course, g.administrative_class_id as "administrativeClass"
    from class_assignment a join teaching_class k on k.id = a.teaching_class_id
    join teaching_class_group g on g.teaching_class_id = k.id
    where timetable_id = '${given.draft}' order by 1 limit 1`);
  return { ...given, ...row };
}

/** What came of a run, and what it took. */
interface Ran {
  readonly timetable: string;
  readonly unplaced: string;
  readonly seconds: string;
  readonly turn: string;
  readonly memory: string;
  readonly frontMemory: string;
  readonly cost: string;
  /** Seconds from the first of its followers that knew the end to the last. */
  readonly followed: string;
}

async function runOnce(
  { server, front, planner }: Bench,
  semester: string,
  timeLimitSeconds: number,
  people: readonly GraphqlClient[] = [planner],
): Promise<Ran> {
  await server.delays();
  const begin = performance.now();
  const id = await startRun(planner, semester, timeLimitSeconds);
  const count = people.length === 1 ? 1 : 100 * people.length;
  const { ended } = followers(people, id, count);
  let [memory, frontMemory] = [0, 0];
  const { timetable, unplaced, softCost } = await resultOfRun(planner, id, () => {
    frontMemory = Math.max(frontMemory, residentOf(front.pid) ?? 0);
    memory = Math.max(memory, residentWithChildren(server.pid) ?? 0);
  });
  const taken = performance.now() - begin;
  return {
    timetable,
    unplaced: String(unplaced),
    seconds: seconds(taken),
    turn: (await server.delays()).turnLongest.toFixed(0),
    memory: memory.toFixed(0),
    frontMemory: frontMemory.toFixed(0),
    cost: String(softCost),
    followed: seconds(await ended),
  };
}

/** Gives one of the students an account. */
async function makeStudentAccount(query: Query): Promise<void> {
  const hash = await hashPassword(password);
  await query(`
    with account as (
      insert into "user" (id, name, email, phone, password_hash, role_id)
      select gen_random_uuid(), 'student0', 'student0@example.com', '13700000000', '${hash}', id
      from role where key = 'STUDENT' returning id)
    update student set user_id = account.id from account
    where student.id = (select student_id from enrolment limit 1)`);
}
