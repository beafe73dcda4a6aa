import chineseDays from 'chinese-days';
import { administrators, authorize, declareRights } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { CalendarDay, type CalendarDayInput } from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { CalendarDayKind } from '../../../schema/timetables.js';
import { problemWithRules } from '../semester/date-rules.js';
import type { Term } from '../semester/dates.js';
import { later } from '../semester/weeks.js';

declareRights({ proposedCalendarDays: administrators });

/**
 * The holidays and working weekends of mainland China in a semester, as far as they are decreed, for dates
 * that have no rule yet.
 */
export async function proposedCalendarDays(ctx: Context, semesterId: string): Promise<CalendarDayInput[]> {
  authorize(ctx, 'proposedCalendarDays');
  const semester = await readOne(ctx, Semester, semesterId);
  const stored = await ctx.rows.many(CalendarDay, 'semester', semesterId);
  const kept = stored.map(({ date, follows }) => ({ date, follows }));
  const proposed: CalendarDayInput[] = [];
  for (const day of holidaysIn(semester)) {
    if (kept.some(({ date }) => date === day.date)) continue;
    const rule = { date: day.date, follows: day.follows ?? null };
    // A working weekend is left out if the day it replaces is no holiday here, or is made up for already.
    if (problemWithRules(semester, [...kept, rule])) continue;
    kept.push(rule);
    proposed.push(day);
  }
  return proposed.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Days around a semester in which a holiday of it may begin or end, and days within one holiday. */
const marginDays = 30;

interface DecreedDay {
  readonly date: string;
  readonly name: string;
  readonly isWorked: boolean;
}

/** All holidays first, then the working weekends: each for a weekday that was exchanged for it, in order. */
function holidaysIn({ startDate, endDate }: Term): CalendarDayInput[] {
  const holidays: DecreedDay[][] = [];
  for (let date = later(startDate, -marginDays); date <= later(endDate, marginDays); date = later(date, 1)) {
    const { name: names, work: isWorked } = chineseDays.getDayDetail(date);
    // `National Day,国庆节,3` by decree, and the name of the weekday on any other date.
    const [, name] = names.split(',');
    if (name === undefined) continue;
    const known = holidays.findLast(([first]) => first.name === name);
    // The same one of another year is a holiday of its own.
    const isSame = known && date <= later(known.at(-1)!.date, marginDays);
    if (isSame) known.push({ date, name, isWorked });
    else holidays.push([{ date, name, isWorked }]);
  }
  const off = holidays.flat().filter(({ isWorked }) => !isWorked);
  const worked = holidays.flatMap((days) => {
    const exchanged = days.filter(({ date }) => chineseDays.isInLieu(date));
    const weekends = days.filter(({ isWorked }) => isWorked).slice(0, exchanged.length);
    return weekends.map(({ date, name }, at) => ({ date, name, follows: exchanged[at].date }));
  });
  return [
    ...off.map(({ date, name }) => ({ date, name, kind: CalendarDayKind.HOLIDAY, follows: null })),
    ...worked.map((day) => ({ ...day, kind: CalendarDayKind.MAKE_UP })),
  ];
}
