import { isDeepStrictEqual } from 'node:util';
import { timesMax, type Intent, type MeetingRef, type TimeWish, type Of } from '../intents.js';
import { mondayOf } from '../slots/calendar.js';
import { overDay, overTime } from '../slots/over-time.js';
import { isChange } from '../frames/acts.js';
import { isOnce } from '../ground/changes.js';
import { lessonsOf } from '../ground/lessons.js';
import { ofSameWeek } from '../ground/limits.js';
import type { Situation } from '../interpreter.js';
import { compared, isBeside, orderIn, topIn } from '../frames/fill-loads.js';
import { pickOf } from '../frames/asked.js';
import { timetable } from '../frames/fill-questions.js';
import { beside, classLike, inOtherWeeks, isOfFurther, isOfLesson, ofLesson, whoseTime } from './further.js';
import { narrows, onOneDate, type Part } from './once.js';
import { inWeeks } from '../slots/time-wishes.js';
import { fields } from './focus.js';
import { hasAny } from '../frames/whom.js';
import { besideOf, overRooms, unnamed } from '../frames/fill-free.js';

const isPlace = ({ rooms, buildings }: MeetingRef): boolean => (rooms ?? buildings) !== undefined;

/** Others of the same kind take the place of those before; where there were none, of everybody. */
function overNames(before: MeetingRef, names: MeetingRef, isNarrowed: boolean): MeetingRef {
  if (isPlace(before) && isPlace(names)) {
    const { rooms: _, buildings: __, ...rest } = before;
    return { ...rest, ...names };
  }
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

type Lessons = Of<'showTimetable'>;

/** What else is asked of lessons takes the place of what was, with the time that was told for that alone. */
function asking(last: Lessons, own: Lessons | null): Lessons {
  const isOther = own && (own.ask !== last.ask ? own.ask : (own.also ?? own.pick ?? own.order));
  if (!isOther) return last;
  const { ask, also, pick, order } = own;
  // 哪天最空, behind what Tuesday has: of all days of those weeks.
  const weeks = last.within?.weeks;
  // 下周还有课吗, 都在哪: of that week still, and not of all that is left.
  const isOfRest = last.pick && (last.pick !== 'LEFT' || last.within?.until);
  const within = isOfRest ? undefined : ask === 'DAYS' ? weeks && { weeks } : last.within;
  return { ...last, ask, also, pick, order, beside: undefined, within };
}

const isEdge = (pick: Lessons['pick']): boolean => pick === 'FIRST' || pick === 'LAST';

/** The lessons of others, or of another time; or that one of them shall go somewhere. */
function overLessons({ claim: _, isSame: __, ...before }: Lessons, part: Part): Intent | null {
  const { slots, time, isMoved, isOtherRoom, asks } = part;
  if (besideOf(slots.sentence)) return null;
  const { buildings } = slots;
  const [names, wish] = [slots.named(), slots.room()];
  // 明德楼呢: what is held there, of whoever it was asked.
  const isThere = buildings.length > 0 && !isMoved && !isOtherRoom;
  if (isThere) names.buildings = buildings;
  const alike = classLike(slots, before.of);
  if (alike) Object.assign(names, { courses: undefined, administrativeClasses: [alike] });
  const asked = time && inWeeks(time, slots.situation);
  const { pick } = pickOf(slots);
  // And the last, after the first.
  if (isEdge(before.pick) && isEdge(pick) && pick !== before.pick && !asked && !hasAny(names))
    return { ...before, pick };
  const own = asks && timetable(slots, asks.ask);
  const otherWeeks = isMoved ? inOtherWeeks(before, slots) : null;
  if (otherWeeks) return otherWeeks;
  if ((isMoved && (asked ?? wish)) || isOtherRoom)
    return movedFrom({ ...before.of, ...(before.within && { at: before.within }) }, part);
  if (own && own.type !== 'showTimetable') return null;
  const last = asking(before, own);
  // The one with 60 seats, 只看机房: those of all.
  const room = wish && !wish.room && !wish.building ? { ...last.room, ...wish } : last.room;
  // 我说的是软件2501班的, 只看数据结构: those of what was told.
  const all = slots.has('all') && !slots.isOfNobody ? {} : last.of;
  // 形势与政策从哪周开始上, and then 软件2501的呢: of the course, where the class has it.
  const isOfCourse = last.of.courses && names.administrativeClasses && !names.courses;
  const isAttended = isOfCourse && lessonsOf({ ...last.of, ...names }, slots.situation).size > 0;
  const isNarrowed = isThere || isAttended || narrows.test(slots.sentence);
  const { self } = slots.situation;
  // 音乐班的呢, after the own lessons: of those with that class.
  const isOwn = !hasAny(last.of) || (last.of.isOwn ?? last.of.teachers?.[0] === self.teacher);
  const ofOwn = { teachers: [self.teacher ?? ''], ...names };
  const isWith = self.teacher !== null && isOwn && /的呢?[?？]?$|\bwith\b/i.test(slots.sentence);
  const isWithOwn = isWith && names.administrativeClasses && lessonsOf(ofOwn, slots.situation).size > 0;
  const of = isWithOwn ? ofOwn : hasAny(names) ? overNames(last.of, names, isNarrowed) : all;
  // 还剩几次: from today on.
  const rest = last.pick === 'LEFT' && own?.pick === 'LEFT' ? own.within : undefined;
  // 心理健康几号结束: of another course in all.
  const isOfAll = (own?.ask === 'WEEKS' || pick === 'LAST') && !asked && names.courses !== undefined;
  const spoken = isOfAll ? undefined : last.within;
  const within = rest ?? (asked ? overDay(spoken, asked, slots.situation) : spoken);
  return present({ ...last, of, within, room });
}

/** Without what is not said. */
const present = <T extends object>(wish: T): T =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as T;

/** Another time or room for a move, or another lesson that moves. */
function overMove(last: Of<'move'>, { slots, time, isMoved, isOtherRoom, capacityMin }: Part): Intent | null {
  const wish = slots.room();
  const { by: said, to: before, room: wished, ...rest } = last;
  if (time && isOfLesson(slots, time, isMoved))
    return { ...last, meeting: { ...last.meeting, at: overTime(last.meeting.at, time) } };
  // 14到16周都换: in which weeks it goes there, and not where it goes.
  if (time?.weeks && time.weeks.length > 1 && Object.keys(time).length === 1)
    return { ...last, meeting: { ...last.meeting, at: { ...last.meeting.at, weeks: time.weeks } } };
  const by = slots.shift() ?? (time ? undefined : said);
  const seats = capacityMin === undefined ? slots.size() : { capacityMin };
  const isRoom = wish !== undefined || isOtherRoom || seats !== undefined;
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
function movedFrom(meeting: MeetingRef, part: Part): Intent | null {
  const { slots, time, isOtherRoom } = part;
  const wish = slots.room() ?? (isOtherRoom ? { ...slots.size() } : undefined);
  const { weeks, ...then } = time ?? {};
  // 换个大点的教室，就下周: of a week in which it has another room.
  if (wish && weeks && !hasAny(then))
    return movedFrom({ ...meeting, at: { ...meeting.at, weeks } }, { ...part, time: undefined });
  if ((!time && !wish) || !fields.some((field) => meeting[field])) return null;
  const { at, ...named } = overNames(meeting, withoutRooms(slots.named()), true);
  const of = { ...named, ...(slots.isEvery && { isEvery: true as const }) };
  const goesTo = { ...(time && { to: time }), ...(wish && { room: wish }) };
  // 下周五我有什么课, and then 能调到周四吗: that date alone.
  return isOnce(at)
    ? { type: 'singleDate', action: 'MOVE', meeting: of, at, ...goesTo }
    : { type: 'move', meeting: { ...of, ...(at && { at }) }, ...goesTo };
}

/** The same of what is asked for more seldom. */
function overOthers(last: Intent, part: Part): Intent | null {
  const { slots, time, isMoved } = part;
  switch (last.type) {
    case 'showRoom': {
      const room = slots.onlyOne('room');
      if (room !== undefined) return { type: 'showRoom', room };
      return last.wish ? { ...last, wish: overRooms(last.wish, slots, part.capacityMin) } : null;
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
      // 周三的停课, behind one that goes elsewhere: another wish.
      return last.action !== 'CANCEL' && !isMoved && slots.has('cancel', 'suspend')
        ? null
        : onAnotherDate(last, part);
    // 那就只调周一的: one of both alone.
    case 'swap': {
      const half = [last.first, last.second].filter(({ at }) => at?.days && at.days[0] === time?.days?.[0]);
      const { at, ...meeting } = half.length === 1 && ofLesson.test(slots.sentence) ? half[0] : {};
      if (!at) return null;
      return last.on
        ? { type: 'singleDate', action: 'MOVE', meeting, at: { ...at, ...last.on } }
        : { type: 'move', meeting: { ...meeting, at } };
    }
    // 周四7-8怎么样: where what falls out goes instead; 周四的挪到周五 is of one day.
    case 'absent':
      // 就数据库系统: of all that falls out.
      if (!time && slots.names.some(({ candidates: [one] }) => one.kind === 'course'))
        return { ...last, of: { ...last.of, ...withoutRooms(slots.named()) } };
      return time && !whoseTime(slots) && !(isMoved && time.days && time.days.length > 1)
        ? movedFrom({ ...last.of, ...(last.at && { at: last.at }) }, part)
        : null;
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
function onAnotherDate(last: Of<'singleDate'>, { slots, time, isMoved, isOtherRoom }: Part): Intent {
  const meeting = overNames(last.meeting, withoutRooms(slots.named()), true);
  const isMadeUp = slots.has('makeUp', 'makeUpTo');
  // 就下周一一次: on which date.
  const isFurther = isOfFurther(slots);
  // 那还是周三7-8吧，只这一次: when none is held it goes there.
  const isElsewhere =
    last.action === 'MOVE' &&
    time?.periods &&
    lessonsOf({ ...meeting, at: time }, slots.situation).size === 0;
  // Tuesday would be best: of a lesson for which it is open where it goes.
  const isOpen = last.action === 'MOVE' && !last.room && last.at !== undefined;
  const isDate =
    isFurther || (!isMadeUp && !isElsewhere && (slots.has('once') || isOfLesson(slots, time ?? {}, isMoved)));
  const isGoal =
    !isDate &&
    (isMadeUp || isMoved || isElsewhere || isOpen || last.action === 'MAKE_UP' || last.to !== undefined);
  const action = isMadeUp ? 'MAKE_UP' : isGoal && last.action === 'CANCEL' ? 'MOVE' : last.action;
  const teacher = slots.onlyOne('teacher');
  // Make it 7-8, she has a meeting at two: who has the lesson does not take it over.
  const held = [...lessonsOf(meeting, slots.situation)];
  const isOwn = time && held.length > 0 && held.every(({ teachers }) => teachers.includes(teacher!));
  const isTaken =
    teacher !== undefined && !isOwn && (last.action === 'SUBSTITUTE' || slots.has('let', 'teach'));
  const isMove = /^(?:MOVE|MAKE_UP)$/.test(last.action);
  const wish = slots.room() ?? (isOtherRoom && isMove ? { ...slots.size() } : undefined);
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
