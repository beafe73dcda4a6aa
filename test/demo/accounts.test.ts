import { ensureDemoAccounts, type DemoAccount } from '../../src/demo/accounts.js';
import { loadDemo } from '../../src/demo/load.js';
import { demoUniversity } from '../../src/demo/university.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** The accounts of the demo, as somebody meets them who signs in to a client of /api/v1. */
const university = demoUniversity(1);

let server: TestServer;
let accounts: DemoAccount[];

beforeAll(async () => {
  server = await startTestServer({ initialised: false });
  await loadDemo(server.context());
  accounts = await ensureDemoAccounts(server.context(), university);
});
afterAll(() => server.stop());

const signIn = (user: string): Promise<string> =>
  server.signIn(user, accounts.find((account) => account.user === user)!.password);

test('there is one of each role, of 教务 one for a college and one for a single department', () => {
  expect(accounts.map(({ role, user }) => [user, role])).toEqual([
    ['demo-admin', '管理员'],
    ['demo-affairs', '教务（信息工程学院及其各系）'],
    ['demo-department', '教务（化学工程学院）'],
    ['demo-teacher', '教师'],
    ['demo-student', '学生'],
  ]);
});

/** What the pages of 教务 ask for, each for the department that the account was granted. */
const pages = {
  administrativeClassListAcademic: 'department_uuid',
  administrativeClassListAll: 'department_uuid',
  coursePage: 'department_uuid',
  courseList: 'course_department_uuid',
  majorPageAcademic: null,
  majorList: 'department',
  studentPage: 'department_uuid',
  teacherPage: 'department',
  teacherList: 'department_uuid',
  teacherCourseQualificationPage: 'department_uuid',
  teacherPreferencePage: null,
} as const;

test.each(['demo-affairs', 'demo-department'])('every page list of %s is filled', async (user) => {
  const token = await signIn(user);
  const { data: grant } = await server.rest('academicAffairsPermissionCurrent', { token });
  for (const [operation, department] of Object.entries(pages)) {
    const query = { page: 1, size: 50, ...(department && { [department]: grant.department }) };
    const { status, data } = await server.rest(operation, { token, query });
    expect({ operation, status, isEmpty: (data.records ?? data).length === 0 }).toEqual({
      operation,
      status: 200,
      isEmpty: false,
    });
  }
});

test('the automatic page of 教务 is offered compulsory courses for whole classes', async () => {
  const token = await signIn('demo-affairs');
  const { data: grant } = await server.rest('academicAffairsPermissionCurrent', { token });
  const query = { course_department_uuid: grant.department };
  const { data: courses } = await server.rest('courseList', { token, query });
  const named = courses.filter(({ property }: { property: string }) => property === '必修');
  expect(named.length).toBeGreaterThan(20);
});

test('the student of the demo has elected a course, among what the whole class attends', async () => {
  const token = await signIn('demo-student');
  const { data } = await server.graphql(
    `{ enrolments { items { teachingClass { name meetings { sequence } } student { code } } } }`,
    {},
    token,
  );
  const [{ teachingClass, student }, ...others] = data.enrolments.items;
  expect(others).toEqual([]);
  expect(student.code).toBe(university.showcase.student);
  expect(teachingClass.name).toMatch(/全校选修/);
  expect(teachingClass.meetings.length).toBeGreaterThan(0);
});
