import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { readAgain, type BusEvent, type EventBus, type ExecuteSql } from './event-bus.js';
import { Follower } from './follower.js';

const channel = 'class_scheduling_events';
/** Sends the payloads $2. */
const notifySql = 'select pg_notify($1, payload) from unnest($2::text[]) payload';
const reconnectMsMin = 100;
const reconnectMsMax = 5_000;
const connectMsMax = 5_000;
/** Interval of the check that a silent connection is alive, because a cut cable is not reported. */
const heartbeatMs = 15_000;
const heartbeatAnswerMsMax = 5_000;
/** Maximum number of subjects whose newest event is kept while the database is away. */
const unsentMax = 10_000;

/** Classes of the advisory locks by which processes are known, and how many connections each may open. */
const processClass = 730_541;
const connectionsClass = 730_542;

/** SQL that selects from the processes that the database knows, by their numbers `l.objid`. */
export const fromKnownProcesses = `
  from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.classid = ${processClass} and l.objsubid = 2`;

/** SQL that tells whether the database knows a process by the number that an expression gives. */
export const isKnownProcess = (number: string): string =>
  `exists (select ${fromKnownProcesses} and l.objid = ${number})`;

type Listener = (event: BusEvent) => void;
const keyOf = (topic: string, id: string): string => `${topic} ${id}`;

interface BusOptions {
  databaseUrl: string;
  log: Logger;
  /** How many connections the process opens at most, the bus included. */
  connections?: number;
}

/**
 * Opens the event bus of a process. @throws Error when the database cannot be reached, or does not allow the
 * process as many connections as it may open beside the others
 */
export async function createEventBus(options: BusOptions): Promise<EventBus> {
  const bus = new NotifyBus(options);
  await bus.connect();
  await bus.requireConnections().catch(async (error: unknown) => {
    await bus.close();
    throw error;
  });
  return bus;
}

/**
 * How many connections the database allows, and how many are promised: to the processes on it, this one
 * included, and to whatever else is connected now.
 */
const connectionsSql = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed,
    (select coalesce(sum(l.objid::bigint), 0) from pg_locks l
      join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = ${connectionsClass} and l.objsubid = 2)::int as claimed,
    (select count(*) from pg_stat_activity where backend_type = 'client backend' and not (
      datname = current_database() and application_name like 'class-scheduling%'))::int as foreign`;

/**
 * The event bus over PostgreSQL's LISTEN and NOTIFY, on one dedicated connection per process. PostgreSQL does
 * not store notifications, so after a lost connection all followers are asked to read again.
 */
class NotifyBus implements EventBus {
  readonly process = randomInt(1, 2 ** 31);
  connectedSinceMs = Infinity;
  readonly #followers = new Map<string, Set<Follower<BusEvent>>>();
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Newest event of each subject that has not been sent. */
  readonly #unsent = new Map<string, string>();
  #isSending = false;
  #lastQuery: Promise<unknown> = Promise.resolve();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #lostMs = 0;
  #isClosed = false;

  readonly #databaseUrl: string;
  readonly #connections: number;
  private readonly log: Logger;

  constructor({ databaseUrl, log, connections = 0 }: BusOptions) {
    this.#databaseUrl = databaseUrl;
    this.#connections = connections;
    this.log = log;
  }

  /** @throws Error when the processes on the database may open more connections than it allows */
  async requireConnections(): Promise<void> {
    if (this.#connections === 0) return;
    const { rows } = await this.#client!.query<{ allowed: number; claimed: number; foreign: number }>(
      connectionsSql,
    );
    const [{ allowed, claimed, foreign }] = rows;
    if (claimed + foreign <= allowed) return;
    throw new Error(
      `This process may open ${this.#connections} connections to the database, which allows ${allowed} in ` +
        `all: ${claimed - this.#connections} are promised to other servers and workers, and ${foreign} are ` +
        'taken by other programs. Maybe raise max_connections of PostgreSQL, or set DATABASE_CONNECTIONS ' +
        'to fewer for every server and worker.',
    );
  }

  async publish(topic: string, event: BusEvent, execute?: ExecuteSql): Promise<void> {
    if (execute) return this.publishAll(topic, [event], execute);
    const { id, sequence } = event;
    const payload = JSON.stringify({ topic, id, sequence });
    const key = keyOf(topic, id);
    if (this.#unsent.size >= unsentMax && !this.#unsent.has(key)) {
      this.log.warn({ topic, id }, 'too many events wait for the database; this one is dropped');
      return;
    }
    this.#unsent.set(key, payload);
    await this.#sendUnsent();
  }

  async publishAll(topic: string, events: readonly BusEvent[], execute: ExecuteSql): Promise<void> {
    const payloads = events.map(({ id, sequence }) => JSON.stringify({ topic, id, sequence }));
    if (payloads.length > 0) await execute(notifySql, [channel, payloads]);
  }

  follow(topic: string, id: string): AsyncIterableIterator<BusEvent> {
    const key = keyOf(topic, id);
    const follower: Follower<BusEvent> = new Follower<BusEvent>({
      first: { id, sequence: readAgain },
      onEnd: () => removeFrom(this.#followers, key, follower),
    });
    if (this.#isClosed) follower.end();
    else addTo(this.#followers, key, follower);
    return follower;
  }

  listen(topic: string, listener: Listener): () => void {
    addTo(this.#listeners, topic, listener);
    return () => removeFrom(this.#listeners, topic, listener);
  }

  get followers(): number {
    return [...this.#followers.values()].reduce((count, { size }) => count + size, 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
    for (const followers of [...this.#followers.values()])
      for (const follower of [...followers]) follower.end();
    this.#listeners.clear();
  }

  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#databaseUrl,
      application_name: 'class-scheduling events',
      connectionTimeoutMillis: connectMsMax,
      keepAlive: true,
    });
    // Without a listener, an error of an idle connection would end the process.
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, null));
    client.on('notification', ({ payload }) => this.#deliver(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      // The database lets go of them when the connection ends, however the process ended.
      await client.query('select pg_advisory_lock_shared($1, $2), pg_advisory_lock_shared($3, $4)', [
        ...[processClass, this.process],
        ...[connectionsClass, this.#connections],
      ]);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) {
      await client.end();
      return;
    }
    this.#client = client;
    this.connectedSinceMs = performance.now();
    this.#failures = 0;
    this.#scheduleHeartbeat(client);
  }

  #lost(client: Client, error: Error | null): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.connectedSinceMs = Infinity;
    this.#lostMs = performance.now();
    this.log.warn(
      { reason: error?.message || 'ended' },
      'the connection to the database was lost: what needs it waits, or is refused, until it is back',
    );
    client.end().catch(() => undefined);
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const waitMs = Math.min(reconnectMsMin * 2 ** this.#failures, reconnectMsMax);
    this.#failures = Math.min(this.#failures + 1, 10);
    // Half of the delay is random, so that many processes do not reconnect at the same moment.
    this.#timer = setTimeout(() => void this.#reconnect(), waitMs / 2 + (Math.random() * waitMs) / 2);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.connect();
    } catch {
      this.#scheduleReconnect();
      return;
    }
    if (this.#isClosed) return;
    const seconds = Math.round((performance.now() - this.#lostMs) / 1000);
    this.log.warn({ seconds }, 'the connection to the database is back');
    this.#askAllToReadAgain();
    await this.#sendUnsent();
  }

  #scheduleHeartbeat(client: Client): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#heartbeat(client), heartbeatMs);
    // The timer alone does not keep the process alive.
    this.#timer.unref();
  }

  async #heartbeat(client: Client): Promise<void> {
    const answer = this.#query(client, 'select 1');
    answer.catch(() => undefined);
    let overdue: NodeJS.Timeout | undefined;
    const timeout = new Promise((_, reject) => {
      overdue = setTimeout(() => reject(new Error('no answer to the heartbeat')), heartbeatAnswerMsMax);
    });
    try {
      await Promise.race([answer, timeout]);
      if (this.#client === client) this.#scheduleHeartbeat(client);
      await this.#sendUnsent();
    } catch (error) {
      this.#lost(client, error as Error);
    } finally {
      clearTimeout(overdue);
    }
  }

  /** An event is kept until the database has accepted it; a newer one of the same subject replaces it. */
  async #sendUnsent(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#client && this.#unsent.size > 0) {
        const sent = [...this.#unsent];
        await this.#query(this.#client, notifySql, [channel, sent.map(([, payload]) => payload)]);
        for (const [key, payload] of sent) if (this.#unsent.get(key) === payload) this.#unsent.delete(key);
      }
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'an event waits until the database is back');
    } finally {
      this.#isSending = false;
    }
  }

  /** Runs one statement at a time, as the connection requires. */
  #query(client: Client, sql: string, values: unknown[] = []): Promise<unknown> {
    const answer = this.#lastQuery.then(() => client.query(sql, values));
    this.#lastQuery = answer.catch(() => undefined);
    return answer;
  }

  #deliver(payload: string | undefined): void {
    const event = eventOf(payload);
    if (!event) return;
    const { topic, id, sequence } = event;
    for (const follower of this.#followers.get(keyOf(topic, id)) ?? []) follower.push({ id, sequence });
    for (const listener of this.#listeners.get(topic) ?? []) this.#call(listener, { id, sequence });
  }

  #askAllToReadAgain(): void {
    for (const [key, followers] of this.#followers) {
      const id = key.slice(key.indexOf(' ') + 1);
      for (const follower of followers) follower.push({ id, sequence: readAgain });
    }
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) this.#call(listener, { id: '', sequence: readAgain });
    }
  }

  /** A listener that fails must not prevent the others from being called. */
  #call(listener: Listener, event: BusEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.log.error({ err: error }, 'a listener of events failed');
    }
  }
}

/** The event of a notification, or null for a foreign one on the channel. */
function eventOf(payload: string | undefined): (BusEvent & { topic: string }) | null {
  try {
    return JSON.parse(payload ?? '') as BusEvent & { topic: string };
  } catch {
    return null;
  }
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set.add(value));
}

function removeFrom<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set?.delete(value) && set.size === 0) sets.delete(key);
}
