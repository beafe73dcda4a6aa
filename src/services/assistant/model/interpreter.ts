import { viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import type { Interpreter } from '../interpreter.js';
import { Exchange, type Hearing } from './exchange.js';
import { ModelFailure } from './failure.js';
import { modelReadings } from './metrics.js';

/**
 * The interpreter that asks the language model of the settings, for one caller. It ends with a reading, or
 * with a failure upon which the built-in one is asked.
 * @throws ModelFailure; what the signal was aborted with, when it was
 */
export const modelInterpreter = (ctx: Context, hearing: Hearing = {}): Interpreter => ({
  name: 'model',
  async interpret(text, situation, signal) {
    viewerOf(ctx);
    const { log, config } = ctx.app;
    const startMs = performance.now();
    const timeUp = AbortSignal.timeout(config.AI_TIMEOUT_SECONDS * 1000);
    const within = AbortSignal.any([signal, timeUp]);
    let outcome: string = 'read';
    try {
      return await new Exchange(ctx, text, situation, within, hearing).read();
    } catch (error) {
      signal.throwIfAborted();
      const failure = timeUp.aborted ? new ModelFailure('TIMEOUT') : error;
      outcome = failure instanceof ModelFailure ? failure.reason : 'OTHER';
      throw failure;
    } finally {
      modelReadings.inc({ outcome });
      const line = { outcome, ms: Math.round(performance.now() - startMs), requestId: ctx.requestId };
      log[outcome === 'read' ? 'info' : 'warn'](line, 'the language model was asked');
    }
  },
});
