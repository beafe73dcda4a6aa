const chineseDigits = '零一二三四五六七八九';

/** Forms of a number, as part of an expression. */
export const numeral = '(?:\\d{1,5}|[一二两三四五六七八九十百]{1,6})';
/** Numbers up to 99, such as periods and weeks have. */
export const small = '(?:\\d{1,2}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])';

/** The number that digits of either kind stand for. */
export function numberFrom(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const english = englishNumbers[text.toLowerCase()];
  if (english !== undefined) return english;
  let total = 0;
  let digit = 0;
  for (const character of text.replaceAll('两', '二')) {
    const unit = character === '百' ? 100 : character === '十' ? 10 : 0;
    if (unit === 0) digit = chineseDigits.indexOf(character);
    else {
      total += (digit || 1) * unit;
      digit = 0;
    }
  }
  return total + digit;
}

const englishNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, at) => [word, at + 1] as const)
    .concat(
      'twenty thirty forty fifty sixty seventy eighty ninety hundred'
        .split(' ')
        .map((word, at) => [word, at * 10 + 20]),
    ),
);
const word = `(?:${Object.keys(englishNumbers).join('|')})`;
/** A number in digits, Chinese or English, captured. */
export const anyNumeral = `(\\d{1,5}|[一二两三四五六七八九十百]{1,6}|${word}\\b)`;
const spoken = new RegExp(
  '(?<=\\b(?:periods?|at|to|and|for|weeks?|holds?|seats?|fits?|than|least) )' +
    `${word}(?=$|[ ,;.!?])(?! (?:room|lesson|class|slot|day|week|period)s?\\b)` +
    `|\\b${word}(?= ?(?:am|pm|a\\.m|p\\.m|o'clock|people|students?|seats?|places|persons|kids)\\b)`,
  'gi',
);

const chineseDigit = (one: string): number =>
  chineseDigits.indexOf(one.replace('〇', '零').replace('幺', '一'));

/** 计科二三零一, two pm: numbers as somebody dictates them made digits. */
export const withDigits = (text: string): string =>
  text
    .replace(/[一二三四五六七八九零〇幺]{3,}|零[一二三四五六七八九](?=班)/g, (said) =>
      /[零〇幺]./.test(said) ? Array.from(said, chineseDigit).join('') : said,
    )
    .replace(
      /(?<=机房|实验室|教室)[一二三四五六七八九](?![个间下样起共直节周点])/g,
      (one) => `${chineseDigit(one)}`,
    )
    .replace(spoken, (said) => `${englishNumbers[said.toLowerCase()]}`);

/** The whole numbers from one to another. */
export const fromTo = (from: number, to: number): number[] =>
  to < from ? [] : Array.from({ length: Math.min(to - from + 1, 64) }, (_, at) => from + at);
