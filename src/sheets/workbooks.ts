import { checkUpload } from '../workbook/upload.js';
import { columnNumber } from '../workbook/address.js';
import type { FaultParams } from '../workbook/faults.js';
import type { CellFault } from './cell-faults.js';
import { runTask } from './run.js';
import { type Lookups, type RowError, type Sheet, type SheetRow, cellError, listOf } from './sheet.js';
import type { Totals } from './read.js';
import type { Table } from './table.js';
import type { PrintedFrame, PrintedPage } from './print/printed.js';
import type {
  BookPiece,
  BookTab,
  Mark,
  Piece,
  PrintFormat,
  ProblemFormat,
  ProblemPiece,
  Report,
  Task,
} from './task.js';
import { WorkbookError } from '../workbook/faults.js';
import { LIMITS } from '../workbook/limits.js';
import type { WrittenRow } from '../workbook/writing.js';

/**
 * Workbooks in and out: reads an upload by its declared sheet, writes the template of a sheet, returns an
 * upload with its bad cells marked, and writes a table to print. All run in a child process, so that the
 * server stays responsive.
 */
interface ReadOptions {
  /** Names that exist, for every list that the sheet's columns use. */
  readonly lookups?: Lookups;
  readonly signal?: AbortSignal;
  /** The tab to read; by default the first that has the headings. */
  readonly tab?: string;
  /** Receives the number of rows read so far. */
  readonly onProgress?: (rowCount: number) => void;
}

/** The content of an upload: the good rows, and the others with each of their bad cells. */
export interface SheetContent extends Readonly<Totals> {
  readonly rows: readonly SheetRow[];
  /** Rows with a bad cell, as far as they could be read. */
  readonly badRows: readonly SheetRow[];
  readonly errors: readonly RowError[];
}

/**
 * Reads an upload. Throws a WorkbookError when the file as a whole is unusable; bad cells are part of the
 * result.
 */
export async function readSheet(
  sheet: Sheet,
  file: Uint8Array,
  options: ReadOptions = {},
): Promise<SheetContent> {
  checkUpload(file);
  const lookups = neededLookups(sheet, options.lookups);
  const rows: SheetRow[] = [];
  const badRows: SheetRow[] = [];
  const errors: RowError[] = [];
  let totals: Totals | undefined;
  const listen = (report: Report) => {
    if (report.is !== 'batch') return;
    rows.push(...report.rows);
    badRows.push(...report.badRows);
    errors.push(...report.errors);
    totals = report.totals;
    options.onProgress?.(totals.rowCount);
  };
  await runTask({ is: 'read', sheet, lookups, file, tab: options.tab }, listen, options.signal);
  return { ...totals!, rows, badRows, errors };
}

/** Describes an error that only the database reveals, such as a name that already exists. */
export function errorInRow(
  sheet: Sheet,
  content: Pick<SheetContent, 'sheet' | 'columns'>,
  { row, values }: SheetRow,
  { key, code, params }: { key: string; code: CellFault; params?: FaultParams },
): RowError {
  const column = sheet.columns.find((candidate) => candidate.key === key);
  if (!column) throw new TypeError(`The sheet "${sheet.title}" has no column "${key}".`);
  const place = {
    sheet: content.sheet,
    row,
    column: content.columns[key] ?? 0,
    value: String(values[key] ?? ''),
  };
  return cellError(column, place, code, params);
}

/** The template workbook, with the currently existing names in its lists. */
export async function writeTemplate(sheet: Sheet, lookups: Lookups = {}): Promise<Buffer> {
  return fileOf({ is: 'template', sheet, lookups: neededLookups(sheet, lookups) });
}

/** The workbook of a table, to print. */
export const writeTable = (table: Table): Promise<Buffer> => fileOf({ is: 'table', table });

/** The names of the tabs of an upload. */
export async function readTabs(file: Uint8Array): Promise<readonly string[]> {
  checkUpload(file);
  let names: readonly string[] = [];
  await runTask({ is: 'tabs', file }, (report) => {
    if (report.is === 'tabs') ({ names } = report);
  });
  return names;
}

/** A sheet whose rows come piece by piece, when they are asked for. */
export interface PiecedTab extends BookTab {
  readonly rows: AsyncIterable<readonly WrittenRow[]> | Iterable<readonly WrittenRow[]>;
}

/** A workbook of several sheets, the same bytes for the same cells. Only a piece of it is held at once. */
export function writeTabs(tabs: readonly PiecedTab[]): Promise<Buffer> {
  const pieces = piecesOf(tabs);
  const plain = tabs.map(({ rows: _, ...tab }) => tab);
  return fileOf({ is: 'book', tabs: plain }, async () => (await pieces.next()).value);
}

async function* piecesOf(tabs: readonly PiecedTab[]): AsyncGenerator<BookPiece, undefined> {
  let count = 0;
  for (const [tab, { rows }] of tabs.entries())
    for await (const piece of rows) {
      count += piece.length;
      if (count > LIMITS.exportRows) throw new WorkbookError('TOO_MANY_STORED', { max: LIMITS.exportRows });
      yield { tab, rows: piece };
    }
  return undefined;
}

/** A table of an upload, and its bad cells. */
interface BadTable {
  readonly sheet: Sheet;
  readonly tab?: string;
  readonly errors: readonly RowError[];
}

/** Tables of an upload with every bad cell in red and the error as its comment. */
export async function writeMarked(
  tables: readonly BadTable[],
  file: Uint8Array,
  language: 'zh' | 'en' = 'zh',
): Promise<Buffer> {
  checkUpload(file);
  const marked = tables.map(({ errors, ...table }) => ({
    ...table,
    marks: errors.map((error): Mark => {
      return { row: error.row, column: columnNumber(error.column ?? ''), text: error[language] };
    }),
  }));
  return fileOf({ is: 'mark', file, tables: marked });
}

/** A file of timetables, whose pages are asked for piece by piece. Aborting the signal ends it. */
export async function writePrinted(
  format: PrintFormat,
  frame: PrintedFrame,
  pages: AsyncIterable<readonly PrintedPage[]>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const pieces = pages[Symbol.asyncIterator]();
  const more = async (): Promise<readonly PrintedPage[] | undefined> => (await pieces.next()).value;
  return fileOf({ is: 'print', format, frame }, more, signal);
}

/** The problem of a semester as text, whose parts are asked for one by one. Aborting the signal ends it. */
export function writeProblem(
  format: ProblemFormat,
  parts: Iterator<ProblemPiece>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const more = (): Promise<ProblemPiece | undefined> => {
    const { done, value } = parts.next();
    return Promise.resolve(done ? undefined : value);
  };
  return fileOf({ is: 'problem', format }, more, signal);
}

async function fileOf(
  task: Task,
  more?: () => Promise<Piece | undefined>,
  signal?: AbortSignal,
): Promise<Buffer> {
  let file: Buffer = Buffer.alloc(0);
  const listen = (report: Report): unknown => {
    if (report.is === 'more') return more!();
    if (report.is !== 'file') return undefined;
    const { buffer, byteOffset, byteLength } = report.bytes;
    file = Buffer.from(buffer, byteOffset, byteLength);
    return undefined;
  };
  await runTask(task, listen, signal);
  return file;
}

/** Only the lists that the sheet needs; a missing one is a bug of the caller. */
function neededLookups(sheet: Sheet, lookups: Lookups = {}): Lookups {
  const names = [...sheet.columns.map(listOf), ...sheet.references.map(({ list }) => list)];
  const needed = new Set(names.filter((name) => name !== undefined));
  return Object.fromEntries([...needed].map((name) => [name, required(lookups, name, sheet)]));
}

function required(lookups: Lookups, name: string, sheet: Sheet): readonly string[] {
  const list = lookups[name];
  if (!list) throw new TypeError(`The sheet "${sheet.title}" needs the look-up list "${name}".`);
  return list;
}
