// DATA_DIR holds everything of one installation. Below it, `postgres/` belongs to the embedded database:
//   owner.lock, owner.json   the operating-system lock of the owner, and who that is
//   password                 of the superuser, readable only for the account that started the server
//   port                     where the running server listens
//   cluster/                 PostgreSQL's own files; or, when its account cannot reach DATA_DIR,
//   location                 the path of the folder outside that has them
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { projectRoot } from '../project-root.js';
import { canReach, chooseServerAccount, allowTraversal, type ServerAccount } from './account.js';
import { EmbeddedPostgresError } from './error.js';

/**
 * Owned by root and reachable by every account: for data that cannot live below a private folder such as
 * /root.
 */
export const SYSTEM_FOLDER = '/var/lib/class-scheduling';

/** The paths of one installation's embedded database. */
export interface DataFolder {
  readonly dataDir: string;
  readonly home: string;
  readonly lock: string;
  readonly owner: string;
  readonly password: string;
  readonly port: string;
  readonly location: string;
}

/** The folder of an installation's data: DATA_DIR, or `data` in the project. */
export function resolveDataDir(env: NodeJS.ProcessEnv): string {
  return env.DATA_DIR?.trim() ? resolve(env.DATA_DIR) : join(projectRoot, 'data');
}

/** The paths of a data folder; touches no file. */
export function describeDataFolder(dataDir: string): DataFolder {
  const home = join(resolve(dataDir), 'postgres');
  return {
    dataDir: resolve(dataDir),
    home,
    lock: join(home, 'owner.lock'),
    owner: join(home, 'owner.json'),
    password: join(home, 'password'),
    port: join(home, 'port'),
    location: join(home, 'location'),
  };
}

/** Ensures that the folder exists and is writable. */
export function createDataFolder(folder: DataFolder): void {
  try {
    mkdirSync(dirname(folder.dataDir), { recursive: true });
    mkdirSync(folder.home, { recursive: true, mode: 0o700 });
    accessSync(folder.home, constants.W_OK);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The data folder ${folder.dataDir} cannot be used: ${String(cause)}.`,
      'set DATA_DIR to a folder that belongs to you.',
      cause,
    );
  }
}

/** Finds or chooses a folder for PostgreSQL's files that its account can reach. */
export function placeCluster(folder: DataFolder): { clusterDir: string; account: ServerAccount } {
  const clusterDir = findCluster(folder) ?? chooseClusterDir(folder);
  const account = chooseServerAccount(clusterDir);
  const parent = dirname(clusterDir);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const own of ownFolders(parent, folder)) allowTraversal(own, account);
  if (!canReach(parent, account)) {
    throw new EmbeddedPostgresError(
      `The account with uid ${account?.uid} that runs PostgreSQL cannot reach ${parent}.`,
      'set DATA_DIR to a folder that other accounts can pass through.',
    );
  }
  return { clusterDir: withRealParent(clusterDir), account };
}

/** The folder of PostgreSQL's files as chosen earlier, or null. */
export function findCluster(folder: DataFolder): string | null {
  if (existsSync(folder.location)) return withRealParent(readFileSync(folder.location, 'utf8').trim());
  const inside = join(folder.home, 'cluster');
  return existsSync(inside) ? withRealParent(inside) : null;
}

/** Writes a small file atomically, readable only by this account. */
export function writePrivateFile(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}

function chooseClusterDir(folder: DataFolder): string {
  if (canReach(dirname(folder.dataDir), chooseServerAccount())) return join(folder.home, 'cluster');
  const clusterDir = join(SYSTEM_FOLDER, 'clusters', randomUUID(), 'cluster');
  writePrivateFile(folder.location, clusterDir);
  return clusterDir;
}

/** PostgreSQL is started with, and recognised by, a single spelling of its path. */
function withRealParent(path: string): string {
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
}

function ownFolders(path: string, folder: DataFolder): string[] {
  const isOwn = [folder.dataDir, SYSTEM_FOLDER].some((own) => path === own || path.startsWith(own + sep));
  return isOwn ? [path, ...ownFolders(dirname(path), folder)] : [];
}
