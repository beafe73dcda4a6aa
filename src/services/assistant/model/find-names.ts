import { z } from 'zod';
import {
  type Named,
  type NamedKind,
  namedKinds,
  namesLike,
  namesSaid,
  type Situation,
} from '@class-scheduling/assistant-language';
import type { Handles } from './handles.js';
import type { Mask } from './mask.js';

const matchesMax = 20;

/** A record as a model sees it. */
export interface Found {
  readonly handle: string;
  readonly kind: NamedKind;
  readonly name?: string;
  readonly code?: string;
}

/** What a model is shown: records of the caller's scope, by handles and masked. */
export interface Shown {
  readonly situation: Situation;
  readonly handles: Handles;
  readonly mask: Mask;
}

/** What the tool asks for, which finds records by what people call them. */
export const findInput = z.strictObject({
  words: z.string().min(1).max(100),
  kind: z.enum(namedKinds).optional(),
});

/** The records of the caller's scope that words may mean, those of a handle first, and how many more. */
export function findNames(
  { words, kind }: z.infer<typeof findInput>,
  to: Shown,
): { found: Found[]; more: number } {
  const { situation, handles } = to;
  const said = handles.putBack(words);
  const ids = new Set(handles.meaningOf(words.trim())?.ids);
  const matches = new Set([
    ...situation.names.filter(({ id }) => ids.has(id)),
    ...namesSaid(said, situation),
    ...namesLike(said, situation, kind),
  ]);
  const ofKind = (named: Named): boolean => kind === undefined || named.kind === kind;
  const known = [...matches].filter(ofKind);
  // 计组 is 计算机组成原理: its characters in their order.
  const isLike = isInOrder(said);
  const wanted = known.length > 0 ? known : situation.names.filter((one) => ofKind(one) && isLike(one));
  const found = wanted.slice(0, matchesMax).map((named) => shown(named, to));
  return { found, more: wanted.length - found.length };
}

function isInOrder(said: string): (named: Named) => boolean {
  const [first, ...others] = said.toLowerCase().replace(/\s/g, '');
  if (others.length === 0) return () => false;
  const isIn = (name: string): boolean => {
    let at = name.indexOf(first);
    for (const one of others) if (at >= 0) at = name.indexOf(one, at + 1);
    return at >= 0;
  };
  return ({ kind, name, englishName = '' }) =>
    kind !== 'teacher' && [name, englishName].some((each) => isIn(each.toLowerCase()));
}

/** The records that a text names, which a model need not look for; hidden people have their handles in it. */
export const namedIn = (text: string, to: Shown): Found[] =>
  namesSaid(text, to.situation)
    .filter(({ kind }) => kind !== 'teacher' || !to.mask.hidesNames)
    .slice(0, matchesMax)
    .map((named) => shown(named, to));

/** A record as a model is shown it. */
export function shown({ kind, id, name, code }: Named, { handles, mask }: Shown): Found {
  const handle = handles.of({ kind, label: name, ids: [id] });
  if (kind === 'teacher') return mask.hidesNames ? { handle, kind } : { handle, kind, name };
  return { handle, kind, name: mask.hide(name), ...(code !== null && code !== name && { code }) };
}
