import type { AnswerState, AssistantEventKind } from '../../../schema/enums.js';
import type { Language } from '../../../schema/texts.js';
import type { FirstLocks } from '../../../data/data.queries.js';
import { type Json, statement } from '../../../data/statements.js';
import type { EventData, OfferedOption } from '../event-data.js';

/** The messages of one person are taken one after the other. */
export const messagesOf = (person: string): FirstLocks => ({
  text: `pg_advisory_xact_lock(hashtextextended('assistant ' || ($5::text[])[1], 0))`,
  values: [[person]],
});

/** The language of the newest message of a conversation, and the options that it was answered with. */
export const lastOffered = statement<
  { language: Language; options: OfferedOption[] | null },
  [conversation: string]
>(`
  select p.data->>'language' as language, q.data->'options' as options
  from assistant_event p left join assistant_event q on q.conversation_id = p.conversation_id
    and q.kind = 'QUESTION' and q.sequence > p.sequence
  where p.conversation_id = $1 and p.kind = 'PERSON' order by p.sequence desc, q.sequence desc limit 1`);

/** How a message finds what its person has said before. */
interface Met {
  /** What was sent under its key. */
  readonly known: { readonly conversation: string; readonly sequence: number; readonly text: string } | null;
  /** How many answers are waited for: of the person, and of everybody, as far as they are counted. */
  readonly own: number;
  readonly all: number;
}

export const metBy = statement<Met, [person: string, key: string, max: number]>(`
  select count(*) filter (where person_id = $1)::int as own, count(*)::int as "all",
    (select json_build_object('conversation', conversation_id, 'sequence', sequence, 'text', data->>'text')
      from assistant_event where person_id = $1 and key = $2) as known
  from (select person_id from conversation where answer_state <> 'NONE' limit $3) as waiting`);

type MessageValues = [
  conversation: string,
  id: string,
  key: string,
  message: Json<EventData[AssistantEventKind.PERSON]>,
];

/** Adds a message of the person to the conversation that a statement gives; it waits for an answer. */
const added = (asked: string): string => `
  with asked as (${asked} returning id, person_id, last_sequence)
  insert into assistant_event (id, person_id, conversation_id, sequence, kind, key, data)
  select $2, person_id, id, last_sequence, 'PERSON', $3, $4::jsonb from asked returning sequence`;

export const addMessage = statement<{ sequence: number }, MessageValues>(
  added(`update conversation set last_sequence = last_sequence + 1, message_count = message_count + 1,
    version = version + 1, answer_state = 'WAITING', last_activity_at = clock_timestamp(),
    heartbeat_at = clock_timestamp() where id = $1`),
);

/** Begins a conversation of a person who has fewer than the greatest number; otherwise gives no row. */
export const beginConversation = statement<
  { sequence: number },
  [...message: MessageValues, person: string, title: string, conversationsMax: number]
>(
  added(`insert into conversation (id, person_id, title, last_sequence, message_count, answer_state,
      last_activity_at, heartbeat_at)
    select $1, $5, $6, 1, 1, 'WAITING', clock_timestamp(), clock_timestamp()
    where (select count(*) from conversation where person_id = $5) < $7`),
);

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
