import { loadDemo } from '../../src/demo/load.js';
import { startWorker, type JobWorker } from '../../src/jobs/worker.js';
import { solveInThreads } from '@class-scheduling/solver';
import { endedTask } from '../scheduling/support.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let worker: JobWorker;
let timetable: string;
let assignments: any[];

beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.runtime.app, {
    solve: (problem, options, onProgress) =>
      solveInThreads(problem, { ...options, limit: { moves: 400_000 } }, onProgress),
  });
  const { semesterId } = await loadDemo(server.context());
  const start = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }';
  const started = await server.graphql(start, { input: { semester: semesterId } });
  const { id } = started.data.startScheduling as { id: string };
  const { status } = await endedTask(server.runtime.app, id, 100);
  if (status !== 'COMPLETED') throw new Error(`The run of the demo ended as ${status}.`);
  const { data } = await server.graphql(
    `query ($id: ID!) { schedulingTask(id: $id) { timetable { id assignments {
      meeting { id } time { dayOfWeek periodStart periodEnd weeks }
      teachingClass { name studentCount administrativeClasses { id } } } } } }`,
    { id },
  );
  ({ id: timetable, assignments } = data.schedulingTask.timetable);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

/** What speaks against a time of a meeting. */
const objectionsTo = async (meeting: string, dayOfWeek: number, periodStart: number): Promise<any[]> => {
  const { data } = await server.graphql(
    `query ($timetable: ID!, $meeting: ID!, $place: MeetingPlaceInput!) {
      whyNot(timetable: $timetable, meeting: $meeting, place: $place) { kind rule cost text } }`,
    { timetable, meeting, place: { dayOfWeek, periodStart } },
  );
  return data.whyNot as any[];
};

const large = () =>
  assignments.filter(({ teachingClass }) => teachingClass.administrativeClasses.length >= 3);

test('lectures of whole grades end a Friday only where nothing else is free', async () => {
  expect(large().length).toBeGreaterThan(10);
  const late = large().filter(({ time }) => time.dayOfWeek === 5 && time.periodEnd > 10);
  const undefended: string[] = [];
  for (const { meeting, teachingClass } of late) {
    for (let place = 0; place < 20; place++) {
      const [dayOfWeek, periodStart] = [1 + Math.floor(place / 4), 1 + 2 * (place % 4)];
      const objections = await objectionsTo(meeting.id as string, dayOfWeek, periodStart);
      if (objections.every(({ kind }) => kind === 'PREFERENCE'))
        undefended.push(`${teachingClass.name} on day ${dayOfWeek}, period ${periodStart}`);
    }
  }
  expect(undefended).toEqual([]);
});

test('why not on a Friday evening tells what it would cost all whom it concerns', async () => {
  const [lecture] = large().toSorted((a, b) => b.teachingClass.studentCount - a.teachingClass.studentCount);
  const { studentCount } = lecture.teachingClass;
  const classes = Math.min(6, Math.round(studentCount / 40));
  expect(classes).toBeGreaterThanOrEqual(3);
  const objections = await objectionsTo(lecture.meeting.id as string, 5, 11);
  const evening = objections.find(({ rule }) => rule === 'evening');
  expect(evening).toMatchObject({
    kind: 'PREFERENCE',
    cost: 2 * 2 * 2 * lecture.time.weeks.length * classes * 4,
    text: expect.stringContaining('is in the evening (Fri periods 11-12'),
  });
});
