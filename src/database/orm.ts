import { MikroORM, type Options } from '@mikro-orm/postgresql';
import settings from '../../mikro-orm.config.js';

/** Told of every statement that is sent to the database. */
export type StatementListener = (sql: string) => void;

/** Connects to the database at `url`. The pool is bounded so that several processes fit one server. */
export function connect(url: string, { onStatement, poolMax = 20 }: { onStatement?: StatementListener; poolMax?: number } = {}): MikroORM {
  return new MikroORM({
    ...(settings as Options),
    clientUrl: url,
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    pool: { min: 0, max: poolMax },
    driverOptions: { application_name: 'class-scheduling' },
    ...(onStatement && {
      debug: ['query'] as const,
      colors: false,
      loggerFactory: () => statementLogger(onStatement),
    }),
  } as Options);
}

function statementLogger(onStatement: StatementListener): never {
  const ignore = (): void => undefined;
  return {
    log: ignore,
    warn: ignore,
    error: ignore,
    setDebugMode: ignore,
    isEnabled: () => true,
    logQuery: ({ query }: { query: string }) => onStatement(query),
  } as never;
}
