import ExcelJS from 'exceljs';

export type Cell = string | number;
/** Rows by the name of their sheet; cells by the heading of their column. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>;

/** A template with rows under its headings, as a person fills it in. */
export async function filledBook(template: Buffer, sheets: Rows): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(template as never);
  for (const [name, rows] of Object.entries(sheets)) {
    const page = book.getWorksheet(name) ?? book.addWorksheet(name);
    const columns = new Map<string, number>();
    page.getRow(1).eachCell(({ text }, column) => void columns.set(text.replaceAll(/[*\s]/g, ''), column));
    rows.forEach((row, n) => {
      for (const [heading, value] of Object.entries(row)) {
        if (columns.has(heading)) page.getCell(n + 2, columns.get(heading)!).value = value;
        else if (columns.size > 0) throw new Error(`${name} has no column ${heading}.`);
      }
    });
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** A workbook of one sheet with these rows under their headings, as a program exports it. */
export async function sheetBook(rows: Rows[string]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const page = book.addWorksheet('sheet1');
  page.columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((header) => ({
    header,
    key: header,
  }));
  page.addRows([...rows]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
