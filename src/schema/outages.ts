import { DomainError } from './errors.js';
import { innermost } from './loggable.js';

/** Seconds after which a caller may find again what is away. */
const retrySeconds = 5;

/** What the system says of connections and disks. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT', 'EROFS'],
]);

/**
 * What PostgreSQL says of a lost connection (class 08), of its own end (57P), of a failover (25006) and of
 * means that are used up, such as its disk (53).
 */
const databaseCodes = /^(08...|57P..|53...|25006)$/;

/** What the driver says of connections that ended or never came about; these errors have no code. */
const messages = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when)/;

/**
 * The failure that callers are told of when something that the server needs is away, and that is over by
 * itself or by an administrator; null for every other error.
 */
export function outageOf(error: unknown): DomainError | null {
  const cause = innermost(error);
  if (!(cause instanceof Error) || cause instanceof DomainError) return null;
  const code = String((cause as { code?: unknown }).code);
  if (!systemCodes.has(code) && !databaseCodes.test(code) && !messages.test(cause.message)) return null;
  return new DomainError(
    'NOT_READY',
    {
      zh: `服务暂时不可用，请 ${retrySeconds} 秒后重试`,
      en: `The database or the disk of the server is away. Maybe try again in ${retrySeconds} seconds.`,
    },
    { retrySeconds },
  );
}
