import { SchedulingTask } from '../../src/entities/scheduling/tasks.js';
import type { SchedulingParts } from '../../src/jobs/scheduling.js';
import { RoleKey } from '../../src/schema/enums.js';
import { solveInThreads } from '../../src/solver/host/threads.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { courseRow, DepartmentRuns } from './department-wishes.js';
import { tokenOf } from './people.js';
import { endedTask } from './support.js';
import { makeUniversity } from './university.js';

/** What one person may take of a semester's drafts and runs, and who goes first. */
let server: TestServer;
let runs: DepartmentRuns;

beforeAll(async () => {
  server = await startTestServer({
    env: { DRAFTS_PER_SEMESTER_MAX: '7', WAITING_RUNS_PER_SEMESTER_MAX: '5' },
  });
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

/** Searches that end at once. */
const brief: SchedulingParts = {
  solve: (problem, options, onProgress) =>
    solveInThreads(problem, { ...options, limit: { moves: 1_000 } }, onProgress),
};

let made = 0;
const semesterOf = async (): Promise<string> =>
  (await makeUniversity(server.runtime.app, { name: `share${++made}`, teachingClasses: 1 })).semester.id;
const planner = (): Promise<string> => tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);

async function call(document: string, variables: object, token: string): Promise<any> {
  const { data, errors } = await server.graphql(document, variables, token);
  return errors ? { error: errors[0] } : Object.values(data)[0];
}

const createDraft = (semester: string, token: string): Promise<any> =>
  call(
    'mutation ($semester: ID!) { createDraft(semester: $semester, isEmpty: true) { id revision } }',
    { semester },
    token,
  );
const discard = (id: string, token: string): Promise<any> =>
  call('mutation ($id: ID!) { discardDraft(id: $id) }', { id }, token);
const start = (semester: string, token: string): Promise<any> =>
  call(
    'mutation ($semester: ID!) { startScheduling(input: { semester: $semester, strategy: QUICK }) { id } }',
    { semester },
    token,
  );
const cancel = (id: string, token: string): Promise<any> =>
  call('mutation ($id: ID!) { cancelScheduling(id: $id) { status } }', { id }, token);

test('one person takes five drafts of a semester at most; others have room, and administrators make room', async () => {
  const [semester, other] = [await semesterOf(), await semesterOf()];
  const [greedy, next, last] = [await planner(), await planner(), await planner()];
  const drafts: any[] = [];
  for (let at = 0; at < 4; at++) drafts.push(await createDraft(semester, greedy));
  const run = await start(semester, greedy);
  const full = /^You have 4 drafts, and runs that were asked for will add 1 in this semester; no more than 5/;
  for (const { error } of [await createDraft(semester, greedy), await start(semester, greedy)]) {
    expect(error.message).toMatch(full);
    expect(error.extensions).toMatchObject({ code: 'OPERATION_INVALID', oldest: [1, 2, 3] });
  }
  expect((await createDraft(other, greedy)).id).toBeDefined();
  for (let at = 0; at < 2; at++) expect((await createDraft(semester, next)).id).toBeDefined();

  const { error } = await createDraft(semester, last);
  expect(error.message).toBe(
    'The semester has 6 drafts, and runs that were asked for will add 1; no more than 7 are possible. Maybe ' +
      'discard one or cancel a run of your own; or ask an administrator, who can do so with those of others; ' +
      'the oldest are revisions 1, 2, 3.',
  );
  expect(await discard(drafts[0].id as string, server.administrator)).toBe(drafts[0].id);
  expect((await createDraft(semester, last)).id).toBeDefined();
  expect((await createDraft(semester, last)).error).toBeDefined();
  expect(await cancel(run.id as string, server.administrator)).toEqual({ status: 'CANCELLED' });
  expect((await createDraft(semester, last)).id).toBeDefined();
});

test('one person has three runs wait at most; others have room, and administrators make room', async () => {
  const semester = await semesterOf();
  const [greedy, next, last] = [await planner(), await planner(), await planner()];
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) ids.push((await start(semester, greedy)).id as string);
  expect((await start(semester, greedy)).error).toMatchObject({
    message:
      'You have 3 scheduling tasks that wait in this semester; no more than 3 may for one person. Maybe ' +
      'cancel one, or wait until one begins.',
    extensions: { code: 'OPERATION_INVALID' },
  });
  for (let at = 0; at < 2; at++) expect((await start(semester, next)).id).toBeDefined();
  expect((await start(semester, last)).error.message).toBe(
    'The semester has 5 scheduling tasks that wait; no more than 5 may. Maybe cancel one of your own, try ' +
      'again later, or ask an administrator, who can cancel those of others.',
  );
  expect(await cancel(ids[1], server.administrator)).toEqual({ status: 'CANCELLED' });
  expect((await start(semester, last)).id).toBeDefined();
});

const starts = async (ids: readonly string[]): Promise<string[]> => {
  for (const id of ids) await endedTask(server.runtime.app, id, 30);
  const tasks = await server
    .context()
    .em.find(SchedulingTask, { id: { $in: [...ids] } }, { orderBy: { startedAt: 1 } });
  return tasks.map(({ id }) => id);
};

test('persons take turns in a semester and over all, with runs for departments too', async () => {
  const semester = await semesterOf();
  const [one, other] = [runs.planner, await planner()];
  const a: string[] = [];
  for (let at = 0; at < 3; at++) a.push((await start(semester, one)).id as string);
  const b = (await start(semester, other)).id as string;
  const order = [a[0], b, a[1], a[2]];
  const report = 'query ($id: ID!) { schedulingReport(id: $id) { queuePlace remainingSeconds } }';
  for (const [at, id] of order.entries()) {
    const told = await call(report, { id }, server.administrator);
    expect(told).toEqual({ queuePlace: at, remainingSeconds: 10 * (at + 1) });
  }
  await runs.work(brief);
  expect(await starts(order)).toEqual(order);
  await runs.rest();

  const [semesters, course] = [[await runs.semester(), await runs.semester()], await runs.course()];
  const ofDepartment: string[] = [];
  for (const each of [semesters[0], semesters[0], semesters[1]])
    ofDepartment.push(
      (await runs.start(runs.wish(each, [courseRow(course, { number: 30 })]))).data.task_id as string,
    );
  const newcomer = (await start(await semesterOf(), await planner())).id as string;
  await runs.work(brief);
  // Two run at once, and which of these two begins first is chance.
  const begun = await starts([...ofDepartment, newcomer]);
  expect(begun.slice(0, 2)).toContain(newcomer);
});
