import { operation } from './operation.js';

/** A semester with the grid of its timetables. */
export interface Semester {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly weekCount: number;
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
      startDate
      endDate
      weekCount
      isCurrent
      periodsPerDay
      daysPerWeek
      schedulingDays
    }
  }
`);
