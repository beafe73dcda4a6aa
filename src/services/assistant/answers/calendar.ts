import type { Situation } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { dateAt, dayOf, later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { parityOf } from '../planner/timetables.js';
import type { Planning } from '../planner/planning.js';
import { words, type Of, type Step } from '../planner/step.js';
import { holiday, isHoliday, weekAndDayOf } from '../planner/times.js';
import {
  dateNamed,
  dayName,
  headed,
  inParts,
  lined,
  listOf,
  periodsAt,
  plain,
  say,
} from '../planner/words.js';

/** The calendar of the semester, and the clock of a day. */

/**
 * In which week of the semester a day or a week lies, whether it is an odd one and what that is, how much of
 * the semester is left, and what the calendar has in it.
 */
export function shownWeek({ situation }: Planning, { at, isEnd }: Of<'showWeek'>): Step {
  const { today, semester } = situation;
  const { weeks: count, startDate } = semester;
  const now = plannedDayOf(startDate, today).week;
  const [asked] = at?.weeks ?? [];
  const date = asked === undefined ? (at?.date ?? today) : dateAt(startDate, { week: asked, day: 1 });
  const isNow = date === today || asked === now;
  const left = Math.max(count - Math.max(now, 0), 0);
  const last = dateNamed(dateAt(startDate, { week: count, day: 7 }));
  const span = say(
    `学期从 ${startDate} 到 ${last.zh}，本周之后还剩 ${left} 个教学周。`,
    `The semester is from ${startDate} to ${last.en}: ${left} teaching weeks after this one.`,
  );
  const day = asked === undefined ? dayLine(situation, date) : weekLine(situation, asked);
  const off = exceptions(situation, date < today ? date : today);
  if (isEnd) return words(lined([span, day, off]));
  return words(
    lined([day, isNow ? weekLine(situation, now + 1) : dayLine(situation, today), parities, span, off]),
  );
}

const parities = say(
  '单周是第 1、3、5…周，双周是第 2、4、6…周：只写单周（双周）的课隔周上一次。',
  'Odd weeks (单周) are 1, 3, 5 …, even weeks (双周) 2, 4, 6 …: a lesson of one is held every other week.',
);

/** A week, from its Monday to its Sunday. */
function weekLine({ semester: { startDate, weeks } }: Situation, week: number): Text {
  const [from, to] = [1, 7].map((day) => dateAt(startDate, { week, day }));
  return week >= 1 && week <= weeks
    ? say(
        `第 ${week} 周（${parityOf(week).zh}）是 ${from} 至 ${to}。`,
        `Week ${week}, an ${parityOf(week).en} one, is from ${from} to ${to}.`,
      )
    : say(`${from} 至 ${to} 不在教学周之内。`, `${from} to ${to} is no teaching week.`);
}

/** The week of a date, and what is taught on it where that is another day's. */
function dayLine(situation: Situation, date: string): Text {
  const { weeks } = situation.semester;
  if (isHoliday(situation, date)) return holiday(date);
  const [{ zh, en }, found] = [dateNamed(date), weekAndDayOf(situation, date)];
  if (!found)
    return say(
      `${date}不在本学期的 ${weeks} 周之内。`,
      `${date} is in none of the ${weeks} weeks of the semester.`,
    );
  const [dayZh, dayEn] =
    dayOf(date) === found.day
      ? ['', '']
      : [`补${dayName(found.day).zh}的课，`, `, for ${dayName(found.day).en},`];
  const { zh: oddZh, en: oddEn } = parityOf(found.week);
  return say(
    `${zh}${dayZh}是第 ${found.week} 周（${oddZh}），本学期共 ${weeks} 周。`,
    `${en}${dayEn} is in week ${found.week} of ${weeks}, an ${oddEn} one.`,
  );
}

/** Holidays, and dates on which another day is taught, from a date to the end of the semester. */
function exceptions({ semester: { rules = [] } }: Situation, from: string): Text {
  const near = rules.filter(({ date }) => date >= from).toSorted((a, b) => a.date.localeCompare(b.date));
  const isFree = new Set(near.flatMap(({ date: free, follows }) => (follows ? [] : [free])));
  const texts = near.flatMap(({ date: first, follows }): Text[] => {
    const { zh, en } = dateNamed(first);
    if (follows)
      return [say(`${zh}上${dateNamed(follows).zh}的课`, `${en} is taught as ${dateNamed(follows).en}`)];
    if (isFree.has(later(first, -1))) return [];
    let last = first;
    while (isFree.has(later(last, 1))) last = later(last, 1);
    const [untilZh, untilEn] =
      last === first ? ['', ''] : [` 至 ${dateNamed(last).zh}`, ` to ${dateNamed(last).en}`];
    return [say(`${zh}${untilZh}放假`, `${en}${untilEn} off`)];
  });
  const { zh, en } = listOf(texts);
  return texts.length > 0
    ? say(`放假和调休：${zh}。`, `Holidays: ${en}.`)
    : say(
        '校历里从那时到学期末没有登记放假或调休；法定节假日以学校通知为准。',
        'No holiday is in the calendar from then to the end of the semester; wait for the public ones.',
      );
}

/** When periods begin and end by the clock: first those that are told, then each. */
export function shownPeriods({ situation }: Planning, { at = {} }: Of<'showPeriods'>): Step {
  const { starts, ends = [] } = situation.periods;
  const clock = (first: number, last = first): string =>
    `${starts[first - 1] || '?'}-${ends[last - 1] || '?'}`;
  const { start, end = start } = at.periods ?? {};
  const told = start ? [headed(periodsAt(start, end!), plain(clock(start, end)))] : [];
  const each = starts.map((_, index) =>
    say(`第${index + 1}节 ${clock(index + 1)}`, `${index + 1}. ${clock(index + 1)}`),
  );
  return words(lined([...told, inParts(each)]));
}
