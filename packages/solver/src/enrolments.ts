import type { Problem, SectionedCourse, Sentence } from './model.js';

/** Checks the enrolments: all requests met, one configuration, one class of each subpart, parents, limits. */
export function verifyEnrolments({ sectioning, students = [] }: Problem): Sentence[] {
  if (!sectioning) return [];
  const attended = new Map(students.map(({ id, meetings }) => [id, meetings]));
  const courses = new Map(sectioning.courses.map((course) => [course.id, course]));
  const faults: Sentence[] = [];
  for (const { student, courses: requested } of sectioning.requests) {
    const meetings = attended.get(student) ?? [];
    for (const id of requested) {
      const course = courses.get(id);
      if (!course || !isAttended(course, meetings)) {
        faults.push({
          zh: `学生${student}未正确选上课程${id}。`,
          en: `Student ${student} does not attend course ${id} as required.`,
        });
      }
    }
    const possible = new Set(
      requested.flatMap((id) => classesOf(courses.get(id)).map(({ meeting }) => meeting)),
    );
    for (const meeting of meetings.filter((one) => !possible.has(one))) {
      faults.push({
        zh: `学生${student}未申请课${meeting}。`,
        en: `Student ${student} did not request class ${meeting}.`,
      });
    }
  }
  return [...faults, ...overfullClasses(sectioning.courses, students)];
}

function isAttended(course: SectionedCourse, meetings: readonly string[]): boolean {
  const classes = classesOf(course).filter(({ meeting }) => meetings.includes(meeting));
  const isComplete = course.configurations.some(
    (configuration) =>
      configuration.length === classes.length &&
      configuration.every(
        (subpart) => subpart.filter(({ meeting }) => meetings.includes(meeting)).length === 1,
      ),
  );
  return isComplete && classes.every(({ parent }) => parent === undefined || meetings.includes(parent));
}

function* overfullClasses(
  courses: readonly SectionedCourse[],
  students: Problem['students'],
): Generator<Sentence> {
  const count = new Map<string, number>();
  for (const { meetings } of students ?? [])
    for (const meeting of meetings) count.set(meeting, (count.get(meeting) ?? 0) + 1);
  for (const { meeting, limit = Infinity } of courses.flatMap(classesOf)) {
    const enrolled = count.get(meeting) ?? 0;
    if (enrolled <= limit) continue;
    yield {
      zh: `课${meeting}有${enrolled}名学生，上限${limit}。`,
      en: `Class ${meeting} has ${enrolled} students, its limit is ${limit}.`,
    };
  }
}

function classesOf(course: SectionedCourse | undefined) {
  return (course?.configurations ?? []).flat(2);
}
