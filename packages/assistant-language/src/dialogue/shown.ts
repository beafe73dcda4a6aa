import { isDeepStrictEqual } from 'node:util';
import { isChange } from '../frames/acts.js';
import { isOnce } from '../ground/changes.js';
import { lessonsOf, refsIn, shownDate } from '../ground/lessons.js';
import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { later, mondayOf, weekOf } from '../slots/calendar.js';
import { fromTo } from '../spot/numbers.js';
import { tokensIn } from '../frames/clause.js';
import { isRole, isWhat, type Token } from '../slots/tokens.js';
import { whoseTime } from './further.js';
import { lasting, once } from './once.js';
import { ofTimes } from './overlay.js';
import { hasAny } from '../frames/whom.js';

/** 那节, the one, 英语的呢: words with which a question names one of the lessons that were shown. */
const ofThose = /[那这]一?[节门次堂个]|的呢|\b(?:the|that|one)\b/i;

/** 英语的谁能代, 那把数据结构停了: of all that it may mean what was shown. */
export function ofShown(wish: Intent, situation: Situation, text: string): Intent {
  const ref = wish.type === 'showTimetable' ? wish.of : 'meeting' in wish ? wish.meeting : undefined;
  if (!ref?.courses || ref.isEvery || (ref.teachingClasses ?? ref.administrativeClasses)) return wish;
  const isAsked = wish.type === 'showTimetable';
  if (isAsked && !ofThose.test(text)) return wish;
  const { courses: _, ...rest } = ref;
  const found = new Set([...lessonsOf({ ...ref, at: undefined }, situation)].map((one) => one.teachingClass));
  const isOf = ({ teachingClasses = [] }: MeetingRef): boolean => teachingClasses.some((id) => found.has(id));
  const shown = (situation.everSeen ?? []).filter(isOf);
  if (shown.length === 0) return wish;
  const of = { ...rest, teachingClasses: [...new Set(shown.flatMap((one) => one.teachingClasses!))] };
  return { ...wish, [isAsked ? 'of' : 'meeting']: of } as Intent;
}

/** Whose lessons a question lists, and when. */
function listedBy(last: Intent): { readonly of: MeetingRef; readonly then?: TimeWish } | null {
  if (last.type === 'absent') return { of: last.of, then: last.at };
  if (last.type === 'showTimetable') return { of: last.of, then: last.within };
  if (last.type !== 'findTeachers' || !last.meeting) return null;
  const { at, ...of } = last.meeting;
  return { of, then: last.at ?? at };
}

/** The weeks of a time, or those in which days lie between its dates. */
function weeksIn(
  { weeks, date, until = date }: TimeWish,
  days: readonly number[],
  situation: Situation,
): number[] | undefined {
  if (weeks || !date || !until) return weeks;
  return fromTo(weekOf(date, situation), weekOf(until, situation)).filter((week) =>
    days.map((day) => later(mondayOf(week, situation), day - 1)).some((on) => on >= date && on <= until),
  );
}

/** Monday's to other rooms: which of all are meant, and not where they go. */
function ofWhoseDay(wish: Intent, situation: Situation, text: string): Intent {
  const isOfAll = situation.before?.at(-1)?.type === 'absent';
  if (wish.type !== 'singleDate' || !(wish.meeting.isEvery ?? isOfAll)) return wish;
  const { sentence, tokens } = tokensIn(text, situation);
  const whose = whoseTime({ sentence, times: tokens.filter((token) => token.type === 'time') });
  const { to, at, ...rest } = wish;
  if (!whose?.piece.days || !isDeepStrictEqual(to, { days: whose.piece.days })) return wish;
  return { ...rest, at: { ...to, ...(at?.weeks && { weeks: at.weeks }) } };
}

/** 周三那节停一次, where she has two on Wednesdays: of those that were listed; 从14周起每周都换: of the same. */
export function ofListed(wish: Intent, situation: Situation): Intent {
  const last = situation.before?.at(-1);
  if (!last || !isChange(wish.type) || !('meeting' in wish) || !wish.meeting) return wish;
  const { at, isEvery: _, ...named } = wish.meeting;
  if (last.type === wish.type && 'meeting' in last && last.meeting && !hasAny(named))
    return { ...wish, meeting: { ...last.meeting, at: { ...last.meeting.at, ...at } } } as Intent;
  const listed = listedBy(last);
  if (!listed || wish.meeting.isEvery) return wish;
  const meeting = { ...listed.of, ...(at && { at }) };
  const then = 'at' in wish && wish.at ? { ...meeting, at: wish.at } : meeting;
  return !hasAny(named) && lessonsOf(then, situation).size > 0 ? ({ ...wish, meeting } as Intent) : wish;
}

/** 第一节补到周三, of two that fall out: the first of them, where none is held in the first period. */
export function ofNth(wish: Intent, situation: Situation): Intent {
  const last = situation.before?.at(-1);
  const { start, end } = (wish.type === 'singleDate' && wish.at?.periods) || {};
  if (wish.type !== 'singleDate' || !start || end || !last || !isChange(last.type)) return wish;
  const [ref] = refsIn(last);
  const held = [...lessonsOf(ref ?? {}, situation)].toSorted((a, b) => a.day - b.day || a.start - b.start);
  const nth = held.at(start - 1);
  const isPeriod = held.some((each) => each.start <= start && start <= each.end);
  if (!ref?.at || held.length < 2 || !nth || isPeriod) return wish;
  const at = { ...ref.at, days: [nth.day], periods: { start: nth.start, end: nth.end } };
  return { ...wish, meeting: { teachingClasses: [nth.teachingClass] }, at };
}

/** 停掉吧 of somebody who cannot come, 都停掉 of what was listed: all of that, and then. */
export function ofAllThen(said: Intent, situation: Situation, text: string): Intent {
  const wish = ofWhoseDay(said, situation, text);
  const last = situation.before?.at(-1);
  const listed = last && listedBy(last);
  if (!listed || !isChange(wish.type) || !('meeting' in wish) || !wish.meeting) return wish;
  const { of: before, then } = listed;
  const { at: told = 'at' in wish ? wish.at : undefined, isEvery: isAll, ...named } = wish.meeting;
  const isOfAll = isDeepStrictEqual({ ...before, ...named }, before);
  if (!(isAll ?? (isOfAll && last.type === 'absent' && wish.type === 'singleDate'))) return wish;
  // 上午的都停掉: of that day.
  const isDay = told?.days ?? told?.date ?? told?.weeks;
  // Whoever is named with a day of his own is none of them.
  if (isDay && !isOfAll && Object.keys(named).join() !== 'courses') return wish;
  const weeks = isDay && !told?.date && then ? weeksIn(then, told?.days ?? [], situation) : undefined;
  const at = { ...(isDay ? weeks?.length && { weeks } : then), ...told };
  // 数据结构的都停掉: those of them; 龚杰的也停掉: those of somebody else then.
  const of = { ...before, ...named };
  const isHeld = isOfAll || lessonsOf({ ...of, at }, situation).size > 0;
  const meeting = { ...(isHeld ? of : named), isEvery: true as const };
  if (!hasAny(at)) return { ...wish, meeting };
  if (wish.type === 'singleDate') return { ...wish, meeting, at };
  const dated = isOnce(at) && !lasting.test(text) ? once(wish, { meeting, at }) : null;
  return dated ?? ({ ...wish, meeting: { ...meeting, at } } as Intent);
}

const isOfNow = /现在|此刻|眼下|当前|\b(?:now|currently)\b/i;
const ofEach = /[那这]几|里[面头]|其中|都是?(?:谁|哪|在)|分别|各是|\b(?:those|these|they|them)\b/i;
const isNamedOne = ({ type }: Token): boolean => type === 'name';

/** 周三下午有课吗, and then 谁上的: what is asked with nothing named is of the lessons that were shown. */
export function ofAllShown(wish: Intent, situation: Situation, text: string): Intent {
  const last = situation.before?.at(-1);
  // 我们学院这周有多少节课, and then 哪个老师上得最多: of that college.
  const isOfCollege = last?.type === 'showTimetable' && Object.keys(last.of).join() === 'departments';
  if (wish.type === 'showLoad' && !wish.of && isOfCollege && !/全校|\b(?:all|university)\b/i.test(text))
    return { ...wish, of: last.of };
  // Are any of them free on Tuesday: of the rooms that were shown.
  if (wish.type === 'findRooms' && !wish.room && last?.type === 'showRoom' && last.wish && ofEach.test(text))
    return { ...wish, room: last.wish };
  // 还有哪几间空着, behind which rooms are used then: of that time and building, and not of now.
  if (wish.type === 'findRooms' && last?.type === 'showTimetable' && last.within?.days) {
    const { isNow, ...rest } = wish;
    const at = isNow && !isOfNow.test(text) ? last.within : wish.at;
    const [building] = (isDeepStrictEqual(at, last.within) && last.of.buildings) || [];
    if (at !== last.within && !building) return wish;
    return { ...rest, at, ...(building && { room: { building, ...wish.room } }) };
  }
  // 里面谁能上操作系统: of those who are free then.
  if (wish.type === 'findTeachers' && !hasAny(wish.at) && last?.type === 'findTeachers' && ofEach.test(text))
    return { ...wish, at: last.at };
  if (wish.type !== 'showTimetable' || !wish.ask) return wish;
  if (last?.type !== 'showTimetable' && last?.type !== 'findTimes') return wish;
  const { tokens } = tokensIn(text, situation);
  const of = last.type === 'showTimetable' ? last.of : ofTimes(last);
  // 那几个老师分别是谁: of whoever it was asked, and so of the lessons that were.
  const isOfThose = ofEach.test(text) && !tokens.some(isNamedOne);
  if (ofSelf.test(text)) return wish;
  if (Object.keys(wish.of).length > 0 && !(isOfThose && isDeepStrictEqual(wish.of, of))) return wish;
  if (wish.within && !isDeepStrictEqual(wish.within, last.within)) return wish;
  return { ...wish, of, ...(last.within && { within: last.within }) };
}

/** And do I have anything then: of nobody who was shown. */
const ofSelf = /\b(?:do|did|will) i (?:still |also )?have\b(?! (?:to|it|them|that|those)\b)/i;

const bareWhen = new RegExp(
  '^(?:那|是)*几点(?:到几点|开始|上课?|下课?|结束)?[呢啊呀]*[?？]?$' +
    '|^(?:and )?(?:at )?(?:when|what time)(?: (?:does|is) (?:it|that)(?: start| begin| end)?)?\\??$',
  'i',
);

/** 为什么不行, 那有哪些时间可以: what is asked with nothing named is of the change that was wished. */
export function ofLastChange(wish: Intent, situation: Situation, text: string): Intent {
  const last = situation.before?.at(-1);
  // 几点开始, behind where a lesson is: of that, and not of all periods.
  if (wish.type === 'showPeriods' && last?.type === 'showTimetable' && bareWhen.test(text))
    return { ...last, ask: 'WHEN', also: undefined };
  const isAsked = wish.type === 'whyNot' || wish.type === 'findTimes';
  if (!isAsked || !last || !('meeting' in last)) return wish;
  const isOther = (token: Token): boolean => isWhat(token) || isRole(token, 'self', 'ourClass', 'him');
  if (tokensIn(text, situation).tokens.some(isOther) || !last.meeting) return wish;
  const [meeting] = refsIn(last);
  // 学生那会儿有空吗: of them, and not of where it could go.
  if (wish.type === 'findTimes' && (wish.teachers ?? wish.administrativeClasses)) return wish;
  if (wish.type !== 'whyNot') return { ...wish, meeting };
  if (last.type !== 'move' && last.type !== 'singleDate') return wish;
  return { type: 'whyNot', meeting, ...(last.to && { at: last.to }), ...(last.room && { room: last.room }) };
}

/** 就用第一间，只换下周: another room on the date of the lesson, where it goes nowhere else. */
function inItsPlace(wish: Intent, situation: Situation): Intent {
  if (wish.type !== 'singleDate' || wish.action !== 'MOVE' || !wish.room || !wish.to) return wish;
  const { to, ...rest } = wish;
  const { date, ...at } = wish.at ?? {};
  const week = date ? weekOf(date, situation) : at.weeks?.at(0);
  if (Object.keys(to).join() === 'weeks' && to.weeks?.join() === String(week)) return rest;
  const isHeld = lessonsOf({ ...wish.meeting, at: to }, situation).size === 1;
  return to.periods && (to.days ?? to.date) && isHeld ? { ...rest, at: { ...at, ...to } } : wish;
}

/** 下周有哪些课, and then 周三那节调到周四: of the date on which it was shown. */
export function onShownDate(said: Intent, situation: Situation, text: string): Intent {
  const wish = inItsPlace(said, situation);
  // 那节挪到下下周补上: of the date on which it falls out.
  if (wish.type === 'singleDate' && wish.to && !wish.at && !wish.meeting.at) {
    const date = shownDate(lessonsOf(wish.meeting, situation), {}, situation);
    return date === undefined ? wish : { ...wish, at: { date } };
  }
  // 下周三的课挪到第16周: that date alone.
  if (wish.type === 'changeWeeks' && isOnce(wish.meeting.at)) {
    const { at: then, ...lesson } = wish.meeting;
    return once(wish, { meeting: lesson, at: then }) ?? wish;
  }
  const isWeekly = wish.type === 'move' || wish.type === 'takeOut' || wish.type === 'assignTeacher';
  if (!isWeekly || wish.meeting.isEvery || lasting.test(text)) return wish;
  const { at, ...meeting } = wish.meeting;
  if (isOnce(at) || at?.weeks || (wish.type === 'move' && (wish.by ?? wish.to?.weeks))) return wish;
  const date = shownDate(lessonsOf(wish.meeting, situation), at ?? {}, situation);
  return date === undefined ? wish : (once(wish, { meeting, at: { date } }) ?? wish);
}
