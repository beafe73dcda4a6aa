import { CourseType } from '../../../src/entities/courses.js';
import { Classroom } from '../../../src/entities/places.js';
import type { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { roomsOf } from '../planned-courses.js';

/**
 * How the service that people used before failed them, as far as runs are concerned: all that is gone. The
 * numbers are those of the list of weaknesses; others are shown where their part is.
 */
let server: TestServer;
let runs: DepartmentRuns;

beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

/** The bodies of the client, with rooms of one building alone. */
const inBuilding = (
  semester: string,
  building: string,
  rows: object[],
  more: object = {},
): Record<string, unknown> => {
  const scope_settings = { specific_course_ids: rows, allowed_building_ids: [building] };
  return runs.wish(semester, [], { scope_settings, ...more });
};

const constraints = (more: object): object => ({
  constraints: { ...(runs.wish('', []).constraints as object), ...more },
});
const times = (slots: object[], avoid_evening_courses = true): object => ({
  time_preferences: {
    avoid_evening_courses,
    balance_weekday_courses: false,
    preferred_time_slots: slots,
  },
});

const run = async (body: Record<string, unknown>): Promise<Record<string, any>> => {
  await runs.work();
  const told = await runs.run(body);
  await runs.rest();
  return told;
};

const startOf = ({ dayOfWeek, periodStart }: ClassAssignment): unknown[] => [dayOfWeek, periodStart];

test('weakness 1: what a run places never collides with itself, however scarce rooms are', async () => {
  const semester = await runs.semester();
  const building = await roomsOf(server, { 普通教室: [80] });
  const group = await runs.group();
  const rows: object[] = [];
  // Fourteen of the twenty double periods of daytime, for one class in one room.
  for (let at = 0; at < 7; at++)
    rows.push(courseRow(await runs.course({ theoryHours: 64 }), { class_id: [group], weekly_hours: 4 }));
  const told = await run(inBuilding(semester, building, rows));
  expect(told).toMatchObject({
    status: 'completed',
    message: '排课完成，共排 14 个课次',
    conflicts_count: { teacher: 0, classroom: 0, clazz: 0 },
  });
  const placed = await runs.publishedRows(semester);
  expect(new Set(placed.map((row) => startOf(row).join())).size).toBe(14);
  expect(await faultsOf(server.runtime.app, (await runs.published(semester))!.id)).toEqual([]);
});

test('weakness 2: what has no place is told, with the cause and by name', async () => {
  const semester = await runs.semester({ daysPerWeek: 1, periodsPerDay: 4 });
  const building = await roomsOf(server, { 普通教室: [80] });
  const rows: object[] = [];
  for (let at = 0; at < 3; at++) rows.push(courseRow(await runs.course(), { number: 30 }));
  const told = await run(inBuilding(semester, building, rows));
  expect(told).toMatchObject({
    status: 'completed',
    message: '排课完成，已排 2 个课次，1 个课次没有位置',
  });
  const { data } = await server.graphql(
    `query ($id: ID!) { schedulingTask(id: $id) { unplacedCount causes { kind text meetingCount requirements }
      timetable { unplaced { reason } } } }`,
    { id: told.task_id },
    runs.planner,
  );
  const { unplacedCount, causes, timetable } = data.schedulingTask;
  expect(unplacedCount).toBe(1);
  expect(causes).toMatchObject([{ meetingCount: 3 }]);
  expect(timetable.unplaced).toEqual([{ reason: expect.stringMatching(/./) }]);
});

describe('weakness 4: names that clients and service call differently have their effect', () => {
  test.each([
    ['day_of_week as text', { day_of_week: '4' }, { day_of_week: '2' }],
    ['day', { day: 4 }, { day: 2 }],
  ])('preferred slots with %s, by their levels', async (_, most, less) => {
    const semester = await runs.semester();
    const slots = [
      { ...most, period_start: 5, period_end: 6, priority_level: 10 },
      { ...less, period_start: 1, period_end: 2, priority_level: 1 },
    ];
    await run(runs.wish(semester, [courseRow(await runs.course(), { number: 30 })], times(slots)));
    expect((await runs.publishedRows(semester)).map(startOf)).toEqual([[4, 5]]);
  });

  test.each([
    ['course_type_uuid', 'priority_level'],
    ['type_id', 'priority'],
  ])('priorities as %s and %s: the more important course gets the only place', async (type, priority) => {
    const { em } = server.context();
    const [common, special] = await em.findAll(CourseType, { limit: 2 });
    const courses = [await runs.course(), await runs.course()];
    await em.execute('update course set type_id = $1 where id = $2', [special.id, courses[1]]);
    const building = await roomsOf(server, { 普通教室: [80] });
    for (const [levels, first] of [
      [[2, 9], courses[1]],
      [[9, 2], courses[0]],
    ] as const) {
      const semester = await runs.semester({ daysPerWeek: 1, periodsPerDay: 2 });
      const rows = courses.map((course) => courseRow(course, { number: 30 }));
      const course_types = [common, special].map(({ id }, at) => ({ [type]: id, [priority]: levels[at] }));
      const told = await run(inBuilding(semester, building, rows, { priority_settings: { course_types } }));
      expect(told.message).toBe('排课完成，已排 1 个课次，1 个课次没有位置');
      const { data } = await server.rest('schedulingDebugData', { token: runs.planner });
      expect(data.assignments).toMatchObject([{ course: { course_library_uuid: first }, priority: 9 }]);
    }
  });
});

describe('weakness 5: switches do what they are called', () => {
  const evening = [{ day: 3, period_start: 9, period_end: 10, priority_level: 10 }];

  test.each([
    [false, true],
    [true, false],
  ])('avoid_evening_courses %s: in the evening %s', async (isAvoided, isExpected) => {
    const semester = await runs.semester();
    const rows = [courseRow(await runs.course(), { number: 30 })];
    await run(runs.wish(semester, rows, times(evening, isAvoided)));
    const [{ periodStart }] = await runs.publishedRows(semester);
    expect(periodStart! >= 9).toBe(isExpected);
  });

  test('the afternoon is no evening', async () => {
    const semester = await runs.semester();
    const slots = [{ day: 3, period_start: 7, period_end: 8, priority_level: 10 }];
    const rows = [courseRow(await runs.course(), { number: 30 })];
    const { task_id } = await run(runs.wish(semester, rows, times(slots)));
    expect((await runs.publishedRows(semester)).map(startOf)).toEqual([[3, 7]]);
    const { data } = await server.graphql(
      'query ($id: ID!) { schedulingTask(id: $id) { penalties { rule } } }',
      { id: task_id },
      runs.planner,
    );
    const broken = data.schedulingTask.penalties.map(({ rule }: { rule: string }) => rule);
    expect(broken).not.toContain('evening');
  });

  test.each([
    [true, '排课完成，已排 0 个课次，1 个课次没有位置'],
    [false, '排课完成，共排 1 个课次'],
  ])(
    'specialization_room_matching %s: a room of another type only where it is off',
    async (isOn, message) => {
      const semester = await runs.semester();
      const building = await roomsOf(server, { 虚拟仿真实训室: [40] });
      const rows = [courseRow(await runs.course(), { number: 30 })];
      const more = constraints({ specialization_room_matching: isOn });
      expect((await run(inBuilding(semester, building, rows, more))).message).toBe(message);
    },
  );

  test('room_optimization: the smaller of two rooms that seat everybody', async () => {
    const semester = await runs.semester();
    const building = await roomsOf(server, { 普通教室: [180, 32, 120] });
    const rows = [courseRow(await runs.course(), { number: 30 })];
    await run(inBuilding(semester, building, rows));
    const [{ classroom }] = await runs.publishedRows(semester);
    const { em } = server.context();
    expect((await em.findOneOrFail(Classroom, { id: classroom!.id })).capacity).toBe(32);
  });
});

test('weakness 6: an odd hour alternates steadily, nothing crosses the break or is doubled', async () => {
  const semester = await runs.semester();
  const course = await runs.course({ theoryHours: 32, labHours: 16 });
  const row = courseRow(course, { class_id: [await runs.group()], weekly_hours: 3 });
  expect(await run(runs.wish(semester, [row]))).toMatchObject({ status: 'completed' });
  const placed = await runs.publishedRows(semester);
  const hours = placed.map((each) => each.weeks.length * (each.periodEnd! - each.periodStart! + 1));
  expect(hours.reduce((sum, each) => sum + each, 0)).toBe(48);
  for (const { weeks, periodStart, periodEnd } of placed) {
    const steps = new Set(weeks.slice(1).map((week, at) => week - weeks[at]));
    expect([...steps].every((step) => step === 1 || step === 2)).toBe(true);
    expect(periodEnd! - periodStart! === 0 || periodStart! % 2 === 1).toBe(true);
    expect(periodStart! <= 4 && periodEnd! > 4).toBe(false);
  }
});
