import { dateAt, plannedDayOf, type PlannedDay } from './weeks.js';

/**
 * From the plan of a semester to dates and back: the only place that knows on which date a planned day is
 * taught, and at what time of the day a period begins.
 */

/** A date on which its own plan is not taught: nothing is, or the plan of another date. */
export interface DateRule {
  readonly date: string;
  /** The date whose plan is taught instead; none: nothing is taught. */
  readonly follows: string | null;
}

/** First and last day of a semester. */
export interface Term {
  readonly startDate: string;
  readonly endDate: string;
}

/** Which planned day is taught on which date: a one-to-one map, in which either may be left over. */
export interface SemesterDates {
  /** The date on which a planned day is taught; null if it falls out. */
  dateOf(planned: PlannedDay): string | null;
  /** The planned day that is taught on a date; null if nothing is. */
  plannedOn(date: string): PlannedDay | null;
}

/** The dates of a semester by its rules, which `problemWithRules` has let pass. */
export function datesOf({ startDate, endDate }: Term, rules: readonly DateRule[]): SemesterDates {
  const ruleOn = new Map(rules.map((rule) => [rule.date, rule]));
  const makeUpOf = new Map(rules.flatMap(({ date, follows }) => (follows ? [[follows, date]] : [])));
  const isWithin = (date: string): boolean => startDate <= date && date <= endDate;
  return {
    dateOf(planned) {
      const own = dateAt(startDate, planned);
      return makeUpOf.get(own) ?? (isWithin(own) && !ruleOn.has(own) ? own : null);
    },
    plannedOn(date) {
      if (!isWithin(date)) return null;
      const rule = ruleOn.get(date);
      const planned = rule ? rule.follows : date;
      return planned === null ? null : plannedDayOf(startDate, planned);
    },
  };
}

/** A planned day that is taught on another date than before; null where it falls out. */
export interface Shift extends PlannedDay {
  readonly from: string | null;
  readonly to: string | null;
}

/** The planned days that other rules put on other dates. */
export function shiftsBetween(term: Term, before: readonly DateRule[], after: readonly DateRule[]): Shift[] {
  const [was, is] = [datesOf(term, before), datesOf(term, after)];
  const named = [...before, ...after].flatMap(({ date, follows }) => (follows ? [date, follows] : [date]));
  return [...new Set(named)]
    .map((date) => plannedDayOf(term.startDate, date))
    .map((planned) => ({ ...planned, from: was.dateOf(planned), to: is.dateOf(planned) }))
    .filter(({ from, to }) => from !== to);
}

/** Beginning and end of something on a date, as clocks of the institution show them. */
interface ClockSpan {
  readonly start: string;
  readonly end: string;
}

/** From which day of the year on the periods have which times, at one campus or at all that say nothing. */
export interface Season {
  readonly campus: string | null;
  /** Month and day, `MM-DD`: until the next one of the same campus. */
  readonly startsOn: string;
  /** Times of the periods in order, `HH:MM-HH:MM`. */
  readonly times: readonly string[];
}

/** The season of a campus on a date or on a day of the year; null where nobody said anything. */
export function seasonOf(seasons: readonly Season[], campus: string | null, date: string): Season | null {
  const of = (owner: string | null): Season[] => seasons.filter((each) => each.campus === owner);
  const own = of(campus);
  const inOrder = (own.length > 0 ? own : of(null)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const day = date.slice(-5);
  return inOrder.findLast(({ startsOn }) => startsOn <= day) ?? inOrder.at(-1) ?? null;
}

/** When periods of a date begin and end; null where the season has no times for them. */
function clockSpanOf(season: Season | null, first: number, last: number): ClockSpan | null {
  const [from, to] = [first, last].map((period) => season?.times[period - 1]?.split('-'));
  return from && to ? { start: from[0], end: to[1] } : null;
}

/** A meeting in one week, as far as dates need it. */
export interface PlannedMeeting {
  readonly campusId: string;
  readonly week: number;
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** A date, and the time of the day where it is known. */
export interface DateAndClock {
  readonly date: string;
  readonly at: ClockSpan | null;
}

/** On which date and at what time of the day a meeting of a week is held; null if it falls out. */
export function dateAndClockOf(
  { campusId, week, dayOfWeek: day, periodStart, periodEnd }: PlannedMeeting,
  dates: SemesterDates,
  seasons: readonly Season[],
): DateAndClock | null {
  const date = dates.dateOf({ week, day });
  if (date === null) return null;
  return { date, at: clockSpanOf(seasonOf(seasons, campusId, date), periodStart, periodEnd) };
}

/** Tells which instant a time of a date is in a zone. */
export function instantsIn(timeZone: string): (date: string, time: string) => Date {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (instant: number): number =>
    Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant;
  return (date, time) => {
    const civil = Date.parse(`${date}T${time}:00Z`);
    // The offset is read twice: near a change of the clock the first reading may be of the other side.
    return new Date(civil - offsetAt(civil - offsetAt(civil)));
  };
}
