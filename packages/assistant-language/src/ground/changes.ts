import { isDeepStrictEqual } from 'node:util';
import type { Intent, MeetingRef, TimeWish, Of } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dateIn, dayOf, later, mondayOf, weekOf } from '../slots/calendar.js';
import type { Slots } from '../slots/slots.js';
import { isRole, type Token } from '../slots/tokens.js';
import { exactly, over, refOf, told, type Found } from './found.js';
import { fromTo } from '../spot/numbers.js';
import { roomWished, weeksLeft, withinBounds } from './limits.js';
import { hasAny } from '../frames/whom.js';
import { heldAt, shownDate } from './lessons.js';
import { isFallback } from '../slots/wishes.js';
import { isMadeUpIn, type Mention } from './mentions.js';

/** Changes whose lesson and goal the timetable tells apart. */
export type GroundedAct = Extract<
  Intent['type'],
  ('move' | 'singleDate' | 'swap' | 'assignTeacher' | 'lock' | 'unlock' | 'takeOut') | 'findTeachers'
>;

/** What the words of a change tell. */
export interface Told {
  readonly slots: Slots;
  readonly first: Found;
  /** The other lesson of a swap. */
  readonly second: Found | null;
  readonly goal: readonly Mention[];
  /** What tells where the lesson shall not be any more. */
  readonly left: readonly Mention[];
  /** The change that is spoken of still, whose goal holds where nothing else is said. */
  readonly continued: Intent | null;
}

/** A change, and how much less likely it is for what it is. */
interface Wish {
  readonly intent: Intent;
  readonly cost: number;
}

/** Of no use: the lesson is there already, or has that teacher. */
const idle = 4;

/** It is not said where it goes, or who takes it over. */
const goalless = 1.6;

/** Whether a time is of one date or week. */
export const isOnce = (at: TimeWish | undefined): boolean =>
  at?.date !== undefined || at?.weeks?.length === 1;

const goalOf = ({ slots, goal }: Told): MeetingRef | null =>
  refOf(
    goal.filter(({ kind }) => kind === 'time' || kind === 'teacher'),
    slots.situation,
    slots.sentence,
  );

/** On Tuesday a disaster, Thursday would be better: two times, and nothing that says which is which. */
const isTornApart = (goal: readonly Mention[], sentence: string): boolean => {
  const days = goal
    .flatMap(({ tokens }) => tokens)
    .filter((token) => token.type === 'time' && token.piece.days !== undefined);
  return days.some(({ start }, at) => at > 0 && /[a-z]{4}/i.test(sentence.slice(days[at - 1].end, start)));
};

/** What shall be with a lesson, and of what one change was before. */
function movedOf(all: Told, isOneDate = false): Wish | null {
  const { slots, first, goal, continued } = all;
  const goals = goalOf(all);
  // Of several rooms that are not told as a list one is where it is.
  const isTold = goal.filter(({ kind }) => kind === 'room').length < 2 || isFallback(slots.sentence);
  const tokens = goal.flatMap((each) => each.tokens);
  const sizes = goals && isTold ? roomWished(slots, tokens, first.lessons) : null;
  // 改成每周都上 is no time to which something goes, but in all weeks from its first to its last.
  const isNoTime = goals?.at && !hasAny(goals.at);
  const weeks = isNoTime && goal.every(({ kind }) => kind === 'time') && everyWeekOf(first.lessons);
  if (weeks)
    return { intent: { type: 'changeWeeks', meeting: told(first, false), weeks, isEach: true }, cost: 0 };
  if (!goals || !sizes || isNoTime || isTornApart(goal, slots.sentence)) return null;
  const before = continued?.type === 'move' || continued?.type === 'singleDate' ? continued : null;
  const lesson = told(first, slots.isEvery);
  const stated = withinBounds(goals.at, slots, tokens, { ...before?.meeting.at, ...lesson.at });
  const to = stated && before?.to ? over({ at: before.to }, { at: stated }).at : (stated ?? before?.to);
  if (to && first.ref.at && JSON.stringify(to) === JSON.stringify(first.ref.at)) return null;
  const wished = { ...sizes, ...(sizes.capacityMin === undefined && slots.size()) };
  const isRoom = Object.keys(wished).length > 0 || slots.has('changeRoom');
  const { room: named, anyOf } = wished;
  const said = named ? { room: named } : anyOf ? { anyOf } : { ...before?.room, ...wished };
  const room = isRoom ? said : before?.room;
  const goesTo = { ...(to && { to }), ...(room && { room }) };
  return goingTo(all, goesTo, isOneDate || before?.type === 'singleDate');
}

/** All weeks from the first to the last of the only lesson; null of several. */
export function everyWeekOf([only, ...others]: readonly KnownLesson[]): number[] | null {
  return only && others.length === 0 ? fromTo(Math.min(...only.weeks), Math.max(...only.weeks)) : null;
}

type GoesTo = Pick<Of<'move'>, 'to' | 'room'>;

/** A move of a lesson to where it goes: of some dates, of some weeks, or for good. */
function goingTo(all: Told, { to, room }: GoesTo, isOneDate: boolean): Wish | null {
  const { slots, first } = all;
  const lesson = told(first, slots.isEvery);
  const [avoid, unwanted] = [slots.avoid(), slots.notAt()];
  // 高数别周三了，周五吧: what is not wanted any more is where it is.
  const thenHeld = first.lessons.filter(({ day }) => unwanted?.[0].days?.includes(day));
  const isThen = !slots.situation.lessons || thenHeld.length > 0;
  const isLeft = to && unwanted?.length === 1 && unwanted[0].days && isThen && !lesson.at && !room;
  // 先只动下周这一次: beside a room a week is that of the lesson.
  const isOfWeek = room && to?.weeks && !isExact(to) && !lesson.at?.date;
  const isLeftOpen = !(to?.date ?? to?.weeks ?? lesson.at?.date ?? lesson.at?.weeks);
  const weeks = isOfWeek ? to.weeks : isLeftOpen ? weeksLeft(slots) : undefined;
  const at = isLeft ? unwanted[0] : weeks && { ...lesson.at, weeks };
  // The maths in other rooms from next week on: all that is held in these weeks.
  const isOfWeeks = room && (at ?? lesson.at)?.weeks?.[1] !== undefined && !(at ?? lesson.at)?.days;
  const isOfOne = new Set(first.lessons.map(({ teachingClass }) => teachingClass)).size === 1;
  const meeting = { ...lesson, ...(at && { at }), ...(isOfWeeks && isOfOne && { isEvery: true as const }) };
  const notAt = isLeft ? undefined : unwanted;
  const goesTo = { ...(to && !isOfWeek && { to }), ...(room && { room }) };
  // 除了周四的都停掉: what stays is no goal.
  if (notAt && !to && !room && slots.has('suspend', 'cancel')) {
    const days = /除|\bexcept\b/i.test(slots.sentence) ? otherDays(notAt, meeting.at, slots.situation) : [];
    const { at: then, ...of } = meeting;
    if (days.length === 0) return null;
    return { intent: { type: 'singleDate', action: 'CANCEL', meeting: of, at: { ...then, days } }, cost: 0 };
  }
  const cost = isThere(all, { to, room }, meeting.at) ? idle : 0;
  const by = slots.saidShift();
  const isWithinWeeks = by?.weeks !== undefined && (by.isUpTo ?? anyDay.test(slots.sentence));
  const isDated = isOnce(meeting.at) || isOnce(to) || slots.has('once', 'makeUp', 'makeUpTo', 'suspend');
  if (isDated || isOneDate || isWithinWeeks) {
    const shifted = isOfWeek || to?.date || to?.days ? undefined : shiftedOf(all, meeting.at);
    const then =
      shifted === null ? null : isOfWeek ? undefined : shifted ? { ...shifted, ...to } : atSame(all, to);
    if (then === null) return null;
    const isOpen = !(then && isExact(then)) && !room && (to ?? actionOf(slots, false) === 'MOVE');
    const away = isOpen ? awayFrom(all) : {};
    const notThen = [
      ...(away.notAt ?? []),
      ...(notAt ?? []),
      ...(isOpen ? otherDayThan(all, meeting.at) : []),
    ];
    const limits = { ...away, ...(avoid && { avoid }), ...(notThen.length > 0 && { notAt: notThen }) };
    // 给2401补一次课: of no date that was called off.
    const isAdded = !first.ref.at && isMadeUpIn(slots.tokens, slots.sentence);
    const of = isAdded ? { ...meeting, at: undefined } : meeting;
    return { intent: onDate(all, of, { ...goesTo, ...(then && { to: then }), ...limits }), cost };
  }
  const shift = slots.shift();
  if (to?.weeks && !isExact(to) && !room && !shift && !avoid)
    return { intent: { type: 'changeWeeks', meeting, weeks: to.weeks }, cost };
  const rest = { ...(shift && { by: shift }), ...(avoid && { avoid }), ...(notAt && { notAt }) };
  const isOpen = !to && !room && Object.keys(rest).length === 0;
  const where = isOpen ? awayFrom(all) : { ...goesTo, ...rest };
  return { intent: { type: 'move', meeting, ...where }, cost: isOpen ? goalless : cost };
}

const otherDays = (left: readonly TimeWish[], at: TimeWish | undefined, { semester }: Situation): number[] =>
  (at?.days ?? fromTo(1, semester.days)).filter((day) => !left.some(({ days }) => days?.includes(day)));

/** Whether the only lesson that is meant is there already. */
function isThere(
  { slots: { situation }, first }: Told,
  { to, room }: GoesTo,
  at: TimeWish | undefined,
): boolean {
  const [only, ...others] = first.lessons;
  const isOtherDate = to?.date !== undefined && at?.date !== undefined && to.date !== at.date;
  if (!only || isOtherDate || others.length > 0) return false;
  if (room?.room !== undefined) return room.room === only.room;
  return to !== undefined && !room && isExact(to) && heldAt(to, situation)(only);
}

/** Whether a time is none within which a lesson goes. */
const isExact = ({ days, date, until, periods, part }: TimeWish): boolean =>
  until === undefined && (days ?? date ?? periods ?? part) !== undefined;

const toLater = /[往靠朝]后|[推延]后|晚一?[点些]|\blater\b/i;
const toEarlier = /[往靠朝]前|提前|早一?[点些]|前面|\b(?:earlier|sooner)\b/i;
/** 早点上, earlier in the day: of the same day. */
const sameDay = /[早晚]一?[点些]|[同当这那]一?天|\b(?:in the|same|that) day\b|\b(?:start|begin)\b/i;
const ofRoom = /教室|[一这那换]间|房间|\brooms?\b/i;
/** What a move that says no place excludes: where the lesson is left, 往前挪; of rooms the one that it has. */
function awayFrom({ slots, first, left }: Told): Pick<Of<'move'>, 'notAt' | 'avoid' | 'room'> {
  // 那间教室漏水，给换一间
  if (ofRoom.test(slots.sentence)) return { room: {} };
  const { at } = refOf(left, slots.situation, slots.sentence) ?? {};
  if (at) return at.part && !at.days ? { avoid: [at.part] } : { notAt: [at] };
  const [isLater, isEarlier] = [toLater, toEarlier].map((words) => words.test(slots.sentence));
  const [only, ...others] = first.lessons;
  if (isLater === isEarlier || !only || others.length > 0) return {};
  const { semester, periods } = slots.situation;
  if (!sameDay.test(slots.sentence))
    return { notAt: [{ days: isEarlier ? fromTo(only.day, semester.days) : fromTo(1, only.day) }] };
  const days = fromTo(1, semester.days).filter((day) => day !== only.day);
  const span = isEarlier ? { start: only.start, end: periods.evening[1] } : { start: 1, end: only.end };
  return { notAt: [{ days }, { days: [only.day], periods: span }] };
}

/** The date that is told, the one on which the lessons were shown, or the next of a day of the week. */
function nextOf(
  { date, days: [day] = [], weeks }: TimeWish,
  lessons: readonly KnownLesson[],
  situation: Situation,
): string | undefined {
  if (date ?? !day) return date;
  if (weeks) return weeks.length === 1 ? later(mondayOf(weeks[0], situation), day - 1) : undefined;
  const shown = shownDate(lessons, { days: [day] }, situation);
  return shown ?? dateIn(day < dayOf(situation.today) ? 1 : 0, day, situation);
}

/** 随便哪天: within the weeks that are told. */
const anyDay =
  /随便|哪天都|哪一天都|任[何意]|都有?空|\b(?:any (?:day|time|slot)|anytime|whenever|wherever)\b/i;

/** 往后推一天, of a date: when that is. Null where that is not known, undefined where nothing is said of it. */
function shiftedOf({ slots, first }: Told, at: TimeWish = {}): TimeWish | null | undefined {
  const by = slots.saidShift();
  // Another room, same time: nowhere else.
  if (!by || !(by.days || by.weeks || by.periods)) return undefined;
  const { days = 0, weeks = 0, periods = 0, isUpTo } = by;
  const date = nextOf(at, first.lessons, slots.situation);
  const [only, ...others] = first.lessons;
  if (!date || (periods !== 0 && (!only || others.length > 0))) return null;
  if (isUpTo)
    return { weeks: fromTo(weekOf(date, slots.situation) + 1, weekOf(date, slots.situation) + weeks) };
  if (weeks !== 0 && anyDay.test(slots.sentence)) return { weeks: [weekOf(date, slots.situation) + weeks] };
  return {
    date: later(date, days + weeks * 7),
    ...(periods !== 0 && { periods: { start: only.start + periods, end: only.end + periods } }),
  };
}

/** 另找一天, on some other day: not on the day of the lesson. */
function otherDayThan({ slots, first }: Told, at: TimeWish = {}): TimeWish[] {
  const date = otherDay.test(slots.sentence) && nextOf(at, first.lessons, slots.situation);
  return date ? [{ days: [dayOf(date)] }] : [];
}
const otherDay = /(?:别|其他|另[外找选换]?|换|改)的?(?:一?天|日子)|\b(?:another|other|different) day\b/i;

/** 改到12月10日同一时间: at the periods of the lesson. */
function atSame({ slots, first }: Told, to: TimeWish | undefined): TimeWish | undefined {
  const [only, ...others] = first.lessons;
  const isSame = slots.has('sameTime') && to && !to.periods && !to.part && only && others.length === 0;
  return isSame ? { ...to, periods: { start: only.start, end: only.end } } : to;
}

const onlyThen = /[只就仅](?:在|有|是|[改调换挪])|\b(?:only|just|alone)\b/i;

function onDate(
  { slots, first }: Told,
  { at, ...meeting }: MeetingRef,
  goesTo: Pick<Of<'singleDate'>, 'to' | 'room' | 'avoid' | 'notAt'>,
): Of<'singleDate'> {
  const action = actionOf(slots, Object.keys(goesTo).length > 0);
  // 周五那次补到下周二: beside a date the next Friday, and not that of the week of the date.
  const date = at?.days && goesTo.to?.date ? nextOf(at, first.lessons, slots.situation) : undefined;
  const { days: _, ...rest } = at ?? {};
  // From Tuesday 3-4 to Tuesday 7-8, week 15 only: of that week, and not into it from the next.
  const isOfWeeks = goesTo.to?.weeks && at?.days && !at.weeks && onlyThen.test(slots.sentence);
  const when = date ? { ...rest, date } : isOfWeeks ? { ...at, weeks: goesTo.to?.weeks } : at;
  // A bigger room, only 3 December: of the date on which it is held.
  const { to, ...goal } = goesTo;
  const isThen = goal.room && to?.date === at?.date && !(to?.periods ?? to?.part ?? to?.until);
  return { type: 'singleDate', action, meeting, ...(when && { at: when }), ...(isThen ? goal : goesTo) };
}

function actionOf(slots: Slots, isMoved: boolean): Of<'singleDate'>['action'] {
  // 停一次，以后再补: is called off for now.
  const isOff = slots.has('suspend', 'cancel', 'remove') && !isMoved;
  if (isMadeUpIn(slots.tokens, slots.sentence) && !isOff) return 'MAKE_UP';
  if (isOff) return 'CANCEL';
  const isFound = slots.has('find') && ofRoom.test(slots.sentence);
  if (isMoved || isFound || slots.has('move', 'moveTo', 'anotherTime', 'changeRoom', 'bigger')) return 'MOVE';
  const isGiven =
    (slots.has('let', 'give', 'by') || (slots.has('take') && slots.has('it'))) &&
    slots.ofKind('teacher').length > 0;
  if (isGiven || slots.has('teach', 'changeTeacher', 'who')) return 'SUBSTITUTE';
  // Nothing falls out of which no word says so.
  return fallsOut.test(slots.sentence) ? 'CANCEL' : 'MOVE';
}

const fallsOut =
  /[停免歇休砍]|取消|放假|不|没|\bno\b|\bnot\b|n['’]t\b|\b(?:off|cancel|skip|stop|drop|scrap|lapse|omit)/i;

/** Who teaches a lesson from now on, or on one date. */
function taughtOf(all: Told, isOneDate = false): Wish | null {
  const { slots, first, continued } = all;
  const { teachers = [] } = goalOf(all) ?? {};
  if (teachers.length > 1) return null;
  const [teacher] = teachers as [string?];
  const { at, ...named } = told(first, slots.isEvery);
  if (teacher === undefined && (continued || slots.has('let'))) return null;
  const isTeaching =
    first.lessons.length > 0 && first.lessons.every((each) => each.teachers.includes(teacher ?? ''));
  const isDated = isOneDate || isOnce(at) || continued?.type === 'singleDate';
  const taker = teacher !== undefined && { teacher };
  return {
    intent: isDated
      ? { type: 'singleDate', action: 'SUBSTITUTE', meeting: named, ...(at && { at }), ...taker }
      : { type: 'assignTeacher', meeting: { ...named, ...(at && { at }) }, ...taker },
    cost: isTeaching ? idle : teacher === undefined ? goalless : 0,
  };
}

/** 教室对调, trade rooms: each stays at its time. */
const isOfRooms = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, at) =>
      isRole(token, 'changeRoom') ||
      (isRole(token, 'roomNoun') &&
        (isRole(tokens[at - 1], 'swap', 'of') || isRole(tokens[at + 1], 'swap') || at === tokens.length - 1)),
  );

/** 2501周一和周二的课对调: two days of the same people, and none of their lessons alone. */
function isOfDay({ ref: { at: one, ...first } }: Found, { ref: { at: other, ...second } }: Found): boolean {
  const isTimed = [one, other].some((at) => !at || at.periods || at.part || !(at.days ?? at.date));
  return !(first.courses ?? first.teachingClasses) && !isTimed && isDeepStrictEqual(first, second);
}

function swapOf({ slots, first, second, goal }: Told): Wish | null {
  const isSame = first.lessons.length === 1 && first.lessons[0] === second?.lessons[0];
  const isAlike = JSON.stringify(first.ref) === JSON.stringify(second?.ref);
  if (!second || isSame || isAlike || goal.length > 0) return null;
  const on = [first.ref.at, second.ref.at].find(isOnce);
  const isOfDays = isOfDay(first, second) && first.lessons.length + second.lessons.length > 2;
  const weekly = (found: Found): MeetingRef => {
    const { at, ...named } = isOfDays ? found.ref : told(found, false);
    const [only, ...others] = found.lessons;
    if (!at || !isOnce(at)) return { ...named, ...(at && { at }) };
    const { date, until: _, weeks: __, ...rest } = at;
    const isOne = only && others.length === 0 && !isOfDays;
    return { ...named, at: isOne ? exactly(only) : { ...rest, ...(date && { days: [dayOf(date)] }) } };
  };
  return {
    intent: {
      type: 'swap',
      first: weekly(first),
      second: weekly(second),
      ...(on && { on: { weeks: on.weeks ?? [weekOf(on.date!, slots.situation)] } }),
      ...(isOfRooms(slots.tokens) && { isOfRooms: true as const }),
    },
    // Of one class two lessons are exchanged by nobody.
    cost: first.lessons.some(({ teachingClass }) =>
      second.lessons.some((each) => each.teachingClass === teachingClass),
    )
      ? idle
      : 0,
  };
}

const onlyOf =
  (type: 'lock' | 'unlock' | 'takeOut') =>
  ({ slots, first, goal }: Told): Wish | null =>
    goal.length > 0 ? null : { intent: { type, meeting: told(first, slots.isEvery) }, cost: 0 };

/** The wish that words tell of lessons; null where they lack what it needs. */
export const wishes: { readonly [A in GroundedAct]: (told: Told) => Wish | null } = {
  move: (all) => movedOf(all),
  singleDate: (all) => {
    const { slots, goal } = all;
    if (slots.has('swap')) return null;
    if (goal.some(({ kind }) => kind === 'teacher')) return taughtOf(all, true);
    const dated = movedOf(all, true);
    // 把周二的课调走: of no date, and nowhere, it is of every week.
    const isOfNoDate =
      dated?.intent.type === 'singleDate' &&
      dated.intent.action === 'MOVE' &&
      !isOnce(dated.intent.at) &&
      !(dated.intent.to ?? dated.intent.room);
    if (dated) return (isOfNoDate && movedOf(all)) || dated;
    return goal.length > 0 ? null : { intent: onDate(all, told(all.first, slots.isEvery), {}), cost: 0 };
  },
  swap: swapOf,
  assignTeacher: (all) => taughtOf(all),
  lock: onlyOf('lock'),
  unlock: onlyOf('unlock'),
  takeOut: onlyOf('takeOut'),
  findTeachers: ({ first, goal }) => {
    const { at, ...meeting } = told(first, false);
    return goal.length > 0 ? null : { intent: { type: 'findTeachers', at: at ?? {}, meeting }, cost: 0 };
  },
};
