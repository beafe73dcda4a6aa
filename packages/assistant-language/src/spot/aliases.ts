import type { NamedKind } from '../intents.js';
import type { Named, Situation } from '../interpreter.js';
import { compact, folded, readable, standsAlone } from './characters.js';
import { type Called, type Entry, type Gazetteer, gazetteerOf, marksOf } from './gazetteer.js';
import { classesAt } from './class-names.js';
import { isWithin } from './spelling.js';
import { soundsOf } from './sounds.js';
import { composedAt, type Composed } from './translations.js';
import { usualLetters } from './usual-names.js';

/** What somebody may have meant who did not say a name in full. */
export interface Meant {
  readonly entries: Entries;
  /** Not near enough to go on without asking. */
  readonly isGuess: boolean;
}

/** Words of many names, and of everything else: 被系统改了 speaks of no course. */
const common = /^(?:系统|统计|机器|设备|设计|管理|工程|技术|基础|分析|实践|方法|材料)$/;

type Entries = readonly Entry[];
type IsWanted = (entry: Entry) => boolean;

/** Which kind is meant where several are called alike. */
const order = ['course', 'teacher', 'administrativeClass', 'room', 'building', 'teachingClass'] as const;

/** Greatest length of a word that is looked for among the names. */
export const wordMax = 48;

/** How a shortened name lies in the full one, nearest first: how far from it, or null for not at all. */
const nearness: readonly ((word: string, name: string) => boolean)[] = [
  (word, name) => coreOf(name) === word,
  // 二教 is 第二教学楼.
  (word, name) =>
    name.startsWith(word) || name.replace(/^第/, '').startsWith(word) || coreOf(name).endsWith(word),
  (word, name) =>
    name[0] === word[0] && isWithin(word, name) && coreOf(name).slice(-2).includes(word.at(-1)!),
  // 程设 is 程序设计基础, by the first characters of two words.
  (word, name) => word.length === 2 && name[0] === word[0] && name[2] === word[1],
  (word, name) => name[0] === word[0] && isWithin(word, name),
  (word, name) => name.includes(word),
];

/** A name without what tells parts of a course apart: 高等数学A(一) is called 高等数学. */
const coreOf = (name: string): string =>
  name.replace(/(?<=[\u4e00-\u9fff])[a-z0-9]{0,3}[一二三四五六]?$/, '') || name;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The records that a word may mean; none of them where it is like no name. */
export function meantBy(word: string, gazetteer: Gazetteer, kinds?: readonly NamedKind[]): Meant | null {
  if (word.length < 2 || word.length > wordMax) return null;
  const isWanted = ({ named }: Entry): boolean => kinds?.includes(named.kind) ?? true;
  const found =
    ofOneKind((gazetteer.exact.get(word) ?? []).filter(isWanted)) ??
    shortened(compact(word), gazetteer, isWanted) ??
    called(word, gazetteer, isWanted);
  if (found) return { entries: found, isGuess: false };
  const heard = sounding(compact(word), gazetteer, isWanted);
  if (heard) return { entries: heard, isGuess: false };
  // 历娜 sounds like a person: asked, because no person is taken for another.
  const person = (gazetteer.bySound().get(soundsOf(word[0])) ?? []).filter(
    (entry) =>
      entry.named.kind === 'teacher' && soundsOf(entry.compact) === soundsOf(word) && isWanted(entry),
  );
  return person.length > 0 ? { entries: person, isGuess: true } : null;
}

/** The records of a kind, or of any, that words may mean which are no sentence. */
export const namesLike = (words: string, { names }: Situation, kind?: NamedKind): readonly Named[] =>
  meantBy(folded(readable(words)), gazetteerOf(names), kind && [kind])?.entries.map(({ named }) => named) ??
  [];

/** The records that a word means in one of the nearest ways, or null. */
export const plainlyMeantBy = (
  word: string,
  gazetteer: Gazetteer,
  kinds?: readonly NamedKind[],
): Entries | null =>
  shortened(word, gazetteer, ({ named }) => kinds?.includes(named.kind) ?? true, nearness.slice(0, 4)) ??
  shortened(word, gazetteer, ({ named }) => named.kind === 'building');

/** 心理课: the few courses that are called so somewhere in their names. */
export function courseWith(word: string, gazetteer: Gazetteer): Entries | null {
  const found = shortened(word, gazetteer, ({ named }) => named.kind === 'course', nearness.slice(-1));
  return found && found.length <= fewCourses ? found : null;
}
const fewCourses = 3;

/** Of records that are called alike those of the first kind that any of them has. */
export function ofOneKind(entries: Entries): Entries | null {
  const kind = order.find((one) => entries.some(({ named }) => named.kind === one));
  return kind === undefined ? null : entries.filter(({ named }) => named.kind === kind);
}

/** The courses, rooms or buildings that are called by English words at a position of a folded text. */
export function translatedAt(text: string, at: number, gazetteer: Gazetteer): Called | null {
  const beside = groupsBeside(text, at, gazetteer) ?? roomBeside(text, at, gazetteer);
  if (beside) return beside;
  for (const said of composedAt(text, at)) {
    const end = at + said.length;
    if (!standsAlone(text, at, end)) continue;
    const number = /^ ?(?:no\.? ?)?(\d{3,4})(?!\d)/.exec(text.slice(end, end + 10));
    const groups =
      said.kind === 'room' || number?.[1].length === 4 ? groupsLike(said, number?.[1], gazetteer) : [];
    const rooms =
      groups.length > 0 || said.kind !== 'room' ? groups : roomsLike(said, number?.[1], gazetteer);
    if (rooms.length > 0) return { length: said.length + (number?.[0].length ?? 0), entries: rooms };
    const entries = said.isPart ? null : composedOf(said, gazetteer);
    if (entries) return { length: said.length, entries };
  }
  return null;
}

/** Engineering 401, workshop 102: a room of the building, or of the kind, that is called so. */
function roomBeside(text: string, at: number, { entries }: Gazetteer): Called | null {
  const [said] = composedAt(text, at, true);
  const number = said && /^ (\d{3})(?!\d)/.exec(text.slice(at + said.length, at + said.length + 5));
  if (!number) return null;
  if (/^(?:rooms?|studio|lab)/.test(text.slice(at))) return null;
  const isCalled = (name: string, building: string): boolean =>
    said.spellings.some((one) =>
      said.kind === 'room'
        ? name.replace(/\d+$/, '').endsWith(one)
        : `${building}${name}`.startsWith(`${one}楼`),
    );
  const rooms = entries.filter(
    ({ named: { kind, building = '' }, name }) =>
      kind === 'room' && name.endsWith(number[1]) && isCalled(name, building),
  );
  return rooms.length > 0 ? { length: said.length + number[0].length, entries: rooms } : null;
}

/** The year or the number of classes before what they study, and the number behind it. */
const before = new RegExp(
  '^(?:class )?(?:(?<number>\\d{4})(?: of| in| from)?|(?<y1>freshm[ae]n|first[ -]years?)|' +
    '(?<y2>sophomores?|second[ -]years?)|(?<y3>juniors?|third[ -]years?)) (?:the )?',
);
const behind = /^(?: (?:class(?:es)?|kids|students))?(?: (?<number>\d{4})(?!\d))?/;

/** Class 2501 of software, software class 2501, the sophomore music class. */
function groupsBeside(text: string, at: number, gazetteer: Gazetteer): Called | null {
  const first = before.exec(text.slice(at, at + 32));
  const from = at + (first?.[0].length ?? 0);
  const [said] = composedAt(text, from, true);
  if (!said || said.kind === 'building') return null;
  const last = behind.exec(text.slice(from + said.length, from + said.length + 24))!;
  const { number = last.groups!.number, ...years } = first?.groups ?? {};
  const nth = ['y1', 'y2', 'y3'].findIndex((year) => years[year]);
  if (!number && nth < 0) return null;
  const entries = groupsLike(said, number, gazetteer, nth < 0 ? '' : `大${'一二三'[nth]}`);
  return entries.length > 0 ? { length: from - at + said.length + last[0].length, entries } : null;
}

/** Software 2501, the music kids 2601, and without a number every one of the kind. */
const groupsLike = ({ spellings }: Composed, number = '', { classes }: Gazetteer, year = ''): Entries => [
  ...new Set(
    spellings.flatMap((one) => {
      const called = `${year}${one.replace(/班$/, '')}${number}班`;
      const found = classesAt(called, 0, classes);
      // First-year maths is of no class that is called so.
      return found && (!year || found.length === called.length) ? found.entries : [];
    }),
  ),
];

/** Activity room 102, and without a number every one of the kind. */
function roomsLike(
  { spellings, words }: Composed,
  number: string | undefined,
  { entries }: Gazetteer,
): Entries {
  const rooms = entries.filter(({ named, name }) => named.kind === 'room' && name.endsWith(number ?? ''));
  const isCalled = ({ name }: Entry): boolean => spellings.includes(name.replace(/\d+$/, ''));
  const called = rooms.filter(isCalled);
  return called.length > 0 ? called : rooms.filter(hasEach(words));
}

const hasEach =
  (words: Composed['words']) =>
  ({ compact: name }: Entry): boolean =>
    words.length > 1 && words.every((ways) => ways.some((way) => name.includes(way)));

/** The courses or buildings that English words spell, in their order or in another: introduction to law. */
function composedOf({ kind, spellings, words }: Composed, gazetteer: Gazetteer): Entries | null {
  const wanted = kind === 'building' ? kind : 'course';
  const isWanted: IsWanted = ({ named }) => named.kind === wanted;
  for (const spelling of spellings) {
    const entries = shortened(spelling, gazetteer, isWanted) ?? courseWith(spelling, gazetteer);
    if (entries) return entries;
  }
  const alike = gazetteer.entries.filter(isWanted).filter(hasEach(words));
  return alike.length > 0 ? alike : null;
}

function shortened(word: string, gazetteer: Gazetteer, isWanted: IsWanted, ways = nearness): Entries | null {
  // Every name has all letters of a word that has none.
  if (word.length < 2 || common.test(word)) return null;
  if (/^[\u4e00-\u9fff]{2}$/.test(word)) ways = ways.slice(0, 4);
  const digits = digitsOf(word);
  const levels: Entry[][] = ways.map(() => []);
  for (const entry of havingAll(word, gazetteer)) {
    if (!isWithin(word, entry.compact) || !isWanted(entry) || !mayShorten(word, entry)) continue;
    if (digits !== digitsOf(entry.compact) && !mayOmitDigits(entry, digits, word)) continue;
    // 计2601 is a class, and no lesson of one.
    if (entry.named.kind === 'teachingClass' && /^[^\d]*\d{4}$/.test(word)) continue;
    const level = ways.findIndex((isNear) => isNear(word, entry.compact));
    if (level >= 0) levels[level].push(entry);
  }
  return ofOneKind(levels.find((level) => level.length > 0) ?? []);
}

/** Classes are called by what they study, courses without the digits of their part, rooms without number. */
const mayOmitDigits = ({ named: { kind } }: Entry, digits: string, word: string): boolean =>
  digits === '' &&
  (kind === 'administrativeClass' ||
    kind === 'course' ||
    (kind === 'room' && /.{2}[实训验教]室$/.test(word)));

/** People are called by whole words of their names: others would be somebody else. */
function mayShorten(word: string, { named: { kind }, name }: Entry): boolean {
  if (/^[a-z]+$/.test(word)) {
    const words = name.split(' ');
    const isWhole = words.some((_, from) => words.slice(from).join('').startsWith(word));
    return isWhole && (kind !== 'teacher' || words.includes(word) || words.join('') === word);
  }
  return (
    kind !== 'teacher' || name === word || (word.length >= 2 && word.length < 4 && name.startsWith(word))
  );
}

/** By a name or a surname in Latin letters. */
function called(word: string, gazetteer: Gazetteer, isWanted: IsWanted): Entries | null {
  if (!/^[a-z ]+$/.test(word)) return null;
  const found = [word, `${word}-`].map((one) => written(one, gazetteer)).find(({ length }) => length > 0);
  const initials = gazetteer.entries.some(
    ({ name }) => name.replaceAll(/(?<=\b[a-z])[a-z]* ?/g, '') === word,
  );
  const meant = initials ? undefined : usualLetters[word];
  return ofOneKind(found?.filter(isWanted) ?? []) ?? (meant ? shortened(meant, gazetteer, isWanted) : null);
}

/** Up to three words at a position of a folded text that are a name in Latin letters: Sun Jiehua. */
export function writtenAt(text: string, at: number, gazetteer: Gazetteer): Called | null {
  const said = /^[a-z]{2,12}(?:[ ']?[a-z0-9]{2,14}){1,3}(?![a-z0-9])/.exec(text.slice(at, at + 40))?.[0];
  for (let words = said?.split(' ') ?? []; words.length > 0; words = words.slice(0, -1)) {
    const name = words.join(' ');
    // Of zou yujun, also without the sign.
    for (const one of [name, name.replace(/s$/, '')]) {
      const entries = one.length < shortestLatin ? [] : written(one, gazetteer);
      if (entries.length > 0) return { length: one.length, entries };
    }
  }
  return null;
}

/** Least length of a name in Latin letters. */
const shortestLatin = 5;

/** Zhang Wei or Wei Zhang: a Chinese name in Latin letters. */
export const written = (word: string, gazetteer: Gazetteer): Entries =>
  gazetteer.byLatin().get(word.replaceAll(/[ ']/g, '')) ?? [];

/** 高树, 军是理论: typed by sound, with other characters. No person is taken for another. */
function sounding(word: string, gazetteer: Gazetteer, isWanted: IsWanted): Entries | null {
  if (word.length > soundMax || !/^[\u4e00-\u9fff]{2}/.test(word) || common.test(word)) return null;
  const [sounds, digits] = [soundsOf(word), digitsOf(word)];
  const levels: Entry[][] = [[], [], []];
  for (const entry of gazetteer.bySound().get(sounds[0]) ?? []) {
    if (!isWanted(entry) || entry.named.kind === 'teacher') continue;
    if (digits !== digitsOf(entry.compact) && !mayOmitDigits(entry, digits, word)) continue;
    // One character at least is the right one.
    if (![...word].some((one) => entry.compact.includes(one))) continue;
    const [whole, core] = [soundsOf(entry.compact), soundsOf(coreOf(entry.compact))];
    const isEnd = isWithin(sounds, whole) && core.slice(-2).includes(sounds.at(-1)!);
    const level = core === sounds || whole === sounds ? 0 : whole.startsWith(sounds) ? 1 : isEnd ? 2 : -1;
    if (level >= 0) levels[level].push(entry);
  }
  return ofOneKind(levels.find((level) => level.length > 0) ?? []);
}

/** Longest word that is compared by its sound. */
const soundMax = 16;

/** Names that may have all characters of a word; few others are among them. */
function havingAll(word: string, { entries, marks: [low, high] }: Gazetteer): Entries {
  const [wordLow, wordHigh] = marksOf(word);
  return entries.filter((_, at) => (wordLow & ~low[at]) === 0 && (wordHigh & ~high[at]) === 0);
}
