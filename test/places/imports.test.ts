import ExcelJS from 'exceljs';
import { startTestServer, type TestServer } from '../support/server.js';
import type { RestAnswer } from '../support/contract.js';

/** Campuses and buildings from workbooks, through /api/v1 as clients do it. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = (call: object = {}): object => ({ token: server.administrator, ...call });
const campusHeadings = ['校区名称 *', '校区编码 *', '校区描述', '状态 *', '校区地址 *', '纬度', '经度'];

/** A workbook with the rows below its headings, as base64. */
async function workbook(headings: string[], rows: (string | number | null)[][]): Promise<string> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('导入');
  sheet.addRows([['标题'], headings, ...rows]);
  return Buffer.from(await book.xlsx.writeBuffer()).toString('base64');
}

const importCampuses = async (
  rows: (string | number | null)[][],
  ignoreErrors: boolean,
): Promise<RestAnswer> =>
  server.rest(
    'campusBatchImport',
    as({ body: { file: await workbook(campusHeadings, rows), ignore_error: ignoreErrors } }),
  );

const campusNames = async (): Promise<string[]> =>
  (await server.rest('campusList', as())).data.map((campus: { campus_name: string }) => campus.campus_name);

test(
  'the campus template is a workbook with the headings of the contract that passes its own import ' +
    'untouched',
  async () => {
    const { data } = await server.rest('campusTemplate', as());
    expect(data).toMatchObject({
      name: '校区导入模板.xlsx',
      data: expect.stringContaining(`data:${data.type};base64,`),
    });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(data.data.split(',')[1], 'base64') as never);
    const sheet = book.worksheets[0];
    expect((sheet.getRow(2).values as string[]).slice(1, 8)).toEqual(campusHeadings);
    const refused = await server.rest(
      'campusBatchImport',
      as({ body: { file: data.data, ignore_error: false } }),
    );
    // The example row is left out, so there is nothing to store, and that is said.
    expect(refused).toMatchObject({
      status: 400,
      error_message: expect.stringContaining('没有可导入的数据行'),
    });
  },
);

test('strict mode stores every row, with the defaults of the contract for empty cells', async () => {
  const answer = await importCampuses(
    [
      ['一校区', 'ONE', null, 1, '学院路1号', '39.9', 116.4],
      ['二校区', 'TWO', '描述', 0, '学院路2号', null, null],
    ],
    false,
  );
  expect(answer).toMatchObject({
    message: '批量添加校区成功',
    data: { total_count: 2, success_count: 2, failed_count: 0, failed_details: null },
  });
  const { data } = await server.rest('campusPage', as({ query: { keyword: '校区', is_desc: false } }));
  expect(data.records).toMatchObject([
    { campus_name: '一校区', campus_desc: '暂无描述', campus_status: true },
    { campus_name: '二校区', campus_desc: '描述', campus_status: false },
  ]);
});

test('strict mode stores nothing on any error and tells every bad cell at once', async () => {
  const before = await campusNames();
  const answer = await importCampuses(
    [
      ['三校区', 'THREE', null, 1, '学院路3号', null, null],
      [null, 'FOUR', null, 1, null, null, null],
      ['五校区', 'three', null, 1, '学院路5号', null, null],
      ['一校区', 'SIX', null, 1, '学院路6号', null, null],
      ['长'.repeat(33), 'SEVEN', null, 1, '学院路7号', null, null],
    ],
    false,
  );
  expect(answer).toMatchObject({
    status: 400,
    code: 40007,
    error_message: expect.stringMatching(/^第4行校区名称不能为空；/),
  });
  expect(answer.data).toEqual([
    '第4行校区名称不能为空',
    '第4行校区地址不能为空',
    expect.stringMatching(/^第5行校区编码已存在: three/),
    '第6行校区名称已存在: 一校区',
    expect.stringMatching(/^第7行校区名称.*32个字符/),
  ]);
  expect(await campusNames()).toEqual(before);
});

test('rows that exist already are a duplicate, not a mistake in the body', async () => {
  expect(await importCampuses([['一校区', 'NEW', null, 1, '地址', null, null]], false)).toMatchObject({
    status: 409,
    code: 40900,
    error_message: '第3行校区名称已存在: 一校区',
  });
});

test('tolerant mode stores the good rows and tells the bad ones', async () => {
  const answer = await importCampuses(
    [
      ['八校区', 'EIGHT', null, 1, '学院路8号', null, null],
      ['九校区', null, null, 1, '学院路9号', null, null],
      ['八校区', 'TEN', null, 1, '学院路10号', null, null],
    ],
    true,
  );
  expect(answer).toMatchObject({
    status: 200,
    message: '存在添加失败的校区',
    data: {
      total_count: 3,
      success_count: 1,
      failed_count: 2,
      failed_details: [
        { row_number: 4, error_message: '校区编码不能为空' },
        { row_number: 5, error_message: expect.stringContaining('校区名称已存在: 八校区') },
      ],
    },
  });
  expect(await campusNames()).toContain('八校区');
});

test('bug: what is stored as something else than it says, and a sheet not read, are told', async () => {
  const book = new ExcelJS.Workbook();
  for (const [name, row] of [
    ['一', ['十校区', 'TEN', '描述', '在用', '学院路10号', '北纬', null]],
    ['二', ['十一校区', 'ELEVEN', null, 1, '学院路11号', null, null]],
  ] as const)
    book.addWorksheet(name).addRows([campusHeadings, row]);
  const file = Buffer.from(await book.xlsx.writeBuffer()).toString('base64');
  const answer = await server.rest('campusBatchImport', as({ body: { file } }));
  expect(answer.data).toMatchObject({ total_count: 1, success_count: 1, failed_details: null });
  expect(answer.data.notices).toEqual([
    { row_number: 1, error_message: '工作表“二”未导入：一次只读取第一个工作表，请另行上传' },
    { row_number: 2, error_message: '状态有1行的内容无法识别，已按“是”保存：在用' },
    { row_number: 2, error_message: '纬度有1行的内容无法识别，已按“空”保存：北纬' },
  ]);
});

test('20 equal imports at the same moment store their rows once', async () => {
  const rows = [['并发校区', 'SAME', null, 1, '地址', null, null]];
  const answers = await Promise.all(Array.from({ length: 20 }, () => importCampuses(rows, false)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409 || status === 429)).toHaveLength(19);
  expect((await campusNames()).filter((name) => name === '并发校区')).toHaveLength(1);
});

test.each([
  ['nothing', undefined, 400, '不能为空|缺失'],
  ['an empty text', '', 400, '不能为空|缺失'],
  ['no base64', '!!!', 400, 'Base64'],
  ['no workbook', Buffer.from('hello, world').toString('base64'), 400, 'xlsx'],
  ['a truncated workbook', Buffer.from('PK\u0003\u0004rest').toString('base64'), 400, '损坏|不是有效'],
  ['11 MiB', Buffer.alloc(11 * 1024 * 1024, 1).toString('base64'), 413, '10MB|过大'],
])('a file that is %s is refused with a clear text', async (_, file, status, text) => {
  const answer = await server.rest('campusBatchImport', as({ body: { file, ignore_error: true } }));
  expect(answer.status).toBe(status);
  expect(answer.error_message).toMatch(new RegExp(text));
});

test('a workbook without the headings says which are missing and what was found', async () => {
  const file = await workbook(['名字', '编码'], [['x', 'y']]);
  const answer = await server.rest('campusBatchImport', as({ body: { file, ignore_error: false } }));
  expect(answer).toMatchObject({
    status: 400,
    code: 40007,
    error_message: expect.stringMatching(/校区名称.*名字/s),
  });
});

test('buildings name their campus; the template lists the campuses there are', async () => {
  const { data: template } = await server.rest('buildingTemplate', as());
  expect(template.name).toBe('教学楼导入模板.xlsx');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(template.data.split(',')[1], 'base64') as never);
  expect(book.worksheets[0].getCell('G3').value).toBe('一校区');

  const headings = ['所属校区', '教学楼名称', '状态'];
  const rows = [
    ['一校区', '实验楼', 1],
    ['二校区', '实验楼', '禁用'],
    ['一校区', '实验楼', 1],
    ['没有的校区', '主楼', 1],
  ];
  const answer = await server.rest(
    'buildingBatchImport',
    as({ body: { file: await workbook(headings, rows), ignore_error: true } }),
  );
  expect(answer).toMatchObject({
    message: '存在添加失败的教学楼',
    data: {
      total_count: 4,
      success_count: 2,
      failed_details: [
        { row: 5, reason: expect.stringContaining('教学楼名称已存在: 实验楼') },
        { row: 6, reason: '校区名称不存在: 没有的校区' },
      ],
    },
  });
  const campus = (await server.rest('campusList', as())).data.find(
    ({ campus_name }: { campus_name: string }) => campus_name === '二校区',
  );
  const page = await server.rest(
    'buildingListByCampus',
    as({ path: { campus_uuid: campus.campus_uuid }, query: { size: 5 } }),
  );
  expect(page.data).toMatchObject({
    total: 1,
    size: 5,
    current: 1,
    records: [{ building_name: '实验楼', status: false }],
  });
});

test('the buildings of an unknown campus are none, and the asked page is answered', async () => {
  const answer = await server.rest(
    'buildingListByCampus',
    as({ path: { campus_uuid: '019aa000-0000-7000-8000-00000000dead' } }),
  );
  expect(answer.data).toEqual({ records: [], total: 0, size: 20, current: 1 });
});

test('templates can be had before there is a campus; only an import asks for one, and says how', async () => {
  const empty = await startTestServer();
  try {
    const { data } = await empty.graphql(
      '{ buildingsImportTemplate { name } classroomsImportTemplate { name } }',
    );
    expect(data).toEqual({
      buildingsImportTemplate: { name: '教学楼导入模板.xlsx' },
      classroomsImportTemplate: { name: '教室导入模板.xlsx' },
    });
    const answer = await empty.rest('buildingBatchImport', {
      token: empty.administrator,
      body: {
        file: await workbook(['所属校区', '教学楼名称', '状态'], [['校区', '楼', 1]]),
        ignore_error: false,
      },
    });
    expect(answer).toMatchObject({
      status: 404,
      error_message: '系统中不存在校区信息，请先添加校区',
    });
  } finally {
    await empty.stop();
  }
});
