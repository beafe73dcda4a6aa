import type { NamedKind } from '../intents.js';
import type { Named } from '../interpreter.js';
import { compact, folded, readable } from './characters.js';
import { classNumberIn, wordsOf } from './class-names.js';
import { surnameIn } from './name-like.js';
import { latinOf, soundsOf } from './sounds.js';
import { usualIn } from './usual-names.js';

/** A record with its name as texts are searched for it. */
export interface Entry {
  readonly named: Named;
  readonly name: string;
  /** Without spaces and signs. */
  readonly compact: string;
  readonly code: string;
}

/** The records that are called by so many characters of a text. */
export interface Called {
  readonly length: number;
  readonly entries: readonly Entry[];
}

/** Everything that may be named, arranged so that a text is searched in time that hardly grows with it. */
export type Gazetteer = ReturnType<typeof make>;

const known = new WeakMap<readonly Named[], Gazetteer>();

/** The gazetteer of some names, made once for each list of them. */
export function gazetteerOf(names: readonly Named[]): Gazetteer {
  const made = known.get(names) ?? make(names);
  known.set(names, made);
  return made;
}

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

function make(all: readonly Named[]) {
  const [departments, names] = [true, false].map((isOne) =>
    all.filter(({ kind }) => (kind === 'department') === isOne),
  );
  const entries = names.map((named): Entry => {
    const name = folded(readable(named.name));
    return { named, name, compact: compact(name), code: folded(readable(named.code ?? '')) };
  });
  const marks = [new Int32Array(names.length), new Int32Array(names.length)] as const;
  for (const [at, entry] of entries.entries()) [marks[0][at], marks[1][at]] = marksOf(entry.compact);
  const ofKind = (...kinds: readonly NamedKind[]): readonly Entry[] =>
    entries.filter(({ named }) => kinds.includes(named.kind));
  const called = ofKind('administrativeClass').map((entry) => ({
    ...{ entry, words: wordsOf(entry.name, entry.named.major) },
  }));
  const exact = groupedBy(entries, namesOf);
  const lengths = [...Map.groupBy(exact.keys(), (key) => key[0])].map(
    ([first, keys]) => [first, [...new Set(keys.map(({ length }) => length))].sort((a, b) => b - a)] as const,
  );
  return {
    entries,
    /** They are told by words behind them: 信息 is no department, 信息学院 is. */
    departments,
    /** Which characters a name has, 64 bits in two halves: most names are passed over at a glance. */
    marks,
    exact,
    /** Lengths of the exact names that begin with a character, longest first. */
    lengths: new Map(lengths),
    bySurname: groupedBy(ofKind('teacher'), ({ name }) => [surnameOf(name)]),
    /** Classes and rooms by the digits at their end, but those of others. */
    byTail: groupedBy(ofKind('administrativeClass', 'room'), ({ named, name, code }) =>
      named.isForeign ? [] : [withoutEnding(named, name), code].map((one) => /\d{3,}$/.exec(one)?.[0] ?? ''),
    ),
    /** Classes by year and number. */
    classes: groupedBy(called, ({ entry }) => [classNumberIn(entry.name) ?? '']),
    /** People by their names in Latin letters, either name first, and as `zhang-`; `kuaiji2401` as well. */
    byLatin: once(() => groupedBy(entries, latinKeys)),
    /** Words of letters of names, and of people as they are written in Latin letters. */
    words: once(() => new Set(entries.flatMap(wordsIn).filter((word) => /^[a-z]{2,}$/.test(word)))),
    people: once(() => new Set(ofKind('teacher').flatMap(wordsIn))),
    /** What courses and places are called: without what tells parts of them apart, and 高数. */
    called: once(() => calledIn(entries)),
    /** By the sound of the first character. */
    bySound: once(() => groupedBy(entries, ({ compact: name }) => [soundsOf(name.slice(0, 1))])),
  };
}

/** Makes something when it is first asked for. */
export function once<T>(made: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= made());
}

function groupedBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const made = new Map<string, T[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      if (key === '') continue;
      const alike = made.get(key);
      if (alike) alike.push(item);
      else made.set(key, [item]);
    }
  return made;
}

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

function calledIn(entries: readonly Entry[]): ReadonlySet<string> {
  const all = entries.flatMap(({ named: { kind }, name }) => {
    const core = /^[\u4e00-\u9fff]{2,12}/.exec(name)?.[0];
    if (!core || kind === 'teacher' || kind === 'teachingClass') return [];
    if (kind !== 'course' || core.length < 4) return [core];
    const short = core.replace(/(?<=...)(?:原理|基础|概论|导论|实验|技术|应用)$/, '');
    return [core, short, core[0] + core[2], core.replace(/^大学(?=..)/, '')];
  });
  return new Set(all);
}

const wordsIn = ({ named, name }: Entry): readonly string[] => {
  const english = folded(readable(named.englishName ?? ''));
  const written = named.kind === 'teacher' && isHan.test(name) ? latinPartsOf(name) : [];
  return [...name.split(' '), ...english.split(' '), ...written];
};

const isHan = /^[\u4e00-\u9fff]/;
/** Family and given name. */
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
function surnameOf(name: string): string {
  if (!/^[\u4e00-\u9fff]/.test(name)) return name.split(' ').at(-1)!;
  return surnameIn(name);
}
