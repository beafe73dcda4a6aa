import type { Transaction } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { Client } from 'pg';

/** Names of the texts that every connection prepares, the same on all connections. */
const names = new Map<string, string>();

/** Greatest number of texts that transactions prepare; further ones are planned with every call. */
const preparedMax = 200;
let preparedCount = 0;

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
  if (!transaction || values.length === 0 || !preparing.has(transaction)) return text;
  const marked = `/* prepared */ ${text}`;
  if (names.has(marked)) return marked;
  if (preparedCount === preparedMax) return text;
  preparedCount++;
  return prepared(marked);
}

/** A connection that prepares the texts that have a name. */
export class PreparingClient extends Client {
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name === undefined
      ? super.query(text, values, callback)
      : super.query({ name, text, values }, callback);
  }
}
