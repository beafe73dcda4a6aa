// Where backups are: `base/` has one folder per base backup, named by the instant from which on one can go
// back; `wal/` has the log of every change, in compressed segments that PostgreSQL itself puts there.
import { chownSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canReach, type ServerAccount } from './account.js';
import { EmbeddedPostgresError } from './error.js';

/** Seconds after which a change is in the archive, however few others follow. */
const ARCHIVE_SECONDS = 300;

/** The parts of BACKUP_DIR. */
export interface Archive {
  readonly base: string;
  readonly wal: string;
}

/** Makes the folders, so that the account that runs PostgreSQL can write the log. */
export function openArchive(backupDir: string, account: ServerAccount): Archive {
  if (process.platform === 'win32')
    throw new EmbeddedPostgresError(
      'BACKUP_DIR does not work on Windows.',
      'leave it out, stop the server and copy DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
    );
  const home = resolve(backupDir);
  const archive = { base: join(home, 'base'), wal: join(home, 'wal') };
  mkdirSync(home, { recursive: true, mode: 0o711 });
  for (const part of [archive.base, archive.wal]) mkdirSync(part, { recursive: true, mode: 0o700 });
  if (account) chownSync(archive.wal, account.uid, account.gid);
  if (!canReach(home, account))
    throw new EmbeddedPostgresError(
      `The account with uid ${account?.uid} that runs PostgreSQL cannot reach ${home}.`,
      'set BACKUP_DIR to a folder that other accounts can pass through.',
    );
  return archive;
}

/** Settings with which PostgreSQL archives its log. A segment that is there already must be the same. */
export function archiving({ wal }: Archive): Record<string, string> {
  const [draft, segment] = [quoted(join(wal, '%f.part')), quoted(join(wal, '%f.gz'))];
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command:
      `gzip -nc "%p" > ${draft} && { test ! -f ${segment} || cmp -s ${draft} ${segment}; } && ` +
      `mv ${draft} ${segment}`,
  };
}

/** Settings with which PostgreSQL takes from the archive what was changed, all or until an instant. */
export const recovering = ({ wal }: Archive, until: Date | undefined): Record<string, string> => ({
  restore_command: `gzip -dc ${quoted(join(wal, '%f.gz'))} > "%p"`,
  // It is ready when it has recovered, not before.
  hot_standby: 'off',
  // At that time PostgreSQL knows offsets, but not that Z is one.
  ...(until && {
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  }),
});

/** A path for the shell, in a command in which PostgreSQL replaces `%p` and `%f`. */
const quoted = (path: string): string =>
  `'${path.replaceAll(/%(?!f\.(?:part|gz)$)/g, '%%').replaceAll("'", `'\\''`)}'`;
