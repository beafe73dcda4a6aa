import { startTestServer, type TestServer } from '../support/server.js';
import {
  academicAffairs,
  administrativeClass,
  classValues,
  department,
  grade,
  major,
  signedIn,
  student,
  teacher,
} from './college.js';

/** Who sees and changes which rows: two departments, A and B, with a member of academic affairs each. */
let server: TestServer;
let departmentA: string;
let departmentB: string;
let classA: Record<string, any>;
let classB: Record<string, any>;
const tokens: Record<'affairsOfA' | 'affairsOfB' | 'teacher' | 'student', string> = {} as never;

beforeAll(async () => {
  server = await startTestServer();
  [departmentA, departmentB] = [await department(server), await department(server)];
  const counselor = await teacher(server, departmentA, 'TA');
  classA = await administrativeClass(server, departmentA, { counselor_uuid: counselor });
  classB = await administrativeClass(server, departmentB);
  await teacher(server, departmentB, 'TB');
  const monitor = await student(server, classA, 'SA');
  await student(server, classA, 'SB');
  await server.rest('administrativeClassUpdate', {
    token: server.administrator,
    path: { administrative_class_uuid: classA.administrative_class_uuid },
    body: { monitor_uuid: monitor },
  });
  tokens.affairsOfA = await academicAffairs(server, departmentA);
  tokens.affairsOfB = await academicAffairs(server, departmentB);
  tokens.teacher = await signedIn(server, { isStudent: false, number: 'TB' });
  tokens.student = await signedIn(server, { isStudent: true, number: 'SB' });
});
afterAll(() => server.stop());

const kinds = [
  {
    what: 'major',
    key: 'major_uuid',
    idOf: (homeClass: Record<string, any>) => homeClass.major_uuid as string,
    get: 'majorGet',
    update: 'majorUpdate',
    remove: 'majorDelete',
    lists: ['majorPageAdmin', 'majorPageAcademic', 'majorPageStudent', 'majorList'],
  },
  {
    what: 'administrative class',
    key: 'administrative_class_uuid',
    idOf: (homeClass: Record<string, any>) => homeClass.administrative_class_uuid as string,
    get: 'administrativeClassGet',
    update: 'administrativeClassUpdate',
    remove: 'administrativeClassDelete',
    lists: [
      'administrativeClassListAdmin',
      'administrativeClassListAcademic',
      'administrativeClassListStudent',
      'administrativeClassListAll',
    ],
  },
];

describe.each(kinds.map((kind) => [kind.what, kind] as const))('a %s', (_, kind) => {
  const { key, idOf, get, update, remove, lists } = kind;

  test('of another department does not exist for academic affairs', async () => {
    const path = { [key]: idOf(classA) };
    const token = tokens.affairsOfB;
    for (const [operation, call] of [
      [get, { path }],
      [update, { path, body: {} }],
      [remove, { path }],
    ] as const)
      expect(await server.rest(operation, { token, ...call })).toMatchObject({ status: 404, code: 40400 });
    expect(await server.rest(get, { token: tokens.affairsOfA, path })).toMatchObject({ status: 200 });
  });

  test('is listed for academic affairs of its department, and for everybody else', async () => {
    const seen = async (token: string, operation: string): Promise<string[]> => {
      const { data } = await server.rest(operation, { token, query: { page: 1, size: 200 } });
      return (data.records ?? data).map((record: Record<string, string>) => record[key]);
    };
    for (const list of lists) {
      expect(await seen(tokens.affairsOfA, list)).toEqual([idOf(classA)]);
      expect(await seen(tokens.affairsOfB, list)).toEqual([idOf(classB)]);
      for (const token of [server.administrator, tokens.teacher, tokens.student])
        expect(new Set(await seen(token, list))).toEqual(new Set([idOf(classA), idOf(classB)]));
    }
  });

  test('is changed by academic affairs of its department, and by no teacher and no student', async () => {
    const path = { [key]: idOf(classA) };
    expect(await server.rest(update, { token: tokens.affairsOfA, path, body: {} })).toMatchObject({
      status: 200,
    });
    for (const token of [tokens.teacher, tokens.student]) {
      expect(await server.rest(update, { token, path, body: { nonsense: 1 } })).toMatchObject({
        code: 40301,
      });
      expect(await server.rest(remove, { token, path })).toMatchObject({ code: 40301 });
    }
  });

  test('is not moved to a department that is not granted', async () => {
    const moved = await server.rest(update, {
      token: tokens.affairsOfA,
      path: { [key]: idOf(classA) },
      body: { department_uuid: departmentB },
    });
    expect(moved).toMatchObject({ status: 403, code: 40301 });
    const { data } = await server.rest(get, { token: server.administrator, path: { [key]: idOf(classA) } });
    expect(data.department_uuid).toBe(departmentA);
  });
});

test('academic affairs create majors and classes in their department only', async () => {
  const token = tokens.affairsOfA;
  const values = (departmentId: string, n: number) => ({
    major_name: `新专业${n}`,
    major_code: `NEW${n}`,
    department_uuid: departmentId,
    education_years: 3,
    training_level: '专科',
  });
  const own = await server.rest('majorCreate', { token, body: values(departmentA, 1) });
  expect(own).toMatchObject({ status: 200 });
  expect(await server.rest('majorCreate', { token, body: values(departmentB, 2) })).toMatchObject({
    code: 40301,
  });
  const more = { major_uuid: own.data.major_uuid, grade_uuid: await grade(server) };
  const homeClass = await server.rest('administrativeClassCreate', {
    token,
    body: await classValues(server, departmentA, more),
  });
  expect(homeClass).toMatchObject({ status: 200 });
  expect(
    await server.rest('administrativeClassCreate', {
      token,
      body: await classValues(server, departmentB, more),
    }),
  ).toMatchObject({ code: 40301 });
  for (const [operation, path] of [
    ['administrativeClassDelete', { administrative_class_uuid: homeClass.data.administrative_class_uuid }],
    ['majorDelete', { major_uuid: own.data.major_uuid }],
  ] as const)
    expect(await server.rest(operation, { token, path })).toMatchObject({ status: 200 });
});

test(
  'nothing new refers to a record that the caller may not see; what referred before may ' + 'stay',
  async () => {
    const token = tokens.affairsOfA;
    const foreign = await major(server, departmentB);
    const body = await classValues(server, departmentA, { major_uuid: foreign });
    expect(await server.rest('administrativeClassCreate', { token, body })).toMatchObject({
      code: 40400,
      error_message: `专业不存在：${foreign}`,
    });
    const made = await server.rest('administrativeClassCreate', { token: server.administrator, body });
    const path = { administrative_class_uuid: made.data.administrative_class_uuid };
    const saved = await server.rest('administrativeClassUpdate', { token, path, body });
    expect(saved).toMatchObject({ status: 200, data: { major_uuid: foreign } });
    // What an own class refers to can be read there, so that no answer has a hole where a record must be.
    const { data, errors } = await server.graphql(
      'query ($id: ID!) { administrativeClass(id: $id) { major { code department { name } } } }',
      { id: path.administrative_class_uuid },
      token,
    );
    expect(errors).toBeUndefined();
    expect(data.administrativeClass.major.code).toMatch(/^MAJ/);
    await server.rest('administrativeClassDelete', { token: server.administrator, path });
  },
);

test('a department that does not exist is told apart from one that is not granted', async () => {
  const unknown = '019aa000-0000-7000-8000-00000000dead';
  const body = await classValues(server, unknown, {
    major_uuid: classA.major_uuid,
    grade_uuid: classA.grade_uuid,
  });
  expect(await server.rest('administrativeClassCreate', { token: tokens.affairsOfA, body })).toMatchObject({
    code: 40400,
    error_message: `部门不存在：${unknown}`,
  });
});

test('a member of academic affairs without any department sees no major and no class', async () => {
  const departmentC = await department(server);
  const token = await academicAffairs(server, departmentC);
  await server.rest('departmentDelete', {
    token: server.administrator,
    path: { department_uuid: departmentC },
  });
  expect((await server.rest('administrativeClassListAll', { token })).data).toEqual([]);
  expect((await server.rest('majorList', { token })).data).toEqual([]);
});

const people = `query ($id: ID!) {
  administrativeClass(id: $id) { counselor { name phone email ethnic } monitor { name code } }
}`;

test('a nested teacher shows phone, e-mail and ethnic group only to those who need them', async () => {
  const id = classA.administrative_class_uuid;
  const counselorFor = async (token: string) =>
    (await server.graphql(people, { id }, token)).data.administrativeClass.counselor;
  const whole = { name: '李老师', phone: '13912345678', email: 'li@example.com', ethnic: '汉族' };
  expect(await counselorFor(server.administrator)).toEqual(whole);
  expect(await counselorFor(tokens.affairsOfA)).toEqual(whole);
  const own = await signedIn(server, { isStudent: false, number: 'TA' });
  expect(await counselorFor(own)).toEqual(whole);
  for (const token of [tokens.teacher, tokens.student])
    expect(await counselorFor(token)).toEqual({ name: '李老师', phone: null, email: null, ethnic: null });
});

test(
  'a nested student is seen by administrators, academic affairs of the department and the student ' + 'alone',
  async () => {
    const id = classA.administrative_class_uuid;
    const monitorFor = async (token: string) =>
      (await server.graphql(people, { id }, token)).data.administrativeClass.monitor;
    const whole = { name: '王同学', code: 'SA' };
    expect(await monitorFor(server.administrator)).toEqual(whole);
    expect(await monitorFor(tokens.affairsOfA)).toEqual(whole);
    expect(await monitorFor(await signedIn(server, { isStudent: true, number: 'SA' }))).toEqual(whole);
    for (const token of [tokens.teacher, tokens.student]) expect(await monitorFor(token)).toBeNull();
  },
);

test('a teacher reads the own record whole, but nothing of it before registration', async () => {
  await teacher(server, departmentA, 'TNEW');
  const { data } = await server.rest('authLogin', { body: { user: 'TNEW', password: 'teTNEW' } });
  expect(data.teacher).toMatchObject({ id: 'TNEW', phone: null, ethnic: '' });
  const token = await signedIn(server, { isStudent: false, number: 'TNEW' });
  const { data: own } = await server.rest('userCurrent', { token });
  expect(own.teacher).toMatchObject({ phone: '13912345678', ethnic: '汉族' });
});

test.each([
  ['unitTypePage', {}],
  ['unitTypeList', {}],
  ['unitTypeCreate', { body: { name: '教务新增' } }],
  ['departmentCreate', { body: {} }],
  ['gradePage', {}],
  ['gradeCreate', { body: {} }],
  ['tablesChairsTypePage', {}],
  ['tablesChairsTypeCreate', { body: {} }],
  ['teacherTypePage', {}],
  ['teacherTypeCreate', {}],
])('%s is for administrators', async (operation, call) => {
  for (const token of [tokens.affairsOfA, tokens.teacher, tokens.student])
    expect(await server.rest(operation, { token, ...call })).toMatchObject({ code: 40301 });
});

test.each(['teacherTypeList'])('%s is for academic affairs and administrators', async (operation) => {
  for (const token of [tokens.affairsOfA, server.administrator])
    expect(await server.rest(operation, { token })).toMatchObject({ status: 200 });
  for (const token of [tokens.teacher, tokens.student])
    expect(await server.rest(operation, { token })).toMatchObject({ code: 40301 });
});

test.each([
  'departmentList',
  'departmentPage',
  'gradeList',
  'tablesChairsTypeList',
  'courseNatureList',
  'courseTypeList',
  'coursePropertyList',
  'courseCategoryList',
  'creditHourTypeList',
])('%s is for everybody who is signed in', async (operation) => {
  for (const token of [...Object.values(tokens), server.administrator])
    expect(await server.rest(operation, { token })).toMatchObject({ status: 200 });
  expect(await server.rest(operation, { token: null })).toMatchObject({ status: 401, code: 40101 });
});
