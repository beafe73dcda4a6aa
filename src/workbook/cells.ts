import { columnLetters, parseAddress } from './address.js';
import { type Book, type Tab, textListener, unescapeControls } from './book.js';
import { WorkbookError, damaged } from './faults.js';
import { showNumber } from './format.js';
import { LIMITS } from './limits.js';
import type { MergedColumn } from './merged.js';
import { type Attributes, type XmlListener, readXml } from './xml.js';

/** The content of a cell, as text. */
export interface Cell {
  readonly text: string;
  readonly is: 'text' | 'number' | 'fault';
}

/** The cells of a row that have content, by column number from 1. */
export interface CellRow {
  readonly row: number;
  readonly cells: ReadonlyMap<number, Cell>;
}

/**
 * The rows of a sheet that have content, top to bottom, in batches.
 *
 * The reader of exceljs is not used: it takes the pinyin of a Chinese name for the name, keeps only the last
 * run of a formatted text, fails on namespace prefixes, and limits neither cells nor texts.
 * @param merged merged cells by their first row, whose value the rows below show, and so have
 */
export async function* readRows(
  book: Book,
  tab: Tab,
  merged: ReadonlyMap<number, readonly MergedColumn[]> = new Map(),
): AsyncGenerator<readonly CellRow[]> {
  const grid = new Grid(book, tab.part, merged);
  for await (const _piece of readXml(tab.part, book.archive.read(tab.part), grid)) yield grid.takeRows();
  yield grid.takeRows();
}

class Grid implements XmlListener {
  private rows: CellRow[] = [];
  private cells = new Map<number, Cell>();
  private row = 0;
  private column = 0;
  private type = 'n';
  private style = 0;
  private raw = '';
  private hasFormula = false;
  private inValue = false;
  private inData = false;
  private cellCount = 0;
  private mergeCount = 0;
  /** Values of merged cells that reach down to a row, by column. */
  private readonly shown = new Map<number, { readonly cell: Cell; readonly last: number }>();
  private readonly inline = textListener((text) => (this.raw = text));

  constructor(
    private readonly book: Book,
    private readonly part: string,
    private readonly merged: ReadonlyMap<number, readonly MergedColumn[]>,
  ) {}

  takeRows(): readonly CellRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, attribute: Attributes): void {
    if (name === 'sheetData') this.inData = true;
    else if (name === 'mergeCell') this.countMerge();
    else if (!this.inData) return;
    else if (name === 'row') this.openRow(attribute);
    else if (name === 'c') this.openCell(attribute);
    else if (name === 'f') this.hasFormula = true;
    else if (name === 'v') this.inValue = true;
    else if (this.type === 'inlineStr') this.inline.open(name, attribute);
  }

  text(text: string): void {
    if (this.inValue && this.raw.length < LIMITS.cellCharacters) this.raw += text;
    else if (this.type === 'inlineStr') this.inline.text(text);
  }

  close(name: string): void {
    if (name === 'sheetData') this.inData = false;
    else if (!this.inData) return;
    else if (name === 'row') this.closeRow();
    else if (name === 'c') this.closeCell();
    else if (name === 'v') this.inValue = false;
    else if (this.type === 'inlineStr') this.inline.close(name);
  }

  private countMerge(): void {
    if (++this.mergeCount > LIMITS.merges) throw new WorkbookError('TOO_MANY_MERGES', { max: LIMITS.merges });
  }

  /** The position of a row or cell may be omitted; it then follows the previous one. */
  private openRow(attribute: Attributes): void {
    const row = Number(attribute('r') ?? this.row + 1);
    if (!Number.isInteger(row) || row <= this.row) throw damaged(this.part);
    this.row = row;
    this.column = 0;
    this.cells = new Map();
  }

  private openCell(attribute: Attributes): void {
    if (++this.cellCount > LIMITS.cells) throw new WorkbookError('TOO_MANY_CELLS', { max: LIMITS.cells });
    const reference = attribute('r');
    const column = reference === undefined ? this.column + 1 : parseAddress(reference)?.column;
    if (!column) throw damaged(this.part);
    this.column = column;
    this.type = attribute('t') ?? 'n';
    this.style = Number(attribute('s') ?? 0);
    this.raw = '';
    this.hasFormula = false;
  }

  private closeCell(): void {
    const cell = this.readCell();
    this.type = 'n';
    if (cell.text.trim() === '') return;
    if (this.column > LIMITS.columns) throw this.tooWide();
    this.cells.set(this.column, cell);
  }

  private closeRow(): void {
    const { row, cells } = this;
    if (cells.size === 0) return;
    for (const [column, { cell, last }] of this.shown)
      if (row > last) this.shown.delete(column);
      else if (!cells.has(column)) cells.set(column, cell);
    for (const { column, last } of this.merged.get(row) ?? []) {
      const cell = cells.get(column);
      if (cell) this.shown.set(column, { cell, last });
    }
    this.rows.push({ row, cells });
  }

  private readCell(): Cell {
    const { raw, type } = this;
    if (type === 's') return { is: 'text', text: this.sharedString(raw) };
    if (type === 'e') return { is: 'fault', text: raw };
    if (type === 'b') return { is: 'text', text: raw === '' ? '' : raw.trim() === '1' ? 'TRUE' : 'FALSE' };
    if (raw === '' && this.hasFormula && type === 'n') return { is: 'fault', text: '=' };
    if (type === 'n') return this.readNumber(raw);
    return { is: 'text', text: type === 'str' ? unescapeControls(raw) : raw };
  }

  private readNumber(raw: string): Cell {
    const format = this.book.formats[this.style] ?? { is: 'plain' };
    return {
      is: format.is === 'plain' ? 'number' : 'text',
      text: showNumber(raw, format, this.book.from1904),
    };
  }

  private sharedString(index: string): string {
    if (index === '') return '';
    const text = this.book.sharedStrings[Number(index)];
    if (text === undefined) throw damaged(this.part);
    return text;
  }

  private tooWide(): WorkbookError {
    return new WorkbookError('TOO_MANY_COLUMNS', {
      cell: `${columnLetters(this.column)}${this.row}`,
      max: LIMITS.columns,
    });
  }
}
