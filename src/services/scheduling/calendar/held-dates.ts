import type { Context } from '../../../data/context.js';
import { loaderOf } from '../../../data/loaders.js';
import { readOne } from '../../../data/lists/reading.js';
import {
  BellSeason,
  CalendarDay,
  type MeetingDate,
  type PeriodTime,
} from '../../../entities/scheduling/calendar.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import type { Row } from '../../../schema/rows.js';
import {
  dateAndClockOf,
  datesOf,
  instantsIn,
  seasonOf,
  type DateAndClock,
  type PlannedMeeting,
  type Season,
  type SemesterDates,
} from '../semester/dates.js';

/** A meeting in one week of a semester. */
type StandingItem = PlannedMeeting & { readonly semesterId: string };

/** The date on which the meeting of a timetable stands in its week, and its times; null if it falls out. */
export async function dateAndClock(ctx: Context, item: StandingItem): Promise<DateAndClock | null> {
  const { dates, seasons } = await datesOfSemester(ctx, item.semesterId);
  return dateAndClockOf(item, dates, seasons);
}

/** When that is; null if it falls out. */
export async function meetingDateOf(ctx: Context, item: StandingItem): Promise<MeetingDate | null> {
  const found = await dateAndClock(ctx, item);
  if (found === null) return null;
  const timeZone = ctx.app.config.TIME_ZONE;
  const { date, at } = found;
  const [start, end] = at ? [at.start, at.end].map((time) => instantOf(timeZone)(date, time)) : [null, null];
  return { date, start, end, timeZone };
}

/** The times of the periods of a semester on a date. */
export async function periodTimesOn(
  ctx: Context,
  { id, periodsPerDay }: Row<Semester>,
  date: string,
  campus: string | null,
): Promise<PeriodTime[]> {
  const season = seasonOf((await datesOfSemester(ctx, id)).seasons, campus, date);
  return (season?.times.slice(0, periodsPerDay) ?? []).map((time, at) => {
    const [start, end] = time.split('-');
    return { period: at + 1, start, end };
  });
}

/** The rules of a semester in the order of their dates. */
export const calendarDaysOf = async (ctx: Context, semester: string): Promise<Row<CalendarDay>[]> =>
  (await ctx.rows.many(CalendarDay, 'semester', semester)).toSorted((a, b) => (a.date < b.date ? -1 : 1));

interface DatedSemester {
  readonly dates: SemesterDates;
  readonly seasons: readonly Season[];
}

/** The dates of a semester, worked out once for a call. */
export function datesOfSemester(ctx: Context, id: string): Promise<DatedSemester> {
  const read = async (ids: readonly string[]): Promise<Map<string, DatedSemester>> => {
    const seasons = await ctx.rows.find(BellSeason, {});
    const all = ids.map(async (each) => {
      const semester = await readOne(ctx, Semester, each);
      return [each, { seasons, dates: datesOf(semester, await calendarDaysOf(ctx, each)) }] as const;
    });
    return new Map(await Promise.all(all));
  };
  return loaderOf<DatedSemester | null>(ctx, 'dates of semesters', read, null).load(
    id,
  ) as Promise<DatedSemester>;
}

let zone: { readonly name: string; readonly instant: ReturnType<typeof instantsIn> } | null = null;

/** One for the zone of the institution: making one takes longer than using it. */
function instantOf(name: string): ReturnType<typeof instantsIn> {
  if (zone?.name !== name) zone = { name, instant: instantsIn(name) };
  return zone.instant;
}
