import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { solveInThreads } from '@class-scheduling/solver';
import { academicAffairs, department } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { schedule } from '../drafts.js';
import { endedTask, limitedInMoves } from '../support.js';
import { makeUniversity, type TestUniversity } from '../university.js';

/** Runs that are asked for again, go on from a result, or would add one draft too many. */
let server: TestServer;
let runs: DepartmentRuns;

beforeAll(async () => {
  const env = {
    DRAFTS_PER_PERSON_MAX: '100',
    WAITING_RUNS_PER_PERSON_MAX: '100',
    WAITING_RUNS_PER_SEMESTER_MAX: '100',
  };
  server = await startTestServer({ env });
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

const shown = `id status seed timeLimitSeconds strategy semester { id } basis { id } failure movedCount
  requestedBy { id } timetable { id revision } options { timePreferences { avoidEveningCourses } }`;

const begin = (input: object, token?: string) =>
  server.graphql(
    `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { ${shown} } }`,
    { input },
    token,
  );
const retry = (id: string, seed?: number, token?: string) =>
  server.graphql(
    `mutation ($id: ID!, $seed: Int) { retryScheduling(id: $id, seed: $seed) { ${shown} } }`,
    { id, seed },
    token,
  );
const taskAfter = async (id: string): Promise<any> => {
  await endedTask(server.runtime.app, id, 30);
  return (await server.graphql(`query ($id: ID!) { schedulingTask(id: $id) { ${shown} } }`, { id })).data
    .schedulingTask;
};
const placesOf = async (timetable: string): Promise<string[]> => {
  const rows = await server.context().em.find(ClassAssignment, { timetable });
  return rows
    .map(({ meeting, dayOfWeek, periodStart, classroom, teacher }) =>
      [meeting.id, dayOfWeek, periodStart, classroom?.id, teacher?.id].join(' '),
    )
    .sort();
};

test('a run that failed is asked for again as it was, with another seed, and then succeeds', async () => {
  const { semester } = await makeUniversity(server.runtime.app, { name: 'again' });
  const wish = { semester: semester.id, timeLimitSeconds: 7, seed: 3, strategy: 'QUICK' };
  const options = { timePreferences: { avoidEveningCourses: true } };
  const { data } = await begin({ ...wish, options });
  const { id } = data.startScheduling;
  expect((await retry(id)).errors?.[0]).toMatchObject({
    message: `The task ${id} is QUEUED, so it cannot be retried. Maybe wait for its end, or cancel it first.`,
    extensions: { code: 'OPERATION_INVALID' },
  });
  await runs.work({
    solve(problem, given) {
      const handle = solveInThreads(problem, given);
      void handle.terminate();
      return handle;
    },
  });
  expect(await taskAfter(id)).toMatchObject({ status: 'FAILED', timetable: null });
  await runs.rest();

  const again = await retry(id);
  expect(again.errors).toBeUndefined();
  expect(again.data.retryScheduling).toMatchObject({
    ...wish,
    semester: { id: semester.id },
    seed: 4,
    options,
  });
  expect((await retry(id, 11)).data.retryScheduling.seed).toBe(11);
  expect((await retry(id, -1)).errors?.[0].extensions).toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ field: 'seed' }],
  });
  await runs.work();
  expect(await taskAfter(again.data.retryScheduling.id as string)).toMatchObject({
    status: 'COMPLETED',
    failure: null,
    timetable: { revision: 1 },
  });
});

test('a run for a department is asked for again by a colleague, not by strangers', async () => {
  const semester = await runs.semester();
  const course = await runs.course();
  const body = runs.wish(semester, [courseRow(course, { number: 30 })]);
  const { data } = await runs.start(body);
  const cancel = 'mutation ($id: ID!) { cancelScheduling(id: $id) { id } }';
  await server.graphql(cancel, { id: data.task_id }, runs.planner);
  const stranger = await academicAffairs(server, await department(server));
  const colleague = await academicAffairs(server, runs.department);
  expect((await retry(data.task_id, 1, stranger)).errors?.[0].extensions.code).toBe('NOT_FOUND');
  const again = await retry(data.task_id, 1, colleague);
  expect(again.errors).toBeUndefined();
  const { id, requestedBy } = again.data.retryScheduling;
  expect(requestedBy.id).toBe(server.runtime.app.tokens.verify(colleague)!.userId);
  await runs.work();
  expect(await runs.polled(id)).toMatchObject({ status: 'completed' });
  expect(await runs.publishedRows(semester)).toHaveLength(1);

  await server.context().em.nativeUpdate(TeachingClass, { semester }, { isEnabled: false });
  expect((await retry(id, 1, colleague)).errors?.[0].extensions.problems).toMatchObject([
    { field: 'options.scopeSettings.courses.0' },
  ]);
});

test('a run goes on from the result of another with other wishes, and its retry from the same', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'going on', teachingClasses: 6 });
  const semester = university.semester.id;
  const { id: timetable } = await schedule(server, university);
  const before = await placesOf(timetable);
  const wish = { semester, timetable, options: { timePreferences: { avoidEveningCourses: true } } };
  const starts: unknown[] = [];
  await runs.work({
    solve(problem, options, onProgress) {
      starts.push(options.start?.length);
      return limitedInMoves.solve(problem, options, onProgress);
    },
  });
  const { data } = await begin(wish);
  const first = await taskAfter(data.startScheduling.id as string);
  expect(first).toMatchObject({ status: 'COMPLETED', basis: { id: timetable } });
  const after = await placesOf(first.timetable.id as string);
  expect(first.movedCount).toBe(after.filter((place) => !before.includes(place)).length);

  const again = await retry(first.id as string);
  expect(await taskAfter(again.data.retryScheduling.id as string)).toMatchObject({
    status: 'COMPLETED',
    basis: { id: timetable },
  });
  expect(starts).toEqual([12, 12]);

  const third = (await begin(wish)).data.startScheduling.id as string;
  await taskAfter(third);
  await server.graphql('mutation ($id: ID!) { discardDraft(id: $id) }', { id: timetable });
  expect((await retry(third)).errors?.[0].message).toMatch(
    /^The draft from which the task .* went on was discarded/,
  );
});

test('a run that names no timetable goes on from the published one, not from a draft', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'published basis' });
  const { id } = await schedule(server, university);
  const publish = 'mutation ($id: ID!) { publishTimetable(id: $id) { status } }';
  expect((await server.graphql(publish, { id })).errors).toBeUndefined();
  const draft = await schedule(server, university);
  await runs.work();
  const { data } = await begin({ semester: university.semester.id });
  const task = await taskAfter(data.startScheduling.id as string);
  expect(task.basis).toEqual({ id });
  expect(task.basis.id).not.toBe(draft.id);
  // Its retry goes on from what is published then.
  expect((await server.graphql(publish, { id: task.timetable.id })).errors).toBeUndefined();
  const again = await retry(task.id as string);
  expect((await taskAfter(again.data.retryScheduling.id as string)).basis).toEqual({ id: task.timetable.id });
});

describe('twenty drafts are the most that a semester has', () => {
  const drafts = async ({ semester }: TestUniversity, count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const { errors } = await server.graphql(
        'mutation ($semester: ID!) { createDraft(semester: $semester, isEmpty: true) { id } }',
        { semester: semester.id },
      );
      expect(errors).toBeUndefined();
    }
  };

  test('so a run that would add one more is refused, with the oldest by number', async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'full' });
    await drafts(university, 19);
    const semester = university.semester.id;
    const { data } = await begin({ semester });
    const refused = await begin({ semester });
    expect(refused.errors?.[0]).toMatchObject({
      message:
        'The semester has 19 drafts, and runs that were asked for will add 1; no more than 20 are possible.' +
        ' Maybe discard one or cancel a run of your own; or ask an administrator, who can do so with those ' +
        'of others; the oldest are revisions 1, 2, 3.',
      extensions: { code: 'OPERATION_INVALID', oldest: [1, 2, 3], untouched: [] },
    });
    // What waits no longer adds none.
    const { id } = data.startScheduling;
    await server.graphql('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id });
    expect((await begin({ semester })).errors).toBeUndefined();
  });

  test('so the places that twenty waiting runs were promised are given to nobody else', async () => {
    const [university, source] = await Promise.all(
      ['promised', 'copied'].map((name) => makeUniversity(server.runtime.app, { name, teachingClasses: 1 })),
    );
    const semester = university.semester.id;
    const ids: string[] = [];
    for (let at = 0; at < 20; at++) ids.push((await begin({ semester })).data.startScheduling.id as string);
    const refused = async (promised: string): Promise<void> => {
      for (const field of [
        `createDraft(semester: "${semester}", isEmpty: true) { id }`,
        `copySemester(input: { source: "${source.semester.id}", target: "${semester}" }) { newCount }`,
        `startScheduling(input: { semester: "${semester}" }) { id }`,
      ]) {
        const { errors } = await server.graphql(`mutation { ${field} }`);
        expect(errors?.[0].message).toMatch(promised);
      }
    };
    await refused('0 drafts, and runs that were asked for will add 20; no more than 20');
    await runs.work();
    expect(await taskAfter(ids[0])).toMatchObject({ status: 'COMPLETED', timetable: { revision: 1 } });
    await runs.rest();
    const { errors } = await server.graphql(
      `mutation { createDraft(semester: "${semester}", isEmpty: true) { id } }`,
    );
    expect(errors).toBeUndefined();
  });
});
