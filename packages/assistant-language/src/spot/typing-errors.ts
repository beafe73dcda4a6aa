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
const turnable: readonly string[] = 'move swap lock undo unlock shift change show find room cancel'.split(
  ' ',
);
/** Words of their own that are nearly others: any chance of B205 wishes no change. */
const ordinary = new Set(
  (
    'chance chances charge charges match matches large simple round caught reaches crashes stars stats ' +
    'ground require required provide provided enable commuter commuters protector stitch ' +
    'released listed either'
  ).split(' '),
);
/** Greatest number of unknown words of a text that are compared. */
const wordsMax = 10;

/** Chinese words as hands that type by sound miss them. */
const homophones: readonly (readonly [RegExp, string])[] = [
  [/时[侯后](?=$|[^面])/g, '时候'],
  [/教[是市式](?!范)/g, '教室'],
  [/课[标彪](?!准|题)/g, '课表'],
  [/星其/g, '星期'],
  [/[索所]定/g, '锁定'],
  [/[挑条掉]到(?=周|星期|[上下]午|晚上|[a-z]\d)/gi, '调到'],
  [/换道(?=周|星期|[上下]午|晚上|[a-z]\d)/gi, '换到'],
];

/** A readable text in which misspelt English words of time and action are put right, if it is plain which. */
export function withoutTypingErrors(text: string, names: readonly Named[]): string {
  const heard = homophones.reduce((made, [form, meant]) => made.replace(form, meant), text);
  if (!/[a-z]{4}/i.test(heard)) return heard;
  let looked = 0;
  return heard.replace(/(?<![a-z0-9'-])[a-z]{4,14}(?![a-z0-9-]|'(?!s\b))/gi, (said) => {
    const word = folded(said);
    if (timeWords.includes(word) || ordinary.has(word) || isVocabulary(word) || looked++ >= wordsMax)
      return said;
    const meant = turned(word) ?? (word.length >= 5 ? nearest(word) : null);
    if (meant === null || isInNames(word, names)) return said;
    return meant;
  });
}

/** Other forms of a word are other words: released does not ask to release. */
const isForm = (word: string, other: string): boolean =>
  word.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '') === other.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '');

/** tommorow is tomorrow, but commutes are no computers. */
const hasLikeEnds = (word: string, other: string): boolean =>
  other.length >= 8 && word.slice(0, 2) === other.slice(0, 2) && word.at(-1) === other.at(-1);

/** Short verbs of which two letters are exchanged: mvoe, lokc. */
const turned = (word: string): string | null =>
  turnable.find(
    (verb) =>
      verb[0] === word[0] &&
      verb.length === word.length &&
      distance(word, verb, 1) === 1 &&
      [...verb].sort().join() === [...word].sort().join(),
  ) ?? null;

function nearest(word: string): string | null {
  const near = [
    ...timeWords.map((other) => ({ other, mistakes: distance(word, other, other.length >= 8 ? 2 : 1) })),
    ...spellable.map((other) => ({ other, mistakes: distance(word, other, 1) })),
  ].filter(
    ({ other, mistakes }) => mistakes <= (hasLikeEnds(word, other) && timeWords.includes(other) ? 2 : 1),
  );
  const least = Math.min(...near.map(({ mistakes }) => mistakes));
  const best = new Set(near.filter(({ mistakes }) => mistakes === least).map(({ other }) => other));
  const [only] = best;
  return best.size === 1 && !isForm(word, only) ? only : null;
}

const isInNames = (word: string, names: readonly Named[]): boolean =>
  gazetteerOf(names).entries.some(({ name }) => name.includes(word));
