import type { Interpreter } from '@class-scheduling/assistant-language';
import { viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { reading } from './answer.js';
import { Exchange, type Hearing, type ModelQuestion } from './exchange.js';
import { ModelFailure } from './failure.js';
import { modelReadings } from './metrics.js';
import type { ModelTask } from './task.js';

/**
 * Asks the language model of the settings, for one caller. It ends with what the task makes of the text, or
 * with a failure upon which the built-in grammar is asked.
 * @throws ModelFailure; what the signal was aborted with, when it was
 */
export async function askModel<R>(ctx: Context, task: ModelTask<R>, question: ModelQuestion): Promise<R> {
  viewerOf(ctx);
  const { log, config } = ctx.app;
  const startMs = performance.now();
  const timeUp = AbortSignal.timeout(config.AI_TIMEOUT_SECONDS * 1000);
  const signal = AbortSignal.any([question.signal, timeUp]);
  let outcome: string = 'read';
  try {
    return await new Exchange(ctx, task, { ...question, signal }).read();
  } catch (error) {
    question.signal.throwIfAborted();
    const failure = timeUp.aborted ? new ModelFailure('TIMEOUT') : error;
    outcome = failure instanceof ModelFailure ? failure.reason : 'OTHER';
    throw failure;
  } finally {
    modelReadings.inc({ outcome });
    const line = { outcome, ms: Math.round(performance.now() - startMs), requestId: ctx.requestId };
    log[outcome === 'read' ? 'info' : 'warn'](line, 'the language model was asked');
  }
}

/** The interpreter that asks the language model of the settings, for one caller. */
export const modelInterpreter = (ctx: Context, hearing?: Hearing): Interpreter => ({
  name: 'model',
  interpret: (text, situation, signal) => askModel(ctx, reading, { text, situation, signal, hearing }),
});
