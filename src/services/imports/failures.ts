import { LIMITS } from '../../workbook/limits.js';
import type { RowError } from '../../sheets/sheet.js';

/**
 * The bad rows of an import, or those of which something is said: all are known, and their cells are
 * described up to a limit.
 */
export class Failures {
  readonly #rows = new Set<number>();
  readonly #described: RowError[];

  constructor(described: readonly RowError[]) {
    this.#described = [...described];
    for (const { row } of described) this.#rows.add(row);
  }

  add(row: number, describe: () => RowError): void {
    this.#rows.add(row);
    if (this.#described.length < LIMITS.errors) this.#described.push(describe());
  }

  /** Counts a row as bad whose cause is told elsewhere. */
  count(row: number): void {
    this.#rows.add(row);
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  /** The descriptions, by row. */
  sorted(): RowError[] {
    return this.#described.toSorted((a, b) => a.row - b.row);
  }
}
