import type { Situation } from '../interpreter.js';
import { folded, isChinese } from './characters.js';
import { type Gazetteer, gazetteerOf } from './gazetteer.js';
import { isSeen } from './seen.js';
import { withoutSlips } from './slips.js';
import { distance } from './spelling.js';
import { isTranslated, translated } from './translations.js';
import { isVocabulary, latinWords, spellable } from './vocabulary.js';

const timeWords: readonly string[] = (
  'monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tomorrow ' +
  'period periods january february march april june july august september october november december ' +
  'capacity multimedia laboratory computer projector campus weekend weekends mondays tuesdays ' +
  'wednesdays thursdays fridays saturdays sundays mornings afternoons evenings next week weeks mon ' +
  'tue wed thu fri sat sun tues thurs today tonight yesterday'
).split(' ');
/** Words of their own that are nearly others: any chance of B205 wishes no change. */
const ordinary = new Set(
  (
    'chance chances charge charges match matches large simple round caught reaches crashes stars stats ' +
    'ground require required provide provided enable commuter commuters protector stitch released ' +
    'listed either bee moon eat mom gave joe cat rats ray bar past gas balls finds cats moon basis ' +
    'weed bets sorts locks roots coats enters pins buys rub adam ale amy ann arch ate ball bang ' +
    'beaches beat begun ben bet bold booth bout breeze bush bust butt buy cain camps cancer cannon ' +
    'cash chan chang cheeks cheer chin claws coat coke cole com cos cove crap crashing crop curse dam ' +
    'dan dang daring deaf decent deer den dent deny des dies dig dine discreet dog doll doom dose drip ' +
    'dull ear earl ease eats exit faking fan father fear fee fiance fight fist flash flashing fold ' +
    'fond food foot forge forged forgot fred freezer gain gather glasses god grapes graves greed guts ' +
    'heck heir herd hog hose hump hung inn jack jade jake jean jeep judge kiss lace lan las leaning ' +
    'lease lick lie lime lit loot lots loud lovers lower mace mad mall marc marco marsh mat meat ' +
    'mechanic meg melting men metal mint mist moaning moore mourning nay nerd net ops oral pace ' +
    'pan peaches pen pill pleases port precious pro proof prosecutor purely quit quote raining rally ' +
    'rat rays reach reaching rear refer remote resign resting riot rot sake sam sane sang seas seek ' +
    'sell sets sewing shirt shoe sing sip ski slapped slice slit snapped snow sock son spots star ' +
    'sue suing tag tale tank tanks tea text thin thugs tie tim tin ton tony tops tour trace tree ' +
    'tubes tunes unto val vase venus void wet witch worm worms worry yours seven eight nine eleven ' +
    'twelve twenty thirty forty fifty'
  ).split(' '),
);
/** Longest Chinese text that is looked through for slips: nobody types a longer one as one sentence. */
const slipsMax = 200;
/** Greatest number of unknown words of a text that are compared. */
const wordsMax = 10;

/** A readable text in which typing errors are put right where it is plain what was meant. */
export function withoutTypingErrors(text: string, situation: Situation): string {
  const said = isChinese(text) && text.length <= slipsMax ? withoutSlips(text, situation) : text;
  if (!/[a-z]{2}/i.test(said)) return said;
  const gazetteer = gazetteerOf(situation.names);
  let looked = 0;
  const coded = said.replace(
    /(?<![a-z0-9])[a-z]{1,6}\d{2,6}(?![a-z0-9])/gi,
    (one) => codeFrom(folded(one), gazetteer) ?? one,
  );
  return withSpaces(coded, gazetteer).replace(
    /(?<![a-z0-9'-]|\b(?:mrs?|ms|dr|prof)\.? )[a-z]{3,14}(?![a-z0-9-]|'(?!s\b))/gi,
    (one) => {
      const word = folded(one);
      if (isPlain(word, gazetteer) || looked++ >= wordsMax) return one;
      const meant = (word.length >= 5 ? nearest(word) : null) ?? slipped(word, gazetteer);
      return meant === null || isInNames(word, gazetteer) ? one : meant;
    },
  );
}

const isPlain = (word: string, gazetteer: Gazetteer): boolean =>
  timeWords.includes(word) ||
  ordinary.has(word) ||
  isVocabulary(word) ||
  isTranslated(word) ||
  gazetteer.words().has(word);

/** Th ecalculus, m ytuesday: a space that was exchanged with the letter beside it. */
function withSpaces(text: string, gazetteer: Gazetteer): string {
  const isWord = (one: string): boolean =>
    isSeen(one) ||
    [one, one.replace(/s$/, '')].some((each) => isPlain(each, gazetteer)) ||
    /^[urwnx]$/.test(one);
  const words = text.split(' ');
  for (let at = 1; at < words.length; at++) {
    const one = /(?<![a-z0-9'-])[a-z]{1,14}$/i.exec(words[at - 1])?.[0];
    const two = /^[a-z]{2,14}(?![a-z0-9-])/i.exec(words[at])?.[0];
    if (!one || !two || [one, two].every((each) => isWord(folded(each)))) continue;
    const by = [1, -1].find((shift) => {
      const pair = shift > 0 ? [one + two[0], two.slice(1)] : [one.slice(0, -1), one.at(-1)! + two];
      const isName = (each: string): boolean => each.length > 2 && isPlain(each, gazetteer);
      return pair.every((each) => isWord(folded(each))) && pair.some((each) => isName(folded(each)));
    });
    if (by === undefined) continue;
    const both = words[at - 1] + words[at];
    const middle = words[at - 1].length + by;
    [words[at - 1], words[at]] = [both.slice(0, middle), both.slice(middle)];
  }
  return words.join(' ');
}

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
  if (word.length < 4) return null;
  if (typed.length + 1 === word.length) return rest === meant.slice(1) ? 1 : null;
  if (typed.length !== word.length) return null;
  return rest.slice(1) === meant.slice(1) && areNeighbours(rest[0], meant[0]) ? 1 : null;
}

/** The one word that fingers slipped from. */
function slipped(typed: string, gazetteer: Gazetteer): string | null {
  if (isSeen(typed)) return null;
  const all = new Set([...timeWords, ...latinWords, ...translated, ...gazetteer.words()]);
  const slips = [...all].map((word) => ({ word, slip: slipFrom(word, typed) }));
  for (const likely of [0, 1]) {
    const found = slips.filter(({ slip }) => slip === likely);
    if (found.length > 0) return found.length === 1 ? found[0].word : null;
  }
  return null;
}

/** MTAH101, CSS301: a code of which letters are exchanged or doubled; others may be other codes. */
function codeFrom(typed: string, { exact }: Gazetteer): string | null {
  if (exact.has(typed)) return null;
  const letters = typed.search(/\d/);
  const codes = Array.from({ length: letters }, (_, at) =>
    typed[at] === typed[at + 1]
      ? typed.slice(0, at) + typed.slice(at + 1)
      : at + 1 < letters
        ? typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2)
        : typed,
  );
  return codes.find((code) => exact.has(code)) ?? null;
}

/** Other forms of a word are other words: released does not ask to release. */
const isForm = (word: string, other: string): boolean =>
  word.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '') === other.replace(/(?:e?s|e?d|ing|er|ly|y)$/, '');

/** tommorow is tomorrow, but commutes are no computers. */
const hasLikeEnds = (word: string, other: string): boolean =>
  other.length >= 8 && word.slice(0, 2) === other.slice(0, 2) && word.at(-1) === other.at(-1);

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

const isInNames = (word: string, { entries }: Gazetteer): boolean =>
  entries.some(({ name }) => name.includes(word));
