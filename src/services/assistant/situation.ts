import type { Asked, Situation } from '@class-scheduling/assistant-language';
import { Student } from '../../entities/people.js';
import type { Semester } from '../../entities/scheduling/semesters.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { calendarDaysOf } from '../scheduling/calendar/held-dates.js';
import { bellSchedule } from '../scheduling/semester/bell-schedule.js';
import { semesters } from '../scheduling/semester/semesters.js';
import { schedulingDaysOf, weekCountOf } from '../scheduling/semester/weeks.js';
import { namesFor } from './names.js';

/** Clock times at which the periods of a day begin. */
const periodStarts = [
  ...['08:00', '08:55', '10:00', '10:55', '14:00', '14:55'],
  ...['16:00', '16:55', '19:00', '19:55', '20:50', '21:45'],
];

/**
 * What interpreters may know when they read a text of the caller, whose scope bounds it.
 * @throws OPERATION_INVALID when there is no current semester
 */
export async function situationOf(ctx: Context, asked: Asked | null = null): Promise<Situation> {
  return situationIn(ctx, await semesters.current(ctx), asked);
}

/** The same in a semester of one's own choice. */
export async function situationIn(
  ctx: Context,
  semester: Row<Semester>,
  asked: Asked | null = null,
): Promise<Situation> {
  return { ...(await worldOf(ctx, semester)), today: todayIn(ctx.app.config.TIME_ZONE), asked };
}

async function worldOf(
  ctx: Context,
  semester: Row<Semester>,
): Promise<Pick<Situation, 'names' | 'self' | 'semester' | 'periods'>> {
  const { viewer, rows } = ctx;
  const student = viewer?.studentId ? await rows.one(Student, viewer.studentId) : null;
  return {
    names: await namesFor(ctx, semester.id),
    self: {
      teacher: viewer?.teacherId ?? null,
      student: student?.id ?? null,
      administrativeClass: student?.administrativeClass ?? null,
    },
    semester: {
      startDate: semester.startDate,
      weeks: weekCountOf(semester),
      days: semester.daysPerWeek,
      schedulingDays: schedulingDaysOf(semester),
      rules: await calendarDaysOf(ctx, semester.id),
    },
    periods: partsOf(semester.periodsPerDay, await bellSchedule.longBreaks(ctx)),
  };
}

/**
 * The parts of a day of so many periods, between its long breaks; one that a short day does not have is its
 * last period.
 */
export function partsOf(periods: number, breaks: readonly number[]): Situation['periods'] {
  const [noon = periods, dusk = periods] = breaks;
  const part = (first: number, last: number): [number, number] => {
    const from = Math.min(first, periods);
    return [from, Math.max(from, Math.min(last, periods))];
  };
  return {
    morning: part(1, noon),
    afternoon: part(noon + 1, dusk),
    evening: part(dusk + 1, periods),
    starts: periodStarts.slice(0, periods),
  };
}

/** The date in a time zone now, as `2026-10-14`. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
