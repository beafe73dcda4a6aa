import type { AssistantEvent, AssistantQuestion } from '../../../schema/assistant.js';
import type { Context } from '../../../data/context.js';
import { chat } from './channel-chat.js';
import { operate } from '../page-help/operate.js';

/** Answers a question of a person over the channel of the web client. @throws DomainError */
export const answerQuestion = (ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> =>
  question.kind === 'operate' ? operate(ctx, question) : chat(ctx, question);
