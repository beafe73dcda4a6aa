import type { MeetingRef, TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import type { Slots } from '../slots/slots.js';
import { lessonsOf } from '../ground/lessons.js';
import { later, mondayOf, weekOf } from '../slots/calendar.js';
import { inWeeks } from '../slots/time-wishes.js';
import { isAway, spanOf } from './away.js';
import { fromTo, numberFrom } from '../spot/numbers.js';

/** Of whom and of when a question is. */

/** What is asked for: times in weeks and days; undefined where none was told. */
export function within(slots: Slots): TimeWish | undefined {
  const time = slots.latestTime()?.wish ?? {};
  const isWhole = !time.part && !time.periods;
  const wish: TimeWish = { ...time, ...(isWhole && partIn(slots)) };
  if (wish.part && Object.keys(wish).length === 1 && ofEveryDay.test(slots.sentence))
    wish.days = [1, 2, 3, 4, 5, 6, 7];
  if (!hasAny(wish)) return undefined;
  const isTimed = wish.days && !wish.weeks && !wish.date && (wish.part ?? wish.periods);
  // 每周三下午, on Wednesday afternoons: of all that is left, and not of the next.
  if (isTimed && (slots.times.some(({ piece }) => piece.isWeekly) || ofEach.test(slots.sentence)))
    wish.weeks = fromTo(weekOf(slots.situation.today, slots.situation), slots.situation.semester.weeks);
  const span = isAway.test(slots.sentence) ? spanOf(wish, slots) : null;
  return span ?? inWeeks(wish, slots.situation);
}

/** 我一般下午有课吗, in the evenings: of every day, and not of today. */
const ofEveryDay = /一般|通常|平时|平常|每天|\b(?:usually|(?:morning|afternoon|evening)s)\b/i;

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

/** 杜超给我们上几次课, how often does he teach us: of the own lessons with whoever is named. */
export const teachesUs = /[教给带][我咱]们|\bteach(?:es)? (?:us|me|our)\b/i;

const withThem = new RegExp(
  [
    String.raw`\bI (?:still |can ?not |can't )?(?:have|teach|see|give|take|make)\b`,
    '我(?:还[要得有]?)?[跟和上]|我.{0,6}[给教带]|(?<!我)[那这](?:[节次堂]|门课)',
  ].join('|'),
  'i',
);

const left = /还[有剩][^，,。]{0,3}几[次回]|\bhow many (?:more )?(?:times|sessions)\b/i;

/** How many weeks do I have with 软件2401: whoever is named; of a class with whom the caller is its teacher. */
export function withSelf(slots: Slots): MeetingRef {
  const named = slots.named();
  const { teacher } = slots.situation.self;
  const isOwn = teacher !== null && Object.keys(named).join() === 'administrativeClasses';
  // 软件2401还有几次: of those that the caller teaches them, if any.
  const isLeft = (): boolean =>
    left.test(slots.sentence) && lessonsOf({ ...named, teachers: [teacher!] }, slots.situation).size > 0;
  return isOwn && (withThem.test(slots.sentence) || isLeft()) ? { ...named, teachers: [teacher] } : named;
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

// 12月3日 is a time by itself.
const month = new RegExp(
  '(?<!\\d)(1[0-2]|[1-9]|[一二三四五六七八九十]{1,2})月(?!\\d)|([这本下])个?月(?![底初])|\\b(this|next) month\\b' +
    '|\\bin ((?:jan|febr)uary|march|april|may|ju(?:ne|ly)|august|(?:sept|nov|dec)ember|october)\\b',
  'i',
);

/** 12月, this month, in December: all of its dates. */
export function monthIn({ sentence, times, situation: { semester, today } }: Slots): TimeWish | undefined {
  const [, number, zh, en, name] = (times.length === 0 && month.exec(sentence)) || [];
  const isNext = /下|next/i.test(zh ?? en ?? '');
  const monthOf = new Date(name ? `${name} 15, 2000` : today).getUTCMonth() + Number(isNext);
  const at = number ? numberFrom(number) - 1 : monthOf % 12;
  if (!(number ?? zh ?? en ?? name) || !(at >= 0 && at < 12)) return undefined;
  const [year, first] = semester.startDate.split('-').map(Number);
  const dateOf = (from: number, day: number): string =>
    new Date(Date.UTC(at + 1 < first ? year + 1 : year, from, day)).toISOString().slice(0, 10);
  return { date: dateOf(at, 1), until: dateOf(at + 1, 0) };
}

/** What stands beside a time, which is ▪, from which or until which it is meant. */
const from = /(?:从|自|\b(?:counting|from|starting|as of|since)(?: on)?) ?▪|▪ ?(?:算?起|开始|往后|on\b)/i;
const to = /(?:到|至|\b(?:until|till|up to|through|by|before)(?: the)?) ?▪|▪ ?(?:为止|[之以]?前)/i;

/** 从明天算起, until week 16: what is left within; undefined where nothing is said of it. */
export function spanIn(slots: Slots): TimeWish | undefined {
  const { sentence, times, situation } = slots;
  const { date, until, weeks, days } = (times.length === 1 && within(slots)) || {};
  if (until || !(date ?? weeks)) return undefined;
  const said = `${sentence.slice(0, times[0].start)}▪${sentence.slice(times[0].end)}`;
  const dateAt = (week: number, day = 1): string => date ?? later(mondayOf(week, situation), day - 1);
  const end = later(mondayOf(situation.semester.weeks, situation), 6);
  if (from.test(said)) return { date: dateAt(weeks?.[0] ?? 1, days?.[0]), until: end };
  return to.test(said)
    ? { date: situation.today, until: dateAt(weeks?.at(-1) ?? 1, days?.at(-1) ?? 7) }
    : undefined;
}
