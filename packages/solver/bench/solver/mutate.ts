import type { Random } from '../../src/search/random.js';

/** Values that files should not have: empty, negative, huge, not whole, not numbers, foreign. */
const ODD = [
  '',
  '0',
  '-1',
  '1',
  '2',
  '31',
  '999',
  '999999',
  '1000000',
  '2147483648',
  '1e12',
  '1e400',
  '0.5',
  'NaN',
  'abc',
  '1xx',
  '0000000',
  '1111111',
  'true',
  '名',
  '<',
  '"',
  '&amp;',
];
const WORD = /[\w.-]+/g;
const CHANGES_MAX = 3;

/** A text with one to three changes: of a word, a line or a character; the same seed makes the same one. */
export function mutant(text: string, random: Random): string {
  let changed = text;
  for (let i = random.below(CHANGES_MAX); i >= 0; i--)
    changed = CHANGES[random.below(CHANGES.length)](changed, random);
  return changed;
}

type Change = (text: string, random: Random) => string;

/** Numbers and identifiers are changed most often, because these reach furthest. */
const CHANGES: readonly Change[] = [
  (text, random) => withWord(text, random, () => ODD[random.below(ODD.length)]),
  (text, random) => withWord(text, random, () => ODD[random.below(ODD.length)]),
  (text, random) => withWord(text, random, () => anyWord(text, random)),
  (text, random) => withWord(text, random, () => anyWord(text, random)),
  (text, random) => withWord(text, random, (word) => word + word),
  (text, random) => withWord(text, random, (word) => String(Number(word) + random.below(7) - 3)),
  (text, random) => withLines(text, random, () => []),
  (text, random) => withLines(text, random, (line) => [line, line]),
  (text, random) => withLines(text, random, (line, other) => [other, line]),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + '{}[]<>"\'=/:,\n \0'[random.below(14)] + text.slice(at + random.below(2));
  },
];

function withWord(text: string, random: Random, change: (word: string) => string): string {
  const words = [...text.matchAll(WORD)];
  if (words.length === 0) return text;
  const { 0: word, index } = words[random.below(words.length)];
  return text.slice(0, index) + change(word) + text.slice(index + word.length);
}

function anyWord(text: string, random: Random): string {
  const words = text.match(WORD) ?? [''];
  return words[random.below(words.length)];
}

function withLines(
  text: string,
  random: Random,
  change: (line: string, other: string) => readonly string[],
): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  return [
    ...lines.slice(0, at),
    ...change(lines[at], lines[random.below(lines.length)]),
    ...lines.slice(at + 1),
  ].join('\n');
}
