/**
 * Limits of an uploaded workbook. A workbook of 20,000 students with twenty columns stays well within them; a
 * larger one is refused while it is read, before it costs much memory or time.
 */
export const LIMITS = {
  fileBytes: 10 * 1024 * 1024,
  archiveEntries: 200,
  inflatedBytes: 150 * 1024 * 1024,
  inflationRatio: 100,
  rows: 20_000,
  /** Of all sheets of a workbook for a whole institution. */
  bookRows: 60_000,
  columns: 60,
  /** Cells with and without content: formatting a whole sheet creates hundreds of thousands of empty ones. */
  cells: 500_000,
  merges: 10_000,
  sharedStrings: 500_000,
  sharedCharacters: 20_000_000,
  styles: 65_536,
  sheets: 30,
  /** Headings are searched for in this many rows from the top. */
  headingRows: 10,
  cellCharacters: 32_767,
  xmlTokenCharacters: 262_144,
  xmlDepth: 64,
  /** Bad cells described individually; further ones are only counted. */
  errors: 10_000,
  /** Comments in a marked workbook; further bad cells are only coloured. */
  comments: 5_000,
  readMs: 30_000,
  workers: 2,
  waiting: 20,
  /** Exports at once: each reads whole tables, while others want to be answered. */
  exports: 1,
  exportsWaiting: 8,
  /** Rows of an export, all sheets together: more would not fit into the memory of the worker. */
  exportRows: 250_000,
  workerHeapMb: 256,
  /** Collecting what is new at this size, not at 16 MB, halves what reading 20 million characters takes. */
  workerYoungMb: 4,
  /** Timetables that are printed at once, by a process each, and how many more wait for their turn. */
  printers: 2,
  printsWaiting: 50,
  /** Timetables in one file, and in a workbook: exceljs compares each merged cell with all others. */
  printedPages: 2_000,
  bookPages: 200,
  printMs: 120_000,
  /** How long a process that has printed waits for more. */
  idleMs: 30_000,
} as const;
