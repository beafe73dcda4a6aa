import { Student } from '../../../src/entities/people.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { Classroom } from '../../../src/entities/places.js';
import { administrativeClass, student } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { roomsOf } from '../planned-courses.js';

let server: TestServer;
let runs: DepartmentRuns;

/** Every test has a semester of its own. */
beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
  await runs.work();
});
afterAll(async () => {
  await runs.rest();
  await server.stop();
});

/** The numbers of students of the teaching classes that are held, in the order of their codes. */
async function sizesIn(semester: string): Promise<number[]> {
  const of = { semester, isEnabled: true };
  const all = await server.context().em.find(TeachingClass, of, { orderBy: { code: 'asc' } });
  return all.map(({ studentCount }) => studentCount);
}

test('bug: a class whose number nobody typed in is as large as its students', async () => {
  const semester = await runs.semester();
  const made = await administrativeClass(server, runs.department);
  const students = [];
  for (let at = 0; at < 13; at++) students.push(await student(server, made));
  const { em } = server.context();
  await em.nativeUpdate(Student, { id: students[0] }, { isGraduated: true });
  const id = made.administrative_class_uuid as string;
  // More are expected than there are students by now.
  const planned = await administrativeClass(server, runs.department, { student_count: 40 });
  await student(server, planned);

  const other = planned.administrative_class_uuid as string;
  const building = await roomsOf(server, { 普通教室: [10, 12, 40] });
  const rows = [courseRow(await runs.course(), { class_id: [id] })];
  const wish = runs.wish(semester, rows, {
    scope_settings: { specific_course_ids: rows, allowed_building_ids: [building] },
  });
  await runs.run(wish);
  expect(await sizesIn(semester)).toEqual([12]);
  const [{ classroom }] = await runs.publishedRows(semester);
  expect((await em.findOneOrFail(Classroom, { id: classroom!.id })).capacity).toBeGreaterThanOrEqual(12);
  const shown = await server.rest('administrativeClassGet', {
    token: runs.planner,
    path: { administrative_class_uuid: id },
  });
  expect(shown.data).toMatchObject({ student_count: 0 });

  const next = await runs.semester();
  await runs.run(runs.wish(next, [courseRow(await runs.course(), { class_id: [other] })]));
  expect(await sizesIn(next)).toEqual([40]);
});

test('bug: hours that a course lacks are told as the catalogue has them, not rounded', async () => {
  const course = await runs.course({ theoryHours: 32.5, name: '半课时' });
  const row = courseRow(course, { class_id: [await runs.group()], course_enu_type: 'THEORY' });
  const { code, data } = await runs.start(runs.wish(await runs.semester(), [row]));
  expect([code, data]).toEqual([
    40007,
    [expect.stringContaining('课时无法完成: 计划课时 32 < 规定课时 32.5（按 33 排），请增加周课时或周次')],
  ]);
});

/** Asks for so many students of an elective; gives what was told at the start. */
async function elective(semester: string, course: string, number: number, more = {}): Promise<string> {
  const row = courseRow(course, { number, course_enu_type: 'THEORY', ...more });
  const { data, message, error_message } = await runs.start(runs.wish(semester, [row]));
  if (!data?.task_id) throw new Error(error_message);
  expect(await runs.polled(data.task_id as string)).toMatchObject({ status: 'completed' });
  return message as string;
}

test('bug: the same elective asked for again is placed anew, not a second time beside it', async () => {
  const semester = await runs.semester();
  const course = await runs.course({ theoryHours: 32, name: '口译' });
  expect(await elective(semester, course, 60)).toBe('开始排课');
  const [placed] = await runs.publishedRows(semester);

  expect(await elective(semester, course, 60)).toBe(
    '开始排课；“口译”（理论）本学期已有可容纳 60 人的教学班，填写的人数为总人数，本次重新安排，不增加',
  );
  expect(await sizesIn(semester)).toEqual([60]);
  const [again, ...others] = await runs.publishedRows(semester);
  expect([again.id, others]).toEqual([placed.id, []]);

  // Fewer students take no places from those who are there already.
  await elective(semester, course, 30);
  expect(await sizesIn(semester)).toEqual([60]);

  expect(await elective(semester, course, 100)).toBe(
    '开始排课；“口译”（理论）本学期已有可容纳 60 人的教学班，填写的人数为总人数，本次增加 40 人，已排的不变',
  );
  expect(await sizesIn(semester)).toEqual([60, 40]);
  expect((await runs.publishedRows(semester)).map(({ id }) => id)).toContain(placed.id);
  // More hours in a week are the same elective again, other weeks are another one.
  await elective(semester, course, 100, { weekly_hours: 4 });
  expect(await sizesIn(semester)).toEqual([50, 50]);
  expect(await elective(semester, course, 30, { weekly_hours: 4, start_week: 9 })).toBe('开始排课');
  expect(await sizesIn(semester)).toEqual([50, 50, 30]);
});

test('an elective in which students are enrolled stays as it is, and counts', async () => {
  const semester = await runs.semester();
  const course = await runs.course({ theoryHours: 32, name: '书法' });
  await elective(semester, course, 60);
  const { em } = server.context();
  const teachingClass = await em.findOneOrFail(TeachingClass, { semester });
  const home = await administrativeClass(server, runs.department);
  em.create(Enrolment, { teachingClass: teachingClass.id, student: await student(server, home) } as never);
  await em.flush();
  const before = await runs.everyRow(semester);

  const { code, data } = await runs.start(
    runs.wish(semester, [courseRow(course, { number: 60, course_enu_type: 'THEORY' })]),
  );
  expect([code, data]).toEqual([
    40007,
    [
      '没有可安排的教学班：“书法”（理论）本学期已有可容纳 60 人的教学班，填写的人数为总人数，本次重新安排，不增加；' +
        '其中 1 个已有学生选课，保持不变；如需增加，请填写更大的总人数（scope_settings.specific_course_ids）',
    ],
  ]);
  expect(await runs.everyRow(semester)).toEqual(before);

  expect(await elective(semester, course, 100)).toBe(
    '开始排课；“书法”（理论）本学期已有可容纳 60 人的教学班，填写的人数为总人数，本次增加 40 人，已排的不变',
  );
  expect(await sizesIn(semester)).toEqual([60, 40]);
  const after = await runs.everyRow(semester);
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
});
