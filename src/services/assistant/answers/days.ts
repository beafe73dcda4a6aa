import type { DayOrder, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { range } from '../../scheduling/semester/periods.js';
import { dateAt } from '../../scheduling/semester/weeks.js';
import { minutesOf } from '../planner/free.js';
import type { Lesson } from '../planner/held.js';
import { clocksOf, dayPart, told } from '../planner/lesson-words.js';
import type { Planning } from '../planner/planning.js';
import { timeOf } from '../planner/timetables.js';
import { clockedPeriods, dayName, headed, inOneLine, inParts, listOf } from '../planner/words.js';
import { numberOf, plain, say } from '../planner/words.js';

/** How the days of a week compare. */

interface Day {
  readonly name: Text;
  readonly day: number;
  readonly lessons: readonly Lesson[];
  /** Periods that are taken. */
  readonly taken: ReadonlySet<number>;
  /** How many that are; of what many attend at once, those of each lesson. */
  readonly size: number;
  readonly start: string;
  readonly end: string;
}

function daysOf(lessons: readonly Lesson[], planning: Planning, isOfMany: boolean): Day[] {
  const placed = lessons.filter(({ time }) => time);
  return [...Map.groupBy(placed, (each) => dayPart(each, planning)!.zh).values()].map((ofDay) => {
    const [start, end] = clocksOf(ofDay, planning);
    const periods = ofDay.flatMap(({ time }) => range(time!.start, time!.end - time!.start + 1));
    return {
      name: dayPart(ofDay[0], planning)!,
      day: ofDay[0].time!.day,
      lessons: ofDay,
      taken: new Set(periods),
      size: isOfMany ? periods.length : new Set(periods).size,
      start,
      end,
    };
  });
}

/** What days have most or least of, by which is asked for: how they compare, and how that is said. */
const ways = {
  MOST: ['size', 1, '课最多', 'most'],
  LEAST: ['size', -1, '课最少', 'fewest'],
  BEGIN_FIRST: ['start', -1, '最早开始', 'first to begin'],
  BEGIN_LAST: ['start', 1, '最晚开始', 'last to begin'],
  END_FIRST: ['end', -1, '最早下课', 'first to end'],
  END_LAST: ['end', 1, '最晚下课', 'last to end'],
} as const satisfies Record<DayOrder, readonly unknown[]>;
const orders = Object.keys(ways) as DayOrder[];

/**
 * The days that are asked for, those at the other end and the free ones; of a part of the day those that have
 * it. Then each of them.
 * @param isOfMany whether several may be held at once, as of a course
 */
export function comparedDays(
  lessons: readonly Lesson[],
  { planning, wish, order = 'MOST' }: { planning: Planning; wish: TimeWish; order?: DayOrder },
  isOfMany: boolean,
): Text[] {
  const { schedulingDays, startDate } = planning.situation.semester;
  const { weeks, date, days, part, periods } = wish;
  const all = daysOf(lessons, planning, isOfMany);
  const free = (days?.length ? days : schedulingDays).filter((day) => all.every((each) => each.day !== day));
  const none = listOf(free.map(dayName));
  const monday = weeks?.length === 1 && dateAt(startDate, { week: weeks[0], day: 1 });
  const [inZh, inEn] = monday
    ? [`第${weeks[0]}周（${monday} 起）`, `In week ${weeks[0]} (from ${monday}): `]
    : ['', ''];
  const others = orders.filter((one) => one !== order && ways[one][0] === ways[order][0]);
  const isOfPart = Boolean(part ?? periods);
  const [then, held, count] = [timeOf({ part, periods }), listOf(all), all.length];
  const having = say(
    `${then.zh}有课的有 ${count} 天：${held.zh}`,
    `${numberOf(count, 'day')} with ${then.en}: ${held.en}`,
  );
  const parts = isOfPart ? [having] : [order, ...others].map((one) => mostOf(all, one));
  if (free.length > 0 && !date) parts.push(say(`没有课的是${none.zh}`, `none on ${none.en}`));
  const { zh, en } = inOneLine(parts);
  const lines = isOfPart ? lessons.map((each) => told(each, planning)) : all.map(lineOf);
  return [say(`${inZh}${zh}。`, `${inEn}${en}.`), ...lines];
}

/** The days that have most or least of something, and how much. */
function mostOf(all: readonly Day[], order: DayOrder): Text {
  const [by, sign, zh, en] = ways[order];
  const muchOf = (day: Day): number => sign * (by === 'size' ? day.size : minutesOf(day[by]));
  const most = Math.max(...all.map(muchOf));
  const days = all.filter((day) => muchOf(day) === most);
  const much =
    by === 'size' ? say(`${days[0].size} 节`, numberOf(days[0].size, 'period')) : plain(days[0][by]);
  const names = listOf(days.map(({ day }) => dayName(day)));
  return say(`${zh}的是${names.zh}（${much.zh}）`, `${en} on ${names.en} (${much.en})`);
}

/** A day: how much it has, from when to when, and how many periods are free between. */
function lineOf({ name, lessons, taken, size, start, end }: Day): Text {
  const [first, last] = [Math.min(...taken), Math.max(...taken)];
  const gaps = last - first + 1 - taken.size;
  const parts = [
    say(`${lessons.length} 次课`, numberOf(lessons.length, 'lesson')),
    say(`${size} 节`, numberOf(size, 'period')),
    clockedPeriods(first, last, [start, end]),
    ...(gaps > 0 ? [say(`中间空 ${gaps} 节`, `${gaps} free between`)] : []),
  ];
  return headed(name, inParts(parts));
}
