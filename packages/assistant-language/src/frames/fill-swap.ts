import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { whichTwo } from '../slots/doubts.js';
import { inWeeks } from '../slots/time-wishes.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isRole } from '../slots/tokens.js';
import { meetingOf } from './meeting.js';

/** Two lessons, parted by a word between them; what only one half names, both mean. */
export function swapOf(slots: Slots): Intent {
  const halves = halvesOf(slots);
  for (const half of halves) half.oneOfEachKind();
  const [first, second] = halves;
  const [one, other] = [
    weeklyOf(meetingOf(first), slots.situation),
    weeklyOf(meetingOf(second), slots.situation),
  ];
  const once = slots.times.find(({ piece }) => (piece.date ?? piece.relativeWeek) !== undefined);
  const on = once && weekIn(slots.of([once]).time()!.wish, slots.situation);
  const left = { ...completed(ofSameCourse(one, first, other), first, other) };
  const right = completed(other, second, one);
  if (isOfPeople(first, second) && other.at && !one.at) left.at = other.at;
  // 软件2501班周四的数据库跟周五的面向对象: whose both are stands in front of both.
  const isInFront = first.times.length === 0 || (first.tokens[0].type === 'name' && second.times.length > 0);
  const isOfBoth = isShared(first, second) && isOwnerFirst(first) && isInFront;
  if (isUnclear(first, second, left) || (isShared(first, second) && !isOfBoth)) throw whichTwo();
  const { administrativeClasses, teachers } = left;
  const shared = { ...(administrativeClasses && { administrativeClasses }), ...(teachers && { teachers }) };
  const last = isOfBoth ? { ...shared, ...right } : right;
  if (JSON.stringify(left) === JSON.stringify(last)) throw whichTwo();
  return { type: 'swap', first: left, second: last, ...(on && { on }) };
}

/** The week in which a swap is done once. */
const weekIn = (wish: TimeWish, situation: Situation): TimeWish | undefined => {
  const { weeks } = inWeeks(wish, situation);
  return weeks?.length === 1 ? { weeks } : undefined;
};

/** The lesson of every week that is held on a date, or in a week. */
function weeklyOf({ at, ...ref }: MeetingRef, situation: Situation): MeetingRef {
  if (!at) return ref;
  const { weeks, ...time } = inWeeks(at, situation);
  const wish = weeks && weeks.length > 1 ? { ...time, weeks } : time;
  return { ...ref, ...(Object.keys(wish).length > 0 && { at: wish }) };
}

/** The two parts of which each tells a lesson: by the strongest word between them that parts just two. */
function halvesOf(slots: Slots): readonly [Slots, Slots] {
  const { tokens } = slots;
  const verb = slots.index('swap');
  // Chen Chen and I agreed, to swap her lesson with mine: who agreed is no half.
  const from = verb > 0 && tokens.slice(verb).some((token) => isRole(token, 'and', 'give')) ? verb + 1 : 0;
  for (const roles of [['and', 'give'], ['moveTo', 'to'], ['swap']] as const)
    for (const start of new Set([from, 0])) {
      const told = tokens.flatMap((token, at) => {
        if (at < start || !isRole(token, ...roles)) return [];
        const halves = [slots.of(tokens.slice(start, at)), slots.of(tokens.slice(at + 1))] as const;
        const isHalf = (half: Slots): boolean => (start > 0 ? !half.isNameless : !half.isEmpty);
        return halves.every(isHalf) && !slots.has('him') ? [halves] : [];
      });
      const full = told.filter((halves) => halves.every(tellsLesson));
      if (full.length === 1) return full[0];
      if (told.length === 1) return told[0];
    }
  throw whichTwo();
}

const tellsLesson = (half: Slots): boolean => lessonsIn(half) > 0 || half.times.length > 0;

/** 周三和周四的高数: what is only told of one is told of the other as well. */
function completed(ref: MeetingRef, half: Slots, { at: _, ...other }: MeetingRef): MeetingRef {
  return half.isNameless ? { ...other, ...(ref.at && { at: ref.at }) } : ref;
}

const lessonsIn = (half: Slots): number => half.ofKind('course').length + half.ofKind('teachingClass').length;

/** Whose time it is cannot be told if people are swapped and only one time is given. */
const isUnclear = (first: Slots, second: Slots, left: MeetingRef): boolean =>
  lessonsIn(first) + lessonsIn(second) === 0 && (left.at === undefined) !== (second.times.length === 0);

/** 李娜和王芳周三的课: the time is said of both, where it is plain who they are. */
const isOfPeople = (...halves: readonly Slots[]): boolean =>
  halves.every(
    ({ names }) => names.length === 1 && isNamed(names[0], 'teacher') && names[0].candidates.length === 1,
  );

/** 计科2301和计科2302的体育: of whom nothing but the name is said has the lesson of the other. */
function ofSameCourse(ref: MeetingRef, half: Slots, { courses }: MeetingRef): MeetingRef {
  const isPlain = half.times.length === 0 && !half.has('lesson') && isOwnerFirst(half);
  return courses && !ref.courses && !ref.teachingClasses && isPlain ? { courses, ...ref } : ref;
}

/** 计科2301的高数和数据结构: whose lesson the first is stands before both. */
const isOwnerFirst = ({ names: [first] }: Slots): boolean =>
  first !== undefined && ['administrativeClass', 'teacher'].includes(first.candidates[0].kind);

/** 高数和计科2301的数据结构: of the other may be the same class, or any. */
const isShared = (first: Slots, second: Slots): boolean =>
  [[first, second], ...(first.isSelf || first.times.length > 0 ? [] : [[second, first]])].some(
    ([one, other]) =>
      (['administrativeClass', 'teacher'] as const).some((kind) => one.ofKind(kind).length > 0) &&
      other.names.length > 0 &&
      other.names.every(({ candidates: [{ kind }] }) => kind === 'course'),
  );
