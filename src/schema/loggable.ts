import { GraphQLError } from 'graphql';

/** What the log may keep of an error: no values, because a database repeats whole rows in its messages. */
export function loggable(error: unknown): { error: Record<string, unknown> } {
  const cause = innermost(error);
  if (!(cause instanceof Error)) return { error: { name: typeof cause } };
  const { code, constraint, table } = cause as { code?: unknown; constraint?: unknown; table?: unknown };
  const isFromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  return {
    error: {
      name: cause.name,
      ...(!isFromDatabase && { message: cause.message.slice(0, 500) }),
      ...(isFromDatabase && { code, constraint, table }),
      frames: framesOf(cause),
    },
  };
}

/** Where it happened, without the folder in which the server is installed and without the message. */
function framesOf(error: Error): string[] {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 12)
    .map((line) =>
      line.trim().replace(/(?:file:\/\/)?\/[^\s()]*?\/((?:src|dist|node_modules|test)\/)/, '$1'),
    );
}

/** The error that the wrappers of graphql-js are about. */
export function innermost(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
