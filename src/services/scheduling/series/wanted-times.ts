import type { SeriesTimeInput } from '../../../entities/scheduling/series-changes.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import { eachOnce } from '../changes/change.js';
import { dayNames, dayNamesEn, ranges } from '../semester/periods.js';
import type { PlacementTerms } from '../placement/acts.js';
import { isRefused, placementRule } from '../placement/rules.js';
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

/** Times as people say them. */
export function shownTimes(times: readonly Time[]): Text {
  const parts = times.map(({ dayOfWeek, periodStart, periodEnd, weeks }) => {
    const periods = periodStart === periodEnd ? `${periodStart}` : `${periodStart}-${periodEnd}`;
    return {
      zh: `周${dayNames[dayOfWeek - 1]}第 ${periods} 节（第 ${ranges(weeks)} 周）`,
      en: `${dayNamesEn[dayOfWeek - 1]}, period ${periods} (week ${ranges(weeks)})`,
    };
  });
  return { zh: parts.map(({ zh }) => zh).join('、'), en: parts.map(({ en }) => en).join('; ') };
}

/** The times that a caller asks for, and what they lack of what was said. */
export interface WantedTimes {
  readonly times: readonly Time[];
  readonly warnings: readonly Text[];
}

type SeriesGrid = Pick<ChangedTimetable, 'weeks' | 'days' | 'periods'>;

/** The times that a caller asks for, weeks in order. @throws INVALID_INPUT with all that does not fit */
export function wantedTimes(
  given: readonly SeriesTimeInput[] | null | undefined,
  grid: SeriesGrid,
  terms: PlacementTerms,
): WantedTimes {
  const said = (given ?? []).map((time) => ({ ...time, weeks: [...new Set(time.weeks)].sort(byNumber) }));
  if (said.length === 0) throw errors.invalidInput([invalidTimes('class_time 为空', 'No time is given')]);
  const surplus = said.flatMap(({ weeks }) => weeks.filter((week) => week > grid.weeks));
  const isCut = surplus.length > 0 && !isRefused(placementRule('weeks'), terms);
  const times = isCut ? said.flatMap((time) => withinSemester(time, grid.weeks)) : said;
  if (times.length === 0) throw errors.invalidInput([outsideSemester(surplus, grid.weeks)]);
  const problems = times.flatMap((time) => problemWith(time, grid) ?? []);
  if (problems.length) throw errors.invalidInput(eachOnce(problems, ({ text }) => text));
  const cells = daysOf(times);
  if (new Set(cells.map(({ day, week, period }) => `${day} ${week} ${period}`)).size < cells.length)
    throw errors.invalidInput([invalidTimes('上课时间相互重叠', 'The times overlap each other')]);
  return { times, warnings: isCut ? [leftOut(surplus, times, grid.weeks)] : [] };
}

/** A time in the weeks of the semester alone; none where it is held in later ones only. */
function withinSemester({ weeks, ...time }: Time, lastWeek: number): Time[] {
  const kept = weeks.filter((week) => week <= lastWeek);
  return kept.length > 0 || weeks.length === 0 ? [{ ...time, weeks: kept }] : [];
}

function problemWith(
  { dayOfWeek, periodStart, periodEnd, weeks }: Time,
  { weeks: lastWeek, days, periods }: SeriesGrid,
): FieldProblem | null {
  const shown = `${dayOfWeek}: ${periodStart}-${periodEnd}`;
  if (weeks.length === 0) return invalidTimes(`星期 ${shown} 节没有周次`, `Day ${shown} has no weeks`);
  const outside = weeks.filter((week) => week < 1 || week > lastWeek);
  if (outside.length) return outsideSemester(outside, lastWeek);
  if (periodStart > periodEnd)
    return invalidTimes(
      `第 ${periodStart} 节开始晚于第 ${periodEnd} 节结束`,
      `Day ${shown} ends before it starts`,
    );
  if (dayOfWeek > days || periodEnd > periods)
    return invalidTimes(
      `星期 ${shown} 节不在作息表内（每周 ${days} 天，每天 ${periods} 节）`,
      `Day ${shown} is outside the grid of ${days} days with ${periods} periods`,
    );
  if (periodEnd - periodStart < periodsMax) return null;
  return invalidTimes(
    `星期 ${shown} 节超过 ${periodsMax} 节`,
    `Day ${shown} has more than ${periodsMax} periods`,
  );
}

const invalidTimes = (zh: string, en: string): FieldProblem => ({
  field: 'times',
  text: { zh: `调整时间信息不完整或无效：${zh}，请修改上课时间`, en: `${en}. Maybe correct the times.` },
});

const outsideSemester = (weeks: readonly number[], lastWeek: number): FieldProblem =>
  invalidTimes(
    `第 ${ranges(weeks)} 周不在学期内（共 ${lastWeek} 周）`,
    `Week ${ranges(weeks)} is outside the ${lastWeek} weeks of the semester`,
  );

const leftOut = (surplus: readonly number[], times: readonly Time[], lastWeek: number): Text => {
  const kept = ranges(times.flatMap(({ weeks }) => weeks));
  return {
    zh: `学期共 ${lastWeek} 周，已去掉第 ${ranges(surplus)} 周，安排在第 ${kept} 周`,
    en: `The semester has ${lastWeek} weeks, so week ${ranges(surplus)} is left out: held in week ${kept}.`,
  };
};
