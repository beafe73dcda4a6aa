import { longestAt } from './characters.js';
import { numberFrom, small } from './numbers.js';
import type { SaidShift } from '../slots/tokens.js';

const later =
  '(?:(?:往|向|朝)后面?(?:推迟?|移|挪|调|延迟?|错|顺延|放|顺)?|后(?:推|移|挪|延)|推后|推迟|延迟|延后|顺延|调晚|改晚|挪后|晚)';
const earlier = '(?:(?:往|向|朝)前面?(?:提|移|挪|调|推|赶|放)?|前(?:移|挪|调)|提前|提早|调早|改早|挪前|早)';
const amount = `了?(${small})个?(大节|节大课|节课?|天|日|周|星期|礼拜)(?![一二三四五六日天的])`;

const numbers: Readonly<Record<string, number>> = {
  ...{ 前一: 1, 头一: 1, 后一: 1, 第二: 1, 次: 1 },
  ...{ same: 0, a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 },
};
const count = '(\\d{1,2}|a|one|two|three|four|five|six)';
const unit = '(periods?|slots?|days?|weeks?)';

/** An expression, whether it is later or earlier, and what the text must say for it to count. */
type Form = readonly [string, 1 | -1, RegExp?];

const forms = (
  [
    [later + amount, 1],
    [`${later}了?[一1]个?(?:周|星期|礼拜)?[到至或、]?[两二2]个?(?:周|星期|礼拜)`, 1],
    [earlier + amount, -1],
    ['(?<=[到在成])(前一|头一)(天)', -1],
    ['(?<=[到在成])(后一|第二|次)(天|日)', 1],
    [`(?:by )?${count} ${unit} (?:later|down)`, 1],
    [`(?:by )?${count} ${unit} (?:earlier|up)`, -1],
    ['(?:on )?(?:the )?(same) (day)', 1],
    // Back and forward are said of both ways, but not with every verb.
    [`(?:back )?(?:by )?${count} ${unit}(?: back)?`, 1, /(?<![a-z])(?:push|postpone|delay|defer)/],
    [`forward (?:by )?${count} ${unit}`, -1, /(?<![a-z])bring/],
  ] satisfies Form[]
).map(([source, way, verb]: Form) => {
  const read = ([, number, of]: RegExpExecArray, text: string): SaidShift | null => {
    if (verb?.test(text) === false) return null;
    // 推迟一两周
    if (!number) return { weeks: 2, isUpTo: true };
    return shiftOf(way * (numbers[number] ?? numberFrom(number)), of);
  };
  return [new RegExp(source, 'y'), read] as const;
});

function shiftOf(number: number, unit: string): SaidShift {
  if (/^(?:天|日|day)/.test(unit)) return { days: number };
  if (/^(?:周|星期|礼拜|week)/.test(unit)) return { weeks: number };
  return { periods: unit.includes('大') ? number * 2 : number };
}

/** The longest expression at a position of a folded text for how much later or earlier something shall be. */
export function shiftAt(
  text: string,
  at: number,
): { readonly length: number; readonly said: SaidShift } | null {
  if (!/[往向朝后推延顺调改挪前提晚早头第次b\daotf s]/.test(text[at])) return null;
  return longestAt(text, at, forms, text);
}
