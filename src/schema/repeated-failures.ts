import type { Logger } from 'pino';
import { loggable } from './loggable.js';
import { outageOf } from './outages.js';

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
  const isOutage = outageOf(error) !== null;
  if (isOutage && bus.connectedSinceMs === Infinity) log.debug(line, message);
  else if (isOutage) log.warn({ ...facts, reason: reasonOf(error) }, message);
  else log.warn(line, message);
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string };
  return code ?? message;
};
