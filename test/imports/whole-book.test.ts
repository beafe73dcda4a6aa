import ExcelJS from 'exceljs';
import { startWorker, type JobWorker } from '../../src/jobs/worker.js';
import { academicAffairs, department } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { filledBook, type Rows } from './support/book.js';
import { uploaded } from './support/upload.js';

let server: TestServer;
let worker: JobWorker;
beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.runtime.app);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

/** An institution from nothing: every row names what an earlier sheet of the same file makes. */
const institution: Rows = {
  教室类型: [{ 教室类型名称: '语音室', 教室类型描述: '上外语课' }],
  桌椅类型: [{ 桌椅类型名称: '折叠椅' }],
  部门: [
    { 部门名称: '信息学院', 部门编码: 'XX' },
    { 部门名称: '软件系', 部门编码: 'RJ', 上级部门: '信息学院', 备注: '=1+1 & <第一>' },
  ],
  校区: [{ 校区名称: '主校区', 校区编码: 'MAIN', 校区地址: '一号' }],
  教学楼: [{ 所属校区: '主校区', 教学楼名称: '博学楼' }],
  作息时间: [{ 开始日: '01-01', 节次时间: '08:10-08:55,09:05-09:50' }],
  教室: [
    {
      校区名称: '主校区',
      楼栋名称: '博学楼',
      教室编号: '0101',
      教室名称: '101',
      楼层: '1',
      教室类型: '语音室',
      教室标签: '多媒体,靠窗',
      教室容量: 60,
      是否是考场: 0,
      是否是多媒体教室: 1,
      是否有空调: 0,
      教室状态: 1,
      教室面积: 80.5,
      管理部门: '软件系',
      桌椅类型: '折叠椅',
    },
  ],
  教师: [
    { 教师工号: '001', 教师姓名: '张三', 教师性别: '男', 所属单位: '软件系', 教师类型: '讲师' },
    { 教师工号: '002', 教师姓名: '李四', 教师性别: '女', 所属单位: '软件系', 教师类型: '助教' },
  ],
  年级: [{ 入学年份: 2024 }],
  专业: [{ 专业名称: '软件工程', 专业编码: 'SE', 所属部门: '软件系' }],
  行政班级: [
    {
      班级名称: '软工1班',
      班级编号: 'SE1',
      所属专业: '软件工程',
      年级: '2024级',
      学生人数: 30,
      辅导员工号: '002',
    },
  ],
  学生: [
    {
      学院: '软件系',
      专业: '软件工程',
      年级: '2024级',
      班级: '软工1班',
      学号: '20240001',
      姓名: '王五',
      性别: '男',
    },
  ],
  班级分组: [
    { 行政班: '软工1班', 分组方案: '实验分组', 分组序号: 1, 分组名称: 'A组', 学号: '20240001' },
    { 行政班: '软工1班', 分组方案: '实验分组', 分组序号: 2, 分组名称: 'B组' },
  ],
  课程: [
    { 课程ID: 'C1', 课程名称: '数据结构', 课程类型: 'A类(纯理论课)', 所属部门: '软件系', 理论课时: 48 },
    { 课程ID: 'C2', 课程名称: '音乐欣赏', 课程类型: 'A类(纯理论课)', 所属部门: '软件系', 理论课时: 32 },
  ],
  教师课程资格: [{ 教师工号: '001', 课程编号: 'C1', 资格等级: '高级' }],
  学期: [{ 学期名称: '2031秋', 开始日期: '2031-09-01', 结束日期: '2032-01-04' }],
  校历日: [
    { 学期: '2031秋', 日期: '2031-10-01', 类型: '放假', 名称: '国庆节' },
    { 学期: '2031秋', 日期: '2031-10-11', 类型: '补课', 补课对应日期: '2031-10-01' },
  ],
  教学班: [
    {
      教学班编码: 'T1',
      教学班名称: '数据结构1',
      学期: '2031秋',
      课程编号: 'C1',
      行政班: '软工1班',
      课次: '001 002(助教) 2节 1-16周 ×2; 002 1-8周 实验学时 @语音室',
    },
    {
      教学班编码: 'T3',
      教学班名称: '数据结构实验A',
      学期: '2031秋',
      课程编号: 'C1',
      班级分组: '软工1班/实验分组/A组',
    },
    { 教学班编码: 'T2', 教学班名称: '音乐1', 学期: '2031秋', 课程编号: 'C2', 是否必修: 0, 名额: 20 },
  ],
  教学班关联: [
    {
      教学班编码: 'T1',
      学时类型: '实验学时',
      关联类型: '不在同一天',
      关联教学班编码: 'T2',
      要求程度: '期望',
      权重: 7,
    },
  ],
  选课: [{ 选修教学班编码: 'T2', 学号: '20240001' }],
  教师课程偏好: [{ 教师工号: '001', 学期: '2031秋', 星期几: '周五', 第几节课: 5, 偏好程度: '回避' }],
};

const fileOf = async (at: TestServer, operation: string): Promise<Buffer> => {
  const { data, errors } = await at.graphql(`{ ${operation} { name content } }`);
  expect(errors).toBeUndefined();
  return Buffer.from(data[operation].content as string, 'base64');
};

const filled = async (at: TestServer, sheets: Rows): Promise<Buffer> =>
  filledBook(await fileOf(at, 'institutionImportTemplate'), sheets);

const counts =
  'totalCount successCount failedCount failures { sheet row heading code reason } notices { sheet code }';

async function imported(at: TestServer, file: Buffer, settings = '', token = at.administrator) {
  const query = `mutation ($file: Upload!) { importInstitution(file: $file${settings}) {
    ${counts} marked { content } } }`;
  const { data, errors } = await uploaded<Record<string, any>>(at, query, file, { token });
  return { result: data?.importInstitution, errors };
}

/** Imports as a task and waits for its end. */
async function asTask(file: Buffer, settings: string): Promise<Record<string, any>> {
  const query = `mutation ($file: Upload!) {
    startImport(subject: INSTITUTION, file: $file${settings}) { id } }`;
  const { data } = await uploaded<Record<string, any>>(server, query, file, { token: server.administrator });
  for (;;) {
    const { data: answer } = await server.graphql(
      `{ importTask(id: "${data.startImport.id}") { status progress failure ${counts} } }`,
    );
    if (!['QUEUED', 'RUNNING'].includes(answer.importTask.status as string)) return answer.importTask;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const rowCount = Object.values(institution).flat().length;
const departments = async (): Promise<number> =>
  (await server.graphql('{ departments { total } }')).data.departments.total as number;

test('the template has a sheet for each noun, in the order in which they are imported', async () => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await fileOf(server, 'institutionImportTemplate')) as never);
  expect(book.worksheets.map(({ name }) => name)).toEqual(['说明', ...Object.keys(institution)]);
});

test('wrong cells of every sheet are told with it, nothing else is, and nothing is stored', async () => {
  const wrong: Rows = {
    ...institution,
    // Whoever names the department, the class or the teacher is not told that they are missing.
    部门: [institution.部门[0], { ...institution.部门[1], 成立日期: '昨天' }],
    年级: [{ 入学年份: 2024, 年级结束日期: '2020-01-01' }],
    课程: [institution.课程[0], { ...institution.课程[1], 总课时: 31 }],
    学期: [{ ...institution.学期[0], 结束日期: '2030-01-01' }],
  };
  const file = await filled(server, wrong);
  const { result } = await imported(server, file, ', isDryRun: true');
  expect(result).toMatchObject({ totalCount: rowCount, successCount: 0, failedCount: rowCount });
  const told = (result.failures as { sheet: string; row: number; heading: string }[]).map(
    ({ sheet, row, heading }) => `${sheet} ${row} ${heading}`,
  );
  expect(told).toEqual(['部门 3 成立日期', '年级 2 年级结束日期', '学期 2 结束日期*']);
  const { errors } = await imported(server, file);
  expect(errors?.[0].message).toBe(
    'Sheet "部门", row 3, column G: Establishment date must be a day of the calendar, such as 2024-09-01: 昨天',
  );
  expect(await departments()).toBe(0);
  const task = await asTask(file, '');
  expect(task).toMatchObject({ status: 'FAILED', totalCount: rowCount, successCount: 0 });
  expect(task.failures).toHaveLength(told.length);
  const marked = new ExcelJS.Workbook();
  await marked.xlsx.load(Buffer.from(result.marked.content as string, 'base64') as never);
  expect(marked.worksheets.map(({ name }) => name)).toEqual(['部门', '年级', '学期']);
  expect(marked.getWorksheet('部门')!.getCell('G3').fill).toMatchObject({ fgColor: { argb: 'FFFF9999' } });
});

test('one upload begins an institution, after a dry run that stores nothing', async () => {
  const file = await filled(server, institution);
  const tried = await asTask(file, ', isDryRun: true');
  expect(tried).toMatchObject({ status: 'COMPLETED', successCount: rowCount, failures: [] });
  expect(await departments()).toBe(0);
  const task = await asTask(file, '');
  expect(task).toMatchObject({
    status: 'COMPLETED',
    progress: 1,
    totalCount: rowCount,
    successCount: rowCount,
    failedCount: 0,
  });
  const { data } = await server.graphql(`{
    departments(orderBy: [{ field: CODE }]) { items { name parent { name } remark order } }
    teachingClasses(orderBy: [{ field: CODE }]) { items { code studentCount groups { name }
      department { name } enrolledCount
      meetings { periods teacher { code } classroomType { name } } } }
    classrooms { items { code building { campus { name } } tags { name } } } }`);
  expect(data.departments.items).toEqual([
    { name: '软件系', parent: { name: '信息学院' }, remark: '=1+1 & <第一>', order: 2 },
    { name: '信息学院', parent: null, remark: null, order: 1 },
  ]);
  expect(data.teachingClasses.items).toMatchObject([
    { code: 'T1', studentCount: 30, department: { name: '软件系' }, enrolledCount: 0 },
    { code: 'T2', enrolledCount: 1 },
    { code: 'T3', studentCount: 1, groups: [{ name: '软工1班（A组）' }] },
  ]);
  expect(data.teachingClasses.items[0].meetings).toHaveLength(3);
  expect(data.classrooms.items).toMatchObject([{ code: '0101', building: { campus: { name: '主校区' } } }]);
});

test('29: what is exported is the same after it was imported, here and elsewhere', async () => {
  const file = await fileOf(server, 'institutionExport');
  expect((await fileOf(server, 'institutionExport')).equals(file)).toBe(true);
  const again = await imported(server, file);
  expect(again.errors).toBeUndefined();
  expect(again.result).toMatchObject({ failedCount: 0, failures: [] });
  expect(again.result.successCount).toBe(again.result.totalCount);
  expect((await fileOf(server, 'institutionExport')).equals(file)).toBe(true);
  const elsewhere = await startTestServer();
  try {
    const { result, errors } = await imported(elsewhere, file);
    expect(errors).toBeUndefined();
    expect(result.failures).toEqual([]);
    expect((await fileOf(elsewhere, 'institutionExport')).equals(file)).toBe(true);
  } finally {
    await elsewhere.stop();
  }
});

test('one sheet of it can be had and given back alone', async () => {
  const file = await fileOf(server, 'teachersExport');
  const query = `mutation ($file: Upload!) { importTeachers(file: $file, isTolerant: true) { ${counts} } }`;
  const { data } = await uploaded<Record<string, any>>(server, query, file, { token: server.administrator });
  const { failures } = data.importTeachers;
  expect(failures).toMatchObject([
    { sheet: '教师', row: 2, code: 'EXISTS' },
    { sheet: '教师', row: 3, code: 'EXISTS' },
  ]);
});

test('a row that says something else than what is stored is refused', async () => {
  const file = await filled(server, { 部门: [{ ...institution.部门[0], 部门地址: '新址' }] });
  const { result } = await imported(server, file, ', isDryRun: true');
  expect(result.failures[0]).toMatchObject({ sheet: '部门', row: 2, code: 'EXISTS' });
});

test('a sheet of an unknown name is told of, and a workbook without a known one is refused', async () => {
  const file = await filled(server, { 部们: [{ 部门名称: '外语系' }] });
  const { result } = await imported(server, file, ', isDryRun: true');
  expect(result.notices).toEqual([{ sheet: '部们', code: 'UNKNOWN_SHEET' }]);
  const book = new ExcelJS.Workbook();
  book.addWorksheet('sheet1').addRow(['部门名称']);
  const { errors } = await imported(server, Buffer.from(await book.xlsx.writeBuffer()));
  expect(errors?.[0].message).toContain('has no sheet to import (it has sheet1)');
});

test('it is for administrators, and for the whole of a workbook', async () => {
  const affairs = await academicAffairs(server, await department(server));
  const file = await filled(server, institution);
  expect((await imported(server, file, '', affairs)).errors?.[0].extensions.code).toBe('FORBIDDEN');
  const { errors } = await server.graphql('{ institutionExport { name } }', {}, affairs);
  expect(errors?.[0].extensions.code).toBe('FORBIDDEN');
  const tolerant = await imported(server, file, ', isTolerant: true');
  expect(tolerant.errors?.[0].message).toContain('isTolerant must be false');
});

test('of many exports at once those that find no room were answered with an internal error', async () => {
  const fields = Array.from({ length: 5 }, (_, at) => `a${at}: institutionExport { name }`).join(' ');
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.graphql(`{ ${fields} }`)));
  const codes = answers.flatMap(({ errors }) => (errors ?? []).map(({ extensions }: any) => extensions.code));
  expect(new Set(codes)).toEqual(new Set(['TOO_MANY_REQUESTS']));
});
