import ExcelJS from 'exceljs';
import type { TestServer } from '../support/server.js';

/** Downloads a file of /api/v1, which comes without an envelope. */
export async function downloaded(
  server: TestServer,
  path: string,
  token = server.administrator,
): Promise<{ headers: Headers; bytes: Buffer; sheet: ExcelJS.Worksheet }> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return { headers: response.headers, bytes, sheet: book.worksheets[0] };
}

/** Texts of a row. */
export const texts = (sheet: ExcelJS.Worksheet, row: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => sheet.getCell(row, at + 1).text);
