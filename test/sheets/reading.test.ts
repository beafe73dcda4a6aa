import ExcelJS from 'exceljs';
import { buildingSheet, campusSheet } from '../../src/sheets/places.js';
import { parserOf } from '../../src/sheets/parse.js';
import type { Column, ColumnKind, Sheet } from '../../src/sheets/sheet.js';
import { errorInRow, readSheet } from '../../src/sheets/workbooks.js';
import { zip } from '../workbook/support/archive.js';
import {
  CAMPUS_HEADINGS,
  rawWorkbook,
  rowXml,
  sheetXml,
  workbook,
  workbookParts,
} from '../workbook/support/workbook.js';

/** Two columns of text, for tests that are not about campuses. */
const textSheet: Sheet = {
  fileName: '文本.xlsx',
  title: '文本',
  headingRow: 1,
  columns: [textColumn('first', '甲', 40), textColumn('second', '乙', 40)],
  notice: { range: 'D2:E5', lines: [] },
  references: [],
};

function textColumn(key: string, heading: string, maxLength: number): Column {
  return { key, heading, english: key, kind: { is: 'text', maxLength }, required: false };
}

const requiredText: Sheet = {
  ...textSheet,
  columns: textSheet.columns.map((column) => ({ ...column, required: true })),
};

/** What the two columns of the first data row hold. */
async function readTexts(file: Buffer): Promise<unknown[]> {
  const { rows } = await readSheet(textSheet, file);
  return rows.map(({ values }) => [values.first, values.second]);
}

function sheetOf(...cells: string[]): string {
  const heading =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>甲</t></is></c><c r="B1" ' +
    't="inlineStr"><is><t>乙</t></is></c></row>';
  return sheetXml(`${heading}<row r="2">${cells.join('')}</row>`);
}

describe('a good upload', () => {
  test('becomes rows of values under the names of the input', async () => {
    const file = workbook([
      ['导入校区模板'],
      CAMPUS_HEADINGS,
      ['东校区', 'EAST', '主校区', '1', '东路1号', '39.9', 116.4],
      ['西校区', 'WEST', '', '禁用', '西路2号'],
    ]);
    expect(await readSheet(campusSheet, file)).toEqual({
      sheet: 'sheet1',
      columns: { name: 1, code: 2, description: 3, isEnabled: 4, address: 5, latitude: 6, longitude: 7 },
      furtherTabs: [],
      rowCount: 2,
      badRowCount: 0,
      errorCount: 0,
      errors: [],
      badRows: [],
      rows: [
        {
          row: 3,
          values: {
            name: '东校区',
            code: 'EAST',
            description: '主校区',
            isEnabled: true,
            address: '东路1号',
            latitude: 39.9,
            longitude: 116.4,
          },
        },
        {
          row: 4,
          values: {
            name: '西校区',
            code: 'WEST',
            description: null,
            isEnabled: false,
            address: '西路2号',
            latitude: null,
            longitude: null,
          },
        },
      ],
    });
  });

  test(
    'may have its headings in another order, spelling and row, other columns, blank rows and a renamed ' +
      'tab',
    async () => {
      const file = workbook(
        [
          null,
          ['某大学'],
          ['备注', '地址', '编 码＊', 'STATUS', '校区名称（新）', '校区名称*'],
          null,
          ['无', '东路1号', 'EAST', '0', '', '东校区'],
          ['', '  ', '　'],
          ['无', '西路2号', 'WEST', '1', '', '西校区'],
        ],
        '我的 &amp; 表',
      );
      const { sheet, rows } = await readSheet(campusSheet, file);
      expect(sheet).toBe('我的 & 表');
      expect(rows.map(({ row, values }) => [row, values.name, values.code, values.isEnabled])).toEqual([
        [5, '东校区', 'EAST', false],
        [7, '西校区', 'WEST', true],
      ]);
    },
  );

  test('is found on a later tab when the first has other content', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('说明').addRow(['请阅读']);
    book.addWorksheet('数据').addRows([CAMPUS_HEADINGS, ['东校区', 'EAST', '', '1', '东路1号']]);
    const content = await readSheet(campusSheet, Buffer.from(await book.xlsx.writeBuffer()));
    expect(content).toMatchObject({ sheet: '数据', rowCount: 1 });
  });

  test(
    'may leave the example of the template in, also after a spreadsheet program rewrote its ' + 'numbers',
    async () => {
      const example = [
        '示例校区（需要删除）',
        'CAMPUSA',
        '主校区',
        1,
        '北京市海淀区xxx路123号',
        '39.90420',
        116.4074,
      ];
      const { rows } = await readSheet(
        campusSheet,
        workbook([CAMPUS_HEADINGS, example, ['东校区', 'EAST', '', 1, '东路1号']]),
      );
      expect(rows.map(({ values }) => values.name)).toEqual(['东校区']);
    },
  );

  test('means data where the example was changed', async () => {
    const changed = [
      '示例校区（需要删除）',
      'CAMPUSB',
      '主校区',
      1,
      '北京市海淀区xxx路123号',
      '39.9042',
      '116.4074',
    ];
    const { rows } = await readSheet(campusSheet, workbook([CAMPUS_HEADINGS, changed]));
    expect(rows).toHaveLength(1);
  });

  test('finds a looked-up name whatever its letter case and gives it as it is stored', async () => {
    const file = workbook([
      ['所属校区', '教学楼名称', '状态'],
      [' east campus ', '一号楼', 1],
    ]);
    const { rows } = await readSheet(buildingSheet, file, { lookups: { campuses: ['East Campus'] } });
    expect(rows[0]?.values).toEqual({ campus: 'East Campus', name: '一号楼', isEnabled: true });
  });

  test('tells how far it is', async () => {
    const file = workbook([
      CAMPUS_HEADINGS,
      ['东校区', 'EAST', '', 1, '东路1号'],
      ['西校区', 'WEST', '', 1, '西路1号'],
    ]);
    const seen: number[] = [];
    await readSheet(campusSheet, file, { onProgress: (count) => seen.push(count) });
    expect(seen.at(-1)).toBe(2);
  });
});

describe('cells of every form', () => {
  test('rich text, links, dates, formulas, booleans and zeros in front read as they look', async () => {
    const book = new ExcelJS.Workbook();
    const page = book.addWorksheet('sheet1');
    page.addRow(['甲', '乙']);
    page.addRow([
      { richText: [{ text: '张' }, { font: { bold: true }, text: '三' }] },
      { text: '链接', hyperlink: 'https://example.org' },
    ]);
    page.addRow([new Date('2024-03-01T00:00:00Z'), new Date('2024-03-01T08:30:00Z')]);
    page.addRow([
      { formula: 'A1&B1', result: '甲乙' },
      { formula: '1+1', result: 2 },
    ]);
    page.addRow([true, 7]);
    page.getCell('B5').numFmt = '0000';
    page.addRow([20230101001, 80.5]);
    expect(await readTexts(Buffer.from(await book.xlsx.writeBuffer()))).toEqual([
      ['张三', '链接'],
      ['2024-03-01', '2024-03-01 08:30:00'],
      ['甲乙', '2'],
      ['TRUE', '0007'],
      ['20230101001', '80.5'],
    ]);
  });

  test('the pinyin above a name is not part of it', async () => {
    const strings = '<sst><si><t>张三</t><rPh sb="0" eb="2"><t>zhangsan</t></rPh></si></sst>';
    const sheet = sheetOf(
      '<c r="A2" t="s"><v>0</v></c>',
      '<c r="B2" t="inlineStr"><is><r><t>first </t></r><r><t>second</t></r></is></c>',
    );
    expect(await readTexts(rawWorkbook(sheet, { strings }))).toEqual([['张三', 'first second']]);
  });

  test('namespace prefixes, missing references, CDATA, comments and escapes are understood', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>甲</x:v></x:c><x:c ' +
      't="str"><x:v>乙</x:v></x:c></x:row>' +
      "<!-- > --><x:row><x:c t='str' note='a>b'><x:v><![CDATA[a<b]]></x:v></x:c><x:c " +
      't="str"><x:v>&lt;&#x4E2D;_x000A_&amp;lt;</x:v></x:c>' +
      '</x:row></x:sheetData></x:worksheet>';
    expect(await readTexts(rawWorkbook(sheet))).toEqual([['a<b', '<中\n&lt;']]);
  });

  test(
    'characters that a database refuses, and the apostrophe before a formula sign, are ' + 'dropped',
    async () => {
      const sheet = sheetOf(
        '<c r="A2" t="str"><v>a_x0000_b_xD800_c</v></c>',
        `<c r="B2" t="str"><v>'=1+1</v></c>`,
      );
      expect(await readTexts(rawWorkbook(sheet))).toEqual([['abc', '=1+1']]);
    },
  );

  test(
    'archives of other writers are read: stored parts, 64-bit sizes, odd slashes and letter ' + 'case',
    async () => {
      const sheet = sheetOf('<c r="A2"><v>1</v></c>', '<c r="B2"><v>2</v></c>');
      const [types, ...parts] = workbookParts(sheet);
      const odd = parts.map((part, index) => ({
        ...part,
        name: part.name.replaceAll('/', '\\').toUpperCase(),
        stored: index % 2 === 0,
        zip64: true,
      }));
      expect(await readTexts(zip([...(types ? [types] : []), ...odd]))).toEqual([['1', '2']]);
    },
  );

  test.each([
    ['a failed formula', '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'CELL_FAULT'],
    ['a formula without result', '<c r="A2"><f>A1</f></c>', 'CELL_FAULT'],
    ['a number that lost digits', '<c r="A2"><v>110101199003078000</v></c>', 'NUMBER_ROUNDED'],
  ])('%s is a bad cell', async (_what, cell, code) => {
    const { rows, errors } = await readSheet(textSheet, rawWorkbook(sheetOf(cell)));
    expect(rows).toEqual([]);
    expect(errors).toMatchObject([{ row: 2, column: 'A', heading: '甲', code }]);
  });
});

test('bug: rows have the value of merged cells that reach over them, if they say anything', async () => {
  const rows = [
    ['教学楼名称', '所属校区', '状态'],
    ['一号楼', '东校区', 1],
    ['二号楼', null, 1],
    ['三号楼', '西校区', 1],
    ['四号楼', null, 1],
    [null, null, null],
  ].map((cells, at) => rowXml(at + 1, cells));
  const merges = '<x:mergeCell ref="B2:B3"/><x:mergeCell ref="B4:C6" />';
  const file = rawWorkbook(sheetXml(rows.join(''), `<x:mergeCells>${merges}</x:mergeCells>`));
  const content = await readSheet(buildingSheet, file, { lookups: { campuses: ['东校区', '西校区'] } });
  expect(content.errors).toEqual([]);
  expect(content.rows.map(({ row, values }) => [row, values.name, values.campus])).toEqual([
    [2, '一号楼', '东校区'],
    [3, '二号楼', '东校区'],
    [4, '三号楼', '西校区'],
    [5, '四号楼', '西校区'],
  ]);
});

describe('a bad upload', () => {
  test(
    'requirement 28 (its reading): every bad cell is listed at once with sheet, row, column, code and ' +
      'reason',
    async () => {
      const file = workbook([
        ['教学楼名称', '所属校区', '状态'],
        ['一号楼', '东校区', '1'],
        ['', '南校区', '1'],
        ['楼'.repeat(33), '', '0'],
        ['一号楼', '东校区', '1'],
        ['一号楼', '西校区', '1'],
      ]);
      const content = await readSheet(buildingSheet, file, { lookups: { campuses: ['东校区', '西校区'] } });
      expect(content).toMatchObject({ rowCount: 5, badRowCount: 3, errorCount: 5 });
      expect(content.rows.map(({ row }) => row)).toEqual([2, 6]);
      expect(content.errors.map(({ row, column, code, zh }) => [row, column, code, zh])).toEqual([
        [3, 'B', 'NOT_FOUND', '校区名称不存在: 南校区'],
        [3, 'A', 'REQUIRED', '教学楼名称不能为空'],
        [4, 'B', 'REQUIRED', '校区名称不能为空'],
        [4, 'A', 'TOO_LONG', '教学楼名称长度超出限制，最大32个字符（当前33个）'],
        [5, 'A', 'DUPLICATE', '教学楼名称已存在: 一号楼（与第2行重复）'],
      ]);
      expect(content.errors[0]).toEqual({
        sheet: 'sheet1',
        row: 3,
        column: 'B',
        heading: '所属校区',
        key: 'campus',
        value: '南校区',
        code: 'NOT_FOUND',
        zh: '校区名称不存在: 南校区',
        en: 'Campus does not exist: 南校区',
      });
    },
  );

  test('what only the database knows is described like any other bad cell', async () => {
    const file = workbook([
      ['状态', '教学楼名称', '所属校区'],
      [1, '一号楼', '东校区'],
    ]);
    const content = await readSheet(buildingSheet, file, { lookups: { campuses: ['东校区'] } });
    const [row] = content.rows;
    if (!row) throw new Error('The row should be good.');
    expect(errorInRow(buildingSheet, content, row, { key: 'name', code: 'EXISTS' })).toEqual({
      sheet: 'sheet1',
      row: 2,
      column: 'B',
      heading: '教学楼名称',
      key: 'name',
      value: '一号楼',
      code: 'EXISTS',
      zh: '教学楼名称已存在: 一号楼',
      en: 'Building name already exists: 一号楼',
    });
  });

  test('without required headings says which are missing and what was found', async () => {
    const file = workbook([['导入校区模板'], ['校区名称', '校区描述', '状态'], ['东校区', '', 1]]);
    await expect(readSheet(campusSheet, file)).rejects.toMatchObject({
      code: 'HEADING_MISSING',
      zh: '在前10行中找不到表头：校区编码 *、校区地址 *；找到的内容：校区名称、校区描述、状态。请使用导入模板',
      en:
        'These headings are missing in the first 10 rows: 校区编码 *、校区地址 *; found: 校区名称、校区描述、状态. Start from ' +
        'the import template',
    });
  });

  test('with headings below the tenth row has none', async () => {
    const file = rawWorkbook(sheetXml(rowXml(1, ['标题']) + rowXml(11, ['甲', '乙'])));
    await expect(readSheet(requiredText, file)).rejects.toMatchObject({ code: 'HEADING_MISSING' });
  });

  test('cannot be read without the lists that its sheet needs', async () => {
    const file = workbook([['所属校区', '教学楼名称']]);
    await expect(readSheet(buildingSheet, file)).rejects.toThrow(
      'The sheet "导入教学楼模板" needs the look-up list "campuses".',
    );
  });
});

describe('the kinds of columns', () => {
  /** What a text, or a number cell, means in a column of a kind. */
  function parse(kind: ColumnKind, text: string, is: 'text' | 'number' = 'text'): unknown {
    const column: Column = { key: 'key', heading: '列', english: 'column', kind };
    const parsed = parserOf(column, { tags: ['投影仪', 'Screen'] })({ text, is });
    return 'fault' in parsed ? parsed.fault : parsed.value;
  }

  test.each(['1', '１', '是', '启用', 'TRUE', 'Yes', '1 (启用)', ' 1（启用） '])('%j is true', (text) => {
    expect(parse({ is: 'flag' }, text)).toBe(true);
  });

  test.each(['0', '否', '禁用', 'false', 'N', '0 (禁用)'])('%j is false', (text) => {
    expect(parse({ is: 'flag' }, text)).toBe(false);
  });

  test.each(['2', '也许', '10', '-1'])('%j is no flag', (text) => {
    expect(parse({ is: 'flag' }, text)).toBe('NOT_A_FLAG');
  });

  test.each([
    ['60', 60],
    ['６０', 60],
    ['60.0', 60],
    ['60.5', 'NOT_AN_INTEGER'],
    ['六十', 'NOT_AN_INTEGER'],
    ['0', 'TOO_SMALL'],
    ['1001', 'TOO_GREAT'],
    ['1e2', 100],
    ['0x10', 'NOT_AN_INTEGER'],
    ['9007199254740993', 'NOT_AN_INTEGER'],
  ])('%j as an integer from 1 to 1000 is %j', (text, meaning) => {
    expect(parse({ is: 'integer', min: 1, max: 1000 }, text)).toBe(meaning);
  });

  test.each([
    ['-116.5', -116.5],
    ['.5', 0.5],
    ['1,5', 'NOT_A_NUMBER'],
    ['NaN', 'NOT_A_NUMBER'],
    ['Infinity', 'NOT_A_NUMBER'],
    ['1e999', 'NOT_A_NUMBER'],
  ])('%j as a decimal is %j', (text, meaning) => {
    expect(parse({ is: 'decimal' }, text)).toBe(meaning);
  });

  test('a choice gives the value behind the word and names the words when it is another', () => {
    const kind: ColumnKind = { is: 'choice', values: { 男: true, 女: false } };
    expect(parse(kind, ' 女 ')).toBe(false);
    expect(
      parserOf({ key: 'k', heading: '性别', english: 'Sex', kind }, {})({ text: '未知', is: 'text' }),
    ).toEqual({
      fault: 'NOT_ALLOWED',
      params: { allowed: '男、女' },
    });
  });

  test(
    'several names are separated by commas of any width, once each, and looked up when there is a ' + 'list',
    () => {
      expect(parse({ is: 'names', maxLength: 50 }, '电子屏,投影仪，电子屏、 音响')).toEqual([
        '电子屏',
        '投影仪',
        '音响',
      ]);
      expect(parse({ is: 'names', maxLength: 50, list: 'tags' }, 'screen,投影仪')).toEqual([
        'Screen',
        '投影仪',
      ]);
      expect(parse({ is: 'names', maxLength: 50, list: 'tags' }, '投影仪,音响')).toBe('NOT_FOUND');
    },
  );

  test('length counts characters, not halves of them', () => {
    expect(parse({ is: 'text', maxLength: 2 }, '𠮷𠮷')).toBe('𠮷𠮷');
    expect(parse({ is: 'text', maxLength: 2 }, '𠮷𠮷𠮷')).toBe('TOO_LONG');
  });

  test('a column may say what a cell means that cannot be understood', async () => {
    const file = workbook([CAMPUS_HEADINGS, ['东校区', 'EAST', '', '也许', '东路1号', '北纬', 200]]);
    const { rows } = await readSheet(campusSheet, file);
    expect(rows[0]?.values).toMatchObject({ isEnabled: true, latitude: null, longitude: null });
  });
});
