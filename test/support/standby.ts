import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { giveTo } from '../../src/database/embedded/backup.js';
import { provideBinaries } from '../../src/database/embedded/binaries.js';
import {
  createDataFolder,
  describeDataFolder,
  placeCluster,
} from '../../src/database/embedded/data-folder.js';
import { launchPostmaster } from '../../src/database/embedded/postmaster.js';

/** A streaming replica of an embedded database. */
export interface Standby {
  readonly url: string;
  /** Sends a statement to it. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts a replica of the database at `url` from its backup, with its files in `dataDir`. */
export async function startStandby(url: string, backup: string, dataDir: string): Promise<Standby> {
  const folder = describeDataFolder(dataDir);
  createDataFolder(folder);
  const { clusterDir, account } = placeCluster(folder);
  cpSync(join(backup, 'cluster'), clusterDir, { recursive: true });
  writeFileSync(join(clusterDir, 'standby.signal'), '');
  giveTo(clusterDir, account);
  const { username, password, port } = new URL(url);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const settings = {
    hot_standby: 'on',
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
  };
  const binaries = provideBinaries(folder, account);
  const postmaster = await launchPostmaster({ clusterDir, binaries, account, durable: false, log, settings });
  const own = new URL(url);
  own.port = String(postmaster.port);
  return {
    url: own.href,
    async ask(statement) {
      const client = new Client({ connectionString: own.href });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(statement);
      await client.end();
      return rows;
    },
    stop: () => postmaster.stop(),
  };
}
