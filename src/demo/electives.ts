import type { DemoEnrolment, DemoStudent } from './model.js';
import type { PlannedTeachingClass } from './teaching.js';

/**
 * Number of administrative classes whose students choose one elective: few, so that there is a time at which
 * all are free.
 */
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
