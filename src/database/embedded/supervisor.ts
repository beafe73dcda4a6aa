import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { launchPostmaster, type Postmaster } from './postmaster.js';

const RESTART_PAUSE_MS = 500;

/** Keeps the database running until stopped: after a crash it restarts it on the same port. */
export function superviseDatabase(cluster: Cluster, first: Postmaster): { stop(): Promise<void> } {
  let current = first;
  let stopping = false;

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (stopping) return;
      cluster.log.error('PostgreSQL has ended unexpectedly and is started again');
      await sleep(RESTART_PAUSE_MS);
      current = await launchPostmaster(cluster, first.port);
      cluster.log.warn(`PostgreSQL is back on port ${first.port}`);
      if (stopping) await current.stop();
    }
  }

  const watching = watch().catch((error: unknown) => {
    cluster.log.error(`PostgreSQL could not be started again: ${String(error)}`);
  });
  return {
    async stop() {
      stopping = true;
      await current.stop();
      await watching;
    },
  };
}
