import ExcelJS from 'exceljs';
import { academicAffairs, department, signedIn, teacher } from '../organisation/college.js';
import { uploaded } from '../imports/support/upload.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let [affairs, foreign, autumn, spring, wang, li, own] = ['', '', '', '', '', '', ''];

beforeAll(async () => {
  server = await startTestServer();
  const departmentA = await department(server);
  affairs = await academicAffairs(server, departmentA);
  foreign = await academicAffairs(server, await department(server));
  wang = await teacher(server, departmentA, 'TWANG');
  li = await teacher(server, departmentA, 'TLI');
  own = await signedIn(server, { isStudent: false, number: 'TWANG' });
  const semester = async (name: string, startDate: string, more = ''): Promise<string> => {
    const { data } = await server.graphql(`mutation { createSemester(input: { name: "${name}",
      startDate: "${startDate}", endDate: "2031-06-01" ${more} }) { id } }`);
    return data.createSemester.id as string;
  };
  autumn = await semester('秋季', '2031-01-01');
  spring = await semester('春季', '2031-03-01', 'daysPerWeek: 5, periodsPerDay: 8');
});
afterAll(() => server.stop());

const change = async (call: string, token: string) => {
  const { data, errors } = await server.graphql(
    `mutation { change: ${call} { teacherCount storedCount removedCount leftOutCount } }`,
    {},
    token,
  );
  return (data?.change as object) ?? errors![0].extensions.code;
};
const set = (input: string, token: string, more = '') =>
  change(`setTeacherPreferences(input: { ${input} }${more})`, token);
const levels = async (semester: string, who: string): Promise<string[]> => {
  const { data } = await server.graphql(
    `{ teacherPreferences(teacher: "${who}", semester: "${semester}", size: 100) {
      items { dayOfWeek period level reason } } }`,
  );
  return (data.teacherPreferences.items as Record<string, unknown>[])
    .map(({ dayOfWeek, period, level, reason }) => `${dayOfWeek}.${period}=${level} ${reason ?? ''}`.trim())
    .sort();
};

test('planners store the week of their teachers in one call; days without a list stay', async () => {
  const week = `semester: "${autumn}", teachers: ["${wang}", "${li}"], week: [[1, 1], [], [0, 0, 5]]`;
  expect(await set(week, affairs, ', isDryRun: true')).toMatchObject({ teacherCount: 2, storedCount: 6 });
  expect(await levels(autumn, wang)).toEqual([]);
  expect(await set(`${week}, reason: "例会"`, affairs)).toMatchObject({ storedCount: 6, removedCount: 0 });
  expect(await levels(autumn, li)).toEqual(['1.1=1 例会', '1.2=1 例会', '3.3=5 例会']);
  const more = `semester: "${autumn}", teachers: ["${li}"], week: [[0, 2], [], [0]], keepsOthers: true`;
  expect(await set(more, affairs)).toMatchObject({ storedCount: 1, removedCount: 1 });
  expect(await levels(autumn, li)).toEqual(['1.1=1 例会', '1.2=2', '3.3=5 例会']);
  const monday = `semester: "${autumn}", teachers: ["${li}"], week: [[4]]`;
  expect(await set(monday, server.administrator)).toMatchObject({ storedCount: 1, removedCount: 2 });
  expect(await levels(autumn, li)).toEqual(['1.1=4', '3.3=5 例会']);
});

test('a teacher writes the own week and nobody else’s, as planners of another department', async () => {
  const all = [0, 0, 0, 0, 0, 0, 3];
  const input = `semester: "${spring}", week: [[${all.join(', ')}]]`;
  expect(await set(input, own)).toMatchObject({ teacherCount: 1, storedCount: 1 });
  expect(await levels(spring, wang)).toEqual(['1.7=3']);
  expect(await set(`${input}, teachers: ["${li}"]`, own)).toBe('FORBIDDEN');
  expect(await set(`${input}, teachers: ["${li}"]`, foreign)).toBe('FORBIDDEN');
  expect(await set(input, affairs)).toBe('INVALID_INPUT');
  expect(await set(`semester: "${spring}", week: []`, own)).toMatchObject({ removedCount: 0 });
  expect(await set(`semester: "${spring}", week: [[]]`, own)).toMatchObject({ removedCount: 1 });
});

test.each([
  ['a level over five', '[[6]]'],
  ['a level below none', '[[-1]]'],
  ['a period that the semester does not have', '[[0, 0, 0, 0, 0, 0, 0, 0, 1]]'],
  ['a day that the semester does not have', '[[], [], [], [], [], [1]]'],
  ['an eighth day', '[[], [], [], [], [], [], [], []]'],
])('%s is refused', async (_what, week) => {
  expect(await set(`semester: "${spring}", week: ${week}`, own)).toBe('INVALID_INPUT');
});

test('the week of the semester before is copied for who has none, without what the grid lacks', async () => {
  await set(
    `semester: "${autumn}", teachers: ["${wang}"], week: [[1, 0, 0, 0, 0, 0, 0, 0, 2], [], [], [], [], [2]]`,
    affairs,
  );
  const copy = (token: string, more = '') => change(`copyTeacherPreferences(to: "${spring}"${more})`, token);
  expect(await copy(foreign)).toMatchObject({ storedCount: 0 });
  expect(await copy(affairs, ', isDryRun: true')).toMatchObject({ teacherCount: 2, leftOutCount: 2 });
  expect(await copy(affairs)).toMatchObject({ teacherCount: 2, storedCount: 3, leftOutCount: 2 });
  expect(await levels(spring, wang)).toEqual(['1.1=1']);
  expect(await copy(affairs)).toMatchObject({ teacherCount: 0, storedCount: 0 });
  expect(await copy(own)).toBe('FORBIDDEN');
  expect(await change(`copyTeacherPreferences(to: "${autumn}")`, affairs)).toBe('INVALID_INPUT');
});

test('a workbook brings the preferences of the planner’s teachers, each period once', async () => {
  const { data } = await server.graphql('{ teacherPreferencesImportTemplate { content } }', {}, affairs);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(data.teacherPreferencesImportTemplate.content, 'base64') as never);
  const rows = [
    ['TLI', '春季', '周五', 1, '强烈希望', '实验'],
    ['TLI', '春季', 5, 2, 4, ''],
    ['TLI', '春季', '周一', 1, '回避', ''],
    ['TLI', '春季', '星期八', 1, '回避', ''],
    ['TLI', '春季', '周五', 2, '中立', ''],
  ];
  rows.forEach((row, at) =>
    row.forEach((value, column) => (book.worksheets[0].getCell(3 + at, column + 1).value = value)),
  );
  const file = Buffer.from(await book.xlsx.writeBuffer());
  const query = `mutation ($file: Upload!) { importTeacherPreferences(file: $file, isTolerant: true) {
    successCount failures { row code reason } } }`;
  const imported = async (token: string) =>
    (await uploaded<Record<string, any>>(server, query, file, { token })).data.importTeacherPreferences;
  const { successCount, failures } = await imported(affairs);
  expect(successCount).toBe(2);
  expect(failures).toMatchObject([{ row: 5 }, { row: 6, code: 'NOT_ALLOWED' }, { row: 7 }]);
  expect(failures[0].reason).toContain('already');
  expect(await levels(spring, li)).toEqual(['1.1=4', '3.3=5 例会', '5.1=5 实验', '5.2=4']);
  expect((await imported(foreign)).failures[0]).toMatchObject({ row: 3, code: 'NOT_FOUND' });
});
