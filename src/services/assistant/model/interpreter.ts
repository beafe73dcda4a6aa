import { z } from 'zod';
import {
  type Interpreter,
  type Reading,
  intent,
  intentsMax,
  optionsMax,
  textMax,
  unsupported,
} from '@class-scheduling/assistant-language';
import { viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { beginningOf, plain } from '../../../schema/texts.js';
import { Exchange, type Hearing, type ModelQuestion } from './exchange.js';
import { ModelFailure } from './failure.js';
import type { Handles } from './handles.js';
import { instructionsFor } from './instructions.js';
import { modelReadings } from './metrics.js';
import { withRecords, type Judged } from './records.js';
import { questionText, taskOf, type ModelTask } from './task.js';

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

const intents = z.array(intent).min(1).max(intentsMax);
const label = z.string().trim().min(1).max(100);
const options = z.array(z.object({ label, text: z.string().trim().min(1).max(300) })).max(optionsMax);

/** The kinds of readings, with handles in place of identifiers. What is not of the kind does not count. */
const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intents'), intents, isFollowUp: z.boolean().optional() }),
  z.object({ kind: z.literal('question'), question: questionText, options }),
  z.object({ kind: z.literal('unsupported') }),
]);

function readingOf(answer: z.infer<typeof kinds>, handles: Handles): Judged<Reading> {
  if (answer.kind === 'unsupported') return { reading: unsupported() };
  const { kind } = answer;
  if (kind === 'intents') {
    const judged = withRecords(answer.intents, handles, z.array(intent));
    if ('faults' in judged) return judged;
    return { reading: { kind, intents: judged.reading, ...(answer.isFollowUp && { isFollowUp: true }) } };
  }
  const said = (text: string) => plain(handles.putBack(text));
  return {
    reading: {
      kind,
      question: said(answer.question),
      options: answer.options.map(({ label: shown, text }) => ({
        label: said(shown),
        text: beginningOf(handles.putBack(text), textMax),
      })),
    },
  };
}

/** Reads a text as wishes about the timetable. */
const reading = taskOf(instructionsFor, kinds, readingOf);

/** The interpreter that asks the language model of the settings, for one caller. */
export const modelInterpreter = (ctx: Context, hearing?: Hearing): Interpreter => ({
  name: 'model',
  interpret: (text, situation, signal) => askModel(ctx, reading, { text, situation, signal, hearing }),
});
