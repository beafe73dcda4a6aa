import type { Logger } from 'pino';
import { loggable } from '../schema/loggable.js';

/** Seconds after which a shutdown that hangs is forced. */
export const stopSecondsMax = 20;

/**
 * Resolves at the first termination signal or uncaught error. After an error the state of the process is
 * unknown, so it shuts down and a supervisor restarts it. A second signal ends it at once.
 */
export function untilEnd(log: Logger, onFailure: () => void = () => undefined): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (): void => {
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
    process.on('uncaughtException', (error) => {
      log.fatal(
        { err: loggable(error) },
        'an error outside every request was not expected; the process ends',
      );
      process.exitCode = 1;
      setTimeout(() => process.exit(), stopSecondsMax * 1000).unref();
      onFailure();
      resolve();
    });
  });
}

/** Stops within a time limit, so that a hanging connection cannot keep the process alive. */
export async function stopInTime(stop: () => Promise<void>): Promise<void> {
  const overdue = setTimeout(() => process.exit(1), stopSecondsMax * 1000);
  await stop();
  clearTimeout(overdue);
}
