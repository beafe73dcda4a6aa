import { compact, folded, readable } from './characters.js';
import { isWithin } from './spelling.js';

/** A class by its year and its number within the year, however they are written: 2401, 24-1, 24级1班. */
const numbered = /(?:20)?(\d{2})级?[^\d]*?(\d{1,2})班?$/;

/** A class with the words by which it is called, beside its year and number. */
export interface CalledClass<T> {
  readonly entry: T;
  readonly words: readonly string[];
}

/** Year and number in one form, or null where a name does not tell them. */
export function classNumberIn(name: string): string | null {
  const found = numbered.exec(name);
  return found && keyOf(found[1], found[2]);
}

const keyOf = (year: string, number: string): string => `${year}.${Number(number)}`;

/** The words of which a short form of a class is made: of its folded name, and of what it studies. */
export const wordsOf = (name: string, major: string | undefined): readonly string[] =>
  [name, folded(readable(major ?? ''))]
    .map((one) => compact(one).replace(/[\d级班]/g, ''))
    .filter((one) => one !== '');

/** 计科2401, 计科24-1, 计科24级1班 or 24级计科1班. */
const words = '(?<words>[\\u4e00-\\u9fff]{2,12}?)(?:专业)?';
const year = '(?:20)?(?<year>\\d{2})';
const spoken = [
  `^${words}${year}(?:级|-)?(?<number>\\d{1,2})(?!\\d|[节月号日点]|周(?![一二三四五六日天]))`,
  `^${year}级${words}(?<number>\\d{1,2})(?=班)`,
].map((source) => new RegExp(source));

/** How near a short form is to what it stands for. */
const nearness: readonly ((said: string, word: string) => boolean)[] = [
  (said, word) => word === said,
  (said, word) => word.startsWith(said),
  (said, word) => word[0] === said[0] && isWithin(said, word),
];

/** 会计班: every class that studies it. */
const unnumbered = /^(?<words>[\u4e00-\u9fff]{2,12}?)(?:专业的?)?班(?![主级会委长])/;

/** The classes that are called by what they study, at the position of a folded text. */
export function classesAt<T>(
  text: string,
  at: number,
  classes: ReadonlyMap<string, readonly CalledClass<T>[]>,
): { readonly length: number; readonly entries: readonly T[]; readonly isOfAll: boolean } | null {
  for (const form of [...spoken, unnumbered]) {
    const found = form.exec(text.slice(at, at + 24));
    if (!found) continue;
    const { words, year, number } = found.groups!;
    const isOfAll = form === unnumbered;
    const alike = isOfAll ? [...classes.values()].flat() : (classes.get(keyOf(year, number)) ?? []);
    for (const isNear of isOfAll ? nearness.slice(0, 2) : nearness) {
      const entries = alike.filter((one) => one.words.some((word) => isNear(words, word)));
      if (entries.length > 0)
        return { length: found[0].length, entries: entries.map(({ entry }) => entry), isOfAll };
    }
  }
  return null;
}
