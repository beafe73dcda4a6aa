import {
  academicAffairs,
  administrativeClass,
  department,
  signedIn,
  student,
} from '../organisation/college.js';
import { register } from '../../src/services/accounts/registration.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { workbook } from '../workbook/support/workbook.js';

let server: TestServer;
let unit = '';
let homeClass: Record<string, any>;

beforeAll(async () => {
  server = await startTestServer();
  unit = await department(server, { department_name: '信息学院' });
  homeClass = await administrativeClass(server, unit, { class_name: '软件1班' });
});
afterAll(() => server.stop());

const send = (operation: string, call: object) =>
  server.rest(operation, { token: server.administrator, ...call });
const body = (id: string, name: string) => ({
  ...{ id, name, gender: true, clazz: homeClass.administrative_class_uuid },
});
const headings = ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'];
const imported = async (...people: [number: string, name: string][]) =>
  (
    await send('studentBatchImport', {
      body: {
        file: workbook([
          headings,
          ...people.map(([number, name]) => ['', '', '', '软件1班', number, name, '男']),
        ]).toString('base64'),
        ignore_error: true,
      },
    })
  ).data;

test('bug: a form refused legal names that a workbook had brought in', async () => {
  const legal = ['迪丽热巴·迪力木拉提', '古丽•热', 'Mary O’Brien', "Jean-Luc D'Arc", '张 三', 'José Peña'];
  for (const [at, name] of legal.entries())
    expect((await send('studentCreate', { body: body(`NAME${at}`, name) })).data.name).toBe(name);
  const { success_count } = await imported(
    ...legal.map((name, at): [string, string] => [`SHEET${at}`, name]),
  );
  expect(success_count).toBe(legal.length);
  const refused = ['张', '张三1', '·张三', '张三-', '张@三', '张'.repeat(21)];
  for (const name of refused)
    expect(await send('studentCreate', { body: body('NAME9', name) })).toMatchObject({
      status: 400,
      error_message: expect.stringContaining('姓名格式不正确'),
    });
});

test('bug: numbers typed in full width are the same numbers, at every door', async () => {
  expect(await imported(['２０２６０２００１', '张三'])).toMatchObject({ success_count: 1 });
  expect(await send('studentCreate', { body: body('202602001', '张三') })).toMatchObject({ status: 409 });
  const made = await send('studentCreate', { body: body('２０２６Ａ１', '李四') });
  expect(made.data.id).toBe('2026A1');
  const campus = { campus_name: '（东）校区', campus_desc: '无', campus_status: true, campus_address: '路' };
  const { data } = await send('campusCreate', { body: { ...campus, campus_code: 'ＤＨ０１' } });
  expect([data.campus_code, data.campus_name]).toEqual(['DH01', '（东）校区']);
  const account = { name: 'li-si', email: 'li@example.com', phone: '13712345678' };
  const newPassword = 'Correct1 horse';
  await register(server.context(), {
    ...{ ...account, isStudent: true, number: '２０２６Ａ１', newPassword, initialPassword: 'stu2026A1' },
  });
  expect(await server.signIn('２０２６Ａ１', newPassword)).toEqual(expect.any(String));
});

test('a number that was stored in full width still opens the account as it is typed', async () => {
  await student(server, homeClass, '２０１９０１');
  expect(await signedIn(server, { isStudent: true, number: '２０１９０１' })).toEqual(expect.any(String));
});

test('bug: what is stored is not judged when a record is sent back whole', async () => {
  const path = { student_uuid: await student(server, homeClass, "'2019 ０1") };
  await server.context().em.nativeUpdate(
    'Student' as never,
    { id: path.student_uuid } as never,
    {
      name: '张三1',
    } as never,
  );
  const { data: shown } = await send('studentGet', { path });
  const sent = { ...shown, graduated: true };
  expect((await send('studentUpdate', { path, body: sent })).data).toMatchObject({
    ...{ id: "'2019 ０1", name: '张三1', graduated: true },
  });
  expect(await send('studentUpdate', { path, body: { ...sent, name: '张三2' } })).toMatchObject({
    status: 400,
  });
});

test('bug: a teacher of a workbook without English name and ethnic group can be changed', async () => {
  const file = workbook([
    ['教师工号', '教师姓名', '教师英文名', '教师民族', '教师性别', '教师类型', '教师电话', '教师邮箱'],
    ['T2005', '王老师', '', '', '男', '讲师', '138-0000-1004', 't6＠uni.edu.cn'],
  ]).toString('base64');
  const token = await academicAffairs(server, unit);
  await send('teacherBatchImport', { token, body: { file, ignore_error: true } });
  const { data: page } = await send('teacherPage', { token, query: { keyword: 'T2005' } });
  const [{ teacher_uuid: id, ...shown }] = page.records;
  const path = { teacher_uuid: id };
  const update = (more: object) => send('teacherUpdate', { token, path, body: { ...shown, ...more } });
  expect(await update({ job_title: '副教授' })).toMatchObject({ status: 200 });
  expect(await update({ phone: '138-0000-1005' })).toMatchObject({
    error_message: expect.stringContaining('电话格式不正确'),
  });
  expect(await update({ name: '' })).toMatchObject({ error_message: '教师姓名不能为空' });
  expect(await update({ english_name: 'Wang' })).toMatchObject({ status: 200 });
  expect(await update({ english_name: '' })).toMatchObject({ error_message: '教师英文名不能为空' });
});

test('bug: whoever is in a class that was disabled can still graduate by the whole form', async () => {
  const clazz = (await administrativeClass(server, unit)).administrative_class_uuid;
  const { data } = await send('studentCreate', { body: { ...body('GRAD1', '张三'), clazz } });
  await send('administrativeClassUpdate', {
    path: { administrative_class_uuid: clazz },
    body: { is_enabled: false },
  });
  const path = { student_uuid: data.student_uuid };
  expect(await send('studentUpdate', { path, body: { ...data, graduated: true } })).toMatchObject({
    data: { graduated: true },
  });
});
