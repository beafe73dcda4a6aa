import type { OutgoingMail } from '../../entities/system.js';
import { type Json, statement } from '../../data/statements.js';

export const offerSystemValue = statement<object, [id: string, key: string, value: string]>(
  'insert into system_value (id, key, value) values ($1, $2, $3) on conflict do nothing',
);

export const systemValue = statement<{ value: string }, [key: string]>(
  'select value from system_value where key = $1',
);

export const offerSystemValues = statement<
  object,
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

// An account may have been deleted since its call.
export const insertRequests = statement<object, [calls: Json<readonly object[]>]>(`
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
