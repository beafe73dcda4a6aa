/** What a run for departments places in the published timetable. */
export interface RunScope {
  /** A department and all below it. */
  readonly departments: readonly string[];
  readonly courses: readonly string[];
  /** Null: all of these courses, as tasks had it before they told. */
  readonly teachingClasses: readonly string[] | null;
}

/** Whether a run places the meetings of the teaching class `t`, with the values $2 to $4. */
export const isOfRun =
  '(t.department_id = any($2) and t.course_id = any($3) and ($4::uuid[] is null or t.id = any($4)))';

/** The values $2 to $4. */
export const runValues = ({ departments, courses, teachingClasses }: RunScope): unknown[] => [
  departments,
  courses,
  teachingClasses,
];
