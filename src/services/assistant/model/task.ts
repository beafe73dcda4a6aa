import { z } from 'zod';
import type { Situation } from '@class-scheduling/assistant-language';
import type { Handles } from './handles.js';
import { faultsOf, type Judged } from './records.js';

/** What a model is asked to make of a text. */
export interface ModelTask<R> {
  /** What it is told first; nothing in it was written by a person of the university. */
  readonly instructionsFor: (situation: Situation) => string;
  /** What it may answer, as it is told. */
  readonly told: z.ZodType;
  /** Judges what it answered: its shape, and that it names only what it was shown. */
  readonly judge: (value: unknown, handles: Handles) => Judged<R>;
}

/** A question of a model, as it writes it. */
export const questionText = z.string().trim().min(1).max(500);

type Kind = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

/** A task with answers of several kinds, of which models are told as one object: endpoints want that. */
export const taskOf = <K extends z.ZodDiscriminatedUnion<Kind[]>, R>(
  instructionsFor: ModelTask<R>['instructionsFor'],
  kinds: K,
  made: (answer: z.infer<K>, handles: Handles) => Judged<R>,
): ModelTask<R> => ({
  instructionsFor,
  told: z.object({
    ...Object.assign({}, ...kinds.options.map((option) => option.partial().shape)),
    kind: z.enum(kinds.options.map(({ shape }) => shape.kind.value)),
  }),
  judge(value, handles) {
    const { success, data, error } = kinds.safeParse(value);
    return success ? made(data, handles) : { faults: faultsOf(error) };
  },
});
