import { v7 as uuidv7 } from 'uuid';
import { LoggedRequest } from '../../entities/system.js';
import { loggable } from '../../schema/loggable.js';
import { administrators } from '../../data/access.js';
import type { App } from '../../data/app.js';
import { systemContext, type Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';

/** The list of the request log. */
export const loggedRequests = new CrudService<LoggedRequest, never>(LoggedRequest, {
  plural: 'loggedRequests',
  filters: ['user'],
  order: 'requestedAt',
  rights: { page: administrators },
});

/** What is noted of a call. */
export interface NotedRequest {
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
        await systemContext(this.#app, 'request log').em.execute(insertSql, [JSON.stringify(batch)]);
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

// An account may have been deleted since its call.
const insertSql = `
  insert into logged_request (id, user_id, address, user_agent, method, path, parameters, status, failure,
    duration_ms, requested_at)
  select r.id, u.id, r.address, r.user_agent, r.method, r.path, r.parameters, r.status, r.failure,
    r.duration_ms, r.requested_at
  from json_to_recordset($1::json) as r (id uuid, user_id uuid, address text, user_agent text, method text,
    path text, parameters text, status int, failure text, duration_ms int, requested_at timestamptz)
  left join "user" u on u.id = r.user_id`;

/** Rows that one statement deletes at most, so that none takes long. */
const deletedMax = 5_000;

/** Deletes the calls that were kept for as long as the setting says. Workers call it now and then. */
export async function deleteOldRequests(ctx: Context): Promise<void> {
  for (let count = deletedMax; count === deletedMax;)
    [{ count }] = await ctx.em.execute<[{ count: number }]>(deleteSql, [
      ctx.app.config.REQUEST_LOG_DAYS,
      deletedMax,
    ]);
}

const deleteSql = `
  with old as (
    select id from logged_request
    where requested_at < clock_timestamp() - make_interval(days => $1::int)
    order by requested_at limit $2::int for update skip locked
  ), deleted as (delete from logged_request using old where logged_request.id = old.id returning 1)
  select count(*)::int as count from deleted`;
