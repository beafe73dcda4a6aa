import { lessonsOf } from '../ground/lessons.js';
import { grouped } from '../grouping.js';
import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { ordinalIn, ordinalWords, sizeWords } from '../replies.js';
import { dayOf as weekdayOf, later, weekOf } from '../slots/calendar.js';
import { overTime } from '../slots/over-time.js';
import { timeIn } from '../slots/time-wishes.js';
import { isNamed, isRole, type NameToken, type TimeToken, type Token } from '../slots/tokens.js';
import { tokensOf } from '../spot/lexer.js';
import { sentenceOf, tokensIn } from './clause.js';

const one = '(?:那|这|刚才那|the |that |this |its |same )';
/** Words that refer, `nth` to one of what was shown, `any` to the last. What is longer comes first. */
const referring = {
  size: sizeWords,
  nth: ordinalWords,
  nextDay: '\\bthe (?:day after|next day)\\b|第二天|次日',
  nextWeek: '\\bthe (?:week after|next week)\\b|再下一?(?:周|个星期|个礼拜)',
  class: '那个班(?:级)?|这个班|他们班?|她们班?|\\b(?:that class|they|them|their)\\b',
  teacher: `${one}(?:个|位)?(?:老师|人)|[他她](?!们)|\\b(?:that (?:teacher|person|lecturer)|he|she|him|his|her)\\b`,
  room:
    `${one}(?:间|个)教[室市师]|那教[室市]|那间|里[面头]` +
    '|\\b(?:in|from|over) there\\b|\\b(?:that|the) room\\b',
  there:
    '\\bthere(?=[?.!]*$)|(?<=[放挪调换移搬](?:到|在)?)(?:那[儿里边]?|过去|那会儿?|那个?时[间候])' +
    '(?=[吧呗了啊]*[。!！]?$)',
  time: '(?:那|这|同一?)(?:个)?(?:时间|时候|会儿|个点)|\\b(?:at )?(?:that|the same) time\\b|\\bthen(?=[?.!]*$)',
  day: '[那这]一?天|当天|\\b(?:on )?(?:that|the same) day\\b',
  lesson: '(?:那|这)一?(?:节|门|次|堂)课?|\\bth(?:at|e|is) (?:lesson|lecture)\\b',
  any: '它|\\bit\\b',
};
type Referent = keyof typeof referring;
const groups = Object.entries(referring).map(([kind, words]) => `(?<${kind}>${words})`);
const pattern = new RegExp(groups.join('|'), 'giu');

/** A name or a time that stands for a word that refers. */
type Bit = { readonly said: string } & (
  Pick<NameToken, 'type' | 'candidates' | 'isGuess'> | Pick<TimeToken, 'type' | 'piece'>
);

export const fields = [
  'teachingClasses',
  'courses',
  'teachers',
  'administrativeClasses',
  'rooms',
  'departments',
] as const;
type Field = (typeof fields)[number];
const singular: Readonly<Record<string, string>> = { teachers: 'teacher', rooms: 'room', courses: 'course' };

/** The last value that a wish has somewhere for one of some parts. */
function lastIn(value: unknown, keys: readonly (string | undefined)[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).reduce<unknown>((found, [key, part]: [string, unknown]) => {
    const isOne = keys.includes(key) && !(key === 'room' && typeof part === 'object');
    return (isOne ? part : lastIn(part, keys)) ?? found;
  }, undefined);
}

/** Rooms that are spoken of at once. */
const severalMax = 4;

/** What a conversation is about: the wishes before, and the objects that answers showed. */
class Focus {
  readonly #seen: readonly MeetingRef[];
  readonly #wishes: readonly Intent[];

  /**
   * @param day that a sentence tells, of which it is then what was shown, where anything was
   * @param courses that it names, of which the lesson then is
   * @param announced the time or room that it begins with, where something goes
   */
  constructor(
    private readonly situation: Situation,
    private readonly day?: number,
    private readonly courses: readonly string[] = [],
    private readonly announced: readonly Token[] = [],
  ) {
    const { seen = [], before = [], open = [] } = situation;
    const isThen = (ref: MeetingRef): boolean => this.#isThen(ref);
    const isOf = (ref: MeetingRef): boolean => Boolean(ref.teachingClasses) && this.#isOf(ref);
    this.#seen = [isThen, isOf].reduce((of, isMeant) => {
      const meant = of.filter(isMeant);
      return meant.length > 0 ? meant : of;
    }, seen);
    this.#wishes = [before, open].flatMap((wishes) => wishes.slice(-1));
  }

  bitsOf(kind: Referent, said: string, isDayTold: boolean): readonly Bit[] | null {
    const told: Readonly<Record<Referent, () => readonly Bit[] | null>> = {
      teacher: () => this.#named('teachers'),
      class: () => this.#named('administrativeClasses') ?? this.#named('teachingClasses'),
      room: () => this.#named('rooms'),
      there: () => this.#there(),
      time: () => this.#time(isDayTold ? 'PERIODS' : 'ALL'),
      day: () => (isDayTold ? null : this.#time('DAY')),
      nextDay: () => this.#after(1),
      nextWeek: () => this.#after(7),
      // 是周一那节: of the lesson before, at another time.
      lesson: () => this.#lesson()?.filter(({ type }) => !isDayTold || type !== 'time') ?? null,
      nth: () => this.#nth(said),
      size: () => this.#ofSize(/小|small/i.test(said)),
      any: () => (this.#isMeant ? null : (this.#lesson() ?? this.#named('rooms'))),
    };
    return told[kind]();
  }

  /** The lesson that was wished something of, else the one that was shown, else whatever was asked about. */
  #lesson(): readonly Bit[] | null {
    const meeting = this.#wishes
      .flatMap((wish): MeetingRef[] =>
        'meeting' in wish && wish.meeting
          ? [{ ...wish.meeting, ...(wish.type === 'singleDate' && wish.at && { at: wish.at }) }]
          : [],
      )
      .at(0);
    const [shown, ...others] = this.#seen.filter(({ teachingClasses }) => teachingClasses);
    const ref = meeting ?? (others.length === 0 ? shown : undefined);
    const isOther = this.courses.length > 0 && ref && !this.#isOf(ref);
    return ref && !isOther ? this.#told(ref, meeting ? fields : ['teachingClasses']) : null;
  }

  /** 周四那次: the one of that day that was shown, at its date. */
  lessonThen(): readonly Bit[] | null {
    const { seen = [] } = this.situation;
    const [only, ...others] = this.#seen.filter(({ teachingClasses }) => teachingClasses);
    return only && others.length === 0 && seen.length > 1 && this.#isThen(only)
      ? this.#told(only, ['teachingClasses'])
      : null;
  }

  /** Whether something is on the day that a sentence tells. */
  #isThen({ at }: MeetingRef): boolean {
    return (
      this.day !== undefined && (at?.date ? weekdayOf(at.date) === this.day : at?.days?.[0] === this.day)
    );
  }

  /** Whether a lesson may be of one of the courses that a sentence names. */
  #isOf(ref: MeetingRef): boolean {
    return [...lessonsOf(ref, this.situation)].some(({ course }) => this.courses.includes(course));
  }

  /** All ways to tell what a sentence may leave out, the likeliest first. */
  *guesses(): Generator<readonly Bit[]> {
    // Where lessons are that were shown is not spoken of.
    const isOfLessons = this.#seen.some(({ teachingClasses }) => teachingClasses);
    const rooms = [...new Set(this.#seen.flatMap((each) => each.rooms ?? []))];
    const several = rooms.length <= severalMax ? rooms.flatMap((room) => this.#bits([room])) : [];
    const shown = isOfLessons ? [] : [this.#named('rooms'), several];
    const ways = [this.#lesson(), this.#asked(), ...shown, this.#named('teachers'), this.#time('ALL')];
    for (const bits of ways) if (bits && bits.length > 0) yield bits;
  }

  /** Of all that a name may mean, what was spoken of: 102 of the rooms or the building that were told. */
  narrowed(token: Token): Token {
    if (token.type !== 'name' || token.candidates.length < 2) return token;
    const spoken = JSON.stringify([this.#seen, this.#wishes]);
    const buildings = this.situation.names.filter(
      ({ kind, id }) => kind === 'building' && token.candidates[0].kind === 'room' && spoken.includes(id),
    );
    // 活动室101, and then 102, B组 and then A组: of the same name but for its number.
    const alike = this.situation.names.flatMap(({ kind, id, name }) =>
      /^(?:room|teachingClass)$/.test(kind) && token.candidates[0].kind === kind && spoken.includes(id)
        ? [withoutNumber(name)]
        : [],
    );
    const options = this.situation.asked?.options ?? [];
    const known = [
      token.candidates.filter(({ name }) => options.some(({ label }) => label.zh === name)),
      token.candidates.filter(({ id }) => spoken.includes(id)),
      token.candidates.filter(({ name }) => alike.includes(withoutNumber(name))),
      token.candidates.filter(({ name }) => buildings.some((building) => name.startsWith(building.name))),
    ].find(({ length }) => length > 0);
    return known ? { ...token, candidates: known, isGuess: token.isGuess && known.length > 1 } : token;
  }

  #asked(): readonly Bit[] | null {
    const of = this.#wishes.flatMap((wish) => ('of' in wish && wish.of) || []).at(0);
    return of ? this.#told({ ...of, at: undefined }, fields) : null;
  }

  #nth(said: string): readonly Bit[] | null {
    const at = ordinalIn(said, this.#seen.length);
    const object = at === null ? undefined : this.#seen.at(at - 1);
    if (!object) return null;
    const only = /间|教室|room/.test(said)
      ? 'rooms'
      : /位|老师|teacher|person/.test(said)
        ? 'teachers'
        : null;
    if (only) return this.#told({ [only]: object[only] }, fields);
    return this.#told(object, object.teachingClasses ? ['teachingClasses'] : fields);
  }

  /** The largest room of those that were shown, or the smallest, where there are several. */
  #ofSize(isLeast: boolean): readonly Bit[] | null {
    const shown = new Set(this.#seen.flatMap((each) => (each.teachingClasses ? [] : (each.rooms ?? []))));
    const rooms = this.situation.names.filter(({ id, seats }) => seats !== undefined && shown.has(id));
    const bySeats = rooms.toSorted((one, other) => one.seats! - other.seats!);
    const found = bySeats.at(isLeast ? 0 : -1);
    return found && rooms.length > 1 ? this.#bits([found.id]) : null;
  }

  #named(field: Field): readonly Bit[] | null {
    const shown = new Map(
      this.#seen.flatMap((each) => (each[field] ? [[each[field].join(), each[field]]] : [])),
    );
    const [only, ...others] = shown.values();
    const wished = this.#wishes.map((wish) => lastIn(wish, [field, singular[field]])).find((value) => value);
    // Is she free then, and then let her take it: who was asked about, rather than whose lesson it is.
    const [last] = this.situation.before?.slice(-1) ?? [];
    const isAsked =
      field === 'teachers' && last && lastIn(last, last.type === 'findTimes' ? [field] : ['teacher']);
    const ids: unknown = [isAsked || (others.length === 0 && only) || (wished ?? [])].flat();
    return orNone(this.#bits(ids as string[]));
  }

  get #isMeant(): boolean {
    return this.#wishes.some((wish) => 'meeting' in wish);
  }

  /** The room that was told, at the time that was asked about. */
  #there(): readonly Bit[] | null {
    const isOfLessons = this.#seen.some(({ teachingClasses }) => teachingClasses);
    const told = this.announced.filter(({ type }) => type === 'name') as NameToken[];
    const rooms = told.length > 0 ? told : isOfLessons ? null : this.#named('rooms');
    if (this.#isMeant) return rooms;
    const times = this.announced.filter((token) => token.type === 'time');
    return [...timeBits(overTime(this.at(), timeIn(times, this.situation) ?? {})), ...(rooms ?? [])];
  }

  #time(of: 'ALL' | 'DAY' | 'PERIODS'): readonly Bit[] | null {
    const { periods, part, ...day } = this.at() ?? {};
    const spoken = { ...(periods ? { periods } : part && { part }) };
    const at = of === 'DAY' ? day : of === 'PERIODS' ? spoken : { ...day, ...spoken };
    return orNone(timeBits(at));
  }

  /** The time to which something was wished, else that was shown, else that was asked about. */
  at(): TimeWish | undefined {
    const wished = (...keys: readonly string[]): TimeWish | undefined =>
      this.#wishes.map((wish) => lastIn(wish, keys)).find((value) => value) as TimeWish | undefined;
    const shown = new Map(this.#seen.flatMap(({ at }) => (at ? [[JSON.stringify(at), at]] : [])));
    const only = shown.size === 1 ? [...shown.values()][0] : undefined;
    const [to, at] = [wished('to'), wished('at', 'within')];
    // 换到下午5-6节: on the same day.
    const goal = to && !to.days && !to.date ? overTime(at, to) : to;
    return goal ?? [only, at].find((each) => each?.date ?? each?.weeks) ?? only ?? at;
  }

  /** The same so many days later. */
  #after(days: number): readonly Bit[] | null {
    const at = this.at();
    if (at?.date) return timeBits({ date: later(at.date, days) });
    const weeks = at?.weeks?.map((week) => week + 1);
    if (days > 1) return weeks ? timeBits({ ...at, weeks }) : null;
    return at?.days ? timeBits({ ...at, days: at.days.map((day) => (day % 7) + 1) }) : null;
  }

  #told(ref: MeetingRef, parts: readonly Field[]): readonly Bit[] | null {
    const bits = [
      ...(ref.at ? timeBits(ref.at) : []),
      ...parts.flatMap((field) => this.#bits(ref[field] ?? [])),
    ];
    return bits.some(({ type }) => type === 'name') || ref.at ? bits : null;
  }

  #bits(ids: readonly string[]): readonly Bit[] {
    const known = ids.flatMap((id) => this.situation.names.find((name) => name.id === id) ?? []);
    return known.length === 0
      ? []
      : [{ said: known[0].name, type: 'name', candidates: known, isGuess: false }];
  }
}

const orNone = (bits: readonly Bit[]): readonly Bit[] | null => (bits.length > 0 ? bits : null);
const withoutNumber = (name: string): string => name.replace(/\d+$|.组(?=）?$)/, '');

const timeBits = ({ days, date, weeks, periods, part }: TimeWish): Bit[] => {
  const day = { ...(days && { days }), ...(date && { date }), ...(weeks && { weeks }) };
  const pieces = [day, { ...(periods && { periods }), ...(part && { part }) }];
  return pieces.flatMap((piece): Bit[] =>
    Object.keys(piece).length > 0 ? [{ said: '▪', type: 'time', piece }] : [],
  );
};

/** The time that is spoken of. */
export const spokenAt = (situation: Situation): TimeWish | undefined =>
  [new Focus(situation).at() ?? []].flat().at(-1);

/** The day that is spoken of, without its periods. */
export function dayOf(situation: Situation): TimeWish | undefined {
  const { periods: _, part: __, ...day } = spokenAt(situation) ?? {};
  return day.days || day.date ? day : undefined;
}

/** 下周我有几次课, and then 周五那次: a change of one date, in the week that is spoken of. */
export function inSpokenWeek(wish: Intent, situation: Situation): Intent {
  if (wish.type !== 'singleDate' || !wish.at?.days || wish.at.date || wish.at.weeks) return wish;
  const { weeks, date } = new Focus(situation).at() ?? {};
  const [week, ...others] = date ? [weekOf(date, situation)] : (weeks ?? []);
  const isAhead = week !== undefined && others.length === 0 && week > weekOf(situation.today, situation);
  return isAhead ? { ...wish, at: { ...wish.at, weeks: [week] } } : wish;
}

/** A sentence, what it is made of, and whether it refers to what was before. */
export interface Told {
  readonly sentence: string;
  readonly tokens: readonly Token[];
  readonly isReferring: boolean;
}

/** A sentence with the names and times in the place of words that refer to them. */
export function referred(said: string, situation: Situation): Told {
  const whole = sentenceOf(said, situation);
  const [text, announced] = announcedIn(whole, situation) ?? [whole, []];
  const pieces: (string | readonly Bit[])[] = [];
  const words = tokensOf(text, situation);
  const times = words.flatMap((token) => (token.type === 'time' ? [token.piece] : []));
  const courses = words.flatMap((token) =>
    token.type === 'name' && token.candidates[0].kind === 'course'
      ? token.candidates.map(({ id }) => id)
      : [],
  );
  // 下周五同一时间: at the same periods of another day.
  const isDayTold = times.some((piece) => Boolean(piece.date ?? piece.days ?? piece.relativeWeek));
  // Is he free in the afternoon then, when is he free then: of the day alone.
  const isPartTold =
    times.some(({ part, periods, clock }) => part ?? periods ?? clock) ||
    words.some((word) => isRole(word, 'when'));
  const days = times.flatMap((piece) => piece.days ?? []);
  const focus = new Focus(situation, days.length === 1 ? days[0] : undefined, courses, announced);
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, word]) => word !== undefined)!;
    const day = words.find((word) => word.type === 'time' && word.end === match.index);
    const then = kind === 'lesson' && day ? focus.lessonThen() : null;
    // 周一那次挪到那会儿: the day that is told is none of it.
    const isGoal = /(?:[到在至]|\bto) ?$/.test(text.slice(end, match.index));
    const meant = isPartTold && kind === 'time' ? 'day' : (kind as Referent);
    const bits = then ?? focus.bitsOf(meant, match[0], isDayTold && !isGoal);
    if (!bits) continue;
    pieces.push(text.slice(end, then ? day!.start : match.index), bits);
    end = match.index + match[0].length;
  }
  const { sentence, tokens } = assembled([...pieces, text.slice(end)], situation);
  return { sentence, tokens: tokens.map((token) => focus.narrowed(token)), isReferring: pieces.length > 0 };
}

/** 那1-2节空着，把高数放那儿: what stands behind the time or room that a sentence begins with, and these. */
function announcedIn(text: string, situation: Situation): [rest: string, told: readonly Token[]] | null {
  const [first] = text.split(/(?<=[,;.吧])|(?=把)/);
  if (first === text || !new RegExp(referring.there, 'iu').test(text)) return null;
  const { tokens } = referred(first, situation);
  const told = tokens.filter((token) => token.type === 'time' || isNamed(token, 'room'));
  const isOther = tokens.some((token) => /^(?:name|wish)$/.test(token.type) && !isNamed(token, 'room'));
  return told.length === 0 || isOther ? null : [text.slice(first.length).trim(), told];
}

/** What words are made of, each name of what was spoken of where it may mean that. */
export function toldAlone(text: string, situation: Situation): Told {
  const focus = new Focus(situation);
  const { sentence, tokens } = tokensIn(text, situation);
  return { sentence, tokens: tokens.map((token) => focus.narrowed(token)), isReferring: false };
}

/** What a record tells: a course and a class that attends it are both of a lesson. */
const kindOf = (bit: Bit | Token): string | null =>
  bit.type === 'name' ? bit.candidates[0].kind.replace('teachingClass', 'course') : null;

/** The same sentence about each that it may leave out, the likeliest first: of kinds that are not named. */
export function* completed({ sentence, tokens }: Told, situation: Situation): Generator<Told> {
  const isTimed = tokens.some(({ type }) => type === 'time');
  const named = tokens.map(kindOf);
  for (const guessed of new Focus(situation).guesses()) {
    // 锁周五的: not at the time that the lesson before had.
    const bits = guessed.filter((bit) => (bit.type === 'time' ? !isTimed : !named.includes(kindOf(bit))));
    if (bits.length === 0) continue;
    const head = assembled([bits], situation);
    const by = head.sentence.length;
    const rest = tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by }));
    yield { sentence: head.sentence + sentence, tokens: [...head.tokens, ...rest], isReferring: true };
  }
}

function assembled(
  pieces: readonly (string | readonly Bit[])[],
  situation: Situation,
): Omit<Told, 'isReferring'> {
  let sentence = '';
  const tokens: Token[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const from = sentence.length;
      const lexed = tokensOf(piece, situation);
      tokens.push(...lexed.map((token) => ({ ...token, start: token.start + from, end: token.end + from })));
      sentence += piece;
      continue;
    }
    for (const bit of piece) {
      tokens.push({ ...bit, start: sentence.length, end: sentence.length + bit.said.length });
      sentence += bit.said;
    }
  }
  return { sentence, tokens: grouped(tokens, situation) };
}
