import type { Logger } from 'pino';
import { DomainError } from './errors.js';
import { innermost, loggable } from './loggable.js';
import type { Text } from './texts.js';

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

/** PostgreSQL's code for a lock that others held for too long. */
export const lockTimeout = '55P03';

/** PostgreSQL's codes for a transaction that it ended because its server did not go on with it in time. */
const overdueCodes = /^25P0[34]$/;

/** Codes and messages of a connection that ended while it was used. */
const endedCodes = /^(57P0[125]|ECONNRESET|EPIPE)$/;
const endedMessages = /^Connection terminated( unexpectedly)?$/;
/** The message of the driver for a statement that it did not send, because the connection had ended. */
const unsentMessage = /^Client has encountered a connection error/;

/**
 * The failure reported to callers when something that the server needs is temporarily unavailable; null for
 * every other error.
 */
export function outageOf(error: unknown): DomainError | null {
  const cause = causeOf(error);
  if (!cause) return null;
  const { code, message } = cause;
  if (code === lockTimeout || overdueCodes.test(code)) return unavailable(busyText);
  if (systemCodes.has(code) || databaseCodes.test(code) || messages.test(message))
    return unavailable(awayText);
  return null;
}

/** Whether a transaction failed because its connection ended: nothing of it is stored, unless in `commit`. */
export function wasEnded(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause !== null &&
    (isUncommitted(cause) || endedCodes.test(cause.code) || endedMessages.test(cause.message))
  );
}

/**
 * What a failed commit is reported as: the failure itself where nothing was stored, and else that nobody
 * knows. Of the latter callers are not told when to send the same again.
 */
export function failedCommit(error: unknown): unknown {
  const cause = causeOf(error);
  return cause && !isUncommitted(cause) && wasEnded(error)
    ? new DomainError('NOT_READY', unknownText)
    : error;
}

/** Where it is told, and since when the process is connected with the database: infinite while it is not. */
interface Told {
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  readonly bus: { readonly connectedSinceMs: number };
}

/**
 * Logs the failure of what is tried again by itself. While the database is away, which its connection tells
 * once, it is told at debug alone: the same failure comes every second, of everything.
 */
export function logRepeated({ log, bus }: Told, error: unknown, message: string, facts: object = {}): void {
  const line = { ...facts, err: loggable(error) };
  if (!outageOf(error)) return log.warn(line, message);
  if (bus.connectedSinceMs === Infinity) return log.debug(line, message);
  const { code, message: text } = innermost(error) as { code?: string; message: string };
  log.warn({ ...facts, reason: code ?? text }, message);
}

interface Cause {
  readonly code: string;
  readonly message: string;
}

function causeOf(error: unknown): Cause | null {
  const cause = innermost(error);
  if (!(cause instanceof Error) || cause instanceof DomainError) return null;
  return { code: String((cause as { code?: unknown }).code), message: cause.message };
}

const isUncommitted = ({ code, message }: Cause): boolean =>
  overdueCodes.test(code) || unsentMessage.test(message);

const unavailable = (text: Text): DomainError => new DomainError('NOT_READY', text, { retrySeconds });

const awayText: Text = {
  zh: `服务暂时不可用，请 ${retrySeconds} 秒后重试`,
  en: `The database or the disk of the server is unavailable. Maybe retry in ${retrySeconds} seconds.`,
};

const busyText: Text = {
  zh: `数据正忙：其他更改尚未结束，本次更改没有保存，请 ${retrySeconds} 秒后重试`,
  en:
    `The records are busy: another change of them has not ended yet, and nothing of this one was stored. ` +
    `Maybe retry in ${retrySeconds} seconds.`,
};

const unknownText: Text = {
  zh: '保存时与数据库的连接中断，无法确定本次更改是否已保存，请先查看结果再决定是否重试；用同一个幂等键重发则不会重复执行',
  en:
    'The connection to the database was lost while the change was being stored, so nobody knows whether it ' +
    'was. Maybe look before you repeat it; sent with an idempotency key, it is done once.',
};
