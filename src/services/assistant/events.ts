import type { Earlier } from '@class-scheduling/assistant-language';
import { v7 as uuidv7 } from 'uuid';
import { AnswerState, AssistantEventKind } from '../../schema/enums.js';
import type { Row } from '../../schema/rows.js';
import { say, type Text } from '../../schema/texts.js';
import { Conversation } from '../../entities/assistant.js';
import type { Context } from '../../data/context.js';
import { readOne } from '../../data/lists/reading.js';
import { json } from '../../data/statements.js';
import {
  addEvents,
  askedAndShown,
  endSilentAnswers,
  lastShown,
  lastWished,
  saidBefore,
  type AnswerHolder,
  type Said,
} from './events.queries.js';
import type { EventData, NewEvent, Wished } from './event-data.js';
import { hasModel } from './model/endpoint.js';

/** Topic on which conversations tell that they have new events. */
export const conversationTopic = 'conversation';
/** Topic on which messages tell that they wait for an answer. */
export const askedTopic = 'assistantAsked';

/** Seconds without a sign of life after which an answer counts as dead, and one that waits as lost. */
const silentSecondsMax = 15;
const waitingSecondsMax = 60;
/** Earlier messages, and questions about them, that a language model is told. */
const saidMax = 8;

/** The answer was given up, or the conversation deleted: nothing more can be said in it. */
export class AnswerLostError extends Error {}

const { PERSON, QUESTION, PLAN, ERROR, DONE } = AssistantEventKind;

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
  const rows = events.map((event, at) => ({ ...event, id: uuidv7(), at: at + 1 }));
  const stored = await addEvents(ctx.em, conversation, fence, json(rows), rows.length, isLast);
  if (stored.length === 0) throw new AnswerLostError(conversation);
  const sequence = Math.max(...stored.map((row) => row.sequence));
  await ctx.app.bus.publish(conversationTopic, { id: conversation, sequence });
}

const brokenOff = say(
  '回答中断：服务器在回答时停止了，请重新发送。',
  'The answer broke off, because its server stopped. Maybe send it again.',
);

/**
 * Ends the answers whose process is gone, with an error, so that nobody waits forever. Servers call it now
 * and then, and whoever reads a conversation of which nothing was heard for so long.
 * @param conversation only of this one; of all where it is left out
 */
export async function endDeadAnswers(ctx: Context, conversation?: string): Promise<void> {
  const told = json({ text: brokenOff });
  const bounds = [silentSecondsMax, waitingSecondsMax] as const;
  const ended = await endSilentAnswers(ctx.em, conversation ?? null, told, ...bounds);
  for (const { conversation: id, sequence } of ended)
    await ctx.app.bus.publish(conversationTopic, { id, sequence });
}

/** A conversation of the caller, of which an answer that is dead has ended. @throws NOT_FOUND */
export async function conversationOf(ctx: Context, id: string): Promise<Row<Conversation>> {
  ctx.rows.forget(Conversation);
  const found = await readOne(ctx, Conversation, id);
  const silentMs = Date.now() - (found.heartbeatAt?.getTime() ?? 0);
  if (found.answerState === AnswerState.NONE || silentMs < silentSecondsMax * 1_000) return found;
  await endDeadAnswers(ctx, id);
  ctx.rows.forget(Conversation);
  return readOne(ctx, Conversation, id);
}

/** A message that waits for its answer, with the question that it may answer or the plan it may confirm. */
export interface Message extends Omit<Said, 'sequence' | 'conversation' | 'fence'> {
  readonly question: EventData[AssistantEventKind.QUESTION] | null;
  /** Identifier of the plan that the answer before it has shown last. */
  readonly plan: string | null;
  /** What was wished last. */
  readonly wished: Wished | null;
  /** What was said before it, the newest last. */
  readonly said: readonly Earlier[];
}

/** What was said, with what it may answer. */
export async function messageOf(
  ctx: Context,
  { conversation, fence: _, sequence, ...message }: Said,
): Promise<Message> {
  const isFirst = sequence === 1;
  const before = isFirst ? [] : await askedAndShown(ctx.em, conversation, sequence);
  const [done] = isFirst ? [] : await lastWished(ctx.em, conversation, sequence);
  const isTold = !isFirst && hasModel(ctx.app.config);
  const said = isTold ? await saidBefore(ctx.em, conversation, sequence, saidMax) : [];
  return {
    ...message,
    question: before.find((event) => event.kind === QUESTION)?.data ?? null,
    plan: before.find((event) => event.kind === PLAN)?.data.plan ?? null,
    wished: done?.wished ?? null,
    said: turnsOf(said.reverse()),
  };
}

/** Each message with what was offered then; what was asked before the first of them is left out. */
function turnsOf(events: Awaited<ReturnType<typeof saidBefore>>): Earlier[] {
  const turns: { text: string; offered: readonly Text[] }[] = [];
  for (const event of events)
    if (event.kind === PERSON) turns.push({ text: event.data.text, offered: [] });
    else if (turns.length > 0) turns.at(-1)!.offered = event.data.options.map(({ label }) => label);
  return turns;
}

/** Identifier of the plan that was shown last in a conversation; null where none was. */
export const newestPlan = async ({ em }: Context, conversation: string): Promise<string | null> =>
  (await lastShown(em, conversation))[0]?.plan ?? null;
