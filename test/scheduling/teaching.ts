import { created, department } from '../organisation/college.js';
import { numbers } from '../support/numbers.js';
import type { TestServer } from '../support/server.js';

type Values = Record<string, unknown>;

/** What teaching classes of one department refer to, by id. */
export interface Offer {
  readonly department: string;
  readonly course: string;
  readonly semester: string;
}

const number = numbers();

/** A new department with a course, and a semester. */
export async function offer(server: TestServer, departmentId?: string): Promise<Offer> {
  const n = number();
  const offering = departmentId ?? (await department(server));
  const query = `mutation ($semester: SemesterInput!, $course: CourseInput!) {
    semester: createSemester(input: $semester) { id } course: createCourse(input: $course) { id } }`;
  const hours = { theoryHours: 64, labHours: 0, practiceHours: 0, computerHours: 0, otherHours: 0 };
  const { data, errors } = await server.graphql(query, {
    semester: { name: `学期${n}`, startDate: '2030-09-02', endDate: '2031-01-12', isEnabled: true },
    course: {
      code: `CO-${n}`,
      name: `离散数学${n}`,
      type: 'A类(纯理论课)',
      department: offering,
      isEnabled: true,
      totalHours: 64,
      weekHours: 4,
      credits: 4,
      ...hours,
    },
  });
  if (errors) throw new Error(errors[0].message);
  return { department: offering, course: data.course.id, semester: data.semester.id };
}

/** The body of a teaching class that differs from all others. */
export function teachingClassBody(
  { department: offering, course, semester }: Offer,
  more: Values = {},
): Values {
  const n = number();
  return {
    semester_uuid: semester,
    course_uuid: course,
    course_department_uuid: offering,
    teaching_class_code: `TC-${n}`,
    teaching_class_name: `教学班${n}`,
    ...more,
  };
}

/** A new teaching class over /api/v1; gives what was answered. */
export const teachingClass = (
  server: TestServer,
  of: Offer,
  more: Values = {},
): Promise<Record<string, any>> => created(server, 'teachingClassCreate', teachingClassBody(of, more));
