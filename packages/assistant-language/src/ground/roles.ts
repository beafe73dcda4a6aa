import type { Intent, MeetingRef } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';
import { isGoalless } from '../frames/acts.js';
import { Doubt } from '../slots/doubts.js';
import { wishes, type GroundedAct, type Told } from './changes.js';
import { halvesOf, nearest, over, refOf, type Before, type Found } from './found.js';
import type { KnownLesson } from '../interpreter.js';
import { heldAt, isOwn, lessonsOf } from './lessons.js';
import { mentionsOf, type Mention, type Part } from './mentions.js';

/** What a clause wishes once every mention has its part. */
export interface Grounded {
  readonly intent: Intent;
  /** How likely that is: sums of what is likely of each part, and of how plain the lessons are. */
  readonly score: number;
  /** How many meetings of the timetable may be meant, and how many that are told it does not have. */
  readonly meetings: number;
  readonly missing: number;
  /** Whether by words alone another reading is about as likely. */
  readonly isClose?: boolean;
}

/** What was said before a clause, and how it is asked. */
interface Around {
  /** The change that is spoken of still, whose goal holds where nothing else is said. */
  readonly continued?: Intent | null;
  /** Lessons that may be meant without being named. */
  readonly befores?: readonly Before[];
  readonly isReason?: boolean;
}

/** Mentions of a clause, and ways to give each a part that are tried. */
const mentionsMax = 8;
const waysMax = 2_000;
/** How much less likely all parts together may be than what words alone would give. */
const forced = { byLessons: 1.6, byWords: 0.6 };
/** How much likelier a reading has to be than the next, where no timetable is known. */
const close = 0.3;

/**
 * The likeliest reading of a clause as a change of lessons that the timetable has: every mention may tell the
 * lesson or where it goes, words make one of these likelier, and of all ways that is the best in which they
 * name one meeting. Null where none does.
 */
export function groundedReading(
  act: GroundedAct,
  slots: Slots,
  { continued = null, befores = [], isReason = false }: Around = {},
): Grounded | null {
  const isHandedOver =
    slots.ofKind('teacher').length > 0 &&
    slots.has('teach', 'take', 'changeTeacher', 'let', 'replace') &&
    !slots.has('makeUp', 'makeUpTo');
  const isTaught = act === 'assignTeacher' || (act === 'singleDate' && isHandedOver);
  const told = { isSwap: act === 'swap', isTaught, isReason };
  // 会计那边求我帮忙: of a speaker who has no lessons.
  // On Fridays right now: where it is, and not when that is said.
  const isBeside = (token: Token): boolean =>
    isRole(token, 'self', 'ourClass')
      ? slots.isOfNobody && slots.names.length > 0
      : token.type === 'time' && Boolean(token.piece.isNow) && slots.times.length > 1;
  const tokens = withoutFloors(slots.tokens).filter((token) => !isBeside(token));
  const mentions = mentionsOf(tokens, told, slots.sentence);
  if (mentions.length > mentionsMax) return null;
  return new Search(act, slots, mentions, continued, [null, ...befores]).best();
}

/** 在明德楼三楼, 找间一楼的: of several floors the last is wished, and those before tell where it is. */
function withoutFloors(tokens: readonly Token[]): readonly Token[] {
  const isFloor = (token?: Token): boolean => token?.type === 'wish' && token.wish.floor !== undefined;
  const last = tokens.findLast(isFloor);
  const isLeft = (token?: Token): boolean => token !== last && isFloor(token);
  return tokens.filter(
    (token, at) => !isLeft(token) && !(isNamed(token, 'building') && isLeft(tokens[at + 1])),
  );
}

class Search {
  /** Of each mention the lessons of which it is true. */
  readonly #sets: readonly ReadonlySet<KnownLesson>[];
  readonly #bases = new Map<string, ReadonlySet<KnownLesson>>();
  /** How likely the parts are that words alone would give. */
  readonly #likeliest: number;
  readonly #known = new Map<string, Found | null>();
  #doubt: Doubt | null = null;

  constructor(
    private readonly act: GroundedAct,
    private readonly slots: Slots,
    private readonly mentions: readonly Mention[],
    private readonly continued: Intent | null,
    private readonly befores: readonly (Before | null)[],
  ) {
    const { situation, sentence } = slots;
    this.#likeliest = mentions.reduce((sum, { likely }) => sum + Math.max(...Object.values(likely)), 0);
    this.#sets = mentions.map((mention) => {
      const ref = mention.kind === 'wish' ? null : refOf([mention], situation, sentence);
      return ref ? lessonsOf(ref, situation) : new Set();
    });
  }

  best(): Grounded | null {
    const all: Grounded[] = [];
    for (const parts of this.#ways())
      for (const [at, before] of this.befores.entries()) {
        const made = this.#judged(parts, before, at);
        if (made) all.push(made);
      }
    const [best] = all.sort((one, other) => other.score - one.score);
    if (!best && this.#doubt) throw this.#doubt;
    if (!best) return null;
    // 能调到周四吗: of several that were shown, each as likely as the others, none is meant more.
    const isOneOf = all.some(
      ({ score, meetings, intent }) =>
        score === best.score && meetings === 1 && !isOfSame(intent, best.intent),
    );
    if (this.#isKnown) return isOneOf ? null : best;
    const wish = JSON.stringify(best.intent);
    const second = all.find(({ score, intent }) => score < best.score && JSON.stringify(intent) !== wish);
    return { ...best, isClose: best.score - (second?.score ?? -Infinity) < close };
  }

  get #isKnown(): boolean {
    return Boolean(this.slots.situation.lessons?.length);
  }

  get #forced(): number {
    return this.#isKnown ? forced.byLessons : forced.byWords;
  }

  /** Every way to give each mention a part. */
  *#ways(): Generator<readonly Part[]> {
    const options = this.mentions.map(({ likely }) => {
      const least = Math.max(...Object.values(likely)) - this.#forced;
      return (Object.keys(likely) as Part[]).filter((part) => likely[part]! >= least);
    });
    const count = options.reduce((product, { length }) => product * length, 1);
    for (let number = 0; count <= waysMax && number < count; number++) {
      let rest = number;
      yield options.map((each) => {
        const part = each[rest % each.length];
        rest = Math.floor(rest / each.length);
        return part;
      });
    }
  }

  #judged(parts: readonly Part[], before: Before | null, place: number): Grounded | null {
    if (!before && !parts.includes('LESSON') && !parts.includes('BOTH')) return null;
    const likely = this.mentions.reduce((sum, { likely: all }, at) => sum + all[parts[at]]!, 0);
    if (likely < this.#likeliest - this.#forced) return null;
    const one = this.#told(parts, 'LESSON', before, place);
    const isHalf = this.act === 'swap' && !before && !parts.includes('LESSON');
    const two = parts.includes('SECOND') ? this.#told(parts, 'SECOND', null, 0) : null;
    const told = [one, two];
    const [first, second] = (this.act === 'swap' && !parts.includes('SECOND') && halvesOf(one)) || told;
    const isVague = this.act === 'swap' && !this.#isKnown && this.mentions.some(isVagueTeacher);
    if (!first || isHalf || isVague) return null;
    const { slots, continued } = this;
    const goal = this.mentions.filter((_, at) => parts[at] === 'GOAL');
    const left = this.mentions.filter(({ isLeft }, at) => isLeft && parts[at] === 'LESSON');
    const made = this.#attempted({ slots, first, second, goal, left, continued });
    if (!made || (isGoalless(made.intent) && this.#hasGoal)) return null;
    const isEvery = slots.isEvery || first.ref.at?.until !== undefined;
    const plain = this.#isKnown
      ? plainness(first.lessons.length, isEvery) + (second ? plainness(second.lessons.length, false) : 0)
      : 0;
    return {
      intent: made.intent,
      score: likely + plain - made.cost - (before?.cost ?? 0),
      meetings: Math.max(first.lessons.length, second?.lessons.length ?? 0),
      missing: [first, second].filter((found) => this.#isKnown && found?.lessons.length === 0).length,
    };
  }

  /** The wish of one way; what is not plain in it is asked where there is no other. */
  #attempted(told: Told): ReturnType<(typeof wishes)[GroundedAct]> {
    try {
      return wishes[this.act](told);
    } catch (failure) {
      if (!(failure instanceof Doubt)) throw failure;
      this.#doubt ??= failure;
      return null;
    }
  }

  /** Whether something that is said tells rather where the lesson goes than which one it is. */
  get #hasGoal(): boolean {
    return this.mentions.some(({ likely: { GOAL = -Infinity, LESSON = -Infinity } }) => GOAL > LESSON);
  }

  /** The lessons of which all is true that has a part; null where that contradicts itself. */
  #told(parts: readonly Part[], part: Part, before: Before | null, place: number): Found | null {
    const isOf = (at: number): boolean => parts[at] === part || parts[at] === 'BOTH';
    const mask = parts.reduce((sum, _, at) => sum + (isOf(at) ? 1 << at : 0), 0);
    const key = `${mask} ${place}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { situation, sentence } = this.slots;
    const mentions = this.mentions.filter((_, at) => isOf(at));
    // Of a swap each half names one course.
    const isHalf = this.act !== 'swap' || isOneOfEach(kindsOf(mentions));
    const isTold = this.#isKnown ? isHalf : isPlain(mentions);
    const said = isTold ? refOf(mentions, situation, sentence) : null;
    const ref = said && (before ? over(before.ref, said) : said);
    const isThen = before && ref?.at ? heldAt(ref.at, situation) : () => true;
    const sets = this.#sets.filter((_, at) => isOf(at));
    const [first, ...others] = [...sets, ...(before && said ? [this.#baseOf(before, place, said)] : [])].sort(
      (one, other) => one.size - other.size,
    );
    const held = [...(first ?? [])].filter(
      (lesson) => others.every((set) => set.has(lesson)) && isThen(lesson),
    );
    const isMine = !before && this.#isOfOwn(isOf);
    // 周一早上音乐班那节, of whoever teaches that class: never a lesson of others.
    const { teacher } = situation.self;
    const mine = ref && isMine && teacher !== null && !ref.teachers && { teachers: [teacher] };
    const found = ref && {
      ref: { ...ref, ...mine },
      lessons: nearest(isMine ? held.filter((lesson) => isOwn(lesson, situation)) : held, situation),
    };
    this.#known.set(key, found);
    return found;
  }

  /** 明天的数据结构: of a course that the caller teaches no lesson of another, though his is at another time. */
  #isOfOwn(isOf: (at: number) => boolean): boolean {
    const named = this.#sets.filter((_, at) => isOf(at) && this.mentions[at].kind !== 'time');
    const [first, ...others] = named.sort((one, other) => one.size - other.size);
    return [...(first ?? [])].some(
      (lesson) => isOwn(lesson, this.slots.situation) && others.every((set) => set.has(lesson)),
    );
  }

  /** The lessons that were spoken of before, at any time, but for what is named now in its place. */
  #baseOf(before: Before, place: number, said: MeetingRef): ReadonlySet<KnownLesson> {
    const rest = Object.entries(before.ref).filter(([field]) => field !== 'at' && !(field in said));
    const key = `${place} ${rest.map(([field]) => field).join()}`;
    const base =
      this.#bases.get(key) ?? lessonsOf(Object.fromEntries(rest) as MeetingRef, this.slots.situation);
    this.#bases.set(key, base);
    return base;
  }
}

const isOfSame = (one: Intent, other: Intent): boolean =>
  !('meeting' in one && 'meeting' in other) || JSON.stringify(one.meeting) === JSON.stringify(other.meeting);

const kindsOf = (mentions: readonly Mention[]): readonly string[] =>
  mentions.flatMap(({ tokens: [token] }) =>
    token.type === 'name' ? [token.candidates[0].kind] : token.type === 'word' ? ['self'] : [],
  );

const isOneOfEach = (kinds: readonly string[]): boolean => new Set(kinds).size === kinds.length;

/** Whether words alone tell one lesson: one name of each kind, and not a time alone. */
function isPlain(mentions: readonly Mention[]): boolean {
  const kinds = kindsOf(mentions);
  const isTimed = mentions.some(({ kind }) => kind === 'time');
  const isNamed = kinds.some((kind) => !/^(?:room|building)$/.test(kind)) || (isTimed && kinds.length > 0);
  return isOneOfEach(kinds) && (isNamed || mentions.length === 0);
}

/** Mr Zhang of a swap: which of several is meant, is asked. */
const isVagueTeacher = ({ kind, tokens: [token] }: Mention): boolean =>
  kind === 'teacher' && token.type === 'name' && token.candidates.length > 1;

/** How unlikely it is that what is told is none of the timetable. */
export const none = 5;

/** Better one meeting than several, and rather several than none. */
const plainness = (count: number, isEvery: boolean): number =>
  count === 0 ? -none : isEvery ? 2 : count === 1 ? 3 : count <= 3 ? 1 : count <= 8 ? 0 : -2;
