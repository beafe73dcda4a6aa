import ExcelJS from 'exceljs';
import { guardFormula } from './parse.js';

/** A table of texts with headings, for printing. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const columnWidth = 18;

/** The workbook of a table; its headings are repeated on every printed page. */
export async function tableOf({ title, headings, rows }: Table): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const page = book.addWorksheet('sheet1', {
    views: [{ state: 'frozen', ySplit: 2 }],
    pageSetup: { printTitlesRow: '1:2', paperSize: 9, fitToPage: true, fitToHeight: 0 },
  });
  page.columns = headings.map(() => ({ width: columnWidth, style: { numFmt: '@' } }));
  page.addRow([guardFormula(title)]).font = { bold: true, size: 16 };
  page.mergeCells(1, 1, 1, headings.length);
  page.addRow([...headings]).font = { bold: true };
  for (const row of rows) page.addRow(row.map(guardFormula));
  return new Uint8Array(await book.xlsx.writeBuffer());
}
