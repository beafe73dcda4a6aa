import { z } from 'zod';
import { type Situation, anyOf, avoided, roomWish, timeWish } from '@class-scheduling/assistant-language';
import type { Context } from '../../../data/context.js';
import type { Handles } from '../model/handles.js';
import { formInstructionsFor } from '../model/instructions.js';
import { askModel } from '../model/interpreter.js';
import { jsonSchemaOf } from '../model/json-schema.js';
import { faultsOf, withRecords } from '../model/records.js';
import type { Judged, ModelTask } from '../model/task.js';
import { readByFirst, type Read } from '../conversation/reading.js';
import { doubtful, onlyWeekly, wishesIn } from './wishes.js';
import type { Wishes } from '../../scheduling/proposals/wished-times.js';

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
type FormWishes = z.infer<typeof formWishes>;

const question = z.string().trim().min(1).max(500);
const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wishes'), wishes: formWishes }),
  z.object({ kind: z.literal('question'), question }),
]);
const toldShape = z.object({
  kind: z.enum(['wishes', 'question']),
  wishes: formWishes.optional(),
  question: question.optional(),
});

function judge(value: unknown, handles: Handles): Judged<Wishes> {
  const { success, data, error } = answerShape.safeParse(value);
  if (!success) return { faults: faultsOf(error) };
  if (data.kind === 'question') {
    const text = handles.putBack(data.question);
    return { reading: doubtful({ zh: text, en: text }) };
  }
  const judged = withRecords(data.wishes, handles, formWishes);
  return 'faults' in judged ? judged : { reading: wishesOf(judged.reading) };
}

function wishesOf({ administrativeClasses: classes = [], ...wishes }: FormWishes): Wishes {
  const { courses = [], teachers = [], at, from, avoid } = wishes;
  if (at?.date ?? from?.date) return doubtful(onlyWeekly);
  return {
    ...wishes,
    ...{ courses, teachers, classes },
    isOtherTeacher: wishes.isOtherTeacher === true && teachers.length === 0,
    isOtherTime: wishes.isOtherTime === true && !at && !avoid,
    doubt: null,
  };
}

const task: ModelTask<Wishes> = {
  instructionsFor: formInstructionsFor,
  schema: jsonSchemaOf(toldShape),
  judge,
};

/**
 * What a text of a form says, read as everything that people say to the assistant is: by the language model
 * where one is set up, by the words of the grammar where it fails.
 */
export function readForm(ctx: Context, text: string, situation: Situation): Promise<Read<Wishes>> {
  const { signal } = new AbortController();
  const grammar = { name: 'grammar', read: () => wishesIn(text, situation) } as const;
  if (ctx.app.config.AI_BASE_URL === undefined) return readByFirst(ctx, [grammar], signal);
  const model = { name: 'model', read: () => askModel(ctx, task, { text, situation, signal }) } as const;
  return readByFirst(ctx, [model, grammar], signal);
}
