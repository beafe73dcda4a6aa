import type { Intent, RoomWish, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { partsOf } from '../semester/periods.js';
import { range, startsFor } from '../semester/periods.js';
import type { Time } from '../series/wanted-times.js';
import { shared } from '../curriculum/plans/week-budgets.js';
import type { Shape } from './free-places.js';

/** What a person says of an assignment, by ids of what it names. */
export interface Wishes {
  readonly courses: readonly string[];
  readonly teachers: readonly string[];
  readonly classes: readonly string[];
  /** When it is held now, of an assignment that changes. */
  readonly from?: TimeWish;
  readonly at?: TimeWish;
  readonly room?: RoomWish;
  readonly avoid?: Extract<Intent, { type: 'move' }>['avoid'];
  /** Whether any other teacher, or any other time, is wished for. */
  readonly isOtherTeacher: boolean;
  readonly isOtherTime: boolean;
  /** What is not plain, as a question. */
  readonly doubt: Text | null;
}

/** The grid of a semester. */
export interface Grid {
  readonly days: number;
  /** The days on which meetings are placed unless others are wished for. */
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  readonly weeks: number;
  /** The periods after which a long break follows. */
  readonly longBreaks: readonly number[];
}

/** Most meetings a week that a proposal has. */
const meetingsMax = 10;

/** What so many hours of a course are held as: pairs of periods in as many weeks as they need. */
export function shapesFor(hours: number, { weeks, periods }: Grid, { at }: Wishes, joined: number): Shape[] {
  const { start, end } = at?.periods ?? {};
  const inWeeks = at?.weeks?.filter((week) => week <= weeks) ?? [];
  const wanted = inWeeks.length > 0 ? inWeeks : range(1, weeks);
  const length = start && end ? end - start + 1 : Math.min(2, periods);
  if (inWeeks.length > 0 || length !== 2) {
    const count = Math.ceil(Math.max(1, hours) / (length * wanted.length));
    return Array.from({ length: Math.min(meetingsMax, count) }, () => ({ periods: length, weeks: wanted }));
  }
  const weekHours = Math.max(1, Math.ceil(hours / weeks));
  const [parts] = shared([Math.max(1, Math.round(hours))], {
    weekHours,
    isOddWeek: true,
    startWeek: 1,
    endWeek: weeks,
  });
  return joinedShapes(parts, Math.min(joined, 4)).slice(0, meetingsMax);
}

/** Pairs of the same weeks as longer meetings, where so many periods are held at once. */
function joinedShapes(shapes: readonly Shape[], periods: number): Shape[] {
  if (periods < 4) return [...shapes];
  const left = [...shapes];
  const longer: Shape[] = [];
  while (left.length > 0) {
    const first = left.shift()!;
    const at = left.findIndex(
      ({ periods: length, weeks }) => length === 2 && weeks.join() === first.weeks.join(),
    );
    longer.push(
      first.periods === 2 && at >= 0 ? { ...first, periods: 2 + left.splice(at, 1)[0].periods } : first,
    );
  }
  return longer;
}

/** The times at which a meeting of a shape may be as somebody wishes, the best first. */
export function timesFor(shape: Shape, grid: Grid, { at, avoid = [] }: Wishes): Time[] {
  const parts = partsOf(grid.periods, grid.longBreaks);
  const isWithin = (time: Time, [first, last]: readonly [number, number]): boolean =>
    time.periodStart >= first && time.periodEnd <= last;
  const isUnwanted = (time: Time): boolean =>
    avoid.some((each) => {
      if (each === 'FIRST_PERIOD') return time.periodStart === 1;
      if (each === 'WEEKEND') return time.dayOfWeek > 5;
      return isWithin(
        time,
        parts[each === 'MORNING' ? 'morning' : each === 'AFTERNOON' ? 'afternoon' : 'evening'],
      );
    });
  const isWanted = (time: Time): boolean => matches(time, at, parts) && !isUnwanted(time);
  const price = ({ dayOfWeek, periodStart }: Time): number =>
    (dayOfWeek > 5 ? 100 : 0) +
    (periodStart >= parts.evening[0] ? 50 : 0) +
    (dayOfWeek === 5 ? 2 : 0) +
    periodStart / 2;
  const days = at?.days?.length ? range(1, grid.days) : grid.schedulingDays;
  return days
    .flatMap((dayOfWeek) =>
      startsOf(shape.periods, grid, at).map((periodStart) => ({
        dayOfWeek,
        periodStart,
        periodEnd: periodStart + shape.periods - 1,
        weeks: shape.weeks,
      })),
    )
    .filter(isWanted)
    .sort((a, b) => price(a) - price(b) || a.dayOfWeek - b.dayOfWeek);
}

/** The times of several meetings. A wish that has room for fewer of them is one for the first ones only. */
export const timesForAll = (shapes: readonly Shape[], grid: Grid, wishes: Wishes): Time[][] =>
  shapes.map((shape, at) => {
    const wished = timesFor(shape, grid, wishes);
    const { weeks } = wishes.at ?? {};
    return at < Math.max(1, wished.length) ? wished : timesFor(shape, grid, { ...wishes, at: { weeks } });
  });

/** Whether a time is one of those that are wished for. */
export function matches(time: Time, wish: TimeWish | undefined, parts: ReturnType<typeof partsOf>): boolean {
  const { days, part, periods } = wish ?? {};
  if (days?.length && !days.includes(time.dayOfWeek)) return false;
  if (periods && time.periodStart !== periods.start) return false;
  if (!part) return true;
  const [first, last] =
    parts[part === 'MORNING' ? 'morning' : part === 'AFTERNOON' ? 'afternoon' : 'evening'];
  return time.periodStart >= first && time.periodEnd <= last;
}

/** First periods: any that is wished for, else those at which runs begin. */
const startsOf = (length: number, { periods, longBreaks }: Grid, wish: TimeWish | undefined): number[] =>
  wish?.periods ? range(1, periods - length + 1) : startsFor(length, periods, longBreaks);
