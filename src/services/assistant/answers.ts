import type { AssistantEvent, AssistantQuestion } from '../../schema/assistant.js';
import { DomainError } from '../../schema/errors.js';
import type { Context } from '../../data/context.js';
import { operate } from './page-help/operate.js';
import { interpretersOf } from './reading.js';

/** Answers a question of a person over the channel of the web client. @throws DomainError */
export async function* answerQuestion(
  ctx: Context,
  question: AssistantQuestion,
): AsyncGenerator<AssistantEvent> {
  if (question.kind === 'operate') return yield* operate(ctx, question);
  const refusal = interpretersOf(ctx).length > 0 ? notHere() : notSetUp();
  yield { type: 'agent_message', message: refusal.messageIn(ctx.language) };
  yield { type: 'message_end', metadata: '' };
}

const notSetUp = (): DomainError =>
  new DomainError('NOT_READY', {
    zh: 'AI 助手尚未启用，请联系管理员。',
    en: 'The assistant is not set up yet. Maybe ask the administrator.',
  });

const notHere = (): DomainError =>
  new DomainError('NOT_READY', {
    zh: '此处尚不能使用 AI 助手。',
    en: 'The assistant does not answer here yet. Maybe ask it over GraphQL.',
  });
