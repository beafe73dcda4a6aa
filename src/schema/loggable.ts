import { GraphQLError } from 'graphql';

/** The loggable part of an error: no database messages, because they repeat the values of whole rows. */
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

/** The stack frames, without the installation folder and without the message. */
function framesOf(error: Error): string[] {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 12)
    .map((line) =>
      line.trim().replace(/(?:file:\/\/)?\/[^\s()]*?\/((?:src|dist|node_modules|test)\/)/, '$1'),
    );
}

/** The original error inside the wrappers of graphql-js. */
export function innermost(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
