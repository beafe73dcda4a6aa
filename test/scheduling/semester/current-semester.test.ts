import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { uploaded } from '../../imports/support/upload.js';
import { workbook } from '../../workbook/support/workbook.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await recordsOf(server.runtime.app).execute('delete from semester');
});

type Values = Record<string, any>;

const day = 86_400_000;
/** A date so many days from today. */
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);

const past = { start_date: dateIn(-300), end_date: dateIn(-200) };
const present = { start_date: dateIn(-60), end_date: dateIn(60) };
const next = { start_date: dateIn(90), end_date: dateIn(200) };

const call = (operation: string, options: object): Promise<Values> =>
  server.rest(operation, { token: server.administrator, ...options });
const body = (name: string, dates: Values, more: Values = {}): Values => ({
  ...{ name, code: '1', is_enabled: true },
  ...{ ...dates, ...more },
});
const make = (name: string, dates: Values, more: Values = {}): Promise<Values> =>
  call('semesterCreate', { body: body(name, dates, more) });
const list = async (): Promise<Values[]> => (await call('semesterList', {})).data;
const idOf = async (name: string): Promise<string> =>
  (await list()).find((each) => each.name === name)!.semester_uuid;
const current = async (): Promise<string[]> =>
  (await list()).filter(({ is_current }) => is_current).map(({ name }) => name);

test('bug: the first semester that is made by /api/v1 is current, and stays so', async () => {
  await make('closed', present, { is_enabled: false });
  expect(await current()).toEqual([]);
  await make('autumn', present);
  await make('spring', next);
  expect((await list()).map(({ name }) => name)).toEqual(['autumn', 'spring']);
  expect(await current()).toEqual(['autumn']);
});

test('bug: of several semesters of one workbook the one that is held today is current', async () => {
  const rows = [['old', past] as const, ['later', next] as const, ['now', present] as const];
  const file = workbook([
    ['学期名称 *', '开始日期 *', '结束日期 *'],
    ...rows.map(([name, dates]) => [name, dates.start_date, dates.end_date]),
  ]);
  const query = 'mutation ($file: Upload!) { importSemesters(file: $file) { successCount } }';
  const { data, errors } = await uploaded(server, query, file, { token: server.administrator });
  expect(errors).toBeUndefined();
  expect(data.importSemesters.successCount).toBe(3);
  expect(await current()).toEqual(['now']);
});

test('bug: where several are kept and none is current, a change makes the next one so', async () => {
  await make('later', { start_date: dateIn(300), end_date: dateIn(400) });
  await make('old', past);
  await make('soon', next);
  await recordsOf(server.runtime.app).execute('update semester set is_current = false');
  const path = { semester_uuid: await idOf('old') };
  await call('semesterUpdate', { path, body: body('old', past) });
  expect(await current()).toEqual(['soon']);
});

test('bug: is_current of /api/v1 makes a semester the current one, and only true does', async () => {
  await make('autumn', present);
  await make('spring', next);
  const [autumn, spring] = [await idOf('autumn'), await idOf('spring')];
  const update = (semester_uuid: string, sent: Values): Promise<Values> =>
    call('semesterUpdate', { path: { semester_uuid }, body: sent });
  expect(await update(spring, body('spring', next, { is_current: true }))).toMatchObject({
    message: '学期更新成功',
  });
  expect(await current()).toEqual(['spring']);
  await update(spring, body('spring', next, { is_current: false }));
  expect(await current()).toEqual(['spring']);
  expect(
    await update(autumn, body('autumn', present, { is_enabled: false, is_current: true })),
  ).toMatchObject({
    status: 400,
    error_message: '学期“autumn”未启用，不能设为当前学期，请先启用',
  });
  // As it was read, but disabled.
  await update(spring, body('spring', next, { is_enabled: false, is_current: true }));
  expect(await current()).toEqual([]);
});
