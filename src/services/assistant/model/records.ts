import type { z } from 'zod';
import { fieldOf, namedKinds } from '@class-scheduling/assistant-language';
import type { HandleKind, Handles } from './handles.js';

/** A reading, or everything that speaks against what a model answered, for another try of it. */
export type Judged<R> = { readonly reading: R } | { readonly faults: readonly string[] };

const faultsMax = 5;

/** What speaks against a value, to be told to the model that wrote it. */
export const faultsOf = ({ issues }: z.ZodError): string[] =>
  issues.slice(0, faultsMax).map(({ path, message }) => `${path.join('.')}: ${message}`.slice(0, 200));

/** Kinds of records by the properties of intents that name them. */
const kinds: Readonly<Record<string, readonly HandleKind[]>> = {
  ...Object.fromEntries(namedKinds.flatMap((kind) => [kind, fieldOf[kind]].map((key) => [key, [kind]]))),
  ...{ notIn: ['building', 'room'], near: ['building', 'room'], others: ['room'], anyOf: ['room'] },
};

/**
 * Data with other names of its records.
 * @param namesFor those in place of one; of the first alone where there is room for one
 */
export function renamed(
  value: unknown,
  namesFor: (name: string, kinds: readonly HandleKind[], isOne: boolean) => readonly string[],
  key = '',
): unknown {
  const wanted = kinds[key];
  if (typeof value === 'string') return wanted ? namesFor(value, wanted, true)[0] : value;
  if (Array.isArray(value))
    return wanted
      ? [...new Set(value.flatMap((name: string) => namesFor(name, wanted, false)))].sort()
      : value.map((item) => renamed(item, namesFor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, renamed(item, namesFor, name)]),
  );
}

/** What a model wrote with identifiers in place of handles, as a value of the type. */
export function withRecords<R>(written: unknown, handles: Handles, type: z.ZodType<R>): Judged<R> {
  const faults: string[] = [];
  const result = type.safeParse(
    renamed(written, (handle, wanted, isOne) => {
      const meaning = handles.meaningOf(handle);
      const isWanted = meaning !== undefined && wanted.includes(meaning.kind);
      const ids = isWanted ? meaning.ids : [];
      if (!isWanted)
        faults.push(`"${handle.slice(0, 20)}" is no handle of a ${wanted.join(' or ')} that you were shown.`);
      else if (ids.length === 0) faults.push(`${handle} is nobody whose timetable the person may see.`);
      else if (isOne && ids.length > 1)
        faults.push(`${handle} may mean ${ids.length} records, and here is room for one: ask.`);
      return ids;
    }),
  );
  // Of a surname there may be more people than an intent has room for.
  if (faults.length === 0 && result.success) return { reading: result.data };
  return { faults: faults.length > 0 ? faults.slice(0, faultsMax) : faultsOf(result.error!) };
}
