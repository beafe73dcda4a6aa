import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { isChinese, textMax, chosenOption, settlingIn } from '@class-scheduling/assistant-language';
import { Conversation, titleMax } from '../../../entities/assistant.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { beginningOf, type Language, type Text } from '../../../schema/texts.js';
import { authorize, declareRights, signedIn, viewerOf } from '../../../data/access.js';
import { problemWithCharacters, problemWithTextLength } from '../../../data/bounds.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { json } from '../../../data/statements.js';
import { statementsIn, transaction } from '../../../data/transaction.js';
import { askedTopic, conversationOf, conversationTopic } from '../events.js';
import {
  addMessage,
  beginConversation,
  deleteConversations,
  lastOffered,
  lockConversation,
  messagesOf,
  metBy,
} from './conversations.queries.js';

declareRights({ sendToAssistant: signedIn, renameConversation: signedIn });

/** Conversations of one person, and messages of one conversation. */
const conversationsMax = 200;
const messagesMax = 500;
/** Answers that are waited for at the same time: of one person, and of all. */
const answersOfPersonMax = 5;
const answersMax = 500;
/** Greatest length of the key of a message, in characters. */
const keyMax = 255;

/** What a person says, under a key: it is sent once, however often it is repeated. */
interface MessageRequest {
  /** The conversation; null begins a new one. */
  readonly conversation?: string | null;
  readonly text: string;
  readonly key: string;
}

/** A message that was taken, and its place in the conversation. */
export interface TakenMessage {
  readonly conversation: string;
  readonly sequence: number;
}

class ConversationService extends CrudService<Conversation> {
  constructor() {
    super(Conversation, {
      plural: 'conversations',
      order: 'lastActivityAt',
      rights: { one: signedIn, page: signedIn, remove: signedIn },
    });
  }

  override async one(ctx: Context, id: string): Promise<Row<Conversation>> {
    authorize(ctx, this.operations.one);
    return conversationOf(ctx, id);
  }

  async rename(ctx: Context, id: string, title: string): Promise<Row<Conversation>> {
    authorize(ctx, 'renameConversation');
    const name = title.trim();
    refuseText('title', { zh: '标题', en: 'The title' }, name, titleMax);
    await this.write(ctx, async (em) => {
      const record = await this.lock(ctx, em, id);
      record.title = name;
      await em.flush();
    });
    return this.load(ctx, id);
  }

  /**
   * Takes a message, to be answered beside the call, which outlives whoever sent it.
   * @throws KEY_CONFLICT when the key was used for another message
   */
  async send(ctx: Context, { conversation, key, ...request }: MessageRequest): Promise<TakenMessage> {
    authorize(ctx, 'sendToAssistant');
    const text = request.text.trim();
    refuseText('text', { zh: '内容', en: 'The text' }, text, textMax);
    refuseText('key', { zh: '键', en: 'The key' }, key.trim(), keyMax);
    if (conversation) await this.one(ctx, conversation);
    const { userId } = viewerOf(ctx);
    const take = async (em: EntityManager): Promise<TakenMessage> => {
      const [{ known, ...due }] = await metBy(em, userId, key, answersMax);
      if (known) {
        if (known.text !== text || (conversation && conversation !== known.conversation))
          throw errors.keyReused(key);
        return known;
      }
      refuseBusy(due);
      if (conversation) await refuseUnanswerable(em, conversation);
      const own = conversation ? await languageFor(em, conversation, text) : languageOf(text);
      const id = conversation ?? uuidv7();
      const message = [id, uuidv7(), key, json({ text, language: own ?? ctx.language })] as const;
      const [sent] = conversation
        ? await addMessage(em, ...message)
        : await beginConversation(em, ...message, userId, titleOf(text), conversationsMax);
      if (!sent) throw tooManyConversations();
      const { sequence } = sent;
      await ctx.app.bus.publish(askedTopic, { id, sequence }, statementsIn(em));
      // Nobody follows yet what has only just begun.
      if (conversation) await ctx.app.bus.publish(conversationTopic, { id, sequence }, statementsIn(em));
      return { conversation: id, sequence };
    };
    const taken = await transaction(ctx, take, { isPrepared: true, locks: messagesOf(userId) });
    ctx.rows.forget(Conversation);
    return taken;
  }
}

/** What people and the assistant say to each other: everybody sees what is their own. */
export const conversations = new ConversationService();

/**
 * The language of what a person says, in which it is answered; null where it has no word of one, such as a
 * number, a code or the confirmation of a plan.
 */
const languageOf = (text: string): Language | null => {
  if (settlingIn(text)?.as === 'CONFIRM') return null;
  if (isChinese(text)) return isEnglishAboutNames(text) ? 'en' : 'zh';
  return /(?<![\p{L}\d])\p{L}{2,}(?![\p{L}\d])/u.test(text) ? 'en' : null;
};

/** An English sentence about records with Chinese names: move 高等数学 to Friday, let 李娜 teach 高等数学. */
const isEnglishAboutNames = (text: string): boolean =>
  (/\b(?:to|of|on|in|at|for|near|not|and|is|are|wh[a-z]+|how|move|swap|(?:un)?lock|find|show|cancel)\b/i.test(
    text,
  ) ||
    /\b[a-z]{2,}\b.*\b[a-z]{2,}\b/.test(`${text.charAt(0).toLowerCase()}${text.slice(1)}`)) &&
  !/[把将的在到调换和给吗呢吧有哪谁什么为能可要请帮]/u.test(text);

/**
 * The language in which a text is answered: its own, unless it chooses an option that was offered, which
 * may hold names in another language, or has none.
 */
async function languageFor(em: EntityManager, conversation: string, text: string): Promise<Language | null> {
  const [last] = await lastOffered(em, conversation);
  const isChosen = last?.options && chosenOption(text, last.options);
  // Ok is said in every language.
  const isSameLanguage = isChosen || (last && settlingIn(text)?.as === 'AGREE');
  return (isSameLanguage ? null : languageOf(text)) ?? last?.language ?? null;
}

const titleOf = (text: string): string => beginningOf(text.replace(/\s+/g, ' '), titleMax);

const tooManyConversations = (): DomainError =>
  errors.notPossible(
    `每人最多保存 ${conversationsMax} 个对话，请先删除不再需要的对话`,
    `One person keeps at most ${conversationsMax} conversations. Maybe delete some that are not needed.`,
  );

function refuseBusy({ own, all }: { readonly own: number; readonly all: number }): void {
  if (own >= answersOfPersonMax)
    throw tooMany(
      `您有 ${own} 条消息正在回答，每人同时最多 ${answersOfPersonMax} 条，请稍后再发`,
      `${own} of your messages are being answered, one person has at most ${answersOfPersonMax} at a time. ` +
        'Maybe wait.',
    );
  if (all >= answersMax)
    throw tooMany(
      `当前等待助手回答的消息已达 ${answersMax} 条，请稍后再试`,
      `${answersMax} messages wait for the assistant already. Maybe try again in a minute.`,
    );
}

async function refuseUnanswerable(em: EntityManager, id: string): Promise<void> {
  const [row] = await lockConversation(em, id);
  if (!row) throw errors.notFound({ zh: '对话', en: 'conversation' }, id);
  if (row.state !== 'NONE')
    throw errors.notPossible(
      '上一条消息仍在回答中，请等待回答结束',
      'The last message of the conversation is still being answered. Maybe wait for its end.',
    );
  if (row.messages >= messagesMax)
    throw errors.notPossible(
      `一个对话最多 ${messagesMax} 条消息，请开始新的对话`,
      `A conversation has at most ${messagesMax} messages. Maybe begin a new one.`,
    );
}

/** @throws INVALID_INPUT when a text is empty, too long, or holds what cannot be kept */
function refuseText(field: string, label: Text, text: string, max: number): void {
  const empty = { zh: `${label.zh}不能为空`, en: `${label.en} must not be empty.` };
  const problem =
    text === '' ? empty : (problemWithTextLength(label, max, text) ?? problemWithCharacters(label, text));
  if (problem) throw errors.invalidInput([{ field, text: problem }]);
}

const tooMany = (zh: string, en: string): DomainError => new DomainError('TOO_MANY_REQUESTS', { zh, en });

/** Rows that one statement deletes at most. */
const deletedMax = 500;

/** Deletes the conversations that were kept for as long as the setting says. Workers call it now and then. */
export async function deleteOldConversations(ctx: Context): Promise<void> {
  for (let count = deletedMax; count === deletedMax;)
    [{ count }] = await deleteConversations(ctx.em, ctx.app.config.ASSISTANT_DAYS, deletedMax);
}
