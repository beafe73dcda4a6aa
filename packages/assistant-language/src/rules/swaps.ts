import type { MeetingRef } from '../intents.js';
import { onceOnly, whichTwo } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isRole, type Token } from '../slots/tokens.js';
import type { Rule } from './rule.js';

/** Two meetings that take each other's place. */
export const swaps: Rule = (clause) => {
  const isSwap = clause.has('swap') || isChangedAround(clause);
  if (!isSwap || clause.has('moveTo', 'to')) return null;
  clause.only('swap', 'move', 'and', 'self', 'timeNoun', 'give', 'let', 'it', 'have', 'can');
  const halves = clause.tokens.flatMap((token, at) =>
    isRole(token, 'and', 'give')
      ? [[clause.of(clause.tokens.slice(0, at)), clause.of(clause.tokens.slice(at + 1))]]
      : [],
  );
  const told = halves.filter(([first, second]) => !first.isEmpty && !second.isEmpty);
  if (told.length !== 1) throw whichTwo();
  const [first, second] = told[0];
  const between = told[0].map((half) => half.time());
  if (between.some((time) => time?.isSingle)) throw onceOnly();
  first.oneOfEachKind();
  second.oneOfEachKind();
  const refs: [MeetingRef, MeetingRef] = [told[0][0].meeting(), told[0][1].meeting()];
  // 周一和周三的高数: what only one half names, both mean.
  const [one, other] = refs;
  const [left, right] = [
    withTime(first.isNameless ? other : ofSameCourse(one, first, other), first),
    withTime(second.isNameless ? one : other, second),
  ];
  const isOfBoth = isShared(first, second) && isToldFirst(first) && first.times.length === 0;
  if (isUnclear(first, second) || (isShared(first, second) && !isOfBoth)) throw whichTwo();
  const { administrativeClasses, teachers } = left;
  const shared = { ...(administrativeClasses && { administrativeClasses }), ...(teachers && { teachers }) };
  const last = isOfBoth ? { ...shared, ...right } : right;
  if (JSON.stringify(left) === JSON.stringify(last)) throw whichTwo();
  return [{ type: 'swap', first: left, second: last }];
};

/** 高数和线代换一下 */
function isChangedAround(clause: Slots): boolean {
  const last = clause.tokens.findLastIndex((token) => !isRole(token, 'filler'));
  const verb = clause.index('move');
  const isLesson = (token: Token): boolean =>
    token.type === 'name' && ['course', 'teachingClass'].includes(token.candidates[0].kind);
  if (verb < 0 || verb !== last || !clause.has('and')) return false;
  const lessons = clause.tokens.filter(isLesson);
  const link = clause.index('and');
  const isTimed = [clause.of(clause.tokens.slice(0, link)), clause.of(clause.tokens.slice(link))].every(
    ({ times }) => times.length > 0,
  );
  // 周三的高数和周二的换一下
  return (
    lessons.length === 2 || (lessons.length === 1 && isTimed && clause.tokens.indexOf(lessons[0]) < link)
  );
}

/** Whose time it is cannot be told if people are swapped and only one time is given. */
function isUnclear(first: Slots, second: Slots): boolean {
  const hasLesson = [first, second].some(
    (half) => half.ofKind('course').length + half.ofKind('teachingClass').length > 0,
  );
  return !hasLesson && (first.times.length === 0) !== (second.times.length === 0);
}

/** 计科2301和计科2302的体育: of whom nothing but the name is said has the lesson of the other. */
function ofSameCourse(ref: MeetingRef, half: Slots, { courses }: MeetingRef): MeetingRef {
  const isPlain = half.times.length === 0 && !half.has('lesson') && isToldFirst(half);
  return courses && !ref.courses && !ref.teachingClasses && isPlain ? { courses, ...ref } : ref;
}

/** 计科2301的高数和数据结构: whose lesson the first is stands before both. */
const isToldFirst = ({ names }: Slots): boolean =>
  ['administrativeClass', 'teacher'].includes(names[0].candidates[0].kind);

/** 高数和计科2301的数据结构: of the other may be the same class, or any. */
const isShared = (first: Slots, second: Slots): boolean =>
  [[first, second], ...(first.isSelf || first.times.length > 0 ? [] : [[second, first]])].some(
    ([one, other]) =>
      (['administrativeClass', 'teacher'] as const).some((kind) => one.ofKind(kind).length > 0) &&
      other.names.length > 0 &&
      other.names.every(({ candidates: [{ kind }] }) => kind === 'course'),
  );

function withTime(ref: MeetingRef, half: Slots): MeetingRef {
  const at = half.time()?.wish;
  return { ...ref, ...(at && { at }) };
}
