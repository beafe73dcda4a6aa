import type { z } from 'zod';
import { fieldOf, namedKinds } from '@class-scheduling/assistant-language';
import type { HandleKind, Handles } from './handles.js';

/** A reading, or everything that speaks against what a model answered, for another try of it. */
export type Judged<R> = { readonly reading: R } | { readonly faults: readonly string[] };

const faultsMax = 5;

/** What speaks against a value, to be told to the model that wrote it. */
export const faultsOf = (error: z.ZodError): string[] => error.issues.slice(0, faultsMax).map(faultOf);

const faultOf = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.join('.')}: ${message}`.slice(0, 200);

/** Kinds of records by the properties of intents that name them. */
const kinds: Readonly<Record<string, HandleKind>> = {
  ...Object.fromEntries(namedKinds.flatMap((kind) => [kind, fieldOf[kind]].map((key) => [key, kind]))),
  ...{ notIn: 'building', others: 'room' },
};

/** Data as a model reads it, with handles in place of identifiers; what has none is left out. */
export function withHandles(value: unknown, handleOf: (id: string) => string | null, key = ''): unknown {
  if (typeof value === 'string') return kinds[key] ? (handleOf(value) ?? undefined) : value;
  if (Array.isArray(value)) return value.map((item) => withHandles(item, handleOf, key)).filter(Boolean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withHandles(item, handleOf, name)]),
  );
}

/** What a model wrote with identifiers in place of handles, as a value of the type. */
export function withRecords<R>(written: unknown, handles: Handles, type: z.ZodType<R>): Judged<R> {
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
  const result = type.safeParse(replaced(written, ''));
  // Of a surname there may be more people than an intent has room for.
  if (faults.length === 0 && !result.success) faults.push(...result.error.issues.map(faultOf));
  if (faults.length > 0) return { faults: faults.slice(0, faultsMax) };
  return { reading: result.data! };
}
