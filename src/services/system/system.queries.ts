import { recordsPerLine } from '../../entities/audit.js';
import type { AuditAction } from '../../schema/enums.js';
import type { OutgoingMail } from '../../entities/system.js';
import {
  type Json,
  type SeenDepartments,
  command,
  preparedStatement,
  statement,
} from '../../data/statements.js';

export const offerSystemValue = command<[id: string, key: string, value: string]>(
  'insert into system_value (id, key, value) values ($1, $2, $3) on conflict do nothing',
);

export const systemValue = statement<{ value: string }, [key: string]>(
  'select value from system_value where key = $1',
);

export const offerSystemValues = command<
  [ids: readonly string[], keys: readonly string[], values: readonly string[]]
>(`
  insert into system_value (id, key, value) select * from unnest($1::uuid[], $2::text[], $3::text[])
  on conflict do nothing`);

export const recordReferenceTables = statement<
  { key: string },
  [ids: readonly string[], keys: readonly string[]]
>(`
  insert into system_value (id, key, value) select id, key, 'true' from unnest($1::uuid[], $2::text[])
  as record (id, key) on conflict do nothing returning key`);

interface ShareRow {
  key: string;
  count: number;
  seconds: number;
}

/** Tells the other processes what this one counts, and reads what they count under the same keys. */
export const exchangeShares = preparedStatement<ShareRow, [process: number, own: Json<readonly ShareRow[]>]>(`
  with own as (select * from json_to_recordset($2::json) as own (key text, count int, seconds float8)),
  told as (
    insert into process_share (key, process, count, expires_at)
    select key, $1::int, count, clock_timestamp() + make_interval(secs => seconds) from own
    on conflict (key, process) do update set count = excluded.count, expires_at = excluded.expires_at)
  select s.key, sum(s.count)::int as count,
    extract(epoch from min(s.expires_at) - clock_timestamp())::float8 as seconds
  from own join process_share s on s.key = own.key
  where s.process <> $1::int and s.count > 0 and s.expires_at > clock_timestamp() group by s.key`);

export const deleteEndedShares = command('delete from process_share where expires_at < clock_timestamp()');

export type ClaimedMail = Pick<OutgoingMail, 'id' | 'recipient' | 'subject' | 'body' | 'attempts'>;

/** Maximum number of attempts; with the delays below they span more than a day. */
export const attemptsMax = 40;

/**
 * Claims a mail that is due, in a statement of its own, because a mail server may take long to answer and no
 * transaction should wait for it. Another worker finds it due only when the claim has run out, which it does
 * if this process ends in between.
 */
export const claimMail = statement<ClaimedMail, [id: string, now: Date, claimedUntil: Date]>(`
  update outgoing_mail set attempts = attempts + 1, next_attempt_at = $3, version = version + 1
  where id = $1 and sent_at is null and next_attempt_at <= $2 and attempts < ${attemptsMax}
  returning id, recipient, subject, body, attempts`);

/**
 * How many mails wait for their first attempt, have failed and are tried again, and were given up within a
 * day: nobody can send those any more, so they would be told for ever.
 */
export const mailCounts = statement<{ waiting: number; failing: number; given_up: number }>(`
  select count(*) filter (where attempts < ${attemptsMax} and failure is null)::int as waiting,
    count(*) filter (where attempts < ${attemptsMax} and failure is not null)::int as failing,
    count(*) filter (where attempts >= ${attemptsMax}
      and next_attempt_at > clock_timestamp() - interval '1 day')::int as given_up
  from outgoing_mail where sent_at is null`);

// An account may have been deleted since its call.
export const insertRequests = command<[calls: Json<readonly object[]>]>(`
  insert into logged_request (id, user_id, address, user_agent, method, path, parameters, status, failure,
    duration_ms, requested_at)
  select r.id, u.id, r.address, r.user_agent, r.method, r.path, r.parameters, r.status, r.failure,
    r.duration_ms, r.requested_at
  from json_to_recordset($1::json) as r (id uuid, user_id uuid, address text, user_agent text, method text,
    path text, parameters text, status int, failure text, duration_ms int, requested_at timestamptz)
  left join "user" u on u.id = r.user_id`);

export const deleteRequests = statement<{ count: number }, [days: number, max: number]>(`
  with old as (
    select id from logged_request
    where requested_at < clock_timestamp() - make_interval(days => $1::int)
    order by requested_at limit $2::int for update skip locked
  ), deleted as (delete from logged_request using old where logged_request.id = old.id returning 1)
  select count(*)::int as count from deleted`);

export const makePartitions = command<[now: Date, monthsAhead: number]>(
  'select make_audit_partitions($1, $2)',
);

export const dropPartitions = command<[now: Date, monthsKept: number]>(
  'select drop_audit_partitions($1, $2)',
);

/** Longest wait for the transactions that write to the log, in the way of which a partition is dropped. */
export const limitLockWait = statement(`set local lock_timeout = '5s'`);

/** A line as the database tells it. */
export interface Line {
  readonly id: string;
  readonly at: Date;
  readonly table: string;
  readonly action: AuditAction;
  readonly personId: string | null;
  readonly personName: string | null;
  readonly reason: string | null;
  readonly change: string | null;
  readonly task: string | null;
  readonly count: number;
  readonly records: readonly Logged[];
}

type Columns = Readonly<Record<string, unknown>>;

export interface Logged {
  readonly id: string;
  readonly department: string | null;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/** Whose lines, and the values that narrow them. */
type AuditValues = readonly [
  seen: SeenDepartments,
  record: string | null,
  person: string | null,
  task: string | null,
  from: Date | null,
  to: Date | null,
];

/** Whether a line of an alias tells of a record that the caller may know of. */
const isKnown = (alias: string): string => `($1::uuid[] is null or ${alias}.department_id = any ($1))`;

/** Whether two lines tell what one person did alike in one transaction. */
const isAlike = (a: string, b: string): string =>
  ['at', 'transaction', 'table_name', 'action']
    .map((column) => `${a}.${column} = ${b}.${column}`)
    .concat(['change', 'person_id'].map((column) => `${a}.${column} is not distinct from ${b}.${column}`))
    .join(' and ');

/**
 * By record every line of it counts; else of what was done alike the first that the caller may know of, which
 * is marked where it is the first of its department.
 */
const conditions = (isByRecord: boolean): string => `${isKnown('l')}
  and ${
    isByRecord
      ? 'l.record_id = $2'
      : `$2::uuid is null and l.is_first and not exists (select from audit_log e
           where e.is_first and e.id < l.id and ${isAlike('e', 'l')} and ${isKnown('e')})`
  }
  and ($3::uuid is null or l.person_id = $3) and ($4::uuid is null or l.task_id = $4)
  and ($5::timestamptz is null or l.at >= $5) and ($6::timestamptz is null or l.at < $6)`;

export const auditLines = (isByRecord: boolean) =>
  statement<
    Omit<Line, 'at'> & { at: string },
    [...AuditValues, at: Date | null, id: string | null, max: number]
  >(`
  with line as (
    select l.* from audit_log l
    where ${conditions(isByRecord)} and ($7::timestamptz is null or (l.at, l.id) < ($7, $8::bigint))
    order by l.at desc, l.id desc limit $9
  )
  select l.id, l.at, l.table_name as "table", l.action, l.person_id as "personId",
    coalesce(
      (select name from teacher where user_id = l.person_id limit 1),
      (select name from student where user_id = l.person_id limit 1),
      (select name from "user" where id = l.person_id)) as "personName",
    coalesce(l.reason, (select e.after->>'reason' from audit_log e where e.transaction = l.transaction
      and e.at = l.at and e.table_name = 'change' and e.change = l.change limit 1)) as reason,
    l.change, l.task_id as task, alike.count, alike.records
  from line l cross join lateral (
    select count(*)::int as count, json_agg(json_build_object('id', m.record_id,
        'department', m.department_id, 'before', m.before, 'after', m.after) order by m.id)
        filter (where m.number <= ${recordsPerLine}) as records
    from (
      select m.*, row_number() over (order by m.id) as number from audit_log m
      where ${isByRecord ? 'm.at = l.at and m.id = l.id' : `${isAlike('m', 'l')} and ${isKnown('m')}`}
    ) m
  ) alike
  order by l.at desc, l.id desc`);

export const auditLineCount = (isByRecord: boolean) =>
  statement<{ count: number }, [...AuditValues]>(
    `select count(*)::int as count from audit_log l where ${conditions(isByRecord)}`,
  );
