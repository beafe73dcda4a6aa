import { type Book, type Tab, openBook } from '../workbook/book.js';
import { type Cell, type CellRow, readRows } from '../workbook/cells.js';
import { WorkbookError } from '../workbook/faults.js';
import { HeadingSearch, type Layout } from './headings.js';
import { LIMITS } from '../workbook/limits.js';
import { mergedColumns } from '../workbook/merged.js';
import { type ColumnParser, cleanText, parserOf, sameName } from './parse.js';
import {
  type Column,
  type Lookups,
  type RowError,
  type Sheet,
  type SheetRow,
  type Value,
  VALUE_CHARACTERS_SHOWN,
  cellError,
} from './sheet.js';

/** Position of the table in an upload. */
export interface Table {
  readonly tab: Tab;
  readonly headingRow: number;
  readonly layout: Layout;
}

/** The parsed rows and errors of a few rows. */
export interface Batch {
  readonly rows: SheetRow[];
  /** Rows with a bad cell, as far as they could be read. */
  readonly badRows: SheetRow[];
  readonly errors: RowError[];
}

/** Position of the table, and counts over all its rows. */
export interface Totals {
  /** Name of the tab. */
  readonly sheet: string;
  /** Column number of each field that the upload has. */
  readonly columns: Readonly<Record<string, number>>;
  /** Further tabs with the headings of the sheet, which are not read. */
  readonly furtherTabs: readonly string[];
  /** Rows with content, without the example. */
  rowCount: number;
  /** Rows with at least one bad cell. */
  badRowCount: number;
  /** Bad cells, including those beyond the limit of described ones. */
  errorCount: number;
}

/** Reads a table in batches; the totals are complete at the end. */
export async function* readTable(
  sheet: Sheet,
  file: Buffer,
  lookups: Lookups,
  tab?: string,
): AsyncGenerator<Batch & { readonly totals: Totals }> {
  const book = await openBook(file);
  const table = await findTable(sheet, book, tab);
  const furtherTabs = tab === undefined ? await tabsAfter(table, sheet, book) : [];
  const reader = new RowReader(sheet, { ...table, furtherTabs }, lookups);
  const merged = await mergedColumns(book.archive, table.tab.part);
  for await (const rows of readRows(book, table.tab, merged))
    yield { ...reader.read(rows), totals: reader.totals };
}

/** Finds the first tab, or the one of a name, and its first row, with the headings. */
export async function findTable(sheet: Sheet, book: Book, name?: string): Promise<Table> {
  const failures: HeadingSearch[] = [];
  for (const tab of book.tabs.filter((each) => name === undefined || each.name === name)) {
    const search = new HeadingSearch(sheet);
    const table = await tableIn(tab, book, search);
    if (table) return table;
    failures.push(search);
  }
  const [best] = failures.sort((a, b) => b.matches - a.matches);
  throw best?.failure() ?? new WorkbookError('SHEET_EMPTY');
}

async function tableIn(tab: Tab, book: Book, search: HeadingSearch): Promise<Table | null> {
  for await (const row of topRows(book, tab)) {
    const layout = search.tryRow(row);
    if (layout) return { tab, headingRow: row.row, layout };
  }
  return null;
}

/** The tabs behind that of a table that have one of the same sheet. */
async function tabsAfter({ tab: own }: Table, sheet: Sheet, book: Book): Promise<string[]> {
  const names: string[] = [];
  for (const tab of book.tabs.slice(book.tabs.indexOf(own) + 1))
    if (await tableIn(tab, book, new HeadingSearch(sheet))) names.push(tab.name);
  return names;
}

async function* topRows(book: Book, tab: Tab): AsyncGenerator<CellRow> {
  for await (const rows of readRows(book, tab)) {
    for (const row of rows) {
      if (row.row > LIMITS.headingRows) return;
      yield row;
    }
  }
}

/** Parses row after row and detects duplicates. */
class RowReader {
  readonly totals: Totals;
  private readonly parsers: readonly (readonly [Column, ColumnParser])[];
  private readonly firstRows = new Map<string, number>();

  constructor(
    private readonly sheet: Sheet,
    private readonly table: Table & Pick<Totals, 'furtherTabs'>,
    lookups: Lookups,
  ) {
    const [columns, { furtherTabs }] = [Object.fromEntries(table.layout), table];
    const counts = { rowCount: 0, badRowCount: 0, errorCount: 0 };
    this.totals = { sheet: table.tab.name, columns, furtherTabs, ...counts };
    this.parsers = sheet.columns.map((column) => [column, parserOf(column, lookups)] as const);
  }

  read(rows: readonly CellRow[]): Batch {
    const batch: Batch = { rows: [], badRows: [], errors: [] };
    for (const row of rows) if (row.row > this.table.headingRow) this.readRow(row, batch);
    return batch;
  }

  private readRow(row: CellRow, batch: Batch): void {
    if (this.isBlank(row) || this.isExample(row)) return;
    if (++this.totals.rowCount > LIMITS.rows) throw new WorkbookError('TOO_MANY_ROWS', { max: LIMITS.rows });
    const errors: RowError[] = [];
    const values: Record<string, Value> = {};
    const replaced: Record<string, string> = {};
    for (const [column, parse] of this.parsers)
      this.readCell(column, parse, row, { values, replaced }, errors);
    if (errors.length === 0)
      return void batch.rows.push({
        ...{ row: row.row, values },
        ...(Object.keys(replaced).length > 0 && { replaced }),
      });
    const bad = errors.map(({ key }) => key!);
    batch.badRows.push({ row: row.row, values, bad });
    this.report(errors, batch);
  }

  private readCell(
    column: Column,
    parse: ColumnParser,
    row: CellRow,
    {
      values,
      replaced,
    }: Record<'values', Record<string, Value>> & { readonly replaced: Record<string, string> },
    errors: RowError[],
  ): void {
    const cell = this.cell(row, column);
    const parsed = parse(cell);
    const place = {
      sheet: this.table.tab.name,
      row: row.row,
      column: this.number(column),
      value: cell?.text.trim() ?? '',
    };
    if ('fault' in parsed) return void errors.push(cellError(column, place, parsed.fault, parsed.params));
    values[column.key] = parsed.value;
    if (parsed.isReplaced) replaced[column.key] = this.text(row, column).slice(0, VALUE_CHARACTERS_SHOWN);
    const first = this.firstRow(column, values, row.row);
    if (first !== row.row) errors.push(cellError(column, place, 'DUPLICATE', { first }));
  }

  private report(errors: readonly RowError[], batch: Batch): void {
    const room = LIMITS.errors - this.totals.errorCount;
    this.totals.badRowCount += 1;
    this.totals.errorCount += errors.length;
    batch.errors.push(...errors.slice(0, Math.max(0, room)));
  }

  /** The first row with this value of a unique column; otherwise this row. */
  private firstRow({ key, unique }: Column, values: Record<string, Value>, row: number): number {
    if (!unique || values[key] === null) return row;
    const scope = unique === true ? '' : values[unique.within];
    const name = JSON.stringify([key, scope, sameName(String(values[key]))]);
    const first = this.firstRows.get(name) ?? row;
    this.firstRows.set(name, first);
    return first;
  }

  private isBlank(row: CellRow): boolean {
    return this.sheet.columns.every((column) => this.text(row, column) === '');
  }

  /** An unchanged example row is not data; any entry of a list counts as unchanged. */
  private isExample(row: CellRow): boolean {
    const { columns } = this.sheet;
    if (columns.every(({ example }) => example === undefined)) return false;
    return columns.every((column) => {
      const { example = '' } = column;
      return typeof example === 'object' || sameText(this.text(row, column), example);
    });
  }

  private text(row: CellRow, column: Column): string {
    return cleanText(this.cell(row, column)?.text ?? '');
  }

  private cell(row: CellRow, column: Column): Cell | undefined {
    return row.cells.get(this.number(column));
  }

  private number(column: Column): number {
    return this.table.layout.get(column.key) ?? 0;
  }
}

/** A spreadsheet may display 80.0 as 80. */
function sameText(text: string, example: string): boolean {
  return text === example || (text !== '' && example !== '' && Number(text) === Number(example));
}
