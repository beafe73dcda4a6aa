import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { exactly, over, told, type Found } from './found.js';
import { untilWeeks } from './until-weeks.js';
import { heldAt } from './lessons.js';
import type { Mention } from './mentions.js';
import { refOf } from './mentions.js';

/** Changes whose lesson and goal the timetable tells apart. */
export type GroundedAct = Extract<
  Intent['type'],
  | ('move' | 'singleDate' | 'swap' | 'assignTeacher' | 'lock' | 'unlock' | 'takeOut' | 'changeWeeks')
  | 'findTeachers'
>;

/** What the words of a change tell. */
export interface Told {
  readonly slots: Slots;
  readonly first: Found;
  /** The other lesson of a swap. */
  readonly second: Found | null;
  readonly goal: readonly Mention[];
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
  const times = goal.filter(({ kind }) => kind === 'time').flatMap(({ tokens }) => tokens);
  return times.some(({ start }, at) => at > 0 && /[a-z]{4}/i.test(sentence.slice(times[at - 1].end, start)));
};

/** What shall be with a lesson, and of what one change was before. */
function movedOf(all: Told): Wish | null {
  const { slots, first, goal, continued } = all;
  const goals = goalOf(all);
  if (!goals || goal.filter(({ kind }) => kind === 'room').length > 1) return null;
  if (isTornApart(goal, slots.sentence)) return null;
  const before = continued?.type === 'move' || continued?.type === 'singleDate' ? continued : null;
  const to = goals.at && before?.to ? over({ at: before.to }, { at: goals.at }).at : (goals.at ?? before?.to);
  const sizes = slots.of(goal.flatMap(({ tokens }) => tokens)).room() ?? {};
  const wished = { ...sizes, ...(sizes.capacityMin === undefined && slots.size()) };
  if (to && first.ref.at && JSON.stringify(to) === JSON.stringify(first.ref.at)) return null;
  const isRoom = Object.keys(wished).length > 0 || slots.has('changeRoom');
  const said = wished.room === undefined ? { ...before?.room, ...wished } : { room: wished.room };
  const room = isRoom ? said : before?.room;
  const [by, avoid, unwanted] = [slots.shift(), slots.avoid(), slots.notAt()];
  const lesson = told(first, slots.isEvery);
  // 高数别周三了，周五吧: what is not wanted any more is where it is.
  const isLeft = to && unwanted?.length === 1 && unwanted[0].days && !lesson.at && !isRoom && !by;
  const meeting = isLeft ? { ...lesson, at: unwanted[0] } : lesson;
  const notAt = isLeft ? undefined : unwanted;
  const goesTo = { ...(to && { to }), ...(room && { room }) };
  const [only, ...others] = first.lessons;
  const isThere =
    only &&
    others.length === 0 &&
    (room?.room === undefined ? to && !room && heldAt(to, slots.situation)(only) : room.room === only.room);
  const cost = isThere ? idle : 0;
  // On the date that it has already nothing is moved.
  if (isThere && to?.date && !to.periods && !room) return null;
  if (
    isOnce(meeting.at) ||
    isOnce(to) ||
    slots.has('once', 'makeUp', 'makeUpTo', 'suspend') ||
    before?.type === 'singleDate'
  ) {
    const isSameDay = by?.days === 0 && by.periods === undefined;
    if ((by && !isSameDay) || avoid || notAt) return null;
    return { intent: onDate(all, meeting, goesTo), cost };
  }
  const isOfWeeks = to?.weeks && !to.days && !to.periods && !to.part;
  if (isOfWeeks && !room && !by && !avoid)
    return { intent: { type: 'changeWeeks', meeting, weeks: to.weeks! }, cost };
  const rest = { ...(by && { by }), ...(avoid && { avoid }), ...(notAt && { notAt }) };
  if (!to && !room && Object.keys(rest).length === 0) return null;
  return { intent: { type: 'move', meeting, ...goesTo, ...rest }, cost };
}

type SingleDate = Extract<Intent, { type: 'singleDate' }>;

function onDate(
  { slots, continued }: Told,
  { at, ...meeting }: MeetingRef,
  goesTo: Pick<SingleDate, 'to' | 'room'>,
): SingleDate {
  const action = actionOf(slots, Object.keys(goesTo).length > 0, continued);
  const when = at ?? (action === 'MAKE_UP' ? missedIn(slots) : undefined);
  return { type: 'singleDate', action, meeting, ...(when && { at: when }), ...goesTo };
}

/** 下礼拜补: the date of the lesson that was called off, or that was shown. */
function missedIn({ situation: { before = [], seen = [] } }: Slots): TimeWish | undefined {
  const last = before.findLast((wish) => wish.type === 'singleDate');
  if (last) return last.at ?? last.meeting.at;
  const shown = seen.flatMap(({ at }) => (at?.date ? [at] : []));
  return shown.length === 1 ? shown[0] : undefined;
}

function actionOf(slots: Slots, isMoved: boolean, continued: Intent | null): SingleDate['action'] {
  if (slots.has('makeUp', 'makeUpTo')) return 'MAKE_UP';
  if (slots.has('suspend', 'cancel', 'remove') && !isMoved) return 'CANCEL';
  if (slots.has('move', 'moveTo', 'anotherTime', 'changeRoom', 'bigger')) return 'MOVE';
  if (continued?.type === 'singleDate' && continued.action !== 'CANCEL') return continued.action;
  if (isMoved) return 'MOVE';
  return slots.has('teach', 'changeTeacher', 'who') ? 'SUBSTITUTE' : 'CANCEL';
}

/** Who teaches a lesson from now on, or on one date. */
function taughtOf(all: Told): Wish | null {
  const { slots, first, continued } = all;
  const { teachers = [] } = goalOf(all) ?? {};
  if (teachers.length !== 1) return null;
  const [teacher] = teachers;
  const { at, ...named } = told(first, slots.isEvery);
  const isTeaching =
    first.lessons.length > 0 && first.lessons.every((each) => each.teachers.includes(teacher));
  const isDated = isOnce(at) || continued?.type === 'singleDate';
  return {
    intent: isDated
      ? { type: 'singleDate', action: 'SUBSTITUTE', meeting: named, ...(at && { at }), teacher }
      : { type: 'assignTeacher', meeting: { ...named, ...(at && { at }) }, teacher },
    cost: isTeaching ? idle : 0,
  };
}

function swapOf({ first, second, goal }: Told): Wish | null {
  const isSame = first.lessons.length === 1 && first.lessons[0] === second?.lessons[0];
  const isAlike = JSON.stringify(first.ref) === JSON.stringify(second?.ref);
  if (!second || isSame || isAlike || goal.length > 0) return null;
  const on = [first.ref.at, second.ref.at].find(isOnce);
  const weekly = (found: Found): MeetingRef => {
    const { at, ...named } = told(found, false);
    const [only] = found.lessons;
    return { ...named, ...(at && { at: isOnce(at) && only ? exactly(only) : at }) };
  };
  return {
    intent: {
      type: 'swap',
      first: weekly(first),
      second: weekly(second),
      ...(on?.weeks?.length === 1 && { on: { weeks: on.weeks } }),
    },
    cost: 0,
  };
}

const onlyOf =
  (type: 'lock' | 'unlock' | 'takeOut') =>
  ({ slots, first, goal }: Told): Wish | null =>
    goal.length > 0 ? null : { intent: { type, meeting: told(first, slots.isEvery) }, cost: 0 };

/** The wish that words tell of lessons; null where they lack what it needs. */
export const wishes: { readonly [A in GroundedAct]: (told: Told) => Wish | null } = {
  move: movedOf,
  singleDate: (all) => {
    const { slots, goal } = all;
    return goal.some(({ kind }) => kind === 'teacher')
      ? taughtOf(all)
      : (movedOf(all) ??
          (goal.length > 0 ? null : { intent: onDate(all, told(all.first, slots.isEvery), {}), cost: 0 }));
  },
  swap: swapOf,
  assignTeacher: taughtOf,
  lock: onlyOf('lock'),
  unlock: onlyOf('unlock'),
  takeOut: onlyOf('takeOut'),
  findTeachers: ({ first, goal }) => {
    const { at, ...meeting } = told(first, false);
    return goal.length > 0 ? null : { intent: { type: 'findTeachers', at: at ?? {}, meeting }, cost: 0 };
  },
  changeWeeks: (all) => {
    const stated = goalOf(all)?.at?.weeks;
    const weeks = stated && untilWeeks(stated, all.slots);
    return weeks
      ? { intent: { type: 'changeWeeks', meeting: told(all.first, all.slots.isEvery), ...weeks }, cost: 0 }
      : null;
  },
};
