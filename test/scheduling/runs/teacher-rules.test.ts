import type { EntityManager } from '@mikro-orm/postgresql';
import { TeacherPreference, TeacherQualification } from '../../../src/entities/courses.js';
import { Building, Campus, Classroom, ClassroomType } from '../../../src/entities/places.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { TeachingClass, TeachingClassGroup } from '../../../src/entities/scheduling/teaching-classes.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { solveInThreads } from '@class-scheduling/solver';
import { startTestServer, type TestServer } from '../../support/server.js';
import { endedTask } from '../support.js';
import { makeUniversity, type TestUniversity } from '../university.js';

/**
 * What records say of teachers decides the timetable: load, level, forbidden times, ways between campuses,
 * gaps, and one teacher for theory and laboratory. That none of it counted was the seventh weakness of the
 * service before.
 */
let server: TestServer;
let worker: JobWorker;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.runtime.app, {
    solve: (problem, options, onProgress) =>
      solveInThreads(problem, { ...options, limit: { moves: 30_000 } }, onProgress),
  });
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const start = `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }`;
const result = `query ($id: ID!) { schedulingTask(id: $id) {
  status failure causes { text requirements }
  timetable { unplaced { meeting { id } reason } assignments { meeting { id } time { dayOfWeek periodStart }
    teacher { name } } }
} }`;
const setTeacher = `mutation ($id: ID!, $input: TeacherPatch!) {
  updateTeacher(id: $id, input: $input) { id } }`;
const setCampus = `mutation ($id: ID!, $input: CampusPatch!) {
  updateCampus(id: $id, input: $input) { id } }`;

async function done(mutation: string, variables: object): Promise<any> {
  const { data, errors } = await server.graphql(mutation, { ...variables });
  expect(errors).toBeUndefined();
  return data;
}

/** Monday morning, and nothing that would spread the meetings of a class over the week. */
const mornings = { dayOfWeek: 1, periodStart: 1, periodEnd: 4 };
const onMonday = { preferredTimeSlots: [mornings], balanceWeekdayCourses: false };

interface Placed {
  readonly meeting: string;
  readonly day: number;
  readonly period: number;
  readonly teacher: string;
}

/** Schedules the semester; where its meetings are, by day and period, and what is missing and why. */
async function scheduled({ semester }: TestUniversity, options: object = {}) {
  const input = { semester: semester.id, options: { timePreferences: onMonday, ...options } };
  const { startScheduling } = await done(start, { input });
  await endedTask(server.runtime.app, startScheduling.id as string, 60);
  const { schedulingTask: task } = await done(result, { id: startScheduling.id });
  expect(task).toMatchObject({ status: 'COMPLETED', failure: null });
  const places: Placed[] = task.timetable.assignments.map(({ meeting, time, teacher }: any) => ({
    meeting: meeting.id,
    day: time.dayOfWeek,
    period: time.periodStart,
    teacher: teacher.name,
  }));
  places.sort((a, b) => a.day - b.day || a.period - b.period);
  return { places, unplaced: task.timetable.unplaced as any[], causes: task.causes as any[] };
}

const timesOf = (places: readonly Placed[]) => places.map(({ day, period }) => [day, period]);
const teachersOf = (places: readonly Placed[]) => [...new Set(places.map(({ teacher }) => teacher))].sort();
const off = (...rules: string[]) => ({ rules: rules.map((rule) => ({ rule, level: 'OFF' })) });

/** One course of two weekly meetings for one class, with what else the test needs. */
async function oneCourse(
  name: string,
  more: (em: EntityManager, university: TestUniversity) => unknown = () => undefined,
  teachingClasses = 1,
): Promise<TestUniversity> {
  const university = await makeUniversity(server.runtime.app, { name, teachingClasses });
  const em = server.context().em;
  await more(em, university);
  await em.flush();
  return university;
}

test('weakness 7, load: above the weekly maximum nothing is placed, and why is told', async () => {
  const university = await oneCourse('weekly');
  const [{ id }] = university.teachers;
  expect((await scheduled(university)).places).toHaveLength(2);
  await done(setTeacher, { id, input: { weeklyPeriodsMax: 3 } });
  const { places, unplaced, causes } = await scheduled(university);
  expect(places).toHaveLength(1);
  expect(unplaced[0].reason).toContain('T0 has reached the weekly maximum with K0');
  expect(causes[0].text).toContain('T0 may have only so many periods a week and has 2 meetings');
  expect(causes[0].requirements).toContain('T0 has at most 3 periods a week.');
  expect((await scheduled(university, off('weekly-load'))).places).toHaveLength(2);
  const soft = { rules: [{ rule: 'weekly-load', level: 'SOFT', weight: 1 }] };
  expect((await scheduled(university, soft)).places).toHaveLength(2);
});

test('weakness 7, load: two periods a day are two days, whatever is preferred', async () => {
  const university = await oneCourse('daily');
  const [{ id }] = university.teachers;
  await done(setTeacher, { id, input: { dailyPeriodsMax: 2 } });
  const days = async (options?: object) =>
    (await scheduled(university, options)).places.map(({ day }) => day);
  expect(await days(off('daily-load'))).toEqual([1, 1]);
  expect(new Set(await days()).size).toBe(2);
});

test('weakness 7, level: the lead teacher teaches a course, unless the level does not count', async () => {
  const university = await oneCourse(
    'level',
    async (em, { teachers: [junior, lead], teachingClasses: [{ course }], semester }) => {
      await em.nativeUpdate(TeacherQualification, { teacher: junior.id }, { level: 1 });
      em.create(TeacherQualification, { teacher: lead, course, level: 3, isPrimary: true } as never);
      // Any period but this one is worse for the lead teacher, who neutrally has none.
      const liked = { teacher: lead, semester, dayOfWeek: 5, period: 12, level: 5 };
      em.create(TeacherPreference, liked as never);
      await em.nativeDelete(Meeting, { teachingClass: { course: { code: 'level-k1' } } });
    },
    2,
  );
  const teachers = async (options: object) => teachersOf((await scheduled(university, options)).places);
  expect(await teachers(off('teacher-level'))).toEqual(['T0']);
  expect(await teachers({ rules: [{ rule: 'teacher-level', weight: 50 }] })).toEqual(['T1']);
  expect(await teachers({ rules: [{ rule: 'teacher-level', level: 'HARD' }] })).toEqual(['T1']);
});

test('weakness 7, forbidden times: nothing is on them, however much they are preferred', async () => {
  const university = await oneCourse('forbidden');
  const [{ id }] = university.teachers;
  await done(setTeacher, { id, input: { forbiddenTimes: 'Mon 1-4' } });
  const isOnThem = ({ day, period }: Placed) => day === 1 && period <= 4;
  expect((await scheduled(university, off('teacher-availability'))).places.every(isOnThem)).toBe(true);
  const { places } = await scheduled(university);
  expect(places.map(isOnThem)).toEqual([false, false]);
  const input = {
    semester: university.semester.id,
    options: { rules: [{ rule: 'teacher-availability', level: 'SOFT' }] },
  };
  const { errors } = await server.graphql(start, { input });
  expect(errors?.[0].extensions).toMatchObject({ problems: [{ field: 'options.rules.0' }] });
});

test('weakness 7, travel: nobody is at two campuses in a row, but for a long break', async () => {
  let campuses: string[] = [];
  const university = await oneCourse('travel', async (em, { rooms: [room], meetings: [first, second] }) => {
    const near = await em.findOneOrFail(Building, { id: room.building.id });
    const far = em.create(Campus, { name: 'far', code: 'far', address: '-' } as never);
    const building = em.create(Building, { name: 'far', campus: far } as never);
    const type = em.create(ClassroomType, { name: 'far laboratory' } as never);
    const laboratory = { code: 'far-1', name: 'F1', building, type, floor: '1', capacity: 60, area: 80 };
    em.create(Classroom, laboratory as never);
    campuses = [near.campus.id, far.id];
    await em.flush();
    await em.nativeUpdate(Meeting, { id: first.id }, { classroomType: room.type.id });
    await em.nativeUpdate(Meeting, { id: second.id }, { classroomType: type.id });
  });
  const timePreferences = {
    ...onMonday,
    preferredTimeSlots: [mornings, { dayOfWeek: 1, periodStart: 5, periodEnd: 6, level: 9 }],
  };
  const times = async (options: object = {}) =>
    timesOf((await scheduled(university, { timePreferences, ...options })).places);
  const inARow = [
    [1, 1],
    [1, 3],
  ];
  expect(await times()).toEqual([
    [1, 3],
    [1, 5],
  ]);
  expect(await times(off('travel-time'))).toEqual(inARow);
  for (const id of campuses) await done(setCampus, { id, input: { travelPeriods: 0 } });
  expect(await times()).toEqual(inARow);
});

test('weakness 7, gaps: a teacher waits only where the rule is off', async () => {
  const university = await oneCourse('gaps');
  const timePreferences = {
    ...onMonday,
    preferredTimeSlots: [
      { dayOfWeek: 1, periodStart: 1, periodEnd: 2 },
      { dayOfWeek: 1, periodStart: 7, periodEnd: 8 },
      { dayOfWeek: 1, periodStart: 3, periodEnd: 4, level: 9 },
    ],
  };
  const times = async (options: { rules: object[] }) =>
    timesOf((await scheduled(university, { timePreferences, ...options })).places);
  const ofGroups = off('group-compactness', 'consecutive-periods', 'isolated-meetings');
  expect(await times(ofGroups)).toEqual([
    [1, 1],
    [1, 3],
  ]);
  expect(await times({ rules: [...ofGroups.rules, ...off('teacher-compactness').rules] })).toEqual([
    [1, 1],
    [1, 7],
  ]);
});

test('weakness 7, one teacher: who teaches the theory of a course also teaches its laboratory', async () => {
  const university = await oneCourse(
    'parts',
    async (
      em,
      { teachers: [first, second], teachingClasses: [theory, other], classes: [group], semester },
    ) => {
      await em.nativeDelete(Meeting, { teachingClass: other.id });
      await em.nativeUpdate(Meeting, { teachingClass: theory.id }, { teacher: first.id });
      em.create(TeacherQualification, { teacher: second, course: theory.course } as never);
      const { course, department } = theory;
      const names = { code: 'parts-lab', name: 'K0 lab', studentCount: 40 };
      const laboratory = em.create(TeachingClass, { ...names, semester, course, department } as never);
      em.create(TeachingClassGroup, { teachingClass: laboratory, administrativeClass: group } as never);
      const weeks = Array.from({ length: 16 }, (_, week) => week + 1);
      em.create(Meeting, { teachingClass: laboratory, sequence: 1, periods: 2, weeks } as never);
      const liked = { teacher: first, semester, dayOfWeek: 5, period: 12, level: 5 };
      em.create(TeacherPreference, liked as never);
    },
    2,
  );
  const teachers = async (options: object) => teachersOf((await scheduled(university, options)).places);
  expect(await teachers(off('teacher-stability'))).toEqual(['T0', 'T1']);
  expect(await teachers({ rules: [{ rule: 'teacher-stability', weight: 100 }] })).toEqual(['T0']);
});
