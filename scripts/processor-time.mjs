// The processor time of a test run. Linux shows for every process what it used, and what those of its
// children used that it waited for, theirs included, in ticks of which there are a hundred to the second.
// Elsewhere it is unknown.
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;
/** Names the folder of what is noted while tests run: seconds that no process waits for, those of suites. */
const FOLDER = 'PROCESSOR_TIME_FOLDER';

/**
 * Gives a function that tells the seconds of this process and of all that ran below it, and those of every
 * suite by its file, the dearest first; or null.
 */
export function measureProcessorTime(folder) {
  if (usageOf('self') === null) return () => null;
  process.env[FOLDER] = folder;
  return () => ({
    total: usageOf('self').seconds + sum(noted(folder, 'unawaited').map(([seconds]) => Number(seconds))),
    suites: noted(folder, 'suites')
      .map(([seconds, file]) => ({ seconds: Number(seconds), file }))
      .sort((a, b) => b.seconds - a.seconds),
  });
}

/** Begins a suite, whose file is given; the answer ends it. What PostgreSQL does for it is not counted. */
export function measureSuite(file) {
  const seconds = () => usageOf('self')?.seconds;
  const before = seconds();
  return () => note('suites', `${(seconds() - before).toFixed(2)}\t${file}`);
}

/**
 * Counts what the descendants of a child have used that is about to end and waits for none of them, as
 * browsers do; it is the child whose command line holds the mark.
 */
export function countDescendants(mark) {
  if (process.env[FOLDER] === undefined) return;
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const usages = processes.map((pid) => ({ pid, ...usageOf(pid) }));
  const childrenOf = (parent) => usages.filter((usage) => usage.parent === parent);
  const isMarked = ({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
  const below = childrenOf(String(process.pid))
    .filter(isMarked)
    .flatMap(({ pid }) => childrenOf(pid));
  for (const { pid } of below) below.push(...childrenOf(pid));
  note('unawaited', String(sum(below.map(({ seconds }) => seconds))));
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

function note(kind, line) {
  const folder = process.env[FOLDER];
  if (folder !== undefined) appendFileSync(join(folder, kind), `${line}\n`);
}

function noted(folder, kind) {
  const file = join(folder, kind);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => line.split('\t'));
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
