import { z } from 'zod';
import {
  distance,
  isWithin,
  type Named,
  type NamedKind,
  namedKinds,
} from '@class-scheduling/assistant-language';
import type { Handles } from './handles.js';
import type { Mask } from './mask.js';
import { normal, type NameIndex, type Spelt } from './name-index.js';

const matchesMax = 20;
const queryMax = 100;

/** A record as a model sees it. */
export interface Found {
  readonly handle: string;
  readonly kind: NamedKind;
  readonly name?: string;
  readonly code?: string;
}

/** What a model is shown: records of the caller's scope, by handles and masked. */
export interface Shown {
  readonly index: NameIndex;
  readonly handles: Handles;
  readonly mask: Mask;
}

/** What the tool asks for, which finds records by what people call them. */
export const findInput = z.strictObject({
  words: z.string().min(1).max(queryMax),
  kind: z.enum(namedKinds).optional(),
});

/** The records of the caller's scope that words may mean, the likeliest first, and how many more. */
export function findNames(
  { words, kind }: z.infer<typeof findInput>,
  to: Shown,
): { found: Found[]; more: number } {
  const wanted = normal(to.handles.putBack(words));
  const ids = new Set(to.handles.meaningOf(words.trim())?.ids);
  const matches = to.index.spelt
    .filter(({ named }) => kind === undefined || named.kind === kind)
    .map((each) => ({ named: each.named, rank: ids.has(each.named.id) ? 0 : rankOf(each, wanted) }))
    .filter(({ rank }) => rank < unlike)
    .sort((a, b) => a.rank - b.rank);
  const found = matches.slice(0, matchesMax).map(({ named }) => shown(named, to));
  return { found, more: matches.length - found.length };
}

/** The records that a text names in full, which a model need not look for. */
export function namedIn(text: string, to: Shown): Found[] {
  const normalText = normal(text);
  return to.index.spelt
    .filter(({ name, code }) => [name, code].some((word) => word.length >= 2 && normalText.includes(word)))
    .sort((a, b) => b.name.length - a.name.length)
    .slice(0, matchesMax)
    .map(({ named }) => shown(named, to));
}

/** A record as a model is shown it. */
export function shown({ kind, id, name, code }: Named, { handles, mask }: Shown): Found {
  const handle = handles.of(kind, name, [id]);
  if (kind === 'teacher') return mask.hidesNames ? { handle, kind } : { handle, kind, name };
  return { handle, kind, name: mask.hide(name), ...(code !== null && code !== name && { code }) };
}

/** How unlike a name and what was looked for are; this is too much. */
const unlike = 5;

function rankOf({ name, code }: Spelt, wanted: string): number {
  if (wanted === '') return unlike;
  if (name === wanted || code === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted) || wanted.includes(name) || (code && wanted.includes(code))) return 2;
  // All letters in their order, as in 高数 for 高等数学.
  if (wanted.length >= 2 && isWithin(wanted, name)) return 3;
  return wanted.length >= 3 && distance(wanted, name, 1) <= 1 ? 4 : unlike;
}
