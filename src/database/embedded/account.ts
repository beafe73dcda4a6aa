// PostgreSQL refuses to run as root. A server started by root therefore runs the database under an
// unprivileged account, which must be able to reach the binaries and the data.
import { chmodSync, chownSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The unprivileged operating-system account that PostgreSQL runs as; null means the account of this process.
 */
export type ServerAccount = { readonly uid: number; readonly gid: number } | null;

const PREFERRED_ACCOUNTS = ['postgres', '_postgres', 'nobody'];
const NOBODY = { uid: 65534, gid: 65534 };

/** The account for a cluster: for root the cluster's owner, else postgres, else nobody. */
export function chooseServerAccount(clusterDir?: string): ServerAccount {
  if (process.getuid?.() !== 0) return null;
  const owner = clusterDir === undefined ? undefined : statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readAccounts();
  const name = PREFERRED_ACCOUNTS.find((candidate) => accounts.has(candidate));
  return (name && accounts.get(name)) || NOBODY;
}

/** Whether the account can reach the folder by its mode bits; access control lists are ignored. */
export function canReach(folder: string, account: ServerAccount): boolean {
  if (account === null) return true;
  const path = realpathSync(folder);
  return canTraverse(path, account) && (dirname(path) === path || canReach(dirname(path), account));
}

/** Lets the account traverse a folder of root, without letting others list it or write to it. */
export function allowTraversal(folder: string, account: ServerAccount): void {
  if (account === null || canTraverse(folder, account)) return;
  const { uid, mode } = statSync(folder);
  if ((mode & 0o070) !== 0) return chmodSync(folder, (mode & 0o777) | 0o001);
  chownSync(folder, uid, account.gid);
  chmodSync(folder, (mode & 0o777) | 0o010);
}

function canTraverse(folder: string, account: NonNullable<ServerAccount>): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function readAccounts(): Map<string, NonNullable<ServerAccount>> {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const fields = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(':'));
    return new Map(fields.map(([name, , uid, gid]) => [name ?? '', { uid: Number(uid), gid: Number(gid) }]));
  } catch {
    return new Map();
  }
}
