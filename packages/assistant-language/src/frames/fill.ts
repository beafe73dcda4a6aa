import type { AskedOfLessons, Intent, MeetingRef, Of } from '../intents.js';
import { Doubt, whichTwo } from '../slots/doubts.js';
import { howLong } from './asking.js';
import { isEveryWeek, type Slots } from '../slots/slots.js';
import { isRole, type TimeToken, type Token } from '../slots/tokens.js';
import { alsoAsked, askedOfPlanIn, countsDays, pickOf, wishedTimes } from './asked.js';
import { isOfPlan } from '../dialogue/further.js';
import { changesOf, wasChanged } from './fill-changes.js';
import { loadOf } from './fill-loads.js';
import { freeTimes, largest, roomsFor, roomsIn, substitutes } from './fill-free.js';
import { comparedWeeks, nextOf, periodsOf, reasonsOf, timetable } from './fill-questions.js';
import { absence } from './absence.js';
import { besideMine, haveThere } from './own-lessons.js';
import { byWords } from '../ground/by-words.js';
import { lessonsOf, shownDate } from '../ground/lessons.js';
import { untilWeeks } from '../ground/until-weeks.js';
import { numberFrom } from '../spot/numbers.js';
import { isSeats } from './said.js';
import { meetingOf, needLesson, weeklyOnly, withoutNames } from './meeting.js';
import { dayOf } from '../dialogue/focus.js';
import { hasAny, ofSelf, ownOf, within } from './whom.js';

/** The lesson that is told, with its time. */
function lessonOf(slots: Slots): MeetingRef {
  const meeting = meetingOf(slots);
  needLesson(meeting);
  return meeting;
}

/** A wish for every week. @throws Doubt where one date is told */
function everyWeek(slots: Slots, make: (meeting: MeetingRef) => Intent): Intent {
  const time = slots.time();
  if (time?.isSingle) throw weeklyOnly();
  return make(lessonOf(slots));
}

const pinned = (type: 'lock' | 'unlock', slots: Slots): Intent[] =>
  eachOf(slots, (of) => {
    const meeting = meetingOf(of);
    // 那几节锁着的放开吧: of those that are locked it is asked which.
    if (type === 'lock') needLesson(meeting, true);
    return { type, meeting };
  });

/** 高数和线代: one wish for each course of a list. */
function eachOf(slots: Slots, make: (slots: Slots) => Intent): Intent[] {
  const courses = slots.names.filter(({ candidates: [{ kind }] }) => /^(?:course|teachingClass)$/.test(kind));
  if (courses.length < 2) return [make(slots)];
  return courses.map((course) => make(withoutNames(slots, courses, course)));
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
  // 取消，改到周一: falls out where it goes elsewhere.
  if (isOpen && (time?.isSingle || goesOn.test(slots.sentence))) return byWords('singleDate', slots);
  const lesson = isOpen && lessonOf(slots);
  // Cancel the Tuesday one: of the date on which it was shown.
  const { days } = time?.wish ?? {};
  if (lesson && shownDate(lessonsOf(lesson, slots.situation), { days }, slots.situation))
    return byWords('singleDate', slots);
  if (lesson && !slots.has('remove')) throw howLong(slots);
  return eachOf(slots, (of) => everyWeek(of, (meeting) => ({ type: 'takeOut', meeting })));
}

/** Rooms that one is compared with. */
const roomsMax = 7;

/** Of whom, and when: of the caller where he says so. */
const of = (slots: Slots): { readonly of?: MeetingRef } => {
  const at = within(slots);
  const { buildings } = slots;
  const ref = { ...ofSelf(slots), ...(buildings.length > 0 && { buildings }), ...(at && { at }) };
  return hasAny(ref) ? { of: ref } : {};
};

/** 换着上, 互换一下老师: those who teach two lessons are exchanged, and not the lessons. */
const ofTeachers = new RegExp(
  '换着[上教]|互相?代|[替代]对方|(?:老师|教师|任课的?人?)们?(?:互|对|调|交)[换调]|(?:互|对|调|交)[换调]一?下?(?:任课)?(?:老师|教师)' +
    '|\\b(?:swap|exchange|trade|switch) (?:the )?(?:teachers|instructors|lecturers)\\b' +
    '|\\b(?:cover|teach|stand in|fill in|sub\\w*)\\b.{0,20}\\bfor each other\\b',
  'i',
);

/** Each of two lessons by the teacher of the other one, for good or in the week that is told. */
function exchangedTeachers(slots: Slots): Intent[] {
  const told = byWords('swap', slots);
  if (told.type !== 'swap') return [told];
  const { first, second, on } = told;
  const [one, other] = [first, second].map((ref) => {
    const held = [...lessonsOf(ref, slots.situation)].flatMap(({ teachers }) => teachers);
    return [...new Set(held.length > 0 ? held : ref.teachers)];
  });
  if (one.length !== 1 || other.length !== 1) throw whichTwo();
  const given = [[first, other[0]] as const, [second, one[0]] as const];
  return given.map(([{ at, ...meeting }, teacher]) =>
    on
      ? { type: 'singleDate', action: 'SUBSTITUTE', meeting, at: { ...at, ...on }, teacher }
      : { type: 'assignTeacher', meeting: { ...meeting, ...(at && { at }) }, teacher },
  );
}

/** 调动不超过三节: how many lessons may be changed. */
const mostIn = /(?:[最至]多|不要?超过)(?:只?能?[动调换改])?([一二两三四五六\d]{1,2})[节次门]/;
const moreThan = (held: number, most: number): Doubt =>
  new Doubt({
    zh: `那时有 ${held} 次课，多于所说的 ${most} 次，没有安排。请说明先调哪几次。`,
    en: `${held} lessons are held then, more than the ${most} that may change. Which ones shall it be?`,
  });

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

const ours = /我们[^，,。]{0,6}(?:哪|几)[^，,。]{0,4}老师|\bteachers? (?:do|have) we\b/i;

const fills: {
  readonly [T in Intent['type']]: (slots: Slots, ask?: AskedOfLessons) => Intent | readonly Intent[];
} = {
  move: (slots) => (slots.has('makeUp', 'makeUpTo') ? byWords('singleDate', slots) : byWords('move', slots)),
  swap: (slots) => (ofTeachers.test(slots.sentence) ? exchangedTeachers(slots) : byWords('swap', slots)),
  assignTeacher: (slots) => byWords('assignTeacher', slots),
  lock: (slots) => pinned('lock', slots),
  unlock: (slots) => pinned('unlock', slots),
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
    if (told.length === 0 && slots.times.some(isEveryWeek)) return byWords('move', slots);
    const stated = slots.of(told).time()?.wish.weeks;
    if (!stated?.length) throw whichWeeks();
    const last = slots.situation.before?.at(-1);
    if (last?.type === 'move' && isOfPlan(slots.sentence, slots.situation))
      return { ...last, to: { ...last.to, weeks: stated } };
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
  // 高数和体育为什么冲突: of what stands, and of nothing that is wished.
  whyNot: (slots) =>
    slots.has('conflict') && slots.times.length === 0 ? fills.showConflicts(slots) : reasonsOf(slots),
  showTimetable: (slots, ask) => {
    if (ask === 'OFF') return freeTimes(slots);
    return isOfSeats(slots, ask) ? fills.showRoom(slots) : timetable(slots, ask);
  },
  showConflicts: (slots) => {
    const { hasPlan, isMade, self } = slots.situation;
    // 学生那边有冲突吗: of what is planned, where nothing else is named.
    if (hasPlan && !isMade && slots.names.length + slots.times.length === 0 && !slots.has('all', 'timetable'))
      return { type: 'aboutPlan', ask: 'CLASHES' };
    // 我周二下午想去图书馆，有没有课会冲突: of his own time, and of no timetable.
    if (self.student !== null && slots.names.length === 0 && slots.times.length > 0)
      return timetable(slots, 'WHETHER');
    const isOfAll = slots.names.every(({ candidates: [one] }) => one.kind === 'department');
    const kinds = isOfAll ? clashing.filter(([, words]) => words.test(slots.sentence)) : [];
    const asked = { type: 'showConflicts' as const, ...of(slots) };
    return kinds.length === 0 ? asked : kinds.map(([kind]) => ({ ...asked, kind }));
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
  // 今天还有课没, and then 几点下: of the lessons that were asked about.
  showPeriods: (slots, ask) => {
    const isOfLessons = slots.situation.before?.at(-1)?.type === 'showTimetable' && slots.times.length === 0;
    const isEnd = isOfLessons && pickOf(slots).pick !== undefined;
    return hasAny(slots.named()) || isEnd ? timetable(slots, isEnd ? 'WHEN' : ask) : periodsOf(slots);
  },
  showUnplaced: (slots) => ({ type: 'showUnplaced', ...of(slots) }),
  showChanges: changesOf,
  showNext: (slots) => {
    if (alsoAsked(slots.sentence).includes('COUNT')) return timetable(slots, 'COUNT');
    // When is our very last class.
    return pickOf(slots).pick === 'LAST' ? timetable(slots, 'WHEN') : nextOf(slots);
  },
  // Which teachers do we have: of the own lessons, and not who teaches most.
  showLoad: (slots) =>
    countsDays(slots.sentence) ||
    (slots.situation.self.student !== null && slots.names.length === 0 && ours.test(slots.sentence))
      ? timetable(slots, 'WHO')
      : loadOf(slots),
  compareWeeks: comparedWeeks,
  absent: absence,
  aboutPlan: (slots) => {
    const [ask] = askedOfPlanIn(slots.sentence);
    // 补到哪天好: when what falls out can be made up.
    if (ask === 'WHEN' && slots.has('makeUp', 'makeUpTo')) return freeTimes(slots);
    return { type: 'aboutPlan', ...(ask && { ask }) };
  },
  showRoom: (slots) => {
    const { room, anyOf = room === undefined ? [] : [room], ...wish } = roomsIn(slots) ?? {};
    const [first, ...others] = anyOf;
    if (first !== undefined) {
      const beside = others.length > 0 && { others: others.slice(0, roomsMax) };
      const own = { ...ownOf(slots.situation), rooms: anyOf };
      const isThere = haveThere.test(slots.sentence) && !slots.isOfNobody;
      const facts: Intent = { type: 'showRoom', room: first, ...beside };
      return isThere ? [facts, { type: 'showTimetable', of: own }] : facts;
    }
    const all = { ...wish, ...(largest.test(slots.sentence) && { size: 'BIGGER' as const }) };
    if (!hasAny(all)) throw whichRoom();
    return { type: 'showRoom', wish: all };
  },
  wishTimes: (slots) => {
    const wish = wishedTimes(slots, ofSelf(slots));
    const { of: whom = {}, notAt } = wish;
    if (!whom.administrativeClasses || whom.teachers || !notAt) return wish;
    const most = numberFrom(mostIn.exec(slots.sentence)?.[1] ?? '');
    const held = notAt.flatMap((at) => [...lessonsOf({ ...whom, at }, slots.situation)]);
    if (most > 0 && held.length > most) throw moreThan(held.length, most);
    // 别让2501周五下午上课: of a class no preference is kept, and what is held then goes elsewhere.
    return notAt.map((at) => ({ type: 'move', meeting: { ...whom, at, isEvery: true }, notAt: [at] }));
  },
  bookRoom: (slots) => {
    const [told, room] = [within(slots), roomsIn(slots)];
    // Great, can you reserve it, 4 to 6 pm: on the day that was spoken of.
    const at = told && !told.days && !told.date ? { ...dayOf(slots.situation), ...told } : told;
    return { type: 'bookRoom', ...(room && { room }), ...(at && { at }) };
  },
  request: () => ({ type: 'request' }),
  showRequests: () => ({ type: 'showRequests' }),
  confirm: () => ({ type: 'confirm' }),
  drop: () => ({ type: 'drop' }),
  help: () => ({ type: 'help' }),
};

/** 什么时候放寒假, when does term finish. */
const ofEnd =
  /学期.*(?:结束|完)|期末|寒假|放假|还[剩有].{0,2}几|\b(?:end|finish|over|vacation|break|holidays?|left|remain)/i;

/** What is free or held within a time, or held next, and nothing of a lesson then. */
const isAskedOfDay = (made: Intent | readonly Intent[]): boolean =>
  'type' in made &&
  (/^(?:showNext|findTeachers|findRooms)$/.test(made.type) ||
    (/^(?:findTimes|showTimetable)$/.test(made.type) && 'within' in made));

/** 哪些班周五下午没课: which have none, and not which have any. */
const idleClasses = new RegExp(
  '哪[些几]?个?班[^，,。]{0,12}(?:没有?课|有空|空[着闲]|不上课)|(?:没有?课|有空|空着)的(?:有哪些)?班' +
    '|\\bwhich (?:of (?:our|the) )?classes\\b.{0,20}\\b(?:free|no (?:lessons?|class(?:es)?)|nothing)\\b',
  'i',
);

/** How many rooms are occupied: those in which something is held, and not the free ones. */
const occupied = new RegExp(
  '(?:多少|哪[些几]?|几)[个间]?(?:教室|机房|实[训验]室)[^，,。不没]{0,8}(?:在用|被占|占[用着]|在上课|有课|有人)' +
    '|\\b(?:how many|which) (?:\\w+ ){0,2}(?:rooms|labs) ' +
    '(?:are (?:\\w+ )?(?:occupied|in use|taken|used|busy)\\b|(?:do|does|did)\\b.{1,40}\\buse\\b)',
  'i',
);

/** What is affected, where could they go: asks what becomes of the lessons of whoever or what is missing. */
const affected = /影响|\baffect|\bwhere (?:else )?(?:could|can) they|能[挪换搬调移]到?[去到]?哪/i;

/** The wish of an act as a clause tells it. @throws Doubt where something is missing or not plain */
export function filled(act: Intent['type'], slots: Slots, ask?: AskedOfLessons): readonly Intent[] {
  if (ofParity.test(slots.sentence) && slots.names.length === 0) return [{ type: 'showWeek' }];
  if (/^(?:find|show)/.test(act) && idleClasses.test(slots.sentence))
    return [{ ...(timetable(slots, 'CLASSES') as Of<'showTimetable'>), ask: 'CLASSES', also: ['OFF'] }];
  if (act === 'findRooms' && occupied.test(slots.sentence)) return [timetable(slots, 'WHERE')];
  const isOfTime = /^(?:findTimes|showConflicts|showTimetable|whyNot)$/.test(act);
  const beside = isOfTime && besideMine(slots);
  if (beside) return [beside];
  const isOfChanges =
    /^(?:find(?:Room|Time)s|show(?:Timetable|Unplaced|Next))$/.test(act) && wasChanged(slots);
  const told = (isOfChanges ? changesOf : fills[act])(slots, ask);
  const isAbsent =
    affected.test(slots.sentence) && slots.ofKind('teacher').length + slots.ofKind('room').length > 0;
  const made = isAskedOfDay(told) && isAbsent ? absence(slots) : told;
  return Array.isArray(made) ? (made as readonly Intent[]) : [made as Intent];
}

/** What does 单周 mean, are we in an odd week: of weeks, and of no lesson. */
const ofParity =
  /意思.*[单双]周|[单双]周.*意思|\bmean.*(?:[单双]周|(?:odd|even) week)|(?:odd|even) weeks? mean/i;

const whichWeeks = (): Doubt =>
  new Doubt({
    zh: '改到哪些周上课？例如：单周、前8周、第3周起。',
    en: 'In which weeks shall it be held? For example: odd weeks, weeks 1-8.',
  });

const whichRoom = (): Doubt =>
  new Doubt({ zh: '是指哪间教室？请说出教室的名称。', en: 'Which room is meant? Please name it.' });
