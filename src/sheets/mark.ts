import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { openBook } from '../workbook/book.js';
import { type Cell, type CellRow, readRows } from '../workbook/cells.js';
import { guardFormula } from './parse.js';
import { LIMITS } from '../workbook/limits.js';
import { type Table, findTable } from './read.js';
import type { Sheet } from './sheet.js';
import type { Mark, MarkedTable } from './task.js';

/** Copies tables of an upload row by row, in constant memory, and marks the bad cells. */
export async function markedCopy(file: Buffer, tables: readonly MarkedTable[]): Promise<Uint8Array> {
  const book = await openBook(file);
  const out = new PassThrough();
  const copy = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true });
  const bytes = buffer(out);
  for (const { sheet, tab, marks } of tables) {
    const table = await findTable(sheet, book, tab);
    const page = copy.addWorksheet(pageName(table.tab.name), {
      views: [{ state: 'frozen', ySplit: table.headingRow }],
    });
    page.columns = Array.from({ length: sheet.columns.length }, () => ({ width: COLUMN_WIDTH }));
    const marker = new Marker(marks, sheet, table);
    for await (const rows of readRows(book, table.tab)) for (const row of rows) marker.copy(row, page);
    page.commit();
  }
  await copy.commit();
  return new Uint8Array(await bytes);
}

const COLUMN_WIDTH = 18;
const RED = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFF9999' } } as const;
const HEADING = { font: { bold: true } };

class Marker {
  private readonly remarks = new Map<number, Map<number, string>>();
  private comments = 0;

  constructor(
    marks: readonly Mark[],
    sheet: Sheet,
    private readonly table: Table,
  ) {
    const first = Math.min(...sheet.columns.map(({ key }) => table.layout.get(key) ?? Infinity));
    for (const mark of marks) this.remember(mark, mark.column || first);
  }

  copy(row: CellRow, page: ExcelJS.Worksheet): void {
    const target = page.getRow(row.row);
    for (const [column, cell] of row.cells) target.getCell(column).value = valueOf(cell);
    for (const [column, text] of this.remarks.get(row.row) ?? []) this.mark(target.getCell(column), text);
    if (row.row === this.table.headingRow) target.eachCell((cell) => (cell.style = HEADING));
    target.commit();
  }

  private remember({ row, text }: Mark, column: number): void {
    const remarks = this.remarks.get(row) ?? new Map<number, string>();
    const earlier = remarks.get(column);
    remarks.set(column, earlier === undefined ? text : `${earlier}\n${text}`);
    this.remarks.set(row, remarks);
  }

  private mark(cell: ExcelJS.Cell, text: string): void {
    cell.style = { fill: RED };
    if (++this.comments <= LIMITS.comments) cell.note = text;
  }
}

function valueOf(cell: Cell): string | number {
  return cell.is === 'number' ? Number(cell.text) : guardFormula(cell.text);
}

function pageName(name: string): string {
  return (
    name
      .replaceAll(/[*?:\\/[\]]/g, ' ')
      .slice(0, 31)
      .trim() || 'sheet1'
  );
}
