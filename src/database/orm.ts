import type { Socket } from 'node:net';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { PreparingClient } from './prepared.js';

/** Called for every statement sent to the database, with its values. */
export type StatementListener = (sql: string, values: readonly unknown[]) => void;

interface ConnectOptions {
  /**
   * The settings of the mapper, `mikro-orm.config.ts`, which name the entities; this room does not know them.
   */
  settings: Options;
  onStatement?: StatementListener;
  poolMax?: number;
  /** Seconds after which the database cancels a statement by itself; never unless it is given. */
  statementSecondsMax?: number;
  /** Seconds after which the database ends a transaction that waits for this process; never unless given. */
  idleSecondsMax?: number;
}

/** How long a statement waits for a connection, whether the database is down or the pool is exhausted. */
const connectMsMax = 10_000;

/** Connects to the database at `url`. The pool is limited so that several processes can share a server. */
export function connect(
  url: string,
  { settings, onStatement, poolMax = 20, statementSecondsMax = 0, idleSecondsMax = 0 }: ConnectOptions,
): MikroORM {
  return new MikroORM({
    ...settings,
    clientUrl: url,
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    pool: { min: 0, max: poolMax },
    driverOptions: {
      Client: PreparingClient,
      pipeline: true,
      // The mapper leaves out what stands behind the name of the database, such as sslmode.
      connectionString: url,
      application_name: 'class-scheduling',
      connectionTimeoutMillis: connectMsMax,
      statement_timeout: statementSecondsMax * 1_000,
      // A process that hangs must not keep its locks.
      idle_in_transaction_session_timeout: idleSecondsMax * 1_000,
      onPoolCreated: guardConnections,
    },
    ...(onStatement && {
      debug: ['query'] as const,
      colors: false,
      loggerFactory: () => statementLogger(onStatement),
    }),
  } as Options);
}

function guardConnections(pool: Pool): void {
  releaseBrokenConnections(pool);
  pool.on('connect', readInPieces);
}

/** Size from which a chunk of a result counts as large, in bytes. */
const chunkBytes = 64 * 1024;

/** Yields to the event loop after each chunk of a large result, so that other callers get a turn. */
export function readInPieces(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.on('data', ({ length }: Buffer) => {
    if (length < chunkBytes) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}

/** Milliseconds after which an ended connection that was not released counts as leaked. */
const leakedMs = 1_000;

/**
 * The query builder does not release a connection that breaks inside a transaction, but only after a
 * successful commit or rollback. Without this, as many breaks as the pool has connections would block every
 * later query.
 */
function releaseBrokenConnections(pool: Pool): void {
  const removed = new WeakSet<PoolClient>();
  pool.on('remove', (client) => void removed.add(client));
  pool.on('connect', (client) => {
    // A pool that closes waits for it, so the process must not end before.
    const release = (): void => {
      try {
        client.release(true);
      } catch {
        // It has been released in the meantime.
      }
    };
    client.once('end', () => setImmediate(() => removed.has(client) || setTimeout(release, leakedMs)));
  });
}

function statementLogger(onStatement: StatementListener): never {
  const ignore = (): void => undefined;
  return {
    log: ignore,
    warn: ignore,
    error: ignore,
    setDebugMode: ignore,
    isEnabled: () => true,
    logQuery: ({ query, params = [] }: { query: string; params?: readonly unknown[] }) =>
      onStatement(query, params),
  } as never;
}
