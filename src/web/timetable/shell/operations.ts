import { operation } from './operation.js';

/** A semester with the grid of its timetables. */
export interface Semester {
  readonly id: string;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly periodsPerDay: number;
  readonly daysPerWeek: number;
  readonly schedulingDays: readonly number[];
}

/** The semesters, newest first. */
export const semesters = operation<{ semesters: readonly Semester[] }>(/* GraphQL */ `
  query Semesters {
    semesters: semesterOptions {
      id
      name
      isCurrent
      periodsPerDay
      daysPerWeek
      schedulingDays
    }
  }
`);
