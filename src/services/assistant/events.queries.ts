import type { AssistantEventKind } from '../../schema/enums.js';
import type { Language } from '../../schema/texts.js';
import { type Json, command, preparedStatement, statement } from '../../data/statements.js';
import type { EventData, NewEvent, StoredEvent, Wished } from './event-data.js';

/** Adds events to an answer for whoever holds it; none where it is held no more. */
export const addEvents = preparedStatement<
  { sequence: number },
  [
    conversation: string,
    fence: number,
    events: Json<readonly NumberedEvent[]>,
    count: number,
    isLast: boolean,
  ]
>(`
  with held as (
    update conversation set last_sequence = last_sequence + $4, version = version + 1,
      last_activity_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
      answer_state = case when $5 then 'NONE' else answer_state end
    where id = $1 and fence = $2 and answer_state = 'RUNNING' returning id, person_id, last_sequence)
  insert into assistant_event (id, person_id, conversation_id, sequence, kind, data)
  select e.id, held.person_id, held.id, held.last_sequence - $4 + e.at, e.kind, e.data
  from held, jsonb_to_recordset($3) as e(id uuid, at int, kind text, data jsonb) returning sequence`);

type NumberedEvent = NewEvent & { readonly id: string; readonly at: number };

/** The hold of a process on the answer to a conversation. */
export interface AnswerHolder {
  readonly conversation: string;
  readonly fence: number;
}

/** What a person said, and the hold on the answer to it. */
export interface Said extends AnswerHolder {
  readonly person: string;
  readonly sequence: number;
  readonly text: string;
  readonly language: Language;
}

/** Takes the answer to a conversation that waits for one; gives no row when another process has it. */
export const takeAnswer = preparedStatement<Said, [conversation: string]>(`
  with taken as (
    update conversation set answer_state = 'RUNNING', fence = fence + 1, version = version + 1,
      heartbeat_at = clock_timestamp()
    where id = $1 and answer_state = 'WAITING' returning id, fence, person_id)
  select t.id as conversation, t.fence, t.person_id as person, e.sequence, e.data->>'text' as text,
    e.data->>'language' as language
  from taken t cross join lateral (
    select sequence, data from assistant_event where conversation_id = t.id and kind = 'PERSON'
    order by sequence desc limit 1) e`);

/** Tells that answers live. */
export const beat = command<[conversations: readonly string[], fences: readonly number[]]>(`
  update conversation c set heartbeat_at = clock_timestamp()
  from unnest($1::uuid[], $2::int[]) as held(id, fence)
  where c.id = held.id and c.fence = held.fence and c.answer_state = 'RUNNING'`);

/** The conversations of everybody that wait for an answer, those first that wait longest. */
export const waitingForAnswer = statement<{ id: string }, [max: number]>(
  `select id from conversation where answer_state = 'WAITING' order by heartbeat_at limit $1`,
);

/** Ends the answers without a sign of life with an event; of all conversations where none is named. */
export const endSilentAnswers = preparedStatement<
  { conversation: string; sequence: number },
  [
    conversation: string | null,
    error: Json<EventData[AssistantEventKind.ERROR]>,
    silentSecondsMax: number,
    waitingSecondsMax: number,
  ]
>(`
  with dead as (
    update conversation set answer_state = 'NONE', fence = fence + 1, version = version + 1,
      last_sequence = last_sequence + 1
    where id in (select id from conversation where answer_state <> 'NONE'
      and ($1::uuid is null or id = $1) and heartbeat_at < clock_timestamp() - make_interval(secs =>
        case when answer_state = 'RUNNING' then $3::int else $4::int end)
      for update skip locked)
    returning id, person_id, last_sequence)
  insert into assistant_event (id, person_id, conversation_id, sequence, kind, data)
  select gen_random_uuid(), person_id, id, last_sequence, 'ERROR', $2::jsonb from dead
  returning conversation_id as conversation, sequence`);

/** What the answer before a message has asked and shown, the newest first. */
export const askedAndShown = preparedStatement<
  Extract<StoredEvent, { kind: AssistantEventKind.QUESTION | AssistantEventKind.PLAN }>,
  [conversation: string, before: number]
>(`
  select kind, data from assistant_event
  where conversation_id = $1 and kind in ('QUESTION', 'PLAN') and sequence < $2
    and sequence > coalesce((select max(sequence) from assistant_event
      where conversation_id = $1 and kind = 'PERSON' and sequence < $2), 0)
  order by sequence desc`);

/** What was wished last before a message, as the answer to the one before has ended. */
export const lastWished = preparedStatement<
  { wished: Wished | null },
  [conversation: string, before: number]
>(`
  select data->'wished' as wished from assistant_event
  where conversation_id = $1 and kind in ('DONE', 'ERROR') and sequence < $2 order by sequence desc limit 1`);

/** What a person said before a message and was asked back, the newest first. */
export const saidBefore = preparedStatement<
  Extract<StoredEvent, { kind: AssistantEventKind.PERSON | AssistantEventKind.QUESTION }>,
  [conversation: string, before: number, max: number]
>(`
  select kind, data from assistant_event
  where conversation_id = $1 and kind in ('PERSON', 'QUESTION') and sequence < $2
  order by sequence desc limit $3`);

export const lastShown = statement<{ plan: string }, [conversation: string]>(`
  select data->>'plan' as plan from assistant_event
  where conversation_id = $1 and kind = 'PLAN' order by sequence desc limit 1`);
