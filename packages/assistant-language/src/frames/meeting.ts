import type { MeetingRef } from '../intents.js';
import { OpenDoubt, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { isNamed, isRole, type Token } from '../slots/tokens.js';

/** The meetings that are told, with their time; every one of them where all are meant. */
export function meetingOf(slots: Slots): MeetingRef {
  const { wish = {} } = slots.time() ?? {};
  const at = Object.keys(wish).length > 0 ? wish : undefined;
  const last = slots.situation.before?.at(-1);
  if (slots.isEmpty && !slots.isEvery && last && 'meeting' in last && last.meeting) return last.meeting;
  return { ...slots.named(), ...(at && { at }), ...(slots.isEvery && { isEvery: true }) };
}

/** @throws Doubt where no lesson is named */
export function needLesson({ at, isEvery: _, departments: __, ...named }: MeetingRef, isTimed = false): void {
  const isThen = isTimed && (at?.days ?? at?.periods ?? at?.part ?? at?.date) !== undefined;
  if (Object.keys(named).length === 0 && !isThen) throw whichLesson();
}

export const whichLesson = (): Doubt =>
  new OpenDoubt({
    zh: '是指哪一门课？请说出课程、教师或班级。',
    en: 'Which lesson is meant? Please name its course, teacher or class.',
  });

/** The Monday lesson: the time that it has, and not one that is asked for. */
export function isOfLesson(tokens: readonly Token[], at: number): boolean {
  const next = tokens.slice(at + 1).find((token) => token.type !== 'time' && !isRole(token, 'of', 'filler'));
  return isRole(next, 'lesson') || isNamed(next, 'course') || isNamed(next, 'teachingClass');
}

export const whichTime = (): Doubt =>
  new OpenDoubt({
    zh: '什么时间？例如：周三上午、第3-4节、第1-8周。',
    en: 'At which time? For example: Wednesday morning, periods 3-4, weeks 1-8.',
  });
