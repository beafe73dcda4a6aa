import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { TeacherQualification } from '../../../src/entities/courses.js';
import { Unavailability } from '../../../src/entities/scheduling/semesters.js';
import { SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { academicAffairs, department } from '../../organisation/college.js';
import type { Row } from '../../../src/schema/rows.js';
import { TaskStatus } from '../../../src/schema/enums.js';
import { reportOf } from '../../../src/services/scheduling/runs/reports.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { hurried, limitedInMoves } from '../support.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { courseOf, roomsOf } from '../planned-courses.js';

let server: TestServer;
let runs: DepartmentRuns;

/** Every test has a semester of its own. */
beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

test('a run is asked for, followed and shown, and its result is published at once', async () => {
  const semester = await runs.semester();
  const courses = [await runs.course(), await runs.course()];
  const groups = [await runs.group(), await runs.group()];
  const rows = [
    courseRow(courses[0], { class_id: groups }),
    courseRow(courses[1], { class_id: [null], number: 60 }),
  ];
  const { data: begun, status } = await runs.start(runs.wish(semester, rows));
  expect(status).toBe(200);
  expect(begun).toMatchObject({
    semester_uuid: semester,
    department_uuid: runs.department,
    status: 'processing',
  });
  expect(await server.rest('schedulingTaskList', { token: runs.planner })).toMatchObject({
    data: [begun.task_id],
    status: 200,
  });
  const path = { task_id: begun.task_id };
  const waiting = await server.rest('schedulingTaskStatus', { token: runs.planner, path });
  expect(waiting.data).toMatchObject({
    status: 'processing',
    progress: 0,
    estimated_time_remaining: 10,
    start_time: null,
    conflicts_count: { teacher: null, classroom: null, clazz: null },
    processing_stage: null,
    message: '排队中，即将开始',
  });

  await runs.work();
  expect(await runs.polled(begun.task_id)).toMatchObject({
    status: 'completed',
    progress: 100,
    estimated_time_remaining: 0,
    conflicts_count: { teacher: 0, classroom: 0, clazz: 0 },
    processing_stage: 'finalization',
    message: '排课完成，共排 2 个课次',
  });
  const placed = await runs.publishedRows(semester);
  expect(placed).toHaveLength(2);
  expect(placed.every(({ dayOfWeek }) => dayOfWeek !== null)).toBe(true);
  const { data: result } = await server.rest('schedulingDebugData', { token: runs.planner });
  expect(result).toMatchObject({ task_id: begun.task_id, status: 'completed', progress: 100 });
  expect(result.assignments).toHaveLength(2);
  expect(result.assignments[0].time_slot).toHaveLength(32);
  expect(result.conflicts).toEqual([]);
  const { em } = server.context();
  const timetable = await em.findOneOrFail(Timetable, { semester });
  expect(await faultsOf(server.runtime.app, timetable.id)).toEqual([]);
});

test('a run counts what is selected alone from its first report on, and never waits for itself', async () => {
  const semester = await runs.semester();
  const course = await runs.course();
  const wishFor = async () =>
    runs.wish(semester, [courseRow(course, { class_id: [await runs.group()] })], { strategy: 'QUICK' });
  let end = (): void => undefined;
  let gate = Promise.resolve();
  await runs.work({
    solve: (...asked) => {
      const search = limitedInMoves.solve(...asked);
      const solution = search.solution.then((found) => gate.then(() => found));
      return { ...search, solution };
    },
  });
  await runs.run(await wishFor());
  gate = new Promise((resolve) => (end = resolve));
  const { data } = await runs.start(await wishFor());
  const task = async (): Promise<Row<SchedulingTask>> =>
    (await server.context().rows.one(SchedulingTask, data.task_id as string))!;
  while ((await task()).placedCount === null) await new Promise((resolve) => setTimeout(resolve, 50));
  const running = await task();
  // Read before a worker took it, and told after.
  const told = await reportOf(server.context(), { ...running, status: TaskStatus.QUEUED });
  end();
  expect([running.status, running.placedCount! + running.unplacedCount!]).toEqual(['RUNNING', 1]);
  expect(told).toMatchObject({ queuePlace: 0, message: '排队中，即将开始' });
  expect(await runs.polled(data.task_id as string)).toMatchObject({ message: '排课完成，共排 1 个课次' });
});

test('a run places on the days of the semester, or on those that it is asked for', async () => {
  const semester = await runs.semester({ schedulingDays: [6] });
  const row = courseRow(await runs.course(), { class_id: [await runs.group()] });
  await runs.work();
  const daysOf = async (): Promise<(number | null)[]> =>
    (await runs.publishedRows(semester)).map(({ dayOfWeek }) => dayOfWeek);
  await runs.run(runs.wish(semester, [row]));
  expect(await daysOf()).toEqual([6]);
  const other = courseRow(await runs.course(), { class_id: [await runs.group()] });
  const wish = runs.wish(semester, [other]);
  const scope = { specific_course_ids: [other], days: [7] };
  await runs.run({ ...wish, scope_settings: scope });
  expect((await daysOf()).toSorted()).toEqual([6, 7]);
  const refused = await runs.start({ ...wish, scope_settings: { ...scope, days: [8] } });
  expect(refused.error_message).toContain('星期 8 不在学期');
});

test('a second run replaces its own result, and leaves other departments alone', async () => {
  const semester = await runs.semester();
  const [course, group] = [await runs.course(), await runs.group()];
  const elsewhere = await department(server);
  const colleague = await academicAffairs(server, elsewhere);
  const foreign = { course: await runs.course(undefined, elsewhere), group: await runs.group(40, elsewhere) };
  await runs.work();
  const foreignWish = runs.wish(semester, [courseRow(foreign.course, { class_id: [foreign.group] })], {
    department_uuid: elsewhere,
  });
  const { data: theirs } = await runs.start(foreignWish, colleague);
  await runs.polled(theirs.task_id, colleague);
  const { data: first } = await runs.start(runs.wish(semester, [courseRow(course, { class_id: [group] })]));
  expect(await runs.polled(first.task_id)).toMatchObject({ status: 'completed' });
  const before = await runs.publishedRows(semester);
  expect(before).toHaveLength(2);
  const { em } = server.context();
  const placeOf = ({ dayOfWeek, periodStart, classroom, teacher: by }: ClassAssignment): unknown[] => [
    ...[dayOfWeek, periodStart, classroom?.id, by?.id],
  ];

  const more = courseRow(course, { class_id: [group], weekly_hours: 4 });
  const { data: second } = await runs.start(runs.wish(semester, [more]));
  expect(await runs.polled(second.task_id)).toMatchObject({
    status: 'completed',
    message: '排课完成，共排 2 个课次',
  });

  const classes = await em.find(TeachingClass, { semester, isEnabled: true });
  expect(classes).toHaveLength(2);
  const after = await runs.publishedRows(semester);
  expect(after).toHaveLength(3);
  const theirClass = classes.find(({ department: of }) => of.id === elsewhere)!;
  const own = (rows: ClassAssignment[]): ClassAssignment[] =>
    rows.filter(({ teachingClass }) => teachingClass.id === theirClass.id);
  expect(own(after).map(placeOf)).toEqual(own(before).map(placeOf));
  expect(await em.count(Timetable, { semester })).toBe(1);
  const { id } = await em.findOneOrFail(Timetable, { semester });
  expect(await faultsOf(server.runtime.app, id)).toEqual([]);
});

test('some of the classes that are taught together are not selected without the others', async () => {
  const semester = await runs.semester();
  const [course, one, other] = [await runs.course(), await runs.group(30), await runs.group(30)];
  await runs.work();
  await runs.run(runs.wish(semester, [courseRow(course, { class_id: [one, other] })]));
  const before = await runs.everyRow(semester);
  const third = await runs.group(30);
  const { code, data } = await runs.start(
    runs.wish(semester, [courseRow(course, { class_id: [third, other] })]),
  );
  expect([code, data]).toEqual([40007, [expect.stringMatching(/已与另外 1 个班在教学班“.*”中合班上课/)]]);
  expect(await runs.everyRow(semester)).toEqual(before);
});

test('a run ends as soon as no timetable can cost less', async () => {
  const semester = await runs.semester();
  const row = courseRow(await runs.course(), { class_id: [await runs.group()] });
  await runs.work({});
  const wish = runs.wish(semester, [row], { strategy: 'OPTIMAL' });
  const { status, task_id: id } = await runs.run(wish);
  expect(status).toBe('completed');
  const { em } = server.context();
  const task = await em.findOneOrFail(SchedulingTask, { id });
  expect(task).toMatchObject({ timeLimitSeconds: 300, softCost: task.softFloor });
  expect(Number(task.searchedSeconds)).toBeLessThan(10);
});

test('a run ends when a tenth of its time gained nothing, and counts clashes from the start', async () => {
  // Of two courses for one class the only slot holds one, so that no timetable is complete.
  const semester = await runs.semester({ daysPerWeek: 1, periodsPerDay: 2 });
  const group = await runs.group();
  const rows = [await runs.course(), await runs.course()].map((course) =>
    courseRow(course, { class_id: [group] }),
  );
  await runs.work(hurried);
  const { data } = await runs.start(runs.wish(semester, rows, { strategy: 'OPTIMAL' }));
  const counts = new Set<string>();
  let report: Record<string, any>;
  do {
    ({ data: report } = await server.rest('schedulingTaskStatus', { token: runs.planner, path: data }));
    if (report.processing_stage === 'optimization' || report.processing_stage === 'conflict_resolution')
      counts.add(JSON.stringify(report.conflicts_count));
  } while (report.status === 'processing');
  expect(counts).toContain(JSON.stringify({ teacher: 0, classroom: 0, clazz: 0 }));
  expect([...counts].join()).not.toContain('null');
  expect(report.message).toBe('排课完成，已排 1 个课次，1 个课次没有位置');
  const { em } = server.context();
  const { searchedSeconds } = await em.findOneOrFail(SchedulingTask, { id: data.task_id as string });
  expect(Number(searchedSeconds)).toBeGreaterThan(25);
  expect(Number(searchedSeconds)).toBeLessThan(100);
});

test('a teaching class keeps one teacher, and it is named where nobody can teach all of it', async () => {
  const semester = await runs.semester({ schedulingDays: [1, 2], periodsPerDay: 2 });
  const course = await runs.course({ theoryHours: 64 });
  const { em } = server.context();
  const [first, second] = (await em.find(TeacherQualification, { course })).map((each) => each.teacher.id);
  const row = courseRow(course, { class_id: [await runs.group()], weekly_hours: 4 });
  const away = (teacher: string, dayOfWeek: number): Promise<void> => {
    em.create(Unavailability, { semester, teacher, dayOfWeek, period: 1 } as never);
    return em.flush();
  };
  await runs.work();
  await away(first, 1);
  await runs.run(runs.wish(semester, [row]));
  const teachersNow = async (): Promise<(string | undefined)[]> =>
    (await runs.publishedRows(semester)).map(({ teacher }) => teacher?.id);
  expect(await teachersNow()).toEqual([second, second]);

  await away(second, 2);
  const { task_id: id, message } = await runs.run(runs.wish(semester, [row]));
  expect(message).toBe('排课完成，已排 1 个课次，1 个课次没有位置');
  expect((await teachersNow()).filter(Boolean)).toHaveLength(1);
  const { causes } = await em.findOneOrFail(SchedulingTask, { id });
  expect(JSON.stringify(causes)).toContain('教学班的同一类学时由同一位教师讲授');
});

test('tasks of one semester wait for each other, and are told their place and start', async () => {
  const semester = await runs.semester();
  const courses = [await runs.course(), await runs.course(), await runs.course()];
  const group = await runs.group();
  const ids: string[] = [];
  for (const course of courses)
    ids.push(
      (await runs.start(runs.wish(semester, [courseRow(course, { class_id: [group] })]))).data
        .task_id as string,
    );
  const { data: last } = await server.rest('schedulingTaskStatus', {
    token: runs.planner,
    path: { task_id: ids[2] },
  });
  expect(last).toMatchObject({
    status: 'processing',
    queue_place: 2,
    estimated_time_remaining: 30,
    message: '排队中，前面还有 2 个任务，预计 20 秒后开始',
  });
  expect(last.expected_start).toBeGreaterThan(Date.now() + 10_000);
  expect((await server.rest('schedulingTaskList', { token: runs.planner })).data.slice(0, 3)).toEqual(
    [...ids].reverse(),
  );
  await runs.work();
  for (const id of ids) expect(await runs.polled(id)).toMatchObject({ status: 'completed' });
  const ends = await server
    .context()
    .em.execute<{ id: string; started_at: string; finished_at: string }[]>(
      `select id, started_at, finished_at from scheduling_task where id = any($1) order by started_at`,
      [ids],
    );
  expect(ends.map(({ id }) => id)).toEqual(ids);
  ends.slice(1).forEach(({ started_at }, at) => {
    expect(Date.parse(started_at)).toBeGreaterThanOrEqual(Date.parse(ends[at].finished_at));
  });
  // The later ones saw the places of the earlier ones: nobody is needed twice.
  const rows = await runs.publishedRows(semester);
  expect(new Set(rows.map(({ dayOfWeek, periodStart }) => `${dayOfWeek} ${periodStart}`)).size).toBe(3);
});

test('of more than three that wait the last is refused, and one that waits can be taken back', async () => {
  const semester = await runs.semester();
  const course = await runs.course();
  const body = runs.wish(semester, [courseRow(course, { number: 30 })]);
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) ids.push((await runs.start(body)).data.task_id as string);
  expect(await runs.start(body)).toMatchObject({
    status: 400,
    code: 40019,
    error_message: '您在该学期已有 3 个排课任务在排队（每人上限 3），请取消一个或等待其开始',
  });
  const { data } = await server.graphql(
    'mutation ($id: ID!) { cancelScheduling(id: $id) { status } }',
    { id: ids[2] },
    runs.planner,
  );
  expect(data).toEqual({ cancelScheduling: { status: 'CANCELLED' } });
  const { data: report } = await server.rest('schedulingTaskStatus', {
    token: runs.planner,
    path: { task_id: ids[2] },
  });
  expect(report).toMatchObject({ status: 'failed', message: '任务已取消' });
  expect(await runs.start(body)).toMatchObject({ status: 200 });
});

test('everything that speaks against a run is told at once, by name, and nothing is stored', async () => {
  const semester = await runs.semester();
  const untaught = await courseOf(server, runs.department, { theoryHours: 32, name: '无人课程' });
  const long = await runs.course({ theoryHours: 64, name: '长课程' });
  const elsewhere = await runs.course({ theoryHours: 32, name: '外系课程' }, await department(server));
  const group = await runs.group();
  const body = runs.wish(
    semester,
    [
      courseRow(untaught.id, { class_id: [group] }),
      courseRow(long, { class_id: [group] }),
      courseRow(elsewhere, { number: 30 }),
      courseRow(long, { weekly_hours: 5, is_odd_week: null, end_week: 20, number: 30 }),
    ],
    {
      priority_settings: { course_types: [{ course_type_uuid: runs.department, priority_level: 5 }] },
      time_preferences: {
        avoid_evening_courses: true,
        balance_weekday_courses: true,
        preferred_time_slots: [{ day_of_week: '3', period_start: 4, period_end: 2, priority_level: 7 }],
      },
    },
  );
  const { status, code, data, error_message: message } = await runs.start(body);
  expect([status, code]).toEqual([400, 40007]);
  const reasons = (data as unknown as string[]).join('\n');
  for (const part of [
    '此“无人课程”课程没有分配老师教学，请先批准任课资格',
    '课程 [长课程] 的课程类型 [MIXED] 课时无法完成: 计划课时 32 < 规定课时 64，请增加周课时或周次',
    '外系课程',
    '课程“长课程”每周 5 节是单数，须说明多出的课排在单周还是双周（isOddWeek）：true 为单周 6 节、双周 4 节',
    '第 20 周超出学期',
    `课程类型不存在：${runs.department}`,
    '时段校验失败：第3天 4-2节 结束节次应大于开始节次',
  ])
    expect(reasons).toContain(part);
  expect(message).toContain('此“无人课程”课程没有分配老师教学，请先批准任课资格；');
  const { em } = server.context();
  expect(await em.count(TeachingClass, { semester })).toBe(0);
  expect(await em.count(Timetable, { semester })).toBe(0);
});

test('a run is refused for another department, a disabled semester, no course and no wishes', async () => {
  const semester = await runs.semester();
  const rows = [courseRow(await runs.course(), { number: 30 })];
  const other = await department(server);
  expect(await runs.start(runs.wish(semester, rows, { department_uuid: other }))).toMatchObject({
    code: 40007,
    data: [expect.stringContaining('用户所属部门与所填写部门不一致')],
  });
  expect(await runs.start(runs.wish(await runs.semester({ isEnabled: false }), rows))).toMatchObject({
    code: 40017,
  });
  expect(await runs.start(runs.wish(semester, []))).toMatchObject({
    code: 40007,
    error_message: '课程ID列表为空，请至少填写一门本学期开设的课程',
  });
  expect(await runs.start(runs.wish(semester, [courseRow(runs.department)]))).toMatchObject({
    code: 40007,
    data: [
      `课程不存在：${runs.department}（scope_settings.specific_course_ids[0].course_id）`,
      '班级或者人数选择为空：必修课请填行政班，选修课请填选课人数（scope_settings.specific_course_ids[0].class_id）',
    ],
  });
  const { constraints: _, ...incomplete } = runs.wish('', rows);
  expect(await runs.start(incomplete)).toMatchObject({
    code: 40002,
    data: expect.arrayContaining(['学期主键不能为空', '排课约束不能为空']) as unknown,
  });
});

test('a task is seen by its department only, and shown to nobody else', async () => {
  const semester = await runs.semester();
  const { data } = await runs.start(runs.wish(semester, [courseRow(await runs.course(), { number: 30 })]));
  const path = { task_id: data.task_id as string };
  const stranger = await academicAffairs(server, await department(server));
  const colleague = await academicAffairs(server, runs.department);
  expect(await server.rest('schedulingTaskStatus', { token: stranger, path })).toMatchObject({ code: 40400 });
  expect(await server.rest('schedulingTaskStatus', { token: colleague, path })).toMatchObject({ code: 0 });
  expect(await server.rest('schedulingTaskList', { token: colleague })).toMatchObject({ data: [] });
  expect(await server.rest('schedulingDebugData', { token: stranger })).toMatchObject({ data: null });
});

test('a run for a college places what its departments offer, because a grant covers them', async () => {
  const semester = await runs.semester();
  const college = await department(server);
  const below = await department(server, { parent_department: college });
  const token = await academicAffairs(server, college);
  const course = await runs.course(undefined, below);
  const body = runs.wish(semester, [courseRow(course, { number: 30 })], { department_uuid: college });
  const { data, error_message } = await runs.start(body, token);
  expect(error_message).toBe('');
  await runs.work();
  expect(await runs.polled(data.task_id, token)).toMatchObject({ status: 'completed', progress: 100 });
  const { em } = server.context();
  const [{ placed }] = await em.execute<{ placed: number }[]>(
    `select count(*)::int as placed from class_assignment a join timetable t on t.id = a.timetable_id
     where t.semester_id = $1 and t.status = 'PUBLISHED' and a.day_of_week is not null`,
    [semester],
  );
  expect(placed).toBeGreaterThan(0);
});

test('base data has the courses of the department that somebody may teach, each once', async () => {
  const of = await department(server);
  const token = await academicAffairs(server, of);
  const course = await runs.course(undefined, of);
  await courseOf(server, of, { theoryHours: 32 });
  const { data } = await server.rest('schedulingBaseData', { token });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ course_library_uuid: course, department: of });
});

test('the buildings that are named are the only ones that are used', async () => {
  const semester = await runs.semester();
  const only = await roomsOf(server, { 普通教室: [80] });
  const scope = {
    specific_course_ids: [courseRow(await runs.course(), { number: 30 })],
    allowed_building_ids: [only],
  };
  const { data } = await runs.start(runs.wish(semester, [], { scope_settings: scope }));
  await runs.work();
  await runs.polled(data.task_id);
  const [row] = await server.context().em.execute<{ building_id: string }[]>(
    `select r.building_id from classroom r join class_assignment a on a.classroom_id = r.id
       join timetable t on t.id = a.timetable_id where t.semester_id = $1`,
    [semester],
  );
  expect(row.building_id).toBe(only);
  expect(row.building_id).not.toBe(runs.building);
});
