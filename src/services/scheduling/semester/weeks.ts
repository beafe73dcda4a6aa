import { errors } from '../../../schema/errors.js';

/** Maximum number of teaching weeks of a semester. */
export const weekCountMax = 32;

const dayMs = 86_400_000;
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** 1 Monday to 7 Sunday. */
export const dayOf = (date: string): number => ((((numberOf(date) + 3) % 7) + 7) % 7) + 1;

/** A date some days later. */
export const later = (date: string, days: number): string => dateOf(numberOf(date) + days);

/** A day of the plan of a semester: weeks count from 1, and day 1 is Monday. */
export interface PlannedDay {
  readonly week: number;
  readonly day: number;
}

/** Where a date lies, counted from the Monday of the week in which the semester starts; also outside it. */
export function plannedDayOf(startDate: string, date: string): PlannedDay {
  const days = numberOf(date) - numberOf(startDate) + dayOf(startDate) - 1;
  return { week: Math.floor(days / 7) + 1, day: dayOf(date) };
}

/** The date on which a planned day lies. */
export const dateAt = (startDate: string, { week, day }: PlannedDay): string =>
  later(startDate, (week - 1) * 7 + day - dayOf(startDate));

/** The days of the grid on which runs and suggestions place meetings, 1 Monday to 7 Sunday. */
export const schedulingDaysOf = ({
  schedulingDays,
  daysPerWeek,
}: {
  readonly schedulingDays: readonly number[];
  readonly daysPerWeek: number;
}): number[] => schedulingDays.filter((day) => day <= daysPerWeek);

/** Teaching weeks of a semester, counted from the Monday of the week in which it starts. */
export const weekCountOf = ({ startDate, endDate }: { startDate: string; endDate: string }): number =>
  plannedDayOf(startDate, endDate).week;

/** @throws OPERATION_INVALID unless these are the first and the last of some weeks of the semester */
export function requireWeeks(first: number, last: number, weeks: number): void {
  if (first >= 1 && first <= last && last <= weeks) return;
  throw errors.notPossible(
    `周次须在 1 至 ${weeks} 之间，现为 ${first} 至 ${last}，请改用学期内的周次`,
    `The semester has weeks 1 to ${weeks}, not ${first} to ${last}. Maybe name weeks within it.`,
  );
}
