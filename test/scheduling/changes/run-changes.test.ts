import { DepartmentGrant } from '../../../src/entities/accounts.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { academicAffairs } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { endedTask, endless, taskWithBest } from '../support.js';
import { makeUniversity } from '../university.js';

/** What a run stores is a change of the person who asked for it. */
let server: TestServer;
let runs: DepartmentRuns;

beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

const userOf = (token: string): string => server.runtime.app.tokens.verify(token)!.userId;
const undo = (timetable: string, token = runs.planner) =>
  server.graphql(
    `mutation ($timetable: ID!) { undoChange(timetable: $timetable) {
      number items { isHeld } change { kind person { id } subject { kind person { id } } } } }`,
    { timetable },
    token,
  );

test('a run over /api/v1 is a change of its planner, who takes it back with undoChange', async () => {
  const semester = await runs.semester();
  const rows = [courseRow(await runs.course(), { class_id: [await runs.group()] })];
  await runs.work();
  const { task_id: task } = await runs.run(runs.wish(semester, rows));
  const { id } = (await runs.published(semester))!;
  const stored = await canonicalExport(server.runtime.app, id);
  expect(await runs.publishedRows(semester)).toHaveLength(1);

  const person = { id: userOf(runs.planner) };
  const logged = await server.graphql(
    `query ($task: ID!) { auditLog(task: $task, first: 200) {
      nodes { type person { id } reason task change } } }`,
    { task },
  );
  const lines = logged.data.auditLog.nodes as Record<string, unknown>[];
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['ClassAssignment', 'Series']));
  for (const line of lines) expect(line).toMatchObject({ person, task, reason: '自动排课' });

  const colleague = await academicAffairs(server, runs.department);
  expect((await undo(id, colleague)).errors?.[0].message).toMatch(/^You have no change/);
  const { data, errors } = await undo(id);
  expect(errors).toBeUndefined();
  expect(data.undoChange).toMatchObject({
    items: [{ isHeld: false }],
    change: { kind: 'UNDO', person, subject: { kind: 'RUN', person } },
  });
  expect(await runs.publishedRows(semester)).toEqual([]);
  expect(await faultsOf(server.runtime.app, id)).toEqual([]);

  const redo = 'mutation ($id: ID!) { redoChange(timetable: $id) { number } }';
  expect((await server.graphql(redo, { id }, runs.planner)).errors).toBeUndefined();
  expect(await canonicalExport(server.runtime.app, id)).toBe(stored);
});

test('taking back a run that replaced an earlier one brings back what that had placed', async () => {
  const semester = await runs.semester();
  const [course, group] = [await runs.course(), await runs.group()];
  const rowUntil = (end_week: number, weekly_hours: number): object =>
    courseRow(course, { class_id: [group], end_week, weekly_hours });
  await runs.work();
  await runs.run(runs.wish(semester, [rowUntil(16, 2)]));
  const { id } = (await runs.published(semester))!;
  const stored = await canonicalExport(server.runtime.app, id);
  expect(await runs.run(runs.wish(semester, [rowUntil(8, 4)]))).toMatchObject({
    message: '排课完成，共排 2 个课次',
  });
  expect(await canonicalExport(server.runtime.app, id)).not.toBe(stored);
  expect((await undo(id)).errors).toBeUndefined();
  expect(await canonicalExport(server.runtime.app, id)).toBe(stored);
  expect(await faultsOf(server.runtime.app, id)).toEqual([]);
});

test('a run over /api/v1 that is cancelled keeps the best that it found, as a change too', async () => {
  const semester = await runs.semester();
  const row = courseRow(await runs.course(), { number: 30 });
  const { data } = await runs.start(runs.wish(semester, [row], { strategy: 'OPTIMAL' }));
  const task = data.task_id as string;
  await runs.work(endless);
  await taskWithBest(server.runtime.app, task, 20);
  const cancel = 'mutation ($id: ID!) { cancelScheduling(id: $id) { id } }';
  expect((await server.graphql(cancel, { id: task }, runs.planner)).errors).toBeUndefined();
  expect(await runs.polled(task)).toMatchObject({
    status: 'completed',
    message: '任务已取消，保留已排 1 个课次',
  });
  expect(await runs.publishedRows(semester)).toHaveLength(1);
  expect((await undo((await runs.published(semester))!.id)).errors).toBeUndefined();
});

test('a run that follows empties what its planner could make again', async () => {
  const semester = await runs.semester();
  const group = await runs.group();
  await runs.work();
  await runs.run(runs.wish(semester, [courseRow(await runs.course(), { class_id: [group] })]));
  const { id } = (await runs.published(semester))!;
  expect((await undo(id)).errors).toBeUndefined();
  await runs.run(runs.wish(semester, [courseRow(await runs.course(), { class_id: [group] })]));
  const { errors } = await server.graphql(
    'mutation ($id: ID!) { redoChange(timetable: $id) { number } }',
    { id },
    runs.planner,
  );
  expect(errors?.[0].message).toMatch(/^You have no change/);
});

describe('a planner who lost the grant while the run waited', () => {
  const lose = async (token: string): Promise<void> => {
    await server.context().em.nativeDelete(DepartmentGrant, { user: userOf(token) });
  };

  test('gets nothing stored, and the task says why', async () => {
    const semester = await runs.semester();
    const token = await academicAffairs(server, runs.department);
    const body = runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]);
    const { data } = await runs.start(body, token);
    await lose(token);
    await runs.work();
    const { message, status } = await runs.polled(data.task_id);
    expect(status).toBe('failed');
    expect(message).toMatch(/发起人“user-\d+”的账号已停用，或不再拥有部门“部门第\d+”的教务权限/);
    expect(await runs.publishedRows(semester)).toEqual([]);
  });

  test('leaves nothing behind when somebody cancels the run', async () => {
    const semester = await runs.semester();
    const token = await academicAffairs(server, runs.department);
    const body = runs.wish(semester, [courseRow(await runs.course(), { number: 30 })], {
      strategy: 'OPTIMAL',
    });
    const { data } = await runs.start(body, token);
    await runs.work(endless);
    const path = { task_id: data.task_id as string };
    for (let stage = null; stage === null;)
      stage = (await server.rest('schedulingTaskStatus', { token: runs.planner, path })).data
        .processing_stage;
    await lose(token);
    const cancel = 'mutation ($id: ID!) { cancelScheduling(id: $id) { id } }';
    expect((await server.graphql(cancel, { id: data.task_id }, runs.planner)).errors).toBeUndefined();
    expect(await endedTask(server.runtime.app, data.task_id as string, 20)).toMatchObject({
      status: 'CANCELLED',
      timetable: null,
    });
    expect(await runs.publishedRows(semester)).toEqual([]);
  });
});

test('the draft of a run is made by who asked for it, who may discard it', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'own draft', teachingClasses: 1 });
  await runs.work();
  const { data } = await server.graphql(
    'mutation ($semester: ID!) { startScheduling(input: { semester: $semester }) { id } }',
    { semester: university.semester.id },
    runs.planner,
  );
  const task = await endedTask(server.runtime.app, data.startScheduling.id as string, 20);
  const id = task.timetable as string;
  const { em } = server.context();
  expect((await em.findOneOrFail(Timetable, { id })).madeBy?.id).toBe(userOf(runs.planner));
  expect(await em.count(ClassAssignment, { timetable: id })).toBe(2);
  const stranger = await academicAffairs(server, runs.department);
  const discard = 'mutation ($id: ID!) { discardDraft(id: $id) }';
  expect((await server.graphql(discard, { id }, stranger)).errors?.[0].extensions.code).toBe('FORBIDDEN');
  expect((await server.graphql(discard, { id }, runs.planner)).data).toEqual({ discardDraft: id });
});
