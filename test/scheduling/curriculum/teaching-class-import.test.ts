import ExcelJS from 'exceljs';
import { uploaded } from '../../imports/support/upload.js';
import { academicAffairs, department, teacher } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';

let server: TestServer;
let [own, affairs] = ['', ''];

beforeAll(async () => {
  server = await startTestServer();
  own = await department(server, { department_name: '数学系' });
  affairs = await academicAffairs(server, own);
  const elsewhere = await department(server, { department_name: '外语系' });
  await teacher(server, own, 'T001');
  await teacher(server, elsewhere, 'T002');
  const made = async (mutation: string): Promise<string> => {
    const { data, errors } = await server.graphql(`mutation { made: ${mutation} { id } }`);
    expect(errors).toBeUndefined();
    return data.made.id as string;
  };
  await made('createSemester(input: { name: "秋季", startDate: "2031-09-01", endDate: "2032-01-04" })');
  await made(`createCourse(input: { code: "C1", name: "数学", department: "${own}" })`);
  await made(`createCourse(input: { code: "C2", name: "英语", department: "${elsewhere}" })`);
  const major = await made(`createMajor(input: { name: "数学", code: "M", department: "${own}" })`);
  const grade = await made('createGrade(input: { year: 2024 })');
  for (const n of [1, 2])
    await made(`createAdministrativeClass(input: { name: "数学${n}班", code: "M${n}", major: "${major}",
      grade: "${grade}", studentCount: ${n * 20} })`);
});
afterAll(() => server.stop());

type Cell = string | number;

async function imported(rows: readonly Record<string, Cell>[], settings = '', token = affairs) {
  const { data } = await server.graphql('{ teachingClassesImportTemplate { content } }', {}, token);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(data.teachingClassesImportTemplate.content, 'base64') as never);
  const [sheet] = book.worksheets;
  const headings = new Map<string, number>();
  sheet.getRow(2).eachCell(({ text }, column) => void headings.set(text.replace('*', ''), column));
  sheet.getRow(3).values = [];
  rows.forEach((row, at) => {
    for (const [heading, value] of Object.entries(row))
      sheet.getCell(3 + at, headings.get(heading)!).value = value;
  });
  const query = `mutation ($file: Upload!) { importTeachingClasses(file: $file${settings}) {
    successCount failures { row heading reason } notices { row reason } } }`;
  const file = Buffer.from(await book.xlsx.writeBuffer());
  const { data: answer, errors } = await uploaded<Record<string, any>>(server, query, file, { token });
  expect(errors).toBeUndefined();
  return answer.importTeachingClasses as {
    successCount: number;
    failures: { row: number; heading: string; reason: string }[];
    notices: { row: number; reason: string }[];
  };
}

const row = (n: number, more: Record<string, Cell> = {}) => ({
  教学班编码: `TC${n}`,
  教学班名称: `数学${n}`,
  学期: '秋季',
  课程编号: 'C1',
  ...more,
});

test('a row brings a teaching class with who attends it and its meetings', async () => {
  const { successCount, notices } = await imported([
    row(1, {
      行政班: '数学1班，数学2班',
      课次: 'T001 2节 1-16周 x2；T002 T001（助教） 3节 1-8,10周单 实验学时 @机房; 1节 @任意',
    }),
    row(2),
  ]);
  expect(successCount).toBe(2);
  expect(notices).toEqual([{ row: 3, reason: expect.stringContaining('that of the course') }]);
  const { data } = await server.graphql(`{ teachingClasses(isDesc: false) { items { code studentCount
    department { name } administrativeClasses { name }
    meetings { sequence periods weeks teacher { code } teachers { role teacher { code } }
      creditHourType { name } classroomType { name } }
  } } }`);
  const [first, second] = data.teachingClasses.items as Record<string, any>[];
  expect(first).toMatchObject({ code: 'TC1', studentCount: 60, department: { name: '数学系' } });
  expect(first.administrativeClasses).toHaveLength(2);
  const weekly = {
    periods: 2,
    weeks: Array.from({ length: 16 }, (_, at) => at + 1),
    teacher: { code: 'T001' },
  };
  expect(first.meetings).toMatchObject([
    { sequence: 1, ...weekly },
    { sequence: 2, ...weekly },
    {
      periods: 3,
      weeks: [1, 3, 5, 7],
      teacher: { code: 'T002' },
      teachers: [
        { role: 'LECTURER', teacher: { code: 'T002' } },
        { role: 'ASSISTANT', teacher: { code: 'T001' } },
      ],
      creditHourType: { name: '实验学时' },
      classroomType: { name: '机房' },
    },
    { periods: 1, weeks: Array.from({ length: 18 }, (_, at) => at + 1), teacher: null, classroomType: null },
  ]);
  expect(second).toMatchObject({ studentCount: 0, administrativeClasses: [], meetings: [] });
});

test.each([
  ['a teacher that there is not', { 课次: 'T999 2节' }, '课次', 'T999'],
  ['weeks after the last', { 课次: 'T001 1-19周' }, '课次', '1-19周'],
  ['meetings of no period', { 课次: '0节' }, '课次', '0节'],
  ['one teacher twice', { 课次: 'T001 T001(主讲) 2节' }, '课次', 'twice'],
  ['a role that there is not', { 课次: 'T001 T002(班主任) 2节' }, '课次', 'T002'],
  ['more meetings than a week takes', { 课次: '2节 ×21' }, '课次', 'at most 20'],
  ['an elective with whole classes', { 是否必修: 0, 行政班: '数学1班' }, '行政班', 'elective'],
  ['a class that there is not', { 行政班: '数学9班' }, '行政班', '数学9班'],
  [
    'a course that there is not, though its meetings hang on it',
    { 课程编号: 'C9', 课次: '2节' },
    '课程编号*',
    'C9',
  ],
  ['a semester that there is not', { 学期: '冬季', 课次: '2节' }, '学期*', '冬季'],
  ['a course of a foreign department', { 课程编号: 'C2' }, '开课部门', 'do not act'],
])('%s is told of its cell', async (_what, more, heading, reason) => {
  const { failures } = await imported([row(9, more as Record<string, Cell>)], ', isDryRun: true');
  expect(failures).toMatchObject([{ row: 3, heading, reason: expect.stringContaining(reason) }]);
});

test('a course of a foreign department is taught by the own one that the row names', async () => {
  const rows = [row(20, { 课程编号: 'C2', 开课部门: '数学系' })];
  expect(await imported(rows, ', isDryRun: true')).toMatchObject({ successCount: 1 });
  const other = await academicAffairs(server, await department(server));
  expect((await imported(rows, ', isDryRun: true', other)).failures[0]).toMatchObject({
    heading: '开课部门',
  });
});
