import { Course, CourseType, TeacherQualification } from '../../src/entities/courses.js';
import { Teacher, TeacherType } from '../../src/entities/people.js';
import { workbook } from '../workbook/support/workbook.js';
import { academicAffairs, administrativeClass, department, signedIn } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { downloaded, texts } from './downloads.js';

let server: TestServer;
let [departmentA, departmentB, type, affairsOfA] = ['', '', '', ''];

beforeAll(async () => {
  server = await startTestServer();
  departmentA = await department(server, { department_name: '信息学院' });
  departmentB = await department(server, { department_name: '外语学院' });
  affairsOfA = await academicAffairs(server, departmentA);
  ({ id: type } = await server.context().em.findOneOrFail(TeacherType, { name: '讲师' }));
});
afterAll(() => server.stop());

const as = (options: object, token = server.administrator) => ({ token, ...options });
const body = (id: string, more: object = {}) => ({
  unit_uuid: departmentA,
  id,
  name: '李老师',
  english_name: 'Li',
  ethnic: '汉族',
  sex: true,
  type,
  phone: '',
  email: '',
  job_title: '',
  desc: '',
  ...more,
});
async function teacher(id: string, more: object = {}): Promise<string> {
  const answer = await server.rest('teacherCreate', as({ body: body(id, more) }));
  expect(answer).toMatchObject({ status: 200, data: null, message: '教师添加成功' });
  return (await server.context().em.findOneOrFail(Teacher, { code: id })).id;
}

test('empty texts are stored as none, and an edit with the whole form changes no account', async () => {
  const path = { teacher_uuid: await teacher('E1') };
  await server.rest(
    'teacherUpdate',
    as({
      path,
      body: { ...body('E1', { name: '李明' }), user_uuid: '019aa000-0000-7000-8000-00000000dead' },
    }),
  );
  expect((await server.rest('teacherGet', as({ path }))).data).toMatchObject({
    name: '李明',
    phone: null,
    email: null,
    job_title: null,
    desc: null,
    user_uuid: null,
    status: null,
  });
});

test('sex is true for men and is read from 0 and 1 too', async () => {
  const path = { teacher_uuid: await teacher('G1', { sex: 0 }) };
  expect((await server.rest('teacherGet', as({ path }))).data.sex).toBe(false);
});

test(
  'status is 1 for enabled, 0 for disabled and 2 for no account, in pages only and with true ' + 'totals',
  async () => {
    const [first, second] = [await teacher('ST1', { name: '状态' }), await teacher('ST2', { name: '状态' })];
    await teacher('ST3', { name: '状态' });
    await signedIn(server, { isStudent: false, number: 'ST1' });
    await signedIn(server, { isStudent: false, number: 'ST2' });
    await server.rest('teacherDisable', as({ path: { teacher_uuid: second } }));
    const page = (query: object) =>
      server.rest('teacherPage', as({ query: { name: '状态', size: 1, ...query } }));
    for (const [status, code] of [
      ['1', 'ST1'],
      ['0', 'ST2'],
      ['2', 'ST3'],
    ] as const) {
      const { data } = await page({ status });
      expect([data.total, data.records[0].id, data.records[0].status]).toEqual([1, code, Number(status)]);
    }
    expect((await page({ status: '', department: '' })).data.total).toBe(3);
    expect(await page({ status: '3' })).toMatchObject({ status: 400, code: 40004 });
    expect((await server.rest('teacherGet', as({ path: { teacher_uuid: first } }))).data.status).toBeNull();
  },
);

test(
  'the list shows names, and the page ids: department is a name in one and an id in the ' + 'other',
  async () => {
    await teacher('L1', { name: '丁老师', unit_uuid: departmentB });
    const query = { department_uuid: departmentB, teacher_type_uuid: type };
    const { data } = await server.rest('teacherList', as({ query }));
    expect(data).toContainEqual(
      expect.objectContaining({
        teacher_name: '丁老师',
        department_name: '外语学院',
        teacher_type_name: '讲师',
      }),
    );
    const page = await server.rest('teacherPage', as({ query: { department: departmentB } }));
    expect(page.data.records.map(({ unit_uuid }: Record<string, string>) => unit_uuid)).toContain(
      departmentB,
    );
  },
);

test('disabling ends the tokens at once, enabling lets the teacher sign in again', async () => {
  const path = { teacher_uuid: await teacher('D1') };
  expect(await server.rest('teacherDisable', as({ path }))).toMatchObject({
    code: 40400,
    error_message: '教师未注册',
  });
  const token = await signedIn(server, { isStudent: false, number: 'D1' });
  const mayRead = async () => (await server.rest('teacherList', { token })).status;
  expect(await mayRead()).toBe(200);
  for (const disable of [true, true]) {
    expect((await server.rest('teacherDisable', as({ path, query: { disable } }))).data.status).toBe(true);
    expect(await mayRead()).toBe(401);
  }
  const enabled = await server.rest('teacherDisable', as({ path, query: { disable: false } }));
  expect(enabled.data).toEqual({ ...path, status: false });
});

test('a teacher with an account is not deleted', async () => {
  const path = { teacher_uuid: await teacher('R1') };
  await signedIn(server, { isStudent: false, number: 'R1' });
  expect(await server.rest('teacherDelete', as({ path }))).toMatchObject({
    status: 409,
    error_message: '教师已注册，无法删除，请改为停用其账号',
  });
});

test(
  'a deleted teacher takes qualifications along; one who is counsellor of a class stays, and the ' +
    'refusal says why',
  async () => {
    const id = await teacher('DEL1');
    const path = { teacher_uuid: id };
    const { em } = server.context();
    const type = await em.findOneOrFail(CourseType, { name: 'A类(纯理论课)' });
    const course = em.create(Course, {
      code: 'DEL',
      name: '编译原理',
      type,
      department: departmentA,
    } as never);
    em.create(TeacherQualification, {
      teacher: id,
      course,
      level: 1,
      isPrimary: true,
      teachYears: 1,
    } as never);
    await em.flush();
    const homeClass = await administrativeClass(server, departmentA, { counselor_uuid: id });
    expect(await server.rest('teacherDelete', as({ path }))).toMatchObject({
      status: 409,
      code: 40901,
      error_message: expect.stringMatching(/行政班级 1 条，请先修改或删除这些引用$/),
    });
    await server.rest(
      'administrativeClassUpdate',
      as({
        path: { administrative_class_uuid: homeClass.administrative_class_uuid },
        body: { counselor_uuid: '' },
      }),
    );
    expect(await server.rest('teacherDelete', as({ path }))).toMatchObject({ status: 200, data: null });
    expect(await server.context().em.count(TeacherQualification, { teacher: id })).toBe(0);
  },
);

test('disabling and enabling a teacher are answered with the same message', async () => {
  const path = { teacher_uuid: await teacher('MS1') };
  await signedIn(server, { isStudent: false, number: 'MS1' });
  for (const query of [{}, { disable: true }, { disable: false }])
    expect(await server.rest('teacherDisable', as({ path, query }))).toMatchObject({
      status: 200,
      message: '禁用教师成功',
    });
});

test('the list of teachers goes by name, takes "" as absent and refuses keys that are none', async () => {
  await teacher('O2', { name: 'Bo', unit_uuid: departmentB });
  await teacher('O1', { name: 'Al', unit_uuid: departmentB });
  const names = async (query: Record<string, string>): Promise<string[]> =>
    (await server.rest('teacherList', as({ query }))).data.map(
      ({ teacher_name }: Record<string, string>) => teacher_name,
    );
  const latin = (await names({ department_uuid: departmentB, teacher_type_uuid: '' })).filter((name) =>
    /^[AB]/.test(name),
  );
  expect(latin).toEqual(['Al', 'Bo']);
  for (const key of ['department_uuid', 'teacher_type_uuid'])
    expect(await server.rest('teacherList', as({ query: { [key]: 'x' } }))).toMatchObject({ code: 40004 });
});

test('academic affairs see and change the teachers of their departments', async () => {
  const path = { teacher_uuid: await teacher('F1', { unit_uuid: departmentB, name: '外系' }) };
  const page = await server.rest('teacherPage', as({ query: { size: 200 } }, affairsOfA));
  const departments = page.data.records.map(({ unit_uuid }: Record<string, string>) => unit_uuid);
  expect([...new Set(departments)]).toEqual([departmentA]);
  expect(await server.rest('teacherGet', as({ path }, affairsOfA))).toMatchObject({ code: 40400 });
  for (const refused of [
    await server.rest('teacherUpdate', as({ path, body: body('F1') }, affairsOfA)),
    await server.rest('teacherDelete', as({ path }, affairsOfA)),
    await server.rest('teacherDisable', as({ path }, affairsOfA)),
    await server.rest('teacherCreate', as({ body: body('F2', { unit_uuid: departmentB }) }, affairsOfA)),
  ]) {
    expect(refused).toMatchObject({ status: 403, code: 40301 });
  }
});

test('personal fields are told only to those who act for the department', async () => {
  await teacher('P1', { unit_uuid: departmentB, name: '隐私', phone: '13912345678' });
  const query = '{ teacherOptions(name: "隐私") { name phone ethnic accountState } }';
  const seen = async (token: string) => (await server.graphql(query, {}, token)).data.teacherOptions;
  expect(await seen(affairsOfA)).toEqual([{ name: '隐私', phone: null, ethnic: null, accountState: null }]);
  expect(await seen(server.administrator)).toMatchObject([{ phone: '13912345678', accountState: 'NONE' }]);
});

const headings = [
  '教师工号',
  '教师姓名',
  '教师英文名',
  '教师民族',
  '教师性别',
  '所属单位',
  '教师类型',
  '教师电话',
  '教师邮箱',
  '教师职称',
  '教师描述',
];

const limitHeadings = ['周课时上限', '日课时上限', '禁排时间'];

test(
  'the template is a raw download, its notice beside the table, and its example is not ' + 'imported',
  async () => {
    expect(await server.rest('teacherTemplate', { token: null })).toMatchObject({ status: 401, code: 40101 });
    const { headers, bytes, sheet } = await downloaded(server, '/teacher/get-example');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(
      `attachment; ` +
        `filename="${encodeURIComponent('教师导入模板.xlsx')}"; ` +
        `filename*=UTF-8''${encodeURIComponent('教师导入模板.xlsx')}`,
    );
    expect(texts(sheet, 2, 11)).toEqual(headings);
    expect([sheet.getCell('M1').text, sheet.getCell('N1').text]).toEqual(['教师类型模板', '单位模板']);
    expect(sheet.getCell('P1').text).toBe('选填：课时与时间限制，与左侧同一行的教师对应');
    expect(['P2', 'Q2', 'R2'].map((cell) => sheet.getCell(cell).text)).toEqual(limitHeadings);
    const untouched = await server.rest(
      'teacherBatchImport',
      as({ body: { file: bytes.toString('base64'), ignore_error: true } }),
    );
    expect(untouched.data).toMatchObject({ total_count: 0, success_count: 0 });
  },
);

test(
  'imported teachers enter the department of the member of academic affairs, whatever the cell ' + 'says',
  async () => {
    const row = (code: string, unit: string, gender = '女') => [
      code,
      '王老师',
      null,
      null,
      gender,
      unit,
      '讲师',
      null,
      null,
      null,
      null,
    ];
    const file = (...rows: (string | null)[][]) => workbook([headings, ...rows]).toString('base64');
    const run = (content: string, ignore_error: boolean, token: string) =>
      server.rest('teacherBatchImport', { token, body: { file: content, ignore_error } });
    expect(await run(file(row('I1', '外语学院')), false, affairsOfA)).toMatchObject({
      message: '批量添加教师成功',
      data: { success_count: 1, failed_details: null },
    });
    const { em } = server.context();
    expect(await em.findOneOrFail(Teacher, { code: 'I1' })).toMatchObject({
      department: { id: departmentA },
      isMale: false,
      englishName: '',
    });
    const bad = file(
      row('I2', '外语学院'),
      row('I3', '没有'),
      row('I4', '外语学院', '未知'),
      row('I1', '外语学院'),
    );
    expect(await run(bad, true, server.administrator)).toMatchObject({
      status: 200,
      message: '存在教师添加失败情况',
      data: {
        total_count: 4,
        success_count: 1,
        failed_details: [
          { row: 3, reason: '所属单位不存在或未填写' },
          { row: 4, reason: '性别填写错误: 未知，只能填写：男、女' },
          { row: 5, reason: '教师工号已存在: I1' },
        ],
      },
    });
    expect((await em.fork().findOneOrFail(Teacher, { code: 'I2' })).department.id).toBe(departmentB);
    const absent = await server.rest('teacherBatchImport', as({ body: { file: bad } }));
    expect(absent).toMatchObject({ status: 400, code: 40003 });
  },
);

test('limits and forbidden times are imported, and bad ones are named by their cells', async () => {
  const row = (code: string, weekly: string, daily: string, forbidden: string) => [
    ...[
      code,
      '赵老师',
      null,
      null,
      '男',
      '信息学院',
      '讲师',
      null,
      null,
      null,
      null,
      weekly,
      daily,
      forbidden,
    ],
  ];
  const importing = (...rows: (string | null)[][]) =>
    server.rest(
      'teacherBatchImport',
      as({
        body: {
          file: workbook([[...headings, ...limitHeadings], ...rows]).toString('base64'),
          ignore_error: true,
        },
      }),
    );
  const { data } = await importing(
    row('W1', '12', '4', 'Mon 1-2; 星期五第5至8节、周日'),
    row('W2', '0', '25', '周一'),
    row('W3', '', '', '周八1-2'),
    row('W4', '', '', ''),
  );
  expect(data.failed_details).toEqual([
    { row: 3, reason: '周课时上限不能小于1: 0' },
    { row: 3, reason: '日课时上限不能大于24: 25' },
    { row: 4, reason: '禁排时间无法识别：“周八1-2”，请填写如：周一1-2，周五' },
  ]);
  const { em } = server.context();
  const limits = ['weeklyPeriodsMax', 'dailyPeriodsMax', 'forbiddenTimes'] as const;
  expect(await em.find(Teacher, { code: /^W/ }, { fields: limits, orderBy: { code: 1 } })).toMatchObject([
    { weeklyPeriodsMax: 12, dailyPeriodsMax: 4, forbiddenTimes: '周一1-2，周五5-8，周日' },
    { weeklyPeriodsMax: null, dailyPeriodsMax: null, forbiddenTimes: null },
  ]);
});

const change = `mutation ($id: ID!, $patch: TeacherPatch!) { updateTeacher(id: $id, input: $patch) {
  weeklyPeriodsMax dailyPeriodsMax forbiddenTimes } }`;

test('planners set limits and forbidden times, which only they and the teacher know', async () => {
  const id = await teacher('LIM1', { name: '限课' });
  const limits = { weeklyPeriodsMax: 16, dailyPeriodsMax: 6, forbiddenTimes: '周三 9-12' };
  const { data } = await server.graphql(change, { id, patch: limits });
  const kept = { ...limits, forbiddenTimes: '周三9-12' };
  expect(data.updateTeacher).toEqual(kept);
  const query = '{ teacherOptions(name: "限课") { weeklyPeriodsMax dailyPeriodsMax forbiddenTimes } }';
  const affairsOfB = await academicAffairs(server, departmentB);
  const asSeenBy = async (token: string) => (await server.graphql(query, {}, token)).data.teacherOptions;
  const nothing = { weeklyPeriodsMax: null, dailyPeriodsMax: null, forbiddenTimes: null };
  expect(await asSeenBy(affairsOfA)).toEqual([kept]);
  expect(await asSeenBy(await signedIn(server, { isStudent: false, number: 'LIM1' }))).toEqual([kept]);
  expect(await asSeenBy(affairsOfB)).toEqual([nothing]);
  // The form of older programs, which know no limits, leaves them as they are.
  await server.rest(
    'teacherUpdate',
    as({ path: { teacher_uuid: id }, body: body('LIM1', { name: '限课' }) }),
  );
  expect(await asSeenBy(server.administrator)).toEqual([kept]);
});

test.each([
  ['周一3-2', 'The forbidden times "周一3-2" name periods that are none'],
  ['Mon 0', 'The forbidden times "Mon 0" name periods that are none'],
  ['周一25', 'The forbidden times "周一25" name periods that are none'],
  ['周一1-2, someday', 'The forbidden times cannot be understood from "someday" on.'],
])('the forbidden times %s are refused', async (forbiddenTimes, message) => {
  const { id } = await server.context().em.findOneOrFail(Teacher, { name: '李老师' });
  const { errors } = await server.graphql(change, { id, patch: { forbiddenTimes } });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: 'INVALID_INPUT', problems: [{ field: 'forbiddenTimes' }] },
  });
});
