import cluster from 'node:cluster';
import { readConfig, type Config } from '../app/config.js';
import { findRunningPostgres } from '../database/embedded.js';
import { resolveDataDir } from '../database/embedded/data-folder.js';
import { migrate } from '../database/migrations.js';
import { startWorker } from '../jobs/worker.js';
import { createLog } from '../app/log.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { changeTokenSecret } from '../app/secrets.js';
import { changeTimeZone } from '../app/time-zone.js';
import { startMonitoring } from '../app/monitoring.js';
import { startServer } from '../app/server.js';
import { stopAsked, tellStarter } from '../app/siblings.js';
import { stopInTime, untilEnd } from './until-end.js';

/** Runs the server until a signal; with several WEB_PROCESSES each of them comes here, too. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  if (cluster.isPrimary && config.WEB_PROCESSES > 1)
    return (await import('./processes.js')).serveInProcesses(config, log);
  const asked = stopAsked();
  const runtime = await openRuntime(config, log, { servesCallers: true });
  try {
    const server = await startServer(runtime.app);
    log.info({ url: server.url, release: runtime.app.release }, 'ready');
    if (!tellStarter({ ready: server.url })) console.log(`class-scheduling is ready at ${server.url}`);
    await Promise.race([untilEnd(log, () => server.fail()), asked]);
    log.info('stopping');
    await stopInTime(() => server.stop());
  } finally {
    await runtime.close();
    if (cluster.isWorker) process.disconnect();
  }
}

/** Runs only a worker until a signal. */
export async function work(): Promise<void> {
  await withRuntime(async ({ app }) => {
    const monitoring = await startMonitoring(app);
    const worker = await startWorker(app);
    app.log.info({ release: app.release }, 'the worker is ready');
    console.log('The worker is ready.');
    await untilEnd(app.log, () => (monitoring.state.hasFailed = true));
    monitoring.state.isStopping = true;
    await stopInTime(() => worker.stop());
    monitoring.stop();
  });
}

/** Migrates the database and exits. */
export async function migrateOnly(): Promise<void> {
  const config = attached(readConfig(process.env));
  if (config.DATABASE_URL) {
    const applied = await migrate(config.DATABASE_URL, { log: createLog(config) });
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
    return;
  }
  // Opening the embedded database migrates it.
  const runtime = await openRuntime(config, createLog(config));
  await runtime.close();
  console.log('The embedded database is up to date.');
}

/** Changes the secret that signs access tokens, for all servers on the database. */
export async function changeSecret(): Promise<void> {
  await withRuntime(async ({ app }) => {
    await changeTokenSecret(app.orm.em.fork(), app.config);
    const from = app.config.JWT_SECRET === undefined ? 'a new secret of the database' : 'JWT_SECRET';
    console.log(`Access tokens are signed with ${from} by every server that starts from now on.`);
  });
}

/** Changes the time zone of the institution, whatever TIME_ZONE says. */
export async function changeZone(zone: string): Promise<void> {
  // An empty setting would count as none.
  const config = readConfig({ ...process.env, TIME_ZONE: zone.trim() || '?' });
  await withRuntime(
    async ({ app }) => {
      await changeTimeZone(app, config.TIME_ZONE);
      console.log(`The time zone of the institution is ${config.TIME_ZONE} from now on.`);
    },
    { ...config, namesTimeZone: false },
  );
}

/** Runs work on the database of a running server with the same data folder, or on one opened for it. */
export async function withRuntime<R>(
  work: (runtime: Runtime) => Promise<R>,
  config = readConfig(process.env),
): Promise<R> {
  const runtime = await openRuntime(attached(config), createLog(config));
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** The settings with the URL of the embedded database of a running server, if there is one. */
function attached(config: Config): Config {
  if (config.DATABASE_URL) return config;
  const url = findRunningPostgres(resolveDataDir({ DATA_DIR: config.DATA_DIR }));
  return url ? { ...config, DATABASE_URL: url } : config;
}
