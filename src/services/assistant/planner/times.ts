import type { Intent, Situation, TimeWish } from '@class-scheduling/assistant-language';

/** The first period of a meeting, with how long it lasts. */
export interface TimeSpan {
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/** Times that are not wanted. */
type Unwanted = Pick<Intent & { type: 'move' }, 'avoid' | 'notAt'>;

/** First and last period of a part of the day. */
export const partOf = (
  { periods }: Situation,
  part: NonNullable<TimeWish['part']>,
): readonly [number, number] =>
  ({ MORNING: periods.morning, AFTERNOON: periods.afternoon, EVENING: periods.evening })[part];

/** Whether a meeting is held at a time that somebody names: it covers the period, or is in the part. */
export function isAt(situation: Situation, { day, start, end }: TimeSpan, wish: TimeWish): boolean {
  if (wish.days?.length && !wish.days.includes(day)) return false;
  if (wish.periods) {
    const last = wish.periods.end ?? wish.periods.start;
    if (start > last || end < wish.periods.start) return false;
  }
  if (wish.part) {
    const [first, last] = partOf(situation, wish.part);
    if (start > last || end < first) return false;
  }
  return true;
}

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
  return !avoid.some((each) => is[each]) && !notAt.some((wish) => isAt(situation, span, wish));
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
