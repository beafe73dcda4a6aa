import cluster from 'node:cluster';
import { pino, type Logger } from 'pino';
import type { Config } from './config.js';

/** Keys whose values are redacted, down to the depth that is ever logged. */
const secretKeys = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmation',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'passwordHash',
];

/** The log of the process: one JSON object per line, secrets redacted. */
export function createLog(
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination?: { write(line: string): void },
): Logger {
  return pino(
    {
      level: LOG_LEVEL,
      // The processes of one server write into the same log.
      base: cluster.isWorker ? { pid: process.pid } : undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    destination ?? standardError(),
  );
}

/** Standard error; a full disk or a closed pipe loses log lines instead of ending the process. */
function standardError(): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ dest: 2, sync: false });
  stream.on('error', () => undefined);
  return stream;
}
