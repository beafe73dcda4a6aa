import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { launchPostmaster, type Postmaster } from './postmaster.js';

const RESTART_PAUSE_MS = 500;
/** Before another try, when the database did not start, as while its disk is full. */
const RETRY_PAUSE_MS = 5_000;

/** Keeps the database running until stopped: after a crash it restarts it on the same port. */
export function superviseDatabase(cluster: Cluster, first: Postmaster): { stop(): Promise<void> } {
  let current = first;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function restarted(): Promise<Postmaster | undefined> {
    let pauseMs = RESTART_PAUSE_MS;
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = RETRY_PAUSE_MS;
      try {
        if (!signal.aborted) return await launchPostmaster(cluster, first.port);
      } catch (error) {
        cluster.log.error(
          `PostgreSQL could not be started again; the next try is in a few seconds: ${String(error)}`,
        );
      }
    }
    return undefined;
  }

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      cluster.log.error('PostgreSQL has ended unexpectedly and is started again');
      const next = await restarted();
      if (!next) return;
      current = next;
      cluster.log.warn(`PostgreSQL is back on port ${first.port}`);
      if (signal.aborted) await current.stop();
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
