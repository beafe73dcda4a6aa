import type { SchedulingOptions } from './options.js';

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

/** The same of the teaching class `t`, with the values $2 to $4. */
export const isOfRun = `(${[
  ['$2', 't.department_id'],
  ['$3', 't.course_id'],
  ['$4', 't.id'],
]
  .map(([list, value]) => `(cardinality(${list}::uuid[]) = 0 or ${value} = any(${list}))`)
  .join(' and ')})`;

/** The values $2 to $4: departments, courses and teaching classes. */
export type RunValues = [
  departments: readonly string[],
  courses: readonly string[],
  classes: readonly string[],
];

export const runValues = ({ departments, courses, teachingClasses }: RunScope): RunValues => [
  departments,
  courses,
  teachingClasses,
];
