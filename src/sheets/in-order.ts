import type { WrittenRow } from '../workbook/writing.js';

/** In which column a row has its name, and in which that of the row above it; null where none is above. */
export interface Sorting {
  readonly name: number;
  readonly above: number | null;
}

/**
 * Sorted by what the cells hold, so that the order does not depend on when records were made; what is above a
 * row comes before it.
 */
export function inOrder(rows: readonly WrittenRow[], { name, above }: Sorting): WrittenRow[] {
  const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
  const sorted = rows.toSorted((one, other) => byCodeUnits(texts.get(one)!, texts.get(other)!));
  if (above === null) return sorted;
  const byName = new Map(sorted.map((row) => [row[name], row]));
  const placed = new Set<WrittenRow>();
  const place = (row: WrittenRow): void => {
    if (placed.has(row)) return;
    const parent = byName.get(row[above]);
    if (parent && parent !== row) place(parent);
    placed.add(row);
  };
  sorted.forEach(place);
  return [...placed];
}

/** The order of texts by their code units, the same everywhere. */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
