import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Intent, Interpreter } from '@class-scheduling/assistant-language';
import { AssistantEventKind } from '../../schema/enums.js';
import { errors } from '../../schema/errors.js';
import type { Language, Text } from '../../schema/texts.js';
import type { Context } from '../../data/context.js';

/** Topic on which conversations tell that they have new events. */
export const conversationTopic = 'conversation';
/** Topic on which messages tell that they wait for an answer. */
export const askedTopic = 'assistantAsked';

/** Seconds without a sign of life after which an answer counts as dead, and one that waits as lost. */
const silentSecondsMax = 15;
const waitingSecondsMax = 60;

/** Which meeting a person meant, by the place of its mention in the intents. */
export type Pins = Readonly<Record<string, Pin>>;

/** A meeting with the teaching class that holds it. */
export interface Pin {
  readonly meeting: string;
  readonly teachingClass: string;
}

/** What is gone on with once an option is chosen; without it the text of the option is read anew. */
export interface Resumption {
  readonly intents: readonly Intent[];
  readonly pins: Pins;
}

/** One answer that a question offers. */
export interface OfferedOption {
  readonly label: Text;
  readonly text: string;
  readonly resume?: Resumption;
}

/** What events hold, by their kind. */
export interface EventData {
  [AssistantEventKind.PERSON]: { readonly text: string; readonly language: Language };
  [AssistantEventKind.TOKEN]: { readonly text: string };
  [AssistantEventKind.TOOL_CALL]: { readonly tool: string; readonly count: number };
  [AssistantEventKind.PLAN]: { readonly plan: string; readonly text: string };
  [AssistantEventKind.QUESTION]: {
    readonly question: Text;
    /** The language in which it was asked. */
    readonly language?: Language;
    /** What the person had said. */
    readonly asked: string;
    /** Number of the revision that it was about; null: the one that is shown by default. */
    readonly revision: number | null;
    readonly options: readonly OfferedOption[];
  };
  [AssistantEventKind.ERROR]: { readonly text: Text; readonly language?: Language };
  [AssistantEventKind.DONE]: {
    readonly interpreter: Interpreter['name'] | null;
    readonly isFallback: boolean;
  };
}

/** A stored event. */
export interface StoredEvent<K extends AssistantEventKind = AssistantEventKind> {
  readonly conversation: string;
  readonly sequence: number;
  readonly kind: K;
  readonly data: EventData[K];
}

/** The hold of a process on the answer to a conversation. */
export interface AnswerHolder {
  readonly conversation: string;
  readonly fence: number;
}

/** The answer was given up, or the conversation deleted: nothing more can be said in it. */
export class AnswerLostError extends Error {}

const { ERROR, DONE } = AssistantEventKind;

/** The kinds of events that an answer has. */
type AnswerKind = Exclude<AssistantEventKind, AssistantEventKind.PERSON>;

/** An event of an answer that is not stored yet. */
export type NewEvent = { [K in AnswerKind]: { readonly kind: K; readonly data: EventData[K] } }[AnswerKind];

/**
 * Adds events to an answer, all at once. An error or the end also ends the answer.
 * @throws AnswerLostError when the answer is no longer the holder's
 */
export async function appendEvents(
  ctx: Context,
  { conversation, fence }: AnswerHolder,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const isLast = events.some(({ kind }) => kind === ERROR || kind === DONE);
  const rows = events.map(({ kind, data }, at) => ({ id: uuidv7(), at: at + 1, kind, data }));
  const stored = await ctx.em.execute<{ sequence: number }[]>(
    `with held as (
       update conversation set last_sequence = last_sequence + $4, version = version + 1,
         last_activity_at = clock_timestamp(), heartbeat_at = clock_timestamp(),
         answer_state = case when $5 then 'NONE' else answer_state end
       where id = $1 and fence = $2 and answer_state = 'RUNNING' returning id, person_id, last_sequence)
     insert into assistant_event (id, person_id, conversation_id, sequence, kind, data)
     select e.id, held.person_id, held.id, held.last_sequence - $4 + e.at, e.kind, e.data
     from held, jsonb_to_recordset($3) as e(id uuid, at int, kind text, data jsonb) returning sequence`,
    [conversation, fence, JSON.stringify(rows), rows.length, isLast],
  );
  if (stored.length === 0) throw new AnswerLostError(conversation);
  const sequence = Math.max(...stored.map((row) => row.sequence));
  await ctx.app.bus.publish(conversationTopic, { id: conversation, sequence });
}

/** Takes the answer to a conversation that waits for one; null when another process has it. */
export async function claimAnswer(ctx: Context, conversation: string): Promise<AnswerHolder | null> {
  const [row] = await ctx.em.execute<{ fence: number }[]>(
    `update conversation set answer_state = 'RUNNING', fence = fence + 1, version = version + 1,
       heartbeat_at = clock_timestamp()
     where id = $1 and answer_state = 'WAITING' returning fence`,
    [conversation],
  );
  return row ? { conversation, fence: row.fence } : null;
}

/** Tells that the answers of a process live. */
export async function keepAlive(ctx: Context, holders: readonly AnswerHolder[]): Promise<void> {
  if (holders.length === 0) return;
  await ctx.em.execute(
    `update conversation c set heartbeat_at = clock_timestamp()
     from unnest($1::uuid[], $2::int[]) as held(id, fence)
     where c.id = held.id and c.fence = held.fence and c.answer_state = 'RUNNING'`,
    [holders.map(({ conversation }) => conversation), holders.map(({ fence }) => fence)],
  );
}

/** The conversations that wait for an answer, those first that wait longest. */
export async function waitingConversations(ctx: Context, max: number): Promise<string[]> {
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select id from conversation where answer_state = 'WAITING' order by heartbeat_at limit $1`,
    [max],
  );
  return rows.map(({ id }) => id);
}

const brokenOff: Text = {
  zh: '回答中断：服务器在回答时停止了，请重新发送。',
  en: 'The answer broke off, because its server stopped. Maybe send it again.',
};

/**
 * Ends the answers whose process is gone, with an error, so that nobody waits forever. Whoever reads a
 * conversation calls it first, and servers call it now and then.
 * @param conversation only of this one; of all where it is left out
 */
export async function endDeadAnswers(ctx: Context, conversation?: string): Promise<void> {
  const ended = await ctx.em.execute<{ conversation: string; sequence: number }[]>(
    `with dead as (
       update conversation set answer_state = 'NONE', fence = fence + 1, version = version + 1,
         last_sequence = last_sequence + 1
       where id in (select id from conversation where answer_state <> 'NONE'
         and ($1::uuid is null or id = $1) and heartbeat_at < clock_timestamp() - make_interval(secs =>
           case when answer_state = 'RUNNING' then ${silentSecondsMax} else ${waitingSecondsMax} end)
         for update skip locked)
       returning id, person_id, last_sequence)
     insert into assistant_event (id, person_id, conversation_id, sequence, kind, data)
     select gen_random_uuid(), person_id, id, last_sequence, 'ERROR', $2::jsonb from dead
     returning conversation_id as conversation, sequence`,
    [conversation ?? null, JSON.stringify({ text: brokenOff })],
  );
  for (const { conversation: id, sequence } of ended)
    await ctx.app.bus.publish(conversationTopic, { id, sequence });
}

/** A message that waits for its answer, with the question that it may answer or the plan it may confirm. */
export interface Message {
  readonly text: string;
  readonly language: Language;
  readonly person: string;
  readonly question: EventData[AssistantEventKind.QUESTION] | null;
  /** Identifier of the plan that the answer before it has shown last. */
  readonly plan: string | null;
}

/** The newest message of a conversation. @throws NOT_FOUND when it was deleted */
export async function newestMessage(ctx: Context, conversation: string): Promise<Message> {
  const [row] = await ctx.em.execute<(Omit<Message, 'question' | 'plan'> & { sequence: number })[]>(
    `select person_id as person, sequence, data->>'text' as text, data->>'language' as language
     from assistant_event where conversation_id = $1 and kind = 'PERSON' order by sequence desc limit 1`,
    [conversation],
  );
  if (!row) throw errors.notFound({ zh: '对话', en: 'conversation' }, conversation);
  const { sequence, ...message } = row;
  const { QUESTION, PLAN } = AssistantEventKind;
  const before = await ctx.em.execute<StoredEvent<typeof QUESTION | typeof PLAN>[]>(
    `select kind, data from assistant_event
     where conversation_id = $1 and kind in ('QUESTION', 'PLAN') and sequence < $2
       and sequence > coalesce((select max(sequence) from assistant_event
         where conversation_id = $1 and kind = 'PERSON' and sequence < $2), 0)
     order by sequence desc`,
    [conversation, sequence],
  );
  const last = <K extends typeof QUESTION | typeof PLAN>(kind: K): EventData[K] | undefined =>
    before.find((event) => event.kind === kind)?.data as EventData[K] | undefined;
  return { ...message, question: last(QUESTION) ?? null, plan: last(PLAN)?.plan ?? null };
}

/** A message of a person. It waits for an answer as soon as the transaction commits. */
export async function storeMessage(
  em: EntityManager,
  {
    conversation,
    key,
    text,
    language,
  }: { conversation: string; key: string; text: string; language: Language },
): Promise<number> {
  const [{ sequence }] = await em.execute<{ sequence: number }[]>(
    `with asked as (
       update conversation set last_sequence = last_sequence + 1, message_count = message_count + 1,
         version = version + 1, answer_state = 'WAITING', last_activity_at = clock_timestamp(),
         heartbeat_at = clock_timestamp()
       where id = $1 returning id, person_id, last_sequence)
     insert into assistant_event (id, person_id, conversation_id, sequence, kind, key, data)
     select $2, person_id, id, last_sequence, 'PERSON', $3, $4::jsonb from asked returning sequence`,
    [conversation, uuidv7(), key, JSON.stringify({ text, language })],
  );
  return sequence;
}
