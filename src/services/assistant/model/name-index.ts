import { keptFor, surnameIn, type Named } from '@class-scheduling/assistant-language';
import { handlesIn, type Mention } from './handles.js';
import { betweenGroups, numbersIn } from './numbers.js';
import { bare, nameKey, plain } from './plain.js';

const titles = ['老师', '教授', '导师', '讲师', '博士', '师傅', '主任', '院长'];

/** Shorter numbers of people are not told from others. */
export const shortestNumber = 4;

const longNumber = new RegExp(String.raw`\d{6}|\d{3}${betweenGroups}\d{3}`);

export const isLatin = (text: string): boolean => /^[\p{Script=Latin}\d]/u.test(text);

/** Adds that a word may mean somebody. Who has a record that the caller sees counts more than a namesake. */
export function addMention(mentions: Map<string, Mention>, word: string, mention: Mention): void {
  const key = nameKey(word);
  const known = mentions.get(key);
  if (!known?.ids.length) mentions.set(key, mention);
  else if (mention.ids.length > 0)
    mentions.set(key, { ...known, ids: [...new Set([...known.ids, ...mention.ids])] });
}

export type NameIndex = ReturnType<typeof indexOf>;

/** What is made of all names of a scope at once, to be looked up by every text. */
export const indexOf = keptFor((all: readonly Named[]) => {
  const [names, numbers, latinWords] = Array.from({ length: 3 }, () => new Map<string, Mention>());
  const teachers = all.filter(({ kind }) => kind === 'teacher');
  for (const { id, name, code } of teachers) {
    const mention = { kind: 'teacher', label: name, ids: [id] } as const;
    addMention(names, name, mention);
    if (code !== null && code.length >= shortestNumber) addMention(numbers, bare(code), mention);
    const words = isLatin(name) ? name.split(/[\s.]+/) : [];
    for (const word of words.filter(({ length }) => length >= 2))
      addMention(latinWords, word, { ...mention, label: word });
  }
  const ofSurnames = Map.groupBy(
    teachers.filter(({ name }) => !isLatin(name)),
    ({ name }) => surnameIn(name),
  );
  // 张老师 is any of that surname.
  for (const [surname, named] of ofSurnames)
    for (const label of titles.map((title) => surname + title))
      addMention(names, label, { kind: 'teacher', label, ids: named.map(({ id }) => id) });
  const others = all
    .filter(({ kind }) => kind !== 'teacher')
    .flatMap(({ name, code }) => (code === null ? [name] : [name, code]))
    .map((name) => plain(name).toLowerCase());
  return {
    teacherIds: new Set(teachers.map(({ id }) => id)),
    /** Teachers by name, and by surname with a title, in small letters. */
    names,
    /** Teachers by their numbers. */
    numbers,
    /** Words of Latin names, which count only where they are written like names. */
    latinWords,
    /** Names of courses: what they hold by chance is no name of a person. */
    courses: all.filter(({ kind }) => kind === 'course').map(({ name }) => nameKey(name)),
    /** Names of courses, rooms and classes that look like numbers of people. */
    harmless: others.filter((name) => longNumber.test(name)),
    /** Numbers in names and codes of courses, rooms and classes. */
    harmlessNumbers: new Set(others.flatMap(numbersIn)),
    /** What looks like a handle in all of them. */
    handleLike: new Set(all.flatMap(({ name, code }) => handlesIn(`${name} ${code ?? ''}`))),
  };
});
