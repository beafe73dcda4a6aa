import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../src/database/project-root.js';

/**
 * Starts the server as a process of its own and waits for its address; `logLines` hears its log, which is
 * printed otherwise.
 */
export async function startServerProcess(
  env: Record<string, string>,
  logLines?: string[],
): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', 'serve'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', logLines ? 'pipe' : 'inherit'],
  });
  if (logLines) createInterface(server.stderr!).on('line', (line) => logLines.push(line));
  let told = '';
  for await (const chunk of server.stdout!) {
    told += String(chunk);
    const url = /ready at (\S+)/.exec(told)?.[1];
    if (url) return { server, url };
  }
  throw new Error(`The server ended before it was ready: ${told}`);
}
