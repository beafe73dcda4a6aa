import { Course, CourseType } from '../../src/entities/courses.js';
import { Building, Campus, Classroom, ClassroomType } from '../../src/entities/places.js';
import { numbers } from '../support/numbers.js';
import type { TestServer } from '../support/server.js';

/** Parts of a test about plans: courses with their hours, rooms, and the two operations. */

const number = numbers();

interface Hours {
  totalHours?: number;
  theoryHours?: number;
  labHours?: number;
  practiceHours?: number;
  computerHours?: number;
  isEnabled?: boolean;
  name?: string;
}

/** A course of the department; its total is that of its kinds unless said otherwise. Gives the record. */
export async function courseOf(server: TestServer, department: string, hours: Hours): Promise<Course> {
  const { em } = server.context();
  const n = number();
  const { theoryHours = 0, labHours = 0, practiceHours = 0, computerHours = 0 } = hours;
  const course = em.create(Course, {
    code: `PLAN-${n}`,
    name: `计划课程${n}`,
    type: (await em.findAll(CourseType, { limit: 1 }))[0],
    department,
    totalHours: theoryHours + labHours + practiceHours + computerHours,
    theoryClassroomType: await em.findOneOrFail(ClassroomType, { name: '普通教室' }),
    labClassroomType: await em.findOneOrFail(ClassroomType, { name: '虚拟仿真实训室' }),
    ...hours,
  } as never);
  await em.flush();
  return course as Course;
}

/** Rooms of these capacities on a campus of their own, by the names of their types. Gives the building. */
export async function roomsOf(server: TestServer, capacities: Record<string, number[]>): Promise<string> {
  const { em } = server.context();
  const n = number();
  const campus = em.create(Campus, { name: `校区${n}`, code: `P${n}`, address: '一号' } as never);
  const building = em.create(Building, { name: `楼${n}`, campus } as never);
  for (const [name, list] of Object.entries(capacities)) {
    const type = await em.findOneOrFail(ClassroomType, { name });
    list.forEach((capacity, at) => {
      const code = `${n}-${name}-${at}`.slice(0, 32);
      const room = { code, name: code, building, floor: '1', type, capacity, area: 1 };
      em.create(Classroom, room as never);
    });
  }
  await em.flush();
  return (building as Building).id;
}

const shown = `
  teachingClasses { id change code name course { id } kind isCompulsory administrativeClassNames studentCount
    studentsMax minWorkingDays hours libraryHours meetings { id periods weeks } }
  dropped { id name isDeleted } warnings { kind sentence course { id } } linkCount`;

export type Plan = Record<'teachingClasses' | 'dropped' | 'warnings', Record<string, any>[]> & {
  linkCount: number;
};

const ask =
  (operation: string) =>
  async (server: TestServer, input: object, token = server.administrator): Promise<Plan> => {
    const [verb, name] = operation.split(' ');
    const query = `${verb} ($input: SemesterPlanInput!) { ${name}(input: $input) { ${shown} } }`;
    const { data, errors } = await server.graphql(query, { input }, token);
    if (errors) throw new Error(JSON.stringify(errors[0]));
    return data[name] as Plan;
  };

/** What a plan would make. */
export const preview = ask('query planSemester');
/** Stores a plan. */
export const apply = ask('mutation applySemesterPlan');

/** Why a plan is refused: its code and its problems by field. */
export async function refusal(
  server: TestServer,
  input: object,
  token = server.administrator,
): Promise<{ code: string; problems: Record<string, string> }> {
  const query =
    'mutation ($input: SemesterPlanInput!) { applySemesterPlan(input: $input) { dropped { id } } }';
  const { errors } = await server.graphql(query, { input }, token);
  const { code, problems = [] } = errors![0].extensions;
  const entries = (problems as { field: string; message: string }[]).map((each) => [
    each.field,
    each.message,
  ]);
  return {
    code,
    problems: { ...Object.fromEntries(entries), ...(!entries.length && { '': errors![0].message }) },
  };
}
