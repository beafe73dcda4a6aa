import type { AskedOfLessons, Intent, MeetingRef, TimeWish, Of } from '../intents.js';
import { unlessDoubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, type Token } from '../slots/tokens.js';
import { inWeeks } from '../slots/time-wishes.js';
import { later, mondayOf, weekOf } from '../slots/calendar.js';
import {
  alsoAsked,
  asksSame,
  asksWhat,
  counted,
  countsDays,
  ofDays,
  orderOfDays,
  pickOf,
  together,
} from './asked.js';
import { loadOf } from './fill-loads.js';
import { byWords } from '../ground/by-words.js';
import { spokenAt } from '../dialogue/focus.js';
import { besideOwn, roomsIn } from './fill-free.js';
import { exceptedIn } from '../slots/excepted.js';
import { whichLesson } from './meeting.js';
import {
  hasAny,
  haveThere,
  monthIn,
  nowIn,
  ofOurs,
  ofSelf,
  ownOf,
  spanIn,
  teachesUs,
  within,
  withSelf,
} from './whom.js';

/** Why a lesson cannot be somewhere. */
export function reasonsOf(slots: Slots): Intent {
  const { meeting, to, room } = movedIn(slots) ?? placeIn(slots);
  return {
    type: 'whyNot',
    meeting,
    ...(to && { at: inWeeks(to, slots.situation) }),
    ...(room && { room }),
  };
}

type Moved = Pick<Of<'move'>, 'meeting' | 'to' | 'room'>;

/** The lesson and where it shall be, as a change tells them; null where one of them is not plain. */
function movedIn(slots: Slots): Moved | null {
  const move = unlessDoubt(() => byWords('move', slots, true));
  return move?.type === 'move' && (move.to ?? move.room) ? move : null;
}

/** What speaks against Friday 1-2: of all that is named, or that the caller has, or of that room alone. */
function placeIn(slots: Slots): Moved {
  const rest = slots.of(slots.tokens.filter((token) => !isPlace(token)));
  const meeting = hasAny(rest.named()) ? rest.named() : ownOf(slots.situation);
  const [to, room] = [within(slots), roomsIn(slots)];
  if (!hasAny(meeting) && !room?.room && !room?.anyOf) throw whichLesson();
  return { meeting, ...(to && { to }), ...(room && { room }) };
}

/** Two weeks beside each other: those that are told, else this one and the one that is told or comes next. */
export function comparedWeeks(slots: Slots): Intent {
  const { today, semester } = slots.situation;
  const now = weekOf(today, slots.situation);
  const said = slots.times.flatMap(({ piece }) => piece.weeks ?? piece.relativeWeek ?? []);
  // Is Tuesday maths or physics: of no two weeks.
  const isOfDay = slots.times.some(({ piece }) => piece.days ?? piece.date);
  if (said.length < 2 && isOfDay && slots.names.length > 0) return timetable(slots);
  const [one = now, other = one === now ? now + 1 : now] = [...new Set(said)].sort((a, b) => a - b);
  const inSemester = (week: number): number => Math.min(Math.max(week, 1), semester.weeks);
  const of = ofSelf(slots);
  return {
    type: 'compareWeeks',
    ...(hasAny(of) && { of }),
    weeks: [inSemester(Math.min(one, other)), inSemester(Math.max(one, other))],
  };
}

/** The next lesson of whom is named, else of the caller. */
export function nextOf(slots: Slots): Intent {
  const { teacher } = slots.situation.self;
  const of = hasAny(slots.named()) ? slots.named() : teacher !== null && { teachers: [teacher] };
  return { type: 'showNext', ...(of && { of }) };
}

/** The periods whose clock is asked for, or all of a part of the day: 下午第一节 is the first of the afternoon. */
export function periodsOf({ times, situation }: Slots): Intent {
  const [part] = times.flatMap(({ piece }) => piece.part ?? []);
  // Is one period 40 minutes.
  const [periods] = times.flatMap(({ piece }) =>
    piece.periods && piece.periods.start <= situation.periods.starts.length ? [piece.periods] : [],
  );
  const at = part ? { part } : periods && { periods };
  return { type: 'showPeriods', ...(at && { at }) };
}

/** 除了我们班还教谁: whose lessons are left out, and what else is said. */
function exceptOf(slots: Slots): { readonly besides?: MeetingRef; readonly rest: Slots } {
  const excepted = /除|不算|\b(?:besides|except|other than|not counting)\b/i.test(slots.sentence)
    ? exceptedIn(slots)
    : [];
  const besides = excepted.length > 0 && slots.of(excepted).named();
  const rest = slots.of(slots.tokens.filter((token) => !excepted.includes(token)));
  return { ...(besides && hasAny(besides) && { besides }), rest };
}

/** Of no one in particular, and so not of the caller. */
const ofEverybody = /全校|所有|任何|哪[些个]班|which class|\b(?:any(?:body|one)|whole)\b/i;
const ofSpeaker = /[我咱俺]|\b(?:i|we|us|our|my)\b/i;

const withWhich = /哪[些个几]?个?班|谁|别的?班|其[他它]班|\b(?:who|whom|which|other) ?(?:class)?/i;

/** 2602跟我们一起上的: with the own class. */
function withOurs(
  of: MeetingRef,
  ask: AskedOfLessons | undefined,
  { sentence, situation }: Slots,
): MeetingRef {
  const { administrativeClass: own } = situation.self;
  if (own === null) return of;
  if (of.teachers && teachesUs.test(sentence)) return { ...of, isOwn: true };
  // 高数跟2602一起上吗: with the own class, where it is not asked with which.
  const isBoth = ask === 'TOGETHER' || asksSame.test(sentence);
  const isWithUs = isBoth && (ofSpeaker.test(sentence) || !withWhich.test(sentence));
  if (!isWithUs || !of.administrativeClasses) return of;
  const { isOwn: _, ...others } = of;
  return { ...others, administrativeClasses: [...new Set([...of.administrativeClasses, own])] };
}

/** What is left of a time, else of the semester, from today on; of one day that is told no other. */
function restOf(slots: Slots, wish: TimeWish = {}): TimeWish {
  const { weeks, date, until = date, ...rest } = wish;
  const { situation } = slots;
  const { today, semester } = situation;
  const isDay = rest.days?.length === 1;
  const last = weeks && later(mondayOf(weeks.at(-1)!, situation), (rest.days?.at(-1) ?? 7) - 1);
  // I was ill yesterday, how many are left: what is over limits nothing.
  if ((until ?? last ?? today) < today) return restOf(slots);
  // 第17周还有课吗: nothing of it is over.
  if (weeks && weeks[0] > weekOf(today, situation)) return wish;
  if ((isDay && weeks?.length === 1) || (rest.part && !isDay && !weeks && !date)) return wish;
  const week = weeks?.at(-1) ?? semester.weeks;
  // 单周还有课吗: of those weeks alone.
  const isEvery = weeks?.length === week - (weeks?.[0] ?? 0) + 1;
  return {
    ...rest,
    ...(weeks && !isEvery && { weeks }),
    date: date && date > today ? date : today,
    // 周五还有几节: of the coming one; 周五的高数还剩几次: of all.
    until:
      until ??
      (isDay && !weeks && slots.ofKind('course').length === 0
        ? later(today, 6)
        : later(mondayOf(week, situation), 6)),
  };
}

/** Enough seats for both classes together: of the room, and not of who attends together. */
const seated = /坐得?下|座位够|够不?够?坐|\benough seats\b|\bseats? enough\b/i;

/** Whether a room has seats enough, and not who is in it. */
const compares = /[坐装容]得?[下纳]|够|挤|\b(?:fits?|enough|seats?|big|hold|squeeze)/i;

/** How many there may be, and not how many there are. */
const howLarge =
  /坐得?下?多少|坐几|容纳?多少|多少[个]?座|\bhow (?:big|large|many (?:seats|does))\b|\bhold\b/i;

/** How many courses, and not how many lessons. */
const courses = /(?:几|多少)门课?|\bhow many (?:\w+ )?(?:courses|subjects)\b/i;

/** 结课了吗, 还要上几周: since when and until when a course runs. */
const untilWhen = new RegExp(
  '结课|结束|上完|开始上|[上学]几[周个]|几周才?[结完]|到(?:几[号月]|哪[天周])|\\bhow many (?:more )?weeks\\b' +
    '|\\b(?:run|go)(?:s|es)? (?:until|till)\\b' +
    '|\\bwhen (?:do|does|did|will|is)\\b.*\\b(?:finish|end|start|begin|over)',
  'i',
);

/** 只有单周上的课: held in no other weeks. */
const onlyThen = new RegExp(
  '[只仅光][有在是上]?(?:第.{1,6}|[单双]|奇数|偶数)周' +
    '|\\bonly (?:(?:in|on|during|every) )?(?:the )?(?:second|other|odd|even|weeks?)\\b|weeks only',
  'i',
);

/** What is asked of lessons, by words that leave no doubt, else by what the sentence is like. */
function askOf(slots: Slots, likely: AskedOfLessons | undefined): AskedOfLessons | undefined {
  const { sentence, times } = slots;
  if (together.test(sentence) && !/^(?:SEATS|STUDENTS|OFF)$/.test(likely ?? ''))
    return seated.test(sentence) ? 'SEATS' : 'TOGETHER';
  if (courses.test(sentence)) return 'COURSES';
  if (likely === 'WHETHER' && /每一?天|天天|\bevery day\b/i.test(sentence)) return 'DAYS';
  if (countsDays(sentence) && slots.ofKind('course').length === 0) return 'DAYS';
  if (asksSame.test(sentence)) {
    if (/教室|\broom\b/i.test(sentence)) return 'WHERE';
    if (/老师|\bteacher\b/i.test(sentence)) return 'WHO';
  }
  const named = slots.ofKind('course').length;
  // 是高数还是英语
  if (named > 1 && eitherOr.test(sentence)) return 'COURSES';
  if (named > 0) return untilWhen.test(sentence) ? 'WEEKS' : likely;
  const isTimed = times.some(({ piece }) => piece.periods ?? piece.part ?? piece.clock);
  // Is it on this coming Monday: of one day, and not how days compare.
  if (likely === 'DAYS' && times.length === 1 && !ofDays.test(sentence) && !orderOfDays(sentence))
    return 'WHETHER';
  return ofDays.test(sentence) && (isTimed || orderOfDays(sentence)) ? 'DAYS' : likely;
}

/** 课最满的五个班, 每周几节课: how much is taught, and which of them, where that is asked of lessons. */
function isOfLoad({ sentence, times, names }: Slots, asks: readonly (AskedOfLessons | undefined)[]): boolean {
  const isOfDays = (asks[0] ?? 'DAYS') === 'DAYS' && names.length === 0;
  if (isOfDays && ranked.test(sentence) && !ofDays.test(sentence)) return true;
  const isWeekly = times.every(({ piece }) => piece.isWeekly);
  return counted.test(sentence) && isWeekly && !asks.includes('DAYS');
}

const ranked = new RegExp(
  '最[多高少满重忙累闲空轻].{0,8}(?:班|[老教]师|教室|机房)|(?:班|[老教]师|教室|机房)[^，,]{0,8}最[多高少满重忙累闲空轻]' +
    '|\\b(?:busiest|fullest|most|least|fewest)\\b.*\\b(?:class(?:es)?|teachers?|rooms?|labs?)\\b',
  'i',
);

const asksWhether = /[吗么]|有没有|是不是|^(?:is|are|do|does|did|any) /i;

/** What of lessons is asked first, and what beside it. */
function askedIn(slots: Slots, likely?: AskedOfLessons) {
  const { sentence } = slots;
  const words = alsoAsked(sentence);
  const asked = askOf(slots, likely);
  // 12月有多少节数据结构: how many lessons, where nobody is counted.
  const isCount = asked === 'STUDENTS' && words.includes('COUNT') && !words.includes(asked);
  const likeliest = isCount ? 'COUNT' : asked;
  const stated = alsoAsked(sentence, likeliest);
  // 全校有多少个班在上课: what is asked in words, and not whether there is any.
  const isOther = /^(?:WHETHER|COUNT|STUDENTS)?$/.test(likeliest ?? '') && !asksWhether.test(sentence);
  const ask = isOther && !words.includes('COUNT') ? (stated[0] ?? likeliest) : likeliest;
  const also = [...stated, ...words.filter((one) => one === likeliest)].filter((one) => one !== ask);
  return { likeliest, ask, also };
}

/** The lessons that are asked for, and what of them. */
export function timetable(said: Slots, likely?: AskedOfLessons): Intent {
  const { besides, rest: slots } = exceptOf(said);
  const { likeliest, ask, also } = askedIn(slots, likely);
  const isOfSeats = ask === 'SEATS' || ask === 'STUDENTS';
  const order = ask === 'DAYS' && orderOfDays(slots.sentence);
  const beside = besideOwn(slots);
  const what = {
    ...(ask && { ask }),
    ...(also.length > 0 && { also }),
    ...pickOf(slots, ask),
    ...(order && { order }),
    ...(beside.length > 0 && { beside }),
  };
  const span = (ask === 'COUNT' || what.pick === 'LEFT') && spanIn(slots);
  if (span) what.pick = 'LEFT';
  const isRest = what.pick === 'LEFT';
  const dates = span || monthIn(slots);
  if (!dates && !isRest && isOfLoad(slots, [ask, ...also])) return loadOf(slots);
  const { buildings } = slots;
  const {
    room: _,
    building: __,
    isSameRoom: ___,
    ...quality
  } = slots.of(slots.tokens.filter(({ type }) => type === 'wish')).room() ?? {};
  const asked = dates ?? within(slots.of(timedBy(slots, what.pick)));
  const { of, isEither, ...so } = meantBy(slots, ask, buildings);
  // 那间坐多少人: of the room, and not of all that is held there.
  const [room] = of.rooms ?? [];
  if (isOfSeats && room && Object.keys(of).join() === 'rooms' && !asked && howLarge.test(slots.sentence))
    return { type: 'showRoom', room };
  const isNow = what.pick === 'NOW' && !of.courses && ask !== 'WHEN' && ask !== 'WEEKS' && !isOfSeats;
  if (!isNow && what.pick === 'NOW') delete what.pick;
  // Who is in there before us: beside the lesson that is spoken of, and not what that is of.
  if (beside.length > 0 && of.rooms) delete of.teachingClasses;
  const then = isNow ? nowIn(slots) : beside.length > 0 ? spokenAt(slots.situation) : undefined;
  const when = isRest ? restOf(slots, asked) : (asked ?? then);
  return {
    type: 'showTimetable',
    of: {
      ...of,
      ...(buildings.length > 0 && !isEither && !so.claim && ask !== 'GAPS' && { buildings }),
    },
    ...(when && { within: when }),
    ...what,
    ...so,
    ...(hasAny(quality) && !isEither && beside.length === 0 && ask !== 'GAPS' && { room: quality }),
    ...(besides && { besides }),
    ...(isOfEverybody(slots, likeliest, when) && { isOfEverybody: true as const }),
    ...(onlyThen.test(slots.sentence) && !when?.date && { isOnlyThen: true as const }),
  };
}

/** The tokens of a question, where its pick is of lessons and not of a period. */
function timedBy({ sentence, tokens }: Slots, pick: string | undefined): readonly Token[] {
  // 明天第一节课几点: the first lesson, and not what is in the first period.
  const isOfFirst = pick === 'FIRST' && /几点|在哪|什么时候|\bw(?:hen|here|hat time)\b/i.test(sentence);
  return tokens.flatMap((token): Token[] => {
    if (token.type !== 'time') return [token];
    // 下午最后一节: the last that is held in the afternoon.
    const said = pick === 'LAST' && /^(.)..?最?后一节/.exec(token.said)?.[1];
    if (said) return [{ ...token, piece: { part: parts[said] } }];
    const { start, end } = token.piece.periods ?? {};
    return isOfFirst && start === 1 && end === undefined ? [] : [token];
  });
}
const parts: Readonly<Record<string, TimeWish['part']>> = { 上: 'MORNING', 下: 'AFTERNOON', 晚: 'EVENING' };

/** 全校哪天课少, and of whoever has no lessons himself all of a time. */
function isOfEverybody(
  { isNameless, names, sentence, situation: { self } }: Slots,
  ask: AskedOfLessons | undefined,
  when?: TimeWish,
): boolean {
  const isOwn = self.teacher !== null || self.administrativeClass !== null;
  // 我值班，28号有哪些课: who has none himself asks of all.
  if (!isOwn && names.length === 0 && when !== undefined) return true;
  // 那节是哪个班: who attends is asked of the own lesson.
  const isAll = (ask !== 'CLASSES' || /全校/.test(sentence)) && ofEverybody.test(sentence);
  return isNameless && isAll && !ofSpeaker.test(sentence);
}

const isPlace = (token: Token): boolean =>
  isNamed(token, 'room') ||
  isNamed(token, 'building') ||
  (token.type === 'wish' && token.wish.isRoom === true);

const eitherOr = /还是|\bor\b/i;

/** Whose lessons a question is of, what of them is asked to be so, and whether one of several is. */
function meantBy(slots: Slots, ask: AskedOfLessons | undefined, buildings: string[]) {
  const { teacher, administrativeClass } = slots.situation.self;
  // Who is neither teacher nor student has a timetable of his own rights.
  const isOfRights = slots.names.length === 0 && teacher === null && administrativeClass === null;
  const of = isOfRights ? (ofOurs(slots) ?? {}) : withOurs(withSelf(slots), ask, slots);
  const isOfLessons = of.courses ?? of.administrativeClasses ?? of.teachers ?? of.teachingClasses;
  // 是在机房还是在致远楼, 还在A101吗: what is asked is no condition.
  const isSo = !asksWhat.test(slots.sentence) || /^(?:is|are|was) (?:it|that)\b/i.test(slots.sentence);
  const isOpen = eitherOr.test(slots.sentence) && slots.tokens.filter(isPlace).length > 1;
  // 明天下午两点，明德楼还是致远楼: of the own lesson.
  const isOfOwn = isOpen && !isOfLessons && !slots.isOfNobody && slots.times.length > 0;
  if (isOfOwn) Object.assign(of, ownOf(slots.situation));
  const isEither = ask === 'WHERE' && (isOfOwn || Boolean(isOfLessons)) && isOpen;
  const isOfClass = of.administrativeClasses && !(of.courses ?? of.teachers ?? of.teachingClasses);
  // 软件2401班多少人，A101坐得下吗: the room that is compared.
  const isOfSeats = ask === 'SEATS' || (ask === 'STUDENTS' && compares.test(slots.sentence));
  const isCompared = isOfSeats && Boolean(isOfLessons) && !isOfClass;
  const isOfRoom = ask === 'WHERE' && (isOfLessons !== undefined || of.rooms?.length === 1);
  const claim = {
    ...(of.rooms && (isCompared || isOfRoom) && { rooms: of.rooms }),
    ...(ask === 'WHERE' && buildings.length > 0 && { buildings }),
    ...(ask === 'WHO' && of.teachers && isOfLessons !== of.teachers && { teachers: of.teachers }),
  };
  if (isCompared || isEither || ask === 'GAPS' || (claim.rooms && isSo)) delete of.rooms;
  // So I go to 302 and not 201: of the own lessons there.
  else if ((of.rooms ?? (buildings.length > 0 || null)) && !isOfLessons && haveThere.test(slots.sentence))
    Object.assign(of, ownOf(slots.situation));
  // Is it the music class or my data structures: whichever of the own lessons it is.
  const isOneOf = of.administrativeClasses && of.courses && eitherOr.test(slots.sentence);
  if (isOneOf && teacher !== null && slots.times.length > 0) {
    delete of.administrativeClasses;
    delete of.courses;
    of.teachers = [teacher];
  }
  // Between lessons of a day, whichever of them are told.
  if (ask === 'GAPS') delete of.courses;
  // Who is my teacher for English, and not Cai Ming: whoever is named is none of whom it is asked.
  if (claim.teachers && (isSo || of.courses)) delete of.teachers;
  const isSame = isSo && ask && asksSame.test(slots.sentence);
  return {
    of,
    isEither,
    ...((isSo || isCompared) && hasAny(claim) && !isOpen && { claim }),
    ...(isSame && { isSame: true as const }),
  };
}
