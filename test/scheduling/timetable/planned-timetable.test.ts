import { TeacherQualification } from '../../../src/entities/courses.js';
import { Semester } from '../../../src/entities/scheduling/semesters.js';
import { administrativeClass, department, teacher } from '../../organisation/college.js';
import type { TestServer } from '../../support/server.js';
import { apply, courseOf, roomsOf } from '../planned-courses.js';
import { endedTask, startWorkingServer } from '../support.js';

let server: TestServer;

beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

test('pairs of a plan stand at 1-2, 3-4 and so on, and no hour is lost (weaknesses 3, 6)', async () => {
  const offering = await department(server);
  await roomsOf(server, { 普通教室: [80, 80], 虚拟仿真实训室: [80] });
  const { em } = server.context();
  const dates = { startDate: '2030-09-02', endDate: '2030-12-22' };
  const semester = em.create(Semester, { name: '计划到课表', ...dates } as never) as Semester;
  const hours = [{ theoryHours: 48, labHours: 16 }, { theoryHours: 48 }, { theoryHours: 30, labHours: 18 }];
  const courses = [];
  for (const each of hours) {
    const { id } = await courseOf(server, offering, each);
    em.create(TeacherQualification, { course: id, teacher: await teacher(server, offering) } as never);
    courses.push(id);
  }
  await em.flush();
  const group = await administrativeClass(server, offering, { student_count: 40 });
  await apply(server, {
    semester: semester.id,
    courses: courses.map((course, at) => ({
      ...{ course, administrativeClasses: [group.administrative_class_uuid], kind: 'MIXED' },
      ...{ weekHours: [4, 3, 3][at], isOddWeek: at === 1, startWeek: 1, endWeek: 16 },
    })),
  });

  const started = await server.graphql(
    'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
    { input: { semester: semester.id } },
  );
  const { id } = started.data.startScheduling;
  await endedTask(server.runtime.app, id as string, 30);
  const { data } = await server.graphql(
    `query ($id: ID!) { schedulingTask(id: $id) { status timetable { unplacedCount assignments {
       teachingClass { course { id } } time { periodStart periodEnd weeks } } } } }`,
    { id },
  );
  const { status, timetable } = data.schedulingTask;
  expect([status, timetable.unplacedCount]).toEqual(['COMPLETED', 0]);
  const placed = timetable.assignments as Record<string, any>[];
  expect(placed.filter(({ time }) => time.periodStart % 2 === 0 || time.periodEnd % 2 === 1)).toEqual([]);
  const hoursOf = (course: string): number =>
    placed
      .filter(({ teachingClass }) => teachingClass.course.id === course)
      .reduce((sum, { time }) => sum + (time.periodEnd - time.periodStart + 1) * time.weeks.length, 0);
  expect(courses.map(hoursOf)).toEqual([64, 48, 48]);
});
