import type { AnswerState } from '../../../schema/enums.js';
import type { Language } from '../../../schema/texts.js';
import { command, statement } from '../../../data/statements.js';
import type { OfferedOption } from '../event-data.js';

/** The messages of one person are taken one after the other. */
export const lockMessages = command<[person: string]>(
  `select pg_advisory_xact_lock(hashtextextended('assistant ' || $1, 0))`,
);

/** The language of the newest message of a conversation, and the options that it was answered with. */
export const lastOffered = statement<
  { language: Language; options: OfferedOption[] | null },
  [conversation: string]
>(`
  select p.data->>'language' as language, q.data->'options' as options
  from assistant_event p left join assistant_event q on q.conversation_id = p.conversation_id
    and q.kind = 'QUESTION' and q.sequence > p.sequence
  where p.conversation_id = $1 and p.kind = 'PERSON' order by p.sequence desc, q.sequence desc limit 1`);

export const sentUnder = statement<
  { conversation: string; sequence: number; text: string },
  [person: string, key: string]
>(`
  select conversation_id as conversation, sequence, data->>'text' as text
  from assistant_event where person_id = $1 and key = $2`);

/** Begins a conversation of a person who has fewer than the greatest number; otherwise gives no row. */
export const beginConversation = statement<
  object,
  [id: string, person: string, title: string, conversationsMax: number]
>(`
  insert into conversation (id, person_id, title, last_activity_at)
  select $1, $2, $3, clock_timestamp()
  where (select count(*) from conversation where person_id = $2) < $4 returning id`);

/** How many answers are waited for: of a person, and of everybody, as far as they are counted. */
export const answersDue = statement<{ own: number; all: number }, [person: string, max: number]>(`
  select count(*) filter (where person_id = $1)::int as own, count(*)::int as "all"
  from (select person_id from conversation where answer_state <> 'NONE' limit $2) as waiting`);

export const lockConversation = statement<{ state: AnswerState; messages: number }, [id: string]>(
  'select answer_state as state, message_count as messages from conversation where id = $1 for update',
);

/** Deletes the conversations of everybody in which nothing happened for so long. */
export const deleteConversations = statement<{ count: number }, [days: number, max: number]>(`
  with old as (
    select id from conversation where last_activity_at < clock_timestamp() - make_interval(days => $1)
    order by last_activity_at limit $2 for update skip locked
  ), deleted as (delete from conversation using old where conversation.id = old.id returning 1)
  select count(*)::int as count from deleted`);
