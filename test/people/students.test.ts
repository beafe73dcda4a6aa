import { Student } from '../../src/entities/people.js';
import { workbook } from '../workbook/support/workbook.js';
import { academicAffairs, administrativeClass, department, signedIn } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { downloaded, texts } from './downloads.js';

let server: TestServer;
let [departmentA, departmentB, affairsOfA] = ['', '', ''];
let classA: Record<string, any>;
let classB: Record<string, any>;

beforeAll(async () => {
  server = await startTestServer();
  departmentA = await department(server, { department_name: '信息学院' });
  departmentB = await department(server, { department_name: '外语学院' });
  classA = await administrativeClass(server, departmentA, { class_name: '软件1班' });
  classB = await administrativeClass(server, departmentB, { class_name: '英语1班' });
  affairsOfA = await academicAffairs(server, departmentA);
});
afterAll(() => server.stop());

const as = (options: object, token = server.administrator) => ({ token, ...options });
const body = (id: string, more: object = {}) => ({
  id,
  name: '王同学',
  gender: true,
  clazz: classA.administrative_class_uuid,
  ...more,
});
const student = async (id: string, more: object = {}): Promise<string> =>
  (await server.rest('studentCreate', as({ body: body(id, more) }))).data.student_uuid;

async function raw(method: string, path: string, sent: unknown): Promise<Record<string, any>> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.administrator}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  return (await response.json()) as Record<string, any>;
}

test('a student is created at the path with a trailing slash, without graduated and status', async () => {
  expect(await raw('POST', '/students/', body('TS1'))).toMatchObject({
    code: 0,
    data: {
      id: 'TS1',
      graduated: false,
      status: null,
      grade_uuid: classA.grade_uuid,
      department: departmentA,
      major: classA.major_uuid,
      clazz: classA.administrative_class_uuid,
    },
  });
  const graduated = await server.rest('studentCreate', as({ body: body('TS2', { graduated: true }) }));
  expect(graduated.data.graduated).toBe(false);
});

test('a body at the path of "disable" is an edit and disables nobody', async () => {
  const path = { student_uuid: await student('ED1') };
  const token = await signedIn(server, { isStudent: true, number: 'ED1' });
  const edited = await raw('PUT', `/students/disable/${path.student_uuid}`, body('ED1', { name: '王小明' }));
  expect(edited).toMatchObject({ code: 0, message: '编辑学生成功', data: { name: '王小明' } });
  expect((await server.rest('studentList', { token })).status).toBe(200);
  const query = `/students/disable/${path.student_uuid}?disable=false`;
  expect(await raw('PUT', query, body('ED1'))).toMatchObject({ message: '启用学生成功' });
  const cached = `/students/disable/${path.student_uuid}?_=1`;
  expect(await raw('PUT', cached, body('ED1'))).toMatchObject({ message: '编辑学生成功' });
  // Without a body, with the literal null, or with the parameter it disables.
  expect(await raw('PUT', `/students/disable/${path.student_uuid}`, null)).toMatchObject({
    data: { ...path, status: true },
  });
  expect((await server.rest('studentList', { token })).status).toBe(401);
});

test('status is 0 for no account, 1 for enabled and 2 for disabled, unlike that of teachers', async () => {
  const [, second] = [await student('SS1'), await student('SS2'), await student('SS3')];
  await signedIn(server, { isStudent: true, number: 'SS1' });
  await signedIn(server, { isStudent: true, number: 'SS2' });
  expect(await server.rest('studentDisable', as({ path: { student_uuid: second } }))).toMatchObject({
    message: '停用学生成功',
  });
  const page = (query: object) => server.rest('studentPage', as({ query: { id: 'SS', size: 1, ...query } }));
  for (const [status, code] of [
    ['0', 'SS3'],
    ['1', 'SS1'],
    ['2', 'SS2'],
  ] as const) {
    const { data } = await page({ status });
    expect([data.total, data.records[0].id, data.records[0].status]).toEqual([1, code, Number(status)]);
  }
  expect(await page({ status: '7' })).toMatchObject({ status: 400 });
  const got = await server.rest('studentGet', as({ path: { student_uuid: second } }));
  expect(got.data.status).toBe(2);
  const enabled = await server.rest(
    'studentDisable',
    as({ path: { student_uuid: second }, query: { disable: false } }),
  );
  expect(enabled).toMatchObject({ message: '启用学生成功', data: { status: false } });
});

test('gender is true for men, and grade, department and major follow the class', async () => {
  const path = { student_uuid: await student('GC1', { gender: 0 }) };
  const moved = await server.rest(
    'studentUpdate',
    as({
      path,
      body: body('GC1', {
        clazz: classB.administrative_class_uuid,
        department: departmentA,
        graduated: true,
      }),
    }),
  );
  expect(moved.data).toMatchObject({
    gender: true,
    department: departmentB,
    major: classB.major_uuid,
    grade_uuid: classB.grade_uuid,
    graduated: true,
  });
  const disabled = await administrativeClass(server, departmentA, { is_enabled: false });
  const clazz = disabled.administrative_class_uuid;
  expect(await server.rest('studentUpdate', as({ path, body: { clazz } }))).toMatchObject({
    status: 400,
    error_message: expect.stringContaining('指定的班级已禁用'),
  });
  expect(await server.rest('studentCreate', as({ body: body('GC2', { clazz }) }))).toMatchObject({
    status: 200,
  });
});

test(
  'a page hides graduates unless they are asked for, and finds a class by its id or its ' + 'name',
  async () => {
    const path = { student_uuid: await student('PG1', { clazz: classB.administrative_class_uuid }) };
    await server.rest('studentUpdate', as({ path, body: { graduated: true } }));
    await student('PG2', { clazz: classB.administrative_class_uuid });
    const codes = async (query: object): Promise<string[]> => {
      const { data } = await server.rest('studentPage', as({ query: { id: 'pg', ...query } }));
      return data.records.map(({ id }: Record<string, string>) => id);
    };
    expect(await codes({})).toEqual(['PG2']);
    expect(await codes({ is_graduated: true })).toEqual(['PG1']);
    expect(await codes({ class: classB.administrative_class_uuid, name: '' })).toEqual(['PG2']);
    expect(await codes({ class: '英语1班' })).toEqual(['PG2']);
    expect(await codes({ class: '没有' })).toEqual([]);
    expect(await codes({ department_uuid: departmentA })).toEqual([]);
    const query = { administrative_class_uuid: classB.administrative_class_uuid };
    const { data } = await server.rest('studentList', as({ query }));
    expect(data.filter(({ id }: Record<string, string>) => id.startsWith('PG'))).toMatchObject([
      { id: 'PG1', class_name: '英语1班', department_name: '外语学院', department: departmentB },
      { id: 'PG2' },
    ]);
  },
);

test(
  'the list of students goes by number, graduates among them, and refuses keys that are ' + 'none',
  async () => {
    const clazz = (await administrativeClass(server, departmentB)).administrative_class_uuid;
    const graduate = await student('LS2', { clazz });
    await student('LS1', { clazz });
    await server.rest(
      'studentUpdate',
      as({ path: { student_uuid: graduate }, body: body('LS2', { clazz, graduated: true }) }),
    );
    const query = { administrative_class_uuid: clazz, department_uuid: '' };
    const { data } = await server.rest('studentList', as({ query }));
    expect(data.map(({ student_uuid }: Record<string, string>) => student_uuid).at(-1)).toBe(graduate);
    expect(data).toHaveLength(2);
    for (const key of ['department_uuid', 'administrative_class_uuid'])
      expect(await server.rest('studentList', as({ query: { [key]: 'x' } }))).toMatchObject({ code: 40004 });
  },
);

test('a student with an account, or who is the monitor of a class, is not deleted', async () => {
  const path = { student_uuid: await student('RM1') };
  await server.rest(
    'administrativeClassUpdate',
    as({
      path: { administrative_class_uuid: classA.administrative_class_uuid },
      body: { monitor_uuid: path.student_uuid },
    }),
  );
  expect(await server.rest('studentDelete', as({ path }))).toMatchObject({
    status: 409,
    error_message: expect.stringContaining('行政班级 1 条'),
  });
  await signedIn(server, { isStudent: true, number: 'RM1' });
  expect(await server.rest('studentDelete', as({ path }))).toMatchObject({
    status: 409,
    error_message: '学生已注册,无法删除，请改为停用其账号',
  });
});

test('a student sees own data, academic affairs see those of their departments', async () => {
  await student('SC1');
  const foreign = await student('SC2', { clazz: classB.administrative_class_uuid });
  const token = await signedIn(server, { isStudent: true, number: 'SC1' });
  const codes = ({ data }: { data?: any }) => data.map(({ id }: Record<string, string>) => id);
  expect(codes(await server.rest('studentList', { token }))).toEqual(['SC1']);
  const seen = codes(await server.rest('studentList', { token: affairsOfA }));
  expect(seen).toContain('SC1');
  expect(seen).not.toContain('SC2');
  const path = { student_uuid: foreign };
  for (const operation of ['studentGet', 'studentUpdate', 'studentDelete', 'studentDisable']) {
    const sent = operation === 'studentUpdate' ? { body: { gender: false } } : {};
    expect(await server.rest(operation, as({ path, ...sent }, affairsOfA))).toMatchObject({ code: 40400 });
  }
});

const headings = ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'];

test('the template is a raw download with the department of the caller filled in', async () => {
  expect(await server.rest('studentTemplate', { token: null })).toMatchObject({ status: 401, code: 40101 });
  const { headers, bytes, sheet } = await downloaded(server, '/students/get-example', affairsOfA);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(texts(sheet, 2, 7)).toEqual(headings);
  expect(sheet.getCell('A3').text).toBe('信息学院');
  const classes = Array.from({ length: 20 }, (_, at) => sheet.getCell(4 + at, 12).text);
  expect(classes[0]).toBe('班级模板');
  expect(classes).toContain('软件1班');
  expect(classes).not.toContain('英语1班');
  const untouched = await server.rest('studentBatchImport', {
    token: affairsOfA,
    body: { file: bytes.toString('base64'), ignore_error: true },
  });
  expect(untouched.data).toMatchObject({ total_count: 0 });
});

test('an import may leave out what follows from the class; a wrong college names the right one', async () => {
  const college = await department(server, { department_name: '工程学院' });
  const below = await department(server, { department_name: '网络系', parent_department: college });
  const clazz = await administrativeClass(server, below, { class_name: '网络1班' });
  const { data: named } = await server.graphql(
    'query ($id: ID!) { administrativeClass(id: $id) { major { id name } grade { id name } } }',
    { id: clazz.administrative_class_uuid },
  );
  const [major, grade] = [named.administrativeClass.major.name, named.administrativeClass.grade.name];
  const token = await academicAffairs(server, college);
  const { sheet } = await downloaded(server, '/students/get-example', token);
  expect(sheet.getCell('A3').text).toBe('网络系');
  const row = (of: string, number: string, said = [major, grade]): string[] => [
    ...[of, ...said, '网络1班', number, '张三', '男'],
  ];
  const file = workbook([
    headings,
    row('工程学院', 'N1'),
    row('网络系', 'N2'),
    row('', 'N3', ['', '']),
    row('信息学院', 'N4'),
  ]).toString('base64');
  const { data } = await server.rest('studentBatchImport', {
    token: server.administrator,
    body: { file, ignore_error: true },
  });
  expect(data).toMatchObject({
    success_count: 3,
    failed_details: [{ row: 5, reason: '班级“网络1班”不属于学院“信息学院”，应为“网络系”' }],
  });
  const stored = await server.context().em.find(Student, { code: /^N/ });
  const right = [below, named.administrativeClass.major.id, named.administrativeClass.grade.id];
  for (const each of stored) expect([each.department.id, each.major.id, each.grade.id]).toEqual(right);
});

test('an import names every wrong cell of a row, also what only the database knows', async () => {
  const existing = await server.context().em.findOneOrFail(Student, { code: 'N1' });
  const file = workbook([
    headings,
    ['', '没有的专业', '没有的年级', '没有的班级', existing.code, '李四', '不明'],
    ['信息学院', '', '', '软件1班', 'x'.repeat(33), '王五', '男'],
  ]).toString('base64');
  const body = { file, ignore_error: true };
  const { data } = await server.rest('studentBatchImport', { token: server.administrator, body });
  expect(data.failed_details.map(({ row, reason }: any) => `${row} ${reason}`)).toEqual([
    '2 专业名称不存在: 没有的专业',
    '2 年级名称不存在: 没有的年级',
    '2 班级名称不存在: 没有的班级',
    '2 性别填写错误: 不明，只能填写：男、女',
    `2 学号已存在: ${existing.code}`,
    '3 学号长度超出限制，最大32个字符（当前33个）',
  ]);
});

test('marks that nobody sees are no part of a student number, at any door', async () => {
  const marked = (number: string): string => `\u200b${number[0]}\u200d\u2060${number.slice(1)}\ufeff\u00ad`;
  const body = {
    ...{ id: marked('Z100'), name: '赵六', gender: true },
    clazz: classA.administrative_class_uuid,
  };
  const made = await server.rest('studentCreate', { token: server.administrator, body });
  expect(made.data.id).toBe('Z100');
  const again = await server.rest('studentCreate', {
    token: server.administrator,
    body: { ...body, id: 'z100' },
  });
  expect(again).toMatchObject({ status: 409 });
  const names = (
    await server.graphql(
      'query ($id: ID!) { administrativeClass(id: $id) { major { name } grade { name } } }',
      { id: classA.administrative_class_uuid },
    )
  ).data.administrativeClass;
  const row = (number: string): string[] => [
    ...['', names.major.name, names.grade.name, '软件1班', number, '钱七', '男'],
  ];
  const file = workbook([headings, row(marked('Z100')), row(marked('Z200')), row('Z200')]).toString('base64');
  const { data } = await server.rest('studentBatchImport', {
    token: server.administrator,
    body: { file, ignore_error: true },
  });
  expect(data).toMatchObject({
    success_count: 1,
    failed_details: [
      { row: 2, reason: '学号已存在: Z100' },
      { row: 4, reason: '学号已存在: Z200（与第3行重复）' },
    ],
  });
  const { data: updated } = await server.rest('studentUpdate', {
    token: server.administrator,
    path: { student_uuid: made.data.student_uuid },
    body: { id: marked('Z101') },
  });
  expect(updated.id).toBe('Z101');
});

test(
  'an import puts students into existing classes, and refuses rows that contradict their ' + 'class',
  async () => {
    const names = async (clazz: Record<string, any>) => {
      const { data } = await server.graphql(
        'query ($id: ID!) { administrativeClass(id: $id) { major { name } grade { name } } }',
        { id: clazz.administrative_class_uuid },
      );
      return [data.administrativeClass.major.name, data.administrativeClass.grade.name] as string[];
    };
    const [major, grade] = await names(classA);
    const [, otherGrade] = await names(classB);
    const file = workbook([
      headings,
      ['信息学院', major, grade, '软件1班', '2024001', '阿依古丽·买买提', '女'],
      ['信息学院', major, otherGrade, '软件1班', '2024002', '张三', '男'],
      ['外语学院', major, grade, '软件1班', '2024003', '李四', '男'],
      ['信息学院', major, grade, '软件9班', '2024004', '王五', '男'],
      ['信息学院', major, grade, '软件1班', '2024001', '赵六', '男'],
    ]).toString('base64');
    const run = (ignore_error: boolean) =>
      server.rest('studentBatchImport', { token: affairsOfA, body: { file, ignore_error } });
    expect(await run(false)).toMatchObject({ status: 400, code: 40007 });
    expect(await server.context().em.count(Student, { code: '2024001' })).toBe(0);
    expect(await run(true)).toMatchObject({
      message: '存在添加失败的学生情况',
      data: {
        success_count: 1,
        failed_details: [
          { row: 3, reason: `班级“软件1班”不属于年级“${otherGrade}”，应为“${grade}”` },
          { row: 4, reason: '学院名称不存在: 外语学院' },
          { row: 5, reason: '班级名称不存在: 软件9班' },
          { row: 6, reason: '学号已存在: 2024001（与第2行重复）' },
        ],
      },
    });
    expect(await server.context().em.findOneOrFail(Student, { code: '2024001' })).toMatchObject({
      isMale: false,
      isGraduated: false,
      department: { id: departmentA },
      grade: { id: classA.grade_uuid },
    });
  },
);

test('students are listed by the identifier of their administrative class', async () => {
  const { administrative_class_uuid: id } = classA;
  const query = `query ($id: ID!) { students(administrativeClassId: $id) {
    items { administrativeClass { id } } } }`;
  const { data } = await server.graphql(query, { id });
  expect(data.students.items.length).toBeGreaterThan(0);
  for (const { administrativeClass } of data.students.items) expect(administrativeClass).toEqual({ id });
  const { errors } = await server.graphql(query, { id: '软件1班' });
  expect(errors![0].message).toContain('is not an identifier');
});
