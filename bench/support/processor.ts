import { existsSync, readFileSync } from 'node:fs';

/** Linux counts processor time in ticks. */
const tickMs = 10;

/** Processor time that a process has used so far, in milliseconds; null where it is not told. */
export function processorMs(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const stat = readFileSync(file, 'utf8');
  // The name of the program comes first and may hold blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
