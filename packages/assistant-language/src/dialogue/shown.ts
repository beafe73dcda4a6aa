import { isOnce } from '../ground/changes.js';
import { lessonsOf, refsIn } from '../ground/lessons.js';
import type { Intent, MeetingRef, TimeWish } from '../intents.js';
import type { KnownLesson, Situation } from '../interpreter.js';
import { dayOf } from '../slots/calendar.js';
import { tokensIn } from '../frames/clause.js';
import { lasting, once } from './overlay.js';

/** 那节, the one, 英语的呢: words with which a question names one of the lessons that were shown. */
const ofThose = /[那这]一?[节门次堂个]|的呢|\b(?:the|that|one)\b/i;

/** 英语的谁能代, 那把数据结构停了: of all that it may mean what was shown, else what a class has that is spoken of. */
export function ofShown(wish: Intent, situation: Situation, text: string): Intent {
  const ref = refsIn(wish).at(0);
  if (!ref?.courses || ref.isEvery || (ref.teachingClasses ?? ref.administrativeClasses)) return wish;
  const isAsked = wish.type === 'showTimetable';
  if (isAsked ? !ofThose.test(text) : !('meeting' in wish)) return wish;
  const { courses: _, ...rest } = ref;
  const found = [...lessonsOf({ ...ref, at: undefined }, situation)];
  const isOf = ({ teachingClasses = [] }: MeetingRef): boolean =>
    found.some(({ teachingClass }) => teachingClasses.includes(teachingClass));
  const shown = (situation.everSeen ?? []).filter(isOf);
  const meant = shown.length > 0 ? shown.flatMap((one) => one.teachingClasses!) : ofSpoken(found, situation);
  const teachingClasses = [...new Set(meant)].filter((id) => isOf({ teachingClasses: [id] }));
  if (teachingClasses.length === 0) return wish;
  const of = { ...rest, teachingClasses };
  const then = shown.length > 0 ? dateOf(wish, of, shown[0], situation, text) : null;
  if (isAsked) return { ...wish, of, ...(then && { within: then }) };
  return { ...wish, meeting: of, ...(then && { at: then }) } as Intent;
}

/** The only class that attends one of some lessons and is spoken of. */
function ofSpoken(found: readonly KnownLesson[], situation: Situation): readonly string[] {
  const told = [...(situation.before ?? []), ...(situation.open ?? [])].flatMap(refsIn);
  const attending = told
    .flatMap((ref) => [...lessonsOf({ ...ref, at: undefined }, situation)])
    .flatMap(({ administrativeClasses }) => administrativeClasses);
  const meant = found.filter((each) => each.administrativeClasses.some((one) => attending.includes(one)));
  const [only, ...others] = new Set(meant.map(({ teachingClass }) => teachingClass));
  return only !== undefined && others.length === 0 ? [only] : [];
}

/** The date on which a lesson was shown, where no time is said of it and none is held at that of the wish before. */
function dateOf(
  wish: Intent,
  of: MeetingRef,
  { at: shown }: MeetingRef,
  situation: Situation,
  text: string,
): TimeWish | null {
  const isTimed = tokensIn(text, situation).tokens.some(({ type }) => type === 'time');
  if (!shown?.date || isTimed || !/^(?:showTimetable|findTeachers|singleDate)$/.test(wish.type)) return null;
  const told = 'within' in wish ? wish.within : 'at' in wish ? (wish.at as TimeWish) : undefined;
  const isThen = told && lessonsOf({ ...of, at: { ...of.at, ...told } }, situation).size > 0;
  return isThen ? null : shown;
}

/** 下周有哪些课, and then 周三那节调到周四: of the date on which it was shown. */
export function onShownDate(wish: Intent, situation: Situation, text: string): Intent {
  const isWeekly = wish.type === 'move' || wish.type === 'takeOut' || wish.type === 'assignTeacher';
  if (!isWeekly || wish.meeting.isEvery || lasting.test(text)) return wish;
  const { at, ...meeting } = wish.meeting;
  if (isOnce(at) || at?.weeks || (wish.type === 'move' && (wish.by ?? wish.to?.weeks))) return wish;
  const meant = [...lessonsOf(wish.meeting, situation)].map(({ teachingClass }) => teachingClass);
  const [date, ...others] = (situation.seen ?? []).flatMap(({ teachingClasses = [], at: then }) =>
    then?.date &&
    (at?.days ?? [dayOf(then.date)]).includes(dayOf(then.date)) &&
    meant.includes(teachingClasses[0])
      ? [then.date]
      : [],
  );
  return date === undefined || others.length > 0 ? wish : (once(wish, { meeting, at: { date } }) ?? wish);
}
