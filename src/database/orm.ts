import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';

/** Told of every statement that is sent to the database, and of the values beside it. */
export type StatementListener = (sql: string, values: readonly unknown[]) => void;

export interface ConnectOptions {
  /**
   * The settings of the mapper, `mikro-orm.config.ts`: they name the entities, which this room does not know.
   */
  settings: Options;
  onStatement?: StatementListener;
  poolMax?: number;
}

/** How long a statement waits for a connection, whether the database is away or all of them are used. */
const connectMsMax = 10_000;

/** Connects to the database at `url`. The pool is bounded so that several processes fit one server. */
export function connect(url: string, { settings, onStatement, poolMax = 20 }: ConnectOptions): MikroORM {
  return new MikroORM({
    ...settings,
    clientUrl: url,
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    pool: { min: 0, max: poolMax },
    driverOptions: {
      application_name: 'class-scheduling',
      connectionTimeoutMillis: connectMsMax,
      onPoolCreated: giveBackBrokenConnections,
    },
    ...(onStatement && {
      debug: ['query'] as const,
      colors: false,
      loggerFactory: () => statementLogger(onStatement),
    }),
  } as Options);
}

/** Milliseconds after which a connection that ended and was not given back counts as forgotten. */
const forgottenMs = 1_000;

/**
 * A connection that breaks inside a transaction is never given back by the query builder, which releases only
 * after a commit or rollback that succeeded. Without this, as many breaks as the pool has places would stop
 * every later query.
 */
function giveBackBrokenConnections(pool: Pool): void {
  const removed = new WeakSet<PoolClient>();
  pool.on('remove', (client) => void removed.add(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (removed.has(client)) return;
        try {
          client.release(true);
        } catch {
          // It was given back meanwhile, which is all that was wanted.
        }
      }, forgottenMs).unref();
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
