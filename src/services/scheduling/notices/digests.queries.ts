import type { Language } from '../../../schema/texts.js';
import { statement } from '../../../data/statements.js';

/** Whoever sends mails of notices does so alone; false where somebody else does at this moment. */
export const takeTurn = statement<{ isMine: boolean }>(
  `select pg_try_advisory_xact_lock(hashtext('class_scheduling.digests')) as "isMine"`,
);

/** A person to be mailed; in Chinese, the institution's own language, where nothing else is known. */
export interface DueForMail {
  readonly user: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

/** Whom to mail: by the order of their oldest notice, at most `max` a minute, each once on a date. */
export const dueForMail = statement<DueForMail, [today: string, max: number]>(`
  select u.id as user, u.name, u.email, coalesce(p.language, 'zh') as language from "user" u join (
    select n.user_id, min(n.created_at) as since from notice n
    where n.mailed_at is null and n.read_at is null group by n.user_id) n on n.user_id = u.id
  left join notice_preference p on p.user_id = u.id
  where u.is_enabled and coalesce(p.is_mailed, true) and p.mailed_on is distinct from $1::date
  order by n.since, u.id
  limit greatest(0, $2 - (select count(*) from notice_preference
    where mailed_on = $1::date and updated_at > clock_timestamp() - interval '1 minute'))`);

/** The notices that a mail tells of, oldest first; they count as told from now on. */
export const takeForMail = statement<
  { id: string; publicNote: string | null; request: string | null },
  [user: string, today: string]
>(`
  with dated as (
    insert into notice_preference (id, user_id, mailed_on) values (gen_random_uuid(), $1, $2)
    on conflict (user_id) do update set mailed_on = excluded.mailed_on,
      version = notice_preference.version + 1),
  taken as (
    update notice set mailed_at = clock_timestamp(), version = version + 1
    where user_id = $1 and mailed_at is null and read_at is null returning id, change_id, request_id,
      created_at)
  select t.id, c.public_note as "publicNote", t.request_id as request
  from taken t left join change c on c.id = t.change_id
  order by t.created_at, c.number`);
