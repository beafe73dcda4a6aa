// Only one process owns a data folder at a time. The lock is one of the operating system, taken through
// SQLite because Node has no API for it: the kernel releases it when its holder dies, so it cannot go stale
// after a crash, a reboot or a reused process id. owner.json only names the process.
import { readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type DataFolder, writePrivateFile } from './data-folder.js';
import { DataFolderInUseError, EmbeddedPostgresError } from './error.js';

/** Outlasts the moment for which `isOwned` of another process holds the lock. */
const LOCK_WAIT_MS = 500;
const SQLITE_BUSY = 5;

/** The right to start, stop and change the database of a data folder, until released or the process ends. */
interface OwnerLock {
  release(): void;
}

/** Locks the data folder. @throws DataFolderInUseError with the current owner */
export function takeOwnerLock(folder: DataFolder): OwnerLock {
  const lock = lockFile(folder, LOCK_WAIT_MS);
  if (lock === null) throw inUse(folder);
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  writePrivateFile(folder.owner, JSON.stringify({ pid: process.pid, startedAt }));
  return {
    release() {
      rmSync(folder.owner, { force: true });
      lock.close();
    },
  };
}

/** Whether a living process owns the folder. */
export function isOwned(folder: DataFolder): boolean {
  const lock = lockFile(folder, 0);
  lock?.close();
  return lock === null;
}

function lockFile(folder: DataFolder, waitMs: number): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(folder.lock, { timeout: waitMs });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (cause) {
    database?.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new EmbeddedPostgresError(
      `The data folder ${folder.dataDir} cannot be locked: ${String(cause)}.`,
      'it belongs to another account: start as that account, or set DATA_DIR to a folder of your own.',
      cause,
    );
  }
}

function inUse(folder: DataFolder): DataFolderInUseError {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(folder.owner, 'utf8')) as Record<string, unknown>;
    return new DataFolderInUseError(folder.dataDir, Number(pid), String(startedAt));
  } catch {
    return new DataFolderInUseError(folder.dataDir, null, null);
  }
}
