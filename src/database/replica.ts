import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import { Pool, type PoolClient } from 'pg';
import { Counter } from 'prom-client';
import type { QueryResult } from 'kysely';
import type { Budget } from '../schema/budget.js';
import { sendUntil, type ParameterConnection } from './connection.js';
import { readInPieces } from './orm.js';
import { StatementPlaces } from './statement-places.js';

/** Reads of operations that a replica might answer, by who did. */
export const replicaReads = new Counter({
  name: 'class_scheduling_replica_reads_total',
  help: 'Statements of readers for which there is a replica, by who answered: replica, or primary.',
  labelNames: ['from'],
  registers: [],
});

/** Time limit for a connection to the replica, because the primary can answer as well. */
export const connectMsMax = 1_000;
/** For how long a replica that failed is not asked. */
const awayMs = 5_000;
/** Texts of which is remembered whether a replica may answer them. */
const textsMax = 2_000;

/** Names of relations and functions of the schema, and whether every change to them is logged. */
const namesSql = `
  select c.relname as name, exists (
    select from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_log_changed') as "isLogged"
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select p.proname, false from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and not exists (
    select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

/** How far a replica is that follows its primary, as the position of the last change is told. */
export const replayedSql = `
  select case when pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)
    then (pg_last_wal_replay_lsn() - '0/0')::float8 else -1 end as position`;

/** What only the primary knows or may do: snapshots, locks and changes. */
const ofPrimary = /\b(?:insert|update|delete|merge|lock|share|nextval|set_config|txid_\w+|pg_\w+)\b/i;

/**
 * A streaming replica, which answers reads of operations as far as it has replayed everything that they must
 * see. It is asked for tables alone whose changes are all logged, because only of these the statement about
 * the caller tells when the last change was; and an operation that has read from the primary stays there, so
 * that nothing it reads is older than what it has read before.
 */
export class Replica {
  readonly #replayed = new WeakMap<PoolClient, number>();
  readonly #answerable = new Map<string, boolean>();
  readonly #places: StatementPlaces;
  #awayUntil = 0;

  private constructor(
    private readonly pool: Pool,
    /** Of these tables the statement about the caller has to tell changes. */
    readonly tables: readonly string[],
    private readonly others: ReadonlySet<string>,
  ) {
    this.#places = new StatementPlaces(pool.options.max);
  }

  /** Lets the mapper's connection send what readers ask to the replica at `url`, which may be away. */
  static async open(orm: MikroORM, url: string, watched: readonly string[]): Promise<Replica> {
    const primary = orm.em.getConnection() as ParameterConnection & PostgreSqlConnection;
    const names = await primary.execute<{ name: string; isLogged: boolean }[]>(namesSql);
    const logged = names.filter(({ isLogged }) => isLogged).map(({ name }) => name);
    const others = names.filter(({ isLogged }) => !isLogged).map(({ name }) => name);
    const { options } = await primary.getNativeClient();
    const pool = new Pool({ ...options, connectionString: url, connectionTimeoutMillis: connectMsMax });
    pool.on('connect', readInPieces).on('error', () => undefined);
    return (primary.replica = new Replica(pool, [...new Set([...watched, ...logged])], new Set(others)));
  }

  /** Answers a statement of an operation; null where the primary has to, as for the rest of the operation. */
  async send<R>(budget: Budget, text: string, values: unknown[]): Promise<QueryResult<R> | null> {
    const { position } = budget;
    if (position === null) return null;
    const answer = await this.#ask<R>({ budget, position }, text, values);
    if (answer === null) budget.position = null;
    replicaReads.inc({ from: answer ? 'replica' : 'primary' });
    return answer;
  }

  async #ask<R>(
    { budget, position }: { budget: Budget; position: number },
    text: string,
    values: unknown[],
  ): Promise<QueryResult<R> | null> {
    if (!this.#mayAnswer(text) || performance.now() < this.#awayUntil) return null;
    const isCurrent = (client: PoolClient): Promise<boolean> => this.#hasReplayed(client, position);
    try {
      return await this.#places.run(budget.caller, () =>
        sendUntil<R>(budget.signal, this.pool, text, values, isCurrent),
      );
    } catch {
      budget.signal.throwIfAborted();
      // Whatever it was, such as a conflict with what is being replayed, the primary does not have it.
      this.#awayUntil = performance.now() + awayMs;
      return null;
    }
  }

  #mayAnswer(text: string): boolean {
    const known = this.#answerable.get(text);
    if (known !== undefined) return known;
    if (this.#answerable.size >= textsMax) this.#answerable.clear();
    const words = text.match(/\w+/g) ?? [];
    const mayAnswer =
      /^\s*(?:select|with)\b/i.test(text) &&
      !ofPrimary.test(text) &&
      !words.some((word) => this.others.has(word));
    this.#answerable.set(text, mayAnswer);
    return mayAnswer;
  }

  /** Each connection leads to one replica, also where its address stands for several. */
  async #hasReplayed(client: PoolClient, position: number): Promise<boolean> {
    if ((this.#replayed.get(client) ?? -1) >= position) return true;
    const { rows } = await client.query<{ position: number }>(replayedSql);
    this.#replayed.set(client, rows[0].position);
    return rows[0].position >= position;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
