import { longestAt } from './characters.js';
import { numberFrom, small } from './numbers.js';
import type { SaidShift } from '../slots/tokens.js';

const later =
  '(?:(?:往|向|朝)后面?(?:推迟?|移|挪|调|延迟?|错|顺延|放)?|后(?:推|移|挪|延)|推后|推迟|延迟|延后|顺延|调晚|改晚|挪后|晚)';
const earlier = '(?:(?:往|向|朝)前面?(?:提|移|挪|调|推|赶|放)?|前(?:移|挪|调)|提前|提早|调早|改早|挪前|早)';
const amount = `了?(${small})个?(大节|节课?|天|日|周|星期|礼拜)(?![一二三四五六日天的])`;

const words = 'a one two three four five six'.split(' ');
const count = `(\\d{1,2}|${words.join('|')})`;
const unit = '(periods?|slots?|days?|weeks?)';

type Form = readonly [string, (match: RegExpExecArray, text: string) => SaidShift | null];

const forms: readonly (readonly [RegExp, Form[1]])[] = (
  [
    [later + amount, ([, number, of]) => shiftOf(numberFrom(number), of)],
    [earlier + amount, ([, number, of]) => shiftOf(-numberFrom(number), of)],
    [`(?:by )?${count} ${unit} (?:later|down)`, ([, number, of]) => shiftOf(englishNumber(number), of)],
    [`(?:by )?${count} ${unit} (?:earlier|up)`, ([, number, of]) => shiftOf(-englishNumber(number), of)],
    ['(?:on )?(?:the )?same day', () => ({ days: 0 })],
    // Back and forward are said of both ways, but not with every verb.
    [
      `(?:back )?(?:by )?${count} ${unit}(?: back)?`,
      ([said, number, of], text) =>
        (said.includes('back') && /(?<![a-z])push/.test(text)) ||
        /(?<![a-z])(?:postpone|delay|defer)/.test(text)
          ? shiftOf(englishNumber(number), of)
          : null,
    ],
    [
      `forward (?:by )?${count} ${unit}`,
      ([, number, of], text) => (/(?<![a-z])bring/.test(text) ? shiftOf(-englishNumber(number), of) : null),
    ],
  ] satisfies Form[]
).map(([source, shift]) => [new RegExp(source, 'y'), shift as Form[1]] as const);

const englishNumber = (text: string): number =>
  /^\d/.test(text) ? Number(text) : Math.max(words.indexOf(text), 1);

function shiftOf(number: number, unit: string): SaidShift {
  if (/^(?:天|日|day)/.test(unit)) return { days: number };
  if (/^(?:周|星期|礼拜|week)/.test(unit)) return { weeks: number };
  return { periods: unit === '大节' ? number * 2 : number };
}

/** The longest expression at a position of a folded text for how much later or earlier something shall be. */
export function shiftAt(
  text: string,
  at: number,
): { readonly length: number; readonly said: SaidShift } | null {
  if (!/[往向朝后推延顺调改挪前提晚早b\daotf s]/.test(text[at])) return null;
  return longestAt(text, at, forms, text);
}
