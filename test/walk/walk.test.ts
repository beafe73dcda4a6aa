import { Student } from '../../src/entities/people.js';
import { startWorker, type JobWorker } from '../../src/jobs/worker.js';
import { RoleKey } from '../../src/schema/enums.js';
import { filledBook, sheetBook } from '../imports/support/book.js';
import { tokenOf } from '../scheduling/people.js';
import { limitedInMoves } from '../scheduling/support.js';
import { talk } from '../assistant/talk.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { classes, institution, seatsOfElective, studentNumbers } from './institution.js';
import { dataOf, Office } from './office.js';

/**
 * The first semester of an institution, from an empty system to a timetable that everybody sees right: with
 * groups in a laboratory, a lecture of two teachers before it, and electives that students chose themselves.
 */
const administrator = {
  name: 'office',
  password: 'Kreidetafel-31',
  email: 'o@example.com',
  phone: '13900000001',
};

async function opened(): Promise<{ server: TestServer; worker: JobWorker; office: Office }> {
  const server = await startTestServer({ initialised: false });
  const worker = await startWorker(server.runtime.app, limitedInMoves);
  const office = new Office(server);
  await office.ask('mutation ($input: InitialisationInput!) { initialise(input: $input) }', {
    input: administrator,
  });
  await office.signIn(administrator.name, administrator.password);
  return { server, worker, office };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the semester is planned with, by name. */
async function known(office: Office): Promise<Record<string, string>> {
  const data = await office.ask(`{
    semesterOptions { id name } courseOptions { id name }
    administrativeClassOptions { id name }
    teacherOptions { id name } classroomOptions { id name }
    teachingClasses(size: 50) { items { id name } } }`);
  const lists = Object.values(data).map((list) => (Array.isArray(list) ? list : list.items) as Named[]);
  return Object.fromEntries(lists.flat().map(({ id, name }) => [name, id]));
}

/** Plans, splits, links and staffs the semester; returns its teaching classes by course and kind. */
async function prepared(office: Office, ids: Record<string, string>): Promise<Record<string, string>> {
  const semester = ids['2031秋'];
  await office.ask('mutation ($id: ID!) { setCurrentSemester(id: $id) { id } }', { id: semester });
  const whole = { weekHours: 2, startWeek: 1, endWeek: 16 };
  const first = { administrativeClasses: [ids['软工1班']] };
  const { applySemesterPlan } = await office.ask(
    `mutation ($input: SemesterPlanInput!) { applySemesterPlan(input: $input) {
      teachingClasses { id kind course { name } } warnings { message } } }`,
    {
      input: {
        semester,
        studentsMax: 60,
        courses: [
          {
            ...whole,
            administrativeClasses: classes.map((name) => ids[name]),
            course: ids['离散数学'],
            kind: 'THEORY',
          },
          { ...whole, ...first, course: ids['物理化学'], kind: 'THEORY' },
          { ...whole, ...first, course: ids['物理化学'], kind: 'EXPERIMENT' },
        ],
      },
    },
  );
  const planned: Record<string, string> = {};
  for (const { id, kind, course } of applySemesterPlan.teachingClasses)
    planned[`${course.name} ${kind}`] = id;
  const { createClassPartition } = await office.ask(
    `mutation ($input: ClassPartitionInput!) { createClassPartition(input: $input) {
      id groups { name studentCount } } }`,
    {
      input: {
        administrativeClass: ids['软工1班'],
        name: '实验分组',
        groupCount: 2,
        drawing: 'ALTERNATING',
      },
    },
  );
  expect(createClassPartition.groups.map((each: any) => each.studentCount)).toEqual([15, 15]);
  const { splitTeachingClass } = await office.ask(
    `mutation ($id: ID!, $partitions: [ID!]) { splitTeachingClass(id: $id, partitions: $partitions) {
      id studentCount } }`,
    { id: planned['物理化学 EXPERIMENT'], partitions: [createClassPartition.id] },
  );
  expect(splitTeachingClass.map((each: any) => each.studentCount)).toEqual([15, 15]);
  await office.ask(
    `mutation ($input: FurtherTeachersInput!) { setFurtherTeachers(input: $input) { changedCount } }`,
    {
      input: {
        items: [
          {
            teachingClass: planned['物理化学 THEORY'],
            teachers: [{ teacher: ids['教师8'], role: 'PARALLEL' }],
          },
        ],
      },
    },
  );
  await office.ask(
    `mutation ($theory: ID!, $a: ID!, $b: ID!) {
      one: createTeachingLink(input: { first: $theory, second: $a, kind: BEFORE, level: HARD }) { id }
      other: createTeachingLink(input: { first: $theory, second: $b, kind: BEFORE, level: HARD }) { id } }`,
    { theory: planned['物理化学 THEORY'], a: splitTeachingClass[0].id, b: splitTeachingClass[1].id },
  );
  return { ...planned, A: splitTeachingClass[0].id, B: splitTeachingClass[1].id };
}

/** Runs the search and publishes what it found. */
async function published(office: Office, semester: string): Promise<string> {
  const { readiness } = await office.ask(
    'query ($semester: ID!) { readiness(semester: $semester) { isReady gaps { kind message } } }',
    { semester },
  );
  expect(readiness).toMatchObject({ isReady: true });
  const { startScheduling } = await office.ask(
    'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
    { input: { semester } },
  );
  const task = await office.endOf(startScheduling.id as string);
  expect(task).toMatchObject({ status: 'COMPLETED', hardViolations: 0, unplacedCount: 0, causes: [] });
  const { publishTimetable } = await office.ask(
    'mutation ($id: ID!) { publishTimetable(id: $id) { id status } }',
    { id: task.timetable.id },
  );
  expect(publishTimetable.status).toBe('PUBLISHED');
  return publishTimetable.id as string;
}

describe('with one workbook', () => {
  let server: TestServer;
  let worker: JobWorker;
  let office: Office;
  let ids: Record<string, string>;
  let planned: Record<string, string>;
  let students: { id: string; token: string }[];
  beforeAll(async () => {
    ({ server, worker, office } = await opened());
    const { institutionImportTemplate } = await office.ask('{ institutionImportTemplate { content } }');
    const template = Buffer.from(institutionImportTemplate.content as string, 'base64');
    const book = await filledBook(template, institution);
    await office.send('mutation ($file: Upload!) { importInstitution(file: $file) { successCount } }', book);
    ids = await known(office);
    planned = await prepared(office, ids);
    await office.ask(
      `mutation ($input: EnrolmentRoundInput!) { createEnrolmentRound(input: $input) { id } }`,
      {
        input: {
          name: '选修课',
          semester: ids['2031秋'],
          opensAt: new Date(Date.now() - 60_000),
          closesAt: new Date(Date.now() + 3_600_000),
          dropUntil: new Date(Date.now() + 3_600_000),
          countMax: 1,
        },
      },
    );
    const rows = await server.context().rows.find(Student, { code: { $in: studentNumbers } });
    students = await Promise.all(
      rows.map(async ({ id }) => ({ id, token: await tokenOf(server, RoleKey.STUDENT, { student: id }) })),
    );
  });
  afterAll(async () => {
    await worker.stop();
    await server.stop();
  });

  test('300 students enrol by themselves, and no seat is given twice', async () => {
    const electives = Object.keys(ids).filter((name) => name.endsWith('选修'));
    const enrol = 'mutation ($id: ID!) { enrol(teachingClass: $id) { count } }';
    const taken = await Promise.all(
      students.map(({ token }, at) =>
        server.graphql(enrol, { id: ids[electives[at % electives.length]] }, token),
      ),
    );
    expect(taken.flatMap(({ errors }) => errors?.map(({ message }) => message) ?? [])).toEqual([]);
    const late = await server.graphql(enrol, { id: ids[electives[0]] }, students[1].token);
    expect(late.errors).toHaveLength(1);
    const { data } = await server.graphql(
      `query ($id: ID!) { enrolments(teachingClass: $id) { total } }`,
      { id: ids[electives[0]] },
      await server.signIn(administrator.name, administrator.password),
    );
    expect(data.enrolments.total).toBe(seatsOfElective);
  });

  test('everything is placed and published, within 15 calls of the office', async () => {
    await published(office, ids['2031秋']);
    expect(office.calls).toBeLessThanOrEqual(15);
  });

  interface Item {
    readonly teachingClass: Named;
    readonly course: Named;
    readonly classroom: Named;
    readonly teachers: readonly { readonly role: string; readonly teacher: Named }[];
    readonly dayOfWeek: number;
    readonly periodStart: number;
  }
  const timetableOf = async (token: string): Promise<Item[]> => {
    const data = dataOf(
      await server.graphql(
        `{ studentTimetable(weekFrom: 1, weekTo: 1) { items { dayOfWeek periodStart teachingClass { id name }
          course { name } classroom { name } teachers { role teacher { name } } } } }`,
        {},
        token,
      ),
    );
    return data.studentTimetable.items as Item[];
  };

  test('a student of a group sees its own laboratory, after the lecture of both teachers', async () => {
    for (const [at, own, others] of [
      [0, 'A', 'B'],
      [1, 'B', 'A'],
    ] as const) {
      const items = await timetableOf(students[at].token);
      const seen = items.map(({ teachingClass }) => teachingClass.id);
      expect(seen).toContain(planned[own]);
      expect(seen).not.toContain(planned[others]);
      const [theory, practice] = ['物理化学 THEORY', own].map((name) =>
        items.find(({ teachingClass }) => teachingClass.id === planned[name])!,
      );
      const slot = ({ dayOfWeek, periodStart }: Item): number => dayOfWeek * 100 + periodStart;
      expect(slot(theory)).toBeLessThan(slot(practice));
      expect(theory.teachers.map(({ teacher }) => teacher.name)).toContain('教师8');
      expect(practice.classroom.name).toMatch(/^20[12]$/);
      // An elective, and what the whole class attends, are there too.
      expect(items.map(({ course }) => course.name)).toContain('离散数学');
      expect(items.length).toBe(4);
    }
  });

  test('the assistant tells of the own group and choice, and on request of the class', async () => {
    for (const at of [0, 1]) {
      const items = await timetableOf(students[at].token);
      const own = await talk(server, '我第1周有哪些课？', { token: students[at].token });
      const lines = own.said.trim().split('\n');
      expect(lines).toHaveLength(items.length);
      expect(own.said).toMatch(/物理化学（理论）1班，教师\d、教师8，/);
      for (const { teachingClass, classroom } of items)
        expect(
          lines.filter((line) => line.includes(`${teachingClass.name}，`) && line.includes(classroom.name)),
        ).toHaveLength(1);
      const ofClass = await talk(server, '我们班第1周有哪些课？', { token: students[at].token });
      for (const room of ['201', '202']) expect(ofClass.said).toContain(room);
    }
  });

  test('whoever teaches in parallel, and whoever looks at a laboratory, sees the same', async () => {
    const teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: ids['教师8'] });
    const { teacherTimetable } = dataOf(
      await server.graphql(
        '{ teacherTimetable(weekFrom: 1, weekTo: 1) { items { teachingClass { id } } } }',
        {},
        teacher,
      ),
    );
    const taught = teacherTimetable.items.map((each: any) => each.teachingClass.id);
    expect(taught).toContain(planned['物理化学 THEORY']);
    const inLaboratories: string[] = [];
    for (const name of ['201', '202']) {
      const { timetable } = dataOf(
        await server.graphql(
          'query ($room: ID!) { timetable { assignments(classroom: $room) { teachingClass { id } } } }',
          { room: ids[name] },
          students[0].token,
        ),
      );
      inLaboratories.push(...timetable.assignments.map((each: any) => each.teachingClass.id as string));
    }
    expect(inLaboratories.toSorted()).toEqual([planned.A, planned.B].toSorted());
  });
});

test('sheet by sheet, an institution has its timetable within 50 calls', async () => {
  const { server, worker, office } = await opened();
  try {
    const imports: Readonly<Record<string, string>> = {
      教室类型: 'classroomTypes',
      部门: 'departments',
      校区: 'campuses',
      教学楼: 'buildings',
      教室: 'classrooms',
      教师: 'teachers',
      年级: 'grades',
      专业: 'majors',
      行政班级: 'administrativeClasses',
      学生: 'students',
      课程: 'courses',
      教师课程资格: 'teacherQualifications',
      学期: 'semesters',
      教学班: 'teachingClasses',
    };
    for (const [sheet, noun] of Object.entries(imports)) {
      const operation = `import${noun[0].toUpperCase()}${noun.slice(1)}`;
      for (let from = 0; from < institution[sheet].length; from += 100) {
        const file = await sheetBook(institution[sheet].slice(from, from + 100));
        await office.send(`mutation ($file: Upload!) { ${operation}(file: $file) { successCount } }`, file);
      }
    }
    const ids = await known(office);
    await prepared(office, ids);
    await published(office, ids['2031秋']);
    expect(office.calls).toBeLessThanOrEqual(50);
  } finally {
    await worker.stop();
    await server.stop();
  }
});
