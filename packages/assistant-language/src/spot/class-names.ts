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

/** 会计班, 软件专业: every class that studies it. */
const unnumbered = /^(?<words>[\u4e00-\u9fff]{2,12}?)(?:专业的?班|专业|班)(?![主级会委长])/;

/** The year in which those began who are in their first, second or third now: the newest is the first. */
const yearOf = (nth: number, classes: ReadonlyMap<string, unknown>): string =>
  [...new Set([...classes.keys()].map((key) => key.split('.')[0]))].sort().at(-1 - nth) ?? '';

/** 26级, 软件25级, 大二的音乐班: every class of a year, or those of it that study something. */
const ofYear = [4, 3, 2, 0]
  .flatMap((count) => {
    const year = '(?:(?:20)?(?<year>\\d{2})级|(?<![最更再])大(?<nth>[一二三四])(?![点些号间学]))';
    const words = `(?<words>[\\u4e00-\\u9fff]{${count}})(?:专业)?`;
    const end = '(?:新?生|的?班)?(?!\\d)';
    return count > 0 ? [`^${year}的?${words}${end}`, `^${words}的?${year}${end}`] : [`^${year}${end}`];
  })
  .map((source) => new RegExp(source));

/** The classes that are called by what they study, at the position of a folded text. */
export function classesAt<T>(
  text: string,
  at: number,
  classes: ReadonlyMap<string, readonly CalledClass<T>[]>,
): { readonly length: number; readonly entries: readonly T[]; readonly isOfAll: boolean } | null {
  const ofWhich = (start: string) =>
    [...classes].flatMap(([key, all]) => (key.startsWith(start) && key !== '' ? all : []));
  for (const form of [...spoken, unnumbered, ...ofYear]) {
    const found = form.exec(text.slice(at, at + 24));
    if (!found) continue;
    const { words = '', number, nth, year = yearOf('一二三四'.indexOf(nth), classes) } = found.groups!;
    const isOfAll = number === undefined;
    const alike = isOfAll
      ? ofWhich(form === unnumbered ? '' : `${year}.`)
      : (classes.get(keyOf(year, number)) ?? []);
    for (const isNear of isOfAll ? nearness.slice(0, 2) : nearness) {
      const entries = alike.filter((one) => one.words.some((word) => isNear(words, word)));
      if (entries.length > 0)
        return { length: found[0].length, entries: entries.map(({ entry }) => entry), isOfAll };
    }
  }
  return null;
}
