import type { Named, Situation } from '../interpreter.js';
import type { NamedKind } from '../intents.js';
import {
  courseWith,
  meantBy,
  ofOneKind,
  plainlyMeantBy,
  translatedAt,
  wordMax,
  writtenAt,
} from './aliases.js';
import { folded, readable, standsAlone } from './characters.js';
import { classesAt } from './class-names.js';
import { departmentsAt } from './departments.js';
import { type Called, type Entry, type Gazetteer, gazetteerOf } from './gazetteer.js';
import { groupAt } from './groups.js';
import { onceFor } from './once-for.js';
import { shiftAt } from './shifts.js';
import { timeAt } from '../slots/times.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import { wordAt } from './vocabulary.js';
import { wishAt } from '../slots/wishes.js';

/** Greatest number of tokens of a text that are read: ten long wishes have fewer. */
export const tokensMax = 200;
/** Greatest number of unknown words of a text that are looked for among the names. */
const lookupsMax = 80;
/** Greatest length of a shortened name that may hold words of the vocabulary, such as 线代. */
const shortMax = 8;

/** Length of a class that is called by one character, and what may stand before it. */
const shortClass = 5;
/** 会计2401, where no class is called so. */
const strangeClass = /^[\u4e00-\u9fff][\u4e00-\u9fff]2\d0\d/;
/** 信息学院 is no course. */
const college = /^(?:学院|院|系|专业)/;
const particles = '把将给和跟与在从到是的让我看查对那';

const isHan = (character: string): boolean => character >= '\u4e00' && character <= '\u9fff';
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
/** Signs that say nothing; others are unknown words. */
const isSilent = (character: string): boolean =>
  /[\s"'()[\]/·…&+-]|\p{Extended_Pictographic}|\ufe0f/u.test(character);
const titles = /(?:老师|教授|讲师|导师|先生|女士)/y;

/** What a name at a position means. */
interface Meaning extends Called {
  /** Asked about, although there are candidates. */
  readonly isGuess?: boolean;
}

/** What a readable text is made of: names, times, wishes, words, and what nobody knows. */
export const tokensOf = onceFor((text: string, situation: Situation): readonly Token[] =>
  new Lexer(text, situation).read(),
);

/** The records that a text names, in its order. */
export const namesSaid = (text: string, situation: Situation): readonly Named[] => {
  const tokens = tokensOf(readable(text), situation);
  return [...new Set(tokens.flatMap((token) => (token.type === 'name' ? token.candidates : [])))];
};

class Lexer {
  readonly #folded: string;
  readonly #gazetteer: Gazetteer;
  readonly #tokens: Token[] = [];
  /** Where the unknown word begins that is being read. */
  #unknown: number | null = null;
  readonly #found = new Map<string, unknown>();

  constructor(
    readonly text: string,
    readonly situation: Situation,
  ) {
    this.#folded = folded(text);
    this.#gazetteer = gazetteerOf(situation.names);
  }

  read(): readonly Token[] {
    for (let at = 0; at < this.text.length && this.#tokens.length <= tokensMax;) at = this.#step(at);
    if (this.#tokens.length <= tokensMax) this.#endUnknown(this.text.length);
    return this.#tokens;
  }

  /** Reads what is at a position, and answers where the next begins. */
  #step(at: number): number {
    const known = this.#isInsideUnknown(at) ? null : (this.#knownAt(at) ?? this.#shortNameAt(at));
    if (known) {
      this.#endUnknown(at);
      this.#tokens.push(known);
      return known.end;
    }
    const character = this.#folded[at];
    if (isSilent(character) && !(this.#unknown !== null && this.#isHyphenAt(at))) {
      // Unknown words of letters belong together: Advanced Mathematics.
      const isBetweenWords = character === ' ' && this.#unknown !== null && !isHan(this.#folded[at - 1]);
      if (!isBetweenWords) this.#endUnknown(at);
      return at + 1;
    }
    this.#unknown ??= at;
    if (isHan(character) || !isLetter(character)) return at + 1;
    let end = at + 1;
    while (end < this.text.length && isLetter(this.#folded[end]) && !isHan(this.#folded[end])) end++;
    return end;
  }

  /** Letters and digits that touch an unknown word are its end, as in 高数A, unless they tell a time. */
  #isInsideUnknown(at: number): boolean {
    if (this.#unknown === null || at === 0 || !isHan(this.#folded[at - 1])) return false;
    if (!/[a-z0-9]/.test(this.#folded[at]) || groupAt(this.#folded, at)) return false;
    return !timeAt(this.#folded, at, this.situation) && !wishAt(this.#folded, at);
  }

  #knownAt(at: number): Token | null {
    const [first, second] = [this.#nameAt(at), this.#classAt(at)];
    if ((first?.length ?? 0) <= 2 && !second && this.#isStrangeClass(at)) return null;
    const department = departmentsAt(this.#folded, at, this.#gazetteer.departments, this.situation);
    const name =
      (second && second.length > (first?.length ?? 0) ? second : first) ??
      this.#surnameAt(at) ??
      this.#tailAt(at);
    const [time, shift] = [timeAt(this.#folded, at, this.situation), shiftAt(this.#folded, at)];
    // Prof. He: a name, and no word.
    const isSurname = isRole(this.#tokens.at(-1), 'teacherNoun') && /^He\b/.test(this.text.slice(at, at + 3));
    const [wish, word] = [wishAt(this.#folded, at), isSurname ? null : wordAt(this.#folded, at)];
    const group = groupAt(this.#folded, at);
    const longest = Math.max(
      ...[department, name, time, wish, word, shift, group].map((one) => one?.length ?? 0),
    );
    if (longest === 0) return null;
    const place = this.#strange(at, at + longest);
    if (department?.length === longest)
      return { ...place, type: 'name', candidates: department.candidates, isGuess: false };
    if (time?.length === longest) {
      // 让李娜上周三的高数: not last Wednesday, but to teach.
      if (/^上个?(?:周|星期|礼拜)/.test(this.#folded.slice(at, at + 4)) && this.#isTeacherTold())
        return { ...this.#strange(at, at + 1), type: 'word', role: 'teach' };
      return { ...place, type: 'time', piece: time.said };
    }
    if (shift?.length === longest) return { ...place, type: 'shift', shift: shift.said };
    if (wish?.length === longest) return { ...place, type: 'wish', wish: wish.said };
    if (word?.length === longest) return { ...place, type: 'word', role: word.role };
    if (group?.length === longest) return { ...place, type: 'group', spellings: group.spellings };
    return this.#nameFrom(at, at + longest, name!.entries, name!.isGuess);
  }

  #isStrangeClass(at: number): boolean {
    const said = this.#folded.slice(at, at + 6);
    // 周五下午2501班: the afternoon is no part of its name.
    const known = [wordAt(said, 0), timeAt(said, 0, this.situation)];
    return (
      strangeClass.test(said) && !particles.includes(said[0]) && known.every((one) => (one?.length ?? 0) < 2)
    );
  }

  /** A shortened name, read before the words that it holds: 代 teaches, but not in 线代. */
  #shortNameAt(at: number): Token | null {
    if (this.#unknown !== null || !isHan(this.#folded[at]) || this.#isStrangeClass(at)) return null;
    const letters = /^[\u4e00-\u9fff]+/.exec(this.#folded.slice(at, at + shortMax))![0].length;
    const ends = Array.from({ length: Math.max(letters - 1, 0) }, (_, index) => at + letters - index);
    const possible = ends.filter((end) => this.#mayEndAt(end));
    for (const end of possible) {
      const entries = this.#plainly(at, end);
      if (entries) return this.#nameFrom(at, end, entries);
    }
    return null;
  }

  /** The records that a word means in one of the nearest ways. */
  #plainly(start: number, end: number, kinds?: readonly NamedKind[]): readonly Entry[] | null {
    const word = this.#folded.slice(start, end);
    const isLesson = this.#folded[end] === '课';
    return this.#lookUp(
      `short ${kinds} ${isLesson} ${word}`,
      () =>
        plainlyMeantBy(word, this.#gazetteer, kinds) ?? (isLesson ? courseWith(word, this.#gazetteer) : null),
    );
  }

  /** 高等数雪 is no 高等数: where a name ends, something known begins. */
  #mayEndAt(end: number): boolean {
    const next = this.#folded[end] ?? '';
    if (this.#isHyphenAt(end) || college.test(this.#folded.slice(end, end + 2))) return false;
    // 高等数学 of 2601: a word stands behind it, and no more of the name.
    const isWord = /^[a-z]{2}/.test(this.#folded.slice(end, end + 2)) && wordAt(this.#folded, end) !== null;
    return (isWord || !/[a-z0-9]/.test(next)) && (!isHan(next) || this.#knownAt(end) !== null);
  }

  /** The sign in 高数-01. */
  #isHyphenAt(at: number): boolean {
    return /^-[a-z0-9]/.test(this.#folded.slice(at, at + 2));
  }

  /** What a word is found to mean, looked for once; null too where too many words were looked for. */
  #lookUp<T>(key: string, find: () => T | null): T | null {
    const known = this.#found.get(key);
    if (known !== undefined) return known as T | null;
    const found = this.#found.size < lookupsMax ? find() : null;
    this.#found.set(key, found);
    return found;
  }

  #nameFrom(start: number, end: number, entries: readonly Entry[], isGuess = false): Token {
    const candidates = entries.map(({ named }) => named);
    return { ...this.#strange(start, end), type: 'name', candidates, isGuess };
  }

  #isTeacherTold(): boolean {
    if (!isNamed(this.#tokens.at(-1), 'teacher')) return false;
    return this.#tokens.slice(-4).some((token) => isRole(token, 'let', 'move', 'moveTo', 'to', 'teach'));
  }

  #nameAt(at: number): Meaning | null {
    for (const length of this.#gazetteer.lengths.get(this.#folded[at]) ?? []) {
      const key = this.#folded.slice(at, at + length);
      const entries = this.#gazetteer.exact.get(key);
      if (entries && standsAlone(this.#folded, at, at + length))
        return { length, entries: ofOneKind(entries) ?? [] };
    }
    return this.#latinAt(at);
  }

  /** Sun Jiehua, who is no day of the week; software project management, by its English words. */
  #latinAt(at: number): Called | null {
    if (!/^(?:[a-z]|\d{4} [a-z])/.test(this.#folded.slice(at, at + 6))) return null;
    const isInside = /[a-z]/.test(this.#folded[at - 1] ?? '');
    const find = (): Called | null =>
      (isInside ? null : writtenAt(this.#folded, at, this.#gazetteer)) ??
      translatedAt(this.#folded, at, this.#gazetteer);
    return this.#lookUp(`latin ${at}`, find);
  }

  /** 计科2401: a class by what it studies; of several that are called so it is asked. */
  #classAt(at: number): Meaning | null {
    const found = classesAt(this.#folded, at, this.#gazetteer.classes);
    // 会计2401 is another class than 计2401.
    const before = this.#folded[at - 1] ?? '';
    if (found && found.length <= shortClass && isHan(before) && !particles.includes(before)) return null;
    if (!found || !standsAlone(this.#folded, at, at + found.length)) return null;
    return { ...found, isGuess: !found.isOfAll && found.entries.length > 1 };
  }

  /** 张老师 */
  #surnameAt(at: number): Meaning | null {
    if (!isHan(this.#folded[at])) return null;
    for (const length of [2, 1]) {
      titles.lastIndex = at + length;
      const title = titles.exec(this.#folded);
      const entries = title && this.#gazetteer.bySurname.get(this.#folded.slice(at, at + length));
      if (entries) return { length: length + title[0].length, entries };
    }
    return null;
  }

  /** The digits of a class or a room, if what is beside them tells which. */
  #tailAt(at: number): Meaning | null {
    const digits = /^\d{3,6}(?!\d)/.exec(this.#folded.slice(at, at + 7))?.[0];
    const entries = digits && this.#gazetteer.byTail.get(digits);
    if (!entries || !standsAlone(this.#folded, at, at + digits.length)) return null;
    const last = this.#tokens.at(-1);
    // 机械2401 is a class that is not there, and no course of another class.
    if (isNamed(last, 'course') && last.end === at) return null;
    const { kind } = entries[0].named;
    if (entries.some(({ named }) => named.kind !== kind)) return null;
    // 信息楼101和102: of the same building.
    const room = this.#tokens.findLast((token) => isNamed(token, 'room'));
    const prefix = kind === 'room' && isNamed(room, 'room') && room.candidates[0].name.replace(/\d+$/, '');
    const there = entries.filter(({ named }) => prefix && named.name.startsWith(prefix));
    return { length: digits.length, entries: there.length > 0 ? there : entries };
  }

  #endUnknown(end: number): void {
    if (this.#unknown === null) return;
    const start = this.#unknown;
    this.#unknown = null;
    const trimmed = this.#folded.slice(start, end).trimEnd().length;
    this.#tokens.push(...this.#meant(start, start + trimmed));
  }

  /** What an unknown word may mean: a name, or one beside a strange word. */
  #meant(start: number, end: number): Token[] {
    if (this.#isStrangeClass(start)) return [this.#strange(start, end)];
    const whole = this.#meantWhole(start, end, false);
    if (whole) return [whole];
    const course = this.#besideCourse(start, end);
    const guess = course ? null : this.#meantWhole(start, end, true);
    return course ?? (guess ? [guess] : (this.#besideName(start, end) ?? [this.#strange(start, end)]));
  }

  /** The dreaded calculus: a strange English word before or after a name. */
  #besideName(start: number, end: number): Token[] | null {
    const word = this.#folded.slice(start, end);
    if (!/^[a-z ]+$/.test(word) || end - start > wordMax) return null;
    const [first, last] = [start + word.indexOf(' '), start + word.lastIndexOf(' ')];
    if (first < start) return null;
    const after = this.#meantWhole(last + 1, end, false);
    if (after) return [this.#strange(start, last), after];
    const before = this.#meantWhole(start, first, false);
    return before && [before, this.#strange(first + 1, end)];
  }

  /** 高数丢: a course that is plainly meant, with a strange word behind or before it. */
  #besideCourse(start: number, end: number): Token[] | null {
    if (!/^[\u4e00-\u9fff]+$/.test(this.#folded.slice(start, end)) || end - start > shortMax) return null;
    const courseAt = (from: number, to: number): Token | null => {
      if (college.test(this.#folded.slice(to, to + 2))) return null;
      const entries = this.#plainly(from, to, ['course']);
      const isCourse = entries?.every(({ named }) => named.kind === 'course');
      return isCourse ? this.#nameFrom(from, to, entries!) : null;
    };
    for (let length = end - start - 1; length >= 2; length--) {
      const first = courseAt(start, start + length);
      if (first) return [first, this.#strange(start + length, end)];
      const last = courseAt(end - length, end);
      if (last) return [this.#strange(start, end - length), last];
    }
    return null;
  }

  #strange(start: number, end: number): Token {
    return { start, end, said: this.text.slice(start, end), type: 'unknown' };
  }

  #meantWhole(start: number, end: number, mayGuess: boolean): Token | null {
    if (end - start > wordMax) return null;
    const word = this.#folded.slice(start, end);
    // Behind a title a person is meant.
    const isTitled = isRole(this.#tokens.at(-1), 'teacherNoun') && /[a-z]/.test(word.at(-1)!);
    const kinds = isTitled ? (['teacher'] as const) : undefined;
    const meant = this.#lookUp(`any ${kinds} ${word}`, () => meantBy(word, this.#gazetteer, kinds));
    if (!meant || (meant.isGuess && !mayGuess)) return null;
    return this.#nameFrom(start, end, meant.entries, meant.isGuess);
  }
}
