import type { NamedKind } from '../intents.js';
import type { Named } from '../interpreter.js';
import { compact, folded, readable } from './characters.js';
import { classNumberIn, wordsOf, type CalledClass } from './class-names.js';
import { surnameIn } from './name-like.js';
import { keptFor } from './once-for.js';
import { latinOf, soundsOf } from './sounds.js';
import { usualIn } from './usual-names.js';

/** A record with its name as texts are searched for it. */
export interface Entry {
  readonly named: Named;
  readonly name: string;
  readonly compact: string;
  readonly code: string;
}

/** The records that are called by so many characters of a text. */
export interface Called {
  readonly length: number;
  readonly entries: readonly Entry[];
}

type By<T = Entry> = ReadonlyMap<string, readonly T[]>;

/** Everything that may be named, arranged so that a text is searched in time that hardly grows with it. */
export interface Gazetteer {
  readonly entries: readonly Entry[];
  /** They are told by words behind them: 信息 is no department, 信息学院 is. */
  readonly departments: readonly Named[];
  /** Which characters a name has, 64 bits in two halves: most names are passed over at a glance. */
  readonly marks: readonly [Int32Array, Int32Array];
  readonly exact: By;
  /** Lengths of the exact names that begin with a character, longest first. */
  readonly lengths: By<number>;
  readonly bySurname: By;
  /** Classes and rooms by the digits at their end, but those of others. */
  readonly byTail: By;
  readonly classes: By<CalledClass<Entry>>;
  /** People by their names in Latin letters, either name first, and as `zhang-`; `kuaiji2401` as well. */
  readonly byLatin: () => By;
  /** Words of letters of names, and of people as they are written in Latin letters. */
  readonly words: () => ReadonlySet<string>;
  readonly people: () => ReadonlySet<string>;
  /** What courses and places are called: without what tells parts of them apart, and 高数. */
  readonly called: () => ReadonlySet<string>;
  readonly bySound: () => By;
}

/** Of lists that begin with another one that, and what is behind it. */
const parts = new WeakMap<readonly Named[], readonly (readonly Named[])[]>();

/** A list of names that begins with those of many lists, whose gazetteer is made once for all of these. */
export function namesBeside(common: readonly Named[], own: readonly Named[]): readonly Named[] {
  const all = [...common, ...own];
  parts.set(all, [common, own]);
  return all;
}

/** The gazetteer of some names. */
export const gazetteerOf: (names: readonly Named[]) => Gazetteer = keptFor((names) => {
  const [common = null, own = names] = parts.get(names) ?? [];
  return make(own, common && gazetteerOf(common));
});

/** Bits of the characters of a compact text. */
export function marksOf(text: string): readonly [number, number] {
  let [low, high] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const bit = Math.imul(text.charCodeAt(at), 0x9e3779b1) >>> 26;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return [low, high];
}

/** Letters of which a single one, and digits of which few, are too common to be a name. */
const isDistinct = (key: string): boolean =>
  /[^a-z0-9]/.test(key) ? key.length >= 2 : /^\d+$/.test(key) ? key.length >= 4 : key.length >= 2;

function make(own: readonly Named[], common: Gazetteer | null): Gazetteer {
  const [departments, names] = [true, false].map((isOne) =>
    own.filter(({ kind }) => (kind === 'department') === isOne),
  );
  const fresh = names.map((named): Entry => {
    const name = folded(readable(named.name));
    return { named, name, compact: compact(name), code: folded(readable(named.code ?? '')) };
  });
  const entries = [...(common?.entries ?? []), ...fresh];
  const marks = [new Int32Array(entries.length), new Int32Array(entries.length)] as const;
  for (const [at, entry] of entries.entries()) [marks[0][at], marks[1][at]] = marksOf(entry.compact);
  const ofKind = (...kinds: readonly NamedKind[]): readonly Entry[] =>
    fresh.filter(({ named }) => kinds.includes(named.kind));
  const classOf = (entry: Entry) => ({ entry, words: wordsOf(entry.name, entry.named.major) });
  const called = ofKind('administrativeClass').map(classOf);
  const exact = groupedBy(fresh, namesOf, common?.exact);
  const lengths = [...Map.groupBy(exact.keys(), (key) => key[0])].map(
    ([first, keys]) => [first, [...new Set(keys.map(({ length }) => length))].sort((a, b) => b - a)] as const,
  );
  return {
    entries,
    departments: [...(common?.departments ?? []), ...departments],
    marks,
    exact,
    lengths: new Map(lengths),
    bySurname: groupedBy(ofKind('teacher'), ({ name }) => [surnameOf(name)], common?.bySurname),
    byTail: groupedBy(ofKind('administrativeClass', 'room'), tailsOf, common?.byTail),
    classes: groupedBy(called, ({ entry }) => [classNumberIn(entry.name) ?? ''], common?.classes),
    byLatin: once(() => groupedBy(fresh, latinKeys, common?.byLatin())),
    words: once(() => joined(fresh.flatMap(wordsIn).filter(isLatin), common?.words())),
    people: once(() => joined(ofKind('teacher').flatMap(wordsIn), common?.people())),
    called: once(() => joined(calledIn(fresh), common?.called())),
    bySound: once(() => groupedBy(fresh, soundsIn, common?.bySound())),
  };
}

/** Makes something when it is first asked for. */
export function once<T>(made: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= made());
}

/** Items by their keys, behind those that stand there already. */
function groupedBy<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
  common: By<T> = new Map(),
): By<T> {
  const made = new Map(common);
  const pairs = items.flatMap((item) => [...new Set(keysOf(item))].map((key) => [key, item] as const));
  for (const [key, alike] of Map.groupBy(pairs, ([each]) => each))
    if (key !== '') made.set(key, [...(common.get(key) ?? []), ...alike.map(([, item]) => item)]);
  return made;
}

const joined = (own: readonly string[], common?: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...(common ?? []), ...own]);

/** What a record is called in full; A101 is also A-101. */
const namesOf = ({ named, name, compact: together, code }: Entry): string[] =>
  [
    ...[name, code, together, withoutEnding(named, name), ...shortRooms(named, name)],
    ...[...lettered(named, code), ...englishNames(named), languageIn(name)],
    ...(named.kind === 'course' ? usualIn(name) : []),
  ]
    .flatMap((one) => ['$1', '$1-', '$1 '].map((way) => one.replace(/^([a-z]{1,4})(?=\d{2,4}$)/, way)))
    .filter(isDistinct);

/** A楼, Building A */
const lettered = ({ kind }: Named, code: string): string[] =>
  kind === 'building' && /^[a-z]$/.test(code)
    ? [`building ${code}`, ...['楼', '号楼', '栋', '座'].map((noun) => code + noun)]
    : [];

function calledIn(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ named: { kind }, name }) => {
    const core = /^[\u4e00-\u9fff]{2,12}/.exec(name)?.[0];
    if (!core || kind === 'teacher' || kind === 'teachingClass') return [];
    if (kind !== 'course' || core.length < 4) return [core];
    const short = core.replace(/(?<=...)(?:原理|基础|概论|导论|实验|技术|应用)$/, '');
    return [core, short, core[0] + core[2], core.replace(/^大学(?=..)/, '')];
  });
}

const tailsOf = ({ named, name, code }: Entry): string[] =>
  named.isForeign ? [] : [withoutEnding(named, name), code].map((one) => /\d{3,}$/.exec(one)?.[0] ?? '');

const soundsIn = ({ compact: name }: Entry): string[] => [soundsOf(name.slice(0, 1))];
const isLatin = (word: string): boolean => /^[a-z]{2,}$/.test(word);

const wordsIn = ({ named, name }: Entry): readonly string[] => {
  const english = folded(readable(named.englishName ?? ''));
  const written = named.kind === 'teacher' && isHan.test(name) ? latinPartsOf(name) : [];
  return [...name.split(' '), ...english.split(' '), ...written];
};

const isHan = /^[\u4e00-\u9fff]/;
function latinPartsOf(name: string): readonly [string, string] {
  const parts = latinOf(name);
  const family = surnameOf(name).length;
  return [parts.slice(0, family).join(''), parts.slice(family).join('')];
}

const inLatin = (name: string): string => latinOf(name).join('');

function latinKeys({ named, name }: Entry): string[] {
  if (!isHan.test(name)) return [];
  if (named.kind === 'administrativeClass') return [inLatin(withoutEnding(named, name))];
  if (named.kind === 'room' || named.kind === 'building') {
    // Mingde 303, also of a lab there.
    const places = [name, `${named.building ?? ''}${/\d*$/.exec(name)![0]}`];
    return places.flatMap((place) => [place, place.replace(/楼(?=\d*$)/, '')]).map(inLatin);
  }
  if (named.kind !== 'teacher') return [];
  const [surname, given] = latinPartsOf(name);
  return [surname + given, given + surname, `${surname}-`];
}

const withoutEnding = ({ kind }: Named, name: string): string =>
  kind === 'administrativeClass' ? name.replace(/班$/, '') : name;

/** 琴房, 幼儿保健室: all rooms that are called so, but no kind that may be wished for; and 明德303. */
const shortRooms = ({ kind }: Named, name: string): string[] =>
  kind === 'room' ? [name.replace(/楼(?=\d+$)/, ''), name.replace(/(?<!机房|实验室|楼)\d+$/, '')] : [];

/** The English name, and without what tells parts of a course apart: Calculus A (II) is called Calculus. */
function englishNames({ englishName }: Named): string[] {
  const name = folded(readable(englishName ?? ''));
  return [name, name.replace(/(?: [a-d])?(?: \(?(?:[ivx]+|\d)\)?)?$/, '')];
}

/** C++程序设计 is called C++, which its letters alone would not tell from C. */
const languageIn = (name: string): string => /[a-z](?:\+\+|#)/.exec(name)?.[0] ?? '';

/** The family name that stands first in Chinese; the last word otherwise. */
const surnameOf = (name: string): string => (isHan.test(name) ? surnameIn(name) : name.split(' ').at(-1)!);
