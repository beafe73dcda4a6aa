import type { GraphQLError } from 'graphql';

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
