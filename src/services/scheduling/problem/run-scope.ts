import type { SchedulingOptions } from './options.js';
import type { RunValues } from './problem.queries.js';

/** What a run for departments places in the published timetable. An empty list means everything. */
export interface RunScope {
  /** A department and all below it. */
  readonly departments: readonly string[];
  readonly courses: readonly string[];
  readonly teachingClasses: readonly string[];
}

/** The scope of a run with these options; tasks from before they named teaching classes have all. */
export const scopeOf = (
  departments: readonly string[],
  { courses = [], teachingClasses = [] }: SchedulingOptions,
): RunScope => ({ departments, courses, teachingClasses });

/** Whether a run places the meetings of a teaching class. */
export const isInScope = (
  { departments, courses, teachingClasses }: RunScope,
  { id, department, course }: { readonly id: string; readonly department: string; readonly course: string },
): boolean => isAmong(departments, department) && isAmong(courses, course) && isAmong(teachingClasses, id);

const isAmong = (list: readonly string[], value: string): boolean =>
  list.length === 0 || list.includes(value);

export const runValues = ({ departments, courses, teachingClasses }: RunScope): RunValues => [
  departments,
  courses,
  teachingClasses,
];
