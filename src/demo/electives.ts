import type { DemoEnrolment, DemoStudent } from './model.js';
import type { PlannedTeachingClass } from './teaching.js';

/** Administrative classes whose students choose one elective: few, so that it has a time for all of them. */
const classesOfElective = 3;

/**
 * Enrols students in every open elective: as many as it is for, the first of three administrative classes,
 * and of other classes in each.
 */
export function chooseElectives(
  sections: readonly PlannedTeachingClass[],
  students: readonly DemoStudent[],
): DemoEnrolment[] {
  const classes = [...Map.groupBy(students, ({ administrativeClass }) => administrativeClass).values()];
  const electives = sections.filter(({ isCompulsory }) => !isCompulsory);
  return electives.flatMap(({ code, studentCount }, at) =>
    classes
      .slice(at * classesOfElective, (at + 1) * classesOfElective)
      .flatMap((members) => members.slice(0, studentCount / classesOfElective))
      .map((student) => ({ teachingClass: code, student: student.code })),
  );
}
