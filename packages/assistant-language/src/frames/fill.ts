import type { AskedOfLessons, Intent, MeetingRef } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
import { howLong, isAlternate, notDeleted, oddOrEven } from './asking.js';
import type { Slots } from '../slots/slots.js';
import type { TimeToken } from '../slots/tokens.js';
import { askedOfPlanIn, wishedTimes } from './asked.js';
import { changesOf } from './fill-changes.js';
import { loadOf } from './fill-loads.js';
import {
  absence,
  comparedWeeks,
  freeTimes,
  nextOf,
  reasonsOf,
  roomsFor,
  substitutes,
  timetable,
} from './fill-questions.js';
import { byWords } from '../ground/by-words.js';
import { untilWeeks } from '../ground/until-weeks.js';
import { meetingOf, needLesson, weeklyOnly, withoutNames } from './meeting.js';
import { hasAny, ofSelf, within } from './whom.js';

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
  if (isOpen && time?.isSingle) return byWords('singleDate', slots);
  lessonOf(slots);
  if (isOpen) throw slots.has('remove') ? notDeleted(slots) : howLong(slots);
  return eachOf(slots, (meeting) => ({ type: 'takeOut', meeting }));
}

/** Rooms that one is compared with. */
const roomsMax = 7;

/** Of whom, and when: of the caller where he says so. */
const of = (slots: Slots): { readonly of?: MeetingRef } => {
  const at = within(slots);
  const buildings = slots.ofKind('building').flatMap(({ candidates }) => candidates.map(({ id }) => id));
  const ref = { ...ofSelf(slots), ...(buildings.length > 0 && { buildings }), ...(at && { at }) };
  return hasAny(ref) ? { of: ref } : {};
};

/** What is needed twice, where no record is named: 教室有没有撞的. */
const clashing = [
  ['ROOM', /教室|房间|课室|\brooms?\b|double.booked rooms/i],
  ['TEACHER', /老师|教师|\bteachers?\b|\banybody\b/i],
  ['CLASS', /班|学生|\bclasses\b|\bstudents?\b/i],
] as const;

const fills: {
  readonly [T in Intent['type']]: (slots: Slots, ask?: AskedOfLessons) => Intent | readonly Intent[];
} = {
  move: (slots) =>
    isHandedOver(slots)
      ? byWords('assignTeacher', slots)
      : slots.has('makeUp', 'makeUpTo')
        ? byWords('singleDate', slots)
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
        : byWords('singleDate', slots),
  changeWeeks: (slots) => {
    if (isAlternate(slots.sentence)) throw oddOrEven(slots);
    if (slots.has('moveTo', 'to') && slots.times.length > 1) return byWords('move', slots);
    const isOfWeeks = ({ piece }: TimeToken): boolean => (piece.weeks ?? piece.parity) !== undefined;
    const told = slots.times.filter(isOfWeeks);
    const stated = slots.of(told).time()?.wish.weeks;
    if (!stated?.length) throw whichWeeks();
    const weeks = untilWeeks(stated, slots);
    const meeting = lessonOf(slots.of(slots.tokens.filter((token) => !told.includes(token as TimeToken))));
    return { type: 'changeWeeks', meeting, ...weeks };
  },
  another: () => ({ type: 'another' }),
  undo: () => ({ type: 'undo' }),
  redo: () => ({ type: 'redo' }),
  findRooms: roomsFor,
  findTeachers: substitutes,
  findTimes: freeTimes,
  whyNot: reasonsOf,
  showTimetable: timetable,
  showConflicts: (slots) => {
    const kind = slots.names.every(({ candidates: [one] }) => one.kind === 'department')
      ? clashing.find(([, words]) => words.test(slots.sentence))?.[0]
      : undefined;
    return { type: 'showConflicts', ...of(slots), ...(kind && { kind }) };
  },
  showWeek: (slots) => {
    const at = slots.time()?.wish;
    return { type: 'showWeek', ...(at && at.date !== slots.situation.today && { at }) };
  },
  showUnplaced: (slots) => ({ type: 'showUnplaced', ...of(slots) }),
  showChanges: changesOf,
  showNext: nextOf,
  showLoad: loadOf,
  compareWeeks: comparedWeeks,
  absent: absence,
  aboutPlan: ({ sentence }) => {
    const ask = askedOfPlanIn(sentence);
    return { type: 'aboutPlan', ...(ask && { ask }) };
  },
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
