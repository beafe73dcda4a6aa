import { Student } from '../../../src/entities/people.js';
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
