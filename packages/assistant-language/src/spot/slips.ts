import type { Situation } from '../interpreter.js';
import { plainlyMeantBy } from './aliases.js';
import { folded } from './characters.js';
import { type Gazetteer, gazetteerOf } from './gazetteer.js';
import { isLatinWord, isPerson, nearTo, slipFrom } from './latin-slips.js';
import { common, commonCharacters, lexiconsIn, longest, negation, numerals } from './lexicon.js';
import { isHan, isLatin, Line, type Piece } from './pieces.js';
import { fromTo } from './numbers.js';
import { onceFor } from './once-for.js';
import { soundsOf } from './sounds.js';
import { distance } from './spelling.js';
import { wordAt } from './vocabulary.js';

/** What happened to the characters, the likeliest first. */
enum Kind {
  Doubled,
  Exchanged,
  Misheard,
  LeftOut,
}

/** How much less odd a text has to be by a change for it to be asked about, and to be made. */
type Evidence = readonly [needed: number, sure: number];
/** No person is taken for another, and no code: it is asked. */
const askedFrom = (needed: number): Evidence => [needed, Infinity];

/** Of a text what a change makes of a part of it. */
interface Change {
  readonly put: string;
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  readonly evidence: Evidence;
  /** Whether it is a name in full. */
  readonly isName?: boolean;
}
interface Tried {
  readonly change: Change;
  readonly made: string;
  readonly line: () => Line;
  readonly gain: number;
  readonly score: number;
}

/** What a text is without its typing errors; of a place where several are likely, each. */
export interface Mended {
  readonly text: string;
  readonly others: readonly { readonly text: string; readonly gain: number }[];
}

/** Greatest number of changes of a text that are tried: one that needs more is not as people write. */
const triesMax = 120;
/** Longest text that is looked through: nobody types a longer one as one sentence. */
const slipsMax = 200;
/** 工程学院 is no course. */
const college = /^(?:院|系|专业)/;
/** 网工24级: a class that is not there is none that is. */
const strangeClass = /^[\u4e00-\u9fff]{1,3}\d{2}/;
/** 前三名, 两个: what numbers count beside times. */
const counted = /[名个位人次门间台]/;
/** 12约3日, 第5舟, 一填: what is counted, by its sound. */
const units = new Map([...'周节月号日点天'].map((unit) => [soundsOf(unit), unit]));

class Slips {
  readonly #gazetteer: Gazetteer;
  #line: Line;
  #tries = 0;
  /** By the piece that is odd, until the line is another. */
  readonly #found = new Map<number, readonly Tried[]>();

  constructor(low: string, situation: Situation) {
    this.#gazetteer = gazetteerOf(situation.names);
    this.#line = new Line(low, situation);
  }

  mended(text: string): Mended {
    let said = text;
    let others: readonly Tried[] = [];
    for (let from = 0; this.#tries < triesMax;) {
      const piece = this.#line.odd.find((one) => this.#placeOf(one) >= from);
      if (piece === undefined) break;
      from = this.#placeOf(piece) + 1;
      this.#tries++;
      const [best, ...rest] = this.#likely(from - 1);
      if (best && rest.length === 0 && best.gain >= best.change.evidence[1]) {
        said = put(said, best.change);
        this.#line = best.line();
        this.#found.clear();
      } else if (best && others.length === 0) others = [best, ...rest];
    }
    const offered = others.slice(0, othersMax).map(({ change, gain }) => ({ text: put(said, change), gain }));
    return { text: said, others: offered };
  }

  #placeOf = (piece: number): number => this.#line.pieces[piece]?.at ?? this.#line.low.length;

  /** The changes that make a place, and those just behind it, less odd: those about as likely as the best. */
  #likely(place: number): readonly Tried[] {
    const odd = this.#line.odd.filter((one) => Math.abs(this.#placeOf(one) - place - near / 2) <= near / 2);
    const all = odd.flatMap((one) => this.#mending(one)).sort((one, other) => other.score - one.score);
    const made = new Map(all.toReversed().map((one) => [one.made, one]));
    return all.filter((one) => made.get(one.made) === one && one.score > all[0].score - sureness);
  }

  #mending(piece: number): readonly Tried[] {
    if (this.#found.has(piece)) return this.#found.get(piece)!;
    const found = new Map<string, Tried>();
    for (const change of this.#changes(piece)) {
      const made = put(this.#line.low, change);
      const { kind, from, evidence } = change;
      if (found.has(made) || this.#line.oddAround(change) < evidence[0]) continue;
      this.#tries++;
      const { gain, touched, isLeft, line } = this.#line.tried(change);
      const isMeant =
        kind !== Kind.Exchanged ||
        gain >= plainly ||
        touched.some(({ isWord, sign }) => isWord || !isHan(sign));
      const isMended = gain >= evidence[0] && !(isLeft && isHan(this.#line.low[from]));
      if (isMeant && isMended && !this.#isShortName(change))
        found.set(made, { change, made, line, gain, score: gain - 2 * kind });
    }
    this.#found.set(piece, [...found.values()]);
    return [...found.values()];
  }

  /** 大物, 计网: a name that is only shortened. */
  #isShortName({ kind, isName, from, to }: Change): boolean {
    const { low } = this.#line;
    const isWhole = kind < Kind.Misheard || isName || !isHan(low[from]);
    return (
      !isWhole &&
      fromTo(from - 1, to - 1).some((at) => plainlyMeantBy(low.slice(at, at + 2), this.#gazetteer))
    );
  }

  /** What somebody may have meant to type at a piece that is odd behind the one before. */
  *#changes(piece: number): Generator<Change> {
    const { pieces } = this.#line;
    const [before, behind] = [pieces[piece - 1], pieces[piece]] as (Piece | undefined)[];
    yield* this.#numbered(this.#placeOf(piece));
    for (const one of [before, behind]) if (one && isLatin(one.sign)) yield* this.#ofLetters(one);
    if (before && behind) yield* this.#ofSpaces(before, behind);
    if ((before && isHan(before.sign)) || (behind && isHan(behind.sign)))
      yield* this.#ofHan(this.#placeOf(piece));
  }

  /** Words that fingers slipped from. */
  *#ofLetters({ at: from, end: to, sign }: Piece): Generator<Change> {
    const { low } = this.#line;
    if (/(?:mrs?|ms|dr|prof)\.? $/.test(low.slice(0, from)) || sign[0] === "'" || low[from - 1] === '-')
      return;
    const isKnown = isLatinWord(sign, this.#gazetteer);
    for (const [put, slip] of nearTo(sign, this.#gazetteer)) {
      if (isKnown && slip > 1) continue;
      const [needed, sure] = isKnown ? [3 + 2 * slip, 5] : unknownWord(sign, slip);
      const isOther = slip > 0 && isPerson(put, this.#gazetteer);
      yield { put, from, to, kind: slip, evidence: isOther ? askedFrom(needed) : [needed, sure] };
    }
  }

  /** Th ecalculus, m ytuesday: a space that was exchanged with the character beside it. */
  *#ofSpaces(one: Piece, two: Piece): Generator<Change> {
    const { low } = this.#line;
    if (two.at !== one.end + 1 || low[one.end] !== ' ') return;
    // Start ours at 5: two words as they are.
    if ([one, two].every(({ sign }) => isLatinWord(sign, this.#gazetteer))) return;
    const [from, to] = [one.end - 1, two.at + 1];
    const both = low[from] + low[two.at];
    if (one.sign.length > 1) yield { put: ` ${both}`, from, to, kind: Kind.Exchanged, evidence: [3, 3] };
    if (two.sign.length > 1) yield { put: `${both} `, from, to, kind: Kind.Exchanged, evidence: [3, 3] };
  }

  /** 软见2501, MAT202: what is called otherwise, with these digits. */
  *#numbered(place: number): Generator<Change> {
    const { low } = this.#line;
    const said = /(?<![a-z\d])(?:[a-z]{1,7}|[\u4e00-\u9fff]{1,5})(?=(\d{2,6})(?![\da-z]))/g;
    said.lastIndex = Math.max(place - 7, 0);
    const found = said.exec(low.slice(0, place + 10));
    if (!found || found.index > place || this.#gazetteer.exact.has(found[0] + found[1])) return;
    const { numbered } = lexiconsIn(this.#gazetteer);
    for (const name of numbered.get(found[1]) ?? []) {
      const core = name.slice(0, -found[1].length);
      const typed = isHan(core[0]) ? found[0].slice(-core.length) : found[0];
      if (typed === core) continue;
      const to = found.index + found[0].length;
      const change = { put: core, from: to - typed.length, to, kind: Kind.Exchanged };
      const isSame = [...core].sort().join('') === [...typed].sort().join('');
      if (isHan(core[0]) ? isSame || soundsOf(core) === soundsOf(typed) : slipFrom(core, typed) === 0)
        yield { ...change, evidence: [0, 0] };
      else if (!isHan(core[0]) && distance(typed, core, 1) === 1) yield { ...change, evidence: askedFrom(0) };
    }
  }

  *#ofHan(place: number): Generator<Change> {
    const { low } = this.#line;
    for (const from of [place - 2, place - 1, place, place + 1]) {
      const [one, other] = [low[from] ?? '', low[from + 1] ?? ''];
      if (!/^(?:[\u4e00-\u9fff][\u4e00-\u9fff,a-z-]|[,a-z-][\u4e00-\u9fff])$/.test(one + other)) continue;
      if (one === other) yield { put: one, from, to: from + 2, kind: Kind.Doubled, evidence: [1, 1] };
      // 周一致远楼304: a day is none of what stands behind it.
      else if (!this.#isWordAt(from, ({ sign }) => sign === 'T'))
        yield {
          ...{ put: other + one, from, to: from + 2, kind: Kind.Exchanged },
          evidence: wordAt(other + one, 0)?.length === 2 ? [2, 4] : [3, 4],
        };
    }
    yield* this.#soundingAt(place);
    const unit =
      !this.#isWordAt(place) &&
      /[\d一二两三四五六七八九十]/.test(low[place - 1] ?? '') &&
      units.get(soundsOf(low[place] ?? ''));
    if (unit) yield { put: unit, from: place, to: place + 1, kind: Kind.Misheard, evidence: [2, 2] };
    for (let length = longest; length >= 1; length--)
      for (let from = Math.max(place - length, 0); from <= place && from + length <= low.length; from++) {
        if (from < place && place < from + length) yield* this.#heard(from, length);
        yield* this.#leftOut(from, length, place);
      }
  }

  /** 往前体一节: a character of its own that stands for another. */
  *#soundingAt(place: number): Generator<Change> {
    const one = this.#line.low[place];
    if (!isHan(one) || this.#isWordAt(place) || numerals.test(one)) return;
    for (const put of commonCharacters().get(soundsOf(one)) ?? [])
      if (put !== one && !negation.test(put) && !numerals.test(put) && !/[他她它]/.test(put))
        yield { put, from: place, to: place + 1, kind: Kind.Misheard, evidence: [4, 6] };
  }

  /** 二下午, 改到一: of a single character; 24级1班 and 一处 lack nothing. */
  #mayLack(at: number): boolean {
    const { low } = this.#line;
    const [before, one, behind] = [low[at - 1] ?? '', low[at], low[at + 1] ?? ','];
    // 每天几节 lacks nothing.
    if (!numerals.test(one)) return one !== '每' || behind !== '天';
    if (one === '天') return at === 0;
    if (!/[一二三四五六日]/.test(one) || /[一二三四五六七八九十第级]/.test(before)) return false;
    return this.#isBeforeTime(at) || (/[,;的和跟与→]/.test(behind) && !/[房室楼教]/.test(before));
  }

  /** 三下午, 一3-4节; but 一上午 is all of it. */
  #isBeforeTime = (at: number): boolean =>
    !/^一[^\d第]/.test(this.#line.low.slice(at, at + 2)) &&
    this.#line.pieces.some(({ sign, at: begin }) => sign === 'T' && begin === at + 1);

  #isWordAt = (at: number, isMeant = ({ isWord }: Piece) => isWord): boolean =>
    this.#line.pieces.some((one) => one.at <= at && at < one.end && isMeant(one));

  *#heard(from: number, length: number): Generator<Change> {
    const said = this.#line.low.slice(from, from + length);
    const { names, people } = lexiconsIn(this.#gazetteer);
    for (const lexicon of [common(), names, people])
      for (const word of lexicon.heard.get(this.#line.sounds.slice(from, from + length)) ?? []) {
        const wrong = [...word].flatMap((one, index) => (one === said[index] ? [] : [index]));
        const at = from + wrong[0];
        if (wrong.length !== 1 || numerals.test(said[wrong[0]])) continue;
        const put = word[wrong[0]];
        // 没法 is no 没发, 补排 no 不排, and 异动 no 一动.
        const isOfName = lexicon !== common();
        const isBold =
          (this.#isWordAt(at) && !(isOfName && word.length > 3)) ||
          (isOfName && word.length < 3) ||
          negation.test(said[wrong[0]] + put) ||
          (numerals.test(put) && !/^[周星礼]/.test(word));
        const evidence: Evidence = isBold ? [2, 4] : [2, 2];
        yield {
          ...{ put, from: at, to: at + 1, kind: Kind.Misheard },
          evidence: lexicon === people ? askedFrom(evidence[0]) : evidence,
        };
      }
  }

  *#leftOut(from: number, length: number, place: number): Generator<Change> {
    const { low } = this.#line;
    const said = low.slice(from, from + length);
    if (numerals.test(said.at(-1) ?? '') && counted.test(low[from + length] ?? '')) return;
    // 24级1班 lacks nothing, nor do 周五 and 汤老师.
    if (length === 1 && (!this.#mayLack(from) || strangeClass.test(low.slice(from)))) return;
    const { names, people } = lexiconsIn(this.#gazetteer);
    const isTitled = this.#gazetteer.bySurname.has(said) && /^(?:老师|教授|师)/.test(low.slice(from + 1));
    for (const lexicon of isTitled ? [common(), names] : [common(), names, people])
      for (const word of lexicon.lacking.get(said) ?? []) {
        const isPerson = lexicon === people;
        const isHere = from < place && said.slice(0, place - from) === word.slice(0, place - from);
        const isLacking = isHere && said[place - from] !== word[place - from];
        const isName =
          lexicon === names && word.length >= 4 && isLacking && !college.test(low.slice(from + length));
        const evidence: Evidence = isName
          ? [2, 2]
          : isPerson
            ? askedFrom(3)
            : lexicon === names && length === 1
              ? askedFrom(wordAt(low, from) ? 5 : 3)
              : length > 1
                ? [3, 4]
                : numerals.test(said)
                  ? [2, this.#isBeforeTime(from) ? 2 : /[的和跟与→]/.test(low[from + 1] ?? '') ? 3 : 5]
                  : [wordAt(low, from) ? 4 : 3, lexicon.lacking.get(said)!.length === 1 ? 4 : 5];
        const kind = isPerson ? Kind.Misheard : Kind.LeftOut;
        yield { put: word, from, to: from + length, kind, evidence, isName };
      }
  }
}

/** What has to speak for another word where letters are none: a few letters are near to many words. */
const unknownWord = ({ length }: string, slip: number): Evidence =>
  slip > 0 && length < 5 ? [2, 5] : length < 3 ? [4, 4] : length < 4 ? [0, 0] : [-6, -6];

const othersMax = 3;
const sureness = 1;
/** How much less odd two exchanged characters make what holds no word. */
const plainly = 6;
/** Characters behind a place that is odd that may be by the same error. */
const near = 2;

const put = (text: string, change: Change): string =>
  text.slice(0, change.from) + change.put + text.slice(change.to);

/** A readable text without characters that were exchanged, doubled, left out or misheard. */
export const mended = onceFor((text: string, situation: Situation): Mended =>
  text.length > slipsMax ? { text, others: [] } : new Slips(folded(text), situation).mended(text),
);

/** A readable text in which typing errors are put right where it is plain what was meant. */
export const withoutTypingErrors = (text: string, situation: Situation): string =>
  mended(text, situation).text;
