import { EmbeddedPostgresError } from './error.js';

/** The role that initdb creates and the server connects as. */
export const SUPERUSER = 'postgres';

/** PostgreSQL's programs get none of our environment that could hold a secret or change their behaviour. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', PATH, SystemRoot, TEMP, TMP };
}

/** The error when this machine cannot execute the included programs. */
export function cannotRun(program: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The included PostgreSQL program ${program} cannot run on this machine: ${String(cause)}.`,
    'it has no glibc, or root may not switch accounts here: set DATABASE_URL to a PostgreSQL server.',
    cause,
  );
}
