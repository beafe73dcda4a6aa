import type { FaultParams, FileFault } from '../workbook/faults.js';
import type { Batch, Totals } from './read.js';
import type { Lookups, Sheet } from './sheet.js';
import type { Table } from './table.js';
import type { WrittenRow } from '../workbook/writing.js';
import type { Sorting } from './in-order.js';
import type { PrintedFrame, PrintedPage } from './print/printed.js';

/** A task for the worker process; plain data, because it is copied there. */
export type Task =
  | {
      readonly is: 'read';
      readonly sheet: Sheet;
      readonly lookups: Lookups;
      readonly file: Uint8Array;
      /** The tab to read; by default the first that has the headings. */
      readonly tab?: string;
    }
  | { readonly is: 'tabs'; readonly file: Uint8Array }
  | { readonly is: 'book'; readonly tabs: readonly BookTab[] }
  | { readonly is: 'template'; readonly sheet: Sheet; readonly lookups: Lookups }
  | { readonly is: 'table'; readonly table: Table }
  | { readonly is: 'print'; readonly format: PrintFormat; readonly frame: PrintedFrame }
  | { readonly is: 'problem'; readonly format: ProblemFormat }
  | {
      readonly is: 'mark';
      readonly file: Uint8Array;
      readonly tables: readonly MarkedTable[];
    };

/** A sheet to write: its heading, and how the rows that come piece by piece are sorted; null: as they are. */
export interface BookTab {
  readonly name: string;
  readonly heading: WrittenRow;
  readonly sorting: Sorting | null;
}

/** Further rows of one of the tabs. */
export interface BookPiece {
  readonly tab: number;
  readonly rows: readonly WrittenRow[];
}

/** How timetables are printed; their pages come piece by piece. */
export type PrintFormat = 'pdf' | 'xlsx' | 'csv';

/** How the problem of a semester is written, and the timetable that is its solution. */
export type ProblemFormat = 'json' | 'xml' | 'solution.xml';

/** A part of a problem: a property, or further entries of one that is a list. */
export interface ProblemPiece {
  readonly key: string;
  readonly value: unknown;
}

/** What is sent when more is asked for. */
export type Piece = BookPiece | readonly PrintedPage[] | ProblemPiece;

/** A table of an upload, and what to mark in it. */
export interface MarkedTable {
  readonly sheet: Sheet;
  readonly tab?: string;
  readonly marks: readonly Mark[];
}

/** A comment on a cell, or on a whole row when `column` is 0. */
export interface Mark {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/**
 * A message of the worker. It awaits an answer to each batch, so that neither side floods the other; to
 * `more` a piece of the book, or that no more comes.
 */
export type Report =
  | ({ readonly is: 'batch'; readonly totals: Totals } & Batch)
  | { readonly is: 'file'; readonly bytes: Uint8Array }
  | { readonly is: 'tabs'; readonly names: readonly string[] }
  | { readonly is: 'more' }
  | { readonly is: 'done' }
  | { readonly is: 'refused'; readonly code: FileFault; readonly params: FaultParams };
