import { v7 as uuidv7 } from 'uuid';
import type { AssistantEvent, AssistantQuestion } from '../../../schema/assistant.js';
import { Conversation } from '../../../entities/assistant.js';
import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError, type ErrorCode } from '../../../schema/errors.js';
import { asHtml, type Language } from '../../../schema/texts.js';
import { parsedJson } from '../../../schema/texts.js';
import { viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { settlingIn } from '@class-scheduling/assistant-language';
import { conversations, type TakenMessage } from './conversations.js';
import type { StoredEvent } from '../event-data.js';
import { operate } from '../page-help/operate.js';
import { eventsOfAnswer } from './follow.js';

/** Greatest length of a piece of an answer, in characters. */
const pieceMax = 60;

/** Answers a question of a person over the channel of the web client. @throws DomainError */
export const answerQuestion = (ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> =>
  question.kind === 'operate' ? operate(ctx, question) : chat(ctx, question);

/**
 * Answers what a person says over the channel, in pieces of HTML: by the conversation that everything else
 * uses, too. @throws DomainError
 */
async function* chat(ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> {
  const text = question.userInput.trim();
  const taken = await send(ctx, text, isGoingOn(question.history));
  const { conversation } = taken;
  await ctx.em.nativeUpdate(Conversation, { id: conversation }, { channelAt: new Date() });
  yield { type: 'agent_thought', thought: '' };
  for await (const event of eventsOfAnswer(ctx, taken)) yield* shown(event, ctx.language);
  yield { type: 'message_end', metadata: conversation };
}

/** Whether the history of a page has words of its person already; it is data and nothing else. */
function isGoingOn(history: string): boolean {
  const entries = parsedJson(history);
  return Array.isArray(entries) && entries.some((each: { type?: unknown } | null) => each?.type === 'user');
}

/**
 * Sends a text in the conversation of before. Where that is full, busy or deleted, it begins a new one, and
 * where a person has as many as can be, it goes on with the newest. A confirmation is of what this chat has
 * shown, so it goes nowhere else but into a new conversation, where nothing is to be confirmed.
 */
async function send(ctx: Context, text: string, isGoingOn: boolean): Promise<TakenMessage> {
  const key = uuidv7();
  const [before] = await ctx.em.find(
    Conversation,
    { person: viewerOf(ctx).userId, channelAt: { $ne: null } },
    { fields: ['id'], orderBy: { channelAt: 'desc' }, limit: 1 },
  );
  const isConfirming = /^(?:CONFIRM|AGREE)$/.test(settlingIn(text)?.as ?? '');
  const anew = (): Promise<string | null> => Promise.resolve(null);
  const attempts = [
    ...(before && (isGoingOn || !isConfirming) ? [() => Promise.resolve(before.id)] : []),
    anew,
    ...(isConfirming ? [] : [() => newestOf(ctx)]),
  ];
  let failure: unknown;
  for (const conversationOf of attempts)
    try {
      return await conversations.send(ctx, { conversation: await conversationOf(), text, key });
    } catch (error) {
      if (!(error instanceof DomainError) || !isOver.includes(error.code)) throw error;
      failure = error;
    }
  throw failure;
}

const isOver: readonly ErrorCode[] = ['NOT_FOUND', 'OPERATION_INVALID'];

async function newestOf({ rows }: Context): Promise<string | null> {
  const [newest] = await rows.find(Conversation, {}, { orderBy: { lastActivityAt: 'desc' }, limit: 1 });
  return newest?.id ?? null;
}

/** What an event of an answer shows to the page. @throws DomainError with which the answer ended */
function* shown(event: StoredEvent, language: Language): Generator<AssistantEvent> {
  switch (event.kind) {
    case AssistantEventKind.TOKEN:
      return yield* said(event.data.text);
    case AssistantEventKind.TOOL_CALL:
      return yield { type: 'agent_thought', thought: event.data.tool };
    case AssistantEventKind.PLAN:
      return yield* said(`${event.data.text}\n`);
    case AssistantEventKind.QUESTION: {
      const { question, options, language: own = language } = event.data;
      const lines = options.map(({ label }, at) => `${at + 1}. ${label[own]}`);
      return yield* said([question[own], ...lines, ''].join('\n'));
    }
    case AssistantEventKind.ERROR:
      throw new DomainError('OPERATION_FAILED', event.data.text);
    default:
  }
}

/** A text in pieces, each of which is HTML that shows it and nothing else. */
function* said(text: string): Generator<AssistantEvent> {
  for (const line of text.split(/(?<=\n)/)) {
    const characters = [...line];
    for (let at = 0; at < characters.length; at += pieceMax)
      yield { type: 'agent_message', message: asHtml(characters.slice(at, at + pieceMax).join('')) };
  }
}
