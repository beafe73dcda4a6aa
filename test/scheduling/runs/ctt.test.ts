import { Semester, Unavailability } from '../../../src/entities/scheduling/semesters.js';
import { exportCtt } from '../../../src/services/scheduling/timetable/ctt-export.js';
import { importCtt } from '../../../src/services/scheduling/timetable/ctt-import.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { takeSnapshot } from '../../../src/services/scheduling/problem/take-snapshot.js';
import { readCtt } from '@class-scheduling/solver/competitions';
import type { Problem } from '@class-scheduling/solver';
import { importInstance, instanceText, openTestInstallation, type TestInstallation } from '../support.js';
import { makeUniversity } from '../university.js';

let installation: TestInstallation;

beforeAll(async () => {
  installation = await openTestInstallation();
});
afterAll(() => installation.stop());

/** What the competition knows of a problem, by names instead of identifiers. */
function content({ calendar, rooms, teachers, groups, teachingClasses, meetings, times }: Problem): object {
  const nameOf = new Map(
    [...rooms, ...teachers, ...groups, ...teachingClasses].map(({ id, name }) => [id, name]),
  );
  const short = (name: string): string => name.replace(/^comp05 /, '');
  const named = (ids: readonly string[]): string[] =>
    ids.map((id) => short(nameOf.get(id) ?? '?')).toSorted();
  return {
    calendar,
    rooms: rooms.map(({ name, capacity }) => `${name} ${capacity}`).toSorted(),
    teachers: named(teachers.map(({ id }) => id)),
    groups: named(groups.map(({ id }) => id)),
    days: teachingClasses.map(({ name, minimumDays }) => `${name} ${minimumDays}`).toSorted(),
    meetings: meetings
      .map((meeting) => [
        nameOf.get(meeting.teachingClass),
        meeting.size,
        named(meeting.teachers),
        named(meeting.groups),
        meeting.times.map(({ time }) => `${times[time].days}/${times[time].start}`).toSorted(),
      ])
      .map((meeting) => JSON.stringify(meeting))
      .toSorted(),
  };
}

test('an imported instance is the same problem as the file', async () => {
  const ctx = installation.context();
  const { semesterId, meetings } = await importInstance(ctx, 'comp05');
  const { problem, impossible } = problemOf(await takeSnapshot(ctx, semesterId));
  const original = readCtt(instanceText('comp05'));
  expect(impossible).toEqual([]);
  expect(meetings).toBe(original.meetings.length);
  expect(content(problem)).toEqual(content(original));
  expect(problem.profile).toBe('UD2');
  expect(await ctx.rows.one(Semester, semesterId)).toMatchObject({
    isCurrent: true,
    daysPerWeek: 6,
    periodsPerDay: 6,
  });
  expect(await ctx.rows.count(Unavailability, { semester: semesterId })).toBe(771);
});

test('the same instance again gets the next number', async () => {
  const names: string[] = [];
  for (let time = 0; time < 3; time++)
    names.push((await importInstance(installation.context(), 'comp01')).name);
  expect(names).toEqual(['comp01', 'comp01-2', 'comp01-3']);
});

test('what is no instance, and a name that cannot be a code, are refused and nothing is stored', async () => {
  const before = await installation.context().rows.count(Semester, {});
  const attempt = (text: string, name: string): Promise<unknown> =>
    importCtt(installation.context(), text, name);
  await expect(attempt('hello', 'hello')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Line 1 is not understood: "hello"'),
  });
  await expect(attempt(instanceText('comp01').replace('Rooms: 6', 'Rooms: 7'), 'x')).rejects.toThrow(
    'The header says Rooms: 7, but there are 6.',
  );
  await expect(attempt(instanceText('comp01'), '课表')).rejects.toThrow(
    '"课表" is not a valid name for an import: use 1 to 20 letters, digits or hyphens.',
  );
  await expect(attempt(instanceText('comp01').replace('Days: 5', 'Days: 8'), 'x')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await installation.context().rows.count(Semester, {})).toBe(before);
});

test('what has no timetable, or is no instance, is not exported', async () => {
  const { semesterId } = await importInstance(installation.context(), 'comp02');
  await expect(exportCtt(installation.context(), { semester: semesterId })).rejects.toThrow(
    'The semester has no timetable yet. Maybe schedule it first.',
  );
  const { semester } = await makeUniversity(installation.app);
  const ctx = installation.context();
  await ctx.em.execute(
    `insert into timetable (id, semester_id, revision, status, hard_violations, soft_cost, unplaced_count)
     values (gen_random_uuid(), $1, 1, 'DRAFT', 0, 0, 0)`,
    [semester.id],
  );
  await expect(exportCtt(ctx, { semester: semester.id })).rejects.toMatchObject({
    code: 'OPERATION_INVALID',
  });
});
