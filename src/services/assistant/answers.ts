import type { AssistantEvent, AssistantQuestion } from '../../schema/assistant.js';
import { DomainError } from '../../schema/errors.js';
import type { Context } from '../../data/context.js';
import { interpretersOf } from './reading.js';

/**
 * Answers a question of a person. Nothing is set up yet that could, which is said in the form that each kind
 * of question waits for: an operation fails, because the end of one would make the page act.
 */
export async function* answerQuestion(
  { app, language }: Context,
  { kind }: AssistantQuestion,
): AsyncGenerator<AssistantEvent> {
  const refusal = interpretersOf(app).length > 0 ? notHere() : notSetUp();
  if (kind === 'operate') throw refusal;
  yield { type: 'agent_message', message: refusal.messageIn(language) };
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
