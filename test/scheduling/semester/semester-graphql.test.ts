import { uploaded } from '../../imports/support/upload.js';
import type { TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { workbook } from '../../workbook/support/workbook.js';
import { startWorkingServer } from '../support.js';

/**
 * One semester as its staff would go through it. Each step goes on where the one before ended, and nothing is
 * done past GraphQL.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

type Values = Record<string, any>;

/** What a field answers to somebody. @throws when it is refused */
async function ask(field: string, token = server.administrator, kind = 'query'): Promise<any> {
  const { data, errors } = await server.graphql(`${kind} { it: ${field} }`, {}, token);
  if (errors) throw new Error(`${field}: ${errors[0].message}`);
  return data.it;
}
const change = (field: string, token?: string): Promise<any> => ask(field, token, 'mutation');

/** Stores a record of a noun. Gives its id. */
async function created(noun: string, input: Values, token = server.administrator): Promise<string> {
  const document = `mutation ($input: ${noun}Input!) { it: create${noun}(input: $input) { id } }`;
  const { data, errors } = await server.graphql(document, { input }, token);
  if (errors) throw new Error(`${noun}: ${errors[0].message} ${JSON.stringify(errors[0].extensions)}`);
  return data.it.id;
}

/** Imports the rows of a workbook, all of which are stored. */
async function imported(name: string, rows: readonly (readonly string[])[], token: string): Promise<void> {
  const document = `mutation ($file: Upload!) { it: import${name}(file: $file) { successCount failures {
    row reason } } }`;
  const { data, errors } = await uploaded(server, document, workbook(rows), { token });
  if (errors) throw new Error(`${name}: ${errors[0].message}`);
  expect(data.it).toEqual({ successCount: rows.length - 1, failures: [] });
}

/** The account that a teacher or student opens with the initial password. Gives the token. */
async function registered(number: string, isStudent: boolean): Promise<string> {
  const input = {
    number,
    isStudent,
    name: `user-${number}`,
    email: `${number}@example.com`,
    phone: `137${number.slice(-1).padStart(8, isStudent ? '1' : '2')}`,
    initialPassword: `${isStudent ? 'stu' : 'te'}${number}`,
    newPassword: 'Chosen123',
  };
  const document = 'mutation ($input: RegistrationInput!) { register(input: $input) }';
  const { errors } = await server.graphql(document, { input }, null);
  if (errors) throw new Error(errors[0].message);
  return server.signIn(`user-${number}`, 'Chosen123');
}

const idsByName = async (options: string, token?: string): Promise<Map<string, string>> =>
  new Map((await ask(`${options} { id name }`, token)).map(({ id, name }: Values) => [name, id]));

/** What one step leaves to the next. */
const known: {
  planner: string;
  teacher: string;
  student: string;
  semester: string;
  classId: string;
  courses: Map<string, string>;
  teachers: Map<string, string>;
  students: Map<string, string>;
  draft: string;
  published: string;
} = {} as never;

/** The university is entered, and its people and courses are imported from workbooks. */
async function entered(): Promise<void> {
  const [category] = (await idsByName('unitCategoryOptions')).values();
  const [type] = (await idsByName('unitTypeOptions')).values();
  const roomTypes = await idsByName('classroomTypeOptions');
  const roles = await idsByName('roleOptions');
  const isEnabled = true;
  const department = await created('Department', {
    code: 'MATH',
    name: '数学学院',
    order: 1,
    category,
    type,
    establishedOn: '1990-01-01',
    isEntity: true,
    isTeachingCollege: true,
    isAttendingCollege: true,
    isTeachingOffice: false,
    isEnabled,
  });
  const campus = { name: '东校区', code: 'E', address: '一号', description: '主', isEnabled };
  const building = { name: '一号楼', campus: await created('Campus', campus), isEnabled };
  const buildingId = await created('Building', building);
  for (const number of [101, 102]) {
    await created('Classroom', {
      code: `R${number}`,
      name: `一号楼${number}`,
      building: buildingId,
      floor: '1',
      type: roomTypes.get('普通教室'),
      capacity: 60,
      area: 80,
      isEnabled,
      isExaminationRoom: false,
      hasMultimedia: true,
      isAirConditioned: true,
    });
  }
  const major = { name: '应用数学', code: 'AM', department, educationYears: 4, trainingLevel: '本科' };
  const grade = { name: '2026级', year: 2026, startDate: '2026-09-01' };
  known.classId = await created('AdministrativeClass', {
    code: 'AM2601',
    name: '应数2601',
    department,
    major: await created('Major', major),
    grade: await created('Grade', grade),
    studentCount: 40,
  });
  known.semester = await created('Semester', {
    name: '2026-2027-1',
    startDate: '2026-09-07',
    endDate: '2026-12-27',
    isEnabled,
  });
  await change(`setCurrentSemester(id: "${known.semester}") { id }`);
  const account = { name: 'planner', email: 'planner@example.com', phone: '13911112222' };
  const role = roles.get('教务');
  const input = { ...account, password: 'Planner123-gate', role, department, scope: 1, permissions: [] };
  const user = `mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }`;
  expect((await server.graphql(user, { input })).errors).toBeUndefined();
  known.planner = await server.signIn('planner', 'Planner123-gate');

  const teacherRows = [
    ['教师工号 *', '教师姓名 *', '教师性别 *', '教师类型 *'],
    ['T1', '陈老师', '女', '讲师'],
    ['T2', '周老师', '男', '讲师'],
  ];
  await imported('Teachers', teacherRows, known.planner);
  const studentRows = ['1', '2'].map((code) => {
    return ['数学学院', '应用数学', '2026级', '应数2601', code, `学生${code}`, '男'];
  });
  const studentHeadings = ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'];
  await imported('Students', [studentHeadings, ...studentRows], known.planner);
  const courseHeadings = ['课程ID*', '课程名称*', '课程类型*', '所属部门*', '理论课时'];
  const courseRows = [
    ['M1', '数学分析'],
    ['M2', '线性代数'],
    ['M3', '数学史'],
  ].map((names) => [...names, 'A类(纯理论课)', '数学学院', '32']);
  await imported('Courses', [courseHeadings, ...courseRows], known.planner);
  known.courses = await idsByName('courseOptions', known.planner);
  known.teachers = await idsByName('teacherOptions', known.planner);
  known.students = await idsByName('studentOptions', known.planner);
  expect([known.courses.size, known.teachers.size, known.students.size]).toEqual([3, 2, 2]);
}

/** Teachers apply for courses, are approved, and say when they prefer to teach. */
async function qualified(): Promise<void> {
  known.teacher = await registered('T1', false);
  known.student = await registered('1', true);
  const values = { level: 2, isPrimary: true, teachYears: 3 };
  const apply = `mutation ($input: TeacherQualificationInput!) { it: applyForTeacherQualification(
    input: $input) { id status } }`;
  const own = { ...values, teacher: known.teachers.get('陈老师'), course: known.courses.get('数学分析') };
  const applied = await server.graphql(apply, { input: own }, known.teacher);
  expect(applied.data.it.status).toBe('PENDING');
  for (const course of ['线性代数', '数学史']) {
    const input = { ...values, teacher: known.teachers.get('周老师'), course: known.courses.get(course) };
    await created('TeacherQualification', input, known.planner);
  }
  const { items } = await ask('teacherQualifications { items { id status } }', known.planner);
  expect(items).toHaveLength(3);
  for (const { id, status } of items)
    if (status === 'PENDING')
      await change(`reviewTeacherQualification(id: "${id}" status: APPROVED) { status }`, known.planner);
  for (const period of [1, 2]) {
    const wish = { semester: known.semester, dayOfWeek: 3, period, level: 5, reason: '上午效率高' };
    await created('TeacherPreference', wish, known.teacher);
  }
}

/** What is taught is planned, looked at and stored, and a student elects a course. */
async function planned(): Promise<void> {
  const course = (name: string, more: Values): Values => {
    return {
      course: known.courses.get(name),
      weekHours: 2,
      kind: 'THEORY',
      startWeek: 1,
      endWeek: 16,
      ...more,
    };
  };
  const input = {
    semester: known.semester,
    courses: [
      course('数学分析', { administrativeClasses: [known.classId] }),
      course('线性代数', { administrativeClasses: [known.classId] }),
      course('数学史', { studentCount: 30, administrativeClasses: [] }),
    ],
  };
  const shown = '{ teachingClasses { id code name hours isCompulsory meetings { id } } warnings { kind } }';
  const plan = async (operation: string): Promise<any> => {
    const kind = operation === 'planSemester' ? 'query' : 'mutation';
    const document = `${kind} ($input: SemesterPlanInput!) { it: ${operation}(input: $input) ${shown} }`;
    const { data, errors } = await server.graphql(document, { input }, known.planner);
    expect(errors).toBeUndefined();
    return data.it;
  };
  const planned = await plan('planSemester');
  expect(planned.teachingClasses.map(({ hours }: Values) => hours)).toEqual([32, 32, 32]);
  expect((await ask(`teachingClasses(semester: "${known.semester}") { total }`)).total).toBe(0);
  const applied = await plan('applySemesterPlan');
  const elective = applied.teachingClasses.find(({ isCompulsory }: Values) => !isCompulsory);
  await imported(
    'Enrolments',
    [
      ['选修教学班编码', '学号'],
      [elective.code, '1'],
    ],
    known.planner,
  );
  const enrolled = await ask('enrolments { items { student { name } } }', known.planner);
  expect(enrolled.items).toEqual([{ student: { name: '学生1' } }]);
}

/** A run is started and followed to its end; its draft has every meeting and no clash. */
async function scheduled(): Promise<void> {
  const input = { semester: known.semester, timeLimitSeconds: 5 };
  const start = 'mutation ($input: StartSchedulingInput!) { it: startScheduling(input: $input) { id } }';
  const { data, errors } = await server.graphql(start, { input }, known.planner);
  expect(errors).toBeUndefined();
  const client = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, known.planner);
  const follow = `subscription ($id: ID!) { schedulingTask(id: $id) { status stage progress placedCount
    failure timetable { id unplacedCount } } }`;
  client.subscribe('1', follow, { id: data.it.id });
  const states: Values[] = [];
  for (let message = await client.next(); message.type === 'next'; message = await client.next())
    states.push(message.payload.data.schedulingTask);
  await client.end();
  const shares = states.map(({ progress }) => progress);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', failure: null, placedCount: 3 });
  known.draft = states.at(-1)!.timetable.id;
  expect(states.at(-1)!.timetable.unplacedCount).toBe(0);
  const { total } = await ask(`conflicts(timetable: "${known.draft}") { total }`, known.planner);
  expect(total).toBe(0);
}

const placed = `meeting { id teachingClass { name course { name } } } time { dayOfWeek periodStart }
  classroom { id name } teacher { id name }`;
const assignments = async (timetable: 'draft' | 'published', token = known.planner): Promise<Values[]> => {
  const { items } = await ask(
    `timetables(semester: "${known.semester}") { items { id assignments { ${placed} } } }`,
    token,
  );
  return items.find(({ id }: Values) => id === known[timetable]).assignments;
};
const of = async (course: string, timetable: 'draft' | 'published' = 'draft'): Promise<Values> =>
  (await assignments(timetable)).find(({ meeting }) => meeting.teachingClass.course.name === course)!;
const move = (timetable: string, { meeting }: Values, place: string, more = ''): Promise<any> =>
  change(
    `moveMeeting(timetable: "${timetable}" meeting: "${meeting.id}" place: { ${place} } ${more}) {
      isApplicable clashes { text } change { number } }`,
    known.planner,
  );

/** The planner inspects clashes, accepts one, takes it back and follows a suggestion. */
async function adjusted(): Promise<void> {
  const [analysis, algebra] = [await of('数学分析'), await of('线性代数')];
  // The wish of the teacher is kept.
  expect(analysis.time).toEqual({ dayOfWeek: 3, periodStart: 1 });
  const { time, classroom } = analysis;
  const onto = `dayOfWeek: ${time.dayOfWeek} periodStart: ${time.periodStart} classroom: "${classroom.id}"`;
  const told = await move(known.draft, algebra, onto, 'isDryRun: true');
  expect(told).toMatchObject({ isApplicable: false, change: null });
  expect(told.clashes.map(({ text }: Values) => text).join()).toMatch(/Class "应数2601".*Wednesday/);
  await expect(move(known.draft, algebra, onto)).rejects.toThrow(/数学分析/);

  await move(known.draft, algebra, onto, 'acceptsClashes: true reason: "合班"');
  const list = `conflicts(timetable: "${known.draft}") { items { kind status note } }`;
  const { items } = await ask(list, known.planner);
  expect(items.map(({ kind, status }: Values) => `${kind} ${status}`).toSorted()).toEqual([
    'CLASS IGNORED',
    'ROOM IGNORED',
  ]);
  await change(`undoChange(timetable: "${known.draft}") { number }`, known.planner);
  expect((await ask(list, known.planner)).items).toEqual([]);
  expect((await of('线性代数')).time).toEqual(algebra.time);

  const [best] = await ask(
    `suggestions(timetable: "${known.draft}" meeting: "${algebra.meeting.id}" max: 1) {
       items { meeting { id } to { dayOfWeek periodStart classroom { id } teacher { id } } } }`,
    known.planner,
  );
  const [{ to }] = best.items;
  const place = `dayOfWeek: ${to.dayOfWeek} periodStart: ${to.periodStart} classroom: "${to.classroom.id}"`;
  expect((await move(known.draft, algebra, place)).clashes).toEqual([]);
  await change(`lockMeeting(timetable: "${known.draft}" meeting: "${analysis.meeting.id}") { number }`);
}

/** What somebody sees in week 2 of the own timetable. */
const seen = async (who: 'teacher' | 'student'): Promise<string[]> => {
  const { items } = await ask(
    `${who}Timetable(weekFrom: 2 weekTo: 2) { items { courseName dayOfWeek periodStart } }`,
    known[who],
  );
  return items
    .map(({ courseName, dayOfWeek, periodStart }: Values) => `${courseName} ${dayOfWeek}-${periodStart}`)
    .toSorted();
};
const written = ({ meeting, time }: Values): string =>
  `${meeting.teachingClass.course.name} ${time.dayOfWeek}-${time.periodStart}`;

/** Teachers and students see nothing before it is published, and then their own. */
async function published(): Promise<void> {
  expect(await seen('teacher')).toEqual([]);
  expect(await seen('student')).toEqual([]);
  const { affected } = await change(
    `rehearsePublishing(id: "${known.draft}") { affected { studentCount } }`,
    known.planner,
  );
  expect(affected.studentCount).toBe(2);
  await change(`publishTimetable(id: "${known.draft}") { status }`, known.planner);
  known.published = known.draft;
  const all = (await assignments('published')).map(written).toSorted();
  expect(all).toHaveLength(3);
  expect(await seen('student')).toEqual(all);
  expect(await seen('teacher')).toEqual([written(await of('数学分析', 'published'))]);
}

/** The published timetable is changed, a draft replaces it, and that is rolled back. */
async function rolledBack(): Promise<void> {
  const algebra = await of('线性代数', 'published');
  await move(known.published, algebra, 'dayOfWeek: 5 periodStart: 7', 'reason: "教师出差"');
  expect(await seen('student')).toContain('线性代数 5-7');

  const draft = await change(`createDraft(semester: "${known.semester}") { id }`, known.planner);
  await move(draft.id, algebra, 'dayOfWeek: 4 periodStart: 5');
  expect(await seen('student')).toContain('线性代数 5-7');
  await change(`publishTimetable(id: "${draft.id}") { id }`, known.planner);
  expect(await seen('student')).toContain('线性代数 4-5');

  const back = await change(
    `rollBackTimetable(id: "${known.published}" reason: "排错") { revision status }`,
    known.planner,
  );
  expect(back).toMatchObject({ status: 'PUBLISHED' });
  expect(await seen('student')).toContain('线性代数 5-7');
  const { items } = await ask(
    `timetables(semester: "${known.semester}") { items { status } }`,
    known.planner,
  );
  expect(items.map(({ status }: Values) => status)).toEqual(['PUBLISHED', 'ARCHIVED', 'ARCHIVED']);
}

test('a semester, from an empty university to the timetables of its people', async () => {
  for (const step of [entered, qualified, planned, scheduled, adjusted, published, rolledBack]) await step();
}, 120_000);
