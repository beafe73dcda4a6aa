import { statement } from './statements.js';

/** Person, key and response key. */
export type Place = readonly [string, string, string];

const at = 'user_id = $1 and key = $2 and response_key = $3';

export const storeAnswer = statement<object, [...place: Place, answer: string]>(
  `update idempotency_key set answer = $4 where ${at}`,
);

/** Hours for which the answer to a key is kept. */
export const keptHours = 24;

const expired = `created_at <= clock_timestamp() - interval '${keptHours} hours'`;

export const claimKey = statement<object, [...place: Place, fingerprint: string]>(`
  insert into idempotency_key (user_id, key, response_key, fingerprint) values ($1, $2, $3, $4)
  on conflict (user_id, key, response_key)
  do update set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
    where idempotency_key.${expired}
  returning 1`);

export const keptAnswers = statement<{ fingerprint: string; answer: string }, [...place: Place]>(
  `select fingerprint, answer from idempotency_key where ${at}`,
);

/** Keys of one person in that time. */
export const keysMax = 10_000;

export const keyCount = statement<{ count: number }, [userId: string]>(`
  select count(*)::int as count
  from (select from idempotency_key where user_id = $1 limit ${keysMax + 1}) as keys`);

export const deleteOldKeys = statement(`delete from idempotency_key where ${expired}`);

/** How far the log of changes is known now, as `pg_snapshot`. */
export interface Freshness {
  readonly seen: string;
  /** Whether a record of these tables has changed since what was seen before; always where nothing was. */
  readonly isStale: boolean;
}

export const freshness = statement<Freshness, [before: string | null, tables: readonly string[]]>(`
  select pg_current_snapshot()::text as seen, $1::text is null or exists (
  select from audit_log where transaction >= pg_snapshot_xmin($1::pg_snapshot)
    and not pg_visible_in_snapshot(transaction, $1::pg_snapshot) and table_name = any($2)) as "isStale"`);
