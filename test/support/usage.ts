import { readFileSync, readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What something costs this process and its children; of children only where there is a /proc. */
export interface Usage {
  /** By how much memory grew at most. */
  readonly bytes: number;
  readonly cpuMs: number;
}

/** Measures while something runs. */
export async function usageOf(act: () => Promise<unknown>): Promise<Usage> {
  collectGarbage();
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  const childCpuMs = new Map<string, number>();
  let peak = 0;
  const look = () => {
    const children = childProcesses().map(readChild);
    for (const { pid, cpuMs } of children) childCpuMs.set(pid, cpuMs);
    peak = Math.max(
      peak,
      children.reduce((sum, { bytes }) => sum + bytes, process.memoryUsage.rss()),
    );
  };
  const timer = setInterval(look, 5);
  try {
    await act();
    look();
  } finally {
    clearInterval(timer);
  }
  const { user, system } = process.cpuUsage(start);
  const ofChildren = [...childCpuMs.values()].reduce((sum, cpuMs) => sum + cpuMs, 0);
  return { bytes: peak - before, cpuMs: (user + system) / 1000 + ofChildren };
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

/** A process that has just ended holds nothing. Linux counts processor time in hundredths of a second. */
function readChild(pid: string): Usage & { readonly pid: string } {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return {
      pid,
      bytes: 1024 * Number(kilobytes ?? 0),
      cpuMs: 10 * (Number(fields[11]) + Number(fields[12])),
    };
  } catch {
    return { pid, bytes: 0, cpuMs: 0 };
  }
}

/** Otherwise the memory that making a file took would hide what reading it takes. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
