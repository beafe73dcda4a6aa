import { buildProductSchema } from '../../../src/app/schema.js';
import { TeacherQualification } from '../../../src/entities/courses.js';
import { Building, Classroom } from '../../../src/entities/places.js';
import { BellSeason } from '../../../src/entities/scheduling/calendar.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { ClassGroup, ClassGroupMember, ClassPartition } from '../../../src/entities/class-groups.js';
import { Semester, Unavailability } from '../../../src/entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../src/entities/scheduling/teaching-classes.js';
import { QualificationStatus } from '../../../src/schema/enums.js';
import { TeachingLink } from '../../../src/entities/scheduling/teaching-links.js';
import { ReadinessKind } from '../../../src/schema/readiness.js';
import { gapKinds } from '../../../src/services/scheduling/readiness/gap-kinds.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addStudentOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
let made = 0;

beforeAll(async () => {
  // No run begins: what is told is told before.
  server = await startTestServer({ env: { WORKER: 'false', RATE_LIMIT_PER_MINUTE: '100000' } });
});
afterAll(() => server.stop());

interface Gap {
  kind: string;
  message: string;
  isPassedOver: boolean;
  remedy: string;
  operations: string[];
  count: number;
  items: { id: string; name: string; message: string }[];
}

/** A university whose semester uses its rooms alone, and the token of those who plan for it. */
async function university(): Promise<TestUniversity & { token: string }> {
  const whole = await makeUniversity(server.runtime.app, { name: `ready${++made}` });
  await recordsOf(server.runtime.app).execute(
    `update semester set campus_id = (select campus_id from building where id = $1) where id = $2`,
    [whole.rooms[0].building.id, whole.semester.id],
  );
  return { ...whole, token: await academicAffairs(server, whole.department.id) };
}

async function gapsOf(id: string, token: string): Promise<{ isReady: boolean; gaps: Gap[] }> {
  const query = `query ($id: ID!) { readiness(semester: $id) {
    isReady gaps { kind message isPassedOver remedy operations count items { id name message } } } }`;
  const { data, errors } = await server.graphql(query, { id }, token);
  if (errors) throw new Error(errors[0].message);
  return data.readiness as never;
}

async function startedRun(id: string, token: string): Promise<{ id: string; warnings: string[] }> {
  const query = 'mutation ($id: ID!) { startScheduling(input: { semester: $id }) { id warnings } }';
  const { data, errors } = await server.graphql(query, { id }, token);
  if (errors) throw new Error(errors[0].message);
  return data.startScheduling as never;
}

test('a semester to which nothing is missing is ready, and its run warns of nothing', async () => {
  const { semester, token } = await university();
  expect(await gapsOf(semester.id, token)).toEqual({ isReady: true, gaps: [] });
  expect((await startedRun(semester.id, token)).warnings).toEqual([]);
});

/** A group of the first class attends its teaching class, with one student in it or nobody. */
async function partedWith(
  { classes: [{ id: administrativeClass }], teachingClasses: [{ id: teachingClass }] }: TestUniversity,
  em: ReturnType<typeof recordsOf>,
  who: 'students' | 'nobody',
): Promise<{ partition: string; group: string }> {
  const partition = em.create(ClassPartition, { administrativeClass, name: '实验分组' } as never);
  const classGroup = em.create(ClassGroup, { partition, name: 'A组', order: 1 } as never);
  await em.flush();
  if (who === 'students') {
    const [{ id: student }] = [
      await addStudentOf(server, administrativeClass),
      await addStudentOf(server, administrativeClass),
    ];
    em.create(ClassGroupMember, { partition, classGroup, student } as never);
  }
  await em.flush();
  await em.nativeUpdate(TeachingClassGroup, { teachingClass }, { classGroup: classGroup.id } as never);
  return { partition: partition.id, group: classGroup.id };
}

/** Gives a university a campus of its own, with a bell season of its own. */
async function ownSeasonWith(
  { semester, rooms }: TestUniversity,
  em: ReturnType<typeof recordsOf>,
  times: string[],
): Promise<{ campus: string; season: string }> {
  const { campus } = await em.findOneOrFail(Building, rooms[0].building.id);
  await em.nativeUpdate(Semester, { id: semester.id }, { campus: campus.id });
  const season = em.create(BellSeason, { campus: campus.id, startsOn: '01-01', times } as never);
  await em.flush();
  return { campus: campus.id, season: season.id };
}

/** What is taken away from a university of three teaching classes; gives the record with the gap. */
const cases: Record<
  ReadinessKind,
  (of: TestUniversity, em: ReturnType<typeof recordsOf>) => Promise<string> | string
> = {
  SEMESTER_DISABLED: async ({ semester }, em) => {
    await em.nativeUpdate(Semester, { id: semester.id }, { isEnabled: false });
    return semester.id;
  },
  NO_DAYS: async ({ semester }, em) => {
    await em.nativeUpdate(Semester, { id: semester.id }, { schedulingDays: [7], daysPerWeek: 5 });
    return semester.id;
  },
  NOTHING_TAUGHT: async ({ semester }, em) => {
    await em.nativeUpdate(TeachingClass, { semester: semester.id }, { isEnabled: false });
    return semester.id;
  },
  NO_TEACHER: async ({ teachingClasses: [{ course }] }, em) => {
    await em.nativeDelete(TeacherQualification, { course: course.id });
    return course.id;
  },
  TEACHER_NOT_APPROVED: async ({ teachingClasses: [{ course }] }, em) => {
    const status = QualificationStatus.PENDING;
    await em.nativeUpdate(TeacherQualification, { course: course.id }, { status });
    return course.id;
  },
  NO_MEETINGS: async ({ teachingClasses: [{ id }] }, em) => {
    await em.nativeDelete(Meeting, { teachingClass: id });
    return id;
  },
  NO_ROOM: async ({ teachingClasses: [{ id }] }, em) => {
    const [{ id: type }] = await em.execute<[{ id: string }]>(
      'select t.id from classroom_type t where not exists (select from classroom r where r.type_id = t.id)',
    );
    await em.nativeUpdate(Meeting, { teachingClass: id }, { classroomType: type });
    return id;
  },
  ROOM_TOO_SMALL: async ({ teachingClasses: [{ id }] }, em) => {
    await em.nativeUpdate(TeachingClass, { id }, { studentCount: 61 });
    return id;
  },
  TOO_LONG: async ({ semester, teachingClasses: [{ id }] }, em) => {
    await em.nativeUpdate(Semester, { id: semester.id }, { periodsPerDay: 6 });
    await em.nativeUpdate(Meeting, { teachingClass: id, sequence: 1 }, { periods: 7 });
    return id;
  },
  WEEKS_OUTSIDE: async ({ teachingClasses: [{ id }] }, em) => {
    await em.nativeUpdate(Meeting, { teachingClass: id, sequence: 1 }, { weeks: [16, 17] });
    return id;
  },
  NO_STUDENTS: async ({ teachingClasses: [{ id }] }, em) => {
    await em.nativeUpdate(TeachingClass, { id }, { studentCount: 0 });
    return id;
  },
  CLASS_OVERLOADED: async ({ classes: [group], teachingClasses, meetings }, em) => {
    await em.nativeUpdate(Meeting, { id: { $in: meetings.map(({ id }) => id) } }, { periods: 12 });
    await em.nativeUpdate(
      TeachingClassGroup,
      { teachingClass: { $in: teachingClasses } },
      { administrativeClass: group.id },
    );
    return group.id;
  },
  ROOMS_OVERLOADED: async ({ rooms: [{ type }, ...others], meetings }, em) => {
    const ids = meetings.map(({ id }) => id);
    await em.nativeUpdate(Meeting, { id: { $in: ids } }, { classroomType: type.id, periods: 12 });
    await em.nativeUpdate(Classroom, { id: { $in: others.map(({ id }) => id) } }, { isEnabled: false });
    return type.id;
  },
  TEACHER_OVERLOADED: async ({ teachers: [{ id }], semester }, em) => {
    for (const dayOfWeek of [1, 2, 3, 4, 5])
      for (let period = 1; period <= 12; period++)
        if (dayOfWeek > 1 || period > 3)
          em.create(Unavailability, { semester: semester.id, teacher: id, dayOfWeek, period } as never);
    await em.flush();
    return id;
  },
  STUDENTS_WITHOUT_GROUP: async (of, em) => (await partedWith(of, em, 'students')).partition,
  EMPTY_GROUP: async (of, em) => (await partedWith(of, em, 'nobody')).group,
  LINK_IMPOSSIBLE: async ({ teachingClasses: [{ id: first }, { id: second }], teachers }, em) => {
    for (const [at, teachingClass] of [first, second].entries())
      await em.nativeUpdate(Meeting, { teachingClass }, { teacher: teachers[at].id } as never);
    em.create(TeachingLink, { kind: 'SAME_TEACHER', first, second } as never);
    await em.flush();
    return first;
  },
  CLASS_WITHOUT_COURSES: async ({ classes: [{ id }] }, em) => {
    await em.nativeDelete(TeachingClassGroup, { administrativeClass: id });
    return id;
  },
  NO_PERIOD_TIMES: async (of, em) => (await ownSeasonWith(of, em, ['08:00-08:45'])).campus,
  LESSON_MINUTES_DIFFER: async (of, em) => (await ownSeasonWith(of, em, ['08:00-08:40'])).season,
};

test.each(Object.keys(cases) as ReadinessKind[])(
  '%s is told by name, with what mends it, and by a run that passes it over',
  async (kind) => {
    const whole = await university();
    const { semester, token } = whole;
    const id = await cases[kind](whole, recordsOf(server.runtime.app));
    const { isReady, gaps } = await gapsOf(semester.id, token);
    const gap = gaps.find((each) => each.kind === kind)!;
    expect(gap).toMatchObject({ count: 1, items: [{ id }] });
    expect(gap.items[0].message).toContain(gap.items[0].name);
    expect(isReady).toBe(!gap.isPassedOver);
    expect(gaps.filter((each) => each.isPassedOver).map((each) => each.kind)).toEqual(
      gap.isPassedOver ? [kind] : [],
    );
    if (['SEMESTER_DISABLED', 'NOTHING_TAUGHT'].includes(kind)) return;
    expect((await startedRun(semester.id, token)).warnings).toEqual(gap.isPassedOver ? [gap.message] : []);
  },
);

test('what is missing to more than twenty is counted, and the first twenty are named', async () => {
  const { semester, department: of, teachingClasses, token } = await university();
  const em = recordsOf(server.runtime.app);
  const { course } = teachingClasses[0];
  const common = { semester: semester.id, course: course.id, department: of.id, studentCount: 1 };
  for (let n = 1; n <= 25; n++) {
    const code = `many-${String(n).padStart(2, '0')}`;
    em.create(TeachingClass, { ...common, code, name: code } as never);
  }
  await em.flush();
  server.statements.length = 0;
  const { gaps } = await gapsOf(semester.id, token);
  expect(server.statements.filter((each) => /held|loads/.test(each))).toHaveLength(2);
  expect(gaps).toMatchObject([{ kind: 'NO_MEETINGS', count: 25 }]);
  expect(gaps[0].items.map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, at) => `many-${String(at + 1).padStart(2, '0')}`),
  );
});

test('教务 hear of their departments alone; a run tells in numbers what it passes over of all', async () => {
  const { semester, teachingClasses } = await university();
  const em = recordsOf(server.runtime.app);
  await em.nativeDelete(Meeting, { teachingClass: teachingClasses[0].id });
  const stranger = await academicAffairs(server, await department(server));
  expect((await gapsOf(semester.id, stranger)).gaps.map(({ kind }) => kind)).toEqual(['NOTHING_TAUGHT']);
  const [warning] = (await startedRun(semester.id, stranger)).warnings;
  expect(warning).toBe('Teaching classes without meetings, for which a run has nothing to place: 1.');
});

test('every operation that mends a gap is one of the schema', () => {
  const schema = buildProductSchema();
  const known = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.keys(type.getFields()),
  );
  const named = Object.values(gapKinds).flatMap(({ operations }) => operations);
  expect(named.filter((each) => !known.includes(each))).toEqual([]);
});
