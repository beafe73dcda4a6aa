/** Prints a table in Markdown, row by row as the results come. */
export class Table {
  readonly #widths: readonly number[];

  constructor(title: string, columns: readonly string[]) {
    this.#widths = columns.map((column) => Math.max(8, column.length));
    console.log(`\n${title}\n`);
    this.row(columns);
    console.log(`|${this.#widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }

  row(cells: readonly (string | number)[]): void {
    const padded = cells.map((cell, i) => String(cell).padStart(this.#widths[i]));
    console.log(`| ${padded.join(' | ')} |`);
  }
}

/** The mean with one digit. */
export function mean(numbers: readonly number[]): string {
  return (numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length)).toFixed(1);
}

/** CPU-seconds of this process, all threads together. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
