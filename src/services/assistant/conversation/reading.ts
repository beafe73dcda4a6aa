import { type Interpreter, type Reading, type Situation, read } from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import { loggable } from '../../../schema/loggable.js';
import type { Text } from '../../../schema/texts.js';
import type { Hearing } from '../model/exchange.js';
import { hasModel } from '../model/endpoint.js';
import { ModelFailure } from '../model/failure.js';
import { type Choice, modelInterpreter } from '../model/interpreter.js';
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

/**
 * What the language model makes of a text, if one is set up; where it fails, the grammar. Whoever's tokens of
 * the day are used up is told so once a day.
 */
export async function readByFirst<R>(
  ctx: Context,
  by: Readonly<Record<Interpreter['name'], () => R | Promise<R>>>,
  signal: AbortSignal,
): Promise<Read<R>> {
  const isModelled = hasModel(ctx.app.config);
  let notice: Text | null = null;
  if (isModelled)
    try {
      return { reading: await by.model(), interpreter: 'model', isFallback: false, notice };
    } catch (error) {
      if (signal.aborted) throw error;
      ctx.app.log.warn({ err: loggable(error) }, 'the language model failed, so the grammar is asked');
      if (error instanceof ModelFailure && error.reason === 'QUOTA') notice = await usedUpNotice(ctx);
    }
  return { reading: await by.grammar(), interpreter: 'grammar', isFallback: isModelled, notice };
}

/** Reads a text of the caller as wishes about the timetable; a model the whole of what was said with it. */
export async function readText(
  ctx: Context,
  { text, whole }: Readonly<Record<'text' | 'whole', string>>,
  {
    asked,
    ...state
  }: Pick<Situation, 'asked' | 'said' | 'before' | 'open' | 'seen' | 'everSeen' | 'hasPlan' | 'isMade'>,
  signal: AbortSignal,
  hearing: Hearing = {},
): Promise<Read<Reading | Choice> & { readonly situation: Situation }> {
  const situation = { ...(await situationOf(ctx, asked)), lessons: await lessonsFor(ctx), ...state };
  const by = {
    model: () => modelInterpreter(ctx, hearing).interpret(whole, situation, signal),
    grammar: () => read(text, situation),
  };
  return { ...(await readByFirst(ctx, by, signal)), situation };
}
