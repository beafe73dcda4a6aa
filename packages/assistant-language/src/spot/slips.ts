import type { Situation } from '../interpreter.js';
import { timeAt } from '../slots/times.js';
import { plainlyMeantBy } from './aliases.js';
import { folded } from './characters.js';
import { type Gazetteer, gazetteerOf, once } from './gazetteer.js';
import { isSeen } from './seen.js';
import { soundsOf } from './sounds.js';
import { hanWords, wordAt } from './vocabulary.js';

const days = [...'一二三四五六日'];
/** Words of time that people say: each is an expression of `times.ts`, which reads them. */
const timeWords: readonly string[] = [
  ...(
    '上午 下午 晚上 中午 早上 明天 后天 今天 昨天 今晚 明晚 明早 下周 这周 ' +
    '上周 本周 每周 单周 双周 周末 星期 礼拜 现在 下下周 大后天 下个月 每天 工作日 第几周 大节 前两节 头两节 后两节'
  ).split(' '),
  ...'周 星期 礼拜 下周 这周 本周 每周'.split(' ').flatMap((week) => days.map((day) => week + day)),
];
/** Characters that are meant as they stand: 周一到周五 moves nothing. */
const numerals = /[一二三四五六七八九十两日天\d]/;
/** 工程学院 is no course. */
const college = /^(?:院|系|专业)/;
/** What is left out of them is never filled in: it would turn the wish round. */
const negation = /[不别没无未勿莫甭]/;

/** Words by how they sound, and by what is left of them without one of their characters. */
interface Lexicon {
  readonly heard: ReadonlyMap<string, readonly string[]>;
  readonly lacking: ReadonlyMap<string, readonly string[]>;
}

/** Longest word that is told by its sound or in spite of what it lacks. */
const longest = 10;

function lexiconOf(all: readonly string[]): Lexicon {
  const [heard, lacking] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (map: Map<string, string[]>, key: string, word: string): void => {
    const known = map.get(key);
    if (!known) map.set(key, [word]);
    else if (!known.includes(word)) known.push(word);
  };
  for (const word of new Set(all)) {
    if (word.length < 2 || word.length > longest) continue;
    // What says nothing is no loss.
    if (isIdle(word)) continue;
    add(heard, soundsOf(word), word);
    for (let at = 0; at < word.length; at++)
      if (!numerals.test(word[at]) && !negation.test(word[at]))
        add(lacking, word.slice(0, at) + word.slice(at + 1), word);
  }
  return { heard, lacking };
}

const isIdle = (word: string): boolean => /^(?:filler|greet)$/.test(wordAt(word, 0)?.role ?? '');

/** What rooms have, and is wished for with `wishes.ts`. */
const wishWords = '投影 投影仪 多媒体 空调 电脑 实验室 机房 白板 阶梯教室'.split(' ');

const common = once(() => lexiconOf([...timeWords, ...wishWords, ...hanWords]));
const ofNames = new WeakMap<Gazetteer, Lexicon>();

/** What courses and places are called. */
function lexiconIn(gazetteer: Gazetteer): Lexicon {
  const known = ofNames.get(gazetteer);
  if (known) return known;
  // 计算机科学 is nothing with 计科.
  const classes = new Set(
    gazetteer.entries.flatMap(({ named, name }) =>
      named.kind === 'administrativeClass' ? (/^[\u4e00-\u9fff]+/.exec(name) ?? []) : [],
    ),
  );
  const made = lexiconOf([...gazetteer.called()].filter((word) => !classes.has(word)));
  ofNames.set(gazetteer, made);
  return made;
}

/** A part of a text, and as what it stands beside others: a name or time by its kind, others as they are. */
interface Piece {
  readonly at: number;
  readonly end: number;
  readonly sign: string;
  /** Of a word or a name, and no single character. */
  readonly isWord: boolean;
}

const isHan = (character: string | undefined): boolean =>
  character !== undefined && character >= '\u4e00' && character <= '\u9fff';

/** The pieces of a stretch of a folded text that begins where one begins. */
function piecesOf(low: string, from: number, to: number, situation: Situation): readonly Piece[] {
  const { lengths, exact, called } = gazetteerOf(situation.names);
  const pieces: Piece[] = [];
  for (let at = from; at < to;) {
    const run = /^(?:[a-z]+|\d+)/.exec(low.slice(at, at + 24))?.[0];
    const name = lengths.get(low[at])?.find((length) => exact.has(low.slice(at, at + length)));
    const named = name ?? (called().has(low.slice(at, at + 2)) ? 2 : 0);
    const time = timeAt(low, at, situation)?.length ?? 0;
    const word = isHan(low[at]) ? (wordAt(low, at)?.length ?? 0) : 0;
    const length = Math.max(named, time, word, run?.length ?? 1);
    const end = at + length;
    const isWord = Math.max(named, time, word) > 1;
    if (length === time || length === named)
      pieces.push({ at, end, sign: length === time ? 'T' : 'N', isWord });
    else if (run) pieces.push({ at, end, sign: /\d/.test(run) ? '0' : 'L', isWord });
    else for (let one = at; one < end; one++) pieces.push({ at: one, end: one + 1, sign: low[one], isWord });
    at = end;
  }
  return pieces;
}

/** The pairs of neighbours in a text, as they are seen or not. */
export const pairsIn = (text: string, situation: Situation): readonly string[] => {
  const low = folded(text);
  const signs = ['^', ...piecesOf(low, 0, low.length, situation).map(({ sign }) => sign), '$'];
  return signs.slice(1).map((sign, at) => signs[at] + sign);
};

/** Of a text what a change makes of a part of it. */
interface Change {
  readonly put: string;
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  /** How much less odd the text has to be with it. */
  readonly gain: number;
  /** Whether it is a name in full. */
  readonly isName?: boolean;
}

/** What happened to the characters, the likeliest first. */
enum Kind {
  Doubled,
  Exchanged,
  Misheard,
  LeftOut,
}
/** Characters before and behind a change that are looked at. */
const around = 7;
/** Greatest number of places of a text that are looked at: one with more is not written as people write. */
const looksMax = 10;

class Slips {
  readonly #gazetteer: Gazetteer;
  readonly #lexicons: readonly Lexicon[];

  constructor(readonly situation: Situation) {
    this.#gazetteer = gazetteerOf(situation.names);
    this.#lexicons = [common(), lexiconIn(this.#gazetteer)];
  }

  mended(text: string): string {
    let said = text;
    for (let from = 0, looks = 0; looks < looksMax; looks++) {
      const low = folded(said);
      const pieces = piecesOf(low, 0, low.length, this.situation);
      const odd = oddIn(pieces, low.length).find((one) => one >= from);
      if (odd === undefined) break;
      const change = this.#best(low, pieces, odd);
      if (change) said = said.slice(0, change.from) + change.put + said.slice(change.to);
      from = odd + 1;
    }
    return said;
  }

  /** The change that leaves nothing odd at a place, if there is one. */
  #best(low: string, pieces: readonly Piece[], place: number): Change | null {
    const start = pieces.findLast((piece) => piece.at <= Math.max(0, place - around))?.at ?? 0;
    const until = Math.min(low.length, place + around);
    const before = oddIn(piecesOf(low, start, until, this.situation), low.length).length;
    const isWordAt = (at: number): boolean =>
      pieces.some((one) => one.isWord && one.at <= at && at < one.end);
    const found = new Map<string, { readonly change: Change; readonly left: number }>();
    for (const change of this.#changes(low, place, isWordAt)) {
      const made = low.slice(0, change.from) + change.put + low.slice(change.to);
      if (found.has(made)) continue;
      const shift = made.length - low.length;
      const after = piecesOf(made, start, until + shift, this.situation);
      const touched = after.filter((piece) => piece.end > change.from && piece.at < change.to + shift);
      const left = oddIn(after, made.length);
      if (left.some((one) => one >= change.from && one <= change.to + shift)) continue;
      const isMeant = change.kind === Kind.Doubled || touched.some(({ isWord }) => isWord);
      if (isMeant && before - left.length >= change.gain) found.set(made, { change, left: left.length });
    }
    const kind = Math.min(...[...found.values()].map(({ change }) => change.kind));
    const [best, ...others] = [...found.values()]
      .filter(({ change }) => change.kind === kind)
      .sort((one, other) => one.left - other.left);
    if (!best || others.some(({ left }) => left === best.left)) return null;
    const isShort = kind >= Kind.Misheard && !best.change.isName && this.#isShortName(low, best.change);
    return isShort ? null : best.change;
  }

  /** 大物, 计网: a name that is only shortened. */
  #isShortName(low: string, { from, to }: Change): boolean {
    const starts = Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index);
    return starts.some((start) => plainlyMeantBy(low.slice(start, start + 2), this.#gazetteer) !== null);
  }

  /** What somebody may have meant to type at a position. */
  *#changes(low: string, place: number, isWordAt: (at: number) => boolean): Generator<Change> {
    for (const from of [place - 2, place - 1, place]) {
      const [one, other] = [low[from], low[from + 1]];
      if (!isHan(one) || !isHan(other)) continue;
      if (one === other) yield { put: one, from, to: from + 2, kind: Kind.Doubled, gain: 1 };
      else yield { put: other + one, from, to: from + 2, kind: Kind.Exchanged, gain: 2 };
    }
    const unit = !isWordAt(place) && /\d/.test(low[place - 1] ?? '') && units.get(soundsOf(low[place] ?? ''));
    if (unit) yield { put: unit, from: place, to: place + 1, kind: Kind.Misheard, gain: 1 };
    for (let length = longest; length >= 1; length--)
      for (let from = Math.max(place - length, 0); from <= place && from + length <= low.length; from++) {
        const said = low.slice(from, from + length);
        const isInside = from < place && place < from + length;
        for (const lexicon of this.#lexicons) {
          for (const word of isInside ? (lexicon.heard.get(soundsOf(said)) ?? []) : []) {
            const wrong = [...word].flatMap((one, index) => (one === said[index] ? [] : [index]));
            const at = from + wrong[0];
            if (wrong.length !== 1 || numerals.test(low[at])) continue;
            const put = word[wrong[0]];
            // 没法 is no 没发, 补排 no 不排, and 异动 no 一动.
            const isOfName = lexicon !== common();
            const isBold =
              (isWordAt(at) && !(isOfName && word.length > 3)) ||
              (isOfName && word.length < 3) ||
              negation.test(low[at] + put) ||
              (numerals.test(put) && !/^[周星礼]/.test(word));
            yield { put, from: at, to: at + 1, kind: Kind.Misheard, gain: isBold ? 2 : 1 };
          }
          // 24级1班 lacks nothing.
          const isCounted = length === 1 && (numerals.test(said) || numerals.test(low[from - 1] ?? ''));
          for (const word of isCounted ? [] : (lexicon.lacking.get(said) ?? [])) {
            const isHere =
              said.slice(0, place - from) === word.slice(0, place - from) &&
              said[place - from] !== word[place - from];
            const isName =
              lexicon !== common() &&
              word.length >= 4 &&
              isHere &&
              isInside &&
              !college.test(low.slice(from + length));
            yield { put: word, from, to: from + length, kind: Kind.LeftOut, gain: isName ? 1 : 2, isName };
          }
        }
      }
  }
}

/** 12约3日, 第5舟: what is counted, by its sound. */
const units = new Map([...'周节月号日点'].map((unit) => [soundsOf(unit), unit]));

/** Where two pieces meet that nobody says beside each other. */
function oddIn(pieces: readonly Piece[], length: number): readonly number[] {
  const isOdd = (one: string, other: string): boolean =>
    (isHan(one) || isHan(other)) && one !== '' && other !== '' && !isSeen(one + other);
  return [{ end: pieces[0]?.at, sign: pieces[0]?.at === 0 ? '^' : '' }, ...pieces].flatMap(
    ({ end, sign }, at) => (isOdd(sign, pieces[at]?.sign ?? (end === length ? '$' : '')) ? [end] : []),
  );
}

/** A readable Chinese text without characters that were exchanged, doubled, left out or misheard. */
export const withoutSlips = (text: string, situation: Situation): string => new Slips(situation).mended(text);
