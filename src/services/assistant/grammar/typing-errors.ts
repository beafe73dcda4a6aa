import type { Named } from '../interpreter.js';
import { folded } from './characters.js';
import { gazetteerOf } from './gazetteer.js';
import { distance } from './spelling.js';
import { isVocabulary, spellable } from './vocabulary.js';

const times =
  'monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow ' +
  'period periods january february march april june july august september october november december ' +
  'capacity multimedia laboratory computer projector campus weekend weekends';
const timeWords: readonly string[] = times.split(' ');
/** Greatest number of unknown words of a text that are compared. */
const wordsMax = 10;

/** A readable text in which misspelt English words of time and action are put right, if it is plain which. */
export function withoutTypingErrors(text: string, names: readonly Named[]): string {
  if (!/[a-z]{5}/i.test(text)) return text;
  let looked = 0;
  return text.replace(/(?<![a-z0-9'-])[a-z]{5,14}(?![a-z0-9-]|'(?!s\b))/gi, (said) => {
    const word = folded(said);
    if (timeWords.includes(word) || isVocabulary(word) || looked++ >= wordsMax) return said;
    const meant = nearest(word);
    if (meant === null || isInNames(word, names)) return said;
    return meant;
  });
}

/** Other forms of a word are other words: released does not ask to release. */
const isForm = (word: string, other: string): boolean =>
  word.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '') === other.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '');

function nearest(word: string): string | null {
  const near = [
    ...timeWords.map((other) => ({ other, mistakes: distance(word, other, other.length >= 8 ? 2 : 1) })),
    ...spellable.map((other) => ({ other, mistakes: distance(word, other, 1) })),
  ].filter(({ other, mistakes }) => mistakes <= (other.length >= 8 && timeWords.includes(other) ? 2 : 1));
  const least = Math.min(...near.map(({ mistakes }) => mistakes));
  const best = new Set(near.filter(({ mistakes }) => mistakes === least).map(({ other }) => other));
  const [only] = best;
  return best.size === 1 && !isForm(word, only) ? only : null;
}

const isInNames = (word: string, names: readonly Named[]): boolean =>
  gazetteerOf(names).entries.some(({ name }) => name.includes(word));
