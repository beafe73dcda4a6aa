import { operation } from '../shell/operation.js';

export interface Readiness {
  readonly isReady: boolean;
  readonly gaps: readonly Gap[];
}
export interface Gap {
  readonly kind: string;
  readonly count: number;
  readonly isPassedOver: boolean;
  readonly message: string;
  readonly remedy: string;
  readonly operations: readonly string[];
  readonly items: readonly { readonly id: string; readonly name: string; readonly message: string }[];
}

/** The semesters to plan for, and what the institution has of everything that planning needs. */
export const overview = operation<{
  semesters: readonly { id: string; name: string; isCurrent: boolean }[];
  departments: { total: number };
  teachers: { total: number };
  students: { total: number };
  classes: { total: number };
  classrooms: { total: number };
  courses: { total: number };
}>(/* GraphQL */ `
  query Overview {
    semesters: semesterOptions {
      id
      name
      isCurrent
    }
    departments(size: 1) {
      total
    }
    teachers(size: 1) {
      total
    }
    students(size: 1) {
      total
    }
    classes: administrativeClasses(size: 1) {
      total
    }
    classrooms(size: 1) {
      total
    }
    courses(size: 1) {
      total
    }
  }
`);

/** What is missing before a semester can be scheduled, and how far it has come. */
export const readiness = operation<
  {
    readiness: Readiness;
    teachingClasses: { total: number };
    timetable: { status: string; publishedAt: string; unplacedCount: number } | null;
    conflicts: { total: number };
  },
  { semester: string }
>(/* GraphQL */ `
  query Readiness($semester: ID!) {
    readiness(semester: $semester) {
      isReady
      gaps {
        kind
        count
        isPassedOver
        message
        remedy
        operations
        items {
          id
          name
          message
        }
      }
    }
    teachingClasses(semester: $semester, size: 1) {
      total
    }
    timetable(semester: $semester) {
      status
      publishedAt
      unplacedCount
    }
    conflicts(semester: $semester, isPublished: true, status: OPEN, size: 1) {
      total
    }
  }
`);
