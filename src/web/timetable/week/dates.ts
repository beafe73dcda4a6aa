import { locale } from '../shell/moments.js';
import type { DatedPlace } from './operations.js';
import { weekTexts } from './texts.js';

/** Dates are texts, `2026-11-26`; their arithmetic is that of days, with no time zone in it. */
const DAY_MS = 86_400_000;
const dayAndMonth = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' });
const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' });

const stamp = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The date some days later, or earlier where the number is negative. */
export const plusDays = (date: string, days: number): string =>
  new Date(stamp(date) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 Monday to 7 Sunday. */
export const dayOf = (date: string): number => new Date(stamp(date)).getUTCDay() || 7;

/** The Monday of the week in which a date lies. */
export const mondayOf = (date: string): string => plusDays(date, 1 - dayOf(date));

/** Whole weeks from one Monday to another. */
export const weeksBetween = (from: string, to: string): number =>
  Math.round((stamp(to) - stamp(from)) / DAY_MS / 7);

/** Today in a time zone, by default that of the reader. */
export const today = (timeZone?: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());

/** A date without its year, as the reader writes it. */
export const shortDate = (date: string): string => dayAndMonth.format(stamp(date));

/** The name of a day of the week, 1 Monday to 7 Sunday. */
export const dayName = (day: number): string => weekday.format(stamp(`2024-01-0${day}`));

/** The time of day of an instant at the place of the institution. */
export const timeAt = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** Periods as they are read aloud. */
export const periodsText = (first: number, last: number): string =>
  first === last ? weekTexts.period(first) : weekTexts.periods(first, last);

/** A date with its day of the week. */
export const dateText = (date: string): string => `${shortDate(date)} ${dayName(dayOf(date))}`;

/** Where a meeting is on one date, in full. */
export const datedText = ({ date, periodStart, periodEnd, classroom, teacher }: DatedPlace): string =>
  [date && dateText(date), periodsText(periodStart, periodEnd), classroom?.name, teacher?.name]
    .filter(Boolean)
    .join(' · ');
