import { TeacherQualification } from '../../src/entities/courses.js';
import { RoleKey } from '../../src/schema/enums.js';
import { academicAffairs, department, signedIn, teacher } from '../organisation/college.js';
import { tokenOf } from '../scheduling/people.js';
import { uploaded } from '../imports/support/upload.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { workbook } from '../workbook/support/workbook.js';

let server: TestServer;
let [departmentA, departmentB, affairsOfA, affairsOfB, course] = ['', '', '', '', ''];
/** Two teachers of department A who can sign in, and one of B who cannot. */
const ids = { wang: '', li: '', foreign: '' };
const tokens = { wang: '', li: '' };

beforeAll(async () => {
  server = await startTestServer();
  departmentA = await department(server);
  departmentB = await department(server);
  affairsOfA = await academicAffairs(server, departmentA);
  affairsOfB = await academicAffairs(server, departmentB);
  ids.wang = await teacher(server, departmentA, 'TWANG');
  ids.li = await teacher(server, departmentA, 'TLI');
  ids.foreign = await teacher(server, departmentB, 'TFOREIGN');
  tokens.wang = await signedIn(server, { isStudent: false, number: 'TWANG' });
  tokens.li = await signedIn(server, { isStudent: false, number: 'TLI' });
  const [type] = (await server.rest('courseTypeList', { token: server.administrator })).data;
  const hours = Object.fromEntries(
    ['total', 'week', 'theory', 'experiment', 'practice', 'computer', 'other'].map((kind) => [
      `${kind}_hours`,
      0,
    ]),
  );
  const body = {
    id: 'Q-1',
    name: '操作系统',
    type: type.course_type_uuid,
    department: departmentA,
    is_enabled: true,
    credit: 2,
    ...hours,
  };
  await server.rest('courseCreate', { token: server.administrator, body });
  const { data } = await server.rest('coursePage', {
    token: server.administrator,
    query: { keyword: 'Q-1' },
  });
  course = data.records[0].course_library_uuid;
});
afterAll(() => server.stop());

const body = (more: object = {}) => ({
  teacher_uuid: ids.wang,
  course_uuid: course,
  qualification_level: 2,
  is_primary: true,
  teach_years: 3,
  remarks: '教过三年',
  ...more,
});
const at = (id: string) => ({ path: { qualification_uuid: id } });
const read = async (id: string, token = server.administrator) =>
  (await server.rest('teacherCourseQualificationGet', { token, ...at(id) })).data;
const apply = async (token: string, more: object = {}): Promise<string> =>
  (await server.rest('teacherCourseQualificationApply', { token, body: body(more) })).data;
const review = (id: string, query: Record<string, string | number>, token = affairsOfA) =>
  server.rest('teacherCourseQualificationApprove', { token, ...at(id), query });

test('what planners add is approved at once, and answered as a bare id', async () => {
  const answer = await server.rest('teacherCourseQualificationCreate', { token: affairsOfA, body: body() });
  expect(answer).toMatchObject({
    status: 200,
    message: '添加成功',
    data: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await read(answer.data)).toMatchObject({
    teacher_uuid: ids.wang,
    course_name: '操作系统',
    teacher_name: '李老师',
    status: 1,
    approved_by: null,
    approved_at: expect.any(Number),
  });
  // Duplicates are accepted.
  expect(
    await server.rest('teacherCourseQualificationCreate', { token: affairsOfA, body: body() }),
  ).toMatchObject({
    status: 200,
  });
});

test('an application is the own one of the caller, whoever the body names, and waits', async () => {
  const id = await apply(tokens.li, { teacher_uuid: ids.wang });
  expect(await read(id)).toMatchObject({
    teacher_uuid: ids.li,
    status: 0,
    approved_by: null,
    approved_at: null,
  });
  for (const [key, value] of Object.entries({
    qualification_level: 4,
    teach_years: -1,
    is_primary: null,
    course_uuid: '',
    teacher_uuid: '',
  })) {
    const refused = await server.rest('teacherCourseQualificationApply', {
      token: tokens.li,
      body: body({ [key]: value }),
    });
    expect(refused).toMatchObject({ status: 400 });
  }
  const byPlanner = await server.rest('teacherCourseQualificationApply', { token: affairsOfA, body: body() });
  expect(byPlanner).toMatchObject({ status: 403 });
});

test('approval takes query parameters and keeps reviewer, time and remark', async () => {
  const id = await apply(tokens.wang);
  expect(await review(id, { status: 2, remarks: '材料不足' })).toMatchObject({
    status: 200,
    message: '审核成功',
    data: null,
  });
  const reviewed = await read(id);
  expect(reviewed).toMatchObject({ status: 2, remarks: '材料不足', approved_at: expect.any(Number) });
  expect(reviewed.approved_by).toMatch(/^[0-9a-f-]{36}$/);
  expect(reviewed.updated_at).toBeGreaterThan(reviewed.created_at);
  // Remarks that were not typed leave those of the teacher.
  const other = await apply(tokens.wang);
  await review(other, { status: 1, remarks: '' });
  expect(await read(other)).toMatchObject({ status: 1, remarks: '教过三年' });
});

test('bug: a review with another status is told the two that it may have', async () => {
  const id = await apply(tokens.wang);
  for (const status of [0, 3, 'x'])
    expect(await review(id, { status })).toMatchObject({
      status: 400,
      error_message: `请求参数 status 无效：${status}，应为 1、2 之一`,
    });
});

test(
  'PENDING becomes APPROVED or REJECTED and nothing else, and a refusal says what is ' + 'allowed',
  async () => {
    const id = await apply(tokens.wang);
    expect(await review(id, {})).toMatchObject({
      status: 400,
      code: 40003,
      error_message: '请求参数 status 缺失',
    });
    const answers = await Promise.all([review(id, { status: 1 }), review(id, { status: 2 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await review(id, { status: 1 })).toMatchObject({
      code: 40017,
      error_message: expect.stringMatching(/只能审核待审核状态的资格：当前为已(审核|驳回)，可变更为：无/),
      data: { allowed: [] },
    });
    // An edit never changes the state, and works in every state.
    const { status } = await read(id);
    const edited = await server.rest('teacherCourseQualificationUpdate', {
      token: affairsOfA,
      ...at(id),
      body: body({ qualification_level: 3, status: 0 }),
    });
    expect(edited).toMatchObject({ status: 200, message: '更新成功' });
    expect(await read(id)).toMatchObject({ status, qualification_level: 3 });
    expect(
      await server.rest('teacherCourseQualificationDelete', { token: affairsOfA, ...at(id) }),
    ).toMatchObject({
      status: 200,
      message: '删除成功',
    });
    expect(await server.context().em.count(TeacherQualification, { id })).toBe(0);
  },
);

test('pages and lists are narrowed by every filter, by the department of the teacher too', async () => {
  const foreign = await server.rest('teacherCourseQualificationCreate', {
    token: server.administrator,
    body: body({ teacher_uuid: ids.foreign, is_primary: false, qualification_level: 1 }),
  });
  const page = async (query: Record<string, string | number | boolean>) => {
    const { data } = await server.rest('teacherCourseQualificationPage', {
      token: server.administrator,
      query,
    });
    return data.records.map((record: Record<string, string>) => record.qualification_uuid);
  };
  expect(await page({ department_uuid: departmentB, teacher_uuid: '', course_uuid: course })).toEqual([
    foreign.data,
  ]);
  expect(await page({ qualification_level: 1, is_primary: false, status: 1 })).toEqual([foreign.data]);
  expect(await page({ department_uuid: departmentB, status: 0 })).toEqual([]);
  const large = await server.rest('teacherCourseQualificationPage', {
    token: server.administrator,
    query: { size: 101 },
  });
  expect(large).toMatchObject({ status: 400, code: 40004 });
});

test('a teacher sees the own rows, academic affairs those of the teachers of their departments', async () => {
  const own = await apply(tokens.wang);
  const list = async (token: string) => {
    const { data } = await server.rest('teacherCourseQualificationList', { token });
    return new Set(data.map((record: Record<string, string>) => record.teacher_uuid));
  };
  expect(await list(tokens.wang)).toEqual(new Set([ids.wang]));
  expect(await list(affairsOfA)).not.toContain(ids.foreign);
  expect(await server.rest('teacherCourseQualificationGet', { token: tokens.li, ...at(own) })).toMatchObject({
    code: 40400,
  });
  expect(await review(own, { status: 1 }, affairsOfB)).toMatchObject({ code: 40400 });
  expect(
    await server.rest('teacherCourseQualificationCreate', { token: affairsOfB, body: body() }),
  ).toMatchObject({ code: 40301 });
});

test('an account of the role without a teacher applies for nothing, whoever the body names', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER);
  expect(await server.rest('teacherCourseQualificationApply', { token, body: body() })).toMatchObject({
    code: 40400,
    error_message: expect.stringContaining('教师不存在'),
  });
});

test('a review over GraphQL names the states that are still allowed, and keeps the reviewer', async () => {
  const id = await apply(tokens.wang);
  const review = (status: string) =>
    server.graphql(
      `mutation ($id: ID!, $status: QualificationStatus!) {
        reviewTeacherQualification(id: $id, status: $status) { status approvedAt remarks }
      }`,
      { id, status },
      affairsOfA,
    );
  const idle = await review('PENDING');
  expect(idle.errors?.[0]).toMatchObject({
    message: 'A review ends with APPROVED or REJECTED, not with PENDING.',
  });
  expect((await review('REJECTED')).data.reviewTeacherQualification).toEqual({
    status: 'REJECTED',
    approvedAt: expect.any(String),
    remarks: '教过三年',
  });
  const again = await review('APPROVED');
  expect(again.errors?.[0]).toMatchObject({
    message:
      'A qualification that is REJECTED does not become APPROVED; allowed: nothing. Maybe apply again.',
    extensions: { code: 'OPERATION_ERROR', from: 'REJECTED', to: 'APPROVED', allowed: [] },
  });
  const seen = await server.graphql(
    'query ($id: ID!) { teacherQualification(id: $id) { approvedBy { role { key } } } }',
    { id },
  );
  expect(seen.data.teacherQualification.approvedBy.role).toEqual({ key: 'ACADEMIC_AFFAIRS' });
});

test('several reviews in one request are judged one after the other', async () => {
  const [a, b] = [await apply(tokens.wang), await apply(tokens.li)];
  const { data, errors } = await server.graphql(
    `mutation ($a: ID!, $b: ID!) {
      a: reviewTeacherQualification(id: $a, status: APPROVED) { id teacher { name } }
      b: reviewTeacherQualification(id: $b, status: REJECTED) { id course { name } }
    }`,
    { a, b },
    affairsOfA,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    a: { id: a, teacher: { name: '李老师' } },
    b: { id: b, course: { name: '操作系统' } },
  });
});

test('levels and lead teachers are imported, for teachers of granted departments, each once', async () => {
  await teacher(server, departmentA, 'TIMP');
  const importing = (rows: string[][], token: string) =>
    uploaded<Record<string, any>>(
      server,
      `mutation ($file: Upload!) { importTeacherQualifications(file: $file, isTolerant: true) { successCount
        failures { row code reason } } }`,
      workbook([['教师工号', '课程编号', '资格等级', '是否主讲教师', '教授年限', '备注'], ...rows]),
      { token },
    );
  const { data } = await importing(
    [
      ['timp', 'Q-1', '高级', '1', '8', '主讲'],
      ['TIMP', 'Q-1', '', '', '', ''],
      ['TFOREIGN', 'Q-1', '初级', '0', '1', ''],
      ['TIMP', 'Q-9', '4', '0', '1', ''],
    ],
    affairsOfA,
  );
  expect(data.importTeacherQualifications).toMatchObject({
    successCount: 1,
    failures: [
      { row: 3, reason: expect.stringContaining('The teacher holds a qualification for the course') },
      { row: 4, code: 'NOT_FOUND' },
      { row: 5, code: 'NOT_FOUND' },
      { row: 5, reason: expect.stringContaining('初级、中级、高级') },
    ],
  });
  const stored = await server
    .context()
    .em.find(TeacherQualification, { teacher: { code: 'TIMP' } }, { populate: ['course'] });
  expect(stored).toMatchObject([
    { level: 3, isPrimary: true, teachYears: 8, remarks: '主讲', status: 'APPROVED', course: { id: course } },
  ]);
  expect(stored[0].approvedAt).toBeInstanceOf(Date);
});
