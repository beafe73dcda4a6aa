import type { FaultParams, FileFault } from '../workbook/faults.js';
import type { Batch, Totals } from './read.js';
import type { Lookups, Sheet } from './sheet.js';
import type { Table } from './table.js';

/** A task for the worker process; plain data, because it is copied there. */
export type Task =
  | { readonly is: 'read'; readonly sheet: Sheet; readonly lookups: Lookups; readonly file: Uint8Array }
  | { readonly is: 'template'; readonly sheet: Sheet; readonly lookups: Lookups }
  | { readonly is: 'table'; readonly table: Table }
  | {
      readonly is: 'mark';
      readonly sheet: Sheet;
      readonly file: Uint8Array;
      readonly marks: readonly Mark[];
    };

/** A comment on a cell, or on a whole row when `column` is 0. */
export interface Mark {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** A message of the worker. It awaits an answer to each batch, so that neither side floods the other. */
export type Report =
  | ({ readonly is: 'batch'; readonly totals: Totals } & Batch)
  | { readonly is: 'file'; readonly bytes: Uint8Array }
  | { readonly is: 'done' }
  | { readonly is: 'refused'; readonly code: FileFault; readonly params: FaultParams };
