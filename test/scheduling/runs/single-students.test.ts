import { Student } from '../../../src/entities/people.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { student, teacher } from '../../organisation/college.js';
import type { TestServer } from '../../support/server.js';
import { endedTask, startWorkingServer } from '../support.js';
import { makeUniversity, type TestUniversity } from '../university.js';

/** Students who chose electives: a run avoids what single ones would miss, if anything else is possible. */
let server: TestServer;

beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

/** An elective of two periods a week, with a teacher who teaches nothing else. */
async function elective(
  { semester, teachingClasses, department }: TestUniversity,
  name: string,
): Promise<string> {
  const { em } = server.context();
  const teachingClass = em.create(TeachingClass, {
    ...{ code: `${semester.name} ${name}`.slice(0, 32), name, semester: semester.id },
    ...{ department: department.id, course: teachingClasses[0].course.id, isCompulsory: false },
  } as never);
  const weeks = Array.from({ length: 16 }, (_, at) => at + 1);
  const by = await teacher(server, department.id);
  em.create(Meeting, { teachingClass, sequence: 1, periods: 2, weeks, teacher: by } as never);
  await em.flush();
  return (teachingClass as TeachingClass).id;
}

/** A student of the first administrative class. */
const classmate = ({ classes: [of] }: TestUniversity): Promise<string> =>
  student(server, {
    administrative_class_uuid: of.id,
    department_uuid: of.department.id,
    major_uuid: of.major.id,
    grade_uuid: of.grade.id,
  });

async function enrol(teachingClass: string, studentId: string): Promise<void> {
  const { errors } = await server.graphql(
    'mutation ($input: EnrolmentInput!) { createEnrolment(input: $input) { id } }',
    { input: { teachingClass, student: studentId } },
  );
  if (errors) throw new Error(errors[0].message);
}

interface Result {
  readonly penalties: { rule: string; penalty: number }[];
  /** Names of the teaching classes by day and period. */
  readonly places: Map<string, string[]>;
  readonly conflicts: { kind: string }[];
}

/** A run for which these times on Monday are so much better than all others that everything stands there. */
async function scheduled(
  { semester }: TestUniversity,
  studentConflictAvoidance: boolean,
  periods = [1, 3],
): Promise<Result> {
  const slots = periods.map((at) => ({ dayOfWeek: 1, periodStart: at, periodEnd: at + 1, level: 10 }));
  const options = {
    constraints: { studentConflictAvoidance },
    timePreferences: { preferredTimeSlots: slots },
    rules: [{ rule: 'time-preference', weight: 5 }],
  };
  const { data, errors } = await server.graphql(
    'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
    { input: { semester: semester.id, options } },
  );
  expect(errors).toBeUndefined();
  const { id } = data.startScheduling;
  expect(await endedTask(server.runtime.app, id as string, 30)).toMatchObject({ status: 'COMPLETED' });
  const told = await server.graphql(
    `query ($id: ID!) { schedulingTask(id: $id) { penalties { rule penalty } timetable { id assignments {
      teachingClass { name } time { dayOfWeek periodStart } } } } }`,
    { id },
  );
  const { penalties, timetable } = told.data.schedulingTask;
  const places = new Map<string, string[]>();
  for (const { teachingClass, time } of timetable.assignments) {
    const key = `${time.dayOfWeek} ${time.periodStart}`;
    places.set(key, [...(places.get(key) ?? []), teachingClass.name as string]);
  }
  const list = await server.graphql('query ($id: ID!) { conflicts(timetable: $id) { items { kind } } }', {
    id: timetable.id,
  });
  return { penalties, places, conflicts: list.data.conflicts.items };
}

const together = ({ places }: Result, one: string, other: string): boolean =>
  [...places.values()].some((names) => names.includes(one) && names.includes(other));

test('a run keeps an elective apart from what its students attend, and overlaps where told to', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'choices', teachingClasses: 2 });
  const chosen = await elective(university, '围棋');
  for (let at = 0; at < 5; at++) await enrol(chosen, await classmate(university));

  // Both times on Monday are taken by what the whole class attends.
  const careless = await scheduled(university, false);
  expect(together(careless, 'K0', '围棋')).toBe(true);
  expect(careless.conflicts).toEqual([{ kind: 'OTHER' }]);

  const careful = await scheduled(university, true);
  expect(together(careful, 'K0', '围棋')).toBe(false);
  expect(careful.conflicts).toEqual([]);
  expect(careful.penalties.filter(({ rule }) => rule === 'student-conflict')).toEqual([]);
});

test('electives that the same students chose stand apart, those of different ones need not', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'two choices', teachingClasses: 1 });
  const [first, second] = [await elective(university, '书法'), await elective(university, '戏剧')];
  const { em } = server.context();
  for (let at = 0; at < 5; at++) {
    const chooser = await classmate(university);
    // Nobody's administrative class is in the way.
    await em.nativeUpdate(Student, { id: chooser }, { administrativeClass: null });
    await enrol(first, chooser);
    await enrol(second, chooser);
  }
  expect(together(await scheduled(university, true, [1]), '书法', '戏剧')).toBe(false);
  await em.nativeDelete(Enrolment, { teachingClass: second });
  expect(together(await scheduled(university, true, [1]), '书法', '戏剧')).toBe(true);
});

test('what cannot be avoided is a conflict of students, and everything has its place', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'unavoidable', teachingClasses: 1 });
  // One day of four periods: the two meetings of the class fill it.
  await server
    .context()
    .em.execute('update semester set days_per_week = 1, periods_per_day = 4 where id = $1', [
      university.semester.id,
    ]);
  await enrol(await elective(university, '选修'), await classmate(university));
  const result = await scheduled(university, true);
  expect([...result.places.values()].flat().sort()).toEqual(['K0', 'K0', '选修']);
  expect(result.penalties).toContainEqual({ rule: 'student-conflict', penalty: 20 });
  expect(result.conflicts).toEqual([{ kind: 'OTHER' }]);
});
