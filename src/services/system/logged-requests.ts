import { v7 as uuidv7 } from 'uuid';
import { LoggedRequest } from '../../entities/system.js';
import { loggable } from '../../schema/loggable.js';
import { administrators } from '../../data/access.js';
import type { App } from '../../data/app.js';
import { systemContext, type Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { json } from '../../data/statements.js';
import { deleteRequests, insertRequests } from './system.queries.js';

/** The list of the request log. */
export const loggedRequests = new CrudService<LoggedRequest, never>(LoggedRequest, {
  plural: 'loggedRequests',
  filters: ['user'],
  order: 'requestedAt',
  rights: { page: administrators },
});

/** What is noted of a call. */
interface NotedRequest {
  readonly userId: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly method: string;
  readonly path: string;
  /** JSON text. */
  readonly parameters: string;
  readonly status: number;
  readonly failure: string | null;
  readonly durationMs: number;
  readonly requestedAt: Date;
}

/** Milliseconds between two writings: nothing waits longer than a second, with the time that one takes. */
const writeMs = 500;
/** Rows of one statement. */
const batchMax = 1_000;
/** Calls that wait to be written at most; further ones are not noted. */
const waitingMax = 5_000;

/**
 * The request log of a process. A call is only put in a list; the list is written at an interval and at the
 * end. What cannot be written is lost, and nobody waits for it.
 */
export class RequestLog {
  readonly #app: App;
  readonly #timer: NodeJS.Timeout;
  #waiting: object[] = [];
  #writing: Promise<void> | null = null;
  #lostCount = 0;

  constructor(app: App) {
    this.#app = app;
    this.#timer = setInterval(() => void this.#writeWaiting(), writeMs).unref();
  }

  /** Notes a call, to be written soon. */
  note({ userId, address, userAgent, method, path, ...rest }: NotedRequest): void {
    if (this.#waiting.length >= waitingMax) return this.#lose(1);
    this.#waiting.push({
      id: uuidv7(),
      user_id: userId,
      address: address.slice(0, 50),
      user_agent: userAgent.slice(0, 500),
      method: method.slice(0, 10),
      path: path.slice(0, 255),
      parameters: rest.parameters,
      status: rest.status,
      failure: rest.failure,
      duration_ms: rest.durationMs,
      requested_at: rest.requestedAt,
    });
  }

  /** Writes what waits, and no more afterwards. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#writeWaiting();
  }

  #writeWaiting(): Promise<void> {
    this.#writing ??= this.#writeBatches().finally(() => void (this.#writing = null));
    return this.#writing;
  }

  async #writeBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      try {
        await insertRequests(systemContext(this.#app, 'request log').em, json(batch));
        this.#tellLost();
      } catch (error) {
        this.#lose(batch.length, error);
      }
    }
  }

  /** The first loss is told at once, and how many there were as soon as the log can be written again. */
  #lose(count: number, error?: unknown): void {
    if (this.#lostCount === 0)
      this.#app.log.warn(error ? { err: loggable(error) } : {}, 'the request log loses calls, which go on');
    this.#lostCount += count;
  }

  #tellLost(): void {
    if (this.#lostCount === 0) return;
    this.#app.log.warn({ lost: this.#lostCount }, 'the request log is written again, but lacks some calls');
    this.#lostCount = 0;
  }
}

/** Rows that one statement deletes at most, so that none takes long. */
const deletedMax = 5_000;

/** Deletes the calls that were kept for as long as the setting says. Workers call it now and then. */
export async function deleteOldRequests(ctx: Context): Promise<void> {
  for (let count = deletedMax; count === deletedMax;)
    [{ count }] = await deleteRequests(ctx.em, ctx.app.config.REQUEST_LOG_DAYS, deletedMax);
}
