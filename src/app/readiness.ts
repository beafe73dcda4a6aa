import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMigrated } from '../database/migrations.js';
import { isInitialised } from '../services/system/initialisation.js';
import type { ServerApp } from './runtime.js';

/** What a server says of its own end. */
export interface ServerState {
  isStopping: boolean;
  /** Whether something failed outside every request, so that nobody knows what the process still does. */
  hasFailed: boolean;
}

/** Each part that requests depend on: `ok`, `awaited` (the initialisation) or what is wrong with it. */
export type Checks = Readonly<Record<string, string>>;

/** How long a part may take to answer. */
const answerMsMax = 2_000;
/** What held up the event loop counts for so long, and up to twice as long. */
const windowMs = 10_000;
const delayResolutionMs = 20;
const bytesPerMegabyte = 1024 * 1024;

/** Looks at the parts that requests depend on when it is asked; who asks meanwhile gets the same answer. */
export class Readiness {
  readonly #delays = monitorEventLoopDelay({ resolution: delayResolutionMs });
  readonly #timer: NodeJS.Timeout;
  #longestBeforeMs = 0;
  #running: Promise<Checks> | null = null;

  constructor(
    private readonly app: ServerApp,
    private readonly state: ServerState,
  ) {
    this.#delays.enable();
    this.#timer = setInterval(() => {
      this.#longestBeforeMs = this.#delays.max / 1e6;
      this.#delays.reset();
    }, windowMs).unref();
  }

  checks(): Promise<Checks> {
    return (this.#running ??= this.#look().finally(() => (this.#running = null)));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  async #look(): Promise<Checks> {
    const parts = await Promise.all([
      checked('database', this.#database()),
      checked('disk', this.#disk()),
      checked('queue', this.app.jobs.check()),
    ]);
    return Object.assign({ process: this.#process() }, ...parts, { eventLoop: this.#eventLoop() }) as Checks;
  }

  #process(): string {
    if (this.state.hasFailed) return 'failed unexpectedly and ends';
    return this.state.isStopping ? 'stopping' : 'ok';
  }

  async #database(): Promise<Checks> {
    const query = (sql: string): Promise<{ name: string }[]> =>
      this.app.orm.em.getConnection().execute(sql) as never;
    return {
      database: 'ok',
      migrations: (await isMigrated(query)) ? 'ok' : 'missing',
      initialisation: (await isInitialised(this.app)) ? 'ok' : 'awaited',
    };
  }

  /** The disk of the data folder, on which workbooks, mails and the embedded database lie. */
  async #disk(): Promise<Checks> {
    const { bavail, bsize } = await statfs(this.app.dataDir);
    const megabytes = Math.floor((bavail * bsize) / bytesPerMegabyte);
    const least = this.app.config.DISK_FREE_MEGABYTES_MIN;
    return { disk: megabytes < least ? `${megabytes} MB are free, ${least} are needed` : 'ok' };
  }

  #eventLoop(): string {
    const longest = Math.round(Math.max(this.#longestBeforeMs, this.#delays.max / 1e6));
    return longest > this.app.config.EVENT_LOOP_DELAY_MS_MAX ? `was held up for ${longest} ms` : 'ok';
  }
}

/** What a part says, or why it does not within the time for it. */
async function checked(part: string, answer: Promise<Checks | void>): Promise<Checks> {
  const patience = new AbortController();
  const overdue = sleep(answerMsMax, { [part]: `no answer within ${answerMsMax} ms` }, patience);
  try {
    return (await Promise.race([answer, overdue])) ?? { [part]: 'ok' };
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return { [part]: `unreachable (${code ?? name})` };
  } finally {
    patience.abort();
    await overdue.catch(() => undefined);
  }
}
