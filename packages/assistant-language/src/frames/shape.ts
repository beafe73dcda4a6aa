import type { NamedKind } from '../intents.js';
import { isRole, type Token } from '../slots/tokens.js';
import { folded, isChinese } from '../spot/characters.js';

const kinds: Readonly<Record<Exclude<NamedKind, 'department'>, string>> = {
  course: 'C',
  teacher: 'T',
  administrativeClass: 'A',
  teachingClass: 'C',
  room: 'R',
  building: 'B',
};

type Time = Extract<Token, { type: 'time' }>['piece'];

/** Kinds of times by what tells one of them; earlier ones first. */
const timeKinds: readonly (readonly [kind: string, ...told: (keyof Time)[]])[] = [
  ['O', 'date', 'relativeWeek'],
  ['W', 'weeks', 'parity'],
  ['D', 'days'],
  ['P', 'periods', 'clock'],
  ['N', 'isNow'],
  ['H', 'part'],
  ['E', 'isWeekly'],
];
const timeKind = (time: Time): string =>
  timeKinds.find(([, ...told]) => told.some((part) => time[part] !== undefined))?.[0] ?? 'P';

/** What a sentence is made of once every name, time and number is only its kind. */
export interface Shape {
  /** Kinds, Chinese characters and words of letters, in order. */
  readonly pieces: readonly string[];
  /** Kinds, and what each known word does. */
  readonly roles: readonly string[];
  /** What was said and shown before: `after move`, `shown PLAN`. Nothing is told of what begins. */
  readonly context?: readonly string[];
}

/** What is polite says nothing of what is wished. */
const polite =
  /^(?:请|麻烦(?:您|你|一下|了)*|劳驾|帮我|帮忙|谢谢.{0,2}|多谢|辛苦.{0,2}|您好|please|pls|thanks?( you)?)$/i;

/** The shape of a sentence: what is polite or silent is no part of it. */
export function shapeOf(tokens: readonly Token[]): Shape {
  const pieces: string[] = [];
  const roles: string[] = [];
  const add = (kind: string): void => {
    pieces.push(kind);
    roles.push(kind);
  };
  for (const token of tokens) {
    const kind = token.type === 'name' && token.candidates[0].kind;
    if (kind === 'department') pieces.push(...(isChinese(token.said) ? ['学', '院'] : ['college']));
    else if (kind) add(kinds[kind]);
    else if (token.type === 'time') add(timeKind(token.piece));
    else if (token.type === 'wish') add((token.wish.avoid ?? token.wish.notAt) ? 'X' : 'Q');
    else if (token.type === 'shift') add('S');
    else if (token.type === 'group') add('G');
    else if (isRole(token, 'greet', 'comma', 'stop') || polite.test(token.said)) continue;
    else {
      if (token.type === 'word' && token.role !== 'filler') roles.push(token.role);
      pieces.push(...(folded(token.said).match(/[\u4e00-\u9fff]|[a-z']+|\d+|[?!]/g) ?? []));
    }
  }
  return { pieces, roles };
}

const hash = (text: string): number => {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
};

/** Longest run of pieces that is looked at together. */
const runMax = 3;
/** Letters of a word that are looked at together, so that misspelt and bent words are like the plain ones. */
const lettersMax = 4;
/** The pieces of a sentence that are looked at. */
const piecesMax = 200;

/** The features of a shape, as places among so many. */
export function featuresOf({ pieces, roles, context = [] }: Shape, size: number): readonly number[] {
  const found = new Set<number>();
  const runs = (mark: string, all: readonly string[], longest: number): void => {
    const whole = ['^', ...all.slice(0, piecesMax), '$'];
    for (let at = 0; at < whole.length; at++)
      for (let length = 1; length <= longest && at + length <= whole.length; length++)
        found.add(hash(`${mark}${whole.slice(at, at + length).join(' ')}`) % size);
  };
  runs('', pieces, runMax);
  runs('#', roles, runMax);
  for (const word of pieces.slice(0, piecesMax).filter((piece) => /^[a-z']{4,}$/.test(piece)))
    for (let at = 0; at <= word.length + 2 - lettersMax; at++)
      found.add(hash(`c${`<${word}>`.slice(at, at + lettersMax)}`) % size);
  for (const before of context) {
    found.add(hash(`@${before}`) % size);
    for (const piece of new Set(['^', ...pieces.slice(0, piecesMax), ...roles.slice(0, piecesMax)]))
      found.add(hash(`@${before} ${piece}`) % size);
  }
  return [...found];
}
