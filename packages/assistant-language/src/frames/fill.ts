import type { AskedOfLessons, Intent, MeetingRef, Of } from '../intents.js';
import { Doubt, unlessDoubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isRole, type TimeToken, type Token } from '../slots/tokens.js';
import { askedOfPlanIn, countsDays, pickOf, wishedTimes } from './asked.js';
import { changesOf, wasChanged } from './fill-changes.js';
import { loadOf } from './fill-loads.js';
import { freeTimes, largest, roomsFor, roomsIn, substitutes } from './fill-free.js';
import { comparedWeeks, nextOf, periodsOf, reasonsOf, timetable } from './fill-questions.js';
import { absence } from './absence.js';
import { byWords } from '../ground/by-words.js';
import { lessonsOf, shownDate } from '../ground/lessons.js';
import { isPassing } from '../dialogue/once.js';
import { untilWeeks } from '../ground/until-weeks.js';
import { isChinese } from '../spot/characters.js';
import { isSeats } from './said.js';
import { limits } from './guards.js';
import { meetingOf, needLesson, whichLesson, whichTime } from './meeting.js';
import { dayOf } from '../dialogue/focus.js';
import { hasAny, ofSelf, ownOf, teachesUs, within } from './whom.js';

/** The lesson that is told, with its time. */
function lessonOf(slots: Slots): MeetingRef {
  const meeting = meetingOf(slots);
  needLesson(meeting);
  return meeting;
}

/** 高数和线代: one wish for each course of a list. */
function eachOf(slots: Slots, make: (slots: Slots) => Intent): Intent[] {
  const courses = slots.names.filter(({ candidates: [{ kind }] }) => /^(?:course|teachingClass)$/.test(kind));
  if (courses.length < 2) return [make(slots)];
  return courses.map((course) =>
    make(slots.of(slots.tokens.filter((token) => token === course || !courses.some((one) => one === token)))),
  );
}

/** 取消: neither 取出 nor 停课, so how often it is meant is told by the time. */
const isCancelled = (slots: Slots): boolean =>
  slots.has('cancel', 'remove') &&
  !slots.has('takeOut', 'fromTimetable', 'arrangement', 'makeUp', 'makeUpTo', 'moveTo');

/** 取消, and not 停 or 不上, may be of every week. */
const isOfAnyTime = (token: Token): boolean =>
  isRole(token, 'remove') || (isRole(token, 'cancel') && /取消|cancel|scrap/i.test(token.said));

/** 那次, 补到下周二: one lesson of all. */
const isOfOne = /[那这]一?[次回节堂趟]|[一次这那]回|补|\bmake.?up\b|that day|this time/i;

/** 取消，以后都不上了: not once. */
const forGood =
  /以后|永[久远]|长期|[整本这全]个?学期|\b(?:forever|for good|any ?more|permanently|completely)\b/i;

const goesOn = /取消[^,，;]{0,4}[,，;][^,，;]{0,8}[改换挪放调移]到/;

/** Out of its place in every week; records are never deleted by words. */
function takeOut(slots: Slots): Intent | Intent[] {
  const time = slots.time();
  const isOpen = isCancelled(slots) && !time?.isWeekly && !forGood.test(slots.sentence);
  // Of one week it falls out; 取消，改到周一: as well where it goes elsewhere.
  if (time?.isSingle || (isOpen && (goesOn.test(slots.sentence) || isPassing(slots.sentence))))
    return byWords('singleDate', slots);
  const lesson = isOpen && lessonOf(slots);
  // Cancel the Tuesday one: of the date on which it was shown.
  const { days } = time?.wish ?? {};
  if (lesson && shownDate(lessonsOf(lesson, slots.situation), { days }, slots.situation))
    return byWords('singleDate', slots);
  if (lesson && !slots.has('remove')) throw howLong(slots);
  return eachOf(slots, (of) => ({ type: 'takeOut', meeting: lessonOf(of) }));
}

/** For good, or once: both are said with the same word. */
function howLong({ tokens, sentence }: Slots): Doubt {
  const { start, end, said } = tokens.find((token) => isRole(token, 'cancel'))!;
  const [every, single] = isChinese(said) ? ['取出', '停一次'] : ['take out', 'call off'];
  const textOf = (word: string): string => sentence.slice(0, start) + word + sentence.slice(end);
  return new Doubt(
    {
      zh: '是每周都取消（从课表中取出），还是只停一次课？',
      en: 'Is it taken out of the timetable in every week, or called off once?',
    },
    [
      { label: { zh: '每周都取消', en: 'In every week' }, text: textOf(every) },
      { label: { zh: '只停一次', en: 'Only once' }, text: textOf(single) },
    ],
  );
}

/** 换着上, 互换一下老师: those who teach two lessons are exchanged, and not the lessons. */
const ofTeachers = new RegExp(
  '换着[上教]|互相?代|(?:老师|教师|任课的?人?)们?[互对调交][换调]|[互对调交][换调]一?下?(?:任课)?(?:老师|教师)' +
    '|\\b(?:swap|exchange|trade|switch) (?:the )?(?:teachers|instructors|lecturers)\\b|\\bfor each other\\b',
  'i',
);

/** Each of two lessons by the teacher of the other one, for good or in the week that is told. */
function exchanged(slots: Slots): Intent | Intent[] {
  if (!ofTeachers.test(slots.sentence)) return byWords('swap', slots);
  const told = unlessDoubt(() => byWords('swap', slots));
  if (told?.type !== 'swap') throw whoseTeachers();
  const { first, second, on } = told;
  const [[one, ...more], [other, ...others]] = [first, second].map((ref) => {
    const held = [...lessonsOf(ref, slots.situation)].flatMap(({ teachers }) => teachers);
    return [...new Set(held.length > 0 ? held : ref.teachers)];
  });
  if (!one || !other || more.length + others.length > 0) throw whoseTeachers();
  const given = [[first, other] as const, [second, one] as const];
  return given.map(([{ at, ...meeting }, teacher]) =>
    on
      ? { type: 'singleDate', action: 'SUBSTITUTE', meeting, at: { ...at, ...on }, teacher }
      : { type: 'assignTeacher', meeting: { ...meeting, ...(at && { at }) }, teacher },
  );
}

/** Asks for both, and is not left open: what is exchanged are never the lessons. */
const whoseTeachers = (): Doubt =>
  new Doubt({
    zh: '要互换哪两次课的老师？请说出是哪两次课，各由一位老师上。',
    en: 'The teachers of which two lessons shall be exchanged? Please name both, each of one teacher.',
  });

/** Rooms that one is compared with. */
const roomsMax = 7;

/** Of whom, and when: of the caller where he says so. */
const of = (slots: Slots): { readonly of?: MeetingRef } => {
  const at = within(slots);
  const { buildings } = slots;
  const ref = { ...ofSelf(slots), ...(buildings.length > 0 && { buildings }), ...(at && { at }) };
  return hasAny(ref) ? { of: ref } : {};
};

/** What is needed twice, where no record is named: 教室有没有撞的. */
const clashing = [
  ['ROOM', /教室|房间|课室|\brooms?\b|double.booked rooms/i],
  ['TEACHER', /老师|教师|\bteachers?\b|\banybody\b/i],
  ['CLASS', /班|学生|\bclasses\b|\bstudents?\b/i],
] as const;

/** 那间一共多少个座位, 机房301在哪: of rooms alone, and of no lesson there. */
const isOfSeats = (slots: Slots, ask?: AskedOfLessons): boolean =>
  (ask === 'SEATS' || ask === 'WHERE' || slots.tokens.some(isSeats)) &&
  slots.ofKind('room').length > 0 &&
  slots.times.length === 0 &&
  slots.names.every(({ candidates: [{ kind }] }) => kind === 'room' || kind === 'building');

const withMine =
  /[跟和与](?:我|咱|本班)|\b(?:with|into?) (?:mine|ours|(?:my|our)(?: own)? (?:class|less|lect|time|sched|course))/i;

/** What of a timetable is at odds, by what is needed twice. */
function conflictsIn(slots: Slots): Intent | Intent[] {
  const { hasPlan, isMade, self } = slots.situation;
  // 学生那边有冲突吗: of what is planned, where nothing else is named.
  if (hasPlan && !isMade && slots.names.length + slots.times.length === 0 && !slots.has('all', 'timetable'))
    return { type: 'aboutPlan', ask: 'CLASHES' };
  // 我周二下午想去图书馆，有没有课会冲突: of his own time, and of no timetable.
  if (self.student !== null && slots.names.length === 0 && slots.times.length > 0)
    return timetable(slots, 'WHETHER');
  // Does her calculus clash with my timetable: when those are held, of which no conflict tells.
  if (slots.names.length > 0 && withMine.test(slots.sentence) && hasAny(ownOf(slots.situation)))
    return timetable(slots.of(slots.tokens.filter((token) => !isRole(token, 'self', 'ourClass'))), 'WHEN');
  const isOfAll = slots.names.every(({ candidates: [one] }) => one.kind === 'department');
  const kinds = isOfAll ? clashing.filter(([, words]) => words.test(slots.sentence)) : [];
  const asked = { type: 'showConflicts' as const, ...of(slots) };
  return kinds.length === 0 ? asked : kinds.map(([kind]) => ({ ...asked, kind }));
}

/** What rooms are like. @throws Doubt where nothing is said of them */
function roomOf(slots: Slots): Intent {
  const { room, anyOf = room === undefined ? [] : [room], ...wish } = roomsIn(slots) ?? {};
  const [first, ...others] = anyOf;
  const beside = others.length > 0 && { others: others.slice(0, roomsMax) };
  if (first !== undefined) return { type: 'showRoom', room: first, ...beside };
  const all = { ...wish, ...(largest.test(slots.sentence) && { size: 'BIGGER' as const }) };
  if (!hasAny(all)) throw whichRoom();
  return { type: 'showRoom', wish: all };
}

type Fill = (slots: Slots, ask?: AskedOfLessons) => Intent | readonly Intent[];

/** Acts that tell more than their name. */
const fills: { readonly [T in Intent['type']]?: Fill } = {
  move: (slots) => byWords('move', slots),
  swap: exchanged,
  assignTeacher: (slots) => byWords('assignTeacher', slots),
  lock: (slots) =>
    eachOf(slots, (of) => {
      const meeting = meetingOf(of);
      needLesson(meeting, true);
      return { type: 'lock', meeting };
    }),
  // 那几节锁着的放开吧: of those that are locked it is asked which.
  unlock: (slots) => eachOf(slots, (of) => ({ type: 'unlock', meeting: meetingOf(of) })),
  takeOut,
  singleDate: (slots) =>
    isCancelled(slots) && slots.tokens.some(isOfAnyTime) && !isOfOne.test(slots.sentence)
      ? takeOut(slots)
      : byWords('singleDate', slots),
  changeWeeks: (slots) => {
    const isOfWeeks = ({ piece }: TimeToken): boolean => (piece.weeks ?? piece.parity) !== undefined;
    const told = slots.times.filter(isOfWeeks);
    // Change it to even weeks on Wednesday: where it goes are weeks, and the day is that of the lesson.
    const isGoal = told.length === 1 && slots.tokens[slots.index('moveTo', 'to') + 1] === told[0];
    if (slots.has('moveTo', 'to') && slots.times.length > 1 && !isGoal) return byWords('move', slots);
    const stated = slots.of(told).time()?.wish.weeks;
    if (!stated?.length) throw whichTime();
    const weeks = untilWeeks(stated, slots);
    const meeting = lessonOf(slots.of(slots.tokens.filter((token) => !told.includes(token as TimeToken))));
    return { type: 'changeWeeks', meeting, ...weeks };
  },
  findRooms: roomsFor,
  findTeachers: substitutes,
  findTimes: freeTimes,
  // 高数和体育为什么冲突: of what stands, and of nothing that is wished.
  whyNot: (slots) =>
    slots.has('conflict') && slots.times.length === 0 ? conflictsIn(slots) : reasonsOf(slots),
  showTimetable: (slots, ask) => {
    if (ask === 'OFF') return freeTimes(slots);
    return isOfSeats(slots, ask) ? roomOf(slots) : timetable(slots, ask);
  },
  showWeek: (slots) => {
    // 这周是单周吗: of odd weeks it is asked whether it is one.
    const isOfWeek = (token: Token): boolean => token.type !== 'time' || token.piece.parity === undefined;
    const at = slots.of(slots.tokens.filter(isOfWeek)).latestTime()?.wish;
    const isEnd = slots.times.length === 0 && ofEnd.test(slots.sentence) && { isEnd: true as const };
    return {
      type: 'showWeek',
      ...(at && hasAny(at) && at.date !== slots.situation.today && { at }),
      ...isEnd,
    };
  },
  // 她周一几点下课: of whoever is named the lessons, and not the bell.
  showPeriods: (slots, ask) => (hasAny(slots.named()) ? timetable(slots, ask) : periodsOf(slots)),
  showConflicts: conflictsIn,
  showRoom: roomOf,
  showUnplaced: (slots) => ({ type: 'showUnplaced', ...of(slots) }),
  showChanges: changesOf,
  // When is our very last class.
  showNext: (slots) => (pickOf(slots).pick === 'LAST' ? timetable(slots, 'WHEN') : nextOf(slots)),
  showLoad: (slots) => {
    if (countsDays(slots.sentence)) return timetable(slots, 'DAYS');
    if (slots.situation.self.student === null) return loadOf(slots);
    if (slots.ofKind('teacher').length > 0 && teachesUs.test(slots.sentence))
      return timetable(slots, 'COUNT');
    // Which teachers do we have: of the own lessons, and not who teaches most.
    const isOfOurs = slots.names.length === 0 && ours.test(slots.sentence);
    return isOfOurs ? timetable(slots, 'WHO') : loadOf(slots);
  },
  compareWeeks: comparedWeeks,
  absent: absence,
  aboutPlan: (slots) => {
    const [ask] = askedOfPlanIn(slots.sentence);
    // 补到哪天好: when what falls out can be made up.
    if (ask === 'WHEN' && slots.has('makeUp', 'makeUpTo')) return freeTimes(slots);
    return { type: 'aboutPlan', ...(ask && { ask }) };
  },
  wishTimes: (slots) => {
    const wish = wishedTimes(slots, ofSelf(slots));
    const { of: whom = {}, notAt } = wish;
    if (!whom.administrativeClasses || whom.teachers || !notAt) return wish;
    if (limits.test(slots.sentence)) throw whichLesson();
    // 别让2501周五下午上课: of a class no preference is kept, and what is held then goes elsewhere.
    return notAt.map((at) => ({ type: 'move', meeting: { ...whom, at, isEvery: true }, notAt: [at] }));
  },
  bookRoom: (slots) => {
    const [told, room] = [within(slots), roomsIn(slots)];
    // Great, can you reserve it, 4 to 6 pm: on the day that was spoken of.
    const at = told && !told.days && !told.date ? { ...dayOf(slots.situation), ...told } : told;
    return { type: 'bookRoom', ...(room && { room }), ...(at && { at }) };
  },
};

/** 什么时候放寒假, when does term finish. */
const ofEnd =
  /学期.*(?:结束|完)|期末|寒假|放假|还[剩有].{0,2}几|\b(?:end|finish|over|vacation|break|holidays?|left|remain)/i;

const ours = /我们[^，,。]{0,6}[哪几][^，,。]{0,4}老师|\bteachers? (?:do|have) we\b/i;

/** How many rooms are occupied: those in which something is held, and not the free ones. */
const occupied = new RegExp(
  '(?:多少|哪[些几]?|几)[个间]?(?:教室|机房|实[训验]室)[^，,。不没]{0,8}(?:在用|被占|占[用着]|在上课|有课|有人)' +
    '|\\b(?:how many|which) (?:\\w+ ){0,2}(?:rooms|labs) ' +
    '(?:are (?:\\w+ )?(?:occupied|in use|taken|used|busy)\\b|(?:do|does|did)\\b.{1,40}\\buse\\b)',
  'i',
);

/** What is affected: asks what becomes of the lessons of whoever or what is missing. */
const affected = /影响|\baffect|\bwhere (?:else )?(?:could|can) they|能[挪换搬调移]到?[去到]?哪/i;
/** What is free or held within a time, or held next, and nothing of a lesson then. */
const isAskedOfDay = (made: Intent): boolean =>
  /^(?:showNext|findTeachers|findRooms)$/.test(made.type) ||
  (/^(?:findTimes|showTimetable)$/.test(made.type) && 'within' in made);

const idleClasses =
  /哪[些几]?个?班[^，,。]{0,12}(?:没有?课|有空|空[着闲])|\bwhich (?:of (?:our|the) )?classes\b.{0,20}\b(?:free|no)\b/i;

/** The wish of an act as a clause tells it. @throws Doubt where something is missing or not plain */
export function filled(act: Intent['type'], slots: Slots, ask?: AskedOfLessons): readonly Intent[] {
  // 哪些班周五下午没课: which have none, and not which have any.
  if (/^(?:find|show)/.test(act) && idleClasses.test(slots.sentence))
    return [{ ...(timetable(slots, 'CLASSES') as Of<'showTimetable'>), ask: 'CLASSES', also: ['OFF'] }];
  if (act === 'findRooms' && occupied.test(slots.sentence)) return [timetable(slots, 'WHERE')];
  const isOfChanges =
    /^(?:find(?:Room|Time)s|show(?:Timetable|Unplaced|Next))$/.test(act) && wasChanged(slots);
  const fill = isOfChanges ? changesOf : fills[act];
  const made = [fill?.(slots, ask) ?? ({ type: act } as Intent)].flat();
  const isMissing = slots.ofKind('teacher').length + slots.ofKind('room').length > 0;
  return isMissing && affected.test(slots.sentence) && isAskedOfDay(made[0]) ? [absence(slots)] : made;
}

const whichRoom = (): Doubt =>
  new Doubt({ zh: '是指哪间教室？请说出教室的名称。', en: 'Which room is meant? Please name it.' });
