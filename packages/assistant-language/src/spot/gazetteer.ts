import type { Named } from '../interpreter.js';
import { compact, folded, readable } from './characters.js';
import { type CalledClass, classNumberIn, wordsOf } from './class-names.js';
import { latinOf, soundsOf } from './sounds.js';
import { longSurnames } from './translations.js';

/** A record with its name as texts are searched for it. */
export interface Entry {
  readonly named: Named;
  readonly name: string;
  /** Without spaces and signs. */
  readonly compact: string;
  readonly code: string;
}

/** Everything that may be named, arranged so that a text is searched in time that hardly grows with it. */
export interface Gazetteer {
  readonly entries: readonly Entry[];
  /** They are told by words behind them: 信息 is no department, 信息学院 is. */
  readonly departments: readonly Named[];
  /** Which characters a name has, one bit for several, so that most names are passed over at a glance. */
  readonly marks: Marks;
  readonly exact: ReadonlyMap<string, readonly Entry[]>;
  /** Lengths of the exact names that begin with a character, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
  readonly bySurname: ReadonlyMap<string, readonly Entry[]>;
  /** Classes and rooms by the digits at their end. */
  readonly byTail: ReadonlyMap<string, readonly Entry[]>;
  /** Classes by year and number. */
  readonly classes: ReadonlyMap<string, readonly CalledClass<Entry>[]>;
  /** Courses by the letters at the beginning of their code. */
  readonly byLetters: ReadonlyMap<string, readonly Entry[]>;
  /** By the sound of the first character; made when it is asked for. */
  /** People by their names in Latin letters, either name first, and as `zhang-`; classes as `kuaiji2401`. */
  readonly byLatin: () => ReadonlyMap<string, readonly Entry[]>;
  /** Courses by how their whole names sound, without what tells parts of them apart. */
  readonly heard: () => ReadonlyMap<string, string>;
  readonly bySound: () => ReadonlyMap<string, readonly Entry[]>;
}

const known = new WeakMap<readonly Named[], Gazetteer>();

/** The gazetteer of some names, made once for each list of them. */
export function gazetteerOf(names: readonly Named[]): Gazetteer {
  const made = known.get(names) ?? make(names);
  known.set(names, made);
  return made;
}

/** 64 bits for each name, in two halves. */
export type Marks = readonly [Int32Array, Int32Array];

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

function make(all: readonly Named[]): Gazetteer {
  const names = all.filter(({ kind }) => kind !== 'department');
  const exact = new Map<string, Entry[]>();
  const lengths = new Map<string, Set<number>>();
  const bySurname = new Map<string, Entry[]>();
  const byTail = new Map<string, Entry[]>();
  const byLetters = new Map<string, Entry[]>();
  const classes = new Map<string, CalledClass<Entry>[]>();
  let latin: Map<string, Entry[]> | null = null;
  let heard: Map<string, string> | null = null;
  let sounds: Map<string, Entry[]> | null = null;
  const marks: Marks = [new Int32Array(names.length), new Int32Array(names.length)];
  const callIt = (key: string, entry: Entry): void => {
    if (!isDistinct(key)) return;
    add(exact, key, entry);
    const known = lengths.get(key[0]);
    if (known) known.add(key.length);
    else lengths.set(key[0], new Set([key.length]));
  };
  const entries = names.map((named, at) => {
    const name = folded(readable(named.name));
    const code = folded(readable(named.code ?? ''));
    const entry = { named, name, compact: compact(name), code };
    [marks[0][at], marks[1][at]] = marksOf(entry.compact);
    const keys = [
      name,
      code,
      entry.compact,
      withoutEnding(named, name),
      ...englishNames(named),
      languageIn(name),
    ];
    for (const key of new Set(keys)) callIt(key, entry);
    if (named.kind === 'teacher') add(bySurname, surnameOf(name), entry);
    if (named.kind === 'course') add(byLetters, /^[a-z]*/.exec(code)![0], entry);
    if (named.kind === 'administrativeClass' || named.kind === 'room')
      for (const tail of new Set([tailOf(withoutEnding(named, name)), tailOf(code)]))
        add(byTail, tail, entry);
    if (named.kind === 'administrativeClass')
      add(classes, classNumberIn(name) ?? '', { entry, words: wordsOf(name, named.major) });
    return entry;
  });
  return {
    entries,
    departments: all.filter(({ kind }) => kind === 'department'),
    marks,
    exact,
    lengths: new Map([...lengths].map(([first, all]) => [first, [...all].sort((a, b) => b - a)])),
    bySurname,
    byTail,
    classes,
    byLetters,
    byLatin: () => (latin ??= grouped(entries, latinKeys)),
    heard: () => (heard ??= heardIn(entries)),
    bySound: () => (sounds ??= grouped(entries, ({ compact: name }) => [soundsOf(name.slice(0, 1))])),
  };
}

function grouped(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): Map<string, Entry[]> {
  const made = new Map<string, Entry[]>();
  for (const entry of entries) for (const key of new Set(keysOf(entry))) add(made, key, entry);
  return made;
}

function heardIn(entries: readonly Entry[]): Map<string, string> {
  const made = new Map<string, string>();
  for (const { named, name } of entries) {
    const core = /^[\u4e00-\u9fff]{3,12}/.exec(name)?.[0];
    if (named.kind === 'course' && core) made.set(soundsOf(core), core);
  }
  return made;
}

function latinKeys({ named, name }: Entry): string[] {
  if (!/^[\u4e00-\u9fff]/.test(name)) return [];
  if (named.kind === 'administrativeClass') return [latinOf(withoutEnding(named, name)).join('')];
  if (named.kind !== 'teacher') return [];
  const parts = latinOf(name);
  const family = surnameOf(name).length;
  const [surname, given] = [parts.slice(0, family).join(''), parts.slice(family).join('')];
  return [surname + given, given + surname, `${surname}-`];
}

function add<T>(map: Map<string, T[]>, key: string, entry: T): void {
  if (key === '') return;
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

const withoutEnding = ({ kind }: Named, name: string): string =>
  kind === 'administrativeClass' && name.endsWith('班') ? name.slice(0, -1) : name;

/** The English name, and without what tells parts of a course apart: Calculus A (II) is called Calculus. */
function englishNames({ englishName }: Named): string[] {
  const name = folded(readable(englishName ?? ''));
  return [name, name.replace(/(?: [a-d])?(?: \(?(?:[ivx]+|\d)\)?)?$/, '')];
}

/** C++程序设计 is called C++, which its letters alone would not tell from C. */
const languageIn = (name: string): string => /[a-z](?:\+\+|#)/.exec(name)?.[0] ?? '';

const tailOf = (name: string): string => /\d{3,}$/.exec(name)?.[0] ?? '';

/** The family name that stands first in Chinese; the last word otherwise. */
function surnameOf(name: string): string {
  if (!/^[\u4e00-\u9fff]/.test(name)) return name.split(' ').at(-1)!;
  return longSurnames.find((surname) => name.startsWith(surname)) ?? name[0];
}
