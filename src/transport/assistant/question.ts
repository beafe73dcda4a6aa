import { z } from 'zod';
import type { AssistantQuestion } from '../../schema/assistant.js';
import { DomainError } from '../../schema/errors.js';
import { parsedJson } from '../../schema/texts.js';
import { say } from '../../schema/texts.js';

const text = z.string().nullish();
const form = z
  .custom<object | string>((value) => typeof value === 'object' || typeof value === 'string')
  .nullish();

/** A message of a client, as it sends it; any type other than `chat` means an operation. */
const sent = z.object({
  ...{ user_input: z.string(), type: z.unknown().optional(), chat: text, form, other_data: text },
});

/** Parses a message of a client. @throws INVALID_BODY */
export function questionIn(message: string): AssistantQuestion {
  const { success, data, error } = sent.safeParse(parsedJson(message));
  if (success)
    return {
      kind: data.type === 'chat' ? 'chat' : 'operate',
      userInput: data.user_input,
      history: data.chat ?? '',
      form: data.form ?? null,
      otherData: data.other_data ?? '',
    };
  const [key] = error.issues[0].path.map(String);
  const told = key
    ? say(`消息中的 ${key} 缺失或类型不正确`, `${key} of the message is missing or of another type.`)
    : say('消息不是 JSON 对象', 'The message is not an object in JSON.');
  throw new DomainError('INVALID_BODY', told);
}
