import { lessonsOf, lessonsWith, refsIn } from '../ground/lessons.js';
import type { Intent, MeetingRef, Of, TimeWish } from '../intents.js';
import type { Named, Situation } from '../interpreter.js';
import { ordinalIn } from '../replies.js';
import { dayOf as weekdayOf, later, weekOf } from '../slots/calendar.js';
import { inWeeks } from '../slots/time-wishes.js';
import { overTime } from '../slots/over-time.js';
import { folded } from '../spot/characters.js';
import { tokensOf } from '../spot/lexer.js';
import { composedAt } from '../spot/translations.js';
import { type NameToken, type TimeToken, type Token } from '../slots/tokens.js';

/** What words refer to; `nth` to one of what was shown, `any` to the last. */
export type Referent =
  | 'nth'
  | 'largest'
  | 'nextDay'
  | 'dayBefore'
  | 'nextWeek'
  | 'weekBefore'
  | 'week'
  | 'pair'
  | 'group'
  | 'teacher'
  | 'room'
  | 'there'
  | 'time'
  | 'day'
  | 'lesson'
  | 'any';

/** A name or a time that stands for a word that refers. */
export type Bit = { readonly said: string } & (
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

/** What a conversation is about: the wishes before, and the objects that answers showed. */
export class Focus {
  readonly #seen: readonly MeetingRef[];
  readonly #wishes: readonly Intent[];

  /**
   * @param day that a sentence tells, of which it is then what was shown, where anything was
   * @param courses that it names, of which the lesson then is
   */
  constructor(
    private readonly situation: Situation,
    private readonly day?: number,
    private readonly courses: readonly string[] = [],
  ) {
    const { seen = [], everSeen = [], before = [], open = [] } = situation;
    const isThen = (ref: MeetingRef): boolean => this.#isThen(ref);
    const isOf = (ref: MeetingRef): boolean => Boolean(ref.teachingClasses) && this.#isOf(ref);
    // 英语的呢，谁那会儿有空: of the one that was shown before that of the last wish.
    const known = courses.length > 0 && !seen.some(isOf) && everSeen.some(isOf) ? everSeen : seen;
    this.#seen = [isThen, isOf].reduce((of, isMeant) => {
      const meant = of.filter(isMeant);
      return meant.length > 0 ? meant : of;
    }, known);
    const last = [before, open].flatMap((wishes) => wishes.slice(-1));
    this.#wishes = known === seen ? last : [];
  }

  /** @param before time that the sentence tells before the words */
  bitsOf(kind: Referent, said: string, isDayTold: boolean, before?: TimeWish | null): readonly Bit[] | null {
    const from = (before?.date ?? before?.days) ? { ...this.at(), ...before } : this.at();
    const told: Readonly<Record<Referent, () => readonly Bit[] | null>> = {
      teacher: () => this.#named('teachers'),
      pair: () => this.#lastTwo(/班/.test(said)),
      group: () =>
        this.#named('administrativeClasses') ?? this.#attending() ?? this.#named('teachingClasses'),
      room: () => this.#named('rooms'),
      there: () => this.#there(isDayTold),
      time: () => this.#time(isDayTold ? 'PERIODS' : 'ALL'),
      day: () => (isDayTold ? null : this.#time('DAY')),
      nextDay: () => this.#after(1, from),
      dayBefore: () => this.#after(-1, from),
      nextWeek: () => (isDayTold ? this.#weekAfter(1, said) : this.#after(7, from)),
      weekBefore: () => (isDayTold ? this.#weekAfter(-1, said) : this.#after(-7, from)),
      week: () => orNone(timeBits(this.#weekOf(from))),
      // 是周一那节: of the lesson before, at another time.
      lesson: () => this.#lesson()?.filter(({ type }) => !isDayTold || type !== 'time') ?? null,
      nth: () => this.#nth(said),
      largest: () => this.#largest(),
      any: () => (this.#isMeant ? null : (this.#lesson() ?? this.#named('rooms'))),
    };
    return told[kind]();
  }

  /** The lesson that was wished something of, else the one that was shown, else whatever was asked about. */
  #lesson(): readonly Bit[] | null {
    const meeting = this.#wishes.flatMap((wish) => ('meeting' in wish ? refsIn(wish) : [])).at(0);
    const [shown, ...others] = this.#seen.filter(({ teachingClasses }) => teachingClasses);
    const ref = meeting ?? (others.length === 0 ? shown : undefined);
    return ref ? this.#told(ref, meeting ? fields : ['teachingClasses']) : null;
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
    const shown = isOfLessons ? [] : [this.#named('rooms')];
    const ways = [this.#lesson(), this.#asked(), ...shown, this.#named('teachers'), this.#time('ALL')];
    for (const bits of ways) if (bits && bits.length > 0) yield bits;
  }

  /** Of all that a name may mean, what was spoken of: 102 of the rooms or the building that were told. */
  narrowed(said: Token): Token {
    const token = said.type === 'unknown' || this.#isOfShown(said) ? this.#shownAs(said) : said;
    if (token.type !== 'name' || token.candidates.length < 2) return token;
    const spoken = JSON.stringify([this.#seen, this.#wishes, [...this.#everSeen]]);
    // 活动室101, and then 102, B组 and then A组: of the same name but for its number.
    const alike = this.situation.names.flatMap(({ kind, id, name }) =>
      /^(?:room|.*Class)$/.test(kind) && token.candidates[0].kind === kind && spoken.includes(id)
        ? [withoutNumber(name)]
        : [],
    );
    const options = this.situation.asked?.options ?? [];
    const known = [
      token.candidates.filter(({ name }) => options.some(({ label }) => label.zh === name)),
      token.candidates.filter(({ id }) => JSON.stringify([this.#seen, this.#wishes]).includes(id)),
      token.candidates.filter(({ id }) => spoken.includes(id)),
      token.candidates.filter(({ name }) => alike.includes(withoutNumber(name))),
    ].find(({ length }) => length > 0);
    return known ? { ...token, candidates: known, isGuess: token.isGuess && known.length > 1 } : token;
  }

  /** 化工那个班的: a part of a name that means none that was shown, where one of those has it as well. */
  #isOfShown(token: Token): boolean {
    if (token.type !== 'name' || token.candidates[0].kind !== 'course') return false;
    const ids = this.#everSeen;
    if (token.candidates.some(({ id, name }) => name === token.said || ids.has(id))) return false;
    const isOfIt = ({ kind, name }: Named): boolean => kind === 'teachingClass' && name.includes(token.said);
    return this.situation.names.some((one) => isOfIt(one) && ids.has(one.id));
  }

  /** 心理那节, and testing: the one that was shown, or of whom it was asked, whose name has these words. */
  #shownAs(token: Token): Token {
    const [english] = token.type === 'unknown' ? composedAt(folded(token.said), 0, true) : [];
    const words = /^\p{sc=Han}{2,}$/u.test(token.said) ? [token.said] : (english?.spellings ?? []);
    if (words.length === 0) return token;
    const { teachers, administrativeClasses } =
      this.#wishes.flatMap((wish) => ('of' in wish && wish.of) || []).at(0) ?? {};
    const isOfAsked = english && (teachers ?? administrativeClasses);
    const asked = isOfAsked ? [...lessonsOf({ teachers, administrativeClasses }, this.situation)] : [];
    const ids = new Set([...this.#everSeen, ...asked.map(({ course }) => course)]);
    const known = this.situation.names.filter(
      ({ id, name }) => ids.has(id) && words.some((word) => name.includes(word)),
    );
    // A lesson is named as its course is.
    const lessons = known.filter(({ kind }) => kind === 'teachingClass');
    const candidates = lessons.length === 1 ? lessons : known.filter(({ kind }) => kind !== 'teachingClass');
    const { said, start, end } = token;
    return candidates.length === 1 ? { type: 'name', said, start, end, candidates, isGuess: false } : token;
  }

  /** All records that were shown, with the courses of lessons. */
  get #everSeen(): ReadonlySet<string> {
    const { everSeen = [] } = this.situation;
    const classes = everSeen.flatMap(({ teachingClasses = [] }) => teachingClasses);
    const courses = lessonsWith('teachingClasses', classes, this.situation).map(({ course }) => course);
    return new Set([...fields.flatMap((field) => everSeen.flatMap((each) => each[field] ?? [])), ...courses]);
  }

  /** Of several rooms that were shown that which seats most. */
  #largest(): readonly Bit[] | null {
    const rooms = this.#seen.flatMap(({ rooms: [id] = [] }) =>
      this.situation.names.filter((one) => one.id === id),
    );
    const [one] = rooms.toSorted((first, second) => (second.seats ?? 0) - (first.seats ?? 0));
    return rooms.length > 1 ? this.#bits([one.id]) : null;
  }

  #asked(): readonly Bit[] | null {
    const of = this.#wishes.flatMap((wish) => ('of' in wish && wish.of) || []).at(0);
    return of ? this.#told({ ...of, at: undefined }, fields) : null;
  }

  #nth(said: string): readonly Bit[] | null {
    // And the last, after the first of some: none that was shown.
    const isOfAll = this.#seen.length === 1 || this.#wishes.some((wish) => 'pick' in wish && wish.pick);
    const at = isOfAll && /^(?:最后|(?:the )?last)/i.test(said) ? null : ordinalIn(said, this.#seen.length);
    const object = at === null ? undefined : this.#seen.at(at - 1);
    // 那周三呢，第一节几点: of a day of which none was shown.
    const isOther = this.day !== undefined && object?.at && !this.#isThen(object);
    if (!object || isOther) return null;
    return this.#told(object, object.teachingClasses ? ['teachingClasses'] : fields);
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

  /** 他们俩: the two classes that were asked about, else the two classes or teachers of whom was spoken last. */
  #lastTwo(isOfClasses: boolean): readonly Bit[] | null {
    const asked = this.#wishes.flatMap((wish) => lastIn(wish, ['administrativeClasses']) ?? []) as string[];
    const { everSeen = [] } = this.situation;
    const shown = everSeen.flatMap(({ teachingClasses = [] }) => teachingClasses);
    const attending = lessonsWith('teachingClasses', shown, this.situation)
      .filter((each) => each.administrativeClasses.length === 1)
      .flatMap((each) => each.administrativeClasses);
    const known = isOfClasses ? attending : everSeen.flatMap(({ teachers = [] }) => teachers);
    const ids = asked.length === 2 ? asked : [...new Set(known)].slice(0, 2);
    return ids.length === 2 ? ids.flatMap((id) => this.#bits([id])) : null;
  }

  /** The only class that attends the lesson that is spoken of. */
  #attending(): readonly Bit[] | null {
    const classes = (this.#lesson() ?? []).flatMap((bit) => (bit.type === 'name' ? bit.candidates : []));
    const told = classes.flatMap(({ kind, id }) => (kind === 'teachingClass' ? [id] : []));
    const ids = told.length > 0 ? told : this.#seen.flatMap(({ teachingClasses = [] }) => teachingClasses);
    const attend = lessonsWith('teachingClasses', ids, this.situation).map(
      (one) => one.administrativeClasses,
    );
    return new Set(attend.flat()).size === 1 ? this.#bits(attend[0]) : null;
  }

  get #isMeant(): boolean {
    return this.#wishes.some((wish) => 'meeting' in wish);
  }

  /** The room that was told, at the time that was asked about. */
  #there(isDayTold: boolean): readonly Bit[] | null {
    const isOfLessons = this.#seen.some(({ teachingClasses }) => teachingClasses);
    const rooms = isOfLessons ? null : this.#named('rooms');
    const isOfRooms = this.#isMeant || (isDayTold && rooms);
    return isOfRooms ? rooms : [...timeBits(this.at() ?? {}), ...(rooms ?? [])];
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
    // Of a swap, in which week.
    const [to, on] = [wished('to'), wished('on')];
    const at = on ? { ...wished('at', 'within'), ...on } : wished('at', 'within');
    // On Thursday, and then the day after: of the date on which all of that was.
    const [date, ...dates] = new Set(this.#seen.map((one) => one.at?.date));
    const onDate = date !== undefined && dates.length === 0 ? { date } : at;
    // 换到下午5-6节: on the same day.
    const goal = to && !to.days && !to.date ? overTime(at, to) : to;
    // 那天下午: of the only day that was shown.
    const dated = only?.date && !only.periods && (at?.part ?? at?.periods) ? { ...at, ...only } : only;
    const then = goal ?? [dated, at].find((each) => each?.date ?? each?.weeks) ?? only ?? onDate;
    // On the 4th, and then at that hour: when the lesson of that day is.
    const isThen = then?.date !== undefined && !then.part && only?.days?.includes(weekdayOf(then.date));
    return isThen && only?.periods ? { periods: only.periods, ...then } : then;
  }

  /** The week that is spoken of. */
  #weekOf({ date, weeks }: TimeWish = {}): TimeWish {
    const spoken = date ? [weekOf(date, this.situation)] : weeks;
    return spoken?.length === 1 ? { weeks: spoken } : {};
  }

  /** The week of a day that is told, after or before what is spoken of; it may be its own. */
  #weekAfter(by: number, said: string): readonly Bit[] | null {
    const { weeks: [then] = [], days: [day] = [] } = inWeeks(this.at() ?? {}, this.situation);
    const week = then ?? this.#near(by);
    const isOfDay = /^(?:after|before)/i.test(said) && day !== undefined && this.day !== undefined;
    return timeBits({ weeks: [isOfDay && (this.day - day) * by > 0 ? week : week + by] });
  }

  /** The week of which is spoken where none is told: the next, of what comes after it. */
  #near = (by: number): number => weekOf(this.situation.today, this.situation) + Math.max(by, 0);

  /** The same so many days later; where no week is spoken of, the week after the next. */
  #after(days: number, { periods: _, part: __, ...at }: TimeWish = {}): readonly Bit[] | null {
    if (at.date) return timeBits({ date: later(at.date, days) });
    const weeks = days / 7;
    if (Number.isInteger(weeks))
      return timeBits({ ...at, weeks: (at.weeks ?? [this.#near(weeks)]).map((week) => week + weeks) });
    return at.days ? timeBits({ ...at, days: at.days.map((day) => ((day + days + 6) % 7) + 1) }) : null;
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
const withoutNumber = (name: string): string => name.replace(/\d+(?=班?$)|.组(?=）?$)/, '');

/** What a time says that is not said, but was spoken of. */
const spoken = '▪';
export const isSpoken = ({ said }: TimeToken): boolean => said === spoken;

const timeBits = ({ days, date, weeks, periods, part }: TimeWish): Bit[] => {
  const day = { ...(days && { days }), ...(date && { date }), ...(weeks && { weeks }) };
  const pieces = [day, { ...(periods && { periods }), ...(part && { part }) }];
  return pieces.flatMap((piece): Bit[] =>
    Object.keys(piece).length > 0 ? [{ said: spoken, type: 'time', piece }] : [],
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

/** 哪个上午, which day: what is asked for is none that was spoken of. */
const whichDay =
  /哪[一个几]?[天日上下早晚]|周几|星期几|\b(?:which|what|any|every) (?:days?|mornings?|afternoons?|evenings?)\b/i;

/**
 * 她周二几点有课, and then 她上午在吗; 下周我有几次课, and then 周五那次: the day and week that are spoken of are
 * kept; several weeks where it is asked what is free.
 */
export function whenSpoken(wish: Intent, situation: Situation, text: string, isFollowUp = false): Intent {
  // 那就只挪周二那节: what could not be exchanged goes elsewhere in the same week.
  const last = situation.before?.at(-1);
  const ofSwap = last?.type === 'swap' && last.on?.weeks ? [last.first, last.second] : [];
  if (wish.type === 'move' && ofSwap.some((ref) => isSameLesson(ref, wish.meeting)))
    return { ...wish, meeting: { ...wish.meeting, at: { ...(last as Of<'swap'>).on, ...wish.meeting.at } } };
  const isOfFree = wish.type === 'findRooms' || wish.type === 'findTeachers';
  const key = wish.type === 'singleDate' || isOfFree ? 'at' : 'within';
  const told = (wish as { readonly at?: TimeWish; readonly within?: TimeWish })[key];
  if (!told || told.date || told.weeks || !(isFollowUp || wish.type === 'singleDate')) return wish;
  // How many students is that, of a lesson that shall go elsewhere: not when it would be.
  const isOfGoal = last !== undefined && 'to' in last && !tokensOf(text, situation).some(isTime);
  if (!told.days && key === 'within' && (told.part ?? told.periods) && !whichDay.test(text) && !isOfGoal)
    return { ...wish, within: { ...dayOf(situation), ...told } } as Intent;
  const { weeks = [], date } = spokenAt(situation) ?? {};
  const spoken = date ? [weekOf(date, situation)] : weeks;
  const isAhead = spoken.length > 0 && spoken[0] > weekOf(situation.today, situation);
  const isKept = told.days && isAhead && (spoken.length === 1 || isOfFree);
  return isKept ? ({ ...wish, [key]: { ...told, weeks: spoken } } as Intent) : wish;
}

const isTime = ({ type }: Token): boolean => type === 'time';

const isSameLesson = (one: MeetingRef, other: MeetingRef): boolean =>
  one.teachingClasses !== undefined && one.teachingClasses.join() === other.teachingClasses?.join();
