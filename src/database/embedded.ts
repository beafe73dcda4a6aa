// PostgreSQL for installations without one: the server runs its own on its own data folder. The order at a
// start makes every accident harmless: lock the folder, complete its files, stop what a killed owner left
// running, and only then start.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { archiving, openArchive } from './embedded/archive.js';
import { provideBinaries } from './embedded/binaries.js';
import { type Cluster, ensureCluster } from './embedded/cluster.js';
import {
  createDataFolder,
  type DataFolder,
  describeDataFolder,
  findCluster,
  placeCluster,
  writePrivateFile,
} from './embedded/data-folder.js';
import type { EmbeddedLog } from './embedded/log.js';
import { isOwned, takeOwnerLock } from './embedded/owner-lock.js';
import { launchPostmaster, stopOrphan } from './embedded/postmaster.js';
import { SUPERUSER } from './embedded/program.js';
import { superviseDatabase } from './embedded/supervisor.js';

const DATABASE = 'class_scheduling';

/** How to start an embedded PostgreSQL. */
interface EmbeddedOptions {
  /** See `resolveDataDir`. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Where the log is archived, so that `restore` can go back to any instant; nowhere without it. */
  readonly backupDir?: string;
  /** False trades safety against power cuts for speed; for tests only. */
  readonly durable?: boolean;
}

/** A PostgreSQL that this process runs. */
interface EmbeddedPostgres {
  /** Connects to the application's database as superuser. */
  readonly url: string;
  /** Shuts down without losing committed data, and frees the data folder. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on the data folder. @throws EmbeddedPostgresError with advice */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await using undo = new AsyncDisposableStack();
  const folder = describeDataFolder(options.dataDir);
  createDataFolder(folder);
  undo.adopt(takeOwnerLock(folder), (lock) => lock.release());
  const { cluster, password } = await prepareCluster(folder, options);
  const postmaster = await launchPostmaster(cluster);
  undo.adopt(superviseDatabase(cluster, postmaster), (supervisor) => supervisor.stop());
  await createDatabase(connectionUrl(password, postmaster.port, 'postgres'));
  writePrivateFile(folder.port, String(postmaster.port));
  undo.defer(() => rmSync(folder.port, { force: true }));
  const running = undo.move();
  let stopped: Promise<void> | undefined;
  return {
    url: connectionUrl(password, postmaster.port, DATABASE),
    stop: () => (stopped ??= running.disposeAsync()),
  };
}

/** The URL of the PostgreSQL that another process is running on the data folder, or null. */
export function findRunningPostgres(dataDir: string): string | null {
  const folder = describeDataFolder(dataDir);
  if (!existsSync(folder.port) || !isOwned(folder)) return null;
  const [password, port] = [folder.password, folder.port].map((path) => readFileSync(path, 'utf8').trim());
  return connectionUrl(password ?? '', Number(port), DATABASE);
}

/** Deletes the embedded database of a data folder permanently, unless a running process owns it. */
export async function removeEmbeddedPostgres({ dataDir, log }: EmbeddedOptions): Promise<void> {
  const folder = describeDataFolder(dataDir);
  if (!existsSync(folder.home)) return;
  const lock = takeOwnerLock(folder);
  try {
    const clusterDir = findCluster(folder);
    if (clusterDir !== null) {
      await stopOrphan({ clusterDir, log });
      const outside = existsSync(folder.location);
      rmSync(outside ? dirname(clusterDir) : clusterDir, { recursive: true, force: true, maxRetries: 10 });
    }
    for (const path of [folder.password, folder.port, folder.location]) rmSync(path, { force: true });
  } finally {
    lock.release();
  }
}

async function prepareCluster(
  folder: DataFolder,
  { log, durable = true, backupDir }: EmbeddedOptions,
): Promise<{ cluster: Cluster; password: string }> {
  const { clusterDir, account } = placeCluster(folder);
  const binaries = provideBinaries(folder, account);
  const settings = backupDir === undefined ? {} : archiving(openArchive(backupDir, account));
  const cluster = { clusterDir, account, binaries, durable, log, settings };
  const password = await ensureCluster(cluster, folder);
  await stopOrphan(cluster);
  return { cluster, password };
}

function connectionUrl(password: string, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
