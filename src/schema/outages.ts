import { DomainError } from './errors.js';
import { innermost } from './loggable.js';

/** Seconds after which a caller may retry. */
const retrySeconds = 5;

/** Error codes of the operating system for connections and disks. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT', 'EROFS'],
]);

/**
 * PostgreSQL's codes for lost connections (class 08), its shutdown (57P), a failover (25006) and exhausted
 * resources such as its disk (53).
 */
const databaseCodes = /^(08...|57P..|53...|25006)$/;

/** Messages of the driver about connections that ended or failed; these errors have no code. */
const messages = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when)/;

/**
 * The failure reported to callers when something that the server needs is temporarily unavailable; null for
 * every other error.
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
      en: `The database or the disk of the server is unavailable. Maybe retry in ${retrySeconds} seconds.`,
    },
    { retrySeconds },
  );
}
