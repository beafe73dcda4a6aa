import type { CellRow } from '../workbook/cells.js';
import { WorkbookError } from '../workbook/faults.js';
import { LIMITS } from '../workbook/limits.js';
import type { Column, Sheet } from './sheet.js';

/** Column number of each declared column found in the upload, by key. */
export type Layout = ReadonlyMap<string, number>;

/** Searches for the row of headings, in any order and with any other cells around them. */
export class HeadingSearch {
  private best: { row: CellRow; matches: number } | null = null;

  constructor(private readonly sheet: Sheet) {}

  /** The layout, if this row has every required heading. */
  tryRow(row: CellRow): Layout | null {
    const layout = match(this.sheet, row);
    if (missing(this.sheet, layout).length === 0) return layout;
    if (!this.best || layout.size > this.best.matches) this.best = { row, matches: layout.size };
    return null;
  }

  get hasContent(): boolean {
    return this.best !== null;
  }

  /** More matches are better: the error message should be about the right tab. */
  get matches(): number {
    return this.best?.matches ?? -1;
  }

  failure(): WorkbookError {
    const { best, sheet } = this;
    if (!best) return new WorkbookError('SHEET_EMPTY');
    const missingHeadings = missing(sheet, match(sheet, best.row)).map(({ heading }) => heading);
    const found = [...best.row.cells.values()]
      .slice(0, SHOWN_MAX)
      .map(({ text }) => text.trim().slice(0, SHOWN_CHARACTERS));
    const params = { rows: LIMITS.headingRows, missing: missingHeadings.join('、'), found: found.join('、') };
    return new WorkbookError('HEADING_MISSING', params);
  }
}

const SHOWN_MAX = 10;
const SHOWN_CHARACTERS = 20;

function match(sheet: Sheet, { cells }: CellRow): Layout {
  const numbers = new Map<string, number>();
  // From right to left, so that the first of two equal headings wins.
  for (const [number, { text }] of [...cells].sort(([a], [b]) => b - a))
    numbers.set(canonicalHeading(text), number);
  const layout = new Map<string, number>();
  for (const column of sheet.columns) {
    const number = spellings(column)
      .map((spelling) => numbers.get(spelling))
      .find(Boolean);
    if (number) layout.set(column.key, number);
  }
  return layout;
}

function missing(sheet: Sheet, layout: Layout): Column[] {
  return sheet.columns.filter(({ key, required }) => required && !layout.has(key));
}

function spellings({ heading, english, aliases = [] }: Column): string[] {
  return [heading, ...aliases, english].map(canonicalHeading);
}

/** Ignores stars, blanks, character width and case. */
function canonicalHeading(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[*★:\s\u200b]/g, '')
    .toLowerCase();
}
