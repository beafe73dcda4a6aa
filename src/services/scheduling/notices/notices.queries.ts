import type { ChangeKind, DateRequestStatus } from '../../../schema/timetables.js';
import { type Json, command, statement } from '../../../data/statements.js';
import type { Language } from '../../../schema/texts.js';
import type { ToldPlace } from './telling.queries.js';

type Ids = [ids: Json<readonly string[]>];
const given = 'select jsonb_array_elements_text($1)::uuid';

/** What readers learn of the change behind a notice; never why planners made it. */
export interface NoticedChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly semester: string;
  readonly publicNote: string | null;
}

export const noticedChanges = statement<NoticedChange, Ids>(`
  select id, kind, semester_id as semester, public_note as "publicNote" from change where id in (${given})`);

/** What was decided on a request of who has the notice. */
export interface NoticedRequest {
  readonly id: string;
  readonly name: string;
  readonly week: number;
  readonly semester: string;
  readonly status: DateRequestStatus;
  readonly answer: string | null;
}

export const noticedRequests = statement<NoticedRequest, Ids>(`
  select r.id, t.name, r.week, t.semester_id as semester, r.status, r.answer
  from date_request r join meeting m on m.id = r.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where r.id in (${given}) order by r.reviewed_at`);

/** What a change did to a meeting, with the names that tell it. */
export interface NoticedItem {
  readonly notice: string;
  readonly meeting: string;
  readonly name: string;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly week: number | null;
  readonly before: ToldPlace | null;
  readonly after: ToldPlace | null;
  readonly names: Readonly<Record<string, string>>;
}

/** The items of notices, in the order of their numbers. */
export const noticedItems = statement<NoticedItem, Ids>(`
  select n.id as notice, m.id as meeting, t.name, m.periods, m.weeks, i.week, i.before, i.after, (
    select coalesce(jsonb_object_agg(k.id, k.name), '{}') from (
      select id::text, name from classroom where id in (
        (i.before ->> 'room')::uuid, (i.after ->> 'room')::uuid)
      union all select id::text, name from teacher where id in (
        (i.before ->> 'teacher')::uuid, (i.after ->> 'teacher')::uuid)
        or id::text in (select jsonb_array_elements_text(coalesce(i.before -> 'further', '[]')
          || coalesce(i.after -> 'further', '[]')))) k) as names
  from notice n join notice_item i on i.change_id = n.change_id and i.number = any(n.items)
    join meeting m on m.id = i.meeting_id join teaching_class t on t.id = m.teaching_class_id
  where n.id in (${given}) order by n.created_at, i.number`);

export const unreadCount = statement<{ count: number }, [user: string]>(
  'select count(*)::int as count from notice where user_id = $1 and read_at is null',
);

/** Marks notices of a person as read, all where none are named; and knows in which language. */
export const markRead = command<[user: string, notices: readonly string[] | null, language: Language]>(`
  with known as (
    insert into notice_preference (id, user_id, language) values (gen_random_uuid(), $1, $3)
    on conflict (user_id) do update set language = excluded.language,
      version = notice_preference.version + 1 where notice_preference.language is distinct from $3)
  update notice set read_at = clock_timestamp(), version = version + 1
  where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))`);

export const isMailed = statement<{ isMailed: boolean }, [user: string]>(
  'select is_mailed as "isMailed" from notice_preference where user_id = $1',
);

export const setMailed = command<[user: string, isMailed: boolean, language: Language]>(`
  insert into notice_preference (id, user_id, is_mailed, language) values (gen_random_uuid(), $1, $2, $3)
  on conflict (user_id) do update set is_mailed = excluded.is_mailed, language = excluded.language,
    version = notice_preference.version + 1`);
