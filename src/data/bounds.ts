import type { Text } from '../schema/texts.js';

/** Greatest number of steps of an order. */
export const orderStepsMax = 10;
/** Greatest number of values of which one may hold. */
export const alternativesMax = 200;
/** Greatest number of entries of a list that is stored, unless its field says another. */
export const entriesMax = 1_000;
/** Greatest length of a text in a list that is stored. */
export const entryMax = 255;
/** Greatest number of records of a pick list. */
export const optionsMax = 1_000;

/** That a text is longer than one may be. Its characters are counted only where their number is in doubt. */
export function problemWithTextLength(label: Text, max: number, text: string): Text | null {
  if (text.length <= max) return null;
  const length = text.length > 2 * max ? text.length : [...text].length;
  if (length <= max) return null;
  return {
    zh: `${label.zh}不能超过${max}个字符（当前 ${length} 个）`,
    en: `${label.en} must have at most ${max} characters, but has ${length}.`,
  };
}

/** That a list has more entries than one may have. */
export const problemWithEntries = (label: Text, max: number, length: number): Text | null =>
  length <= max
    ? null
    : {
        zh: `${label.zh}不能超过${max}项（当前 ${length} 项）`,
        en: `${label.en} must have at most ${max} entries, but has ${length}.`,
      };
