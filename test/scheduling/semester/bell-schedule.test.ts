import { takeSnapshot } from '../../../src/services/scheduling/problem/take-snapshot.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { situationOf } from '../../../src/services/assistant/situation.js';
import { basisOf } from '../../../src/services/scheduling/proposals/proposal.js';
import { timesFor } from '../../../src/services/scheduling/proposals/wished-times.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { recordsOf } from '../../support/records.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const update = `mutation ($input: BellSchedulePatch!, $version: Int) {
  updateBellSchedule(input: $input, expectedVersion: $version) { longBreaks lessonMinutes version } }`;

test('there is one bell schedule, with lunch and dinner at first, which administrators change', async () => {
  const { data } = await server.graphql('{ bellSchedule { longBreaks lessonMinutes version } }');
  expect(data.bellSchedule).toEqual({ longBreaks: [4, 8], lessonMinutes: 45, version: 1 });
  const changed = await server.graphql(update, { input: { lessonMinutes: 40 }, version: 1 });
  expect(changed.data.updateBellSchedule).toEqual({ longBreaks: [4, 8], lessonMinutes: 40, version: 2 });
  const late = await server.graphql(update, { input: { lessonMinutes: 50 }, version: 1 });
  expect(late.errors?.[0].extensions.code).toBe('VERSION_CONFLICT');
});

test.each([
  [[0], 'A long break follows one of the periods 1 to 23, not 0.'],
  [[24], 'A long break follows one of the periods 1 to 23, not 24.'],
  [
    Array.from({ length: 23 }, (_, at) => at + 1),
    'No two periods follow each other without a long break. Maybe name fewer.',
  ],
])('long breaks that no day can have are refused: %j', async (longBreaks, told) => {
  const { errors } = await server.graphql(update, { input: { longBreaks } });
  expect(errors?.[0].extensions).toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ field: 'longBreaks' }],
  });
  expect(JSON.stringify(errors)).toContain(told);
});

test('what people are warned of, runs, plans and the assistant keep to the same long breaks', async () => {
  const { semester, meetings, rooms, teachers } = await makeUniversity(server.runtime.app);
  const { data, errors } = await server.graphql(update, { input: { longBreaks: [9, 5, 5] } });
  expect(errors).toBeUndefined();
  expect(data.updateBellSchedule.longBreaks).toEqual([5, 9]);
  const made = await server.graphql(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const warnings = async (period: number): Promise<string[]> => {
    const where = `classroom: "${rooms[0].id}" teacher: "${teachers[0].id}"`;
    const { data: checked } = await server.graphql(
      `mutation { placeMeeting(timetable: "${made.data.createDraft.id}" meeting: "${meetings[0].id}"
         place: { dayOfWeek: 1 periodStart: ${period} ${where} } isDryRun: true) { warnings } }`,
    );
    return checked.placeMeeting.warnings;
  };
  expect((await warnings(5)).join()).toContain('spans a long break');
  expect((await warnings(4)).join()).not.toContain('spans a long break');

  const { problem } = problemOf(await takeSnapshot(server.context(), semester.id));
  expect(problem.calendar.longBreaks).toEqual([4, 8]);
  const starts = [
    ...new Set(problem.meetings[0].times.map(({ time }) => problem.times[time].start + 1)),
  ].sort((a, b) => a - b);
  expect(starts).toEqual([1, 3, 6, 8, 10]);

  const basis = await basisOf(server.context(), semester.id);
  const proposed = timesFor({ periods: 2, weeks: [1] }, { ...basis, schedulingDays: [1] }, {} as never);
  expect(proposed.map(({ periodStart }) => periodStart).sort((a, b) => a - b)).toEqual(starts);
  const current = await server.graphql(`mutation { setCurrentSemester(id: "${semester.id}") { id } }`);
  expect(current.errors).toBeUndefined();
  expect((await situationOf(server.context())).periods).toMatchObject({
    morning: [1, 5],
    afternoon: [6, 9],
    evening: [10, 12],
  });
});

test('what a week has room for keeps to the long breaks, in readiness as in plans', async () => {
  const { semester, teachingClasses } = await makeUniversity(server.runtime.app, { name: 'full' });
  // Of twelve periods of a day, ten are in pairs.
  await server.graphql(update, { input: { longBreaks: [5, 9] } });
  await recordsOf(server.runtime.app).execute(
    `insert into meeting (id, teaching_class_id, sequence, periods, weeks)
     select gen_random_uuid(), $1, 10 + i, 2, '{1}' from generate_series(1, 24) i`,
    [teachingClasses[0].id],
  );
  const { data } = await server.graphql(
    `{ readiness(semester: "${semester.id}") { gaps { kind items { message } } } }`,
  );
  const told = (kind: string): unknown =>
    data.readiness.gaps.find((gap: { kind: string }) => gap.kind === kind)?.items;
  expect(told('CLASS_OVERLOADED')).toEqual([
    { message: '"full G0" has 52 periods in a week, which has room for 50.' },
  ]);
  expect(told('TEACHER_OVERLOADED')).toEqual([
    { message: '"T0" has to teach 52 periods in a week, and has room for 50.' },
  ]);
  const plan = await server.graphql(
    `query ($input: SemesterPlanInput!) { planSemester(input: $input) { warnings { sentence } } }`,
    {
      input: {
        semester: semester.id,
        courses: [
          {
            ...{ course: teachingClasses[0].course.id, studentCount: 30, kind: 'THEORY' },
            ...{ weekHours: 52, startWeek: 1, endWeek: 16 },
          },
        ],
      },
    },
  );
  expect(JSON.stringify(plan.errors)).toContain('has room for 50 in pairs');
});
