import { CourseType, CreditHourType } from '../../../src/entities/courses.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { Series } from '../../../src/entities/scheduling/series.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { endedTask } from '../support.js';
import { makeUniversity } from '../university.js';

/** What clients of /api/v1 read of a run's result: series with their fields, conflicts, and use of time. */
let server: TestServer;
let runs: DepartmentRuns;

beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

const assignments = async (semester_uuid: string): Promise<Record<string, any>[]> =>
  (
    await server.rest('classAssignmentPage', {
      token: runs.planner,
      query: { semester_uuid, page: 1, size: 100 },
    })
  ).data.records;

test.each([['priority_level'], ['priority']])(
  'a series that a run makes is as important as its course type (%s), 5 without one',
  async (name) => {
    const semester = await runs.semester();
    const [ordinary, important] = await server.context().em.findAll(CourseType, { limit: 2 });
    const [first, second] = [await runs.course(), await runs.course()];
    await server.context().em.execute('update course set type_id = $1 where id = $2', [important.id, second]);
    const rows = [first, second].map((course) => courseRow(course, { number: 30 }));
    const course_types = [{ course_type_uuid: important.id, [name]: 9 }];
    await runs.work();
    await runs.run(runs.wish(semester, rows, { priority_settings: { course_types } }));
    const shown = await assignments(semester);
    const priorityOf = (course: string): number =>
      shown.find(({ course_uuid }) => course_uuid === course)!.scheduling_priority as number;
    expect([priorityOf(first), priorityOf(second)]).toEqual([5, 9]);
    expect(ordinary.id).not.toBe(important.id);

    // What a planner made of it stays, whatever the next run takes for important.
    const { class_assignment_uuid: id } = shown.find(({ course_uuid }) => course_uuid === second)!;
    await server.context().em.nativeUpdate(Series, { id: id as string }, { priority: 70 });
    await runs.run(runs.wish(semester, rows, { priority_settings: { course_types } }));
    expect(await assignments(semester)).toContainEqual(
      expect.objectContaining({ class_assignment_uuid: id, scheduling_priority: 70 }),
    );
  },
);

test('the credit-hour type of a series is that of its meetings, theory where they name none', async () => {
  const semester = await runs.semester();
  await runs.work();
  const course = await runs.course({ theoryHours: 16, labHours: 16 });
  await runs.run(runs.wish(semester, [courseRow(course, { number: 30 })]));
  const types = await server.context().em.findAll(CreditHourType);
  const named = (part: string): string => types.find(({ name }) => name.includes(part))!.id;
  const shown = (await assignments(semester)).map(({ credit_hour_type }) => credit_hour_type as string);
  expect(new Set(shown)).toEqual(new Set([named('理论'), named('实验')]));

  const university = await makeUniversity(server.runtime.app, { name: 'no types', teachingClasses: 1 });
  const { data } = await server.graphql(
    'mutation ($semester: ID!) { startScheduling(input: { semester: $semester }) { id } }',
    { semester: university.semester.id },
  );
  const task = await endedTask(server.runtime.app, data.startScheduling.id as string, 30);
  const publish = 'mutation ($id: ID!) { publishTimetable(id: $id) { status } }';
  expect((await server.graphql(publish, { id: task.timetable })).errors).toBeUndefined();
  const page = await server.rest('classAssignmentPage', {
    token: server.administrator,
    query: { semester_uuid: university.semester.id, page: 1, size: 10 },
  });
  expect(page.data.records).not.toEqual([]);
  for (const record of page.data.records) expect(record.credit_hour_type).toBe(named('理论'));
});

describe('the result that /scheduling/debug shows', () => {
  test('tells how much of rooms, teachers and periods it uses', async () => {
    const semester = await runs.semester();
    await runs.work();
    await runs.run(runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]));
    const { data } = await server.rest('schedulingDebugData', { token: runs.planner });
    // One meeting of two periods in each of 16 weeks of 60 periods.
    const share = 2 / 60;
    expect(data.resource_utilization).toEqual({
      overall: expect.closeTo(share, 10),
      classroom: expect.closeTo(share, 10),
      teacher: expect.closeTo(share, 10),
      time_slot: expect.closeTo(share, 10),
    });
    expect(data.conflicts).toEqual([]);
  });

  test('has the conflicts of what it placed, whoever acts for the other side', async () => {
    const semester = await runs.semester();
    await runs.work();
    await runs.run(runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]));
    const { id } = (await runs.published(semester))!;
    const [row] = await runs.publishedRows(semester);
    const elsewhere = await department(server);
    const clashing = async (of: string): Promise<void> => {
      const { em } = server.context();
      const course = await runs.course(undefined, of);
      const code = `clash ${of.slice(-8)}`;
      const teachingClass = em.create(TeachingClass, {
        ...{ code, name: code, semester, course, department: of, studentCount: 10 },
      } as never);
      const meeting = em.create(Meeting, { teachingClass, sequence: 1, periods: 2, weeks: [2] } as never);
      await em.flush();
      const place = {
        dayOfWeek: row.dayOfWeek,
        periodStart: row.periodStart,
        classroom: row.classroom!.id,
        teacher: await runs.teacherOf(course),
      };
      const { errors } = await server.graphql(
        `mutation ($id: ID!, $input: TimetableChangeInput!) {
          changeTimetable(timetable: $id, input: $input, acceptsClashes: true, reason: "合班") { number } }`,
        { id, input: { items: [{ meeting: (meeting as Meeting).id, place }] } },
      );
      if (errors) throw new Error(errors[0].message);
    };
    const clash = {
      conflict_type: 2,
      semester_uuid: semester,
      resolution_status: 2,
      conflict_time: { week: 2, day: row.dayOfWeek, period: row.periodStart },
    };
    const conflicts = async (): Promise<object[]> =>
      (await server.rest('schedulingDebugData', { token: runs.planner })).data.conflicts;
    await clashing(elsewhere);
    expect(await conflicts()).toMatchObject([clash]);
    await clashing(runs.department);
    expect(await conflicts()).toMatchObject([clash, clash]);
    const colleague = await academicAffairs(server, runs.department);
    expect((await server.rest('schedulingDebugData', { token: colleague })).data).toBeNull();
  });
});
