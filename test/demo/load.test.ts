import { entities } from '../../src/entities/all.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadDemo } from '../../src/demo/load.js';
import { demoUniversity } from '../../src/demo/university.js';
import { AdministrativeClass } from '../../src/entities/organisation.js';
import { Student, Teacher } from '../../src/entities/people.js';
import { Meeting } from '../../src/entities/scheduling/meetings.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { named, workOf } from '../../src/data/transaction.js';
import { saidByBoth } from '../scheduling/advice/places-agree.js';
import { startTestServer, type TestServer } from '../support/server.js';

const fork = (server: TestServer): EntityManager => server.runtime.app.orm.em.fork();

async function countRows(server: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entity of entities) counts[entity.name] = await fork(server).count(entity);
  return counts;
}

describe('the university', () => {
  let server: TestServer;
  let both: { semesterId: string; isNew: boolean }[];
  const shares: number[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    both = await Promise.all([
      loadDemo(server.context(), (share) => shares.push(share)),
      loadDemo(server.context(), (share) => shares.push(share)),
    ]);
  });
  afterAll(() => server.stop());

  test('is stored once when two load it at the same time', async () => {
    const university = demoUniversity(1);
    const sections = university.teachingClasses;
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await countRows(server)).toMatchObject({
      Campus: 2,
      Building: 9,
      Classroom: 58,
      ClassroomType: 23,
      Department: 14,
      Grade: 3,
      Major: 14,
      AdministrativeClass: 40,
      Student: 1600,
      Teacher: 120,
      Course: 150,
      Semester: 1,
      CalendarDay: university.calendarDays.length,
      TeacherQualification: university.qualifications.length,
      TeacherPreference: university.preferences.length,
      Unavailability: university.unavailabilities.length,
      TeachingClass: sections.length,
      TeachingClassGroup: sections.flatMap(({ groups }) => groups).length,
      Enrolment: university.enrolments.length,
      Meeting: sections.flatMap(({ meetings }) => meetings).length,
      User: 1,
    });
    const semester = await fork(server).findOneOrFail(Semester, { id: both[0].semesterId });
    expect(semester).toMatchObject({
      name: '2026-2027-1',
      startDate: '2026-08-31',
      endDate: '2027-01-03',
      isCurrent: true,
    });
  });

  test('reports a share that grows to the whole', () => {
    expect(shares.length).toBeGreaterThan(20);
    expect(shares).toEqual([...shares].sort((left, right) => left - right));
    expect(shares.at(-1)).toBe(1);
  });

  test('stores records as they were made up', async () => {
    const university = demoUniversity(1);
    const em = fork(server);
    const [expected] = university.administrativeClasses;
    const stored = await em.findOneOrFail(
      AdministrativeClass,
      { code: expected.code },
      { populate: ['department', 'major', 'grade', 'counselor', 'monitor'] as never[] },
    );
    expect(stored).toMatchObject({ name: expected.name, studentCount: expected.studentCount });
    expect(stored.department.unwrap().code).toBe(expected.department);
    expect(stored.grade.unwrap().name).toBe(expected.grade);
    expect(stored.counselor?.unwrap().code).toBe(expected.counselor);
    expect(stored.monitor?.unwrap().code).toBe(expected.monitor);
    const student = await em.findOneOrFail(Student, { code: university.showcase.student });
    expect(student).toMatchObject({ isGraduated: false, user: null });
    expect(student.major.id).toBe(stored.major.id);
    const [section] = university.teachingClasses;
    const meetings = await em.find(
      Meeting,
      { teachingClass: { code: section.code } },
      { orderBy: { sequence: 'asc' } },
    );
    expect(meetings.map(({ sequence, periods, weeks }) => ({ sequence, periods, weeks }))).toEqual(
      section.meetings.map(({ periods, weeks }, index) => ({ sequence: index + 1, periods, weeks })),
    );
  });

  test('what every place of a meeting says is what its change is told', async () => {
    const said = await saidByBoth(server, { semester: both[0].semesterId, count: 40, seed: 1 });
    for (const [shaded, checked] of said) expect(shaded).toEqual(checked);
    expect(said.filter(([{ clashes }]) => clashes.length > 0).length).toBeGreaterThan(10);
    expect(said.filter(([{ words }]) => words.length > 0).length).toBeGreaterThan(10);
  });

  test('keeps everything when it is loaded again', async () => {
    const [first] = both;
    await named(fork(server), workOf('test'), async (em) => {
      (await em.findOneOrFail(Teacher, { code: '100001' })).description = 'edited by hand';
    });
    const before = await countRows(server);

    const second = await loadDemo(server.context());

    expect(second).toEqual({ semesterId: first.semesterId, isNew: false });
    expect(await countRows(server)).toEqual(before);
    expect(await fork(server).findOneOrFail(Teacher, { code: '100001' })).toMatchObject({
      description: 'edited by hand',
    });
  });
});

describe('another system', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('stores nothing when it cannot store everything', async () => {
    const broken = { ...demoUniversity(1), teachingClasses: [...demoUniversity(1).teachingClasses] };
    broken.teachingClasses[5] = { ...broken.teachingClasses[5], course: 'NONE' };

    await expect(loadDemo(server.context(), undefined, broken)).rejects.toThrow('NONE');
    expect(await countRows(server)).toMatchObject({ Semester: 0, Campus: 0, Student: 0 });
  });

  test('leaves the current semester current', async () => {
    const current = Object.assign(new Semester(), {
      name: '2025-2026-2',
      startDate: '2026-03-02',
      endDate: '2026-07-05',
      isCurrent: true,
    });
    await named(fork(server), workOf('test'), async (em) => void em.persist(current));

    const { semesterId } = await loadDemo(server.context());

    expect(await fork(server).findOneOrFail(Semester, { isCurrent: true })).toMatchObject({
      name: '2025-2026-2',
    });
    expect(await fork(server).findOneOrFail(Semester, semesterId)).toMatchObject({ isCurrent: false });
  });
});
