import type { AssistantQuestion } from '../../schema/assistant.js';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

/** Reads a message of a client: `chat`, and whatever else is an operation. @throws DomainError */
export function questionIn(message: string): AssistantQuestion {
  const keys = parsed(message);
  if (typeof keys.user_input !== 'string') throw unreadable('user_input');
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

function parsed(message: string): Keys {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    throw noObject();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noObject();
  return value as Keys;
}

function textIn(keys: Keys, key: string): string {
  const value = keys[key] ?? '';
  if (typeof value !== 'string') throw unreadable(key);
  return value;
}

function structureIn(keys: Keys, key: string): object | string | null {
  const value = keys[key] ?? null;
  if (typeof value !== 'object' && typeof value !== 'string') throw unreadable(key);
  return value;
}

const refused = (text: Text): DomainError => new DomainError('INVALID_BODY', text);

const noObject = (): DomainError =>
  refused({ zh: '消息不是 JSON 对象', en: 'The message is not an object in JSON.' });

const unreadable = (key: string): DomainError =>
  refused({
    zh: `消息中的 ${key} 缺失或类型不正确`,
    en: `${key} of the message is missing or of another type.`,
  });
