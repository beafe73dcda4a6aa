import { operation } from '../../../shell/operation.js';

/** What a plan is made of: courses, and the classes that have to attend them. */
export const planOptions = operation<{
  courses: readonly { id: string; name: string }[];
  classes: readonly { id: string; name: string }[];
}>(/* GraphQL */ `
  query PlanOptions {
    courses: courseOptions {
      id
      name
    }
    classes: administrativeClassOptions {
      id
      name
    }
  }
`);

export interface PlannedCourse {
  readonly course: string;
  readonly kind: 'MIXED';
  readonly startWeek: number;
  readonly endWeek: number;
  readonly weekHours: number;
  readonly administrativeClasses: readonly string[];
  readonly studentCount?: number;
}
export interface Plan {
  readonly teachingClasses: readonly {
    readonly name: string;
    readonly code: string;
    readonly studentCount: number;
    readonly hours: number;
    readonly change: 'NEW' | 'CHANGED' | 'KEPT';
  }[];
  readonly warnings: readonly { readonly message: string }[];
}

const PLAN = /* GraphQL */ `
  fragment Plan on SemesterPlan {
    teachingClasses {
      name
      code
      studentCount
      hours
      change
    }
    warnings {
      message
    }
  }
`;

interface PlanVariables {
  input: { semester: string; courses: readonly PlannedCourse[] };
}

/** Which teaching classes courses and classes make; stores nothing. */
export const planSemester = operation<{ plan: Plan }, PlanVariables>(/* GraphQL */ `
  query PlanSemester($input: SemesterPlanInput!) {
    plan: planSemester(input: $input) {
      ...Plan
    }
  }
  ${PLAN}
`);

/** Stores them. */
export const applySemesterPlan = operation<{ plan: Plan }, PlanVariables>(/* GraphQL */ `
  mutation ApplySemesterPlan($input: SemesterPlanInput!) {
    plan: applySemesterPlan(input: $input) {
      ...Plan
    }
  }
  ${PLAN}
`);
