import { columnLetters } from '../../../src/workbook/address.js';
import { type Part, zip } from './archive.js';

/** Headings of the campus sheet, in the order of its template. */
export const CAMPUS_HEADINGS = [
  '校区名称 *',
  '校区编码 *',
  '校区描述',
  '状态 *',
  '校区地址 *',
  '纬度',
  '经度',
];

/** A small workbook of texts and numbers; a row may be null to leave its number out. */
export function workbook(
  rows: readonly (readonly (string | number | null)[] | null)[],
  tab = 'sheet1',
): Buffer {
  return rawWorkbook(sheetXml(rows.map((row, index) => (row ? rowXml(index + 1, row) : '')).join('')), {
    tab,
  });
}

/** A workbook around given XML of its sheet. */
export function rawWorkbook(
  sheet: string,
  options: { tab?: string; strings?: string; styles?: string; more?: Part[] } = {},
): Buffer {
  return zip(workbookParts(sheet, options));
}

/** The parts of a workbook, for tests that change one. */
export function workbookParts(
  sheet: string,
  {
    tab = 'sheet1',
    strings,
    styles,
    more = [],
  }: { tab?: string; strings?: string; styles?: string; more?: Part[] } = {},
): Part[] {
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets><sheet name="${tab}" sheetId="1"
        r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
    ...more,
  ];
}

/** XML of a sheet around its rows. */
export function sheetXml(rows: string, after = ''): string {
  return `<?xml version="1.0"
    encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`;
}

/** XML of a row of texts and numbers. */
export function rowXml(row: number, values: readonly (string | number | null)[]): string {
  const cells = values.map((value, index) =>
    value === null ? '' : cellXml(`${columnLetters(index + 1)}${row}`, value),
  );
  return `<row r="${row}">${cells.join('')}</row>`;
}

function cellXml(at: string, value: string | number): string {
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function relations(list: readonly (readonly [type: string, target: string])[]): string {
  const items = list.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="http://x/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${items.join('')}</Relationships>`;
}
