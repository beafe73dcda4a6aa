import type { AssistantQuestion } from '../../schema/assistant.js';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

/** Parses a message of a client; any type other than `chat` means an operation. @throws DomainError */
export function questionIn(message: string): AssistantQuestion {
  const keys = keysOf(message);
  if (typeof keys.user_input !== 'string') throw invalidKey('user_input');
  return {
    kind: keys.type === 'chat' ? 'chat' : 'operate',
    userInput: keys.user_input,
    history: textIn(keys, 'chat'),
    page: textIn(keys, 'this_page'),
    form: structureIn(keys, 'form'),
    record: structureIn(keys, 'record'),
    otherData: textIn(keys, 'other_data'),
  };
}

type Keys = Readonly<Record<string, unknown>>;

function keysOf(message: string): Keys {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    throw notAnObject();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject();
  return value as Keys;
}

function textIn(keys: Keys, key: string): string {
  const value = keys[key] ?? '';
  if (typeof value !== 'string') throw invalidKey(key);
  return value;
}

function structureIn(keys: Keys, key: string): object | string | null {
  const value = keys[key] ?? null;
  if (typeof value !== 'object' && typeof value !== 'string') throw invalidKey(key);
  return value;
}

const invalidBody = (text: Text): DomainError => new DomainError('INVALID_BODY', text);

const notAnObject = (): DomainError =>
  invalidBody({ zh: '消息不是 JSON 对象', en: 'The message is not an object in JSON.' });

const invalidKey = (key: string): DomainError =>
  invalidBody({
    zh: `消息中的 ${key} 缺失或类型不正确`,
    en: `${key} of the message is missing or of another type.`,
  });
