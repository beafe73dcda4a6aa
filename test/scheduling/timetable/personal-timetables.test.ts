import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { startWorker } from '../../../src/jobs/worker.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { tasks } from '../../../src/services/scheduling/runs/tasks.js';
import { publishing } from '../../../src/services/scheduling/drafts/publishing.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addStudentOf, tokenOf } from '../people.js';
import { endedTask, limitedInMoves } from '../support.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let draftId: string;

beforeAll(async () => {
  server = await startTestServer();
  university = await makeUniversity(server.runtime.app);
  const worker = await startWorker(server.runtime.app, limitedInMoves);
  const { id } = await tasks.start(server.context(), { semester: university.semester.id });
  draftId = (await endedTask(server.runtime.app, id, 30)).timetable as string;
  await worker.stop();
});
afterAll(() => server.stop());

const fields = `semester { id name startDate endDate } items { assignmentId courseName teacherName
  teachingClassName campusName
  buildingName classroomName creditHourTypeId totalHours dayOfWeek periodStart periodEnd
  consecutivePeriods week }`;
const teacherQuery = `query ($semester: ID) { teacherTimetable(semester: $semester) { ${fields} } }`;
const studentQuery = `query ($semester: ID) { studentTimetable(semester: $semester) { ${fields} } }`;

test('weakness 12: teachers and students see what is published, and nothing where nothing is', async () => {
  const student = await addStudentOf(server, university.classes[1].id);
  const tokens = {
    teacher: await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[1].id }),
    student: await tokenOf(server, RoleKey.STUDENT, { student: student.id }),
  };
  const read = async (): Promise<any[]> => {
    const ofTeacher = await server.graphql(teacherQuery, {}, tokens.teacher);
    const ofStudent = await server.graphql(studentQuery, {}, tokens.student);
    return [ofTeacher.data.teacherTimetable, ofStudent.data.studentTimetable];
  };
  const semester = {
    id: university.semester.id,
    name: 'u semester',
    startDate: '2026-09-07',
    endDate: '2026-12-27',
  };
  expect(await read()).toEqual([
    { semester, items: [] },
    { semester, items: [] },
  ]);

  await publishing.publish(server.context(), draftId, {});

  const [ofTeacher, ofStudent] = await read();
  // Two meetings in each of 16 weeks.
  expect(ofTeacher.items).toHaveLength(32);
  expect(ofStudent).toEqual(ofTeacher);
  const nested = await server.graphql(
    `{ studentTimetable(weekTo: 1) { items { course { name } teacher { name } classroom { name }
         teachingClass { groups { administrativeClass { name } } } } } }`,
    {},
    tokens.student,
  );
  expect(nested.data.studentTimetable.items[0]).toEqual({
    course: { name: ofStudent.items[0].courseName },
    teacher: { name: ofStudent.items[0].teacherName },
    classroom: { name: ofStudent.items[0].classroomName },
    teachingClass: { groups: [{ administrativeClass: { name: university.classes[1].name } }] },
  });
  expect(ofTeacher.items.map(({ week }: { week: number }) => week)).toEqual(
    Array.from({ length: 32 }, (_, at) => Math.floor(at / 2) + 1),
  );
  expect(ofTeacher.items[0]).toMatchObject({
    courseName: 'K1',
    teacherName: 'T1',
    teachingClassName: 'K1',
    campusName: 'u campus',
    buildingName: 'u building',
    creditHourTypeId: null,
    totalHours: 64,
    consecutivePeriods: 2,
    week: 1,
  });
});

test('a disabled teaching class is in nobody’s timetable', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[2].id });
  const em = server.context().em;
  await em.nativeUpdate(TeachingClass, { id: university.teachingClasses[2].id }, { isEnabled: false });
  const { data } = await server.graphql(teacherQuery, {}, token);
  expect(data.teacherTimetable.items).toEqual([]);
});

test(
  'accounts without a person, unknown semesters and a missing current one are refused as ' + 'such',
  async () => {
    const leader = await tokenOf(server, RoleKey.LEADER);
    const teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
    const unknown = { semester: '01939393-9393-7393-8393-939393939393' };
    const codeOf = async (query: string, variables: object, token: string): Promise<unknown> =>
      (await server.graphql(query, variables, token)).errors?.[0].extensions.code;
    expect(await codeOf(teacherQuery, {}, server.administrator)).toBe('OPERATION_DENIED');
    expect(await codeOf(studentQuery, {}, server.administrator)).toBe('OPERATION_DENIED');
    expect(await codeOf(studentQuery, {}, teacher)).toBe('FORBIDDEN');
    expect(await codeOf(teacherQuery, {}, leader)).toBe('FORBIDDEN');
    expect(await codeOf(teacherQuery, unknown, teacher)).toBe('NOT_FOUND');
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateSemester(id: $id, input: { isEnabled: false }) { id } }',
      { id: university.semester.id },
    );
    expect(errors).toBeUndefined();
    const missing = await server.graphql(teacherQuery, {}, teacher);
    expect(missing.errors?.[0].extensions.code).toBe('NOT_FOUND');
    // A disabled semester can be read when it is named.
    expect(await codeOf(teacherQuery, { semester: university.semester.id }, teacher)).toBeUndefined();
  },
);

test('drafts, archived revisions and tasks are for planners', async () => {
  const leader = await tokenOf(server, RoleKey.LEADER);
  const planner = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const em = server.context().em;
  const { semester } = university;
  const draft = em.create(Timetable, { semester: semester.id, revision: 9 } as never);
  await em.flush();
  const query = `query ($semester: ID!) { timetables(semester: $semester) { items { revision } total }
    timetable(semester: $semester, revision: 9) { id } }`;
  const seenBy = async (token: string): Promise<unknown> =>
    (await server.graphql(query, { semester: semester.id }, token)).data;
  expect(await seenBy(planner)).toEqual({
    timetables: { items: [{ revision: 9 }, { revision: 1 }], total: 2 },
    timetable: { id: draft.id },
  });
  expect(await seenBy(leader)).toEqual({
    timetables: { items: [{ revision: 1 }], total: 1 },
    timetable: null,
  });
  const forbidden = await server.graphql('{ schedulingTasks { total } }', {}, leader);
  expect(forbidden.errors?.[0].extensions.code).toBe('FORBIDDEN');
  const allowed = await server.graphql('{ schedulingTasks { total items { status } } }');
  expect(allowed.data.schedulingTasks).toEqual({ total: 1, items: [{ status: 'COMPLETED' }] });
});

test('bug: every assignment of a week opens by the identifier that it has there', async () => {
  const student = await addStudentOf(server, university.classes[1].id);
  const token = await tokenOf(server, RoleKey.STUDENT, { student: student.id });
  const query = { semester_uuid: university.semester.id };
  const { data } = await server.rest('timetableStudent', { token, query });
  const items: Record<string, string>[] = data.schedule_items;
  const ids = [...new Set(items.map((item) => item.class_assignment_uuid))];
  expect(ids.length).toBeGreaterThan(0);
  for (const class_assignment_uuid of ids) {
    const path = { class_assignment_uuid };
    const opened = await server.rest('classAssignmentGet', { token: server.administrator, path });
    const of = items.find((item) => item.class_assignment_uuid === class_assignment_uuid)!;
    expect(opened).toMatchObject({
      status: 200,
      data: { class_assignment_uuid, teaching_class_uuid: of.teaching_class_uuid },
    });
  }
});

test('/api/v1 gives the same items under the names that clients read', async () => {
  const student = await addStudentOf(server, university.classes[1].id);
  const teacherToken = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[1].id });
  const studentToken = await tokenOf(server, RoleKey.STUDENT, { student: student.id });
  const semester_uuid = university.semester.id;

  const ofStudent = await server.rest('timetableStudent', { token: studentToken, query: { semester_uuid } });
  expect(ofStudent.data.semester).toEqual({
    semester_uuid,
    semester_name: 'u semester',
    start_date: '2026-09-07',
    end_date: '2026-12-27',
  });
  expect(ofStudent.data.schedule_items).toHaveLength(32);
  expect(ofStudent.data.schedule_items[0]).toMatchObject({ teacher_name: 'T1', course_name: 'K1', week: 1 });
  const ofTeacher = await server.rest('timetableTeacher', { token: teacherToken, query: { semester_uuid } });
  expect(ofTeacher.data.schedule_items).toEqual(ofStudent.data.schedule_items);

  const unknown = { query: { semester_uuid: '019aa000-0000-7000-8000-00000000dead' } };
  expect(await server.rest('timetableTeacher', { token: teacherToken, ...unknown })).toMatchObject({
    status: 404,
    code: 40400,
    error_message: expect.stringContaining('学期不存在'),
  });
  const administrator = { token: server.administrator, query: { semester_uuid } };
  expect(await server.rest('timetableTeacher', administrator)).toMatchObject({
    code: 40021,
    error_message: '当前用户不是教师，请联系管理员关联账号',
  });
  expect(await server.rest('timetableStudent', administrator)).toMatchObject({
    code: 40021,
    error_message: '当前用户不是学生，请联系管理员关联账号',
  });
  expect(await server.rest('timetableStudent', { token: teacherToken })).toMatchObject({
    status: 403,
    code: 40301,
  });
});
