import { z } from 'zod';
import {
  elsewhere,
  type Intent,
  type Interpreter,
  type Reading,
  intent,
  intentsMax,
  optionsMax,
  read,
  type Situation,
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

/** That an option of the question is meant, by its place in it. */
export interface Choice {
  readonly kind: 'option';
  readonly at: number;
}

const intents = z.array(intent).min(1).max(intentsMax);
const label = z.string().trim().min(1).max(100);
const options = z.array(z.object({ label, text: z.string().trim().min(1).max(300) })).max(optionsMax);

/** The kinds of readings, with handles in place of identifiers. What is not of the kind does not count. */
const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intents'), intents, isFollowUp: z.boolean().optional() }),
  z.object({ kind: z.literal('option'), number: z.number().int().min(1).max(optionsMax) }),
  z.object({ kind: z.literal('question'), question: questionText, options }),
  z.object({ kind: z.literal('unsupported') }),
]);

function readingOf(answer: z.infer<typeof kinds>, handles: Handles): Judged<Reading | Choice> {
  if (answer.kind === 'unsupported') return { reading: unsupported() };
  const { kind } = answer;
  if (kind === 'option') return { reading: { kind, at: answer.number - 1 } };
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
export const modelInterpreter = (ctx: Context, hearing?: Hearing): Interpreter<Reading | Choice> => ({
  name: 'model',
  async interpret(text, situation, signal) {
    const told = await askModel(ctx, reading, { text, situation, signal, hearing });
    if (told.kind === 'intents') return { ...told, intents: ownIn(told.intents, situation) };
    return told.kind === 'unsupported' ? notMine(text, situation) : told;
  },
});

/** Intents with the caller in the place of `isOwn`, which tells of students what they attend. */
function ownIn(intents: readonly Intent[], { self: { teacher } }: Situation): Intent[] {
  const own = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('isOwn' in value) || 'type' in value) return value;
    const { isOwn, ...meeting } = value;
    return isOwn ? { ...meeting, teachers: [teacher] } : meeting;
  };
  return teacher === null ? [...intents] : (JSON.parse(JSON.stringify(intents, own)) as Intent[]);
}

/** What is said to what a model finds in no intent: thanks, where something is done, whom to ask. */
function notMine(text: string, situation: Situation): Reading {
  const told = read(text, situation);
  const isKnown = told.kind === 'unsupported' && told.hint !== unsupported().hint;
  return isKnown ? told : unsupported(elsewhere(text, situation));
}
