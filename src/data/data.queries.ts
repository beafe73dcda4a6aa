import type { EntityManager } from '@mikro-orm/postgresql';
import { fromKnownProcesses } from '../database/notifications.js';
import { aheadCommand, command, prepared, statement } from './statements.js';

/** Person, key and response key. */
export type Place = readonly [string, string, string];

const at = 'user_id = $1 and key = $2 and response_key = $3';

export const storeAnswer = command<[...place: Place, answer: string]>(
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
interface Freshness {
  readonly seen: string;
  /** Whether a record of these tables has changed since what was seen before; always where nothing was. */
  readonly isStale: boolean;
}

/** Whether a line of the log of changes is of a transaction that a snapshot, given as text, did not see. */
const unseenBy = (snapshot: string): string =>
  `(transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(transaction, ${snapshot}::pg_snapshot))`;

export const freshness = statement<Freshness, [before: string | null, tables: readonly string[]]>(`
  select pg_current_snapshot()::text as seen, $1::text is null or exists (
  select from audit_log where ${unseenBy('$1')} and table_name = any($2)) as "isStale"`);

/** What is seen of the log, and which records of a table changed since a snapshot; none where it is null. */
export const changedRecords = statement<
  { seen: string; ids: readonly string[] },
  [before: string | null, table: string, idsMax: number]
>(`
  select pg_current_snapshot()::text as seen, array(
    select distinct record_id::text from audit_log
    where $1::text is not null and ${unseenBy('$1')} and at > now() - interval '1 day'
      and table_name = $2 limit $3) as ids`);

/** Which of the tables holds the record with the id; null where none does. */
export async function tableOf(
  em: EntityManager,
  tables: readonly string[],
  id: string,
): Promise<string | null> {
  const each = tables.map((table) => `select '${table}' as "table" from "${table}" where id = $1`);
  const [found] = await em.execute<{ table: string }[]>(prepared(each.join(' union all ')), [id]);
  return found?.table ?? null;
}

/** Waits for the advisory lock of a key, an arbitrary constant, and holds it until the transaction ends. */
export const lockKey = command<[key: number]>('select pg_advisory_xact_lock($1)');

/** So many rows, written at once, make the planner's earlier statistics useless. */
const manyRows = 100;

/**
 * Has the planner look at a table of which the transaction has just written so many rows, before it plans
 * what is read next. Others who write as many of the table wait until the transaction ends.
 * @param table its name, with the columns that count in brackets
 */
export async function noticeRows(em: EntityManager, count: number, table: string): Promise<void> {
  if (count >= manyRows) await em.execute(`analyze ${table}`);
}

const authorSql = (at = 1): string => `
  select set_config('class_scheduling.person', coalesce($${at}, ''), true),
    set_config('class_scheduling.reason', coalesce($${at + 1}, ''), true),
    set_config('class_scheduling.task', coalesce($${at + 2}, ''), true)`;

/** Names who writes, for the triggers that keep the audit log and refuse what nobody is named for. */
export const nameAuthor =
  command<[person: string | null, reason: string | null, task: string | null]>(authorSql());

/** What a transaction locks with its first statement: an expression with placeholders from `$5` on. */
export interface FirstLocks {
  readonly text: string;
  readonly values: readonly (readonly string[])[];
}

/** @param at the number of its first placeholder */
export const beginningSql = (at = 1): string =>
  `${authorSql(at)}, set_config('lock_timeout', $${at + 3}, true)`;

const beginSql = (isPrepared: boolean): string => `${beginningSql()}
    ${isPrepared ? ", set_config('plan_cache_mode', 'force_generic_plan', true)" : ''}`;

export type Beginning = [
  person: string | null,
  reason: string | null,
  task: string | null,
  lockTimeout: string,
];

/** The first statement of a transaction: who writes, and how long a statement waits for what others hold. */
export const beginAs = aheadCommand<Beginning>(beginSql(false));
export const beginPreparedAs = aheadCommand<Beginning>(beginSql(true));

/** The same, which also locks. */
export const beginLocking = (isPrepared: boolean, locks: FirstLocks) =>
  command<[...Beginning, ...locked: readonly (readonly string[])[]]>(
    `${beginSql(isPrepared)}, ${locks.text}`,
  );

/** Plans each prepared statement of the transaction once, whatever its values. */
export const planForAnyValues = aheadCommand('set local plan_cache_mode to force_generic_plan');

/** How long the transaction may wait for the process; '0' for ever. */
export const allowIdle = (duration: '0' | 'default') =>
  statement(`set local idle_in_transaction_session_timeout to ${duration}`);

/** How many other servers, workers and commands are on the database than this process. */
export const otherProcesses = statement<{ count: number }, [process: number]>(
  `select count(*)::int as count ${fromKnownProcesses} and l.objid <> $1`,
);
