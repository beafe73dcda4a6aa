import { TeacherQualification } from '../../../src/entities/courses.js';
import { AdministrativeClass, DepartmentBuilding } from '../../../src/entities/organisation.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { Semester } from '../../../src/entities/scheduling/semesters.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { takeSnapshot } from '../../../src/services/scheduling/problem/take-snapshot.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  grade,
  student,
  teacher,
} from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { apply, courseOf, preview, refusal, roomsOf, type Plan } from '../planned-courses.js';
import { teachingClass } from '../teaching.js';

let server: TestServer;
let offering: string;
let semester: string;
let cohort: string;
let made = 0;

/** Ten rooms of 80 seats and a hall of 280, which is no usual room; laboratories of 40. */
beforeAll(async () => {
  server = await startTestServer();
  offering = await department(server);
  await roomsOf(server, { 普通教室: [...Array<number>(10).fill(80), 280], 虚拟仿真实训室: [40, 40] });
  semester = await newSemester();
  cohort = await grade(server);
});
afterAll(() => server.stop());

/** Sixteen weeks, five days of twelve periods. */
async function newSemester(more: object = {}): Promise<string> {
  const { em } = server.context();
  const dates = { startDate: '2030-09-02', endDate: '2030-12-22' };
  const record = em.create(Semester, { name: `计划学期${++made}`, ...dates, ...more } as never);
  await em.flush();
  return (record as Semester).id;
}

async function classesOf(...sizes: number[]): Promise<{ id: string; name: string }[]> {
  const list = [];
  for (const student_count of sizes) {
    const { administrative_class_uuid: id, class_name: name } = await administrativeClass(server, offering, {
      student_count,
      grade_uuid: cohort,
    });
    list.push({ id: id as string, name: name as string });
  }
  return list;
}
const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

const weeks = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
const term = { startWeek: 1, endWeek: 16 };
const row = (course: { id: string }, more: object): object => ({
  course: course.id,
  weekHours: 4,
  kind: 'MIXED',
  ...term,
  ...more,
});
const sizesOf = ({ teachingClasses }: Plan): [string, number][] =>
  teachingClasses.map(({ kind, studentCount }) => [kind as string, studentCount as number]);
const kindsOf = ({ warnings }: Plan): unknown[] => warnings.map(({ kind }) => kind);
const countOf = async (): Promise<number[]> => {
  const { em } = server.context();
  return Promise.all([em.count(TeachingClass), em.count(Meeting)]);
};
/** Lets somebody teach the course. */
async function qualified(course: { id: string }): Promise<void> {
  const { em } = server.context();
  em.create(TeacherQualification, { course: course.id, teacher: await teacher(server, offering) } as never);
  await em.flush();
}
/** A timetable of the semester that holds the meeting. */
async function hold(of: string, meeting: string, teachingClassId: string): Promise<void> {
  const { em } = server.context();
  const revision = (await em.count(Timetable, { semester: of })) + 1;
  const timetable = em.create(Timetable, { semester: of, revision } as never);
  const [room] = await em.execute<[{ id: string }]>('select id from classroom limit 1');
  em.create(ClassAssignment, {
    ...{ timetable, meeting, teachingClass: teachingClassId, teacher: await teacher(server, offering) },
    ...{ classroom: room.id, dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] },
  } as never);
  await em.flush();
}

describe('what a plan would make', () => {
  test('is shown with students, hours and meetings, and stores nothing', async () => {
    const course = await courseOf(server, offering, { theoryHours: 48, labHours: 16 });
    await qualified(course);
    const classes = await classesOf(35, 38);
    const before = await countOf();
    const plan = await preview(server, {
      semester,
      courses: [row(course, { administrativeClasses: idsOf(classes) })],
    });
    expect(plan.teachingClasses).toEqual([
      {
        id: null,
        change: 'NEW',
        code: `${course.code}-T1-3009`,
        name: `${course.name}（理论）1班`,
        course: { id: course.id },
        kind: 'THEORY',
        isCompulsory: true,
        administrativeClassNames: classes.map(({ name }) => name),
        studentCount: 73,
        studentsMax: 80,
        minWorkingDays: 2,
        hours: 48,
        libraryHours: 48,
        meetings: [
          { id: null, periods: 2, weeks: weeks(1, 16) },
          { id: null, periods: 2, weeks: weeks(1, 15, 2) },
        ],
      },
      ...classes.map(({ name }, at) => ({
        id: null,
        change: 'NEW',
        code: `${course.code}-E${at + 1}-3009`,
        name: `${course.name}（实验）${at + 1}班`,
        course: { id: course.id },
        kind: 'EXPERIMENT',
        isCompulsory: true,
        administrativeClassNames: [name],
        studentCount: [35, 38][at],
        studentsMax: 40,
        minWorkingDays: 1,
        hours: 16,
        libraryHours: 16,
        meetings: [{ id: null, periods: 2, weeks: weeks(2, 16, 2) }],
      })),
    ]);
    expect([plan.dropped, plan.warnings]).toEqual([[], []]);
    expect(await countOf()).toEqual(before);
  });

  test('has 180 students in three groups where usual rooms have 80 seats (weakness 8)', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const administrativeClasses = idsOf(await classesOf(30, 30, 30, 30, 30, 30));
    const compulsory = await preview(server, { semester, courses: [row(course, { administrativeClasses })] });
    expect(sizesOf(compulsory)).toEqual(Array(3).fill(['THEORY', 60]));
    const elective = await preview(server, { semester, courses: [row(course, { studentCount: 181 })] });
    expect(sizesOf(elective)).toEqual([
      ['THEORY', 61],
      ['THEORY', 60],
      ['THEORY', 60],
    ]);
    expect(elective.teachingClasses[0]).toMatchObject({ isCompulsory: false, administrativeClassNames: [] });
  });

  test('puts no more students together than the caller wants, by plan and by course', async () => {
    const [lecture, seminar] = [
      await courseOf(server, offering, { theoryHours: 64 }),
      await courseOf(server, offering, { theoryHours: 64 }),
    ];
    const classes = await classesOf(30, 30, 30, 42);
    const administrativeClasses = idsOf(classes);
    const plan = await preview(server, {
      semester,
      studentsMax: 60,
      courses: [
        row(lecture, { administrativeClasses }),
        row(seminar, { administrativeClasses, studentsMax: 30 }),
      ],
    });
    expect(plan.teachingClasses.map(({ studentCount, studentsMax }) => [studentCount, studentsMax])).toEqual([
      [60, 60],
      [30, 60],
      [42, 60],
      ...[42, 30, 30, 30].map((size) => [size, 30]),
    ]);
    expect(
      plan.warnings.filter(({ kind }) => kind === 'LARGE_CLASS').map(({ sentence }) => sentence),
    ).toEqual([
      `"${seminar.name}", theory (${classes[3].name}): 42 students, more than the 30 who are to be taught ` +
        'together, because no administrative class is taken apart.',
    ]);
    const elective = { semester, courses: [row(lecture, { studentCount: 100, studentsMax: 25 })] };
    expect(sizesOf(await preview(server, elective))).toEqual(Array(4).fill(['THEORY', 25]));
    const none = await refusal(server, { ...elective, studentsMax: 0 });
    expect(none.problems).toEqual({ studentsMax: expect.stringContaining('at least 1') });
  });

  test('keeps a class of 25 students, and says so (weakness 3)', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    await qualified(course);
    const [one] = await classesOf(25);
    const plan = await preview(server, {
      semester,
      courses: [row(course, { administrativeClasses: [one.id] })],
    });
    expect(sizesOf(plan)).toEqual([['THEORY', 25]]);
    expect(plan.warnings).toEqual([
      {
        kind: 'SMALL_CLASS',
        course: { id: course.id },
        sentence: expect.stringContaining(`(${one.name}): only 25 students`),
      },
    ]);
  });

  test('places all of 16 hours a week (weakness 3)', async () => {
    const course = await courseOf(server, offering, { theoryHours: 256 });
    const administrativeClasses = idsOf(await classesOf(40));
    const plan = await preview(server, {
      semester,
      courses: [row(course, { administrativeClasses, weekHours: 16 })],
    });
    expect(plan.teachingClasses[0].hours).toBe(256);
    expect(plan.teachingClasses[0].meetings).toHaveLength(8);
  });

  test('tells by name of missing teachers, rooms and types of room, broken hours and doubles', async () => {
    const course = await courseOf(server, offering, {
      theoryHours: 31.5,
      labHours: 16,
      computerHours: 16,
      totalHours: 64,
    });
    const [one] = await classesOf(45);
    const hand = await teachingClass(
      server,
      { department: offering, course: course.id, semester },
      { administrative_classes: JSON.stringify([one.id]) },
    );
    const plan = await preview(server, {
      semester,
      courses: [row(course, { administrativeClasses: [one.id], weekHours: 40, endWeek: 2 })],
    });
    const told = plan.warnings.map(({ kind, sentence }) => `${kind}: ${sentence}`);
    expect(told).toEqual([
      expect.stringMatching(/^NO_TEACHER: .*"计划课程\d+"/),
      expect.stringContaining('HOURS: The course'),
      expect.stringContaining('31.5 theory hours; 32 are planned'),
      expect.stringContaining('45 students, but the largest room that suits seats 40'),
      expect.stringMatching(/^NO_ROOM_TYPE: .* its computer hours need/),
      expect.stringContaining(`TAUGHT_ELSEWHERE: The administrative class "${one.name}"`),
    ]);
    expect(told[5]).toContain(hand.teaching_class_name);
    expect(plan.teachingClasses.map(({ kind, hours }) => [kind, hours])).toEqual([
      ['THEORY', 32],
      ['EXPERIMENT', 16],
      ['COMPUTER', 16],
    ]);
  });

  test('tells of administrative classes that would have more in a week than it has periods', async () => {
    const full = [
      await courseOf(server, offering, { theoryHours: 60 }),
      await courseOf(server, offering, { theoryHours: 4 }),
    ];
    const [one] = await classesOf(40);
    const courses = full.map((course, at) =>
      row(course, { administrativeClasses: [one.id], weekHours: at ? 4 : 60, endWeek: 1 }),
    );
    const { warnings } = await preview(server, { semester, courses });
    const { sentence } = warnings.find(({ kind }) => kind === 'OVERLOAD')!;
    expect(sentence).toBe(
      `The administrative class "${one.name}" would have 64 periods in week 1, which has room for 60.`,
    );
  });
});

describe('a plan that is applied', () => {
  test('is stored, and the same again changes nothing (weakness 9)', async () => {
    const course = await courseOf(server, offering, { theoryHours: 48, labHours: 16 });
    const classes = await classesOf(35, 38);
    const input = { semester, courses: [row(course, { administrativeClasses: idsOf(classes) })] };
    const before = await countOf();
    const plan = await apply(server, input);
    expect(await countOf()).toEqual([before[0] + 3, before[1] + 4]);
    const query = `query ($id: ID!) { teachingClass(id: $id) { code name studentCount isCompulsory plannedKind
      minWorkingDays isEnabled administrativeClasses { name } department { id } semester { id }
      meetings { id sequence periods weeks isReplaced creditHourType { name } classroomType { name } } } }`;
    const [theory, laboratory] = plan.teachingClasses;
    const { data } = await server.graphql(query, { id: theory.id });
    expect(data.teachingClass).toMatchObject({
      ...{ code: theory.code, name: theory.name, studentCount: 73, isCompulsory: true },
      ...{ plannedKind: 'THEORY', minWorkingDays: 2, isEnabled: true },
      ...{ department: { id: offering }, semester: { id: semester } },
    });
    expect(data.teachingClass.administrativeClasses).toHaveLength(2);
    expect(data.teachingClass.meetings).toEqual(
      theory.meetings.map((each: object, at: number) => ({
        ...each,
        ...{ sequence: at + 1, isReplaced: false },
        ...{ creditHourType: { name: '理论学时' }, classroomType: { name: '普通教室' } },
      })),
    );
    const other = await server.graphql(query, { id: laboratory.id });
    expect(other.data.teachingClass.meetings).toMatchObject([
      { creditHourType: { name: '实验学时' }, classroomType: { name: '虚拟仿真实训室' } },
    ]);

    const again = await apply(server, input);
    expect(again.teachingClasses).toEqual(plan.teachingClasses.map((each) => ({ ...each, change: 'KEPT' })));
    expect(await countOf()).toEqual([before[0] + 3, before[1] + 4]);
  });

  test('links lectures with what follows them, and classes that are taught alike, once', async () => {
    const of = await newSemester();
    const course = await courseOf(server, offering, { theoryHours: 32, labHours: 32 });
    const courses = [row(course, { administrativeClasses: idsOf(await classesOf(60, 60)) })];
    const input = { semester: of, courses, isLectureFirst: true, areClassesParallel: true };
    const { linkCount, teachingClasses } = await preview(server, input);
    expect(linkCount).toBeGreaterThan(2);
    expect((await apply(server, input)).linkCount).toBe(linkCount);
    expect((await apply(server, input)).linkCount).toBe(0);
    const { data } = await server.graphql(`{ teachingLinks(semester: "${of}", size: 50) { items {
      kind level first { plannedKind } second { plannedKind } } } }`);
    const links = data.teachingLinks.items as Record<string, any>[];
    expect(links).toHaveLength(linkCount);
    const orders = links.filter(({ kind }) => kind === 'BEFORE');
    expect(orders.length).toBeGreaterThan(0);
    for (const { level, first, second } of orders)
      expect([level, first.plannedKind, second.plannedKind]).toEqual(['HARD', 'THEORY', 'EXPERIMENT']);
    expect(links.length - orders.length).toBe(teachingClasses.length - 2);
  });

  test('replaces what an earlier one made of its courses, and nothing else', async () => {
    const [course, other] = [
      await courseOf(server, offering, { theoryHours: 64 }),
      await courseOf(server, offering, { theoryHours: 32 }),
    ];
    const [a, b, c] = await classesOf(70, 70, 70);
    const of = await newSemester();
    const first = await apply(server, {
      semester: of,
      courses: [
        row(course, { administrativeClasses: idsOf([a, b]) }),
        row(other, { administrativeClasses: [a.id] }),
      ],
    });
    const second = await apply(server, {
      semester: of,
      courses: [row(course, { administrativeClasses: idsOf([b, c]), weekHours: 6 })],
    });
    const [ofA, ofB] = first.teachingClasses;
    expect(second.teachingClasses.map(({ id, change }) => [id, change])).toEqual([
      [ofB.id, 'CHANGED'],
      [expect.any(String), 'NEW'],
    ]);
    expect(second.dropped).toEqual([{ id: ofA.id, name: ofA.name, isDeleted: true }]);
    const { em } = server.context();
    const left = await em.find(TeachingClass, { semester: of }, { orderBy: { code: 'asc' } });
    expect(left.map(({ id }) => id).sort()).toEqual(
      [...idsOf(second.teachingClasses as { id: string }[]), first.teachingClasses[2].id].sort(),
    );
    expect(await em.count(Meeting, { teachingClass: ofB.id as string })).toBe(3);
  });

  test('keeps the teaching class that most of the administrative classes attend', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const [a, b, c] = await classesOf(30, 30, 20);
    const of = await newSemester();
    const planFor = (list: readonly { id: string }[]) =>
      apply(server, { semester: of, courses: [row(course, { administrativeClasses: idsOf(list) })] });
    const [first] = (await planFor([a, b])).teachingClasses;
    const [second] = (await planFor([a, b, c])).teachingClasses;
    expect(second).toMatchObject({ id: first.id, change: 'CHANGED', studentCount: 80 });
    expect(second.meetings).toEqual(first.meetings);
    expect(second.administrativeClassNames).toEqual([a, b, c].map(({ name }) => name));
  });

  test('leaves meetings to the timetable that holds them, and takes them up again when wanted', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const [one] = await classesOf(40);
    const of = await newSemester();
    const planWith = (weekHours: number) =>
      apply(server, {
        semester: of,
        courses: [row(course, { administrativeClasses: [one.id], weekHours })],
      });
    const [first] = (await planWith(4)).teachingClasses;
    await hold(of, first.meetings[1].id as string, first.id as string);
    const teachers = [{ teacher: await teacher(server, offering), role: 'ASSISTANT' }];
    const items = [{ teachingClass: first.id, teachers }];
    await server.graphql(
      `mutation ($items: [MeetingTeachersInput!]!) {
        setFurtherTeachers(input: { items: $items }) { changedCount } }`,
      { items },
    );
    const plan = await planWith(6);
    const [second] = plan.teachingClasses;
    expect([second.id, second.change, second.hours]).toEqual([first.id, 'CHANGED', 64]);
    expect(kindsOf(plan)).toContain('HELD');
    const { em } = server.context();
    const stored = await em.find(Meeting, { teachingClass: first.id as string, isReplaced: false });
    expect(stored.map(({ id }) => id).sort()).toEqual(idsOf(second.meetings as { id: string }[]).sort());
    expect(await em.find(Meeting, { teachingClass: first.id as string, isReplaced: true })).toMatchObject([
      { id: first.meetings[1].id },
    ]);
    const { meetings } = await takeSnapshot(server.context(), of);
    expect(meetings.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
    // Whoever teaches the class beside the first teachers does so in what is made anew.
    for (const { furtherTeachers } of meetings) expect(furtherTeachers).toEqual([teachers[0].teacher]);
    const [third] = (await planWith(4)).teachingClasses;
    expect(idsOf(third.meetings as { id: string }[])).toContain(first.meetings[1].id);
    expect(await server.context().em.count(Meeting, { teachingClass: first.id as string })).toBe(2);
  });

  test('takes back what was split by hand', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const administrativeClasses = idsOf(await classesOf(40, 40));
    const of = await newSemester();
    const input = { semester: of, courses: [row(course, { administrativeClasses })] };
    const [first] = (await apply(server, input)).teachingClasses;
    await server.graphql('mutation ($id: ID!) { splitTeachingClass(id: $id, studentsMax: 40) { id } }', {
      id: first.id,
    });
    const { teachingClasses, dropped } = await apply(server, input);
    expect(teachingClasses).toMatchObject([{ change: 'CHANGED', studentCount: 80 }]);
    expect(dropped).toMatchObject([{ isDeleted: true }]);
    expect(await server.context().em.count(TeachingClass, { semester: of })).toBe(1);
  });

  test('disables what it does without where a timetable or students hold on to it', async () => {
    const [course, elective] = [
      await courseOf(server, offering, { theoryHours: 64 }),
      await courseOf(server, offering, { theoryHours: 64 }),
    ];
    const [a, b] = await classesOf(40, 75);
    const of = await newSemester();
    const first = await apply(server, {
      semester: of,
      courses: [row(course, { administrativeClasses: [a.id] }), row(elective, { studentCount: 100 })],
    });
    const [compulsory, one, other] = first.teachingClasses;
    await hold(of, compulsory.meetings[0].id as string, compulsory.id as string);
    const { em } = server.context();
    const homeClass = await administrativeClass(server, offering);
    for (const id of [one.id, other.id])
      em.create(Enrolment, { teachingClass: id, student: await student(server, homeClass) } as never);
    await em.flush();
    const plan = await apply(server, {
      semester: of,
      courses: [row(course, { administrativeClasses: [b.id] }), row(elective, { studentCount: 50 })],
    });
    expect(plan.dropped.map(({ id, isDeleted }) => [id, isDeleted]).sort()).toEqual(
      [
        [compulsory.id, false],
        [other.id, false],
      ].sort(),
    );
    expect(kindsOf(plan).filter((kind) => kind === 'HELD')).toHaveLength(2);
    const disabled = await server
      .context()
      .em.find(TeachingClass, { id: { $in: [compulsory.id, other.id] }, isEnabled: false });
    expect(disabled).toHaveLength(2);
    const back = await apply(server, { semester: of, courses: [row(elective, { studentCount: 100 })] });
    expect(back.teachingClasses.map(({ id, change }) => [id, change])).toEqual([
      [one.id, 'KEPT'],
      [other.id, 'CHANGED'],
    ]);
  });

  test('gives codes that are free, whoever took them', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const [one] = await classesOf(40);
    const code = `${course.code}-t1-3009`;
    await teachingClass(
      server,
      { department: offering, course: course.id, semester },
      { teaching_class_code: code },
    );
    const plan = await apply(server, {
      semester,
      courses: [row(course, { administrativeClasses: [one.id] })],
    });
    expect(plan.teachingClasses[0].code).toBe(`${course.code}-T2-3009`);
  });

  test('of two at once leaves one result', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const administrativeClasses = idsOf(await classesOf(40, 75));
    const of = await newSemester();
    const input = { semester: of, courses: [row(course, { administrativeClasses })] };
    const plans = await Promise.all([1, 2, 3].map(() => apply(server, input)));
    const ids = plans.map((plan) => plan.teachingClasses.map(({ id }) => id));
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
    expect(await server.context().em.count(TeachingClass, { semester: of })).toBe(2);
  });
});

describe('a plan is refused', () => {
  test('with everything that speaks against it, by name', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const disabled = await courseOf(server, offering, { theoryHours: 64, isEnabled: false });
    const [one, closed] = await classesOf(40, 40);
    const { em } = server.context();
    await em.nativeUpdate(AdministrativeClass, { id: closed.id }, { isEnabled: false });
    const nothing = '00000000-0000-4000-8000-000000000000';
    const { code, problems } = await refusal(server, {
      semester,
      courses: [
        row(course, { administrativeClasses: [one.id, closed.id, nothing], endWeek: 17 }),
        row({ id: nothing }, { studentCount: 30 }),
        row(disabled, { studentCount: 30, startWeek: 5, endWeek: 4 }),
        row(course, { administrativeClasses: [one.id], studentCount: 30, kind: 'THEORY' }),
        row(course, { kind: 'PRACTICE' }),
        row(course, { studentCount: 30, weekHours: 3 }),
        row(course, { studentCount: 30, weekHours: 62 }),
      ],
    });
    expect(code).toBe('INVALID_INPUT');
    expect(problems).toEqual({
      'courses.0.endWeek': expect.stringMatching(/^Week 17 lies outside the 16 weeks/),
      'courses.0.administrativeClasses.1': expect.stringContaining(`"${closed.name}" is disabled`),
      'courses.0.administrativeClasses.2': expect.stringContaining(nothing),
      'courses.1.course': expect.stringContaining('There is no course'),
      'courses.2.course': expect.stringContaining(`"${disabled.name}" is disabled`),
      'courses.2.endWeek': 'The last week, 4, is before the first, 5.',
      'courses.3.studentCount': expect.stringContaining('Both administrative classes'),
      'courses.3.administrativeClasses.0': expect.stringContaining('in entry 1 already'),
      'courses.4.kind': `The course "${course.name}" has no practice hours in the catalogue.`,
      'courses.4.administrativeClasses': expect.stringContaining('Neither'),
      'courses.5.isOddWeek': expect.stringContaining('say with isOddWeek which weeks get the extra lesson'),
      'courses.5.weekHours': expect.stringContaining('needs 64 hours, but its weeks have 48'),
      'courses.6.weekHours': expect.stringContaining('has room for 60 in pairs'),
      'courses.6.course': expect.stringContaining('are planned in entry 6 already'),
    });
  });

  test('without hours, weeks or courses', async () => {
    const course = await courseOf(server, offering, { theoryHours: 64 });
    expect(
      await refusal(server, {
        semester,
        courses: [row(course, { studentCount: 0, weekHours: 0, startWeek: 0, endWeek: 33 })],
      }),
    ).toEqual({
      code: 'INVALID_INPUT',
      problems: {
        'courses.0.studentCount': expect.stringContaining('at least 1'),
        'courses.0.weekHours': expect.stringContaining('at least 1'),
        'courses.0.startWeek': expect.stringContaining('at least 1'),
        'courses.0.endWeek': expect.stringContaining('at most 32'),
      },
    });
    for (const courses of [[], null, undefined])
      expect(await refusal(server, { semester, courses })).toEqual({
        code: 'INVALID_INPUT',
        problems: { courses: expect.stringContaining('No courses are given') },
      });
    const closed = await newSemester({ isEnabled: false });
    expect(await refusal(server, { semester: closed, courses: [row(course, { studentCount: 1 })] })).toEqual({
      code: 'OPERATION_ERROR',
      problems: { '': expect.stringContaining('is disabled') },
    });
    const many = Array.from({ length: 1_001 }, () => row(course, { studentCount: 1 }));
    expect((await refusal(server, { semester, courses: many })).problems).toEqual({
      courses: expect.stringContaining('at most 1000 entries'),
    });
  });

  test('for a class on a campus where the semester may use no room', async () => {
    const far = await department(server);
    const { em } = server.context();
    const building = await roomsOf(server, {});
    em.create(DepartmentBuilding, { department: far, building } as never);
    await em.flush();
    const { administrative_class_uuid: id, class_name: name } = await administrativeClass(server, far);
    const course = await courseOf(server, offering, { theoryHours: 64 });
    const { problems } = await refusal(server, {
      semester,
      courses: [row(course, { administrativeClasses: [id] })],
    });
    expect(problems['courses.0.administrativeClasses.0']).toMatch(
      new RegExp(`^The administrative class "${name}" is on a campus`),
    );
  });

  test('to planners for courses and classes of departments that are not granted to them', async () => {
    const foreign = await department(server);
    const token = await academicAffairs(server, offering);
    const own = await courseOf(server, offering, { theoryHours: 64 });
    const other = await courseOf(server, foreign, { theoryHours: 64 });
    const [mine] = await classesOf(40);
    const { administrative_class_uuid: theirs, class_name: name } = await administrativeClass(
      server,
      foreign,
    );
    const { problems } = await refusal(
      server,
      {
        semester,
        courses: [
          row(own, { administrativeClasses: [mine.id, theirs] }),
          row(other, { administrativeClasses: [mine.id] }),
        ],
      },
      token,
    );
    expect(problems).toEqual({
      'courses.0.administrativeClasses.1': expect.stringContaining(`"${name}" belongs to the department`),
      'courses.1.course': expect.stringContaining(`"${other.name}" belongs to the department`),
    });
    const input = { semester, courses: [row(own, { administrativeClasses: [mine.id] })] };
    expect((await preview(server, input, token)).teachingClasses).toHaveLength(1);
    expect((await apply(server, input, token)).teachingClasses).toHaveLength(1);
  });
});

test('a plan of many courses is read and stored in as many statements as one of few', async () => {
  const { em } = server.context();
  const of = await newSemester();
  const courses: { id: string }[] = [];
  for (let at = 0; at < 6; at++) courses.push(await courseOf(server, offering, { theoryHours: 64 }));
  const [one] = await classesOf(40);
  const statementsOf = async (count: number): Promise<number> => {
    const rows = courses.slice(0, count).map((each) => row(each, { administrativeClasses: [one.id] }));
    server.forgetStatements();
    await apply(server, { semester: of, courses: rows });
    return server.statements.length;
  };
  await statementsOf(1);
  expect(await statementsOf(6)).toBe(await statementsOf(2));
  expect(await em.count(TeachingClass, { semester: of })).toBe(6);
});
