import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';

/** Called for every statement sent to the database, with its values. */
export type StatementListener = (sql: string, values: readonly unknown[]) => void;

export interface ConnectOptions {
  /**
   * The settings of the mapper, `mikro-orm.config.ts`, which name the entities; this room does not know them.
   */
  settings: Options;
  onStatement?: StatementListener;
  poolMax?: number;
}

/** How long a statement waits for a connection, whether the database is down or the pool is exhausted. */
const connectMsMax = 10_000;

/** Connects to the database at `url`. The pool is limited so that several processes can share a server. */
export function connect(url: string, { settings, onStatement, poolMax = 20 }: ConnectOptions): MikroORM {
  return new MikroORM({
    ...settings,
    clientUrl: url,
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    pool: { min: 0, max: poolMax },
    driverOptions: {
      application_name: 'class-scheduling',
      connectionTimeoutMillis: connectMsMax,
      onPoolCreated: releaseBrokenConnections,
    },
    ...(onStatement && {
      debug: ['query'] as const,
      colors: false,
      loggerFactory: () => statementLogger(onStatement),
    }),
  } as Options);
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
    client.once('end', () => {
      setTimeout(() => {
        if (removed.has(client)) return;
        try {
          client.release(true);
        } catch {
          // It has been released in the meantime.
        }
      }, leakedMs).unref();
    });
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
