import { isAt, partOf, type Situation, type TimeWish, type Of } from '@class-scheduling/assistant-language';
import { datesOf, type SemesterDates } from '../../scheduling/semester/dates.js';
import { dateAt, plannedDayOf, type PlannedDay } from '../../scheduling/semester/weeks.js';
import type { TimeSpan } from './held.js';
import { refuse } from './step.js';
import { say, type Text } from './words.js';

export { isAt, partOf } from '@class-scheduling/assistant-language';
export type { TimeSpan } from './held.js';

/** Times that are not wanted. */
type Unwanted = Pick<Of<'move'>, 'avoid' | 'notAt'>;

/** Whether a meeting may be put there by a wish: it begins at the period, and lies within the part. */
export function fitsWish(situation: Situation, { day, start, end }: TimeSpan, wish: TimeWish): boolean {
  if (wish.days?.length && !wish.days.includes(day)) return false;
  if (wish.periods && start !== wish.periods.start) return false;
  if (wish.part) {
    const [first, last] = partOf(situation, wish.part);
    if (start < first || end > last) return false;
  }
  return true;
}

/** Whether nothing that is not wanted is true of a time. */
export function isWelcome(
  situation: Situation,
  span: TimeSpan,
  { avoid = [], notAt = [] }: Unwanted,
): boolean {
  const { day, start, end } = span;
  const within = ([first, last]: readonly [number, number]): boolean => start <= last && end >= first;
  const is: Record<(typeof avoid)[number], boolean> = {
    FIRST_PERIOD: start === 1,
    MORNING: within(situation.periods.morning),
    AFTERNOON: within(situation.periods.afternoon),
    EVENING: within(situation.periods.evening),
    WEEKEND: day > 5,
  };
  return !avoid.some((each) => is[each]) && !notAt.some((wish) => !wish.date && isAt(situation, span, wish));
}

/**
 * Every time of the week at which a meeting of a length may begin, none over a break between parts: on the
 * days that somebody names, else on those on which meetings are usually placed.
 */
export function startsOf(situation: Situation, length: number, named?: readonly number[]): TimeSpan[] {
  const { morning, afternoon, evening } = situation.periods;
  const { days: last, schedulingDays } = situation.semester;
  const days = named?.length ? named.filter((day) => day <= last) : schedulingDays;
  const spans = [morning, afternoon, evening].flatMap(([first, last]) => {
    const starts = [];
    for (let start = first; start + length - 1 <= last; start += length) starts.push(start);
    return starts;
  });
  return days.flatMap((day) => [...new Set(spans)].map((start) => ({ day, start, end: start + length - 1 })));
}

/** Which planned day of the semester is taught on which date. */
export const calendarOf = ({ semester: { startDate, weeks, rules = [] } }: Situation): SemesterDates =>
  datesOf({ startDate, endDate: dateAt(startDate, { week: weeks, day: 7 }) }, rules);

const ruleOf = ({ semester }: Situation, date: string) => semester.rules?.find((each) => each.date === date);

/** Whether nothing is taught on a date by the calendar. */
export const isHoliday = (situation: Situation, date: string): boolean =>
  ruleOf(situation, date)?.follows === null;

/** The teaching week and day whose plan is taught on a date that is no holiday; null outside. */
export function weekAndDayOf(situation: Situation, date: string): PlannedDay | null {
  const { startDate, weeks } = situation.semester;
  const { week, day } = plannedDayOf(startDate, ruleOf(situation, date)?.follows ?? date);
  return week < 1 || week > weeks ? null : { week, day };
}

/**
 * A wish for a date as one for the day and week whose plan is taught on it.
 * @throws UnsettledError for a date on which nothing is taught
 */
export function withoutDate(situation: Situation, { date, ...wish }: TimeWish): TimeWish {
  if (date === undefined) return wish;
  if (isHoliday(situation, date)) throw refuse(holiday(date));
  const found = weekAndDayOf(situation, date);
  return found ? { ...wish, days: [found.day], weeks: [found.week] } : wish;
}

export const holiday = (date: string): Text =>
  say(
    `${date}按校历放假，不上课，教室也都空着。可以换一个日期再问。`,
    `Nothing is taught on ${date}, a holiday, and every room is free. Maybe ask for another date.`,
  );

/** Days that are off by law, whatever a calendar says. */
const offByLaw: Readonly<Record<string, string>> = { '01-01': '元旦', '05-01': '劳动节', '10-01': '国庆节' };

/** That a date is a public holiday of which the calendar of the semester tells nothing. */
export function publicHoliday({ semester: { rules = [] } }: Situation, date = ''): Text[] {
  const name = offByLaw[date.slice(5)];
  if (!name || rules.some((rule) => rule.date === date)) return [];
  const zh = `这天是法定节假日（${name}），课表里还没有登记放假安排，请以学校通知为准。`;
  return [say(zh, `A public holiday (${name}) that the calendar does not have yet: wait for the notice.`)];
}
