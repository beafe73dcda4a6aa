import type { SeriesTimeInput } from '../../../entities/scheduling/series-changes.js';
import { errors } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import type { ChangedTimetable } from '../changes/timetable.js';

/** Greatest length of a meeting in periods. */
const periodsMax = 12;

/** When meetings are held. Day from 1 Monday, periods and weeks from 1. */
export interface Time {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly weeks: readonly number[];
}

const byNumber = (a: number, b: number): number => a - b;

/**
 * The times with neighbouring periods of one day joined and the weeks together that share such a run, by day
 * and first period.
 */
export function joinedTimes(times: readonly Time[]): Time[] {
  const runs = [...groupBy(daysOf(times), ({ day, week }) => `${day} ${week}`).values()].flatMap((cells) => {
    const periods = [...new Set(cells.map(({ period }) => period))].sort(byNumber);
    const starts = periods.filter((period, at) => at === 0 || periods[at - 1] !== period - 1);
    const { day: dayOfWeek, week } = cells[0];
    return starts.map((periodStart, at) => {
      const end = periods.filter((period) => period < (starts[at + 1] ?? Infinity)).at(-1)!;
      return { dayOfWeek, periodStart, periodEnd: end, week };
    });
  });
  const keyOf = (run: (typeof runs)[number]): string =>
    `${run.dayOfWeek} ${run.periodStart} ${run.periodEnd}`;
  return [...groupBy(runs, keyOf).values()]
    .map((same) => {
      const { dayOfWeek, periodStart, periodEnd } = same[0];
      return { dayOfWeek, periodStart, periodEnd, weeks: same.map(({ week }) => week).sort(byNumber) };
    })
    .sort(
      (a, b) =>
        a.dayOfWeek - b.dayOfWeek ||
        a.periodStart - b.periodStart ||
        a.periodEnd - b.periodEnd ||
        a.weeks[0] - b.weeks[0],
    );
}

const daysOf = (times: readonly Time[]): { day: number; week: number; period: number }[] =>
  times.flatMap(({ dayOfWeek: day, periodStart, periodEnd, weeks }) =>
    weeks.flatMap((week) =>
      Array.from({ length: periodEnd - periodStart + 1 }, (_, at) => ({
        day,
        week,
        period: periodStart + at,
      })),
    ),
  );

/** The times that a caller asks for, weeks in order. @throws INVALID_INPUT for what does not fit */
export function wantedTimes(
  given: readonly SeriesTimeInput[] | null | undefined,
  { weeks: lastWeek, days, periods }: Pick<ChangedTimetable, 'weeks' | 'days' | 'periods'>,
): Time[] {
  const times = (given ?? []).map((time) => ({ ...time, weeks: [...new Set(time.weeks)].sort(byNumber) }));
  if (times.length === 0) throw invalidTimes('class_time 为空', 'No time is given');
  for (const { dayOfWeek, periodStart, periodEnd, weeks } of times) {
    const shown = `${dayOfWeek}: ${periodStart}-${periodEnd}`;
    if (weeks.length === 0) throw invalidTimes(`星期 ${shown} 节没有周次`, `Day ${shown} has no weeks`);
    const outside = weeks.filter((week) => week < 1 || week > lastWeek);
    if (outside.length)
      throw invalidTimes(
        `第 ${outside.join('、')} 周不在学期内（共 ${lastWeek} 周）`,
        `Week ${outside.join(', ')} is outside the ${lastWeek} weeks of the semester`,
      );
    if (periodStart > periodEnd)
      throw invalidTimes(
        `第 ${periodStart} 节开始晚于第 ${periodEnd} 节结束`,
        `Day ${shown} ends before it starts`,
      );
    if (dayOfWeek > days || periodEnd > periods)
      throw invalidTimes(
        `星期 ${shown} 节不在作息表内（每周 ${days} 天，每天 ${periods} 节）`,
        `Day ${shown} is outside the grid of ${days} days with ${periods} periods`,
      );
    if (periodEnd - periodStart >= periodsMax)
      throw invalidTimes(
        `星期 ${shown} 节超过 ${periodsMax} 节`,
        `Day ${shown} has more than ${periodsMax} periods`,
      );
  }
  const cells = daysOf(times);
  if (new Set(cells.map(({ day, week, period }) => `${day} ${week} ${period}`)).size < cells.length)
    throw invalidTimes('上课时间相互重叠', 'The times overlap each other');
  return times;
}

const invalidTimes = (zh: string, en: string): Error => {
  const text: Text = { zh: `调整时间信息不完整或无效：${zh}`, en: `${en}. Maybe correct the times.` };
  return errors.invalidInput([{ field: 'times', text }]);
};
