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
  /** The building of a room whose name does not tell it. */
  readonly building?: string;
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
  const wanted = known.length > 0 ? known : alike(said, situation.names.filter(ofKind));
  const found = wanted.slice(0, matchesMax).map((named) => shown(named, to));
  return { found, more: wanted.length - found.length };
}

/** Those that hold what is said in their names, else its characters in their order: 计组 is 计算机组成原理. */
function alike(said: string, names: readonly Named[]): readonly Named[] {
  const letters = [...said.toLowerCase().replace(/\s/g, '')];
  const isNamed = (isIn: (name: string) => boolean): readonly Named[] =>
    names.filter(
      ({ kind, name, englishName = '' }) =>
        kind !== 'teacher' && [name, englishName].some((each) => isIn(each.toLowerCase())),
    );
  const inOrder = (name: string): boolean => {
    let at = -1;
    return letters.every((one) => (at = name.indexOf(one, at + 1)) >= 0);
  };
  const whole = letters.length > 0 ? isNamed((name) => name.includes(letters.join(''))) : [];
  return whole.length > 0 || letters.length < 2 ? whole : isNamed(inOrder);
}

/** The records that a text names, which a model need not look for; hidden people have their handles in it. */
export const namedIn = (text: string, to: Shown): Found[] =>
  namesSaid(text, to.situation)
    .filter(({ kind }) => kind !== 'teacher' || !to.mask.hidesNames)
    .slice(0, matchesMax)
    .map((named) => shown(named, to));

/** A record as a model is shown it. */
export function shown({ kind, id, name, code, building }: Named, { handles, mask }: Shown): Found {
  const handle = handles.of({ kind, label: name, ids: [id] });
  if (kind === 'teacher') return mask.hidesNames ? { handle, kind } : { handle, kind, name };
  return {
    ...{ handle, kind, name: mask.hide(name) },
    ...(code !== null && code !== name && { code }),
    ...(building && !name.includes(building) && { building }),
  };
}
