import { z } from 'zod';
import {
  type Reading,
  intent,
  intentsMax,
  optionsMax,
  textMax,
  unsupported,
} from '@class-scheduling/assistant-language';
import { beginningOf } from '../../../schema/texts.js';
import type { Handles } from './handles.js';
import { instructionsFor } from './instructions.js';
import { jsonSchemaOf } from './json-schema.js';
import { faultsOf, withRecords } from './records.js';
import type { Judged, ModelTask } from './task.js';

const question = z.string().trim().min(1).max(500);
const options = z
  .array(z.object({ label: z.string().trim().min(1).max(100), text: z.string().trim().min(1).max(300) }))
  .max(optionsMax);
const wanted = z.array(intent).min(1).max(intentsMax);

/** The kinds of readings, with handles in place of identifiers. What is not of the kind does not count. */
const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intents'), intents: wanted, isFollowUp: z.boolean().optional() }),
  z.object({ kind: z.literal('question'), question, options }),
  z.object({ kind: z.literal('unsupported') }),
]);

/** The same as models are told it: endpoints want the arguments of a tool to be one plain object. */
const toldShape = z.object({
  kind: z.enum(['intents', 'question', 'unsupported']),
  intents: wanted.optional(),
  isFollowUp: z.boolean().optional(),
  question: question.optional(),
  options: options.optional(),
});

/** JSON schema of what a model may answer, without bounds that only keep texts small: it is read often. */
const answerSchema = jsonSchemaOf(toldShape);

/** Judges the answer of a model to a text: its shape, and that it names only what it was shown. */
function judgeReading(value: unknown, handles: Handles): Judged<Reading> {
  const { success, data, error } = answerShape.safeParse(value);
  if (!success) return { faults: faultsOf(error) };
  if (data.kind === 'unsupported') return { reading: unsupported() };
  if (data.kind === 'intents') {
    const judged = withRecords(data.intents, handles, z.array(intent));
    if ('faults' in judged) return judged;
    return {
      reading: { kind: 'intents', intents: judged.reading, ...(data.isFollowUp && { isFollowUp: true }) },
    };
  }
  const inBoth = (text: string) => ({ zh: text, en: text });
  return {
    reading: {
      kind: 'question',
      question: inBoth(handles.putBack(data.question)),
      options: data.options.map(({ label, text }) => ({
        label: inBoth(handles.putBack(label)),
        text: beginningOf(handles.putBack(text), textMax),
      })),
    },
  };
}

/** Reads a text as wishes about the timetable. */
export const reading: ModelTask<Reading> = { instructionsFor, schema: answerSchema, judge: judgeReading };
