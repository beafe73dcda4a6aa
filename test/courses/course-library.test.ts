import { Course, CourseType, TeacherQualification } from '../../src/entities/courses.js';
import { workbook } from '../workbook/support/workbook.js';
import { academicAffairs, department, signedIn, teacher } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let [departmentA, departmentB, affairsOfA] = ['', '', ''];
const types = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  departmentA = await department(server, { department_name: '信息学院' });
  departmentB = await department(server, { department_name: '外语学院' });
  affairsOfA = await academicAffairs(server, departmentA);
  for (const { name, id } of await server.context().em.find(CourseType, {})) types.set(name, id);
});
afterAll(() => server.stop());

const as = (options: object, token = server.administrator) => ({ token, ...options });
const theory = 'A类(纯理论课)';
const body = (id: string, more: object = {}) => ({
  id,
  name: '高等数学',
  type: types.get(theory),
  department: departmentA,
  is_enabled: true,
  total_hours: 64,
  week_hours: 4,
  theory_hours: 48,
  experiment_hours: 16,
  practice_hours: 0,
  computer_hours: 0,
  other_hours: 0,
  credit: 4,
  ...more,
});
async function course(id: string, more: object = {}): Promise<Record<string, any>> {
  const answer = await server.rest('courseCreate', as({ body: body(id, more) }));
  expect(answer).toMatchObject({ status: 200, data: null });
  const { data } = await server.rest('coursePage', as({ query: { keyword: id } }));
  return data.records[0];
}

test('the list answers names where page and detail answer ids', async () => {
  const [nature] = (await server.rest('courseNatureList', as({}))).data;
  const record = await course('N-1', { nature: nature.course_nature_uuid });
  const path = { course_uuid: record.course_library_uuid };
  const ids = {
    type: types.get(theory),
    department: departmentA,
    nature: nature.course_nature_uuid,
    category: null,
  };
  expect(record).toMatchObject(ids);
  expect((await server.rest('courseGet', as({ path }))).data).toMatchObject(ids);
  const query = {
    course_nature_uuid: nature.course_nature_uuid,
    course_department_uuid: departmentA,
    course_type_uuid: '',
  };
  const { data } = await server.rest('courseList', as({ query }));
  expect(data).toMatchObject([
    { id: 'N-1', type: theory, department: '信息学院', nature: nature.name, category: null },
  ]);
});

test('type may be a Chinese label or the name of a type, and is answered as an id', async () => {
  const labels = {
    专业必修课: theory,
    公共选修课: theory,
    实验课: 'B类((理论+实践)课)',
    实践课: 'C类(纯实践课)',
    [theory]: theory,
  };
  for (const [at, [type, meant]] of Object.entries(labels).entries()) {
    expect((await course(`LB${at}`, { type })).type).toBe(types.get(meant));
  }
  for (const [type, status] of [
    ['体育课', 400],
    ['019aa000-0000-7000-8000-00000000dead', 404],
  ] as const) {
    expect(await server.rest('courseCreate', as({ body: body('LBX', { type }) }))).toMatchObject({ status });
  }
});

test('a whole record posted back on edit changes what differs, and empty texts clear', async () => {
  const record = await course('W-1', { english_name: 'Calculus', description: '微积分' });
  const path = { course_uuid: record.course_library_uuid };
  const sent = {
    ...record,
    name: '线性代数',
    english_name: '',
    description: '',
    category: '',
    edit_user: null,
  };
  expect(await server.rest('courseUpdate', as({ path, body: sent }))).toMatchObject({
    status: 200,
    data: null,
  });
  expect((await server.rest('courseGet', as({ path }))).data).toMatchObject({
    name: '线性代数',
    english_name: null,
    description: null,
    edit_user: record.edit_user,
    total_hours: 64,
  });
  expect(record.edit_user).toMatch(/^[0-9a-f-]{36}$/);
});

test(
  'a page goes by code, keyword and department narrow together, and disabled courses are ' + 'there',
  async () => {
    await course('PG-2', { name: '分页甲' });
    await course('PG-1', { name: '分页乙', is_enabled: false });
    await course('PG-3', { name: '分页丙', department: departmentB });
    const codes = async (query: object): Promise<string[]> => {
      const { data } = await server.rest('coursePage', as({ query: { keyword: '分页', ...query } }));
      return data.records.map(({ id }: Record<string, string>) => id);
    };
    expect(await codes({})).toEqual(['PG-1', 'PG-2', 'PG-3']);
    expect(await codes({ is_desc: true })).toEqual(['PG-3', 'PG-2', 'PG-1']);
    expect(await codes({ department_uuid: departmentB })).toEqual(['PG-3']);
    expect((await server.rest('coursePage', as({ query: { keyword: '没有这门' } }))).data).toMatchObject({
      total: 0,
      size: 20,
    });
  },
);

test('a deleted course takes the qualifications for it along', async () => {
  const record = await course('DEL-1');
  const { em } = server.context();
  const qualification = em.create(TeacherQualification, {
    teacher: await teacher(server, departmentA),
    course: record.course_library_uuid,
    level: 1,
    isPrimary: true,
    teachYears: 1,
  } as never);
  await em.flush();
  const path = { course_uuid: record.course_library_uuid };
  expect(await server.rest('courseDelete', as({ path }))).toMatchObject({ status: 200 });
  expect(await server.context().em.count(TeacherQualification, { id: qualification.id })).toBe(0);
});

test('the list of courses refuses keys that are none', async () => {
  for (const key of ['category', 'property', 'type', 'nature', 'department']) {
    const query = { [`course_${key}_uuid`]: 'x' };
    expect(await server.rest('courseList', as({ query }))).toMatchObject({ status: 400, code: 40004 });
  }
});

test('everybody reads courses; academic affairs change those of their departments', async () => {
  const record = await course('RT-1', { department: departmentB });
  const path = { course_uuid: record.course_library_uuid };
  await teacher(server, departmentA, 'TRT1');
  const token = await signedIn(server, { isStudent: false, number: 'TRT1' });
  expect((await server.rest('courseGet', { token, path })).status).toBe(200);
  expect((await server.rest('courseUpdate', { token, path, body: {} })).status).toBe(403);
  for (const refused of [
    await server.rest('courseUpdate', as({ path, body: { name: '改' } }, affairsOfA)),
    await server.rest('courseDelete', as({ path }, affairsOfA)),
    await server.rest('courseCreate', as({ body: body('RT-2', { department: departmentB }) }, affairsOfA)),
  ]) {
    expect(refused).toMatchObject({ status: 403, code: 40301 });
  }
  expect(await server.rest('courseTemplate', as({}, affairsOfA))).toMatchObject({ status: 403 });
});

test('the template is inside the envelope, and an import completes and checks the hours', async () => {
  const { data: file } = await server.rest('courseTemplate', as({}));
  expect(file.name).toBe('课程库导入模板.xlsx');
  const untouched = await server.rest(
    'courseBatchImport',
    as({ body: { file: file.data, ignore_error: true } }),
  );
  expect(untouched.data).toMatchObject({ total_count: 0 });
  const headings = [
    '课程ID*',
    '课程名称*',
    '课程类别',
    '课程属性',
    '课程类型*',
    '课程性质',
    '所属部门*',
    '总课时',
    '周课时',
    '理论课时',
    '实验课时',
    '实践课时',
    '上机课时',
    '其他课时',
    '学分',
    '理论教室类型',
    '实验教室类型',
    '实践教室类型',
    '上机教室类型',
    '是否启用',
  ];
  const row = (code: string, total: number | string | null, more: Record<number, string> = {}) =>
    [
      code,
      '大学英语',
      null,
      '必修',
      theory,
      null,
      '信息学院',
      total,
      2,
      16.5,
      null,
      16,
      null,
      null,
      2,
      '普通教室',
      null,
      null,
      null,
      '禁用',
    ].map((value, at) => more[at] ?? value);
  const content = workbook([
    headings,
    row('IM 1', 32.5),
    row('IM2', null, { 19: '启用' }),
    row('IM3', 40),
    row('IM4', 'x'),
    row('IM5', null, { 6: '外语学院' }),
    row('IM6', null, { 15: '没有' }),
  ]).toString('base64');
  const body = { file: content, ignore_error: true };
  const answer = await server.rest('courseBatchImport', as({ body }, affairsOfA));
  expect(answer).toMatchObject({ message: '存在添加失败的课程库', data: { success_count: 2 } });
  expect(answer.data.failed_details).toEqual([
    { row: 4, reason: expect.stringContaining('总学时应等于各类课时之和') },
    { row: 5, reason: '总课时必须是数字: x' },
    { row: 6, reason: '所属部门不存在: 外语学院' },
    { row: 7, reason: '理论教室类型不存在: 没有' },
  ]);
  const { em } = server.context();
  const stored = await em.find(Course, { code: { $in: ['IM 1', 'IM2'] } }, { orderBy: { code: 'asc' } });
  expect(stored).toMatchObject([
    { isEnabled: false, totalHours: 32.5, editor: null },
    { isEnabled: true, totalHours: 32.5 },
  ]);
});
