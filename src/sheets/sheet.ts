import type { FaultParams, Sentence } from '../workbook/faults.js';
import { type CellFault, cellSentence } from './cell-faults.js';
import { columnLetters } from '../workbook/address.js';

/**
 * The declaration of a sheet describes both the template for download and the upload. It is plain data,
 * because it is sent to another process.
 */
export interface Sheet {
  readonly fileName: string;
  readonly title: string;
  /**
   * Row of the headings in the template, above the example; an upload may have them in any of the top rows.
   */
  readonly headingRow: number;
  readonly columns: readonly Column[];
  /** What stands above the columns that have a place of their own, behind the lists. */
  readonly apart?: string;
  readonly notice: { readonly range: string; readonly lines: readonly string[]; readonly centred?: boolean };
  readonly references: readonly Reference[];
}

/** One column: its headings, what it accepts and how the template presents it. */
export interface Column {
  /** Name of the field in the input built from a row. */
  readonly key: string;
  /** Heading in the template. A star makes it red and bold, but not required. */
  readonly heading: string;
  /** Name of the column in messages; by default the heading without its star. */
  readonly label?: string;
  readonly english: string;
  /** Further headings that are accepted. */
  readonly aliases?: readonly string[];
  /** The heading must exist, and every row must have a value. */
  readonly required?: boolean;
  readonly kind: ColumnKind;
  /** Value of an empty cell; null by default. */
  readonly whenEmpty?: Value;
  /** Value of a cell that cannot be parsed; without it, such a cell is an error. */
  readonly fallback?: Value;
  /**
   * No two rows may have the same value, ignoring case; with `within`, no two rows that agree in that column.
   */
  readonly unique?: true | { readonly within: string };
  /** Text of the example row, or the first entry of the column's list. */
  readonly example?: string | { readonly first: true };
  /** Comment on the heading. */
  readonly note?: string;
  /** Letters of its column in the template, where not the one after the column before it. */
  readonly at?: string;
}

/** What a cell may contain. */
export type ColumnKind =
  | { readonly is: 'text'; readonly maxLength: number }
  | { readonly is: 'flag' | 'date' }
  | { readonly is: 'integer' | 'decimal'; readonly min?: number; readonly max?: number }
  /** One of a few fixed words, each standing for a value. */
  | { readonly is: 'choice'; readonly values: Readonly<Record<string, Value>> }
  /** A name from a list that the caller supplies. */
  | {
      readonly is: 'lookup';
      readonly list: string;
      /** Whether a row may name what an earlier row of the sheet makes, so that no list can be complete. */
      readonly isOpen?: boolean;
    }
  /** Several names separated by commas; a list makes unknown names an error. */
  | { readonly is: 'names'; readonly maxLength: number; readonly list?: string };

/** A list beside the table that shows the allowed values. */
export interface Reference {
  /** Cell of the heading; the values follow below. */
  readonly at: string;
  readonly heading: string;
  readonly values?: readonly string[];
  /** Name of the look-up list to show. */
  readonly list?: string;
  /** Write the values into the heading's cell, separated by commas, if there are at least two. */
  readonly joined?: boolean;
}

/** The parsed value of a cell. */
export type Value = string | number | boolean | readonly string[] | null;
/** Names that exist in the database, by list. */
export type Lookups = Readonly<Record<string, readonly string[]>>;

/** A row; `row` is its number as shown in the sheet. */
export interface SheetRow {
  readonly row: number;
  readonly values: Readonly<Record<string, Value>>;
  /** Columns with bad cells, which have no values; such a row is only judged further. */
  readonly bad?: readonly string[];
  /** What cells said that means nothing, by column: the row has the fallback of the column there. */
  readonly replaced?: Readonly<Record<string, string>>;
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

/** Position and content of a cell, for error messages. */
interface CellPlace {
  readonly sheet: string;
  readonly row: number;
  /** Column number from 1; 0 when the upload lacks the column. */
  readonly column: number;
  readonly value: string;
}

/** Characters of a cell that are told of it. */
export const VALUE_CHARACTERS_SHOWN = 100;

/** The error of a bad cell. */
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

/** Something that is to be known of a whole sheet. */
export const toldOfSheet = (sheet: string, code: string, text: Sentence): RowError => ({
  ...{ sheet, row: 1, column: null, heading: null, key: null, value: '', code, ...text },
});

/** The name of a column in messages. */
export function labelOf(column: Column): Sentence {
  return { zh: column.label ?? column.heading.replaceAll(/[*＊\s]/g, ''), en: column.english };
}

/** The list from which a column takes its entries, if any. */
export function listOf({ kind }: Column): string | undefined {
  return kind.is === 'lookup' || kind.is === 'names' ? kind.list : undefined;
}
