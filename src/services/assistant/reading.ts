import type { Context } from '../../data/context.js';
import { loggable } from '../../schema/loggable.js';
import { grammar } from './grammar/grammar.js';
import type { Asked, Interpreter, Reading, Situation } from './interpreter.js';
import type { Hearing } from './model/exchange.js';
import { modelInterpreter } from './model/interpreter.js';
import { situationOf } from './situation.js';

/** The interpreters for a caller, in the order in which they are tried: a language model first, if set up. */
export const interpretersOf = (ctx: Context, hearing: Hearing = {}): readonly Interpreter[] =>
  ctx.app.config.AI_BASE_URL === undefined ? [grammar] : [modelInterpreter(ctx, hearing), grammar];

/** What was made of a text, and by which interpreter. */
export interface ReadText {
  readonly reading: Reading;
  readonly situation: Situation;
  readonly interpreter: Interpreter['name'];
  /** Whether another interpreter was asked first, and failed. */
  readonly isFallback: boolean;
}

/**
 * Reads a text of the caller by the first interpreter that does not fail.
 * @returns null where there is no interpreter
 * @throws what the last interpreter fails with
 */
export async function readText(
  ctx: Context,
  text: string,
  asked: Asked | null,
  signal: AbortSignal,
  hearing?: Hearing,
): Promise<ReadText | null> {
  const interpreters = interpretersOf(ctx, hearing);
  const situation = await situationOf(ctx, asked);
  for (const [at, interpreter] of interpreters.entries()) {
    try {
      const reading = await interpreter.interpret(text, situation, signal);
      return { reading, situation, interpreter: interpreter.name, isFallback: at > 0 };
    } catch (error) {
      if (signal.aborted || at === interpreters.length - 1) throw error;
      ctx.app.log.warn(
        { err: loggable(error), interpreter: interpreter.name },
        'an interpreter failed, so the next one is asked',
      );
    }
  }
  return null;
}
