import type { FaultParams, Sentence } from '../workbook/faults.js';
import { type CellFault, cellSentence } from './cell-faults.js';
import { columnLetters } from '../workbook/address.js';

/**
 * A sheet is declared, not programmed: the same data describes the template that people download and the
 * upload that comes back. It holds no functions, because it travels to another process.
 */
export interface Sheet {
  readonly fileName: string;
  readonly title: string;
  /**
   * Row of the headings in the template, above the example; an upload may have them in any of the first rows.
   */
  readonly headingRow: number;
  readonly columns: readonly Column[];
  readonly notice: { readonly range: string; readonly lines: readonly string[]; readonly centred?: boolean };
  readonly references: readonly Reference[];
}

/** One column: how it is headed, what it accepts and what the template says about it. */
export interface Column {
  /** Name of the field in the input that a row becomes. */
  readonly key: string;
  /** Text in the template. A star makes it red and bold; it does not decide what is required. */
  readonly heading: string;
  /** What messages call the column; the heading without its star by default. */
  readonly label?: string;
  readonly english: string;
  /** Further headings that are understood. */
  readonly aliases?: readonly string[];
  /** The heading must be there, and a value in every row. */
  readonly required?: boolean;
  readonly kind: ColumnKind;
  /** Value of an empty cell; null by default. */
  readonly whenEmpty?: Value;
  /** Value of a cell that cannot be understood. Without it such a cell is an error. */
  readonly otherwise?: Value;
  /**
   * No two rows of a file may have the same value, letter case aside; or no two with the same value in an
   * earlier column.
   */
  readonly unique?: true | { readonly within: string };
  /** Text of the example row, or the first entry of the column's list. */
  readonly example?: string | { readonly first: true };
  /** Comment on the heading. */
  readonly note?: string;
}

/** What a cell may contain. */
export type ColumnKind =
  | { readonly is: 'text'; readonly maxLength: number }
  | { readonly is: 'flag' }
  | { readonly is: 'integer' | 'decimal'; readonly min?: number; readonly max?: number }
  /** One of a few fixed words, each standing for a value. */
  | { readonly is: 'choice'; readonly values: Readonly<Record<string, Value>> }
  /** A name out of a list that the caller brings. */
  | { readonly is: 'lookup'; readonly list: string }
  /** Several names separated by commas; a list makes unknown names an error. */
  | { readonly is: 'names'; readonly maxLength: number; readonly list?: string };

/** A list beside the table that shows what may be filled in. */
export interface Reference {
  /** Cell of the heading; the values stand below it. */
  readonly at: string;
  readonly heading: string;
  readonly values?: readonly string[];
  /** Name of the look-up list to show. */
  readonly list?: string;
  /** Write the values into the heading's cell, joined by commas, when there are at least two. */
  readonly joined?: boolean;
}

/** What a cell becomes. */
export type Value = string | number | boolean | readonly string[] | null;
/** Names that exist in the database, by list. */
export type Lookups = Readonly<Record<string, readonly string[]>>;

/** A row whose every cell is good; `row` is its number in the sheet, as people see it. */
export interface SheetRow {
  readonly row: number;
  readonly values: Readonly<Record<string, Value>>;
}

/** One bad cell, or a bad row when `column` is null. */
export interface RowError extends Sentence {
  readonly sheet: string;
  readonly row: number;
  /** Column letters. */
  readonly column: string | null;
  readonly heading: string | null;
  readonly key: string | null;
  readonly value: string;
  readonly code: string;
}

/** Where a cell is: enough to describe it to a person. */
export interface CellPlace {
  readonly sheet: string;
  readonly row: number;
  /** Column number from 1; 0 when the upload lacks the column. */
  readonly column: number;
  readonly value: string;
}

const VALUE_CHARACTERS_SHOWN = 100;

/** Describes a bad cell. */
export function cellError(
  column: Column,
  place: CellPlace,
  code: CellFault,
  params: FaultParams = {},
): RowError {
  const value = place.value.slice(0, VALUE_CHARACTERS_SHOWN);
  return {
    sheet: place.sheet,
    row: place.row,
    column: place.column > 0 ? columnLetters(place.column) : null,
    heading: column.heading,
    key: column.key,
    value,
    code,
    ...cellSentence(code, labelOf(column), { value, ...params }),
  };
}

/** What messages call a column. */
export function labelOf(column: Column): Sentence {
  return { zh: column.label ?? column.heading.replaceAll(/[*＊\s]/g, ''), en: column.english };
}

/** The list whose entries a column takes, if any. */
export function listOf({ kind }: Column): string | undefined {
  return kind.is === 'lookup' || kind.is === 'names' ? kind.list : undefined;
}
