import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrationState } from '../database/migrations.js';
import { isInitialised } from '../services/accounts/initialisation.js';
import { whyUnwritable } from './data-dir.js';
import type { ServerApp } from './runtime.js';

/** The shutdown state of the server. */
export interface ServerState {
  isStopping: boolean;
  /** Whether an unexpected failure outside a request has left the process in an unknown state. */
  hasFailed: boolean;
}

/** The state of each part that requests depend on: `ok`, `awaited` (the initialisation) or the problem. */
type Checks = Readonly<Record<string, string>>;

/** Whether a part in this state does not keep the server from answering. */
export const isWell = (state: string): boolean => state === 'ok' || state === 'awaited';

/** Time limit for each check. */
const checkMsMax = 2_000;
/** A delay of the event loop is reported for between one and two windows. */
const windowMs = 10_000;
const delayResolutionMs = 20;
const bytesPerMegabyte = 1024 * 1024;

/** Checks on demand the parts that requests depend on; concurrent calls share one run. */
export class Readiness {
  readonly #delays = monitorEventLoopDelay({ resolution: delayResolutionMs });
  readonly #timer: NodeJS.Timeout;
  #longestOfLastWindowMs = 0;
  #running: Promise<Checks> | null = null;

  constructor(
    private readonly app: ServerApp,
    private readonly state: ServerState,
  ) {
    this.#delays.enable();
    this.#timer = setInterval(() => {
      this.#longestOfLastWindowMs = this.#delays.max / 1e6;
      this.#delays.reset();
    }, windowMs).unref();
  }

  checks(): Promise<Checks> {
    return (this.#running ??= this.#run().finally(() => (this.#running = null)));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  async #run(): Promise<Checks> {
    const parts = await Promise.all([
      resultOf('database', this.#database()),
      resultOf('disk', this.#disk()),
      resultOf('queue', this.app.jobs.check()),
    ]);
    return Object.assign({ process: this.#process() }, ...parts, { eventLoop: this.#eventLoop() }) as Checks;
  }

  #process(): string {
    if (this.state.hasFailed) return 'failed unexpectedly and ends';
    return this.state.isStopping ? 'stopping' : 'ok';
  }

  async #database(): Promise<Checks> {
    return {
      database: 'ok',
      migrations: await migrationState((sql) => this.app.orm.em.getConnection().execute(sql)),
      initialisation: (await isInitialised(this.app)) ? 'ok' : 'awaited',
    };
  }

  /** Whether the data folder, for mails and the embedded database, has space and can be written to. */
  async #disk(): Promise<Checks> {
    const why = await whyUnwritable(this.app.dataDir);
    if (why !== null) return { disk: `DATA_DIR cannot be written to (${why})` };
    const { bavail, bsize } = await statfs(this.app.dataDir);
    const megabytes = Math.floor((bavail * bsize) / bytesPerMegabyte);
    const required = this.app.config.DISK_FREE_MEGABYTES_MIN;
    return { disk: megabytes < required ? `${megabytes} MB are free, ${required} are needed` : 'ok' };
  }

  #eventLoop(): string {
    const longest = Math.round(Math.max(this.#longestOfLastWindowMs, this.#delays.max / 1e6));
    return longest > this.app.config.EVENT_LOOP_DELAY_MS_MAX ? `was held up for ${longest} ms` : 'ok';
  }
}

/** The result of a check, or the problem if it fails or exceeds the time limit. */
async function resultOf(part: string, check: Promise<Checks | void>): Promise<Checks> {
  const timer = new AbortController();
  const timeout = sleep(checkMsMax, { [part]: `no answer within ${checkMsMax} ms` }, timer);
  try {
    return (await Promise.race([check, timeout])) ?? { [part]: 'ok' };
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return { [part]: `unreachable (${code ?? name})` };
  } finally {
    timer.abort();
    await timeout.catch(() => undefined);
  }
}
