import {
  isRaw,
  NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type RawQueryFragment,
  type Transaction,
} from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import { Client, DatabaseError, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { currentBudget, type Budget } from '../schema/budget.js';
import { innermost } from '../schema/loggable.js';
import { failedCommit } from '../schema/outages.js';
import { textIn } from './prepared.js';
import { StatementPlaces } from './statement-places.js';

/** Answers statements of operations; null where the database has to. */
interface Answering {
  send<R>(budget: Budget, text: string, values: unknown[]): Promise<QueryResult<R> | null>;
}

/**
 * Sends all values as bind parameters, also those of flushes, where the mapper would inline them. Statements
 * use PostgreSQL's placeholders, `$1`; only the mapper itself uses `?`.
 */
export class ParameterConnection extends PostgreSqlConnection {
  #places: StatementPlaces | undefined;
  /** Answers what readers ask, where it can. */
  replica?: Answering;

  override async execute<T>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction<Kysely<unknown>>,
  ): Promise<T> {
    const statement = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const values: unknown[] = [];
    const text = isRaw(statement)
      ? this.#numbered(statement.sql, statement.params, values)
      : this.#numbered(statement, params, values);
    return this.transformRawResult(await this.send(text, values, transaction), method);
  }

  /**
   * Sends a statement with bind parameters; all statements but those of libraries pass here. When the budget
   * of its operation ends, the database is told to cancel it.
   */
  async send<R>(
    text: string,
    values: readonly unknown[],
    transaction?: Transaction<Kysely<unknown>>,
  ): Promise<QueryResult<R>> {
    await this.ensureConnection();
    if (this.logger.isEnabled('query')) this.logger.logQuery({ query: text, params: values, level: 'info' });
    const stored = values.map(storable);
    const budget = currentBudget();
    if (!transaction) return budget ? this.#sendFor(budget, text, stored) : this.#sendNow(text, stored);
    // What is read next must not be older than what the transaction has read or written.
    if (budget) budget.position = null;
    return transaction.executeQuery<R>(CompiledQuery.raw(textIn(transaction, text, stored), stored));
  }

  /** Sends a statement that writes, and is a transaction of its own. */
  async sendAlone<R>(text: string, values: readonly unknown[]): Promise<QueryResult<R>> {
    const budget = currentBudget();
    if (budget) budget.position = null;
    try {
      return await this.#sendNow<R>(text, values.map(storable));
    } catch (error) {
      // What the database itself says of the statement is said before it commits.
      throw innermost(error) instanceof DatabaseError ? error : failedCommit(error);
    }
  }

  async #sendNow<R>(text: string, values: unknown[]): Promise<QueryResult<R>> {
    return (await sendUntil<R>(null, await this.getNativeClient(), text, values))!;
  }

  /**
   * Sends a statement of an operation when it is its caller's turn. @throws the reason why its budget ended
   */
  async #sendFor<R>(budget: Budget, text: string, values: unknown[]): Promise<QueryResult<R>> {
    const answer = await this.replica?.send<R>(budget, text, values);
    if (answer) return answer;
    const pool = await this.getNativeClient();
    this.#places ??= new StatementPlaces(pool.options.max);
    const { caller, signal } = budget;
    return this.#places.run(caller, async () => (await sendUntil<R>(signal, pool, text, values))!);
  }

  /** Commits, and says so where nobody knows whether the database did: such a change must not be repeated. */
  override async commit(...args: Parameters<PostgreSqlConnection['commit']>): Promise<void> {
    try {
      await super.commit(...args);
    } catch (error) {
      const isPart = 'savepointName' in args[0];
      throw isPart ? error : failedCommit(error);
    }
  }

  /** The text with its placeholders numbered; their values are appended to `values`. */
  #numbered(text: string, params: readonly unknown[], values: unknown[]): string {
    if (params.length === 0) return text;
    if (text.includes('$1')) {
      values.push(...params);
      return text;
    }
    let at = 0;
    const placeholder = (value: unknown): string => {
      if (isRaw(value)) return this.#numbered(value.sql, value.params, values);
      if (Array.isArray(value)) return value.map(placeholder).join(', ');
      return `$${values.push(value)}`;
    };
    return text.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      return mark === '?' ? placeholder(params[at++]) : this.platform.quoteIdentifier(params[at++] as string);
    });
  }
}

/**
 * Sends a statement that the database cancels when a signal comes; null where it may not be sent over the
 * connection that is free. @throws the reason of the signal
 */
export async function sendUntil<R>(
  signal: AbortSignal | null,
  pool: Pool,
  text: string,
  values: unknown[],
  maySend?: (client: PoolClient) => Promise<boolean>,
): Promise<QueryResult<R> | null> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let cancelled: Promise<void> | undefined;
  const cancel = (): void => void (cancelled = cancelStatement(pool, client));
  signal?.addEventListener('abort', cancel);
  try {
    signal?.throwIfAborted();
    if (maySend && !(await maySend(client))) return null;
    const { rows, rowCount } = await client.query(text, values);
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Else it would cancel the next statement of the connection.
    await cancelled;
    client.release();
  }
}

/** Cancels what a connection does now, over one of its own, because those of the pool may all be busy. */
async function cancelStatement({ options }: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  // What breaks it fails its statement too; unheard it would end the process.
  const control = new Client(options as ClientConfig).on('error', () => undefined);
  try {
    await control.connect();
    await control.query('select pg_cancel_backend($1)', [processID]);
  } catch {
    // The database is away or accepts no more connections: the statement timeout ends what is still running.
  } finally {
    await control.end().catch(() => undefined);
  }
}

/** PostgreSQL text cannot contain NUL, so it is replaced. */
const storable = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('\u0000', '\ufffd')
    : Array.isArray(value)
      ? value.map(storable)
      : value;

/** The mapper's PostgreSQL driver with the connection above. */
export class ParameterDriver extends PostgreSqlDriver {
  protected override readonly connection = new ParameterConnection(this.config);
}
