import { User } from '../../../src/entities/accounts.js';
import { Course, CreditHourType } from '../../../src/entities/courses.js';
import { Department, Major } from '../../../src/entities/organisation.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Conflict } from '../../../src/entities/scheduling/conflicts.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { Semester } from '../../../src/entities/scheduling/semesters.js';
import { Series } from '../../../src/entities/scheduling/series.js';
import { TeachingClass, TeachingClassGroup } from '../../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { ConflictKind, ConflictStatus, TimetableStatus } from '../../../src/schema/timetables.js';
import { academicAffairs } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

/**
 * The college `u` offers K0 and K1, and its institute `v` offers K2, an elective, in the same semester of 16
 * weeks with a grid of 5 × 12. Each has two meetings of two periods.
 */
let server: TestServer;
let u: TestUniversity;
let v: TestUniversity;
let planners: { college: string; institute: string };
let teacher: string;
let student: string;

const weeks = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

beforeAll(async () => {
  server = await startTestServer();
  const { app } = server.runtime;
  u = await makeUniversity(app, { name: 'u', teachingClasses: 3 });
  v = await makeUniversity(app, { name: 'v', teachingClasses: 1 });
  const { em } = server.context();
  const make = <T extends object>(entity: new () => T, values: object): T =>
    em.create(entity, values as never);
  const [t0, t1, t2] = u.teachers;
  const [, k1, k2] = u.teachingClasses;
  await em.nativeUpdate(Department, { id: v.department.id }, { parent: u.department.id });
  await em.nativeUpdate(Semester, { id: v.semester.id }, { startDate: '2026-03-02', endDate: '2026-06-28' });
  const bothKinds = { credits: 3.5, theoryHours: 48, labHours: 32 };
  await em.nativeUpdate(Course, { id: u.teachingClasses[0].course.id }, bothKinds);
  await em.nativeUpdate(Course, { id: k1.course.id }, { totalHours: 32.5, credits: 2 });
  await em.nativeDelete(TeachingClassGroup, { teachingClass: k2.id });
  const elective = { department: v.department.id, isCompulsory: false };
  await em.nativeUpdate(TeachingClass, { id: k2.id }, elective);
  const laboratory = await em.findOneOrFail(CreditHourType, { name: '实验学时' });
  const theory = await em.findOneOrFail(CreditHourType, { name: '理论学时' });
  await em.nativeUpdate(Meeting, { id: u.meetings[0].id }, { creditHourType: theory.id });
  await em.nativeUpdate(Meeting, { id: u.meetings[1].id }, { creditHourType: laboratory.id });
  const empty = { code: 'w', name: 'w', educationYears: 4, trainingLevel: '本科' };
  make(Major, { ...empty, department: v.department.id });

  const timetable = (semester: string, revision: number, status: TimetableStatus): Timetable =>
    make(Timetable, { semester, revision, status });
  const place = (
    within: Timetable,
    [at, dayOfWeek, periodStart]: readonly [number, number, number],
    [room, by, held]: readonly [number, { id: string }, number[]],
    of = u,
  ): void => {
    const { id: meeting, teachingClass } = of.meetings[at];
    const when = { dayOfWeek, periodStart, periodEnd: periodStart + 1, weeks: held };
    const where = { classroom: of.rooms[room].id, teacher: by.id };
    make(ClassAssignment, { timetable: within, meeting, teachingClass, ...when, ...where });
  };
  const published = timetable(u.semester.id, 1, TimetableStatus.PUBLISHED);
  place(published, [0, 1, 1], [0, t0, weeks(16)]);
  place(published, [1, 1, 3], [0, t0, weeks(16)]);
  // Two at once in one room.
  place(published, [2, 3, 1], [1, t1, weeks(8)]);
  place(published, [3, 3, 1], [1, t0, weeks(3)]);
  // A day beyond the grid.
  place(published, [4, 6, 1], [2, t2, weeks(2)]);
  const reasons = { reasonZh: '无', reasonEn: 'None', weeks: weeks(16) };
  const { id: unplaced, teachingClass } = u.meetings[5];
  make(ClassAssignment, { timetable: published, meeting: unplaced, teachingClass, ...reasons });
  const [one, other] = [make(Series, { teachingClass: k1.id }), make(Series, { teachingClass: k1.id })];
  const sides = { timetable: published, firstSeries: one, secondSeries: other };
  make(Conflict, { ...sides, kind: ConflictKind.ROOM });
  make(Conflict, { ...sides, kind: ConflictKind.TEACHER, status: ConflictStatus.IGNORED });
  // Neither a draft nor an archive counts, another semester does.
  place(timetable(u.semester.id, 2, TimetableStatus.DRAFT), [5, 2, 1], [0, t0, weeks(16)]);
  place(timetable(v.semester.id, 1, TimetableStatus.ARCHIVED), [1, 2, 1], [0, t0, weeks(16)], v);
  place(timetable(v.semester.id, 2, TimetableStatus.PUBLISHED), [0, 2, 1], [0, t0, weeks(16)], v);
  await em.flush();

  const [attending] = [
    await addStudentOf(server, u.classes[0].id),
    await addStudentOf(server, u.classes[0].id),
  ];
  await addStudentOf(server, v.classes[0].id);
  make(Enrolment, { teachingClass: k2.id, student: attending.id });
  await em.flush();
  planners = {
    college: await academicAffairs(server, u.department.id),
    institute: await academicAffairs(server, v.department.id),
  };
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: t0.id });
  student = await tokenOf(server, RoleKey.STUDENT, { student: attending.id });
});
afterAll(() => server.stop());

describe('over /api/v1', () => {
  test('an administrator sees what there is, and the newest 100 requests', async () => {
    const { em } = server.context();
    await em.execute(`
      insert into logged_request (id, address, user_agent, method, path, parameters, status, duration_ms,
        requested_at)
      select gen_random_uuid(), '10.0.0.1', 'agent', 'GET', '/api/v1/x/' || n, '{"page":"1"}', 404, 12,
        clock_timestamp() + make_interval(secs => n) from generate_series(1, 150) n`);
    const { data } = await server.rest('statisticsAdmin', { token: server.administrator });
    const { request_logs: requests, ...counts } = data;
    expect(counts).toEqual({
      user_count: await em.count(User, {}),
      campus_count: 2,
      building_count: 2,
      teacher_count: 4,
      student_count: 3,
    });
    expect(requests).toHaveLength(100);
    expect(requests.map(({ request_url }: Record<string, string>) => request_url)).toEqual(
      Array.from({ length: 100 }, (_, at) => `/api/v1/x/${150 - at}`),
    );
    expect(requests[0]).toMatchObject({
      user_uuid: null,
      request_ip: '10.0.0.1',
      user_agent: 'agent',
      request_method: 'GET',
      request_params: '{"page":"1"}',
      request_body: null,
      response_code: 404,
      error_message: null,
      execution_time: 12,
      response_time: requests[0].request_time + 12,
    });
  });

  test.each([
    ['of the college, and so of its institute', 'college', [4, 3, 4, 4, 4], { u: 2, v: 1, w: 0 }],
    ['of the institute', 'institute', [1, 1, 1, 2, 1], { v: 1, w: 0 }],
  ] as const)('教务 %s see what they were granted', async (_, who, counts, majors) => {
    const { data } = await server.rest('statisticsAcademic', { token: planners[who] });
    const [teachers, students, classes, teachingClasses, courses] = counts;
    expect(data).toMatchObject({
      teacher_count: teachers,
      student_count: students,
      administrative_class_count: classes,
      teaching_class_count: teachingClasses,
      course_library_count: courses,
    });
    const named = data.major_student_counts as { major_name: string; count: number }[];
    expect(Object.fromEntries(named.map(({ major_name, count }) => [major_name, count]))).toEqual(majors);
  });

  test('administrators see all departments at once', async () => {
    const { data } = await server.rest('statisticsAcademic', { token: server.administrator });
    expect(data).toMatchObject({ teacher_count: 4, student_count: 3, teaching_class_count: 4 });
  });

  test('a teacher sees all types of hours that are published, of all semesters, newest first', async () => {
    const { data } = await server.rest('statisticsTeacher', { token: teacher });
    const of = (at: number): string => u.teachingClasses[at].id;
    expect(data).toEqual({
      course_count: 3,
      class_count: 3,
      student_count: 120,
      total_hours: 80 + 32 + 64,
      class_details: [
        [of(0), 'K0', 80, '理论学时、实验学时'],
        [of(1), 'K1', 32.5, null],
        [v.teachingClasses[0].id, 'K0', 64, null],
      ].map(([teachingClass, name, hours, type]) => ({
        teaching_class_uuid: teachingClass,
        teaching_class_name: name,
        course_name: name,
        student_count: 40,
        total_hours: hours,
        credit_hour_type: type,
      })),
    });
  });

  test('without meetings a teacher sees zeros; an account of no teacher is told so', async () => {
    const idle = await tokenOf(server, RoleKey.TEACHER, { teacher: v.teachers[0].id });
    expect((await server.rest('statisticsTeacher', { token: idle })).data).toEqual({
      course_count: 0,
      student_count: 0,
      class_count: 0,
      total_hours: 0,
      class_details: [],
    });
    const nobody = await tokenOf(server, RoleKey.TEACHER);
    expect(await server.rest('statisticsTeacher', { token: nobody })).toMatchObject({
      code: 40021,
      error_message: '当前用户不是教师，请联系管理员关联账号',
    });
  });
});

const load = 'hours minutes weekHoursMax dayHoursMax days { dayOfWeek hours }';
const figures = `
  timetable { revision status } meetingCount unplacedCount hours unplacedHours clashCount
  days { dayOfWeek hours }
  rooms { classroomTypeId roomCount share hours { dayOfWeek period share } }
  teachers { teacher { name } ${load} }`;
const t0Load = {
  hours: 70,
  minutes: 70 * 45,
  weekHoursMax: 6,
  dayHoursMax: 4,
  days: [
    { dayOfWeek: 1, hours: 64 },
    { dayOfWeek: 3, hours: 6 },
  ],
};
const idle = { hours: 0, minutes: 0, weekHoursMax: 0, dayHoursMax: 0, days: [] };

test('the figures of a timetable take few statements (weakness 14)', async () => {
  server.forgetStatements();
  const { data, errors } = await server.graphql(
    `query ($of: ID) { timetableFigures(semester: $of) { ${figures} } }`,
    { of: u.semester.id },
  );
  expect(errors).toBeUndefined();
  expect(server.statements.length).toBeLessThanOrEqual(10);
  const { rooms, teachers, ...rest } = data.timetableFigures;
  expect(rest).toEqual({
    timetable: { revision: 1, status: 'PUBLISHED' },
    meetingCount: 6,
    unplacedCount: 1,
    hours: 32 + 32 + 16 + 6 + 4,
    unplacedHours: 32,
    clashCount: 1,
    days: [
      { dayOfWeek: 1, hours: 64 },
      { dayOfWeek: 3, hours: 22 },
      { dayOfWeek: 6, hours: 4 },
    ],
  });
  // The rooms of both campuses serve the semester: 3 + 3.
  expect(rooms).toEqual([
    expect.objectContaining({ roomCount: 6, share: Number(((64 + 16) / (6 * 16 * 5 * 12)).toFixed(4)) }),
  ]);
  const shares = new Map(
    (rooms[0].hours as { dayOfWeek: number; period: number; share: number }[]).map(
      ({ dayOfWeek, period, share }) => [`${dayOfWeek} ${period}`, share],
    ),
  );
  expect(shares.size).toBe(5 * 12 + 2);
  const shareOf = (rooms: number, held: number): number => Number((held / (rooms * 16)).toFixed(4));
  expect(['1 1', '1 4', '1 5', '3 2', '6 1', '5 12'].map((hour) => shares.get(hour))).toEqual(
    [16, 16, 0, 8, 2, 0].map((held) => shareOf(6, held)),
  );
  expect(teachers).toEqual([
    { teacher: { name: 'T0' }, ...t0Load },
    {
      teacher: { name: 'T1' },
      hours: 16,
      minutes: 16 * 45,
      weekHoursMax: 2,
      dayHoursMax: 2,
      days: [{ dayOfWeek: 3, hours: 16 }],
    },
    {
      teacher: { name: 'T2' },
      hours: 4,
      minutes: 4 * 45,
      weekHoursMax: 2,
      dayHoursMax: 2,
      days: [{ dayOfWeek: 6, hours: 4 }],
    },
    { teacher: { name: 'T0' }, ...idle },
  ]);
});

test('教务 see meetings and teachers of their departments, and rooms of all', async () => {
  const read = (token: string, args = '') =>
    server.graphql(
      `query ($of: ID) { timetableFigures(semester: $of${args}) { meetingCount unplacedCount hours
        unplacedHours clashCount days { dayOfWeek hours } rooms { share }
        teachers { teacher { code } hours } } }`,
      { of: u.semester.id },
      token,
    );
  const own = await read(planners.institute);
  expect(own.data.timetableFigures).toEqual({
    meetingCount: 2,
    unplacedCount: 1,
    hours: 4,
    unplacedHours: 32,
    clashCount: 0,
    days: [{ dayOfWeek: 6, hours: 4 }],
    rooms: [{ share: expect.any(Number) }],
    teachers: [{ teacher: { code: 'vt0' }, hours: 0 }],
  });
  expect(own.data.timetableFigures.rooms[0].share).toBeGreaterThan(0);
  const narrowed = await read(planners.college, `, department: "${v.department.id}"`);
  expect(narrowed.data).toEqual(own.data);
  const whole = await read(planners.college);
  expect(whole.data.timetableFigures).toMatchObject({ meetingCount: 6, hours: 90, clashCount: 1 });
  const foreign = await read(planners.institute, `, department: "${u.department.id}"`);
  expect(foreign.errors?.[0].extensions.code).toBe('FORBIDDEN');
});

test('another revision is told of by its number; without a timetable there are no figures', async () => {
  const query = `query ($of: ID, $revision: Int) {
    timetableFigures(semester: $of, revision: $revision) { hours teachers(size: 1) { hours } } }`;
  const draft = await server.graphql(query, { of: u.semester.id, revision: 2 });
  expect(draft.data.timetableFigures).toEqual({ hours: 32, teachers: [{ hours: 32 }] });
  const none = await server.graphql(query, { of: u.semester.id, revision: 3 });
  expect(none.data).toEqual({ timetableFigures: null });
});

test('pages of teachers can be read from either end and are bounded', async () => {
  const read = (args: string) =>
    server.graphql(`{ timetableFigures { teachers(${args}) { teacher { code } } } }`);
  const codes = ({ data }: Awaited<ReturnType<typeof read>>): string[] =>
    data.timetableFigures.teachers.map(({ teacher: { code } }: { teacher: { code: string } }) => code);
  expect(codes(await read('size: 2'))).toEqual(['ut0', 'ut1']);
  expect(codes(await read('size: 2, page: 2'))).toEqual(['ut2', 'vt0']);
  expect(codes(await read('size: 2, isDesc: false'))).toEqual(['vt0', 'ut2']);
  for (const args of ['size: 0', 'size: 201', 'page: 0'])
    expect((await read(args)).errors?.[0].extensions.code).toBe('INVALID_PARAMETER');
});

test('teachers see their own load in a semester, students what they attend', async () => {
  const own = await server.graphql(
    `query ($of: ID) { teacherDashboard { load(semester: $of) { ${load} } } }`,
    { of: u.semester.id },
    teacher,
  );
  expect(own.data.teacherDashboard.load).toEqual(t0Load);
  const attended = await server.graphql(
    `{ studentDashboard { semester { name } courseCount classCount credits load { ${load} } } }`,
    {},
    student,
  );
  expect(attended.data.studentDashboard).toEqual({
    semester: { name: 'u semester' },
    courseCount: 2,
    classCount: 2,
    credits: 3.5,
    load: {
      hours: 68,
      minutes: 68 * 45,
      weekHoursMax: 6,
      dayHoursMax: 4,
      days: [
        { dayOfWeek: 1, hours: 64 },
        { dayOfWeek: 6, hours: 4 },
      ],
    },
  });
});
