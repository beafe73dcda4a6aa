import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in ticks. */
const tickMs = 10;

/** Processor time that a process has used so far, in milliseconds; null where it is not told. */
export function processorMs(pid: number): number | null {
  const fields = fieldsOf(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The same of a process with its children, also those that have ended. */
export function processorMsWithChildren(pid: number): number | null {
  const fields = fieldsOf(pid);
  if (!fields) return null;
  const children = readdirSync('/proc').filter(
    (each) => /^\d+$/.test(each) && parentOf(Number(each)) === pid,
  );
  const ended = (Number(fields[13]) + Number(fields[14])) * tickMs;
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + (processorMs(each) ?? 0), ended);
}

/** The process that started another one; null where it is not told. */
export function parentOf(pid: number): number | null {
  const fields = fieldsOf(pid);
  return fields && Number(fields[1]);
}

function fieldsOf(pid: number): string[] | null {
  const file = `/proc/${pid}/stat`;
  try {
    const stat = readFileSync(file, 'utf8');
    // The name of the program comes first and may hold blanks and parentheses itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    // Processes end while they are looked at.
    if (existsSync(file)) throw error;
    return null;
  }
}
