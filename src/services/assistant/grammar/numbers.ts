const chineseDigits = '零一二三四五六七八九';

/** Forms of a number, as part of an expression. */
export const numeral = '(?:\\d{1,5}|[一二两三四五六七八九十百]{1,6})';
/** Numbers up to 99, such as periods and weeks have. */
export const small = '(?:\\d{1,2}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])';

/** The number that digits of either kind stand for. */
export function numberFrom(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
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

/** The whole numbers from one to another. */
export const range = (from: number, to: number): number[] =>
  to < from ? [] : Array.from({ length: Math.min(to - from + 1, 64) }, (_, at) => from + at);
