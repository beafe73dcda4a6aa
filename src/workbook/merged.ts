import { parseAddress } from './address.js';
import type { Archive } from './archive.js';

/** The first column of merged cells, from the row that holds their value to the last that shows it. */
export interface MergedColumn {
  readonly column: number;
  readonly last: number;
}

// Bounded, so that no text takes longer than its length.
const mergedCell = /mergeCell\s[^>]{0,200}?\bref=["']([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})["']/g;

/** Bytes at the end of a sheet in which its merged cells are looked for; they stand behind all rows. */
const endBytes = 1024 * 1024;

/**
 * The merged cells of a sheet that reach over several rows, by their first row. They are found without
 * parsing the sheet, because they are needed before its rows are read.
 */
export async function mergedColumns(archive: Archive, part: string): Promise<Map<number, MergedColumn[]>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of archive.read(part)) {
    pieces.push(piece);
    bytes += piece.length;
    while (bytes - pieces[0].length >= endBytes) bytes -= pieces.shift()!.length;
  }
  const text = Buffer.concat(pieces).toString('latin1');
  const behindRows = text.slice(Math.max(0, text.lastIndexOf('sheetData')));
  const merged = new Map<number, MergedColumn[]>();
  for (const [, from, to] of behindRows.matchAll(mergedCell)) {
    const [first, last] = [parseAddress(from), parseAddress(to)];
    if (!first || !last || last.row <= first.row) continue;
    if (!merged.has(first.row)) merged.set(first.row, []);
    merged.get(first.row)!.push({ column: first.column, last: last.row });
  }
  return merged;
}
