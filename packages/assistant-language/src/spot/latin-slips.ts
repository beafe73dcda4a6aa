import { type Gazetteer } from './gazetteer.js';
import { latinTimes, lexiconsIn } from './lexicon.js';
import { isSeen } from './seen.js';
import { distance } from './spelling.js';
import { isTranslated } from './translations.js';
import { usualLetters } from './usual-names.js';
import { isVocabulary } from './vocabulary.js';

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const places = new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, [x + y / 3, y]] as const)));
/** Whether two letters lie side by side on a keyboard. */
function areNeighbours(one: string, other: string): boolean {
  const [[x, y], [otherX, otherY]] = [places.get(one) ?? [9, 9], places.get(other) ?? [-9, -9]];
  return Math.abs(x - otherX) <= 1 && Math.abs(y - otherY) <= 1;
}

/** How fingers slip from a word to what was typed: likely, less so, or not at all. */
export function slipFrom(word: string, typed: string): 0 | 1 | null {
  const at = [...word, ''].findIndex((letter, index) => letter !== (typed[index] ?? ''));
  const [rest, meant] = [typed.slice(at), word.slice(at)];
  if (typed.length === word.length + 1)
    return rest[0] === typed[at - 1] && rest.slice(1) === meant ? 0 : null;
  if (typed.length === word.length && rest[0] === meant[1] && rest[1] === meant[0])
    return rest.slice(2) === meant.slice(2) ? 0 : null;
  if (typed.length + 1 === word.length) return rest === meant.slice(1) ? 1 : null;
  if (typed.length !== word.length) return null;
  return rest.slice(1) === meant.slice(1) && areNeighbours(rest[0], meant[0]) ? 1 : null;
}

/** Other forms of a word are other words: released does not ask to release. */
export const isForm = (word: string, other: string): boolean => stemOf(word) === stemOf(other);
const stemOf = (word: string): string => word.replace(/(?:e?s|e?d|ing|er|ly|e)$/, '');

/** Least length of a word in which any letter may be wrong, and of one in which two may be. */
const [anyMin, twoMin] = [5, 8];

/** Words that somebody may have meant, and how likely fingers slip from them: 0 most, 2 least. */
export function nearTo(typed: string, gazetteer: Gazetteer): readonly (readonly [string, number])[] {
  const { heard, lacking } = lexiconsIn(gazetteer).latin;
  const shorter = Array.from(typed, (_, at) => typed.slice(0, at) + typed.slice(at + 1));
  const near = new Set([
    ...(lacking.get(typed) ?? []),
    ...shorter.flatMap((one) => [...(heard.get(one) ?? []), ...(lacking.get(one) ?? [])]),
  ]);
  // tommorow is tomorrow.
  const far =
    typed.length < twoMin
      ? []
      : latinTimes.filter(
          (word) =>
            word.length >= twoMin &&
            word.slice(0, 2) === typed.slice(0, 2) &&
            word.at(-1) === typed.at(-1) &&
            distance(typed, word, 2) === 2,
        );
  near.delete(typed);
  // Also what is no word of the vocabulary, but of people.
  for (let at = 0; at + 1 < typed.length && typed.length > 3; at++) {
    const [before, rest] = [typed.slice(0, at), typed.slice(at + 2)];
    const made = typed[at] === typed[at + 1] ? typed[at] : typed[at + 1] + typed[at];
    if (isSeen(before + made + rest)) near.add(before + made + rest);
  }
  return [
    ...[...near].flatMap((word): [string, number][] => {
      const slip = slipFrom(word, typed) ?? (Math.min(typed.length, word.length) >= anyMin ? 2 : null);
      const isOne = slip !== 2 || distance(typed, word, 1) === 1;
      return slip === null || !isOne || (slip > 0 && isForm(word, typed)) ? [] : [[word, slip]];
    }),
    ...far.map((word): [string, number] => [word, 2]),
  ];
}

/** Whether letters are a word that somebody says, or one of a name. */
export const isLatinWord = (word: string, gazetteer: Gazetteer): boolean =>
  [word, word.replace(/'?s$/, '')].some(
    (one) =>
      /^[aurwnx]$/.test(one) ||
      isSeen(one) ||
      latinTimes.includes(one) ||
      isVocabulary(one) ||
      isTranslated(one) ||
      one in usualLetters ||
      gazetteer.words().has(one),
  );

/** Whether only people are called so. */
export const isPerson = (word: string, gazetteer: Gazetteer): boolean =>
  gazetteer.people().has(word) && !latinTimes.includes(word) && !isVocabulary(word) && !isTranslated(word);
