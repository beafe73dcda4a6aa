import { z } from 'zod';
import { type Situation, anyOf, avoided, roomWish, timeWish } from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import { plain } from '../../../schema/texts.js';
import { formInstructionsFor } from '../model/instructions.js';
import { askModel } from '../model/interpreter.js';
import { withRecords } from '../model/records.js';
import { questionText, taskOf } from '../model/task.js';
import { readByFirst, type Read } from '../conversation/reading.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';
import { doubtful, wished, wishesIn } from './wishes.js';

/** What a text of a form says, as a model writes it. */
const formWishes = z.strictObject({
  courses: anyOf.optional(),
  teachers: anyOf.optional(),
  administrativeClasses: anyOf.optional(),
  from: timeWish.optional(),
  at: timeWish.optional(),
  room: roomWish.optional(),
  avoid: avoided.optional(),
  isOtherTeacher: z.boolean().optional(),
  isOtherTime: z.boolean().optional(),
});

const kinds = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wishes'), wishes: formWishes }),
  z.object({ kind: z.literal('question'), question: questionText }),
]);

const task = taskOf(formInstructionsFor, kinds, (answer, handles) => {
  if (answer.kind === 'question') return { reading: doubtful(plain(handles.putBack(answer.question))) };
  const judged = withRecords(answer.wishes, handles, formWishes);
  if ('faults' in judged) return judged;
  const { administrativeClasses: classes, ...said } = judged.reading;
  return { reading: wished({ ...said, classes }) };
});

/**
 * What a text of a form says, read as everything that people say to the assistant is: by the language model
 * where one is set up, by the words of the grammar where it fails.
 */
export function readForm(ctx: Context, text: string, situation: Situation): Promise<Read<Wishes>> {
  const { signal } = new AbortController();
  const model = () => askModel(ctx, task, { text, situation, signal });
  return readByFirst(ctx, { model, grammar: () => wishesIn(text, situation) }, signal);
}
