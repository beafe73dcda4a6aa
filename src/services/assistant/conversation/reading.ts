import {
  type Interpreter,
  type Reading,
  type Situation,
  grammar,
} from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import { loggable } from '../../../schema/loggable.js';
import type { Text } from '../../../schema/texts.js';
import type { Hearing } from '../model/exchange.js';
import { ModelFailure } from '../model/failure.js';
import { modelInterpreter } from '../model/interpreter.js';
import { usedUpNotice } from '../model/usage.js';
import { lessonsFor } from '../known-lessons.js';
import { situationOf } from '../situation.js';

/** What was made of a text, and by which interpreter. */
export interface Read<R> {
  readonly reading: R;
  readonly interpreter: Interpreter['name'];
  /** Whether another interpreter was asked first, and failed. */
  readonly isFallback: boolean;
  /** What the person is to be told beside the answer; null where there is nothing. */
  readonly notice: Text | null;
}

/** Somebody who reads a text. */
interface Reader<R> {
  readonly name: Interpreter['name'];
  readonly read: () => R | Promise<R>;
}

/**
 * What the first reader makes of a text that does not fail. Whoever's tokens of the day are used up is told
 * so once a day.
 * @throws what the last reader fails with
 */
export async function readByFirst<R>(
  ctx: Context,
  readers: readonly Reader<R>[],
  signal: AbortSignal,
): Promise<Read<R>> {
  let notice: Text | null = null;
  for (const [at, { name, read }] of readers.entries()) {
    try {
      return { reading: await read(), interpreter: name, isFallback: at > 0, notice };
    } catch (error) {
      if (signal.aborted || at === readers.length - 1) throw error;
      ctx.app.log.warn(
        { err: loggable(error), interpreter: name },
        'an interpreter failed, so the next one is asked',
      );
      if (error instanceof ModelFailure && error.reason === 'QUOTA') notice = await usedUpNotice(ctx);
    }
  }
  throw new Error('Nobody reads.');
}

/** Reads a text of the caller by the first interpreter that does not fail. @throws what the last throws */
export async function readText(
  ctx: Context,
  text: string,
  {
    asked,
    ...state
  }: Pick<Situation, 'asked' | 'before' | 'open' | 'seen' | 'everSeen' | 'hasPlan' | 'isMade'>,
  signal: AbortSignal,
  hearing: Hearing = {},
): Promise<Read<Reading> & { readonly situation: Situation }> {
  const situation = { ...(await situationOf(ctx, asked)), lessons: await lessonsFor(ctx), ...state };
  // A language model first, if set up.
  const models = ctx.app.config.AI_BASE_URL === undefined ? [] : [modelInterpreter(ctx, hearing)];
  const readers = [...models, grammar].map((interpreter) => ({
    name: interpreter.name,
    read: () => interpreter.interpret(text, situation, signal),
  }));
  return { ...(await readByFirst(ctx, readers, signal)), situation };
}
