import type { MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import type { Slots } from '../slots/slots.js';
import { weekOf } from '../slots/calendar.js';
import { inWeeks } from '../slots/time-wishes.js';
import { fromTo } from '../spot/numbers.js';

/** Of whom and of when a question is. */

/** What is asked for: times in weeks and days; undefined where none was told. */
export function within(slots: Slots): TimeWish | undefined {
  const time = slots.latestTime()?.wish ?? {};
  const isWhole = !time.part && !time.periods;
  const wish: TimeWish = { ...time, ...(isWhole && partIn(slots)) };
  if (!hasAny(wish)) return undefined;
  const isTimed = wish.days && !wish.weeks && !wish.date && (wish.part ?? wish.periods);
  // 每周三下午, on Wednesday afternoons: of all that is left, and not of the next.
  if (isTimed && (slots.times.some(({ piece }) => piece.isWeekly) || ofEach.test(slots.sentence)))
    wish.weeks = fromTo(weekOf(slots.situation.today, slots.situation), slots.situation.semester.weeks);
  return inWeeks(wish, slots.situation);
}

const ofEach = /day['’]?s? (?:morning|afternoon|evening)s\b/i;

/** How late, too late: no part of the day. */
const notHow = '(?<!\\b(?:how|too|as|so|be|no|not|running|little|bit) )\\b';

/** 午饭后, early, late: a part of the day that is not called so. */
function partIn({ sentence, situation: { periods } }: Slots): TimeWish {
  if (new RegExp(`一大?早|大清早|${notHow}early\\b`, 'i').test(sentence))
    return { periods: { start: 1, end: 2 } };
  const [late, last] = [periods.afternoon[1] - 1, periods.evening[1]];
  return new RegExp(`${notHow}late\\b`, 'i').test(sentence) ? { periods: { start: late, end: last } } : {};
}

/** At this moment: on the date of today. */
export const nowIn = ({ times, situation }: Slots): TimeWish | undefined =>
  times.some(({ piece }) => piece.isNow) ? inWeeks({ date: situation.today }, situation) : undefined;

export const hasAny = (ref: object): boolean => Object.keys(ref).length > 0;

/** The lessons of the caller; of nobody where he has none. */
export const ownOf = ({ self: { teacher, student } }: Situation): MeetingRef =>
  teacher !== null ? { teachers: [teacher] } : student !== null ? { isOwn: true } : {};

const ours =
  /[我咱]们的?(?:老师|教师|班|课|学生)|\bour (?:own )?(?:teachers|classes|lessons|courses|students)\b/i;

/** Which of our teachers: of the own college, for whoever plans there; else null. */
export function ofOurs({ sentence, situation: { self, departments } }: Slots): MeetingRef | null {
  const isPlanner = self.teacher === null && self.student === null;
  const colleges = departments?.colleges ?? [];
  return isPlanner && colleges.length > 0 && ours.test(sentence) ? { departments: [...colleges] } : null;
}

const withThem =
  /\bI (?:still |can ?not |can't )?(?:have|teach|see|give|take|make)\b|我(?:还[要得有]?)?(?:[给跟和带教上])/i;

/** How many weeks do I have with 软件2401: whoever is named; of a class with whom the caller is its teacher. */
export function withSelf(slots: Slots): MeetingRef {
  const named = slots.named();
  const { teacher } = slots.situation.self;
  const isOwn = teacher !== null && Object.keys(named).join() === 'administrativeClasses';
  return isOwn && withThem.test(slots.sentence) ? { ...named, teachers: [teacher] } : named;
}

/** The caller, where he speaks of himself and names nobody else. */
export function ofSelf(slots: Slots): MeetingRef {
  const named = slots.named();
  const { teacher } = slots.situation.self;
  if (hasAny(named)) return named;
  const college = ofOurs(slots);
  if (college) return college;
  const isOwn = teacher !== null && /我(?!们)|\b(?:i|my)\b/i.test(slots.sentence);
  return isOwn ? { teachers: [teacher] } : named;
}

/** Do I ever have class in it: of the own lessons in rooms that are named. */
export const haveThere =
  /我[^，,。]{0,6}(?:[有上的]课|去)|\b(?:do|does|did|will) (?:i|we)\b[^.?]*\b(?:class|lesson|lecture)|\bi go\b/i;
