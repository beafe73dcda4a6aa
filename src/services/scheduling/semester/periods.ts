import type { Text } from '../../../schema/texts.js';

/** Days, periods and weeks as the institution has them. All count from 1; day 1 is Monday. */

/** Days of the week by their place, behind 星期 or 周. */
export const dayNames = ['一', '二', '三', '四', '五', '六', '日'];
export const dayNamesEn = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `1-3, 5`: numbers in order, neighbours joined. */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const starts = sorted.filter((value, at) => at === 0 || sorted[at - 1] !== value - 1);
  return starts
    .map((start) => {
      let end = start;
      while (sorted.includes(end + 1)) end += 1;
      return start === end ? `${start}` : `${start}-${end}`;
    })
    .join(', ');
}

/** Weeks as people write them: `1-8周,11-15周(单)`. Every second week counts as such from three on. */
export function shownWeeks(weeks: readonly number[]): Text {
  const rest = [...new Set(weeks)].sort((a, b) => a - b);
  const parts: { weeks: string; half: Text | null }[] = [];
  while (rest.length > 0) {
    const lengthBy = (step: number): number => rest.findIndex((week, at) => rest[at + 1] !== week + step) + 1;
    const isHalf = lengthBy(1) === 1 && lengthBy(2) > 2;
    const run = rest.splice(0, lengthBy(isHalf ? 2 : 1));
    const half = run[0] % 2 === 1 ? { zh: '单', en: 'odd' } : { zh: '双', en: 'even' };
    const shown = run.length === 1 ? `${run[0]}` : `${run[0]}-${run.at(-1)}`;
    parts.push({ weeks: shown, half: isHalf ? half : null });
  }
  const listed = parts.map(({ weeks: part, half }) => `${part}${half ? ` (${half.en})` : ''}`).join(', ');
  return {
    zh: parts.map(({ weeks: part, half }) => `${part}周${half ? `(${half.zh})` : ''}`).join(','),
    en: `${weeks.length === 1 ? 'week' : 'weeks'} ${listed}`,
  };
}

/** `length` numbers from `start` on. */
export const range = (start: number, length: number): number[] =>
  Array.from({ length: Math.max(0, length) }, (_, at) => start + at);

/** Neighbouring periods of one day. */
export interface Span {
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

/** A span as people say it. */
export function shownSpan({ day, first, last }: Span): Text {
  const periods = first === last ? `${first}` : `${first}-${last}`;
  return { zh: `星期${dayNames[day - 1]}第 ${periods} 节`, en: `${dayNamesEn[day - 1]}, period ${periods}` };
}

/** Whether both have a period. */
export const spansOverlap = (a: Span, b: Span): boolean =>
  a.day === b.day && a.first <= b.last && b.first <= a.last;

/** Whether both are held in one of the weeks. */
export const sharesWeek = (a: readonly number[], b: readonly number[]): boolean =>
  a.some((week) => b.includes(week));

/** The periods after which a long break follows, before an institution says otherwise: lunch and dinner. */
export const usualBreaks: readonly number[] = [4, 8];

/** How many long breaks a meeting would span. */
export const breaksSpanned = ({ first, last }: Omit<Span, 'day'>, breaks: readonly number[]): number =>
  breaks.filter((after) => first <= after && after < last).length;

/** Number of periods of the longest stretch of a day without a long break. */
export function longestBand(periods: number, breaks: readonly number[]): number {
  const ends = [0, ...breaks.filter((after) => after < periods), periods];
  return Math.max(...ends.slice(1).map((end, at) => end - ends[at]));
}

/**
 * The periods at which a meeting of a length begins: every second one after a break, and across none unless
 * it is longer than any stretch without one.
 */
export function startsFor(length: number, periods: number, breaks: readonly number[]): number[] {
  const isTooLong = length > longestBand(periods, breaks);
  return range(1, periods - length + 1).filter((first) => {
    const begun = Math.max(0, ...breaks.filter((after) => after < first));
    const last = first + length - 1;
    return (first - begun) % 2 === 1 && (isTooLong || breaksSpanned({ first, last }, breaks) === 0);
  });
}

/** How many pairs of periods a day has room for: runs begin them where `startsFor` says. */
export const pairsOfDay = (periods: number, breaks: readonly number[]): number =>
  startsFor(2, periods, breaks).length;

/** First and last period of each part of a day. */
export type PartsOfDay = Readonly<Record<'morning' | 'afternoon' | 'evening', readonly [number, number]>>;

/**
 * The parts of a day of so many periods, between its long breaks; one that a short day does not have is its
 * last period.
 */
export function partsOf(periods: number, breaks: readonly number[]): PartsOfDay {
  const [noon = periods, dusk = periods] = breaks;
  const part = (first: number, last: number): readonly [number, number] => {
    const from = Math.min(first, periods);
    return [from, Math.max(from, Math.min(last, periods))];
  };
  return { morning: part(1, noon), afternoon: part(noon + 1, dusk), evening: part(dusk + 1, periods) };
}
