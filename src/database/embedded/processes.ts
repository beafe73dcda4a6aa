// Information of the operating system about processes of others.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a living process; empty if it is gone, a zombie, or hidden. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const [program, args] = process.platform === 'win32' ? windowsQuery(pid) : unixQuery(pid);
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function unixQuery(pid: number): [string, string[]] {
  return ['ps', ['-ww', '-o', 'args=', '-p', String(pid)]];
}

function windowsQuery(pid: number): [string, string[]] {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  return ['powershell', ['-NoProfile', '-Command', query]];
}
