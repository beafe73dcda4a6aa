// The processor time of a test run. Linux shows for every process what it used, and what those of its
// children used that it waited for, theirs included, in ticks of which there are a hundred to the second.
// Elsewhere it is unknown.
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
/** Names the file to which seconds are added that no process waits for. */
const UNAWAITED = 'PROCESSOR_TIME_UNAWAITED';

/** Gives a function that tells the seconds of this process and of all that ran below it, or null. */
export function measureProcessorTime(unawaitedFile) {
  if (usageOf('self') === null) return () => null;
  process.env[UNAWAITED] = unawaitedFile;
  return () => usageOf('self').seconds + sum(unawaitedSeconds(unawaitedFile));
}

/**
 * Counts what the descendants of a child have used that is about to end and waits for none of them, as
 * browsers do; it is the child whose command line holds the mark.
 */
export function countDescendants(mark) {
  const file = process.env[UNAWAITED];
  if (file === undefined) return;
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const usages = processes.map((pid) => ({ pid, ...usageOf(pid) }));
  const childrenOf = (parent) => usages.filter((usage) => usage.parent === parent);
  const isMarked = ({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
  const below = childrenOf(String(process.pid))
    .filter(isMarked)
    .flatMap(({ pid }) => childrenOf(pid));
  for (const { pid } of below) below.push(...childrenOf(pid));
  appendFileSync(file, `${sum(below.map(({ seconds }) => seconds))}\n`);
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

function unawaitedSeconds(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

function usageOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes first and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: fields[1], seconds: sum(fields.slice(11, 15).map(Number)) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}
