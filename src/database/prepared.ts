import type { Socket } from 'node:net';
import type { Transaction } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { Client, type QueryResult } from 'pg';

/** Names of the texts that every connection prepares, the same on all connections. */
const names = new Map<string, string>();

/** Greatest number of texts that transactions prepare; further ones are planned with every call. */
const preparedMax = 200;
let preparedCount = 0;

/** Statements of transactions whose answers nobody waits for. */
const ahead = new Set(['begin']);

/** A statement that always succeeds, and of which no rows are wanted: it is sent with the next one. */
export function sentAhead(text: string): string {
  ahead.add(text);
  return prepared(text);
}

/** Transactions whose statements are prepared, because planning them takes longer than carrying them out. */
const preparing = new WeakSet<object>();

/**
 * A statement that the code sends often: every connection prepares it, and keeps its plan once PostgreSQL has
 * seen that a plan for any values is as good as one for each.
 */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `prepared ${names.size}`);
  return text;
}

/**
 * Lets all statements of a transaction be prepared; they are few, and written in the code. The setting
 * `plan_cache_mode` of such a transaction tells PostgreSQL to plan each of them once, for any values.
 */
export const prepareAll = (transaction: Transaction<Kysely<unknown>>): unknown => preparing.add(transaction);

/**
 * The text as it is sent in a transaction. One that prepares its statements marks them by a comment, so that
 * the same text stays unprepared elsewhere.
 */
export function textIn(
  transaction: Transaction<Kysely<unknown>> | undefined,
  text: string,
  values: readonly unknown[],
): string {
  // A text without values may be several statements, which cannot be prepared together.
  if (!transaction || values.length === 0 || names.has(text) || !preparing.has(transaction)) return text;
  const marked = `/* prepared */ ${text}`;
  if (names.has(marked)) return marked;
  if (preparedCount === preparedMax) return text;
  preparedCount++;
  return prepared(marked);
}

const unasked = { command: '', rowCount: null, rows: [] } as unknown as QueryResult;

/**
 * A connection that prepares the texts that have a name, and sends the beginning of a transaction together
 * with its first statement, because each way there and back takes longer than what the database does.
 */
export class PreparingClient extends Client {
  #ahead: [text: string, values: unknown[]][] = [];

  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || callback) return super.query(text, values, callback);
    if (ahead.has(text)) {
      this.#ahead.push([text, values]);
      return Promise.resolve(unasked);
    }
    const isEnd = text === 'commit' || text === 'rollback';
    // Of a transaction that did nothing nothing was sent.
    if (isEnd && this.#ahead.splice(0).length > 0) return Promise.resolve(unasked);
    return this.#sendAll(text, values);
  }

  #sendAll(text: string, values: unknown[]): Promise<unknown> {
    if (this.#ahead.length === 0) return this.#send(text, values);
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    try {
      // Where one of them fails, the database refuses the statement too.
      for (const [each, its] of this.#ahead.splice(0)) this.#send(each, its).catch(() => undefined);
      return this.#send(text, values);
    } finally {
      stream.uncork();
    }
  }

  #send(text: string, values?: unknown[]): Promise<unknown> {
    const name = names.get(text);
    return name === undefined ? super.query(text, values) : super.query({ name, text, values });
  }
}
