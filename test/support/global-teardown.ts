import { once } from 'node:events';
import type { GlobalWithServer } from './global-setup.js';

/** Lets the database server of the run drop what it has created, and waits for that. */
export default async function stopDatabaseServer(): Promise<void> {
  const server = (globalThis as GlobalWithServer).testDatabaseServer;
  if (!server?.stdin) return;
  const closed = once(server, 'close');
  server.stdin.end();
  await closed;
  if (server.exitCode !== 0) throw new Error('The test database server did not clean up.');
}
