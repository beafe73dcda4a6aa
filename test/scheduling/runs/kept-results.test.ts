import { User } from '../../../src/entities/accounts.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { solveInThreads } from '@class-scheduling/solver';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { tokenOf } from '../people.js';
import { endedTask, endless } from '../support.js';
import { makeUniversity } from '../university.js';

/** A result that cannot be stored at the end of its run stays with the task, and is stored later. */
let server: TestServer;
let runs: DepartmentRuns;
let searches = 0;

beforeAll(async () => {
  server = await startTestServer({ env: { DRAFTS_PER_SEMESTER_MAX: '2' } });
  runs = await DepartmentRuns.of(server);
  await server.context().em.execute(
    `create function fail_on_purpose() returns trigger language plpgsql as $$
     begin raise exception 'on purpose'; end $$`,
  );
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

/** Searches that end at once, and are counted. */
const brief: SchedulingParts = {
  solve(problem, options, onProgress) {
    searches++;
    return solveInThreads(problem, { ...options, limit: { moves: 1_000 } }, onProgress);
  },
};

/** Lets every new row of a table fail until the answer is called. */
async function fault(table: string): Promise<() => Promise<void>> {
  const { em } = server.context();
  await em.execute(
    `create trigger on_purpose before insert on ${table} for each row execute function fail_on_purpose()`,
  );
  return async () => void (await em.execute(`drop trigger on_purpose on ${table}`));
}

const call: TestServer['call'] = (...asked) => server.call(...asked);

const shown = 'id status failure isResultKept timetable { id revision status madeBy { id } }';
const start = async (semester: string, token: string): Promise<string> =>
  (
    await call(
      'mutation ($semester: ID!) { startScheduling(input: { semester: $semester }) { id } }',
      { semester },
      token,
    )
  ).id as string;
const ended = async (id: string): Promise<any> => {
  await endedTask(server.runtime.app, id, 60);
  return call(`query ($id: ID!) { schedulingTask(id: $id) { ${shown} } }`, { id }, server.administrator);
};
const store = (id: string, token?: string): Promise<any> =>
  call(`mutation ($id: ID!) { storeTaskResult(id: $id) { ${shown} } }`, { id }, token);

let made = 0;
const semesterOf = async (): Promise<string> =>
  (await makeUniversity(server.runtime.app, { name: `kept${++made}`, teachingClasses: 1 })).semester.id;
const planner = (): Promise<string> => tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);

test('a result whose storing fails stays with its task and is stored later, without a search', async () => {
  const [semester, token] = [await semesterOf(), await planner()];
  const id = await start(semester, token);
  const mend = await fault('class_assignment');
  await runs.work(brief);
  const failed = await ended(id);
  expect(failed).toMatchObject({ status: 'FAILED', isResultKept: true, timetable: null });
  expect(failed.failure).toMatch(
    /^Internal error; .* The result is kept with the task: .* \(storeTaskResult\)/,
  );
  const { failureZh } = await server.context().em.findOneOrFail(SchedulingTask, { id });
  expect(failureZh).toMatch(/结果已随任务保留：.*可以保存这个结果/);
  expect((await store(id, token)).error.extensions.code).toBe('INTERNAL');
  expect(await ended(id)).toEqual(failed);

  await mend();
  const before = searches;
  expect((await store(id, await planner())).error.extensions.code).toBe('NOT_FOUND');
  expect(await store(id, token)).toMatchObject({
    ...{ status: 'COMPLETED', failure: null, isResultKept: false },
    timetable: { revision: 1, status: 'DRAFT' },
  });
  expect(searches).toBe(before);
  const { timetable } = await ended(id);
  const rows = await server.context().em.find(ClassAssignment, { timetable: timetable.id });
  expect(rows.filter(({ dayOfWeek }) => dayOfWeek !== null)).toHaveLength(2);
  expect((await store(id, token)).error.message).toMatch('keeps no result that waits');
});

test('of two who store a result at once one makes a draft, where there is room for it', async () => {
  const [semester, token] = [await semesterOf(), await planner()];
  const id = await start(semester, token);
  const mend = await fault('timetable');
  await runs.work(brief);
  expect(await ended(id)).toMatchObject({ status: 'FAILED', isResultKept: true });
  await mend();
  const draft = 'mutation ($semester: ID!) { createDraft(semester: $semester, isEmpty: true) { id } }';
  const drafts = [await call(draft, { semester }), await call(draft, { semester })];
  expect((await store(id, token)).error.message).toMatch(
    /^The semester has 2 drafts; no more than 2 are possible/,
  );
  await call('mutation ($id: ID!) { discardDraft(id: $id) }', { id: drafts[0].id });
  const both = await Promise.all([store(id, token), store(id, server.administrator)]);
  expect(both.filter(({ error }) => !error)).toHaveLength(1);
  expect((await ended(id)).timetable).toMatchObject({ status: 'DRAFT' });
});

test('administrators store what a cancelled run kept, and that of somebody who lost the right', async () => {
  const [semester, token] = [await semesterOf(), await planner()];
  const id = await start(semester, token);
  const { requestedBy } = await server.context().em.findOneOrFail(SchedulingTask, { id });
  await server.context().em.nativeUpdate(User, { id: requestedBy!.id }, { isEnabled: false });
  await runs.work(brief);
  const failed = await ended(id);
  expect(failed).toMatchObject({ status: 'FAILED', isResultKept: true });
  expect(failed.failure).toMatch(/is disabled or has lost the right to schedule, .* The result is kept/);
  expect(await store(id)).toMatchObject({ status: 'COMPLETED', timetable: { status: 'DRAFT' } });
  await runs.rest();

  const mend = await fault('timetable');
  const cancelled = await start(semester, server.administrator);
  let isFound = (): void => undefined;
  const found = new Promise<void>((resolve) => (isFound = resolve));
  await runs.work({
    solve: (problem, options, onProgress) =>
      endless.solve(problem, options, (progress) => {
        onProgress?.(progress);
        if (progress.best) isFound();
      }),
  });
  await found;
  await call('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id: cancelled });
  expect(await ended(cancelled)).toMatchObject({ status: 'CANCELLED', isResultKept: true, timetable: null });
  await mend();
  expect(await store(cancelled)).toMatchObject({ status: 'CANCELLED', timetable: { status: 'DRAFT' } });
});

test('the result of a run for a department comes into the published timetable later', async () => {
  const semester = await runs.semester();
  const body = runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]);
  const id = (await runs.start(body)).data.task_id as string;
  const mend = await fault('class_assignment');
  await runs.work(brief);
  expect((await runs.polled(id)).message).toMatch(/结果已随任务保留/);
  await mend();
  expect(await runs.publishedRows(semester)).toEqual([]);
  expect(await store(id, runs.planner)).toMatchObject({
    status: 'COMPLETED',
    timetable: { status: 'PUBLISHED' },
  });
  expect(await runs.polled(id)).toMatchObject({ status: 'completed', progress: 100 });
  expect(await runs.publishedRows(semester)).toHaveLength(1);
});

test('a run for a department keeps its result where changed dates would end, until told to', async () => {
  const semester = await runs.semester();
  const row = courseRow(await runs.course(), { class_id: [await runs.group()] });
  const on = (day: number): Record<string, unknown> => ({
    ...runs.wish(semester, []),
    scope_settings: { specific_course_ids: [row], days: [day] },
  });
  await runs.work(brief);
  await runs.run(on(1));
  const [{ meeting, timetable }] = await runs.publishedRows(semester);
  const dates = [{ meeting: meeting.id, date: '2031-09-08', isCancelled: true }];
  await call(
    `mutation ($timetable: ID!, $dates: [DateItemInput!]) {
       changeTimetable(timetable: $timetable, input: { dates: $dates }, reason: "x") { number } }`,
    { timetable: timetable.id, dates },
    runs.planner,
  );
  const { data } = await runs.start(on(2));
  expect((await runs.polled(data.task_id)).message).toContain('endsDates');
  const days = async (): Promise<unknown> =>
    (await runs.publishedRows(semester)).map((each) => each.dayOfWeek);
  expect(await days()).toEqual([1]);
  expect((await store(data.task_id, runs.planner)).error.message).toContain('would end');
  await call(
    `mutation ($id: ID!) { storeTaskResult(id: $id, endsDates: true) { id } }`,
    { id: data.task_id },
    runs.planner,
  );
  expect(await days()).toEqual([2]);
});
