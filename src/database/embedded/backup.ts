// Base backups by the functions of PostgreSQL, because the programs for them are not among the included ones,
// and the way back: a base backup, and upon it the archived log.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { type Archive, archiving, openArchive, recovering } from './archive.js';
import { provideBinaries } from './binaries.js';
import {
  createDataFolder,
  describeDataFolder,
  findCluster,
  placeCluster,
  writePrivateFile,
} from './data-folder.js';
import { chooseServerAccount, type ServerAccount } from './account.js';
import { EmbeddedPostgresError } from './error.js';
import type { EmbeddedLog } from './log.js';
import { takeOwnerLock } from './owner-lock.js';
import { launchPostmaster, stopOrphan } from './postmaster.js';

/** Of a running cluster: folders that PostgreSQL fills anew, and files that only the running one has. */
const LEFT_OUT_CONTENT = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_stat_tmp',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label|.*\.signal|pgsql_tmp.*)$/;

interface BackupOptions {
  readonly dataDir: string;
  readonly backupDir: string;
  /** How many base backups stay; with the oldest goes the log that only it needs. */
  readonly keep: number;
}

/**
 * Makes a base backup of the running database at `url` and returns its folder. @throws EmbeddedPostgresError
 * when that one does not archive its log in the same place
 */
export async function takeBackup(url: string, { dataDir, backupDir, keep }: BackupOptions): Promise<string> {
  const folder = describeDataFolder(dataDir);
  const clusterDir = findCluster(folder)!;
  const archive = openArchive(backupDir, chooseServerAccount(clusterDir));
  const draft = join(archive.base, `draft-${process.pid}`);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ command: string }>(
      `select current_setting('archive_command') as command`,
    );
    if (rows[0].command !== archiving(archive).archive_command)
      throw new EmbeddedPostgresError(
        `The server that runs on ${dataDir} does not archive its log in ${backupDir}.`,
        'set BACKUP_DIR for the server too, and start it again.',
      );
    await client.query(`select pg_backup_start('class-scheduling', true)`);
    await copyFolder(clusterDir, join(draft, 'cluster'));
    const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    writeFileSync(join(draft, 'cluster/backup_label'), stopped.rows[0].label, { flush: true });
    writePrivateFile(join(draft, 'password'), readFileSync(folder.password, 'utf8'));
    const made = join(archive.base, new Date().toISOString().replaceAll(':', '-'));
    renameSync(draft, made);
    forgetOld(archive, keep);
    return made;
  } finally {
    await client.end();
    rmSync(draft, { recursive: true, force: true });
  }
}

interface RestoreOptions {
  readonly dataDir: string;
  readonly backupDir: string;
  /** The instant to whose state it goes back; to the last change without it. */
  readonly until?: Date;
  readonly log: EmbeddedLog;
}

/**
 * Puts the state of an instant in the place of the embedded database, which must not be running; returns
 * where the files are that were there. @throws EmbeddedPostgresError, and leaves everything as it was
 */
export async function restoreBackup({
  dataDir,
  backupDir,
  until,
  log,
}: RestoreOptions): Promise<string | null> {
  const folder = describeDataFolder(dataDir);
  createDataFolder(folder);
  const lock = takeOwnerLock(folder);
  try {
    const { clusterDir, account } = placeCluster(folder);
    await stopOrphan({ clusterDir, log });
    const archive = openArchive(backupDir, account);
    const backup = backupFor(archive, until);
    const draft = `${clusterDir}.restored`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(join(backup, 'cluster'), draft, { recursive: true });
    addUnarchived(clusterDir, draft);
    writeFileSync(join(draft, 'recovery.signal'), '');
    giveTo(draft, account);
    const binaries = provideBinaries(folder, account);
    const settings = { ...archiving(archive), ...recovering(archive, until) };
    const cluster = { clusterDir: draft, binaries, account, durable: true, log, settings };
    const recovered = await launchPostmaster(cluster).catch((cause: Error) => {
      throw notRestored(cause, until);
    });
    await recovered.stop();
    const replaced = join(dirname(clusterDir), `replaced-${Date.now()}`);
    const isReplaced = existsSync(clusterDir);
    if (isReplaced) renameSync(clusterDir, replaced);
    renameSync(draft, clusterDir);
    writePrivateFile(folder.password, readFileSync(join(backup, 'password'), 'utf8'));
    abandonLater(archive, until);
    return isReplaced ? replaced : null;
  } finally {
    lock.release();
  }
}

const notRestored = (cause: Error, until: Date | undefined): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `The backup could not be restored, and nothing was changed. ${cause.message}`,
    until && 'leave out --until, if nothing was changed after that instant.',
    cause,
  );

/** Copies a cluster that is running: files may go and change meanwhile, which the log makes good. */
async function copyFolder(source: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const entry of (await readdir(source, { withFileTypes: true }).catch(ignoreGone)) ?? []) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (LEFT_OUT_CONTENT.has(entry.name)) mkdirSync(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(from, to);
    else await copyFile(from, to).then(() => flush(to), ignoreGone);
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)$/;

/** The base backups, the newest first, with the instants from which on one can go back to them. */
const backupsIn = ({ base }: Archive): { path: string; instant: Date }[] =>
  readdirSync(base)
    .filter((name) => INSTANT.test(name))
    .sort()
    .reverse()
    .map((name) => ({ path: join(base, name), instant: new Date(name.replace(INSTANT, '$1:$2:$3')) }));

function backupFor(archive: Archive, until: Date | undefined): string {
  const backups = backupsIn(archive);
  const chosen = backups.find(({ instant }) => until === undefined || instant <= until);
  if (chosen) return chosen.path;
  const oldest = backups.at(-1);
  throw new EmbeddedPostgresError(
    `There is no backup in ${archive.base}${until ? ` from before ${until.toISOString()}` : ''}.`,
    oldest
      ? `choose an instant from ${oldest.instant.toISOString()} on.`
      : 'set BACKUP_DIR to the folder in which backups were made.',
  );
}

/** Later backups belong to a history that was given up, so no restore may start from them. */
function abandonLater(archive: Archive, until: Date | undefined): void {
  for (const { path, instant } of backupsIn(archive))
    if (until && instant > until) renameSync(path, `${path}.abandoned`);
}

/** Deletes the base backups beyond the newest, and the segments from before the oldest that stays. */
function forgetOld(archive: Archive, keep: number): void {
  const backups = backupsIn(archive);
  for (const { path } of backups.slice(keep)) rmSync(path, { recursive: true });
  const oldest = backups.slice(0, keep).at(-1)!;
  const label = readFileSync(join(oldest.path, 'cluster/backup_label'), 'utf8');
  const first = positionOf(/\(file ([0-9A-F]{24})\)/.exec(label)![1]);
  for (const name of readdirSync(archive.wal))
    if (/^[0-9A-F]{24}\./.test(name) && positionOf(name) < first) rmSync(join(archive.wal, name));
}

/** Of a segment's name what follows the number of its timeline. */
const positionOf = (segment: string): string => segment.slice(8, 24);

/** Of a cluster that is still there, the last changes may not have been archived. */
function addUnarchived(clusterDir: string, draft: string): void {
  const identity = (cluster: string): string | null => {
    const control = join(cluster, 'global/pg_control');
    return existsSync(control) ? readFileSync(control).toString('hex', 0, 8) : null;
  };
  if (identity(clusterDir) !== identity(draft)) return;
  for (const name of readdirSync(join(clusterDir, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) cpSync(join(clusterDir, 'pg_wal', name), join(draft, 'pg_wal', name));
}

/** Gives a cluster to the account that runs PostgreSQL, and to nobody else. */
export function giveTo(path: string, account: ServerAccount): void {
  chmodSync(path, 0o700);
  if (!account) return;
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { recursive: true }) as string[])
    chownSync(join(path, entry), account.uid, account.gid);
}
