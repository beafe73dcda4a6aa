import ExcelJS from 'exceljs';
import { buildingSheet, campusSheet } from '../../src/sheets/places.js';
import { readSheet, writeMarked } from '../../src/sheets/workbooks.js';
import { CAMPUS_HEADINGS, workbook } from '../workbook/support/workbook.js';

const lookups = { campuses: ['东校区'] };
const upload = workbook(
  [
    ['导入教学楼模板'],
    ['所属校区', '教学楼名称', '状态', '备注'],
    ['东校区', '一号楼', 1, '好'],
    ['南校区', '', 0, '=1+1'],
    null,
    ['东校区', '二号楼', 1],
  ],
  '我的表',
);

async function open(file: Buffer): Promise<ExcelJS.Worksheet> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file as unknown as ArrayBuffer);
  const page = book.worksheets[0];
  if (!page) throw new Error('The workbook has no sheet.');
  return page;
}

function look(page: ExcelJS.Worksheet, address: string): unknown[] {
  const { value, fill, note } = page.getCell(address);
  return [value, fill, note];
}

const RED = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFF9999' } };

test('bad cells are red and say why, everything else is as it was sent', async () => {
  const { errors } = await readSheet(buildingSheet, upload, { lookups });
  const page = await open(await writeMarked([{ sheet: buildingSheet, errors }], upload));
  expect(page.name).toBe('我的表');
  expect(look(page, 'A4')).toEqual(['南校区', RED, '校区名称不存在: 南校区']);
  expect(look(page, 'B4')).toEqual([null, RED, '教学楼名称不能为空']);
  expect(page.getRow(3).values).toEqual([undefined, '东校区', '一号楼', 1, '好']);
  expect(page.getCell('D4').value).toBe("'=1+1");
  expect(page.getCell('A3').fill).toBeUndefined();
  expect(page.getCell('A6').value).toBe('东校区');
});

test('reasons are English when asked, and an error of a whole row stands at its first cell', async () => {
  const [error] = (await readSheet(buildingSheet, upload, { lookups })).errors;
  if (!error) throw new Error('The upload should have an error.');
  const page = await open(
    await writeMarked(
      [{ sheet: buildingSheet, errors: [error, { ...error, column: null, en: 'Refused' }] }],
      upload,
      'en',
    ),
  );
  expect(page.getCell('A4').note).toBe('Campus does not exist: 南校区\nRefused');
});

test('the marked workbook passes the import once its bad cells are put right', async () => {
  const { errors } = await readSheet(buildingSheet, upload, { lookups });
  const page = await open(await writeMarked([{ sheet: buildingSheet, errors }], upload));
  page.getCell('A4').value = '东校区';
  page.getCell('B4').value = '三号楼';
  const corrected = Buffer.from(await page.workbook.xlsx.writeBuffer());
  const content = await readSheet(buildingSheet, corrected, { lookups });
  expect(content.errors).toEqual([]);
  expect(content.rows.map(({ row }) => row)).toEqual([3, 4, 6]);
});

test('a thousand bad rows are all marked', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ['', `C${index}`, '', 1, '路1号']);
  const file = workbook([CAMPUS_HEADINGS, ...rows]);
  const { errors } = await readSheet(campusSheet, file);
  const page = await open(await writeMarked([{ sheet: campusSheet, errors }], file));
  const marked = rows.filter((_, index) => page.getCell(index + 2, 1).note !== undefined);
  expect(marked).toHaveLength(1000);
});
