import type { Course } from '../../../entities/courses.js';
import type { Row } from '../../../schema/rows.js';
import { kindNames, partKinds, type PartKind } from '../curriculum/plans/kinds.js';

/** What a course says of each kind of hours: how many it has, and which type of room they ask for. */
export type CourseKinds = Pick<
  Row<Course>,
  | ('theoryHours' | 'labHours' | 'practiceHours' | 'computerHours' | 'otherHours')
  | ('theoryClassroomType' | 'labClassroomType' | 'practiceClassroomType' | 'computerClassroomType')
>;

/** The hours that a course has, of all kinds and of each. */
export type CourseHours = CourseKinds & Pick<Row<Course>, 'id' | 'name' | 'totalHours'>;

/** The hours that a course has of each kind. */
export const hoursByKind: Readonly<Record<PartKind, (course: CourseKinds) => number>> = {
  THEORY: ({ theoryHours }) => theoryHours,
  EXPERIMENT: ({ labHours }) => labHours,
  PRACTICE: ({ practiceHours }) => practiceHours,
  COMPUTER: ({ computerHours }) => computerHours,
  OTHER: ({ otherHours }) => otherHours,
};

/** The type of room that meetings of a kind ask for; as in plans, that of theory where theirs is not said. */
export function roomTypeFor(course: CourseKinds, kind: PartKind | undefined): string | null {
  if (!kind) return null;
  const { theoryClassroomType: theory } = course;
  const own = {
    THEORY: theory,
    EXPERIMENT: course.labClassroomType,
    PRACTICE: course.practiceClassroomType,
    COMPUTER: course.computerClassroomType,
    OTHER: theory,
  };
  return own[kind] ?? theory;
}

/** The kind of hours that a credit-hour type means by its name; none of a type that is called otherwise. */
export const kindCalled = (name: string): PartKind | undefined =>
  partKinds.find((kind) => name.includes(kindNames[kind].name.zh));
