import { z } from 'zod';
import { type Named, type NamedKind, namedKinds } from '@class-scheduling/assistant-language';
import type { Handles } from './handles.js';
import type { Mask } from './mask.js';
import { normal, type NameIndex, type Spelt } from './name-index.js';
import type { Tool } from './tool.js';

const matchesMax = 20;
const queryMax = 100;

/** A record as a model sees it. */
export interface Found {
  readonly handle: string;
  readonly kind: NamedKind;
  readonly name?: string;
  readonly code?: string;
}

const findInput = z.strictObject({
  words: z.string().min(1).max(queryMax),
  kind: z.enum(namedKinds).optional(),
});

/** The tool that finds records of the caller's scope by what people call them. */
export const findNames = ({ spelt }: NameIndex): Tool<z.infer<typeof findInput>> => ({
  name: 'find_names',
  description: 'Finds records by a name, part of a name, abbreviation or code. Answers with their handles.',
  input: findInput,
  run({ words, kind }, { handles, mask }) {
    const wanted = normal(handles.putBack(words));
    const ids = new Set(handles.meaningOf(words.trim())?.ids);
    const matches = spelt
      .filter(({ named }) => kind === undefined || named.kind === kind)
      .map((each) => ({ named: each.named, rank: ids.has(each.named.id) ? 0 : rankOf(each, wanted) }))
      .filter(({ rank }) => rank < unlike)
      .sort((a, b) => a.rank - b.rank);
    const found = matches.slice(0, matchesMax).map(({ named }) => shown(named, handles, mask));
    return { found, more: Math.max(0, matches.length - matchesMax) };
  },
});

/** The records that a text names in full, which a model need not look for. */
export function namedIn(text: string, { spelt }: NameIndex, handles: Handles, mask: Mask): Found[] {
  const normalText = normal(text);
  return spelt
    .filter(({ name, code }) => [name, code].some((word) => word.length >= 2 && normalText.includes(word)))
    .sort((a, b) => b.name.length - a.name.length)
    .slice(0, matchesMax)
    .map(({ named }) => shown(named, handles, mask));
}

/** A record as a model is shown it. */
export function shown(named: Named, handles: Handles, mask: Mask): Found {
  const { kind, id, name, code } = named;
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
  if (isAbbreviation(wanted, name)) return 3;
  return wanted.length >= 3 && isOneLetterOff(wanted, name) ? 4 : unlike;
}

/** Whether all letters stand in the name in this order, as in 高数 for 高等数学. */
function isAbbreviation(short: string, full: string): boolean {
  if (short.length < 2) return false;
  let at = 0;
  for (const letter of full) if (letter === short[at]) at++;
  return at === short.length;
}

function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, skipped: number): string => text.slice(start + skipped);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1);
}
