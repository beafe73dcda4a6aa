import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function made(type: string, input: string, selection: string): Promise<Record<string, any>> {
  const { data, errors } = await server.graphql(
    `mutation { create${type}(input: { ${input} }) { id ${selection} } }`,
  );
  expect(errors).toBeUndefined();
  return data[`create${type}`];
}

const today = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(new Date());

test('a department needs a name and a code; the answer tells the rest', async () => {
  const selection = `order isEntity isTeachingCollege isAttendingCollege isTeachingOffice isEnabled
    establishedOn category { name } type { name }`;
  const begun = today();
  const first = await made('Department', 'name: "理学院", code: "LX"', selection);
  expect([begun, today()]).toContain(first.establishedOn);
  expect(first).toMatchObject({
    order: 1,
    isEntity: true,
    isTeachingCollege: true,
    isAttendingCollege: true,
    isTeachingOffice: false,
    isEnabled: true,
    category: { name: '行政类' },
    type: { name: '直属（校办）' },
  });
  await made('Department', 'name: "工学院", code: "GX", order: 40', 'order');
  expect(await made('Department', 'name: "文学院", code: "WX"', 'order')).toMatchObject({ order: 41 });
});

test('an order after the greatest that can be stored is that one', async () => {
  await made('Department', 'name: "尾部", code: "WB", order: 2147483647', 'order');
  const last = await made('Department', 'name: "末部", code: "MB"', 'order');
  expect(last.order).toBe(2_147_483_647);
});

test('every other noun needs what cannot be known', async () => {
  const { id: college } = await made('Department', 'name: "信息学院", code: "XX"', 'order');
  const campus = await made('Campus', 'name: "东区", code: "E", address: "一号"', 'description isEnabled');
  expect(campus).toMatchObject({ description: '暂无描述', isEnabled: true });
  const building = await made('Building', `name: "一教", campus: "${campus.id}"`, 'isEnabled');
  expect(building).toMatchObject({ isEnabled: true });
  const { data } = await server.graphql('{ classroomTypeOptions { id } }');
  const room = await made(
    'Classroom',
    `code: "E101", building: "${building.id}", floor: "1", capacity: 40,
     type: "${data.classroomTypeOptions[0].id}"`,
    'name area isExaminationRoom hasMultimedia isAirConditioned isEnabled',
  );
  expect(room).toMatchObject({ name: 'E101', area: 0, isExaminationRoom: false, isEnabled: true });
  const major = await made(
    'Major',
    `name: "软件工程", code: "SE", department: "${college}"`,
    'educationYears trainingLevel isEnabled',
  );
  expect(major).toMatchObject({ educationYears: 4, trainingLevel: '本科', isEnabled: true });
  const grade = await made('Grade', 'year: 2024', 'name startDate endDate');
  expect(grade).toMatchObject({ name: '2024级', startDate: '2024-09-01', endDate: null });
  const homeClass = await made(
    'AdministrativeClass',
    `name: "软工2401", code: "SE2401", major: "${major.id}", grade: "${grade.id}"`,
    'department { name } studentCount isEnabled',
  );
  expect(homeClass).toMatchObject({ department: { name: '信息学院' }, studentCount: 0, isEnabled: true });
  const teacher = await made(
    'Teacher',
    `code: "T1", name: "张三", isMale: true, department: "${college}"`,
    'englishName ethnic type { name }',
  );
  expect(teacher).toMatchObject({ englishName: '', ethnic: '', type: { name: '专职教师' } });
  const course = await made(
    'Course',
    `code: "C1", name: "高等数学", department: "${college}", theoryHours: 48, labHours: 16.5`,
    'totalHours credits isEnabled type { name }',
  );
  expect(course).toMatchObject({
    totalHours: 64.5,
    credits: 0,
    isEnabled: true,
    type: { name: 'A类(纯理论课)' },
  });
  const semester = await made(
    'Semester',
    'name: "2024秋", startDate: "2024-09-02", endDate: "2025-01-12"',
    'isEnabled isCurrent daysPerWeek periodsPerDay schedulingDays',
  );
  expect(semester).toMatchObject({ isEnabled: true, isCurrent: true, periodsPerDay: 12 });
});

test('what a default would come from is missed by name', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  const { errors } = await server.graphql(
    `mutation { createAdministrativeClass(input: { name: "无", code: "W1", major: "${unknown}",
      grade: "${unknown}" }) { id } }`,
  );
  expect(errors?.[0].message).toMatch(/专业不存在|no major/);
});

test('clients of /api/v1, who know of no defaults, are asked for each field', async () => {
  const token = server.administrator;
  const department = await server.rest('departmentCreate', {
    token,
    body: { department_name: '法学院', department_code: 'FX' },
  });
  for (const label of ['部门排序', '是否实体部门', '成立日期', '单位类别', '单位办别', '是否开课院系'])
    expect(JSON.stringify(department.data)).toContain(`${label}不能为空`);
  const course = await server.rest('courseCreate', {
    token,
    body: { id: 'C9', name: '无类型' },
  });
  expect(JSON.stringify(course.data)).toContain('课程类型不能为空');
});
