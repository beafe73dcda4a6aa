import type { Situation } from '../interpreter.js';
import { compact, folded, readable } from './characters.js';
import { type Entry, gazetteerOf } from './gazetteer.js';
import { numberFrom } from './numbers.js';
import { isNamed, isRole, placeOf, type NameToken, type Token } from '../slots/tokens.js';

const form = /^(?:([a-h])(?:小)?组|第?(\d|[一二三四五六])(?:小)?组|(?:lab )?group ([a-h]|\d)(?![a-z0-9]))/;

/** A part of a class that is said at a position of a folded text, by all ways in which names may write it. */
export function groupAt(
  text: string,
  at: number,
): { readonly length: number; readonly spellings: readonly string[] } | null {
  if (/[a-z0-9]/.test(text[at - 1] ?? '')) return null;
  const [said, ...marks] = form.exec(text.slice(at, at + 12)) ?? [];
  if (!said) return null;
  const mark = marks.find((one) => one !== undefined)!;
  const number = numberFrom(mark);
  const all = number > 0 ? [`${number}`, '零一二三四五六七八九'[number]] : [mark];
  return { length: said.length, spellings: all.flatMap((one) => [`${one}组`, `group${one}`]) };
}

const groupsMax = 20;

/** Turns groups into names: of the teaching classes of the course that is named beside them, else of all. */
export function withGroups(tokens: readonly Token[], { names }: Situation): readonly Token[] {
  const said = tokens.filter(({ type }) => type === 'group').slice(0, groupsMax);
  if (said.length === 0) return tokens;
  const entries = gazetteerOf(names).entries.filter(
    ({ named: { kind }, compact: name }) => kind === 'teachingClass' && /组|group/.test(name),
  );
  return tokens.map((token, at) => {
    if (token.type !== 'group') return token;
    const { spellings } = token;
    const courses = courseBeside(tokens, at)?.candidates.map(({ name }) => compact(folded(readable(name))));
    const isMeant = ({ compact: name }: Entry): boolean =>
      spellings.some((one) => name.includes(one)) && (courses?.some((one) => name.includes(one)) ?? true);
    const candidates = said.includes(token) ? entries.filter(isMeant).map(({ named }) => named) : [];
    return candidates.length === 0
      ? { ...placeOf(token), type: 'unknown' }
      : { ...placeOf(token), type: 'name', candidates, isGuess: false };
  });
}

/** The course before a group in its sentence, else the one behind it. */
function courseBeside(tokens: readonly Token[], at: number): NameToken | undefined {
  const isCourse = (token: Token): token is NameToken => isNamed(token, 'course');
  const before = tokens.slice(0, at);
  const start = before.findLastIndex((token) => isRole(token, 'stop')) + 1;
  const after = tokens.slice(at + 1);
  const end = after.findIndex((token) => isRole(token, 'stop'));
  return before.slice(start).findLast(isCourse) ?? after.slice(0, end < 0 ? undefined : end).find(isCourse);
}
