// A cluster is PostgreSQL's term for the folder with all its databases.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ServerAccount } from './account.js';
import { programPath } from './binaries.js';
import { type DataFolder, writePrivateFile } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import type { EmbeddedLog } from './log.js';
import { cannotRun, programEnvironment, SUPERUSER } from './program.js';

const MAJOR_VERSION = '18';
const PASSWORD_BYTES = 32;

/** Everything needed to run one cluster. */
export interface Cluster {
  readonly clusterDir: string;
  readonly binaries: string;
  readonly account: ServerAccount;
  readonly durable: boolean;
  readonly log: EmbeddedLog;
  /** Settings of PostgreSQL beyond those that every one has. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Ensures that the cluster exists and that this version can run it; returns the superuser's password. */
export async function ensureCluster(cluster: Cluster, folder: DataFolder): Promise<string> {
  removeUnfinished(cluster.clusterDir);
  if (existsSync(cluster.clusterDir)) {
    checkCluster(cluster, folder);
    return readFileSync(folder.password, 'utf8').trim();
  }
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  writePrivateFile(folder.password, password);
  await createCluster(cluster, password);
  return password;
}

/** initdb works under a temporary name, so an interrupted first start leaves no complete-looking cluster. */
async function createCluster(cluster: Cluster, password: string): Promise<void> {
  cluster.log.info(`Creating the database files in ${cluster.clusterDir}`);
  const draft = `${cluster.clusterDir}.${randomUUID()}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (cluster.account) {
    for (const path of [draft, passwordFile]) chownSync(path, cluster.account.uid, cluster.account.gid);
  }
  await runInitdb(cluster, draft, passwordFile);
  rmSync(passwordFile);
  renameSync(draft, cluster.clusterDir);
}

function runInitdb(
  { binaries, account, durable }: Cluster,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  // ctype C.UTF-8 makes ILIKE and trigrams work beyond ASCII; collation stays byte order.
  const locale = ['-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8'];
  const args = ['-D', draft, ...access, ...locale, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const initdb = spawn(programPath(binaries, 'initdb'), args, {
    ...account,
    cwd: dirname(draft),
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  for (const stream of [initdb.stdout, initdb.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    initdb.once('error', (cause) => reject(cannotRun('initdb', cause)));
    initdb.once('close', (code) => {
      if (code === 0) resolve();
      else reject(initdbFailed(code, output));
    });
  });
}

function initdbFailed(code: number | null, output: string): EmbeddedPostgresError {
  const isNameless = /could not look up effective user ID/.test(output);
  return new EmbeddedPostgresError(
    `The database files could not be created, initdb ended with ${code}:\n${output.trim()}`,
    isNameless
      ? 'give the account an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL server.'
      : undefined,
  );
}

function checkCluster({ clusterDir }: Cluster, folder: DataFolder): void {
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `The data in ${clusterDir} was written by PostgreSQL ${version}; this program includes PostgreSQL ` +
        `${MAJOR_VERSION}.`,
      `start PostgreSQL ${version} on it and set DATABASE_URL, or set DATA_DIR to a new folder.`,
    );
  }
  const { uid } = statSync(clusterDir);
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && uid !== self) {
    throw new EmbeddedPostgresError(
      `The data in ${clusterDir} belongs to the account with uid ${uid}, not to uid ${self} which started ` +
        `this program.`,
      'start as the account that did it before, or set DATA_DIR to a folder of your own.',
    );
  }
  if (!existsSync(folder.password)) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} has lost its password file ${folder.password}.`,
      'restore that file from a backup, or set DATA_DIR to a new folder.',
    );
  }
}

function removeUnfinished(clusterDir: string): void {
  if (!existsSync(dirname(clusterDir))) return;
  const unfinished = readdirSync(dirname(clusterDir)).filter((entry) =>
    entry.startsWith(`${basename(clusterDir)}.`),
  );
  for (const entry of unfinished) {
    rmSync(join(dirname(clusterDir), entry), { recursive: true, force: true, maxRetries: 10 });
  }
}
