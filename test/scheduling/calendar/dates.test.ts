import fc from 'fast-check';
import ICAL from 'ical.js';
import {
  dateAndClockOf,
  datesOf,
  instantsIn,
  seasonOf,
  type DateRule,
} from '../../../src/services/scheduling/semester/dates.js';
import { problemWithRules } from '../../../src/services/scheduling/semester/date-rules.js';
import { later, weekCountOf } from '../../../src/services/scheduling/semester/weeks.js';

const day = fc.integer({ min: 0, max: 800 }).map((days) => later('2025-08-01', days));
const term = fc
  .tuple(day, fc.integer({ min: 0, max: 200 }))
  .map(([startDate, days]) => ({ startDate, endDate: later(startDate, days) }));

/** A term with rules that may stand together: holidays, and dates that make up for some of them. */
const ruledTerm = term.chain((each) => {
  const within = allDates(each.startDate, each.endDate);
  return fc
    .tuple(
      fc.shuffledSubarray(within, { maxLength: Math.min(20, within.length) }),
      fc.integer({ min: 0, max: 20 }),
    )
    .map(([dates, made]) => {
      const half = Math.ceil(dates.length / 2);
      const follows = (at: number): string | null =>
        at >= half && at - half < made ? dates[at - half] : null;
      return { ...each, rules: dates.map((date, at): DateRule => ({ date, follows: follows(at) })) };
    });
});

function allDates(from: string, to: string): string[] {
  const dates = [];
  for (let date = from; date <= to; date = later(date, 1)) dates.push(date);
  return dates;
}

/** The dates of one day of the week by the recurrences of RFC 5545, as ical.js reads them. */
function recurring(startDate: string, endDate: string, weekday: number): string[] {
  const rule = ICAL.Recur.fromString(`FREQ=WEEKLY;BYDAY=${'MO TU WE TH FR SA SU'.split(' ')[weekday - 1]}`);
  const dates = [];
  // From before the term, so that its weeks are counted from a Monday without our help.
  const iterator = rule.iterator(ICAL.Time.fromDateString(startDate));
  for (let next = iterator.next(); next && next.toString() <= endDate; next = iterator.next())
    dates.push(next.toString());
  return dates;
}

test('dates of odd and even weeks are those of weekly recurrences, with holidays and days made up', () => {
  fc.assert(
    fc.property(
      ruledTerm,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 2 }),
      (each, weekday, parity) => {
        const { startDate, endDate, rules } = each;
        expect(problemWithRules(each, rules)).toBeNull();
        const dates = datesOf(each, rules);
        const weeks = Array.from({ length: weekCountOf(each) }, (_, at) => at + 1);
        const taught = weeks.filter((week) => parity === 2 || week % 2 === parity);
        const held = taught.flatMap((week) => dates.dateOf({ week, day: weekday }) ?? []);

        const monday = recurring(later(startDate, -6), startDate, 1).at(-1)!;
        const weekOf = (date: string): number => recurring(monday, date, 1).length;
        const wanted = recurring(startDate, endDate, weekday)
          .filter((date) => parity === 2 || weekOf(date) % 2 === parity)
          .flatMap((date) => {
            const made = rules.find(({ follows }) => follows === date);
            return made ? [made.date] : rules.some((rule) => rule.date === date) ? [] : [date];
          });
        expect(held).toEqual(wanted);
      },
    ),
    { numRuns: 200 },
  );
});

test('what is planned for a date and back: one to one, whatever the rules', () => {
  fc.assert(
    fc.property(ruledTerm, (each) => {
      const { startDate, endDate, rules } = each;
      const dates = datesOf(each, rules);
      const planned = allDates(startDate, endDate).flatMap((date) => {
        const found = dates.plannedOn(date);
        if (found) expect(dates.dateOf(found)).toBe(date);
        return found ? [`${found.week}/${found.day}`] : [];
      });
      expect(new Set(planned).size).toBe(planned.length);
      expect(dates.plannedOn(later(startDate, -1))).toBeNull();
      expect(dates.plannedOn(later(endDate, 1))).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('weakness 13: a semester that starts on a Wednesday, whose week 1 may be made up for', () => {
  const semester = { startDate: '2026-09-02', endDate: '2026-09-20' };
  const dates = datesOf(semester, [{ date: '2026-09-05', follows: '2026-08-31' }]);
  expect([1, 2, 3, 7].map((day) => dates.dateOf({ week: 1, day }))).toEqual([
    '2026-09-05',
    null,
    '2026-09-02',
    '2026-09-06',
  ]);
  expect(dates.dateOf({ week: 1, day: 6 })).toBeNull();
  expect(dates.plannedOn('2026-09-05')).toEqual({ week: 1, day: 1 });
  expect(dates.dateOf({ week: 2, day: 1 })).toBe('2026-09-07');
  expect(dates.dateOf({ week: 3, day: 7 })).toBe('2026-09-20');
  expect(dates.dateOf({ week: 4, day: 1 })).toBeNull();
});

test('exchanged dates follow each other; what would be taught twice or never is refused', () => {
  const semester = { startDate: '2026-09-07', endDate: '2026-12-27' };
  const told = (...rules: [string, string?][]): string | undefined =>
    problemWithRules(
      semester,
      rules.map(([date, follows]) => ({ date, follows: follows ?? null })),
    )?.en;
  expect(told(['2026-10-08', '2026-10-09'], ['2026-10-09', '2026-10-08'])).toBeUndefined();
  expect(told(['2026-12-28'])).toContain('2026-12-28 is not within 2026-09-07 to 2026-12-27');
  expect(told(['2026-10-10', '2026-10-07'])).toContain('2026-10-07, on which its own plan is taught');
  expect(told(['2026-10-10', '2026-10-10'])).toContain('2026-10-10, on which its own plan is taught');
  expect(told(['2026-10-10', '2026-08-31'])).toContain('is in none of the 16 weeks');
  expect(told(['2026-10-07'], ['2026-10-10', '2026-10-07'], ['2026-10-11', '2026-10-07'])).toContain(
    '2026-10-11 and 2026-10-10 both make up for 2026-10-07',
  );
});

test('times are those of the campus and the season, and instants those of the zone', () => {
  const season = (campus: string | null, startsOn: string, first: string) => ({
    ...{ campus, startsOn, times: [`${first}:00-${first}:45`, `${first}:50-${first}:59`] },
  });
  const seasons = [
    season(null, '01-01', '08'),
    season('north', '05-01', '07'),
    season('north', '10-01', '09'),
  ];
  const firstAt = (campus: string, date: string): string | undefined =>
    seasonOf(seasons, campus, date)?.times[0].slice(0, 2);
  expect(
    ['2026-04-30', '2026-05-01', '2026-09-30', '2026-10-01'].map((date) => firstAt('north', date)),
  ).toEqual(['09', '07', '07', '09']);
  expect(firstAt('south', '2026-06-01')).toBe('08');
  const meeting = { campusId: 'north', week: 1, dayOfWeek: 1, periodStart: 1, periodEnd: 2 };
  const dates = datesOf({ startDate: '2026-09-07', endDate: '2026-12-27' }, []);
  expect(dateAndClockOf(meeting, dates, seasons)).toEqual({
    ...{ date: '2026-09-07', at: { start: '07:00', end: '07:59' } },
  });
  expect(dateAndClockOf({ ...meeting, periodEnd: 3 }, dates, seasons)?.at).toBeNull();

  expect(instantsIn('Asia/Shanghai')('2026-09-07', '08:00').toISOString()).toBe('2026-09-07T00:00:00.000Z');
  const newYork = instantsIn('America/New_York');
  expect(newYork('2026-03-07', '08:00').toISOString()).toBe('2026-03-07T13:00:00.000Z');
  expect(newYork('2026-03-08', '08:00').toISOString()).toBe('2026-03-08T12:00:00.000Z');
});
