import ExcelJS from 'exceljs';
import { buildingSheet, campusSheet } from '../../src/sheets/places.js';
import type { Sheet } from '../../src/sheets/sheet.js';
import { readSheet, writeTemplate } from '../../src/sheets/workbooks.js';

async function open(file: Buffer): Promise<ExcelJS.Worksheet> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file as unknown as ArrayBuffer);
  const page = book.worksheets[0];
  if (!page) throw new Error('The workbook has no sheet.');
  return page;
}

/** Texts of a row from a column on, as many as asked. */
function texts(page: ExcelJS.Worksheet, row: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => page.getCell(row, index + 1).text);
}

const RED_BOLD = { bold: true, color: { argb: 'FFFF0000' } };

test('the campus template has the layout that its users know', async () => {
  const page = await open(await writeTemplate(campusSheet));
  expect(page.model.merges).toEqual(['A1:G1', 'H2:J21']);
  expect(page.getCell('A1').text).toBe('导入校区模板');
  expect(texts(page, 2, 7)).toEqual([
    '校区名称 *',
    '校区编码 *',
    '校区描述',
    '状态 *',
    '校区地址 *',
    '纬度',
    '经度',
  ]);
  expect(texts(page, 3, 7)).toEqual([
    '示例校区（需要删除）',
    'CAMPUSA',
    '主校区',
    '1',
    '北京市海淀区xxx路123号',
    '39.9042',
    '116.4074',
  ]);
  expect(page.getCell('A2').font).toMatchObject(RED_BOLD);
  expect(page.getCell('C2').font).toEqual({ bold: true });
  expect(page.getCell('H2').font).toMatchObject(RED_BOLD);
  expect(page.getCell('H2').alignment).toMatchObject({ horizontal: 'center', wrapText: true });
  expect(page.getCell('H2').text).toContain('带 * 的列为必填项');
  expect(['L2', 'L3', 'L4'].map((cell) => page.getCell(cell).text)).toEqual([
    '状态参考',
    '1 (启用)',
    '0 (禁用)',
  ]);
  expect(page.views[0]).toMatchObject({ state: 'frozen', ySplit: 2 });
  expect(page.getCell('D20002').dataValidation).toMatchObject({ type: 'list', formulae: ['"1,0"'] });
  expect(page.getColumn(2).numFmt).toBe('@');
});

test('the building template lists the campuses that exist and offers them as a drop-down', async () => {
  const page = await open(await writeTemplate(buildingSheet, { campuses: ['东校区', '西校区'] }));
  expect(page.model.merges).toEqual(['A1:C1', 'D2:F21']);
  expect(texts(page, 2, 3)).toEqual(['所属校区', '教学楼名称', '状态']);
  expect(texts(page, 3, 3)).toEqual(['', '', '']);
  expect(['G2', 'G3', 'G4', 'G5'].map((cell) => page.getCell(cell).text)).toEqual([
    '校区名称列表',
    '东校区',
    '西校区',
    '',
  ]);
  expect(['H2', 'H3', 'H4'].map((cell) => page.getCell(cell).text)).toEqual([
    '状态示例',
    '1 (启用)',
    '0 (禁用)',
  ]);
  expect(page.getCell('A3').dataValidation).toMatchObject({
    type: 'list',
    formulae: ['$G$3:$G$4'],
    errorStyle: 'stop',
  });
});

/**
 * Shows what the first sheets do not use: examples out of a list, choices, several names, a joined list,
 * notes.
 */
const everything: Sheet = {
  fileName: '全部.xlsx',
  title: '全部',
  headingRow: 2,
  columns: [
    {
      key: 'type',
      heading: '*类型',
      english: 'Type',
      kind: { is: 'lookup', list: 'types' },
      required: true,
      example: { first: true },
    },
    {
      key: 'number',
      heading: '编号',
      english: 'Number',
      kind: { is: 'text', maxLength: 9 },
      example: '007',
      note: '不超过9个字符',
    },
    {
      key: 'sex',
      heading: '性别',
      english: 'Sex',
      kind: { is: 'choice', values: { 男: true, 女: false } },
      example: '男',
    },
    {
      key: 'tags',
      heading: '标签',
      english: 'Tags',
      kind: { is: 'names', maxLength: 50 },
      example: '电子屏,投影仪',
    },
    { key: 'seats', heading: '容量', english: 'Seats', kind: { is: 'integer', min: 1 }, example: '60' },
    { key: 'area', heading: '面积', english: 'Area', kind: { is: 'decimal' }, example: '80.0' },
  ],
  notice: { range: 'H2:J9', lines: ['请按模板填写'] },
  references: [
    { at: 'V2', heading: '多个标签示例: ', list: 'tags', joined: true },
    { at: 'V3', heading: '类型模板', list: 'types' },
  ],
};

test('examples, notes, choices and joined lists appear where the sheet declares them', async () => {
  const page = await open(
    await writeTemplate(everything, { types: ['普通教室', '实验室'], tags: ['电子屏', '投影仪'] }),
  );
  expect(texts(page, 3, 6)).toEqual(['普通教室', '007', '男', '电子屏,投影仪', '60', '80']);
  expect(page.getCell('F3').value).toBe(80);
  expect(page.getCell('B2').note).toBe('不超过9个字符');
  expect(page.getCell('C3').dataValidation).toMatchObject({ formulae: ['"男,女"'] });
  expect(page.getCell('A3').dataValidation).toMatchObject({ formulae: ['$V$4:$V$5'] });
  expect(['V2', 'V3', 'V4', 'V5'].map((cell) => page.getCell(cell).text)).toEqual([
    '多个标签示例: 电子屏,投影仪',
    '类型模板',
    '普通教室',
    '实验室',
  ]);
});

test.each([
  ['campuses', campusSheet, {}],
  ['buildings', buildingSheet, { campuses: ['东校区'] }],
  ['a sheet of every kind', everything, { types: ['普通教室'], tags: ['电子屏', '投影仪'] }],
])('the template of %s passes its own import untouched', async (_what, sheet, lookups) => {
  const content = await readSheet(sheet, await writeTemplate(sheet, lookups), { lookups });
  expect(content).toMatchObject({ rowCount: 0, errors: [], rows: [] });
});

test('an example out of a list is still the example when the list has changed since', async () => {
  const template = await writeTemplate(everything, { types: ['普通教室'], tags: [] });
  const content = await readSheet(everything, template, { lookups: { types: ['阶梯教室'], tags: [] } });
  expect(content).toMatchObject({ rowCount: 0, errors: [] });
});

test(
  'a name that looks like a formula is text in the template, and its own name again in the ' + 'import',
  async () => {
    const lookups = { campuses: ['=HYPERLINK("http://evil")', '+1', '@x', '-y'] };
    const template = await writeTemplate(buildingSheet, lookups);
    const page = await open(template);
    expect(['G3', 'G4', 'G5', 'G6'].map((cell) => page.getCell(cell).value)).toEqual([
      '\'=HYPERLINK("http://evil")',
      "'+1",
      "'@x",
      "'-y",
    ]);

    page.getRow(3).values = [page.getCell('G3').value, '一号楼', 1];
    const filled = Buffer.from(await page.workbook.xlsx.writeBuffer());
    const { rows } = await readSheet(buildingSheet, filled, { lookups });
    expect(rows[0]?.values).toEqual({ campus: '=HYPERLINK("http://evil")', name: '一号楼', isEnabled: true });
  },
);
