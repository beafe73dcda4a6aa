import type { GraphQLError } from 'graphql';
import { DomainError } from '../../schema/errors.js';
import type { Text } from '../../schema/texts.js';

/** Maximum length of a message that quotes the request. */
const messageMax = 300;

/**
 * The message of an error from graphql-js or a scalar, without the invalid value, which may be huge or
 * secret. Messages of our own scalars are kept, because they quote at most the beginning of an identifier or
 * a date.
 */
export function withoutValues(error: GraphQLError): string {
  const own = error.originalError as GraphQLError | undefined;
  if (own?.extensions?.code) return shortened(own.message);
  if (error.extensions?.code) return shortened(error.message);
  const suggestion = / Did you mean [^]*$/.exec(error.message)?.[0] ?? '';
  const message = error.message
    .slice(0, error.message.length - suggestion.length)
    .replace(/^(Expected value of type .{0,100}?), found [^]*$/, '$1.')
    .replace(/^(.{0,100}? cannot represent [^:]{1,60}): [^]*$/, '$1.')
    .replace(/^Value "[^]*" (does not exist in )/, 'The value $1')
    .replace(/^(Syntax Error: [^]*?\b(?:String|BlockString)) "[^]*$/, '$1.');
  return shortened(message + suggestion);
}

const shortened = (message: string): string =>
  message.length > messageMax ? `${message.slice(0, messageMax - 1)}…` : message;

/** What graphql-js says of values, in Chinese. */
const inChinese: readonly (readonly [RegExp, string])[] = [
  [/^Expected non-nullable type "(.+)" not to be null\.$/, '类型 $1 的值不能为 null'],
  [/^Field "(.+)" of required type "(.+)" was not provided\.$/, '缺少必填字段 $1（类型 $2）'],
  [/^Field "(.+)" is not defined by type "(.+?)"\./, '类型 $2 没有字段 $1'],
  [/^Expected type "(.+)" to be an object\./, '类型 $1 的值应为对象'],
  [/^The value does not exist in "(.+)" enum\./, '枚举 $1 没有这个值'],
  [/^Enum "(.+)" cannot represent non-string value\./, '枚举 $1 的值应为文本'],
  [/^Int cannot represent non-integer value\./, '应为整数'],
  [/^Int cannot represent non 32-bit signed integer value\./, '应为 32 位整数'],
  [/^Float cannot represent non numeric value\./, '应为数字'],
  [/^Boolean cannot represent a non boolean value\./, '应为 true 或 false'],
  [/^String cannot represent a non string value\./, '应为文本'],
  [/ Did you mean (?:the enum value )?(.+)\?$/, '，是否应为 $1'],
];

/** What is wrong with a value, in both languages where it is known. */
export function textOf(error: GraphQLError): Text {
  if (error.originalError instanceof DomainError) return error.originalError.text;
  const en = withoutValues(error);
  return { zh: inChinese.reduce((text, [said, zh]) => text.replace(said, zh), en), en };
}
