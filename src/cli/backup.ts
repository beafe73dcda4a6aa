import { readConfig } from '../app/config.js';
import { createLog } from '../app/log.js';
import { findRunningPostgres, startEmbeddedPostgres } from '../database/embedded.js';
import { restoreBackup, takeBackup } from '../database/embedded/backup.js';
import { resolveDataDir } from '../database/embedded/data-folder.js';

/** Makes a base backup of the embedded database and prints where it is. */
export async function backup({ keep }: { keep: string }): Promise<void> {
  if (!/^[1-9]\d{0,3}$/.test(keep))
    throw new Error(`--keep "${keep}": is not a whole number from 1 to 9999. Maybe --keep 7.`);
  const places = placesOfBackups();
  const url = findRunningPostgres(places.dataDir);
  const own = url === null ? await startEmbeddedPostgres(places) : null;
  try {
    console.log(`Backed up to ${await takeBackup(url ?? own!.url, { ...places, keep: Number(keep) })}`);
  } finally {
    await own?.stop();
  }
}

/** Brings the embedded database back, and prints where the one is that was there. */
export async function restore({ until }: { until?: string }): Promise<void> {
  const instant = until === undefined ? undefined : instantOf(until);
  const replaced = await restoreBackup({ ...placesOfBackups(), until: instant });
  console.log(`Restored ${instant ? `the state of ${instant.toISOString()}` : 'every change'}.`);
  if (replaced !== null)
    console.log(`The files from before are in ${replaced}; delete them when all is well.`);
}

/** An instant with its zone, which the machine's own must not stand in for. @throws Error */
function instantOf(text: string): Date {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(Number(instant)))
    throw new Error(
      `--until "${text}": is no instant with its time zone. Maybe --until 2026-11-26T08:00:00+08:00.`,
    );
  return instant;
}

function placesOfBackups() {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (config.DATABASE_URL)
    throw new Error(
      'backup and restore are for the embedded database, but DATABASE_URL names a server of your own. ' +
        'Back it up by pg_dump, or by what it is run with: docs/operations.md.',
    );
  if (!config.BACKUP_DIR)
    throw new Error('BACKUP_DIR is not set. Maybe name a folder on another disk, for the server too.');
  const dataDir = resolveDataDir({ DATA_DIR: config.DATA_DIR });
  return { dataDir, backupDir: config.BACKUP_DIR, log: createLog(config) };
}
