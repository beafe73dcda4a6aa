import type { Situation } from '../interpreter.js';
import { timeAt } from '../slots/times.js';
import { folded } from './characters.js';
import { gazetteerOf } from './gazetteer.js';
import { isSeen } from './seen.js';
import { soundsOf } from './sounds.js';
import { wordAt } from './vocabulary.js';

/** A part of a text, and as what it stands beside others: a name or time by its kind, others as they are. */
export interface Piece {
  readonly at: number;
  readonly end: number;
  readonly sign: string;
  /** Of a word or a name, and no single character; where that begins. */
  readonly isWord: boolean;
  readonly start: number;
}

export const isLatin = (sign: string): boolean => /^'?[a-z]/.test(sign);
export const isHan = (character: string | undefined): boolean =>
  character !== undefined && character >= '\u4e00' && character <= '\u9fff';

/** What begins at a position of a folded text: a name, a time, letters, digits, or a word's characters. */
function piecesAt(low: string, at: number, situation: Situation): readonly Piece[] {
  const { lengths, exact, called } = gazetteerOf(situation.names);
  const run = /^(?:'?[a-z]+|\d+)/.exec(low.slice(at, at + 24))?.[0];
  const isInside = /[a-z]/.test(low[at - 1] ?? '') && run !== undefined;
  const isWhole = (length: number): boolean =>
    !run || !/[a-z0-9]{2}/.test(low.slice(at + length - 1, at + length + 1));
  const name = isInside
    ? 0
    : lengths.get(low[at])?.find((length) => exact.has(low.slice(at, at + length)) && isWhole(length));
  const named = name ?? (called().has(low.slice(at, at + 2)) ? 2 : 0);
  const time = timeAt(low, at, situation)?.length ?? 0;
  const word = isHan(low[at]) ? (wordAt(low, at)?.length ?? 0) : 0;
  const length = Math.max(named, time, word, run?.length ?? 1);
  const one = { at, end: at + length, start: at, isWord: Math.max(named, time, word) > 1 };
  if (length === time || length === named) return [{ ...one, sign: length === time ? 'T' : 'N' }];
  if (run) return [{ ...one, sign: /\d/.test(run) ? '0' : run }];
  return Array.from({ length }, (_, index) => {
    const sign = low[at + index];
    // However a sentence ends.
    return { ...one, at: at + index, end: at + index + 1, sign: /[?!;]/.test(sign) ? '$' : sign };
  });
}

/** Pieces before a change that may be others by it: 第3 before 周. */
const before = 3;

/** A folded text and its pieces, of which a part may be another. */
export class Line {
  readonly #signs: readonly string[];
  /** How odd each sign is behind those before it. */
  readonly #odd: readonly number[];
  /** It by how it sounds. */
  readonly sounds: string;

  constructor(
    readonly low: string,
    readonly situation: Situation,
    readonly pieces: readonly Piece[] = read(low, 0, situation),
  ) {
    this.#signs = ['^', ...pieces.map(({ sign }) => sign), '$'];
    this.sounds = soundsOf(low);
    this.#odd = this.#signs.map((_, at) => oddAt(this.#signs, at));
  }

  /** What stands beside each other in it, twos and threes. */
  get groups(): readonly string[] {
    return this.#signs.flatMap((_, at) =>
      [2, 3].flatMap((length) =>
        at + 1 < length ? [] : [groupOf(...this.#signs.slice(at + 1 - length, at + 1))],
      ),
    );
  }

  /** Where signs stand that people hardly say so, by the piece that begins there. */
  get odd(): readonly number[] {
    return this.pieces.flatMap((_, at) => (this.#odd[at + 1] + this.#odd[at + 2] > 1 ? [at] : []));
  }

  /** What a change makes: the pieces that it touches, how much less odd it is, and whether some stays odd. */
  tried({ put, from, to }: { readonly put: string; readonly from: number; readonly to: number }) {
    const low = this.low.slice(0, from) + put + this.low.slice(to);
    const shift = low.length - this.low.length;
    const first = this.#wordFrom(this.#pieceAt(from) - before, -1);
    let last = this.#pieceAt(to);
    const start = this.pieces[first]?.at ?? this.low.length;
    // Until a piece behind the change begins where one began before.
    const fresh = read(low, start, this.situation, (at) => {
      while (last < this.pieces.length && this.pieces[last].at + shift < at) last++;
      const one = this.pieces[last];
      return at > to + shift && one !== undefined && one.at + shift === at && one.at === one.start;
    });
    if ((fresh.at(-1)?.end ?? start) >= low.length) last = this.pieces.length;
    const above = this.#signs.slice(Math.max(first - 1, 0), first + 1);
    const signs = [...above, ...fresh.map(({ sign }) => sign), ...this.#signs.slice(last + 1, last + 3)];
    let gain = this.#oddIn(first + 1, last + 3);
    let isLeft = false;
    for (let at = above.length; at < signs.length; at++) {
      gain -= oddAt(signs, at);
      const place = fresh[at - above.length]?.at ?? low.length;
      isLeft ||= place >= from && place <= to + shift && isOdd(signs[at - 1], signs[at]);
    }
    const touched = fresh.filter((piece) => piece.end > from && piece.at < to + shift);
    const line = (): Line =>
      new Line(low, this.situation, [
        ...this.pieces.slice(0, first),
        ...fresh,
        ...this.pieces
          .slice(last)
          .map((one) => ({ ...one, at: one.at + shift, end: one.end + shift, start: one.start + shift })),
      ]);
    return { line, gain, touched, isLeft };
  }

  #oddIn(from: number, to: number): number {
    let odd = 0;
    for (let at = Math.max(from, 0); at < to; at++) odd += this.#odd[at] ?? 0;
    return odd;
  }

  /** How odd it is around a change, which is less odd by that at most. */
  oddAround({ from, to }: { readonly from: number; readonly to: number }): number {
    return this.#oddIn(this.#pieceAt(from) - 1, this.#pieceAt(to) + 5);
  }

  /** The piece that ends behind a position. */
  #pieceAt(place: number): number {
    const found = this.pieces.findIndex(({ end }) => end > place);
    return found < 0 ? this.pieces.length : found;
  }

  /** The piece with which a word begins, from one on in a direction. */
  #wordFrom(piece: number, step: number): number {
    let at = Math.min(Math.max(piece, 0), this.pieces.length);
    while (this.pieces[at] && this.pieces[at].at > this.pieces[at].start) at += step;
    return at;
  }
}

function read(
  low: string,
  from: number,
  situation: Situation,
  isEnd: (at: number) => boolean = () => false,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < low.length && !isEnd(at);) {
    const made = low[at] === ' ' ? [] : piecesAt(low, at, situation);
    pieces.push(...made);
    at = made.at(-1)?.end ?? at + 1;
  }
  return pieces;
}

/** Signs beside each other; English words beside Chinese are some letters. */
function groupOf(...signs: readonly string[]): string {
  const isMixed = signs.some(isHan);
  return signs.map((one) => (isMixed && isLatin(one) ? 'L' : one)).join(' ');
}

/** Whether nobody said so. Only words and characters tell: names and times stand in every order. */
const isOdd = (...signs: readonly string[]): boolean =>
  signs.some((one) => isHan(one) || isLatin(one)) && !isSeen(groupOf(...signs));

/** 高数三的课, 天第5节: of a day only a number that counts nothing, or how the word ends. */
const isBareDay = ([before, one, behind]: readonly string[]): boolean =>
  behind === '天'
    ? one === '^'
    : before === 'N' && /^[一二三四五六日]$/.test(one) && /^[的和跟与→,$]$/.test(behind);

/** How odd a sign is behind those before it: two that nobody said are twice as odd as three. */
function oddAt(signs: readonly string[], at: number): number {
  if (at < 1) return 0;
  const isPairOdd = isOdd(signs[at - 1], signs[at]);
  // Three of which two are odd are odd.
  const isThreeOdd = at > 1 && (isPairOdd || isOdd(signs[at - 2], signs[at - 1], signs[at]));
  return (
    (isPairOdd ? 2 : 0) +
    (isThreeOdd ? 1 : 0) +
    (isBareDay([signs[at - 2], signs[at - 1], signs[at]]) ? 2 : 0)
  );
}

/** What stands beside each other in a readable text. */
export const groupsIn = (text: string, situation: Situation): readonly string[] =>
  new Line(folded(text), situation).groups;
