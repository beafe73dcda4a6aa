import type { Teacher } from '../model.js';
import type { Rule } from './rule.js';
import { daysOfTimetable, type Placed } from './view.js';
import { ranges } from './words.js';

/** No teacher has more periods in a week than allowed; the penalty is the number of excess periods. */
export const weeklyLoad: Rule = {
  id: 'weekly-load',
  level: 'hard',
  weight: 5,
  meaning: {
    zh: '教师每周的课时不得超过上限',
    en: 'No teacher has more periods in a week than allowed.',
  },
  *judge({ byTeacher }) {
    for (const [teacher, placed] of byTeacher) {
      for (const { periods, weeks, above } of overloads(teacher, placed)) {
        const inWeeks = ranges(weeks);
        const meets = ({ time }: Placed) => weeks.some((week) => time.weeks[week - 1] === '1');
        yield {
          penalty: above * weeks.length,
          meetings: placed.filter(meets).map((p) => p.meeting.id),
          owner: { kind: 'teacher', id: teacher.id },
          sentence: {
            zh: `“${teacher.name}”在第${inWeeks}周每周有${periods}节课，上限为${teacher.weeklyPeriods}节。`,
            en:
              `${teacher.name} has ${periods} periods in weeks ${inWeeks}; at most ` +
              `${teacher.weeklyPeriods} are allowed.`,
          },
        };
      }
    }
  },
};

interface Overload {
  readonly periods: number;
  /** From 1. */
  readonly weeks: readonly number[];
  readonly above: number;
}

/** The weeks with too many periods, those with equally many together. */
function overloads({ weeklyPeriods = Infinity }: Teacher, placed: readonly Placed[]): Overload[] {
  const inWeek = new Map<number, number>();
  for (const { weeks, periods } of daysOfTimetable(placed))
    for (const week of weeks) inWeek.set(week, (inWeek.get(week) ?? 0) + periods.length);
  const weeksWith = new Map<number, number[]>();
  for (const [week, periods] of inWeek)
    if (periods > weeklyPeriods) weeksWith.set(periods, [...(weeksWith.get(periods) ?? []), week]);
  return [...weeksWith].map(([periods, weeks]) => ({
    periods,
    weeks: weeks.sort((a, b) => a - b),
    above: periods - weeklyPeriods,
  }));
}
