import type { Text } from '../../../schema/texts.js';
import { dateAt, dayOf, later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { minutesOf } from '../planner/free.js';
import { parityOf } from '../planner/timetables.js';
import type { Planning } from '../planner/planning.js';
import { words, type Of, type Step } from '../planner/step.js';
import { holiday, isHoliday, partOf, weekAndDayOf } from '../planner/times.js';
import { dateNamed, dayName, headed, inParts, lined, listOf, partNames } from '../planner/words.js';
import { periodsAt, plain, say } from '../planner/words.js';

/** The calendar of the semester, and the clock of a day. */

/** Days for which holidays and made-up days are told. */
const daysAhead = 28;

/** In which week of the semester a day or a week lies, until when it lasts, and what is otherwise near it. */
export function shownWeek({ situation }: Planning, { at }: Of<'showWeek'>): Step {
  const { weeks: count, startDate } = situation.semester;
  const [week] = at?.weeks ?? [];
  const date = week === undefined ? (at?.date ?? situation.today) : dateAt(startDate, { week, day: 1 });
  const end = dateNamed(dateAt(startDate, { week: count, day: 7 }));
  const found = weekAndDayOf(situation, date);
  const next = parityOf((week ?? found?.week ?? 0) + 1);
  const semester = say(
    `下一周是${next.zh}（周次为${next.zh[0]}数）。学期从 ${startDate} 开始，到 ${end.zh}结束。`,
    `The week after is an ${next.en} one, by its number. The semester is from ${startDate} to ${end.en}.`,
  );
  const [day, planned] = [dayName(dayOf(date)), found && dayName(found.day)];
  const isMadeUp = found && dayOf(date) !== found.day;
  const [ofZh, ofEn] = isMadeUp ? [`补${planned!.zh}的课，`, `, for ${planned!.en},`] : ['', ''];
  const last = dateAt(startDate, { week: week ?? 1, day: 7 });
  const head =
    week !== undefined
      ? say(
          `第 ${week} 周（${parityOf(week).zh}）是 ${date} 至 ${last}。`,
          `Week ${week}, an ${parityOf(week).en} one, is from ${date} to ${last}.`,
        )
      : isHoliday(situation, date)
        ? holiday(date)
        : found
          ? say(
              `${date}（${day.zh}）${ofZh}是第 ${found.week} 周（${parityOf(found.week).zh}），本学期共 ${count} 周。`,
              `${date}, a ${day.en}${ofEn || ','} is in week ${found.week} of ${count}, ` +
                `an ${parityOf(found.week).en} one.`,
            )
          : say(
              `${date}不在本学期的 ${count} 周之内。`,
              `${date} is in none of the ${count} weeks of the semester.`,
            );
  return words(lined([head, semester, ...exceptions({ situation }, date)]));
}

/** Holidays, and dates on which another day is taught, of the week of a date and the weeks after it. */
function exceptions({ situation }: Pick<Planning, 'situation'>, date: string): Text[] {
  const { startDate, rules = [] } = situation.semester;
  const from = dateAt(startDate, { week: plannedDayOf(startDate, date).week, day: 1 });
  const near = rules
    .filter((rule) => rule.date >= from && rule.date <= later(from, daysAhead))
    .toSorted((a, b) => a.date.localeCompare(b.date));
  const texts = near.map(({ date: first, follows }) => {
    const [{ zh, en }, as] = [dateNamed(first), follows && dateNamed(follows)];
    return as ? say(`${zh}上${as.zh}的课`, `${en} is taught as ${as.en}`) : say(`${zh}放假`, `${en} off`);
  });
  if (texts.length === 0)
    return [say('那一周和之后三周没有放假或调休。', 'No holiday in that week and the three after it.')];
  const { zh, en } = listOf(texts);
  return [say(`放假和调休：${zh}。`, `Holidays: ${en}.`)];
}

/** When periods begin and end by the clock: first of those that are told, then of the parts of the day. */
export function shownPeriods({ situation }: Planning, { at = {} }: Of<'showPeriods'>): Step {
  const { starts, ends = [] } = situation.periods;
  if (!starts.some((start, period) => start && ends[period]))
    return words(say('没有登记作息时间。', 'The times of periods are not told.'));
  const clock = (period: number): string => `${starts[period - 1] || '?'}-${ends[period - 1] || '?'}`;
  const { start = 0, end = start } = at.periods ?? {};
  const told = headed(periodsAt(start, end), plain(`${starts[start - 1] ?? '?'}-${ends[end - 1] ?? '?'}`));
  const long = minutesOf(ends[0]) - minutesOf(starts[0]);
  const ofParts = (['MORNING', 'AFTERNOON', 'EVENING'] as const).filter(
    (part) => !at.part || part === at.part,
  );
  const lines = ofParts.flatMap((part) => {
    const [first, last] = partOf(situation, part);
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    if (all.length === 0) return [];
    const clocks = all.map((period) => say(`第${period}节 ${clock(period)}`, `${period}. ${clock(period)}`));
    return [headed(partNames[part], inParts(clocks))];
  });
  const lasting = say(`一节课 ${long} 分钟。`, `A period lasts ${long} minutes.`);
  return words(lined([...(start ? [told] : []), ...lines, lasting]));
}
