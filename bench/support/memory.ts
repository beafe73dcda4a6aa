import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeDataFolder, findCluster } from '../../src/database/embedded/data-folder.js';

/** Megabytes that a server and its embedded database hold. */
export interface Memory {
  /** Resident memory of the server process, all its threads together. */
  readonly server: number;
  /** Of all processes of the embedded PostgreSQL, each shared page counted once. */
  readonly database: number;
}

/**
 * What the server that runs on the data folder holds now; null where the operating system does not tell in
 * files.
 */
export function memoryOf(dataDir: string): Memory | null {
  if (!existsSync('/proc/self/smaps_rollup')) return null;
  const folder = describeDataFolder(dataDir);
  const { pid } = JSON.parse(readFileSync(folder.owner, 'utf8')) as { pid: number };
  const [postmaster] = readFileSync(path.join(findCluster(folder)!, 'postmaster.pid'), 'utf8').split('\n');
  const processes = [postmaster, ...childrenOf(postmaster)];
  return {
    server: megabytes(pid, 'status', 'VmRSS'),
    database: processes.map((each) => megabytes(each, 'smaps_rollup', 'Pss')).reduce((a, b) => a + b, 0),
  };
}

/** Megabytes that a process holds; null where the operating system does not tell in files. */
export const residentOf = (pid: number): number | null =>
  existsSync(`/proc/${pid}/status`) ? megabytes(pid, 'status', 'VmRSS') : null;

/** The same of a process and its children together. */
export const residentWithChildren = (pid: number): number | null => {
  const own = residentOf(pid);
  if (own === null) return null;
  // One that has just ended holds nothing.
  const all = childrenOf(String(pid)).map((each) => residentOf(Number(each)) || 0);
  return Math.round(all.reduce((sum, each) => sum + each, own));
};

function childrenOf(parent: string): string[] {
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === parent);
}

/** Processes come and go while they are listed. */
function parentOf(pid: string): string | null {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

function megabytes(pid: string | number, file: 'status' | 'smaps_rollup', field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/${file}`, 'utf8'),
  );
  return Number(kilobytes?.[1]) / 1024;
}
