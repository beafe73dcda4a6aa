import type { Logger } from 'pino';
import { readConfig, type Config } from '../app/config.js';
import { findRunningPostgres } from '../database/embedded.js';
import { resolveDataDir } from '../database/embedded/data-folder.js';
import { migrate } from '../database/migrations.js';
import { startWorker } from '../jobs/worker.js';
import { createLog } from '../app/log.js';
import { loggable } from '../schema/loggable.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { startServer } from '../app/server.js';

/** Seconds after which a stop that hangs is made an end. */
const stopSecondsMax = 20;

/** Runs the server until a signal. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const runtime = await openRuntime(config, log);
  try {
    const server = await startServer(runtime.app);
    log.info({ url: server.url }, 'ready');
    console.log(`class-scheduling is ready at ${server.url}`);
    await untilEnd(log, () => server.fail());
    log.info('stopping');
    await ending(() => server.stop());
  } finally {
    await runtime.close();
  }
}

/** Runs a worker alone until a signal. */
export async function work(): Promise<void> {
  await withRuntime(async ({ app }) => {
    const worker = await startWorker(app);
    console.log('The worker is ready.');
    await untilEnd(app.log);
    await ending(() => worker.stop());
  });
}

/** Brings the database up to date and stops. */
export async function migrateOnly(): Promise<void> {
  const config = attached(readConfig(process.env));
  if (config.DATABASE_URL) {
    const applied = await migrate(config.DATABASE_URL);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
    return;
  }
  // Opening the embedded database migrates it.
  const runtime = await openRuntime(config, createLog(config));
  await runtime.close();
  console.log('The embedded database is up to date.');
}

/** Does work on the database: the one of a server that runs on the same folder, else one opened for this. */
export async function withRuntime<R>(work: (runtime: Runtime) => Promise<R>): Promise<R> {
  const config = attached(readConfig(process.env));
  const runtime = await openRuntime(config, createLog(config));
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** The settings with the address of the embedded database that a running server owns, if there is one. */
function attached(config: Config): Config {
  if (config.DATABASE_URL) return config;
  const url = findRunningPostgres(resolveDataDir({ DATA_DIR: config.DATA_DIR }));
  return url ? { ...config, DATABASE_URL: url } : config;
}

/**
 * Resolves at the first signal to stop, or at the first error that nothing caught: what the process does then
 * is not known any more, so it ends in order, and a supervisor starts another. A second signal ends it at
 * once.
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

/** Stops within a bound, so that a hanging connection cannot keep the process alive. */
export async function ending(stop: () => Promise<void>): Promise<void> {
  const overdue = setTimeout(() => process.exit(1), stopSecondsMax * 1000);
  await stop();
  clearTimeout(overdue);
}
