import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { projectRoot } from './project-root.js';

/** Folder of the forward-only migrations: `0001-name.sql`, `0002-…`. */
export const migrationsFolder = path.join(projectRoot, 'migrations');

/** Key of the advisory lock under which one process migrates; an arbitrary constant. */
const lockKey = 7_305_417_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

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
      };
    });
}

/**
 * Migrates the database at `url`, each missing migration in its own transaction; concurrent calls wait.
 * @throws Error when the database has migrations that this release does not know, or an applied file was
 *   changed
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder }: { folder?: string } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists "migration" ("name" text primary key, "checksum" text not null, ' +
        '"applied_at" timestamptz(3) not null default clock_timestamp())',
    );
    const missing = await missingMigrations(client, readMigrations(folder));
    if (missing.length > 0) await preparePartitions(client);
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function missingMigrations(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  );
  const unknown = applied.filter(({ name }) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer release: it has ` +
        `${unknown.map(({ name }) => name).join(', ')}, which this release does not know. Start that ` +
        `release, or restore a backup.`,
    );
  }
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

/** Migrations that change records write to the log, whose partitions may lie behind the clock. */
async function preparePartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regproc('make_audit_partitions') is not null as exists`,
  );
  if (rows[0].exists) await client.query('select make_audit_partitions(now(), 0)');
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`select set_config('class_scheduling.reason', $1, true)`, [`migration ${name}`]);
    await client.query(sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Whether every migration of this release is applied to the database behind `query`. */
export async function isMigrated(query: (sql: string) => Promise<{ name: string }[]>): Promise<boolean> {
  const applied = new Set((await query('select name from migration')).map(({ name }) => name));
  return readMigrations().every(({ name }) => applied.has(name));
}
