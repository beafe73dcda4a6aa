import type { Asked, Named, Situation } from '@class-scheduling/assistant-language';
import { z } from 'zod';
import { Student } from '../../entities/people.js';
import { Campus } from '../../entities/places.js';
import { BellSeason, CalendarDay } from '../../entities/scheduling/calendar.js';
import { BellSchedule, Semester } from '../../entities/scheduling/semesters.js';
import type { Context } from '../../data/context.js';
import { partsOf } from '../scheduling/semester/periods.js';
import { dateIn } from '../../schema/clock.js';
import { KeptByScope } from '../../data/kept/kept-by-scope.js';
import { namesFor } from './names.js';
import { count, id as record, list, text } from './tool-answers.js';
import { identifier, operationOf } from './typed-query.js';

/** Clock times at which the periods of a day begin, where the institution does not tell them. */
const periodStarts = [
  ...['08:00', '08:55', '10:00', '10:55', '14:00', '14:55'],
  ...['16:00', '16:55', '19:00', '19:55', '20:50', '21:45'],
];

const facts = z.object({
  semester: record.extend({
    ...{ startDate: text, weekCount: count, daysPerWeek: count, periodsPerDay: count },
    ...{
      schedulingDays: list(count),
      calendarDays: list(z.object({ date: text, follows: text.nullable() })),
      periodTimes: list(z.object({ period: count, start: text, end: text })),
    },
  }),
  bellSchedule: z.object({ longBreaks: list(count) }),
});
const date = z.iso.date().meta({ title: 'Date' });
const periodTimes = '(date: $date)';
const ofCurrent = operationOf(z.object({ date }), facts, { semester: ': currentSemester', periodTimes });
const ofNamed = operationOf(z.object({ id: identifier, date }), facts, {
  semester: '(id: $id)',
  periodTimes,
});

/** Semesters that a process keeps ready, each as it is on a day. */
const keptMax = 8;
/** What everybody reads alike, of everything by which that changes. */
const kept = new KeptByScope<z.infer<typeof facts>>(
  [Semester, BellSchedule, BellSeason, CalendarDay, Campus],
  keptMax,
);

/**
 * What interpreters may know when they read a text of the caller, whose scope bounds it.
 * @param id the semester that it is about; the current one where it is left out
 * @throws OPERATION_INVALID when there is no current semester
 */
export async function situationOf(ctx: Context, asked: Asked | null = null, id?: string): Promise<Situation> {
  const { viewer, rows, app } = ctx;
  const today = dateIn(app.config.TIME_ZONE);
  const { semester, bellSchedule } = await kept.of(ctx, `${viewer?.role} ${id} ${today}`, (anew) =>
    app.operations.run(anew, id === undefined ? ofCurrent : ofNamed, { id, date: today }),
  );
  const timeOf = new Map(semester.periodTimes.map((each) => [each.period, each]));
  const periods = Array.from({ length: semester.periodsPerDay }, (_, at) => at + 1);
  const student = viewer?.studentId ? await rows.one(Student, viewer.studentId) : null;
  const names = await namesFor(ctx, semester.id);
  const owner = viewer?.teacherId ?? student?.administrativeClass;
  const department = names.find(({ id: each }) => each === owner)?.department;
  return {
    names,
    departments: departmentsOf(names, department ? [department] : (viewer?.departmentIds ?? [])),
    self: {
      teacher: viewer?.teacherId ?? null,
      student: student?.id ?? null,
      administrativeClass: student?.administrativeClass ?? null,
    },
    semester: {
      startDate: semester.startDate,
      weeks: semester.weekCount,
      days: semester.daysPerWeek,
      schedulingDays: semester.schedulingDays.filter((day) => day <= semester.daysPerWeek),
      rules: semester.calendarDays,
    },
    periods: {
      ...partsOf(semester.periodsPerDay, bellSchedule.longBreaks),
      starts: periods.map((period) => timeOf.get(period)?.start ?? periodStarts[period - 1] ?? ''),
      ends: periods.map((period) => timeOf.get(period)?.end ?? ''),
    },
    today,
    asked,
  };
}

/** The departments of a caller, of several granted ones those below none of them; and their colleges. */
function departmentsOf(names: readonly Named[], ids: readonly string[]): Situation['departments'] {
  const parents = new Map(
    names.flatMap(({ id, kind, department }) => (kind === 'department' ? [[id, department]] : [])),
  );
  const nearest = ids.filter((id) => !ids.includes(parents.get(id) ?? ''));
  const rootOf = (id: string): string => (parents.get(id) ? rootOf(parents.get(id)!) : id);
  return { nearest, colleges: [...new Set(nearest.map(rootOf))] };
}
