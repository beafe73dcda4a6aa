import settings from '../../mikro-orm.config.js';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { openDataDir } from './data-dir.js';
import { startEmbeddedPostgres } from '../database/embedded.js';
import { resolveDataDir } from '../database/embedded/data-folder.js';
import { migrate } from '../database/migrations.js';
import { isBehindPooler } from '../database/pooler.js';
import { release } from '../database/project-root.js';
import { Replica } from '../database/replica.js';
import { watchReplica } from '../database/replica-watch.js';
import { connect, type StatementListener } from '../database/orm.js';
import { createEventBus } from '../database/notifications.js';
import { jobConnectionsMax, startJobQueue } from '../jobs/queue.js';
import type { App } from '../data/app.js';
import { KeptRows } from '../data/kept/kept-rows.js';
import { keptEntities, watchedEntities } from '../entities/kept.js';
import { ProductOperations } from './operations.js';
import { makeAuditPartitions } from '../services/system/audit-partitions.js';
import { ensureReferenceData } from '../services/system/reference-data.js';
import { randomSecret, tokenSecret } from './secrets.js';
import { timeZoneOf } from './time-zone.js';
import { Tokens } from '../services/accounts/tokens.js';

/** The App with all settings of the server. */
export interface ServerApp extends App {
  readonly config: Config;
  readonly operations: ProductOperations;
}

export interface Runtime {
  readonly app: ServerApp;
  /** Closes everything in reverse order, the embedded database last. */
  close(): Promise<void>;
}

interface RuntimeOptions {
  /** Whether callers will sign in here. A worker or command does without the secret of their tokens. */
  servesCallers?: boolean;
  onStatement?: StatementListener;
}

/** Connections of a process for events, and for jobs. */
const connectionsBesidePool = 1 + jobConnectionsMax;

/**
 * Opens everything that a command needs: data folder, database (embedded unless DATABASE_URL names one),
 * migrations, reference rows, event bus and job queue.
 */
export async function openRuntime(
  config: Config,
  log: Logger,
  { servesCallers = false, onStatement }: RuntimeOptions = {},
): Promise<Runtime> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    while (closers.length > 0) await closers.pop()!();
  };
  try {
    const dataDir = resolveDataDir({ DATA_DIR: config.DATA_DIR });
    const database = await openDatabase(config, log);
    const databaseUrl = database.url;
    closers.push(() => database.close());
    // With a database elsewhere, commands have nothing to write there.
    if (servesCallers || !config.DATABASE_URL) await openDataDir(dataDir);
    const poolMax = Math.floor(config.connections / (servesCallers ? config.WEB_PROCESSES : 1));
    if (await isBehindPooler(databaseUrl))
      log.warn(
        'DATABASE_URL leads to a pooler: notifications and prepared statements get lost where it gives ' +
          'transactions to different connections. Name PostgreSQL itself.',
      );
    await migrate(databaseUrl, { log });
    const orm = connect(databaseUrl, {
      settings,
      onStatement,
      poolMax,
      statementSecondsMax: config.STATEMENT_SECONDS_MAX,
      idleSecondsMax: config.TRANSACTION_IDLE_SECONDS_MAX,
    });
    closers.push(() => orm.close(true));
    await makeAuditPartitions(orm.em.fork());
    await ensureReferenceData(orm.em.fork());
    const secret = servesCallers ? await tokenSecret(orm.em.fork(), config, dataDir) : randomSecret();
    const tokens = new Tokens(secret);
    const bus = await createEventBus({ databaseUrl, log, connections: poolMax + connectionsBesidePool });
    closers.push(() => bus.close());
    // Known to the others by now: nobody can change it from here on.
    const TIME_ZONE = await timeZoneOf(orm.em.fork(), config);
    const jobs = await startJobQueue({ databaseUrl, log, bus });
    closers.push(() => jobs.close());
    const operations = new ProductOperations(config);
    const keptRows = new KeptRows(keptEntities, config.KEPT_ROWS_MEGABYTES * 2 ** 20, watchedEntities);
    const replica =
      config.DATABASE_READ_URL && servesCallers
        ? await Replica.open(orm, config.DATABASE_READ_URL, keptRows.tables)
        : null;
    if (replica) {
      closers.push(() => replica.close());
      const unwatch = await watchReplica(config.DATABASE_READ_URL!, log);
      closers.push(async () => unwatch());
    }
    const shared = { dataDir, orm, log, tokens, bus, jobs, keptRows, operations, replica };
    const app = { config: { ...config, TIME_ZONE }, release, databaseUrl, ...shared };
    return { app, close };
  } catch (error) {
    await close().catch((fault: unknown) => log.error({ err: fault }, 'closing after a failed start failed'));
    throw error;
  }
}

/** The database that DATABASE_URL names; without it, starts the embedded one, which ends with its closing. */
export async function openDatabase(
  config: Config,
  log: Logger,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: () => Promise.resolve() };
  const dataDir = resolveDataDir({ DATA_DIR: config.DATA_DIR });
  const { url, stop } = await startEmbeddedPostgres({ dataDir, backupDir: config.BACKUP_DIR, log });
  return { url, close: stop };
}
