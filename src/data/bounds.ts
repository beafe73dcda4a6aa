import type { Text } from '../schema/texts.js';

/** Maximum number of sort keys of a list. */
export const orderStepsMax = 10;
/** Maximum number of values in an `in` condition. */
export const alternativesMax = 200;
/** Maximum number of entries in a stored list, unless its field declares another. */
export const entriesMax = 1_000;
/** Maximum length of a text in a stored list. */
export const entryMax = 255;
/** Maximum number of records in a pick list. The bound of a page is in `schema/pages.ts`. */
export const optionsMax = 1_000;

/** The problem with a text that is too long, or null. Code points are counted only if that can matter. */
export function problemWithTextLength(label: Text, max: number, text: string): Text | null {
  if (text.length <= max) return null;
  const length = text.length > 2 * max ? text.length : [...text].length;
  if (length <= max) return null;
  return {
    zh: `${label.zh}不能超过${max}个字符（当前 ${length} 个）`,
    en: `${label.en} must have at most ${max} characters, but has ${length}.`,
  };
}

// Control characters other than tab and line breaks, and unpaired surrogates: PostgreSQL rejects NUL, and
// none of the others belongs in a text.
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** The problem with a text that nobody typed as it is, or null. */
export const problemWithCharacters = (label: Text, text: string): Text | null =>
  forbiddenCharacters.test(text)
    ? {
        zh: `${label.zh}含有不可见的控制字符，请重新输入`,
        en: `${label.en} contains control characters. Maybe type it anew.`,
      }
    : null;

/** The problem with a list that has too many entries, or null. */
export const problemWithEntries = (label: Text, max: number, length: number): Text | null =>
  length <= max
    ? null
    : {
        zh: `${label.zh}不能超过${max}项（当前 ${length} 项）`,
        en: `${label.en} must have at most ${max} entries, but has ${length}.`,
      };
