import { keptFor, surnameIn, type Named } from '@class-scheduling/assistant-language';
import { handlesIn, type HandleKind } from './handles.js';
import { betweenGroups, numbersIn } from './numbers.js';
import { bare, nameKey, plain } from './plain.js';

/** Whom a word may mean. */
export interface Mention {
  readonly kind: HandleKind;
  readonly label: string;
  readonly ids: readonly string[];
}

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

/** What is made of all names of a scope at once, to be looked up by every text. */
export class NameIndex {
  readonly teacherIds = new Set<string>();
  /** Teachers by name, and by surname with a title, in small letters. */
  readonly names = new Map<string, Mention>();
  readonly numbers = new Map<string, Mention>();
  /** Words of Latin names, which count only where they are written like names. */
  readonly latinWords = new Map<string, Mention>();
  /** Names of courses, rooms and classes that look like numbers of people. */
  readonly harmless: readonly string[];
  /** Names of courses: what they hold by chance is no name of a person. */
  readonly courses: readonly string[];
  /** Numbers in names and codes of courses, rooms and classes. */
  readonly harmlessNumbers: ReadonlySet<string>;
  /** What looks like a handle in them. */
  readonly handleLike: ReadonlySet<string>;

  constructor(names: readonly Named[]) {
    this.handleLike = new Set(names.flatMap(({ name, code }) => handlesIn(`${name} ${code ?? ''}`)));
    const teachers = names.filter(({ kind }) => kind === 'teacher');
    this.courses = names.filter(({ kind }) => kind === 'course').map(({ name }) => nameKey(name));
    const harmless = names
      .filter(({ kind }) => kind !== 'teacher')
      .flatMap(({ name, code }) => (code === null ? [name] : [name, code]))
      .map((name) => plain(name).toLowerCase());
    this.harmless = harmless.filter((name) => longNumber.test(name));
    this.harmlessNumbers = new Set(harmless.flatMap(numbersIn));
    for (const teacher of teachers) this.addTeacher(teacher);
    this.addSurnames(teachers.filter(({ name }) => !isLatin(name)));
  }

  private addTeacher({ id, name, code }: Named): void {
    const mention = { kind: 'teacher', label: name, ids: [id] } as const;
    this.teacherIds.add(id);
    addMention(this.names, name, mention);
    if (code !== null && code.length >= shortestNumber) addMention(this.numbers, bare(code), mention);
    if (!isLatin(name)) return;
    for (const word of name.split(/[\s.]+/).filter(({ length }) => length >= 2))
      addMention(this.latinWords, word, { ...mention, label: word });
  }

  /** 张老师 is any of that surname. */
  private addSurnames(teachers: readonly Named[]): void {
    for (const [surname, named] of Map.groupBy(teachers, ({ name }) => surnameIn(name))) {
      const ids = named.map(({ id }) => id);
      for (const title of titles)
        addMention(this.names, surname + title, { kind: 'teacher', label: surname + title, ids });
    }
  }
}

/** The index of a list of names. */
export const indexOf = keptFor((names: readonly Named[]) => new NameIndex(names));
