import {
  asked,
  avoided,
  meetingRef,
  roomWish,
  type Situation,
  timeWish,
} from '@class-scheduling/assistant-language';
import { z } from 'zod';
import type { ToolTold } from './endpoint.js';
import { findInput } from './find-names.js';
import type { Handles } from './handles.js';
import { faultsOf, type Judged } from './records.js';

/** What a model is asked to make of a text. */
export interface ModelTask<R> {
  /** What it is told first; nothing in it was written by a person of the university. */
  readonly instructionsFor: (situation: Situation) => string;
  /** The tools that it may call, as it is told. */
  readonly tools: ToolTold[];
  /** Judges what it answered: its shape, and that it names only what it was shown. */
  readonly judge: (value: unknown, handles: Handles) => Judged<R>;
}

/** A question of a model, as it writes it. */
export const questionText = z.string().trim().min(1).max(500);

type Kind = z.ZodObject<{ kind: z.ZodLiteral<string> }>;

/** A task with answers of several kinds, of which models are told as one object: endpoints want that. */
export function taskOf<K extends z.ZodDiscriminatedUnion<Kind[]>, R>(
  instructionsFor: ModelTask<R>['instructionsFor'],
  kinds: K,
  made: (answer: z.infer<K>, handles: Handles) => Judged<R>,
): ModelTask<R> {
  const told = z.object({
    ...Object.assign({}, ...kinds.options.map((option) => option.partial().shape)),
    kind: z.enum(kinds.options.map(({ shape }) => shape.kind.value)),
  });
  const finding =
    'Finds records by a name, part of a name, abbreviation or code. Answers with their handles.';
  return {
    instructionsFor,
    tools: [
      toolTold('find_names', finding, findInput),
      toolTold('answer', 'Ends the conversation with what the person wants.', told),
    ],
    judge(value, handles) {
      const { success, data, error } = kinds.safeParse(value);
      return success ? made(data, handles) : { faults: faultsOf(error) };
    },
  };
}

const named = z.registry<{ id: string }>();
named.add(asked, { id: 'Ask' });
named.add(avoided, { id: 'Avoid' });
named.add(timeWish, { id: 'Time' });
named.add(roomWish, { id: 'Room' });
named.add(meetingRef, { id: 'Meeting' });

const left = 'pattern minLength maxLength minItems maxItems additionalProperties id'.split(' ');

/** A tool as a model is told of it, with a JSON schema of its arguments as small as it may be. */
function toolTold(name: string, description: string, input: z.ZodType): ToolTold {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, {
    metadata: named,
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of left) delete jsonSchema[key as keyof typeof jsonSchema];
    },
  });
  return { type: 'function', function: { name, description, parameters } };
}
