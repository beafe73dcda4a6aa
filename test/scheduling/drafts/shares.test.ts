import { OutgoingMail } from '../../../src/entities/system.js';
import { SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { solveInThreads } from '@class-scheduling/solver';
import { firstAdministrator } from '../../support/database.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { tokenOf } from '../people.js';
import { endedTask } from '../support.js';
import { makeUniversity } from '../university.js';

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

const call: TestServer['call'] = (...asked) => server.call(...asked);

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

test('one person takes five drafts at most; others have room, and administrators make more', async () => {
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
    'The semester has 6 drafts, and runs that were asked for will add 1; no more than 7 are possible. ' +
      'Maybe discard one or cancel a run of your own; or ask an administrator, who can do so with those ' +
      'of others; the oldest are revisions 1, 2, 3.',
  );
  expect(await discard(drafts[0].id as string, server.administrator)).toBe(drafts[0].id);
  expect((await createDraft(semester, last)).id).toBeDefined();
  expect((await createDraft(semester, last)).error).toBeDefined();
  expect(await cancel(run.id as string, server.administrator)).toEqual({ status: 'CANCELLED' });
  expect((await createDraft(semester, last)).id).toBeDefined();
});

test('one person has three runs wait; others have room, and administrators make more', async () => {
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

/** Makes a draft one that nobody has changed for so many days. */
async function age(id: string, days: number): Promise<void> {
  const { em } = server.context();
  const past = `clock_timestamp() - make_interval(days => ${days})`;
  await em.execute('alter table timetable disable trigger timetable_touch');
  await em.execute(`update timetable set updated_at = ${past} where id = $1`, [id]);
  await em.execute('alter table timetable enable trigger timetable_touch');
  await em.execute(`update change set created_at = ${past} where timetable_id = $1`, [id]);
}

test('what nobody changed for two weeks any planner archives, with a mail, and it comes back', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'aged', teachingClasses: 2 });
  const { semester, meetings, rooms, teachers } = university;
  const [planning, other] = [await planner(), await planner()];
  const { id } = await createDraft(semester.id, server.administrator);
  const items = [meetings[0], meetings[2]].map(({ id: meeting }, at) => ({
    meeting,
    place: { dayOfWeek: 1, periodStart: 1, classroom: rooms[0].id, teacher: teachers[at].id },
  }));
  const change = `mutation ($id: ID!, $input: TimetableChangeInput!) {
    changeTimetable(timetable: $id, input: $input, acceptsClashes: true, reason: "合班") { number } }`;
  expect(await call(change, { id, input: { items } }, server.administrator)).toHaveProperty('number');
  const before = await canonicalExport(server.runtime.app, id as string);

  const of =
    (field: string) =>
    (token: string, draft = id as string) =>
      call(
        `mutation ($id: ID!) { ${field}(id: $id) { id status publishedAt archivedAt archivedBy { id } } }`,
        { id: draft },
        token,
      );
  const [archive, restore, rollBack] = ['archiveDraft', 'restoreDraft', 'rollBackTimetable'].map(of);
  expect((await archive(planning)).error.message).toMatch('was changed within the last 14 days');
  expect((await archive(server.administrator)).error.message).toMatch('Maybe discard it (discardDraft).');
  expect((await discard(id as string, other)).error).toMatchObject({
    message: expect.stringContaining('The draft 1 is not yours and has meetings of other departments'),
    extensions: { code: 'FORBIDDEN' },
  });
  await age(id as string, 13);
  expect((await archive(planning)).error.message).toMatch('was changed within the last 14 days');
  await age(id as string, 15);
  for (let at = 0; at < 5; at++) await createDraft(semester.id, planning);
  await createDraft(semester.id, other);
  expect((await createDraft(semester.id, other)).error).toMatchObject({
    message: expect.stringMatching(
      'Maybe archive revision 1, unchanged for 14 days .archiveDraft.; or discard one',
    ),
    extensions: { untouched: [1], oldest: [1, 2, 3] },
  });

  expect(await archive(planning)).toMatchObject({
    ...{ status: 'ARCHIVED', publishedAt: null },
    ...{ archivedAt: expect.any(String), archivedBy: { id: expect.any(String) } },
  });
  const [mail] = await server.context().em.find(OutgoingMail, { recipient: firstAdministrator.email });
  expect(mail).toMatchObject({
    subject: '课表草稿已归档',
    body: expect.stringMatching(/第 1 版已超过 14 天没有改动/),
  });
  expect((await call(change, { id, input: { items } }, server.administrator)).error.message).toMatch(
    'restoreDraft',
  );
  expect((await rollBack(server.administrator)).error.message).toMatch('was never published');
  const listed = 'query ($id: ID!) { timetables(semester: $id) { items { id status } } }';
  expect((await call(listed, { id: semester.id }, other)).items).toContainEqual({ id, status: 'ARCHIVED' });

  const last = await createDraft(semester.id, other);
  expect((await restore(planning)).error.message).toMatch('The semester has 7 drafts');
  await discard(last.id as string, other);
  expect((await restore(other)).error.extensions.code).toBe('FORBIDDEN');
  expect(await restore(server.administrator)).toMatchObject({
    status: 'DRAFT',
    archivedAt: null,
    archivedBy: null,
  });
  expect(await canonicalExport(server.runtime.app, id as string)).toBe(before);
  expect(await faultsOf(server.runtime.app, id as string)).toEqual([]);
  expect((await archive(planning)).error.message).toMatch('was changed within the last 14 days');
});
