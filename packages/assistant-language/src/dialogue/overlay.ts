import { isDeepStrictEqual } from 'node:util';
import { timesMax, type Intent, type MeetingRef, type TimeWish, type Of } from '../intents.js';
import { mondayOf } from '../slots/calendar.js';
import { overDay, overTime } from '../slots/over-time.js';
import { isEveryWeek, type Slots } from '../slots/slots.js';
import { isChange } from '../frames/acts.js';
import { everyWeekOf, isOnce } from '../ground/changes.js';
import { lessonsOf } from '../ground/lessons.js';
import { ofSameWeek } from '../ground/limits.js';
import type { Situation } from '../interpreter.js';
import type { Likely } from '../frames/classifier.js';
import { compared, isBeside, orderIn, topIn } from '../frames/fill-loads.js';
import { timetable } from '../frames/fill-questions.js';
import { beside, isOfFurther, ofLesson } from './further.js';
import { inWeeks } from '../slots/time-wishes.js';
import { fields } from './focus.js';
import { hasAny } from '../frames/whom.js';
import { besideOf, overRooms, unnamed } from '../frames/fill-free.js';

/** What a follow-up tells: a part of a wish that is laid over the one before. */
export interface Part {
  readonly slots: Slots;
  readonly time: TimeWish | undefined;
  /** Whether something shall go somewhere: 换成周五. */
  readonly isMoved: boolean;
  readonly isOtherRoom: boolean;
  readonly capacityMin: number | undefined;
  /** Whether it asks for lessons in words of its own, and what of them. */
  readonly asks: Pick<Likely, 'ask'> | null;
}

/** Others of the same kind take the place of those before; where there were none, of everybody. */
function overNames(before: MeetingRef, names: MeetingRef, isNarrowed: boolean): MeetingRef {
  const isSameKind = fields.some((field) => before[field] && names[field]);
  const isLesson = names.courses ?? names.teachingClasses;
  if (isLesson && (before.courses ?? before.teachingClasses)) {
    const { courses: _, teachingClasses: __, ...rest } = before;
    return { ...rest, ...names };
  }
  return isSameKind || isNarrowed ? { ...before, ...names } : names;
}

/** The wish before with what a follow-up tells in its place; null where that leaves it as it was. */
export function laidOver(last: Intent, part: Part): Intent | null {
  const once = onOneDate(last, part);
  if (once) return laidOn(once, { ...part, time: undefined }) ?? once;
  const laid = laidOn(last, part);
  // 那就明天的: what is planned already is shown again.
  return laid && isDeepStrictEqual(laid, last) && !(isChange(last.type) && part.time) ? null : laid;
}

/** Words that wish a change for good. */
export const lasting =
  /固定|以后都?|长期|每周都|一直|往后都|\b(?:for good|permanently|from now on|every week)\b/i;

/** 就一次, 只代这一次, just this once. */
export const onceOnly =
  /^[那哦]?[就只](?:代|改|换|调|上|动)?[这那]?一次[吧啊]?$|^(?:just|only) (?:this |that )?once$/i;

/** 就下周那次, only next week: what was wished for good, or of several weeks, is wished of one date. */
function onOneDate(last: Intent, { slots, time: said }: Part): Intent | null {
  const { sentence, situation, names } = slots;
  if (!said && onceOnly.test(sentence) && 'meeting' in last && last.meeting && last.type !== 'singleDate') {
    const { at, ...meeting } = last.meeting;
    return once(last, { meeting, ...(at && { at }) });
  }
  const time = said && inWeeks(said, situation);
  if (time?.weeks?.length !== 1 || time.periods || time.part) return null;
  const { weeks, days } = time;
  if (last.type === 'swap') return { ...last, on: { weeks } };
  if (!('meeting' in last) || !last.meeting) return null;
  const { at, ...meeting } = last.meeting;
  // 就这周五, of a lesson on Fridays: which one, and not where it goes.
  const isWhich =
    slots.has('once') || ofLesson.test(sentence) || narrows.test(sentence) || (days && names.length > 0);
  if (days && !(isWhich && [...lessonsOf(last.meeting, situation)].some(({ day }) => days.includes(day))))
    return null;
  const on = (before: TimeWish = {}): TimeWish => ({ ...inWeeks(before, situation), weeks });
  const then = { meeting, at: { ...on(at), ...(days && { days }) } };
  if (last.type !== 'singleDate') return once(last, then, on);
  const { to, room } = last;
  const goal = { ...(to && { to: on(to) }), ...(room && { room }) };
  const own = last.at ? (inWeeks(last.at, situation).weeks ?? []) : [];
  // 那节换机房吧: of the date that is planned, which goes where it went.
  if (own.length < 2 && own[0] === weeks[0]) return days ? { ...last, at: then.at } : last;
  const isGoal = last.action === 'MOVE' && !to && !room;
  return own.length > 1 || (isWhich && !isGoal) ? { ...last, ...goal, at: on(last.at) } : null;
}

/** A wish for good as one of a date, where it is of one lesson. */
export function once(
  wish: Intent,
  then: Pick<Of<'singleDate'>, 'meeting' | 'at'>,
  on = (time: TimeWish): TimeWish => time,
): Intent | null {
  const dated = (action: Of<'singleDate'>['action']) => ({ type: 'singleDate', action, ...then }) as const;
  if (wish.type === 'assignTeacher') return { ...dated('SUBSTITUTE'), teacher: wish.teacher };
  if (wish.type === 'takeOut') return dated('CANCEL');
  if (wish.type !== 'move') return null;
  const { to, room, avoid, notAt } = wish;
  const limits = { ...(room && { room }), ...(avoid && { avoid }), ...(notAt && { notAt }) };
  return { ...dated('MOVE'), ...(to && { to: on(to) }), ...limits };
}

/** And Friday afternoons too: another time, beside those before where that is said. */
function furtherTimes({ at, notAt }: Of<'wishTimes'>, asked: TimeWish, sentence: string) {
  const over = (before: TimeWish[] = []): TimeWish[] =>
    [...(beside.test(sentence) ? before : []), asked].slice(-timesMax);
  return notAt ? { notAt: over(notAt) } : { at: over(at) };
}

type Question = Of<'showLoad' | 'showNext' | 'showConflicts' | 'showUnplaced' | 'compareWeeks'>;

/** 信息学院的呢: the same question of others, and how much is taught in another week. */
function overQuestion(last: Question, { slots }: Part, names: MeetingRef, asked?: TimeWish): Intent | null {
  // And week 15: beside the first of the two.
  const [week] = (last.type === 'compareWeeks' && asked?.weeks) || [];
  if (last.type === 'compareWeeks' && week) return { ...last, weeks: [last.weeks[0], week] };
  const [top, order] = last.type === 'showLoad' ? [topIn(slots.sentence), orderIn(slots.sentence)] : [];
  const over = {
    ...(order && { order }),
    ...(top && { top }),
    ...(hasAny(names) && { of: overNames(last.of ?? {}, names, false) }),
    // And today: what is at once then.
    ...(last.type === 'showConflicts' && asked && { of: { ...last.of, ...names, at: asked } }),
    ...(last.type === 'showLoad' && slots.room() && { room: overRooms(last.room, slots) }),
    ...(last.type === 'showLoad' && asked && { within: overDay(last.within, asked, slots.situation) }),
  };
  return { ...last, ...over };
}

function laidOn(last: Intent, part: Part): Intent | null {
  const { slots, time, isMoved, isOtherRoom } = part;
  const names = slots.named();
  const asked = time && inWeeks(time, slots.situation);
  if (isBeside(slots.sentence) && hasAny(names)) return compared(last, names);
  switch (last.type) {
    case 'showTimetable':
      return overLessons(last, part);
    case 'wishTimes':
      return asked ? { ...last, ...furtherTimes(last, asked, slots.sentence) } : null;
    case 'showLoad':
    case 'showNext':
    case 'showConflicts':
    case 'showUnplaced':
    case 'compareWeeks':
      return overQuestion(last, part, names, asked);
    case 'bookRoom':
    case 'findRooms': {
      const room = overRooms(last.room, slots, part.capacityMin);
      const at = asked && { at: overDay(last.at, asked, slots.situation), isNow: undefined };
      return { ...last, ...at, ...(hasAny(room) && { room }) };
    }
    case 'findTeachers':
      return overTeachers(last, part, asked);
    case 'findTimes':
      return overTimes(last, part);
    case 'whyNot':
      return {
        ...last,
        meeting: overNames(last.meeting, withoutRooms(names), true),
        ...(asked && { at: overTime(last.at, asked) }),
      };
    case 'move':
      return overMove(last, part);
    case 'assignTeacher': {
      const teacher = slots.onlyOne('teacher');
      const { teachers: _, ...others } = withoutRooms(names);
      const meeting = overLesson(last.meeting, others, time);
      return { ...last, meeting, ...(teacher !== undefined && { teacher }) };
    }
    case 'lock':
    case 'unlock':
    case 'takeOut':
      if (isMoved || isOtherRoom) return movedFrom(last.meeting, part);
      return { type: last.type, meeting: overLesson(last.meeting, names, time) };
    default:
      return overOthers(last, part);
  }
}

const narrows = /的(?:那[些几个])?$|里面|其中|\bof (?:these|those|them)\b|^[只光就]|\b(?:only|just|ones?)\b/i;

type Lessons = Of<'showTimetable'>;

/** What else is asked of lessons takes the place of what was, with the time that was told for that alone. */
function asking(last: Lessons, own: Lessons | null): Lessons {
  const isOther = own && (own.ask !== last.ask ? own.ask : (own.also ?? own.pick ?? own.order));
  if (!isOther) return last;
  const { ask, also, pick, order } = own;
  return { ...last, ask, also, pick, order, beside: undefined, within: last.pick ? undefined : last.within };
}

/** The lessons of others, or of another time; or that one of them shall go somewhere. */
function overLessons({ claim: _, isSame: __, ...before }: Lessons, part: Part): Intent | null {
  const { slots, time, isMoved, isOtherRoom, asks } = part;
  if (besideOf(slots.sentence)) return null;
  const [names, wish] = [slots.named(), slots.room()];
  const asked = time && inWeeks(time, slots.situation);
  const own = asks && timetable(slots, asks.ask);
  const otherWeeks = isMoved ? inOtherWeeks(before, part) : null;
  if (otherWeeks) return otherWeeks;
  if ((isMoved && (asked ?? wish)) || isOtherRoom)
    return movedFrom({ ...before.of, ...(before.within && { at: before.within }) }, part);
  if (own && own.type !== 'showTimetable') return null;
  const last = asking(before, own);
  // The one with 60 seats, 只看机房: those of all.
  const room = wish && !wish.room && !wish.building ? { ...last.room, ...wish } : last.room;
  // 我说的是软件2501班的, 只看数据结构: those of what was told.
  const all = slots.has('all') && !slots.isOfNobody ? {} : last.of;
  const of = hasAny(names) ? overNames(last.of, names, narrows.test(slots.sentence)) : all;
  // 还剩几次: from today on.
  const rest = last.pick === 'LEFT' && own?.pick === 'LEFT' ? own.within : undefined;
  // 心理健康几号结束: of another course in all.
  const isOfAll = own?.ask === 'WEEKS' && !asked && names.courses !== undefined;
  const spoken = isOfAll ? undefined : last.within;
  const within = rest ?? (asked ? overDay(spoken, asked, slots.situation) : spoken);
  return present({ ...last, of, within, room });
}

/** 改成每周都上, 那改成双周: of the lesson that was asked about, which is held in other weeks. */
function inOtherWeeks({ of, within }: Lessons, { slots }: Part): Intent | null {
  const { weeks: _, date: __, until: ___, ...at } = within ?? {};
  const meeting = { ...of, ...(hasAny(at) && { at }) };
  const parities = slots.times.filter(({ piece }) => isDeepStrictEqual(Object.keys(piece), ['parity']));
  const isOfWeeks =
    slots.times.length > 0 && slots.times.every((one) => isEveryWeek(one) || parities.includes(one));
  if (!isOfWeeks) return null;
  const lessons = [...lessonsOf(meeting, slots.situation)];
  if (lessons.length === 0) return null;
  const [stated, every] = [slots.of(parities).time()?.wish.weeks, everyWeekOf(lessons)];
  if (parities.length > 0) return stated ? { type: 'changeWeeks', meeting, weeks: stated } : null;
  return every && { type: 'changeWeeks', meeting, weeks: every, isEach: true };
}

/** Without what is not said. */
const present = <T extends object>(wish: T): T =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as T;

/** Another time or room for a move, or another lesson that moves. */
function overMove(last: Of<'move'>, { slots, time, isOtherRoom, capacityMin }: Part): Intent | null {
  const wish = slots.room();
  const { by: said, to: before, room: wished, ...rest } = last;
  if (time && ofLesson.test(slots.sentence))
    return { ...last, meeting: { ...last.meeting, at: overTime(last.meeting.at, time) } };
  const by = slots.shift() ?? (time ? undefined : said);
  const seats = capacityMin === undefined ? {} : { capacityMin };
  const isRoom = wish !== undefined || isOtherRoom || hasAny(seats);
  const room = isRoom ? { ...(wish?.room ? {} : unnamed(wished, wish)), ...wish, ...seats } : wished;
  const to = time ? overTime(before, time) : before;
  const avoid = slots.avoid();
  return {
    ...rest,
    meeting: overNames(last.meeting, withoutRooms(slots.named()), true),
    ...(to && { to }),
    ...(by && { by }),
    ...(room && { room }),
    ...(avoid && { avoid }),
  };
}

/** Another day is another lesson, at its own periods. */
const overLesson = (before: MeetingRef, names: MeetingRef, time: TimeWish | undefined): MeetingRef => ({
  ...overNames(before, names, true),
  ...(time && { at: time.days ? time : overTime(before.at, time) }),
});

const withoutRooms = ({ rooms: _, ...names }: MeetingRef): MeetingRef => names;

/** That a lesson that was asked about shall go somewhere. */
function movedFrom(meeting: MeetingRef, { slots, time, isOtherRoom }: Part): Intent | null {
  const wish = slots.room() ?? (isOtherRoom ? {} : undefined);
  if ((!time && !wish) || !fields.some((field) => meeting[field])) return null;
  const { at, ...of } = overNames(meeting, withoutRooms(slots.named()), true);
  const goesTo = { ...(time && { to: time }), ...(wish && { room: wish }) };
  // 下周五我有什么课, and then 能调到周四吗: that date alone.
  return isOnce(at) && !slots.isEvery
    ? { type: 'singleDate', action: 'MOVE', meeting: of, at, ...goesTo }
    : { type: 'move', meeting: { ...of, ...(at && { at }) }, ...goesTo };
}

/** The same of what is asked for more seldom. */
function overOthers(last: Intent, part: Part): Intent | null {
  const { slots, time } = part;
  switch (last.type) {
    case 'showRoom': {
      const room = slots.onlyOne('room');
      if (room === undefined)
        return last.wish ? { ...last, wish: overRooms(last.wish, slots, part.capacityMin) } : null;
      return { type: 'showRoom', room };
    }
    case 'showChanges': {
      const { date, weeks } = time ?? {};
      const since = date ?? (weeks?.length === 1 ? mondayOf(weeks[0], slots.situation) : last.since);
      const of = slots.names.length > 0 || slots.has('ourClass') ? slots.named() : last.of;
      const asked = last.within && time && inWeeks(time, slots.situation);
      const when = asked ? { within: asked } : !last.within && since ? { since } : {};
      const isOwn = slots.isSelf && !of;
      return { ...last, ...when, ...(of && { of }), ...(isOwn && { isOwn }) };
    }
    case 'singleDate':
      return onAnotherDate(last, part);
    // 周四7-8怎么样: where what falls out goes instead.
    case 'absent':
      return time ? movedFrom({ ...last.of, ...(last.at && { at: last.at }) }, part) : null;
    default:
      return null;
  }
}

/** Who is free at another time, or for another course. */
function overTeachers(last: Of<'findTeachers'>, { slots }: Part, asked: TimeWish | undefined): Intent | null {
  const course = slots.onlyOne('course');
  const teacher = slots.onlyOne('teacher');
  const { at, meeting = {} } = last;
  if (teacher !== undefined && (last.course ?? last.meeting)) {
    const of = { ...(last.course && { courses: [last.course] }), ...meeting };
    const isSingle = at.date ?? at.weeks?.length === 1;
    return isSingle
      ? { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, at, teacher }
      : { type: 'assignTeacher', meeting: { ...of, ...(hasAny(at) && { at }) }, teacher };
  }
  return {
    ...last,
    at: asked ? overDay(last.at, asked, slots.situation) : last.at,
    ...(course !== undefined && { course }),
  };
}

/** 后天的, 补到周六: another date of what is called off, or when it is made up. */
function onAnotherDate(last: Of<'singleDate'>, { slots, time, isMoved }: Part): Intent {
  const meeting = overNames(last.meeting, withoutRooms(slots.named()), true);
  const isMadeUp = slots.has('makeUp', 'makeUpTo');
  // 就下周一一次: on which date.
  const isFurther = isOfFurther(slots);
  // 那还是周三7-8吧，只这一次: when none is held it goes there.
  const isElsewhere =
    last.action === 'MOVE' &&
    time?.periods &&
    lessonsOf({ ...meeting, at: time }, slots.situation).size === 0;
  const isDate =
    isFurther || (!isMadeUp && !isElsewhere && (slots.has('once') || ofLesson.test(slots.sentence)));
  const isGoal =
    !isDate && (isMadeUp || isMoved || isElsewhere || last.action === 'MAKE_UP' || last.to !== undefined);
  const action = isMadeUp ? 'MAKE_UP' : isGoal && last.action === 'CANCEL' ? 'MOVE' : last.action;
  const teacher = slots.onlyOne('teacher');
  const isTaken = teacher !== undefined && (last.action === 'SUBSTITUTE' || slots.has('let', 'teach'));
  const wish = slots.room();
  const at =
    time &&
    (isGoal && !isTaken
      ? { to: overTime(last.to && inWeeks(last.to, slots.situation), time) }
      : { at: time.days || time.date ? time : overTime(last.at, time) });
  const week = last.action === 'MOVE' && !time && last.at ? ofSameWeek(last.at, slots) : null;
  const goal = isFurther ? { to: undefined } : week ? { to: week } : {};
  const [avoid, notAt] = [slots.avoid(), slots.notAt()];
  const limits = { ...(avoid && { avoid }), ...(notAt && { notAt }) };
  const of = at?.at ? heldBy(meeting, at.at, slots.situation) : meeting;
  if (isTaken) return { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, at: last.at, ...at, teacher };
  const room = wish && { room: wish.room ? { room: wish.room } : { ...unnamed(last.room, wish), ...wish } };
  return { ...last, ...goal, action, meeting: of, ...at, ...room, ...limits };
}

/** 3-4 the same man: what whoever has the lesson holds at another time, where that is none of its own. */
function heldBy(meeting: MeetingRef, at: TimeWish, situation: Situation): MeetingRef {
  const [one] = lessonsOf(meeting, situation);
  if (!one || lessonsOf({ ...meeting, at }, situation).size > 0) return meeting;
  const [other, ...others] = lessonsOf({ teachers: [...one.teachers], at }, situation);
  return other && others.length === 0 ? { teachingClasses: [other.teachingClass] } : meeting;
}

/** Whose times they are. */
export const ofTimes = ({ teachers, administrativeClasses, rooms }: Of<'findTimes'>): MeetingRef => ({
  ...(teachers && { teachers }),
  ...(administrativeClasses && { administrativeClasses }),
  ...(rooms && { rooms }),
});

function overTimes(last: Of<'findTimes'>, part: Part): Intent | null {
  const { slots, time } = part;
  const asked = time && inWeeks(time, slots.situation);
  const { meeting } = last;
  const { courses: ______, departments: _______, isOwn: ________, ...names } = slots.named();
  const { teachers: _, administrativeClasses: __, rooms: ___, ...rest } = last;
  // 那周四呢，我上课前: of that day, whichever part of it was asked about.
  const next = besideOf(slots.sentence);
  const { part: ____, periods: _____, ...day } = last.within ?? {};
  return {
    ...rest,
    ...(meeting && { meeting }),
    ...(next && { beside: next }),
    ...(hasAny(names) ? overNames(ofTimes(last), names, beside.test(slots.sentence)) : ofTimes(last)),
    ...(asked && { within: overDay(next ? day : last.within, asked, slots.situation) }),
  };
}
