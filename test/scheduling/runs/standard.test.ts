import { TeacherQualification } from '../../../src/entities/courses.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { takeSnapshot } from '../../../src/services/scheduling/problem/take-snapshot.js';
import { tasks } from '../../../src/services/scheduling/runs/tasks.js';
import { endedTask, importInstance, openWorkingInstallation, type TestInstallation } from '../support.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

let installation: TestInstallation;

beforeAll(async () => {
  installation = await openWorkingInstallation();
});
afterAll(() => installation.stop());

async function schedule({ semester }: TestUniversity): Promise<{ assignments: any[]; unplaced: any[] }> {
  const ctx = installation.context();
  const { id } = await tasks.start(ctx, { semester: semester.id });
  const task = await endedTask(installation.app, id, 20);
  expect(task).toMatchObject({ status: 'COMPLETED', failureEn: null, hardViolations: 0 });
  const timetable = task.timetable as string;
  return {
    assignments: await ctx.rows.find(ClassAssignment, { timetable, dayOfWeek: { $isNull: false } }),
    unplaced: await ctx.rows.find(ClassAssignment, { timetable, dayOfWeek: null }),
  };
}

test(
  'what was locked by hand is kept; of two that are locked to one place one is left out and says ' + 'why',
  async () => {
    const university = await makeUniversity(installation.app, { name: 'locks', teachingClasses: 3 });
    const [first, , second] = university.meetings;
    const [room] = university.rooms;
    await publishLocked(installation.app, university, [
      { meeting: first, day: 3, period: 4, room },
      { meeting: second, day: 3, period: 4, room },
    ]);

    const { assignments, unplaced } = await schedule(university);

    const of = (meeting: Meeting): any => assignments.find((assignment) => assignment.meeting === meeting.id);
    const locked = [first, second].map(of).filter(Boolean);
    expect(locked).toEqual([
      expect.objectContaining({ dayOfWeek: 3, periodStart: 4, periodEnd: 5, classroom: room.id }),
    ]);
    expect(assignments).toHaveLength(5);
    expect(unplaced).toHaveLength(1);
    expect([first.id, second.id]).toContain(unplaced[0].meeting);
    expect(unplaced[0].reasonZh).toMatch(/\p{Script=Han}/u);
  },
);

test('a meeting that nobody may teach is left out and says so, the others are placed', async () => {
  const university = await makeUniversity(installation.app, { name: 'untaught', teachingClasses: 2 });
  await installation.context().em.nativeDelete(TeacherQualification, { teacher: university.teachers[0].id });
  const { assignments, unplaced } = await schedule(university);
  expect(assignments.map(({ meeting }) => meeting).toSorted()).toEqual(
    university.meetings.slice(2).map(({ id }) => id),
  );
  expect(unplaced.map(({ meeting, reasonEn }) => [meeting, reasonEn])).toEqual(
    university.meetings
      .slice(0, 2)
      .map(({ id }) => [
        id,
        'It names no teacher, and no teacher has an approved qualification for its course.',
      ]),
  );
});

test('an imported instance and the other semesters never use each other’s rooms', async () => {
  const university = await makeUniversity(installation.app, { name: 'rooms', teachingClasses: 1 });
  const { semesterId } = await importInstance(installation.context(), 'comp01');
  const roomsOf = async (semester: string): Promise<string[]> =>
    problemOf(await takeSnapshot(installation.context(), semester)).problem.rooms.map(({ name }) => name);
  expect((await roomsOf(semesterId)).toSorted()).toEqual(['rB', 'rC', 'rE', 'rF', 'rG', 'rS']);
  const rooms = await roomsOf(university.semester.id);
  expect(rooms).toEqual(expect.arrayContaining(university.rooms.map(({ name }) => name)));
  expect(rooms).not.toEqual(expect.arrayContaining(['rB']));
});

test('a snapshot holds what the timetable depends on, of this semester only', async () => {
  const small = await makeUniversity(installation.app, { name: 'small', teachingClasses: 1 });
  const snapshot = await takeSnapshot(installation.context(), small.semester.id);
  expect(snapshot).toMatchObject({ weeks: 16, days: 7, periods: 12, profile: 'STANDARD' });
  expect(snapshot.meetings).toHaveLength(2);
  expect(snapshot.teachingClasses).toEqual([
    {
      id: small.teachingClasses[0].id,
      name: 'K0',
      course: expect.any(String),
      courseType: expect.any(String),
      department: small.department.id,
      size: 40,
      minimumDays: 1,
      groups: [small.classes[0].id],
    },
  ]);
  expect(snapshot.qualifications).toHaveLength(1);
});
