import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GraphqlClient, ServerError } from '../src/cli/graphql-client.js';
import { hashPassword } from '../src/services/accounts/passwords/passwords.js';
import { makeSemester, password, type Query } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { semesterSize } from './support/semester.js';
import { startServer } from './support/servers.js';
import { timed } from './support/figures.js';
import { withUndo } from './support/undo.js';

/** Milliseconds between two looks at a run. */
const lookEveryMs = 200;

const startDocument = `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }`;

const taskDocument = `query ($id: ID!) { schedulingTask(id: $id) {
  status stage searchedSeconds placedCount unplacedCount failure timetable { id } } }`;

const studentDocument = '{ studentTimetable { items { courseName week dayOfWeek periodStart } } }';

const roomDocument = `query ($semester: ID!, $room: ID!) { timetable(semester: $semester) {
  assignments(classroom: $room) { time { dayOfWeek periodStart periodEnd weeks } teacher { name }
    meeting { teachingClass { name course { name } } } } } }`;

/**
 * `npm run bench large -- [--meetings 12000] [--seconds 30]`: a semester of a large university over POST
 * /graphql, in one server with its worker: a run from nothing, so many seconds of search, until its draft is
 * stored; then what planners do with the draft, and what a student and a room see of it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { meetings: { type: 'string', default: '12000' }, seconds: { type: 'string', default: '30' } },
  });
  const size = semesterSize(Number(values.meetings));
  await withUndo(async (undo) => {
    const { env, query } = await makeSemester(undo, size.meetings);
    const [{ semester, room }] = await query(
      'select s.id as semester, r.id as room from semester s, classroom r order by r.code limit 1',
    );
    await query('delete from timetable');
    await makeStudentAccount(query);
    const { url } = await startServer('product', { env: { ...env, WORKER: 'true' }, undo });
    const [planner, student] = [new GraphqlClient(url), new GraphqlClient(url)];
    await planner.signIn('bench-admin', password);
    await student.signIn('student0', password);

    const rows: string[][] = [];
    const tell = (what: string, ms: number, bar: string): void => {
      rows.push([what, (ms / 1_000).toFixed(2), bar]);
      console.error(rows.at(-1)!.join(' | '));
    };
    const measure = async (what: string, bar: string, work: () => Promise<unknown>): Promise<void> =>
      tell(what, await timed(work), bar);

    const timeLimitSeconds = Number(values.seconds);
    let task = '';
    await measure('the run is queued', '–', async () => {
      const { startScheduling } = await planner.ask<any>(startDocument, {
        input: { semester, timeLimitSeconds },
      });
      task = startScheduling.id;
    });
    const { stages, ended, lost } = await followed(planner, task);
    for (const [stage, ms] of stages) tell(stage.toLowerCase(), ms, '–');
    console.error(`${lost} looks at the run were not answered`);
    if (ended.status !== 'COMPLETED') throw new Error(`The run ended ${ended.status}: ${ended.failure}.`);

    const publish = (id: string): Promise<unknown> =>
      planner.ask(`mutation { publishTimetable(id: "${id}", reason: "bench") { id } }`);
    let draft = '';
    await measure('publish the result', '2', () => publish(ended.timetable.id));
    await measure('createDraft', '2', async () => {
      ({ id: draft } = (
        await planner.ask<any>(`mutation { createDraft(semester: "${semester}") { id } }`)
      ).createDraft);
    });
    await measure('publish a draft that is the same', '2', () => publish(draft));
    await measure('roll back', '2', () =>
      planner.ask(`mutation { rollBackTimetable(id: "${ended.timetable.id}", reason: "bench") { id } }`),
    );
    await measure("a student's timetable", '–', async () => {
      const { studentTimetable } = await student.ask<any>(studentDocument);
      if (studentTimetable.items.length === 0) throw new Error('The student has no timetable.');
    });
    await measure("a room's timetable", '–', () => planner.ask(roomDocument, { semester, room }));
    const numbers = [size.meetings, size.enrolments].map((count) => count.toLocaleString('en'));
    const title = `${numbers[0]} meetings, ${numbers[1]} enrolments; ${ended.placedCount} placed`;
    printTable(`A large semester, ${title}; all on one machine.`, ['what', 'seconds', 'bar'], rows);
  });
}

/**
 * The end of a run, and how long each of its stages took, as somebody who looks at it sees them. A server
 * that was held up for as long as connections are kept closes the one on which it is asked: such a look is
 * lost.
 */
async function followed(
  planner: GraphqlClient,
  id: string,
): Promise<{ stages: ReadonlyMap<string, number>; ended: any; lost: number }> {
  const stages = new Map<string, number>();
  let lost = 0;
  for (let last = performance.now(); ; await delay(lookEveryMs)) {
    const task = await look(planner, id);
    if (!task) {
      lost += 1;
      continue;
    }
    const now = performance.now();
    const stage = `run: ${task.status === 'QUEUED' ? task.status : task.stage}`;
    stages.set(stage, (stages.get(stage) ?? 0) + now - last);
    last = now;
    if (['COMPLETED', 'FAILED', 'CANCELLED'].includes(task.status)) return { stages, ended: task, lost };
  }
}

/** The run as it stands, unless the server closed the connection. */
async function look(planner: GraphqlClient, id: string): Promise<any> {
  try {
    return (await planner.ask<any>(taskDocument, { id })).schedulingTask;
  } catch (error) {
    if (error instanceof ServerError && /^No server answers/.test(error.message)) return null;
    throw error;
  }
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
