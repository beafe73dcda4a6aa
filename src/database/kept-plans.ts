import type { Transaction } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

/**
 * Transactions whose statements a connection plans once and keeps, because planning takes longer than
 * carrying them out. Their plans are made for few values, whichever they are: PostgreSQL is told so by the
 * setting `plan_cache_mode` of the transaction.
 */
const keeping = new WeakSet<object>();

/** Names of the texts of such transactions, the same on all connections. */
const names = new Map<string, string>();

/** Greatest number of such texts; further ones are planned with every call. */
const keptMax = 200;

/** Names of texts whose plans are kept wherever they are sent. */
const alwaysKept = new Map<string, string>();

/**
 * A statement that the code sends often and whose plan every connection keeps, once PostgreSQL has seen that
 * a plan for any values is as good as one for each.
 */
export function keptPlan(text: string): string {
  alwaysKept.set(text, `always kept ${alwaysKept.size}`);
  return text;
}

/** Under which name the plan of such a statement is kept; none of others. */
export const keptName = (text: string): string | undefined => alwaysKept.get(text);

/** Lets the plans of all statements of a transaction be kept. They are few, and written in the code. */
export const keepPlans = (transaction: Transaction<Kysely<unknown>>): unknown => keeping.add(transaction);

/** A statement as the driver is given it: under a name where its plan is kept. */
export function statementOf(
  text: string,
  values: readonly unknown[],
  transaction: Transaction<Kysely<unknown>> | undefined,
): CompiledQuery {
  const statement = CompiledQuery.raw(text, [...values]);
  // A text without values may be several statements, which have no plan in common.
  const isKept = transaction !== undefined && values.length > 0 && keeping.has(transaction);
  const name = isKept ? nameOf(text) : keptName(text);
  // The query builder hands on to the driver what it takes for the text, and the driver takes a name with it.
  return name ? { ...statement, sql: { text, name } as unknown as string } : statement;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= keptMax) return known;
  const name = `kept ${names.size}`;
  names.set(text, name);
  return name;
}
