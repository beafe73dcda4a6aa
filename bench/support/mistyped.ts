import { pinyin } from 'pinyin-pro';
import { corpusText } from '@class-scheduling/assistant-language/training';

/** How a character is mistyped: as one that sounds alike or lies beside it, or not once in its place. */
export type Slip = 'homophone' | 'neighbour' | 'left out' | 'doubled' | 'exchanged';

export interface Mistyped {
  readonly text: string;
  readonly slip: Slip;
  /** Where the character stood. */
  readonly at: number;
  /** A number that became another, or none: nobody can tell which was meant. */
  readonly isNumberLost: boolean;
}

const han = /[\u4e00-\u9fff]/;
const keys = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Greatest number of characters of one sound that somebody picks from: what is rare is not offered first. */
const offered = 6;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The characters that a syllable writes, the most frequent of the corpora first. */
function characters(): ReadonlyMap<string, readonly string[]> {
  if (known) return known;
  const counts = new Map<string, number>();
  for (const one of corpusText().match(new RegExp(han, 'g'))!) counts.set(one, (counts.get(one) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([one]) => one);
  return (known = Map.groupBy(frequent, (one) => pinyin(one, { toneType: 'none' })));
}

function homophonesAt(text: string, at: number): readonly string[] {
  const sound = pinyin(text, { toneType: 'none', type: 'array' })[at];
  return (characters().get(sound) ?? []).filter((one) => one !== text[at]).slice(0, offered);
}

/** The keys beside a letter or digit in its row, and below or above it. */
function neighboursOf(key: string): readonly string[] {
  const low = key.toLowerCase();
  const row = keys.findIndex((each) => each.includes(low));
  const at = keys[row].indexOf(low);
  const near = [keys[row][at - 1], keys[row][at + 1], keys[row - 1]?.[at], keys[row + 1]?.[at]];
  const isDigit = (one: string): boolean => /\d/.test(one);
  return near.filter((one) => one !== undefined && isDigit(one) === isDigit(low));
}

/** A text with one mistake of those that people make when they type; null where nothing can be mistyped. */
export function mistyped(text: string, draw: () => number): Mistyped | null {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)];
  const places = [...text].join('') === text ? [...text.matchAll(/[\u4e00-\u9fffA-Za-z\d]/g)] : [];
  for (let tries = 0; places.length > 0 && tries < 20; tries++) {
    const at = pick(places).index;
    const one = text[at];
    const slip = pick<Slip>([han.test(one) ? 'homophone' : 'neighbour', 'left out', 'doubled', 'exchanged']);
    const made = {
      homophone: () => pick(homophonesAt(text, at)) ?? one,
      neighbour: () => pick(neighboursOf(one)),
      'left out': () => '',
      doubled: () => one + one,
      exchanged: () => `${text[at + 1] ?? ''}${one}`,
    }[slip]();
    const end = slip === 'exchanged' ? at + 2 : at + 1;
    const typed = text.slice(0, at) + made + text.slice(end);
    const isNumber = /[\d一二三四五六七八九十两]/.test(text.slice(at, end)) && slip !== 'homophone';
    if (typed !== text) return { text: typed, slip, at, isNumberLost: isNumber };
  }
  return null;
}
