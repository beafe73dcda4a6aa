// The PostgreSQL of one test run, as a process of its own: it lives as long as somebody holds its standard
// input, so that it also cleans up after a run that was killed. It answers with one line of JSON when it is
// ready. Tests on DATABASE_URL get databases beside the one named there, which is only used to connect.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/app/config.js';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.js';
import { DataFolderInUseError } from '../../src/database/embedded/error.js';
import { migrate } from '../../src/database/migrations.js';
import { openRuntime } from '../../src/app/runtime.js';
import { systemContext } from '../../src/data/context.js';
import { initialise } from '../../src/services/accounts/initialisation.js';
import { copyOf, firstAdministrator, type TestDatabases, withDatabase } from './database.js';

/** Of clusters only: a run deletes whatever has this name and no owner. */
const FOLDER_PREFIX = 'class-scheduling-test-';
/** A file system in memory, of Linux. */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 2 * 1024 ** 3;
const DATABASE_PREFIX = 'class_scheduling_test_';
const complain = (message: string) => void process.stderr.write(`${message}\n`);
const log = { debug() {}, info() {}, warn: complain, error: complain };

async function serve(): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const adminUrl = process.env.DATABASE_URL || (await startThrowAwayServer(cleanUp));
  const databases = await prepareDatabases(adminUrl, cleanUp);
  process.stdout.write(`${JSON.stringify(databases)}\n`);
  await endOfInput();
}

/** Resolves when the test run is over, however it ended. */
function endOfInput(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.stdin.destroy());
  return new Promise((resolve) => process.stdin.once('close', resolve).resume());
}

async function startThrowAwayServer(cleanUp: AsyncDisposableStack): Promise<string> {
  await removeAbandonedServers();
  const options = { dataDir: mkdtempSync(join(placesOfServers()[0], FOLDER_PREFIX)), log, durable: false };
  cleanUp.defer(() => removeServer(options.dataDir));
  const server = await startEmbeddedPostgres(options);
  cleanUp.defer(() => server.stop());
  return server.url;
}

/**
 * Where clusters may be, the best first: in memory where there is plenty, because every database of a suite
 * is a thousand files, whose making and removal costs a disk more than all statements.
 */
function placesOfServers(): string[] {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_BYTES_MIN ? [MEMORY, tmpdir()] : [tmpdir()];
  } catch {
    return [tmpdir()];
  }
}

async function removeAbandonedServers(): Promise<void> {
  const paths = placesOfServers().flatMap((place) => readdirSync(place).map((name) => join(place, name)));
  for (const path of paths.filter((each) => basename(each).startsWith(FOLDER_PREFIX))) {
    await removeServer(path).catch((error: unknown) => {
      // Another test run is using it, or it belongs to another account; neither is ours to remove.
      if (!(error instanceof DataFolderInUseError)) log.warn(String(error));
    });
  }
}

async function removeServer(dataDir: string): Promise<void> {
  await removeEmbeddedPostgres({ dataDir, log });
  rmSync(dataDir, { recursive: true, force: true });
}

/** Prepares every state once; suites get copies of it, which takes a fraction of the time. */
async function prepareDatabases(adminUrl: string, cleanUp: AsyncDisposableStack): Promise<TestDatabases> {
  const prefix = `${DATABASE_PREFIX}${randomBytes(4).toString('hex')}`;
  // This connection stays open under the prefix as its name: it is what marks the run as alive.
  const admin = new Client({ connectionString: adminUrl, application_name: prefix });
  admin.on('error', (error) => log.error(`The tests lost their database server: ${error.message}`));
  await admin.connect();
  cleanUp.defer(() => admin.end());
  await requireCreateDatabase(admin);
  await dropDatabases(admin, await abandonedDatabases(admin));
  cleanUp.defer(async () => dropDatabases(admin, await databasesOf(admin, prefix)));
  const [migrated, initialised] = [`${prefix}_migrated`, `${prefix}_initialised`];
  await admin.query(copyOf('template0', migrated));
  await migrate(withDatabase(adminUrl, migrated));
  await admin.query(copyOf(migrated, initialised));
  await initialiseProduct(withDatabase(adminUrl, initialised));
  return { adminUrl, prefix, templates: { empty: 'template0', migrated, initialised } };
}

/** Lets the product store what it begins with, its queue included. */
async function initialiseProduct(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'class-scheduling-data-'));
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const runtime = await openRuntime(config, pino({ level: 'silent' }));
  try {
    await initialise(systemContext(runtime.app, 'test'), firstAdministrator);
  } finally {
    await runtime.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function requireCreateDatabase(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ role: string; allowed: boolean }>(
    'select rolname as role, rolcreatedb or rolsuper as allowed from pg_roles where rolname = current_user',
  );
  for (const { role } of rows.filter(({ allowed }) => !allowed)) {
    throw new Error(
      `The role "${role}" in DATABASE_URL may not create databases, which the tests need: ` +
        `let an administrator run ALTER ROLE "${role}" CREATEDB.`,
    );
  }
}

/** Databases of this role whose run has no connection any more. */
async function abandonedDatabases(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select d.datname as name from pg_database d
     where d.datname ~ $1 and d.datdba = (select oid from pg_roles where rolname = current_user)
       and not exists (select from pg_stat_activity a where a.application_name = substring(d.datname
       from $1))`,
    [`^${DATABASE_PREFIX}[0-9a-f]{8}`],
  );
  return rows.map(({ name }) => name);
}

async function databasesOf(admin: Client, prefix: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname::text, $1)',
    [prefix],
  );
  return rows.map(({ name }) => name);
}

async function dropDatabases(admin: Client, names: string[]): Promise<void> {
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
}

serve().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
