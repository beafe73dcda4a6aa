import { z } from 'zod';
import {
  type Reading,
  intent,
  intentsMax,
  optionsMax,
  textMax,
  unsupported,
} from '@class-scheduling/assistant-language';
import { beginningOf, plain } from '../../../schema/texts.js';
import type { Handles } from './handles.js';
import { instructionsFor } from './instructions.js';
import { withRecords, type Judged } from './records.js';
import { questionText, taskOf } from './task.js';

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
export const reading = taskOf(instructionsFor, kinds, readingOf);
