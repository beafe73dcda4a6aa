import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { GlobalConfig } from 'jest';

/** Jest gives set-up and teardown nothing in common but the global object. */
export type GlobalWithServer = typeof globalThis & { testDatabaseServer?: ChildProcess };

/** Starts the PostgreSQL of this run, see database-server.ts, and tells the suites about it. */
export default async function startDatabaseServer({ rootDir }: GlobalConfig): Promise<void> {
  const hook = pathToFileURL(join(rootDir, 'scripts/swc-hook.mjs')).href;
  const program = join(rootDir, 'test/support/database-server.ts');
  const server = spawn(process.execPath, ['--import', hook, program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of reach of what kills a whole run, so that it can clean up after it.
    detached: true,
    windowsHide: true,
  });
  const complaints = text(server.stderr);
  const ready = await new Promise<string | null>((resolve) => {
    server.stdout.once('data', (line: Buffer) => resolve(String(line)));
    server.once('close', () => resolve(null));
  });
  if (ready === null) throw new Error((await complaints).trim());
  process.env.TEST_DATABASES = ready;
  (globalThis as GlobalWithServer).testDatabaseServer = server;
}
