import type { Situation, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { datesOf, type SemesterDates } from '../../scheduling/semester/dates.js';
import { dateAt, plannedDayOf, type PlannedDay } from '../../scheduling/semester/weeks.js';
import { refuse } from './step.js';
import { say } from './words.js';

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
