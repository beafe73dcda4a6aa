import ExcelJS from 'exceljs';
import { guardFormula } from '../parse.js';
import {
  blocksOf,
  plain,
  type Block,
  type PrintedFrame,
  type PrintedGrid,
  type PrintedPage,
} from './printed.js';

const thin = { style: 'thin', color: { argb: 'FF8A94A6' } } as const;
const border = { top: thin, left: thin, bottom: thin, right: thin };
const centred = { horizontal: 'center', vertical: 'middle', wrapText: true } as const;
const headFill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8EDF5' } } as const;
const pageSetup = { paperSize: 9, orientation: 'landscape', fitToPage: true, fitToHeight: 0 } as const;

const timeWidth = 13;
const dayWidth = 24;
/** Letters of a line of a cell, of which a Chinese character takes two; points that a line takes. */
const lineLetters = 22;
const linePoints = 13;
const rowPointsMin = 26;
/** Excel knows no higher rows. */
const rowPointsMax = 400;

/** A workbook with the grids of all pages, one below the other, and their rows as a list. */
export async function gridsOf(frame: PrintedFrame, pages: readonly PrintedPage[]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  book.title = plain(frame.title);
  const { semesterTab, weekTab, listTab } = frame.words;
  writeGrids(book.addWorksheet(semesterTab, { pageSetup }), frame, pages, ({ semester }) => semester);
  if (pages.some(({ week }) => week))
    writeGrids(book.addWorksheet(weekTab, { pageSetup }), frame, pages, ({ week }) => week);
  writeList(book.addWorksheet(listTab, { pageSetup, views: [{ state: 'frozen', ySplit: 1 }] }), frame, pages);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const shown = (text: string): string => guardFormula(plain(text));

function writeGrids(
  sheet: ExcelJS.Worksheet,
  frame: PrintedFrame,
  pages: readonly PrintedPage[],
  gridIn: (page: PrintedPage) => PrintedGrid | null,
): void {
  const days = Math.max(...pages.map((page) => gridIn(page)?.days.length ?? 0), 1);
  sheet.columns = Array.from({ length: days + 1 }, (_, at) => ({ width: at === 0 ? timeWidth : dayWidth }));
  for (const page of pages) {
    const grid = gridIn(page);
    if (!grid) continue;
    if (sheet.rowCount > 0) sheet.lastRow!.addPageBreak();
    const title = sheet.addRow([shown(`${page.title} ${grid.title}`)]);
    title.font = { bold: true, size: 14 };
    title.height = 24;
    sheet.mergeCells(title.number, 1, title.number, days + 1);
    const subtitle = sheet.addRow([shown(page.subtitle)]);
    sheet.mergeCells(subtitle.number, 1, subtitle.number, days + 1);
    writeGrid(sheet, frame, grid);
  }
}

function writeGrid(sheet: ExcelJS.Worksheet, frame: PrintedFrame, grid: PrintedGrid): void {
  const styled = (row: ExcelJS.Row): void =>
    row.eachCell((cell) => Object.assign(cell, { border, alignment: centred }));
  const head = sheet.addRow(['', ...grid.days.map(shown)]);
  styled(head);
  head.eachCell((cell) => Object.assign(cell, { font: { bold: true }, fill: headFill }));
  const above = head.number;
  const blocks = blocksOf(grid, frame);
  for (const [at, time] of grid.times.entries()) {
    const row = sheet.addRow([time ? `${at + 1}\n${time}` : `${at + 1}`, ...grid.days.map(() => '')]);
    styled(row);
    row.height = heightOf(at + 1, blocks);
  }
  for (const block of blocks) writeBlock(sheet, above, block);
}

function writeBlock(sheet: ExcelJS.Worksheet, above: number, { day, first, last, meetings }: Block): void {
  const cell = sheet.getCell(above + first, day + 1);
  if (last > first) sheet.mergeCells(above + first, day + 1, above + last, day + 1);
  cell.value = {
    richText: meetings.flatMap(({ course, lines }, at) => [
      { font: { bold: true }, text: `${at > 0 ? '\n' : ''}${at > 0 ? plain(course) : shown(course)}` },
      { text: ['', ...lines.map(plain)].join('\n') },
    ]),
  };
}

/** The height at which the texts of all cells of a row of the grid are seen. */
function heightOf(period: number, blocks: readonly Block[]): number {
  const needs = blocks
    .filter(({ first, last }) => first <= period && period <= last)
    .map(({ first, last, meetings }) => {
      const texts = meetings.flatMap(({ course, lines }) => [course, ...lines]);
      const lines = texts.reduce((sum, text) => sum + Math.ceil(widthOf(text) / lineLetters), 0);
      return (lines * linePoints + 4) / (last - first + 1);
    });
  return Math.min(rowPointsMax, Math.max(rowPointsMin, ...needs));
}

/** Letters that a text is wide. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0) || 1;

function writeList(sheet: ExcelJS.Worksheet, { words }: PrintedFrame, pages: readonly PrintedPage[]): void {
  sheet.columns = words.columns.map(() => ({ width: 18, style: { numFmt: '@' } }));
  sheet.addRow([...words.columns]).font = { bold: true };
  for (const { rows } of pages) for (const row of rows) sheet.addRow(row.map(shown));
}
