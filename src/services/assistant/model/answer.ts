import { z } from 'zod';
import { unsupported } from '../grammar/examples.js';
import {
  intent,
  intentsMax,
  meetingRef,
  optionsMax,
  roomWish,
  textMax,
  timeWish,
  type Intent,
} from '../intents.js';
import type { Reading } from '../interpreter.js';
import type { HandleKind, Handles } from './handles.js';

const question = z.string().trim().min(1).max(500);
const options = z
  .array(z.object({ label: z.string().trim().min(1).max(100), text: z.string().trim().min(1).max(300) }))
  .max(optionsMax);
const wanted = z.array(intent).min(1).max(intentsMax);

/** The kinds of readings, with handles in place of identifiers. What is not of the kind does not count. */
const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intents'), intents: wanted }),
  z.object({ kind: z.literal('question'), question, options }),
  z.object({ kind: z.literal('unsupported') }),
]);

/** The same as models are told it: endpoints want the arguments of a tool to be one plain object. */
const toldShape = z.object({
  kind: z.enum(['intents', 'question', 'unsupported']),
  intents: wanted.optional(),
  question: question.optional(),
  options: options.optional(),
});

const names = z.registry<{ id: string }>();
names.add(timeWish, { id: 'Time' });
names.add(roomWish, { id: 'Room' });
names.add(meetingRef, { id: 'Meeting' });

const left = [
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
  'id',
] as const;

/** JSON schema of what a model may answer, without bounds that only keep texts small: it is read often. */
export const answerSchema = jsonSchemaOf(toldShape);

/** The JSON schema of arguments, as small as it may be. */
export function jsonSchemaOf(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    metadata: names,
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of left) delete jsonSchema[key];
    },
  });
  return schema as Record<string, unknown>;
}

/** A reading, or everything that speaks against what the model answered, for another try of it. */
export type Judged = { readonly reading: Reading } | { readonly faults: readonly string[] };

const faultsMax = 5;

/** Judges the answer of a model to a text: its shape, and that it names only what it was shown. */
export function judge(value: unknown, handles: Handles, text: string): Judged {
  const { success, data, error } = answerShape.safeParse(value);
  if (!success) return { faults: error.issues.slice(0, faultsMax).map(faultOf) };
  if (data.kind === 'unsupported') return { reading: unsupported(text) };
  if (data.kind === 'intents') return withRecords(data.intents, handles);
  const inBoth = (text: string) => ({ zh: text, en: text });
  return {
    reading: {
      kind: 'question',
      question: inBoth(handles.putBack(data.question)),
      options: data.options.map(({ label, text }) => ({
        label: inBoth(handles.putBack(label)),
        text: handles.putBack(text).slice(0, textMax),
      })),
    },
  };
}

const faultOf = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.join('.')}: ${message}`.slice(0, 200);

/** Kinds of records by the properties of intents that name them. */
const kinds: Readonly<Record<string, HandleKind>> = {
  course: 'course',
  courses: 'course',
  teacher: 'teacher',
  teachers: 'teacher',
  administrativeClasses: 'administrativeClass',
  teachingClasses: 'teachingClass',
  room: 'room',
  rooms: 'room',
  building: 'building',
};

/** Intents with identifiers in place of handles. */
function withRecords(intents: readonly Intent[], handles: Handles): Judged {
  const faults: string[] = [];
  const idsOf = (handle: string, kind: HandleKind): readonly string[] => {
    const meaning = handles.meaningOf(handle);
    if (meaning?.kind === kind && meaning.ids.length > 0) return meaning.ids;
    faults.push(
      meaning?.kind === kind
        ? `${handle} is nobody whose timetable the person may see.`
        : `"${handle.slice(0, 20)}" is no handle of a ${kind} that you were shown.`,
    );
    return [];
  };
  const oneOf = (handle: string, kind: HandleKind): string => {
    const ids = idsOf(handle, kind);
    if (ids.length > 1)
      faults.push(`${handle} may mean ${ids.length} records, and here is room for one: ask.`);
    return ids[0] ?? '';
  };
  const replaced = (value: unknown, key: string): unknown => {
    const kind = kinds[key];
    if (typeof value === 'string') return kind ? oneOf(value, kind) : value;
    if (Array.isArray(value)) {
      if (!kind) return value.map((item) => replaced(item, ''));
      return [...new Set(value.flatMap((handle: string) => idsOf(handle, kind)))].sort();
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, name)]));
  };
  const result = z.array(intent).safeParse(replaced(intents, ''));
  // Of a surname there may be more people than an intent has room for.
  if (faults.length === 0 && !result.success) faults.push(...result.error.issues.map(faultOf));
  if (faults.length > 0) return { faults: faults.slice(0, faultsMax) };
  return { reading: { kind: 'intents', intents: result.data! } };
}
