import ExcelJS from 'exceljs';
import { columnLetters, columnNumber, parseAddress } from '../workbook/address.js';
import { LIMITS } from '../workbook/limits.js';
import { type Column, type Lookups, type Reference, type Sheet, listOf } from './sheet.js';
import { guardFormula } from './parse.js';

/**
 * Writes the template workbook: title, headings, example, instructions, lists, and drop-downs based on the
 * lists.
 */
export async function templateOf(sheet: Sheet, lookups: Lookups): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const page = book.addWorksheet('sheet1', { views: [{ state: 'frozen', ySplit: sheet.headingRow }] });
  writeTitle(page, sheet);
  sheet.columns.forEach((column, index) => {
    const number = column.at === undefined ? index + 1 : columnNumber(column.at);
    writeColumn(page, sheet, column, number, lookups);
  });
  writeApart(page, sheet);
  writeNotice(page, sheet);
  for (const reference of sheet.references) writeReference(page, reference, lookups);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const RED_BOLD = { bold: true, color: { argb: 'FFFF0000' } };
const BOLD = { bold: true };
const CENTRED = { horizontal: 'center', vertical: 'middle', wrapText: true } as const;
const WRAPPED = { vertical: 'top', wrapText: true } as const;
/** Behind headings of what is filled in, and of what is only looked up. */
const FILLED_IN = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDEBF7' } } as const;
const LOOKED_UP = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD9D9D9' } } as const;
const COLUMN_WIDTH = 18;
/** Keeps input as typed: zeros are not dropped, and 3-1 does not turn into a date. */
const AS_TEXT = '@';

function writeTitle(page: ExcelJS.Worksheet, sheet: Sheet): void {
  page.mergeCells(1, 1, 1, sheet.columns.filter(({ at }) => at === undefined).length);
  const cell = page.getCell(1, 1);
  cell.value = sheet.title;
  cell.style = { font: { bold: true, size: 16 }, alignment: CENTRED };
}

function writeColumn(
  page: ExcelJS.Worksheet,
  sheet: Sheet,
  column: Column,
  number: number,
  lookups: Lookups,
): void {
  page.getColumn(number).width = COLUMN_WIDTH;
  if (!isNumeric(column)) page.getColumn(number).numFmt = AS_TEXT;
  const heading = page.getCell(sheet.headingRow, number);
  heading.value = column.heading;
  heading.style = { font: /[*＊]/.test(column.heading) ? RED_BOLD : BOLD, alignment: CENTRED };
  if (column.note) heading.note = column.note;
  const example = exampleOf(column, lookups);
  if (example) page.getCell(exampleRow(sheet), number).value = example;
  addDropDown(page, sheet, column, number, lookups);
}

/** Says above the columns that stand behind the lists that they belong to the rows of the table. */
function writeApart(page: ExcelJS.Worksheet, { columns, apart, headingRow }: Sheet): void {
  const numbers = columns.flatMap(({ at }) => (at === undefined ? [] : [columnNumber(at)]));
  if (apart === undefined || numbers.length === 0) return;
  page.mergeCells(headingRow - 1, Math.min(...numbers), headingRow - 1, Math.max(...numbers));
  const cell = page.getCell(headingRow - 1, Math.min(...numbers));
  cell.value = apart;
  cell.style = { font: BOLD, alignment: CENTRED, fill: FILLED_IN };
  for (const number of numbers) page.getCell(headingRow, number).fill = FILLED_IN;
}

function exampleRow(sheet: Sheet): number {
  return sheet.headingRow + 1;
}

function exampleOf(column: Column, lookups: Lookups): string | number | undefined {
  const { example } = column;
  if (example === undefined) return undefined;
  const text = typeof example === 'string' ? example : lookups[listOf(column) ?? '']?.[0];
  return text !== undefined && isNumeric(column) ? Number(text) : text && guardFormula(text);
}

function isNumeric({ kind }: Column): boolean {
  return kind.is === 'integer' || kind.is === 'decimal';
}

function writeNotice(page: ExcelJS.Worksheet, { notice }: Sheet): void {
  page.mergeCells(notice.range);
  const cell = page.getCell(notice.range.split(':')[0] ?? '');
  cell.value = notice.lines.join('\n');
  cell.style = { font: RED_BOLD, alignment: notice.centred ? CENTRED : WRAPPED };
}

function writeReference(page: ExcelJS.Worksheet, reference: Reference, lookups: Lookups): void {
  const at = parseAddress(reference.at);
  if (!at) throw new TypeError(`A reference list is not at a valid cell: ${reference.at}`);
  const values = valuesOf(reference, lookups);
  if (reference.joined) {
    if (values.length > 1) page.getCell(at.row, at.column).value = `${reference.heading}${values.join(',')}`;
    return;
  }
  page.getColumn(at.column).width = COLUMN_WIDTH;
  const heading = page.getCell(at.row, at.column);
  heading.value = reference.heading;
  heading.font = BOLD;
  heading.fill = LOOKED_UP;
  heading.note = '供查阅的列表，请勿在此填写';
  values.forEach((value, index) => (page.getCell(at.row + 1 + index, at.column).value = guardFormula(value)));
}

function valuesOf({ list, values = [] }: Reference, lookups: Lookups): readonly string[] {
  return list === undefined ? values : (lookups[list] ?? []);
}

/** A flag's drop-down only warns, because the import accepts more words than it offers. */
function addDropDown(
  page: ExcelJS.Worksheet,
  sheet: Sheet,
  column: Column,
  number: number,
  lookups: Lookups,
): void {
  const source = dropDownSource(sheet, column, lookups);
  if (!source) return;
  const letters = columnLetters(number);
  const last = sheet.headingRow + LIMITS.rows;
  dataValidationsOf(page).add(`${letters}${exampleRow(sheet)}:${letters}${last}`, {
    type: 'list',
    allowBlank: true,
    formulae: [source],
    showErrorMessage: true,
    errorStyle: column.kind.is === 'flag' ? 'warning' : 'stop',
    errorTitle: column.heading,
    error: '请从下拉列表中选择',
  });
}

function dropDownSource(sheet: Sheet, column: Column, lookups: Lookups): string | null {
  const { kind } = column;
  if (kind.is === 'flag') return '"1,0"';
  if (kind.is === 'choice') return `"${Object.keys(kind.values).join(',')}"`;
  if (kind.is !== 'lookup') return null;
  const reference = sheet.references.find(({ list, joined }) => list === kind.list && !joined);
  const at = parseAddress(reference?.at ?? '');
  const count = lookups[kind.list]?.length ?? 0;
  if (!at || count === 0) return null;
  const letters = columnLetters(at.column);
  return `$${letters}$${at.row + 1}:$${letters}$${at.row + count}`;
}

/** exceljs omits this property from its types. */
function dataValidationsOf(page: ExcelJS.Worksheet): {
  add(range: string, rule: ExcelJS.DataValidation): void;
} {
  return (page as unknown as { dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void } })
    .dataValidations;
}
