import type { TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { later, mondayOf } from './calendar.js';

/** Another day keeps the periods that were said, another period the day. */
export const overTime = (
  before: TimeWish | undefined,
  { days, date, weeks, periods, part }: TimeWish,
): TimeWish => {
  const { days: _, date: __, until: ___, weeks: weeksBefore, ...others } = before ?? {};
  const rest = { ...others, ...(weeksBefore && !date && { weeks: weeksBefore }) };
  // 还有几节, and next week: not of the days that were left of this one.
  const kept = days || date || (weeks && before?.until) ? rest : (before ?? {});
  const { periods: ____, part: _____, ...dayOnly } = kept;
  return {
    ...(periods || part ? dayOnly : kept),
    ...(days && { days }),
    ...(date && { date }),
    ...(weeks && { weeks }),
    ...(periods && { periods }),
    ...(part && { part }),
  };
};

/** The same of what is asked: and Monday is the one that comes, where that of the week before is over. */
export function overDay(before: TimeWish | undefined, asked: TimeWish, situation: Situation): TimeWish {
  const { days: [day] = [], weeks: [then] = [], ...others } = before ?? {};
  const near = [0, 1].map((count) => later(situation.today, count));
  // 今天还有课吗, 明天呢, and then 下周呢: of all that week.
  const isNear = day && then && near.includes(later(mondayOf(then, situation), day - 1));
  if (isNear && Object.keys(others).length === 0 && asked.weeks && !asked.days) return asked;
  const made = overTime(before, asked);
  const [week, ...more] = made.weeks ?? [];
  const isOver =
    asked.days && !asked.weeks && !asked.date && week !== undefined && more.length === 0
      ? asked.days.every((day) => later(mondayOf(week, situation), day - 1) < situation.today)
      : false;
  return isOver && week < situation.semester.weeks ? { ...made, weeks: [week + 1] } : made;
}
