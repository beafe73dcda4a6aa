import { isDeepStrictEqual } from 'node:util';
import { timesMax, type Intent, type MeetingRef, type TimeWish, type Of } from '../intents.js';
import { overDay, overTime } from '../slots/over-time.js';
import { isChange } from '../frames/acts.js';
import { everyWeekOf, isOnce } from '../ground/changes.js';
import { lessonsOf, lessonsWith } from '../ground/lessons.js';
import { ofSameWeek } from '../ground/limits.js';
import { compared, isBeside, orderIn, topIn } from '../frames/fill-loads.js';
import { pickOf } from '../frames/asked.js';
import { timetable } from '../frames/fill-questions.js';
import { beside, classLike, isOfFurther, isOfLesson, ofLesson, whoseTime } from './further.js';
import type { Situation } from '../interpreter.js';
import { isEveryWeek, type Slots } from '../slots/slots.js';
import { narrows, onOneDate, type Part } from './once.js';
import { inWeeks } from '../slots/time-wishes.js';
import { fields } from './focus.js';
import { hasAny } from '../frames/whom.js';
import { besideOf, overRooms, unnamed } from '../frames/fill-free.js';

/** Fields that tell a lesson in one of two ways. */
const alike = [
  ['rooms', 'buildings'],
  ['courses', 'teachingClasses'],
] as const;

/** Others of the same kind take the place of those before; where there were none, of everybody. */
function overNames(before: MeetingRef, names: MeetingRef, isNarrowed: boolean): MeetingRef {
  const isIn = (ref: MeetingRef) => (field: keyof MeetingRef) => ref[field] !== undefined;
  const replaced = alike.filter((kind) => kind.some(isIn(before)) && kind.some(isIn(names))).flat();
  const kept = Object.entries(before).filter(([field]) => !replaced.some((one) => one === field));
  const isSameKind = replaced.length > 0 || fields.some((field) => before[field] && names[field]);
  return isSameKind || isNarrowed ? { ...Object.fromEntries(kept), ...names } : names;
}

/** The wish before with what a follow-up tells in its place; null where that leaves it as it was. */
export function laidOver(last: Intent, part: Part): Intent | null {
  const once = onOneDate(last, part);
  if (once) return laidOn(once, { ...part, time: undefined }) ?? once;
  const laid = laidOn(last, part);
  // 那就明天的: what is planned already is shown again.
  const isShownAgain = part.time && (isChange(last.type) || last.type === 'findRooms');
  return laid && isDeepStrictEqual(laid, last) && !isShownAgain ? null : laid;
}

/** Where questions hold of whom they are, when, and what is wished of rooms. */
const places: Readonly<Partial<Record<Intent['type'], Place>>> = {
  showLoad: { of: 'of', at: 'within', room: 'room' },
  showNext: { of: 'of' },
  showConflicts: { of: 'of' },
  showUnplaced: { of: 'of' },
  showChanges: { of: 'of', at: 'within' },
  compareWeeks: { of: 'of' },
  findRooms: { at: 'at', room: 'room' },
  bookRoom: { at: 'at', room: 'room' },
  whyNot: { at: 'at' },
  findTeachers: { at: 'at' },
};
interface Place {
  readonly of?: 'of';
  readonly at?: 'at' | 'within';
  readonly room?: 'room';
}

/** 信息学院的呢, and on Friday, a bigger one: the same question of others, then, or of other rooms. */
function overQuestion(last: Intent, { slots, capacityMin }: Part, asked?: TimeWish): Intent | null {
  const { of, at, room } = places[last.type] ?? {};
  // 那就改到周三5-6, behind which rooms are free then: something else goes there.
  if (!(of ?? at) || (last.type === 'findRooms' && slots.has('moveTo'))) return null;
  const held = last as { readonly of?: MeetingRef; readonly at?: TimeWish; readonly within?: TimeWish };
  const rooms = room && overRooms((last as Of<'findRooms'>).room, slots, capacityMin);
  // And today: what is at once then.
  const isThen = last.type === 'showConflicts' && asked !== undefined;
  const isOfOthers = last.type === 'showChanges' && others.test(slots.sentence);
  const names = { ...slots.named(), ...(isThen && { at: asked }) };
  return {
    ...last,
    ...(of && isOfOthers && { of: hasAny(names) ? names : undefined }),
    ...(of && hasAny(names) && !isOfOthers && { of: overNames(held.of ?? {}, names, isThen) }),
    ...(at &&
      asked && { [at]: last.type === 'showChanges' ? asked : overDay(held[at], asked, slots.situation) }),
    ...(at && asked && 'isNow' in last && { isNow: undefined }),
    ...(rooms && hasAny(rooms) && { room: rooms }),
  } as Intent;
}

/** 其他课呢, anything else: of others than those of which it was asked. */
export const others = /别的|其[他它]|另外|\b(?:else|others?)\b/i;

function laidOn(last: Intent, part: Part): Intent | null {
  const { slots, time, isMoved } = part;
  const { sentence } = slots;
  const asked = time && inWeeks(time, slots.situation);
  if (isBeside(sentence) && hasAny(slots.named())) return compared(last, slots.named());
  switch (last.type) {
    case 'showTimetable':
      return overLessons(last, part);
    // And week 15: beside the first of the two.
    case 'compareWeeks':
      return asked?.weeks
        ? { ...last, weeks: [last.weeks[0], asked.weeks[0]] }
        : overQuestion(last, part, asked);
    // And Friday afternoons too: beside those before, where that is said.
    case 'wishTimes': {
      const key = last.notAt ? 'notAt' : 'at';
      const before = (beside.test(sentence) && last[key]) || [];
      return asked ? { ...last, [key]: [...before, asked].slice(-timesMax) } : null;
    }
    case 'showLoad': {
      const [top, order] = [topIn(sentence), orderIn(sentence)];
      const over = overQuestion(last, part, asked) as Of<'showLoad'>;
      return { ...over, ...(order && { order }), ...(top && { top }) };
    }
    case 'findTimes':
      return overTimes(last, part);
    case 'move':
      return overMove(last, part);
    // 周三的停课, behind one that goes elsewhere: another wish.
    case 'singleDate':
      return last.action !== 'CANCEL' && !isMoved && slots.has('cancel', 'suspend')
        ? null
        : onAnotherDate(last, part);
    case 'showRoom':
      if (slots.onlyOne('room') !== undefined) return { type: 'showRoom', room: slots.onlyOne('room')! };
      return last.wish ? { ...last, wish: overRooms(last.wish, slots, part.capacityMin) } : null;
    case 'assignTeacher': {
      const teacher = slots.onlyOne('teacher');
      const meeting = { ...last.meeting, ...(time && { at: overTime(last.meeting.at, time) }) };
      return { ...last, meeting, ...(teacher !== undefined && { teacher }) };
    }
    case 'swap':
      return oneOfBoth(last, part);
    // 李老师吧: of those who could take it over.
    case 'findTeachers':
      return takenBy(last, slots) ?? overQuestion(ofHolder(last, asked, slots.situation), part, asked);
    case 'absent':
      return overAbsent(last, part);
    default:
      return overQuestion(last, part, asked);
  }
}

/** 那就只调周一的: one of both alone. */
function oneOfBoth({ first, second, on }: Of<'swap'>, { slots, time }: Part): Intent | null {
  const half = [first, second].filter(({ at }) => at?.days && at.days[0] === time?.days?.[0]);
  if (half.length !== 1 || !ofLesson.test(slots.sentence)) return null;
  return { type: 'move', meeting: { ...half[0], at: { ...half[0].at, ...on } } };
}

/**
 * 周四7-8怎么样: where what falls out goes instead; 周四的挪到周五 is of one day, 就数据库系统 of that course of
 * all.
 */
function overAbsent(last: Of<'absent'>, part: Part): Intent | null {
  const { slots, time, isMoved } = part;
  if (!time && slots.ofKind('course').length > 0)
    return { ...last, of: { ...last.of, ...withoutRooms(slots.named()) } };
  return time && !whoseTime(slots) && !(isMoved && time.days && time.days.length > 1)
    ? movedFrom({ ...last.of, ...(last.at && { at: last.at }) }, part)
    : null;
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
  const isOfRest = last.pick === 'NOW' || (last.pick === 'LEFT' && last.within?.until);
  const within = isOfRest ? undefined : ask === 'DAYS' ? weeks && { weeks } : last.within;
  // 第一节是啥, 教室多大: of the first.
  const isEdge = last.pick === 'FIRST' || last.pick === 'LAST';
  return {
    ...last,
    ask,
    also,
    pick: pick ?? (isEdge ? last.pick : undefined),
    order,
    beside: undefined,
    within,
  };
}

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
  const isEdge = [before.pick, pick].every((one) => one === 'FIRST' || one === 'LAST');
  if (isEdge && !asked && !hasAny(names)) return { ...before, pick };
  const own = asks && timetable(slots, asks.ask);
  // 改成每周都上行吗: of the lesson that was asked about.
  if (isMoved && slots.times.length > 0 && slots.times.every(isEveryWeek))
    return inEveryWeek(before, slots.situation);
  const { teacher: self } = slots.situation.self;
  const ofWhom = hasAny(before.of) || self === null ? before.of : { teachers: [self] };
  if ((isMoved && (asked ?? wish)) || isOtherRoom)
    return movedFrom({ ...ofWhom, ...(before.within && { at: before.within }) }, part);
  if (own && own.type !== 'showTimetable') return null;
  // What about Monday: not what is beside the lessons of that day.
  const last = { ...asking(before, own), ...(asked && { beside: undefined }) };
  // The one with 60 seats, 只看机房: those of all.
  const room = wish && !wish.room && !wish.building ? { ...last.room, ...wish } : last.room;
  // 我说的是软件2501班的, 只看数据结构: those of what was told.
  const all = slots.has('all') && !slots.isOfNobody ? {} : last.of;
  const isNarrowed = isThere || narrows.test(slots.sentence);
  const of =
    ofSameCourse(last.of, names, slots.situation) ??
    (hasAny(names) ? overNames(last.of, names, isNarrowed) : all);
  // 还剩几次: from today on.
  const rest = last.pick === 'LEFT' && own?.pick === 'LEFT' ? own.within : undefined;
  // 心理健康几号结束: of another course in all.
  const isOfAll = (own?.ask === 'WEEKS' || pick === 'LAST') && !asked && names.courses !== undefined;
  const spoken = isOfAll ? undefined : last.within;
  const within = rest ?? (asked ? overDay(spoken, asked, slots.situation) : spoken);
  return present({ ...last, of, within, room });
}

/** 形势与政策从哪周开始上, and then 软件2501的呢: of the course, where the class has it. */
function ofSameCourse(last: MeetingRef, names: MeetingRef, situation: Situation): MeetingRef | null {
  if (!names.administrativeClasses || names.courses || names.teachingClasses) return null;
  const { teachingClasses, ...of } = last;
  const taught = lessonsWith('teachingClasses', teachingClasses ?? [], situation);
  const courses = last.courses ?? [...new Set(taught.map(({ course }) => course))];
  const same = { ...of, ...(courses.length > 0 && { courses }), ...names };
  return courses.length > 0 && lessonsOf(same, situation).size > 0 ? same : null;
}

function inEveryWeek({ of, within }: Lessons, situation: Situation): Intent | null {
  const { weeks: _, date: __, until: ___, ...at } = within ?? {};
  const meeting = { ...of, ...(hasAny(at) && { at }) };
  const weeks = everyWeekOf([...lessonsOf(meeting, situation)]);
  return weeks && { type: 'changeWeeks', meeting, weeks, isEach: true };
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
  return {
    ...rest,
    meeting: overNames(last.meeting, withoutRooms(slots.named()), true),
    ...(to && { to }),
    ...(by && { by }),
    ...(room && { room }),
    ...limitsOf(slots),
  };
}

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

function takenBy({ at, course, meeting }: Of<'findTeachers'>, slots: Slots): Intent | null {
  const teacher = slots.onlyOne('teacher');
  if (teacher === undefined || !(course ?? meeting)) return null;
  const of = { ...(course && { courses: [course] }), ...meeting };
  return isOnce(at)
    ? { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, at, teacher }
    : { type: 'assignTeacher', meeting: { ...of, ...(hasAny(at) && { at }) }, teacher };
}

/** 后天的, 补到周六: another date of what is called off, or when it is made up. */
function onAnotherDate(last: Of<'singleDate'>, { slots, time, isMoved, isOtherRoom }: Part): Intent {
  // 薛怡梦可以吗: of whoever may take it over, and not of her lessons.
  const { teachers, ...named } = slots.named();
  const names = last.action === 'SUBSTITUTE' ? named : { ...named, ...(teachers && { teachers }) };
  const meeting = overNames(last.meeting, withoutRooms(names), true);
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
  const of = at?.at ? heldBy(meeting, at.at, slots.situation) : meeting;
  if (isTaken) return { type: 'singleDate', action: 'SUBSTITUTE', meeting: of, at: last.at, ...at, teacher };
  const room = wish && { room: wish.room ? { room: wish.room } : { ...unnamed(last.room, wish), ...wish } };
  return { ...last, ...goal, action, meeting: of, ...at, ...room, ...limitsOf(slots) };
}

/** 周四那节谁能代, and then 周三那节呢: another one of whoever has that. */
const ofHolder = (
  { meeting, ...last }: Of<'findTeachers'>,
  at: TimeWish | undefined,
  situation: Situation,
): Intent => ({ ...last, ...(meeting && { meeting: at ? heldBy(meeting, at, situation) : meeting }) });

/** 是周一那节: what whoever has the lesson holds at another time, where that is none of its own. */
function heldBy(meeting: MeetingRef, at: TimeWish, situation: Situation): MeetingRef {
  const [one] = lessonsOf(meeting, situation);
  if (!one || lessonsOf({ ...meeting, at }, situation).size > 0) return meeting;
  const [other, ...others] = lessonsOf({ teachers: [...one.teachers], at }, situation);
  return other && others.length === 0 ? { teachingClasses: [other.teachingClass] } : meeting;
}

/** Times that are not wanted. */
function limitsOf(slots: Slots): Pick<Of<'move'>, 'avoid' | 'notAt'> {
  const [avoid, notAt] = [slots.avoid(), slots.notAt()];
  return { ...(avoid && { avoid }), ...(notAt && { notAt }) };
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
  // 有没有不是早上八点的: of those that were offered.
  const limits = meeting ? limitsOf(slots) : {};
  // 那周四呢，我上课前: of that day, whichever part of it was asked about.
  const next = besideOf(slots.sentence);
  const { part: ____, periods: _____, ...day } = last.within ?? {};
  return {
    ...rest,
    ...limits,
    ...(meeting && { meeting }),
    ...(next && { beside: next }),
    ...(hasAny(names) ? overNames(ofTimes(last), names, beside.test(slots.sentence)) : ofTimes(last)),
    ...(asked && { within: overDay(next ? day : last.within, asked, slots.situation) }),
  };
}
