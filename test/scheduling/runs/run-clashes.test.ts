import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import type { SchedulingParts } from '../../../src/jobs/scheduling.js';
import type { Placement, Problem } from '@class-scheduling/solver';
import { department } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { limitedInMoves } from '../support.js';

/** What others change in the published timetable while a run for a department searches. */
let server: TestServer;
let runs: DepartmentRuns;
let theirs: { department: string; course: string; teacher: string };
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  runs = await DepartmentRuns.of(server);
  const elsewhere = await department(server);
  const course = await runs.course(undefined, elsewhere);
  theirs = { department: elsewhere, course, teacher: await runs.teacherOf(course) };
});
afterEach(() => runs.rest());
afterAll(() => server.stop());

/** A meeting of another department in all weeks, which nobody has placed. */
async function meetingElsewhere(semester: string): Promise<string> {
  const { em } = server.context();
  const code = `elsewhere-${++made}`;
  const teachingClass = em.create(TeachingClass, {
    ...{ code, name: `外系 ${made}`, semester, course: theirs.course, department: theirs.department },
    studentCount: 30,
  } as never);
  const weeks = Array.from({ length: 16 }, (_, at) => at + 1);
  const meeting = em.create(Meeting, { teachingClass, sequence: 1, periods: 2, weeks } as never);
  await em.flush();
  return (meeting as Meeting).id;
}

interface Place {
  readonly dayOfWeek: number;
  readonly periodStart: number;
  readonly classroom: string;
}

/** Places a meeting of another department in the published timetable, as its own planner would. */
async function placeElsewhere(semester: string, meeting: string, place: Place): Promise<void> {
  const { id } = (await runs.published(semester))!;
  const item = { meeting, place: { ...place, teacher: theirs.teacher } };
  const { errors } = await server.graphql(
    `mutation ($id: ID!, $input: TimetableChangeInput!) {
      changeTimetable(timetable: $id, input: $input, reason: "elsewhere") { number } }`,
    { id, input: { items: [item] } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
}

const placeOf = ({ times }: Problem, { time, room }: Placement): Place => ({
  dayOfWeek: Math.log2(times[time].days) + 1,
  periodStart: times[time].start + 1,
  classroom: room!,
});

/** Searches at whose end somebody does something before the result is stored; counts them. */
function disturbed(
  disturb: (search: number, place: Place) => Promise<void>,
): SchedulingParts & { searches: number } {
  const parts = {
    searches: 0,
    solve: ((problem, options, onProgress) => {
      const handle = limitedInMoves.solve(problem, options, onProgress);
      const solution = handle.solution.then(async (result) => {
        parts.searches += 1;
        const own = new Set(problem.meetings.filter(({ lock }) => !lock).map(({ id }) => id));
        const [first] = result.placements.filter(({ meeting }) => own.has(meeting));
        await disturb(parts.searches, placeOf(problem, first));
        return result;
      });
      return {
        solution,
        best: () => handle.best(),
        cancel: () => handle.cancel(),
        terminate: () => handle.terminate(),
      };
    }) as NonNullable<SchedulingParts['solve']>,
  };
  return parts;
}

async function wishOf(semester: string): Promise<Record<string, unknown>> {
  return runs.wish(semester, [courseRow(await runs.course(), { class_id: [await runs.group()] })]);
}

const roundsOf = async (id: string): Promise<number> =>
  (
    await server
      .context()
      .em.execute<{ rounds: number }[]>('select rounds from scheduling_task where id = $1', [id])
  )[0].rounds;

test('a result that clashes with a change made meanwhile is solved again from what stands then', async () => {
  const semester = await runs.semester();
  const meeting = await meetingElsewhere(semester);
  let taken: Place | undefined;
  const parts = disturbed(async (search, place) => {
    if (search > 1) return;
    taken = place;
    await placeElsewhere(semester, meeting, place);
  });
  await runs.work(parts);
  const { task_id: id, status, message } = await runs.run(await wishOf(semester));
  expect([status, message]).toEqual(['completed', '排课完成，共排 1 个课次']);
  expect(parts.searches).toBe(2);
  expect(await roundsOf(id)).toBe(1);
  const rows = await runs.publishedRows(semester);
  const own = rows.find((row) => row.meeting.id !== meeting)!;
  const other = rows.find((row) => row.meeting.id === meeting)!;
  expect(other).toMatchObject({ ...taken, classroom: { id: taken!.classroom } });
  expect([own.dayOfWeek, own.periodStart, own.classroom?.id]).not.toEqual(Object.values(taken!));
  expect(await faultsOf(server.runtime.app, (await runs.published(semester))!.id)).toEqual([]);
});

test('who is in the way each time makes the run fail after three more searches, saying why', async () => {
  const semester = await runs.semester();
  const meetings: string[] = [];
  for (let at = 0; at < 4; at++) meetings.push(await meetingElsewhere(semester));
  const parts = disturbed((search, place) => placeElsewhere(semester, meetings[search - 1], place));
  await runs.work(parts);
  const { task_id: id, status, message } = await runs.run(await wishOf(semester));
  expect(status).toBe('failed');
  expect(message).toMatch(
    /^排课期间课表被他人改动，结果仍有冲突：教室“.*”第 1-16 周星期.第 \d+-\d+ 节：“.*”与“.*”冲突。结果已随任务保留/,
  );
  expect(parts.searches).toBe(4);
  expect(await roundsOf(id)).toBe(3);
  // Only what the others placed stands.
  const rows = await runs.publishedRows(semester);
  expect(rows.map((row) => row.meeting.id).sort()).toEqual(meetings.sort());
});

test('what others place beside the result stays, and nothing is solved again', async () => {
  const semester = await runs.semester();
  const meeting = await meetingElsewhere(semester);
  const parts = disturbed((_, { dayOfWeek, periodStart, classroom }) =>
    placeElsewhere(semester, meeting, { dayOfWeek: (dayOfWeek % 5) + 1, periodStart, classroom }),
  );
  await runs.work(parts);
  expect(await runs.run(await wishOf(semester))).toMatchObject({ status: 'completed' });
  expect(parts.searches).toBe(1);
  expect(await runs.publishedRows(semester)).toHaveLength(2);
});

test('a clash that people accepted stands, and does not stop a run for another department', async () => {
  const semester = await runs.semester();
  const wish = await wishOf(semester);
  await runs.work();
  await runs.run(wish);
  const [room] = (await runs.publishedRows(semester)).map(({ classroom }) => classroom!.id);
  const [one, other] = [await meetingElsewhere(semester), await meetingElsewhere(semester)];
  const place = { dayOfWeek: 5, periodStart: 7, classroom: room };
  await placeElsewhere(semester, one, place);
  const { id } = (await runs.published(semester))!;
  const accepted = await server.graphql(
    `mutation ($id: ID!, $input: TimetableChangeInput!) {
      changeTimetable(timetable: $id, input: $input, acceptsClashes: true, reason: "同一讲座") { number } }`,
    { id, input: { items: [{ meeting: other, place: { ...place, teacher: theirs.teacher } }] } },
  );
  expect(accepted.errors).toBeUndefined();
  const before = (await runs.publishedRows(semester)).length;
  expect(await runs.run(await wishOf(semester))).toMatchObject({ status: 'completed' });
  const rows = await runs.publishedRows(semester);
  expect(rows).toHaveLength(before + 1);
  for (const meeting of [one, other])
    expect(rows.find((row) => row.meeting.id === meeting)).toMatchObject({ dayOfWeek: 5, periodStart: 7 });
  // Nobody else is where both stand.
  const there = rows.filter(
    ({ dayOfWeek, periodStart, classroom }) => dayOfWeek === 5 && periodStart === 7 && classroom?.id === room,
  );
  expect(there).toHaveLength(2);
  expect(await faultsOf(server.runtime.app, id)).toEqual([]);
});
