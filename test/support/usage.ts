import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What something costs this process and its children; of children only where there is a /proc. */
export interface Usage {
  /** By how much memory grew at most. */
  readonly bytes: number;
  readonly cpuMs: number;
}

/** How often memory is looked at; the greatest that a child ever had is known to the system. */
const LOOK_MS = 20;

/** Measures while something runs, and until its children are gone. */
export async function usageOf(act: () => Promise<unknown>): Promise<Usage> {
  collectGarbage();
  const others = new Set(childProcesses());
  const children = () => childProcesses().filter((pid) => !others.has(pid));
  const before = process.memoryUsage.rss();
  const start = cpuMs();
  let peak = 0;
  const look = () => {
    const ofChildren = children().reduce((sum, pid) => sum + greatestBytes(pid), 0);
    peak = Math.max(peak, process.memoryUsage.rss() + ofChildren);
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await act();
    look();
  } finally {
    clearInterval(timer);
  }
  while (children().length > 0) await sleep(1);
  return { bytes: peak - before, cpuMs: cpuMs() - start };
}

function childProcesses(): string[] {
  try {
    return readdirSync('/proc/self/task').flatMap((thread) =>
      readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

/** A process that has just ended holds nothing. */
function greatestBytes(pid: string): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Processor time of this process and of its children that are gone, which Linux counts in hundredths of a
 * second.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + 10 * ticksOfChildren();
}

function ticksOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return 0;
  }
}

/** Garbage that hides nothing worth telling, and is not worth the time to clear it up. */
const GARBAGE_BYTES = 2 * 1024 * 1024;
let cleanBytes = 0;
const usedBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Otherwise the memory that making a file took would hide what reading it takes. */
function collectGarbage(): void {
  if (Math.abs(usedBytes() - cleanBytes) < GARBAGE_BYTES) return;
  clearUp();
  cleanBytes = usedBytes();
}

/** Gives up what nothing refers to. */
export function clearUp(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
