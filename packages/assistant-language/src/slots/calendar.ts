import type { Situation } from '../interpreter.js';

const dayInMilliseconds = 86_400_000;

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayInMilliseconds;
const dateOf = (number: number): string => new Date(number * dayInMilliseconds).toISOString().slice(0, 10);

/** 1 Monday to 7. */
export const dayOf = (date: string): number => ((((numberOf(date) + 3) % 7) + 7) % 7) + 1;

/** A date some days later. */
export const later = (date: string, days: number): string => dateOf(numberOf(date) + days);

/** The week of the semester in which a date lies; out of its weeks too, also below 1. */
export function weekOf(date: string, { semester: { startDate } }: Situation): number {
  const monday = numberOf(startDate) - (dayOf(startDate) - 1);
  return Math.floor((numberOf(date) - monday) / 7) + 1;
}

/** The date with which a week of the semester begins. */
export const mondayOf = (week: number, { semester: { startDate } }: Situation): string =>
  later(startDate, (week - 1) * 7 - (dayOf(startDate) - 1));

/** The date of a day in the week that lies some weeks after the one of today. */
export const dateIn = (weeksLater: number, day: number, { today }: Situation): string =>
  later(today, weeksLater * 7 + day - dayOf(today));

const written = (month: number, day: number, year: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const isDate = (date: string): boolean => !Number.isNaN(numberOf(date)) && later(date, 0) === date;

/** The next date with a day of the month, today included; null where no month has it. */
export function nextDate(day: number, { today }: Situation): string | null {
  const [year, month] = today.split('-').map(Number);
  const months = Array.from({ length: 12 }, (_, at) => month + at);
  const dates = months.map((one) => written(((one - 1) % 12) + 1, day, year + Math.floor((one - 1) / 12)));
  return dates.find((date) => isDate(date) && date >= today) ?? null;
}

/** The date of a month and day next to today, or null if there is none; `year` where it was said. */
export function dateFrom(
  year: number | null,
  month: number,
  day: number,
  { today }: Situation,
): string | null {
  const thisYear = Number(today.slice(0, 4));
  const years = year === null ? [thisYear, thisYear + 1, thisYear - 1] : [year];
  const dates = years.map((one) => written(month, day, one)).filter(isDate);
  const away = (date: string): number => Math.abs(numberOf(date) - numberOf(today));
  return dates.sort((a, b) => away(a) - away(b))[0] ?? null;
}
