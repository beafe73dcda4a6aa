import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { connectTo } from './client.js';
import { projectRoot, release } from './project-root.js';

/** Folder of the forward-only migrations: `0001-name.sql`, `0002-…`. */
export const migrationsFolder = path.join(projectRoot, 'migrations');

/** Key of the advisory lock under which one process migrates; an arbitrary constant. */
const lockKey = 7_305_417_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The oldest release that may run on the database after it; null for none but those that know it. */
  oldestRelease: string | null;
}

/** What the database remembers of an applied one. */
type Applied = Omit<Migration, 'sql'>;

/** Of tables that are from before 0091, too. */
const appliedOnes = `
  select name, checksum, to_jsonb(m) ->> 'oldest_release' as "oldestRelease" from migration m`;

/** The migrations on disk, in order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), 'utf8');
      return {
        name: file.replace(/\.sql$/, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        oldestRelease: /^-- Oldest release beside: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1] ?? null,
      };
    });
}

/** What is told while a database is migrated, which may take long. */
interface Told {
  info(details: object, message: string): void;
}

/**
 * Migrates the database at `url`, each missing migration in its own transaction; concurrent calls wait.
 * @throws Error when the database has migrations that this release does not know and may not run beside, or
 *   an applied file was changed
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, log }: { folder?: string; log?: Told } = {},
): Promise<string[]> {
  const client = await connectTo(url);
  try {
    await takeTurn(client, log);
    await client.query(
      'create table if not exists "migration" ("name" text primary key, "checksum" text not null, ' +
        '"applied_at" timestamptz(3) not null default clock_timestamp())',
    );
    const missing = await missingMigrations(client, readMigrations(folder));
    if (missing.length > 0) await preparePartitions(client);
    for (const migration of missing) {
      log?.info({ migration: migration.name }, 'migrates the database');
      await apply(client, migration);
    }
    if (missing.length > 0) log?.info({ migrations: missing.length }, 'the database is migrated');
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function takeTurn(client: pg.Client, log?: Told): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    lockKey,
  ]);
  if (rows[0].isFree) return;
  log?.info({}, 'waits for another process that migrates the database');
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}

async function missingMigrations(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { rows: applied } = await client.query<Applied>(appliedOnes);
  const refusal = refusalOf(applied, known);
  if (refusal !== null) throw new Error(refusal);
  return known.filter(({ name, checksum }) => {
    const earlier = applied.find((row) => row.name === name);
    if (earlier && earlier.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it was applied to this database. Migrations are forward ` +
          `only: restore the file and add a new one.`,
      );
    }
    return !earlier;
  });
}

/** Why this release must not run on a database that a newer one has migrated; null where it may. */
function refusalOf(applied: readonly Applied[], known: readonly Migration[]): string | null {
  const tooNew = applied.filter(
    ({ name, oldestRelease }) =>
      !known.some((migration) => migration.name === name) &&
      (oldestRelease === null || isOlder(release, oldestRelease)),
  );
  if (tooNew.length === 0) return null;
  const needed = tooNew.map(({ oldestRelease }) => oldestRelease ?? '').sort(byRelease);
  const remedy = needed[0] === '' ? 'that release' : `release ${needed.at(-1)} or a newer one`;
  return (
    `The database was migrated by a newer release: it has ${tooNew.map(({ name }) => name).join(', ')}, ` +
    `which this release (${release}) does not know. ` +
    `Start ${remedy}, or restore a backup.`
  );
}

const byRelease = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
const isOlder = (a: string, b: string): boolean => byRelease(a, b) < 0;

/** Migrations that change records write to the log, whose partitions may lie behind the clock. */
async function preparePartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regproc('make_audit_partitions') is not null as exists`,
  );
  if (rows[0].exists) await client.query('select make_audit_partitions(now(), 0)');
}

async function apply(client: pg.Client, { name, sql, checksum, oldestRelease }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`select set_config('class_scheduling.reason', $1, true)`, [`migration ${name}`]);
    await client.query(sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    if (oldestRelease !== null)
      await client.query('update migration set oldest_release = $2 where name = $1', [name, oldestRelease]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** `ok` when the database behind `query` has what this release needs and may run on. */
export async function migrationState(query: (sql: string) => Promise<Applied[]>): Promise<string> {
  const applied = await query(appliedOnes);
  const known = readMigrations();
  const isMissing = known.some(({ name }) => !applied.some((row) => row.name === name));
  return isMissing ? 'missing' : (refusalOf(applied, known) ?? 'ok');
}
