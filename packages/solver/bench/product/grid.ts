import type { Calendar, TimeSpan, WeekPattern } from '../../src/model.js';

/** The grid of every made-up semester: lunch and dinner are long breaks, the last four periods evening. */
export const CALENDAR: Calendar = {
  weeks: 20,
  days: 7,
  periods: 12,
  longBreaks: [3, 7],
  eveningStart: 8,
  weekendStart: 5,
};

/** The last two weeks are for examinations. */
const TAUGHT_WEEKS = 18;
const HALF = TAUGHT_WEEKS / 2;

const pattern = (isTaught: (week: number) => boolean): WeekPattern =>
  Array.from({ length: CALENDAR.weeks }, (_, at) => Number(at < TAUGHT_WEEKS && isTaught(at + 1))).join('');

/** The weeks in which meetings take place. */
export const PATTERNS = {
  whole: pattern(() => true),
  first: pattern((week) => week <= HALF),
  second: pattern((week) => week > HALF),
  odd: pattern((week) => week % 2 === 1),
  even: pattern((week) => week % 2 === 0),
} as const;

/** Weeks that no meeting tells apart: odd and even ones of each half of the term; and how many they are. */
export const KINDS_OF_WEEK: readonly { readonly week: number; readonly count: number }[] = [
  { week: 0, count: 5 },
  { week: 1, count: 4 },
  { week: 10, count: 4 },
  { week: 9, count: 5 },
];

/** The kinds of week in which a pattern has meetings. */
const kindsOf = new Map<WeekPattern, readonly number[]>(
  Object.values(PATTERNS).map((weeks) => [
    weeks,
    KINDS_OF_WEEK.flatMap(({ week }, kind) => (weeks[week] === '1' ? [kind] : [])),
  ]),
);

/** A time of one day as the planting sees it. */
export interface Place extends TimeSpan {
  readonly day: number;
  readonly kinds: readonly number[];
  /** Bit set of the periods. */
  readonly periods: number;
  /** The same, with the periods before and after that no long break lies between. */
  readonly reach: number;
}

/** A time on one day, from 0. */
export function placeAt(weeks: WeekPattern, day: number, start: number, length: number): Place {
  const kinds = kindsOf.get(weeks)!;
  const periods = ((1 << length) - 1) << start;
  const before = start > 0 && !isBreakAfter(start - 1) ? 1 << (start - 1) : 0;
  const last = start + length - 1;
  const after = last < CALENDAR.periods - 1 && !isBreakAfter(last) ? 2 << last : 0;
  return { weeks, days: 1 << day, start, length, day, kinds, periods, reach: before | periods | after };
}

const isBreakAfter = (period: number): boolean => CALENDAR.longBreaks!.includes(period);

const known = new Map<string, readonly Place[]>();

/** Where a meeting may start: on odd periods and not across a long break, single periods anywhere. */
export function placesOf(weeks: WeekPattern, length: number): readonly Place[] {
  const key = `${weeks}/${length}`;
  const places =
    known.get(key) ??
    Array.from({ length: CALENDAR.days }, (_, day) =>
      startsOf(length).map((start) => placeAt(weeks, day, start, length)),
    ).flat();
  known.set(key, places);
  return places;
}

function startsOf(length: number): number[] {
  const starts = Array.from({ length: CALENDAR.periods - length + 1 }, (_, start) => start);
  if (length === 1) return starts;
  const isWhole = (start: number) =>
    !CALENDAR.longBreaks!.some((after) => start <= after && after < start + length - 1);
  return starts.filter((start) => start % 2 === 0 && isWhole(start));
}
