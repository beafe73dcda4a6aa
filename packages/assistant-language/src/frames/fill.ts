import type { AskedOfLessons, Intent, MeetingRef } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
import { howLong, isAlternate, notDeleted, oddOrEven } from './asking.js';
import type { Slots } from '../slots/slots.js';
import type { TimeToken, Token } from '../slots/tokens.js';
import { wishedTimes } from './asked.js';
import {
  changesOf,
  comparedWeeks,
  freeTimes,
  hasAny,
  loadOf,
  nextOf,
  nowIn,
  ofSelf,
  reasonsOf,
  substitutes,
  timetable,
  within,
} from './fill-questions.js';
import { byWords } from '../ground/by-words.js';
import { untilWeeks } from '../ground/until-weeks.js';
import {
  isOfLesson,
  meetingOf,
  needLesson,
  weeklyOnly,
  whichLesson,
  whichTime,
  withoutNames,
} from './meeting.js';

/** The lesson that is told, with its time. */
function lessonOf(slots: Slots): MeetingRef {
  const meeting = meetingOf(slots);
  needLesson(slots, meeting);
  return meeting;
}

/** A wish for every week. @throws Doubt where one date is told */
function everyWeek(slots: Slots, make: (meeting: MeetingRef) => Intent): Intent {
  const time = slots.time();
  if (!time?.isSingle) return make(lessonOf(slots));
  throw weeklyOnly();
}

/** 高数和线代: one wish for each course of a list. */
function eachOf(slots: Slots, make: (meeting: MeetingRef) => Intent): Intent[] {
  const courses = slots.names.filter(({ candidates: [{ kind }] }) => /^(?:course|teachingClass)$/.test(kind));
  if (courses.length < 2) return [everyWeek(slots, make)];
  return courses.map((course) => everyWeek(withoutNames(slots, courses, course), make));
}

/** What is called off or made up on one date, or moved from one to another. */
function onDate(slots: Slots): Intent {
  const isMadeUp = slots.has('makeUp', 'makeUpTo');
  const isMoved =
    slots.has('moveTo', 'move', 'to', 'changeRoom', 'anotherTime', 'go', 'schedule', 'bigger') ||
    slots.shift() !== undefined;
  if (!isMadeUp && isMoved && !slots.has('suspend', 'cancel', 'not')) {
    const move = byWords('move', slots);
    if (move.type === 'singleDate') return move;
  }
  const goal = slots.index('makeUpTo', 'moveTo');
  const verb = slots.index('makeUp', 'makeUpTo');
  const isMissed = (token: Token, at: number): boolean =>
    goal >= 0
      ? at < goal
      : !isMadeUp || (isOfLesson(slots.tokens, at) && (at > verb || slots.times.at(-1) !== token));
  const isTime = ({ type }: Token): boolean => type === 'time';
  const at = slots
    .of(slots.tokens.filter((token, place) => isTime(token) && isMissed(token, place)))
    .time()?.wish;
  const to = slots
    .of(slots.tokens.filter((token, place) => isTime(token) && !isMissed(token, place)))
    .time()?.wish;
  const meeting = meetingOf(slots.of(slots.tokens.filter((token) => !isTime(token))));
  needLesson(slots, meeting);
  const action = isMadeUp ? 'MAKE_UP' : 'CANCEL';
  return { type: 'singleDate', action, meeting, ...(at && { at }), ...(to && { to }) };
}

/** 下周三的高数请李娜代课: somebody is named who teaches it then. */
const isHandedOver = (slots: Slots): boolean =>
  slots.has('teach', 'changeTeacher') &&
  !slots.has('moveTo', 'makeUp', 'makeUpTo', 'suspend') &&
  slots.ofKind('teacher').length > 0 &&
  slots.time()?.isSingle === true;

/** 取消: neither 取出 nor 停课, so how often it is meant is told by the time. */
const isCancelled = (slots: Slots): boolean =>
  slots.has('cancel', 'remove') &&
  !slots.has('takeOut', 'fromTimetable', 'arrangement', 'makeUp', 'makeUpTo', 'moveTo');

/** Out of its place in every week; records are never deleted by words. */
function takeOut(slots: Slots): Intent | Intent[] {
  const time = slots.time();
  const isOpen = isCancelled(slots) && !time?.isWeekly;
  if (isOpen && time?.isSingle) return onDate(slots);
  lessonOf(slots);
  if (isOpen) throw slots.has('remove') ? notDeleted(slots) : howLong(slots);
  return eachOf(slots, (meeting) => ({ type: 'takeOut', meeting }));
}

/** Rooms that one is compared with. */
const roomsMax = 7;

const of = (slots: Slots): MeetingRef => {
  const at = within(slots);
  return { ...slots.named(), ...(at && { at }) };
};

const fills: {
  readonly [T in Intent['type']]: (slots: Slots, ask?: AskedOfLessons) => Intent | readonly Intent[];
} = {
  move: (slots) =>
    isHandedOver(slots)
      ? byWords('assignTeacher', slots)
      : slots.has('makeUp', 'makeUpTo')
        ? onDate(slots)
        : byWords('move', slots),
  swap: (slots) => byWords('swap', slots),
  assignTeacher: (slots) => byWords('assignTeacher', slots),
  lock: (slots) => eachOf(slots, (meeting) => ({ type: 'lock', meeting })),
  unlock: (slots) => eachOf(slots, (meeting) => ({ type: 'unlock', meeting })),
  takeOut,
  singleDate: (slots) =>
    isHandedOver(slots)
      ? byWords('assignTeacher', slots)
      : isCancelled(slots)
        ? takeOut(slots)
        : onDate(slots),
  changeWeeks: (slots) => {
    if (isAlternate(slots.sentence)) throw oddOrEven(slots);
    if (slots.has('moveTo', 'to') && slots.times.length > 1) return byWords('move', slots);
    const isOfWeeks = ({ piece }: TimeToken): boolean => (piece.weeks ?? piece.parity) !== undefined;
    const told = slots.times.filter(isOfWeeks);
    const stated = slots.of(told).time()?.wish.weeks;
    if (!stated?.length) throw whichWeeks();
    const weeks = untilWeeks(stated, slots);
    const meeting = lessonOf(slots.of(slots.tokens.filter((token) => !told.includes(token as TimeToken))));
    return { type: 'changeWeeks', meeting, weeks };
  },
  another: () => ({ type: 'another' }),
  undo: () => ({ type: 'undo' }),
  redo: () => ({ type: 'redo' }),
  findRooms: (slots) => {
    if (slots.ofKind('room').length > 1) return freeTimes(slots);
    const at = within(slots) ?? nowIn(slots);
    if (!at) throw whichTime();
    // 除了机房: what a room shall not be is no wish of what it shall be.
    const isExcept = /除了?|\b(?:except|but not|other than)\b/i.test(slots.sentence);
    const told = isExcept
      ? slots.of(slots.tokens.filter((one) => one.type !== 'wish' || !one.wish.feature))
      : slots;
    const room = told.room();
    return { type: 'findRooms', at, ...(room && { room }) };
  },
  findTeachers: substitutes,
  findTimes: freeTimes,
  whyNot: reasonsOf,
  showTimetable: timetable,
  showConflicts: (slots) =>
    hasAny(of(slots)) ? { type: 'showConflicts', of: of(slots) } : { type: 'showConflicts' },
  showWeek: (slots) => {
    const at = slots.time()?.wish;
    return { type: 'showWeek', ...(at && at.date !== slots.situation.today && { at }) };
  },
  showUnplaced: (slots) =>
    hasAny(slots.named()) ? { type: 'showUnplaced', of: slots.named() } : { type: 'showUnplaced' },
  showChanges: changesOf,
  showNext: nextOf,
  showLoad: loadOf,
  compareWeeks: comparedWeeks,
  absent: (slots) => {
    const [of, at] = [ofSelf(slots), within(slots)];
    if (!hasAny(of)) throw whichLesson();
    return { type: 'absent', of, ...(at && { at }) };
  },
  aboutPlan: () => ({ type: 'aboutPlan' }),
  showRoom: (slots) => {
    const rooms = slots.ofKind('room').flatMap(({ candidates }) => candidates.map(({ id }) => id));
    const [room, ...others] = new Set(rooms);
    if (room === undefined) throw whichRoom();
    return { type: 'showRoom', room, ...(others.length > 0 && { others: others.slice(0, roomsMax) }) };
  },
  wishTimes: (slots) => wishedTimes(slots, ofSelf(slots)),
  bookRoom: (slots) => {
    const [at, room] = [slots.time()?.wish, slots.room()];
    return { type: 'bookRoom', ...(room && { room }), ...(at && { at }) };
  },
  request: () => ({ type: 'request' }),
  confirm: () => ({ type: 'confirm' }),
  drop: () => ({ type: 'drop' }),
  help: () => ({ type: 'help' }),
};

/** The wish of an act as a clause tells it. @throws Doubt where something is missing or not plain */
export function filled(act: Intent['type'], slots: Slots, ask?: AskedOfLessons): readonly Intent[] {
  const made = fills[act](slots, ask);
  return Array.isArray(made) ? (made as readonly Intent[]) : [made as Intent];
}

const whichWeeks = (): Doubt =>
  new Doubt({
    zh: '改到哪些周上课？例如：单周、前8周、第3周起。',
    en: 'In which weeks shall it be held? For example: odd weeks, weeks 1-8.',
  });

const whichRoom = (): Doubt =>
  new Doubt({ zh: '是指哪间教室？请说出教室的名称。', en: 'Which room is meant? Please name it.' });
