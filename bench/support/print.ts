import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What else the machine did before this began; figures of a busy machine are worth less. */
const [loadBefore] = loadavg();

/** Prints a table in Markdown under a title that says on what machine it was measured. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const layout = columns.map((column, at) => {
    const cells = rows.map((row) => row[at]);
    return {
      width: Math.max(...[column, ...cells].map(({ length }) => length)),
      isNumeric: cells.every((cell) => !Number.isNaN(Number(cell))),
    };
  });
  const rule = layout.map(({ width, isNumeric }) =>
    isNumeric ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, at) => {
      const { width, isNumeric } = layout[at];
      return isNumeric ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  console.log(['', `${title} ${machine()}`, '', ...[columns, rule, ...rows].map(line), ''].join('\n'));
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const cores = `${availableParallelism()} cores (${cpus()[0].model})`;
  return `Node ${process.versions.node}, ${cores}, ${gigabytes} GB, load ${loadBefore.toFixed(1)} before.`;
}
