import { Course, CourseType } from '../../../src/entities/courses.js';
import { Building, Campus, Classroom } from '../../../src/entities/places.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { type SchedulingTask } from '../../../src/entities/scheduling/tasks.js';
import type { Row } from '../../../src/schema/rows.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { endedTask, limitedInMoves, taskWhen, unscored } from '../support.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

/** What planners wish of a run, from the mutation to the timetable. */
let server: TestServer;
let worker: JobWorker | undefined;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  worker = await startWorker(server.runtime.app, limitedInMoves);
});
afterEach(() => stopWorker());

const stopWorker = async (): Promise<void> => {
  await worker?.stop();
  worker = undefined;
};

const everyOption = `{
  constraints { teacherPreference roomOptimization studentConflictAvoidance consecutiveCoursesPreferred
  specializationRoomMatching }
  timePreferences { avoidEveningCourses balanceWeekdayCourses preferredTimeSlots { dayOfWeek periodStart
  periodEnd level } }
  prioritySettings { courseTypes { courseType priority } }
  scopeSettings { courses allowedBuildings }
  rules { rule level weight }
  fewestChanges
}`;

const begin = (university: TestUniversity, options: unknown, more: object = {}) =>
  server.graphql(
    `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id options
      ${everyOption} } }`,
    { input: { semester: university.semester.id, options, ...more } },
  );

interface Place {
  readonly meeting: string;
  readonly day: number;
  readonly period: number;
  readonly room: string;
  readonly building: string;
}

const result = `query ($id: ID!) { schedulingTask(id: $id) {
  status failure movedCount basis { revision } penalties { rule penalty }
  moves { meeting { id } from { dayOfWeek periodStart classroom { id } teacher { id } } to { classroom {
  id } } }
  timetable { id revision unplacedCount unplaced { meeting { id } reason } assignments { meeting { id } time
  { dayOfWeek periodStart } classroom { id building { id } } } }
} }`;

/** Schedules the semester with the options; the task after its end, and where its meetings are. */
async function scheduled(
  university: TestUniversity,
  options: object,
  more: object = {},
): Promise<{ task: any; places: Place[] }> {
  const { data, errors } = await begin(university, options, more);
  expect(errors).toBeUndefined();
  return outcome(data.startScheduling.id as string);
}

async function outcome(id: string): Promise<{ task: any; places: Place[] }> {
  await endedTask(server.runtime.app, id, 40);
  const { data, errors } = await server.graphql(result, { id });
  expect(errors).toBeUndefined();
  const task = data.schedulingTask;
  expect(task).toMatchObject({ status: 'COMPLETED', failure: null });
  const places = task.timetable.assignments.map((assignment: any) => ({
    meeting: assignment.meeting.id,
    day: assignment.time.dayOfWeek,
    period: assignment.time.periodStart,
    room: assignment.classroom.id,
    building: assignment.classroom.building.id,
  }));
  return { task, places };
}

const evenings = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, periodStart: 9, periodEnd: 12 }));

test('limits of what is asked for are checked', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'limits' });
  const refused = await begin(university, null, { timeLimitSeconds: 3601, seed: -1 });
  expect(refused.errors?.[0].extensions).toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ field: 'timeLimitSeconds' }, { field: 'seed' }],
  });
});

test('preferred slots and the evening switch decide when meetings are', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'evenings' });
  const inEvening = async (avoidEveningCourses: boolean): Promise<number> => {
    const timePreferences = { avoidEveningCourses, preferredTimeSlots: evenings };
    const { places } = await scheduled(university, { timePreferences });
    expect(places).toHaveLength(6);
    return places.filter(({ period }) => period >= 9).length;
  };
  expect([await inEvening(false), await inEvening(true)]).toEqual([6, 0]);
});

test('only rooms of the allowed buildings are used', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'buildings' });
  const em = server.context().em;
  const [first] = university.rooms;
  const { campus } = await em.findOneOrFail(Building, { id: first.building.id });
  const building = em.create(Building, { name: 'annex', campus } as never);
  em.create(Classroom, {
    ...{ code: 'annex-1', name: 'A1', floor: '1', capacity: 60, area: 80 },
    ...{ building, type: first.type.id },
  } as never);
  await em.flush();
  const { places } = await scheduled(university, { scopeSettings: { allowedBuildings: [building.id] } });
  expect(places.map((place) => place.building)).toEqual(Array(6).fill(building.id));
});

test('a rule that is made hard holds, one that is weighed costs its weight', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'rules', teachingClasses: 1 });
  const timePreferences = { preferredTimeSlots: evenings };
  const hard = await scheduled(university, { timePreferences, rules: [{ rule: 'evening', level: 'HARD' }] });
  expect(hard.places.map(({ period }) => period >= 9)).toEqual([false, false]);
  const rules = [
    { rule: 'evening', level: 'OFF' },
    { rule: 'time-preference', weight: 50 },
  ];
  const saturday = [{ dayOfWeek: 5, periodStart: 11, periodEnd: 12, level: 9 }];
  const weighed = await scheduled(university, { timePreferences: { preferredTimeSlots: saturday }, rules });
  // One of the two is inside and one level short of the best; the other is outside.
  expect(weighed.task.penalties).toContainEqual({ rule: 'time-preference', penalty: 50 * (1 + 10) });
});

test('what is locked where a rule that was made hard forbids it has no place, and says so', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'locked evening', teachingClasses: 2 });
  const [locked] = university.meetings;
  const [room] = university.rooms;
  await publishLocked(server.runtime.app, university, [{ meeting: locked, day: 2, period: 9, room }]);
  const { task, places } = await scheduled(university, { rules: [{ rule: 'evening', level: 'HARD' }] });
  expect(places.map(({ meeting }) => meeting).toSorted()).toEqual(
    university.meetings.slice(1).map(({ id }) => id),
  );
  expect(task.timetable.unplaced).toEqual([
    { meeting: { id: locked.id }, reason: expect.stringContaining('evening') },
  ]);
});

test(
  'with the fewest changes only those move whose room was closed, and the task tells from where to ' +
    'where',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'closing', teachingClasses: 12 });
    const before = await scheduled(university, {});
    expect(before.task).toMatchObject({ basis: null, moves: null, movedCount: null });
    const closed = before.places[0].room;
    await server.context().em.nativeUpdate(Classroom, { id: closed }, { isEnabled: false });

    const after = await scheduled(
      university,
      { fewestChanges: true },
      { seed: 7, timetable: before.task.timetable.id },
    );

    const stood = before.places.filter(({ room }) => room === closed);
    expect(after.task).toMatchObject({ movedCount: stood.length, basis: { revision: 1 } });
    expect(after.task.timetable).toMatchObject({ revision: 2, unplacedCount: 0 });
    const ids = (moves: any[]): string[] => moves.map(({ meeting }) => meeting.id ?? meeting).toSorted();
    expect(ids(after.task.moves)).toEqual(ids(stood));
    for (const { meeting, from, to } of after.task.moves) {
      const was = stood.find((place) => place.meeting === meeting.id)!;
      expect(from).toMatchObject({ dayOfWeek: was.day, periodStart: was.period, classroom: { id: closed } });
      expect(to.classroom.id).not.toBe(closed);
    }
    expect(after.places.every(({ room }) => room !== closed)).toBe(true);
  },
);

test(
  'courses outside the scope stay where they are; without a timetable they have no place and say ' + 'so',
  async () => {
    const university = await makeUniversity(server.runtime.app, { name: 'scope' });
    const courses = [university.teachingClasses[0].course.id];
    const own = university.meetings.slice(0, 2).map(({ id }) => id);
    const alone = await scheduled(university, { scopeSettings: { courses } });
    expect(alone.places.map(({ meeting }) => meeting).toSorted()).toEqual(own.toSorted());
    expect(alone.task.timetable.unplacedCount).toBe(4);

    const whole = await scheduled(university, {});
    const timePreferences = { preferredTimeSlots: evenings, avoidEveningCourses: false };
    const timetable = whole.task.timetable.id as string;
    const wishes = { scopeSettings: { courses }, timePreferences };
    const again = await scheduled(university, wishes, { seed: 3, timetable });
    const others = (places: Place[]): Place[] =>
      places
        .filter(({ meeting }) => !own.includes(meeting))
        .toSorted((a, b) => a.meeting.localeCompare(b.meeting));
    expect(others(again.places)).toEqual(others(whole.places));
    const moved = again.places.filter(({ meeting }) => own.includes(meeting));
    expect(moved.map(({ period }) => period >= 9)).toEqual([true, true]);
  },
);

test('options are shown as given, in full, and hold when another worker takes the task up', async () => {
  await stopWorker();
  const university = await makeUniversity(server.runtime.app, { name: 'restart' });
  const [{ id: courseType }] = await server.context().em.findAll(CourseType, { limit: 1 });
  const options = {
    constraints: {
      teacherPreference: true,
      roomOptimization: false,
      studentConflictAvoidance: true,
      consecutiveCoursesPreferred: false,
      specializationRoomMatching: false,
    },
    timePreferences: {
      avoidEveningCourses: false,
      balanceWeekdayCourses: false,
      preferredTimeSlots: evenings.map((slot) => ({ ...slot, level: 8 })),
    },
    prioritySettings: { courseTypes: [{ courseType, priority: 4 }] },
    scopeSettings: { courses: null, allowedBuildings: [university.rooms[0].building.id] },
    rules: [{ rule: 'room-stability', level: 'SOFT', weight: 3 }],
    fewestChanges: false,
  };
  const started = await begin(university, options);
  expect(started.data.startScheduling.options).toEqual(options);
  const id = started.data.startScheduling.id as string;

  worker = await startWorker(server.runtime.app, unscored);
  const isSearched = ({ status, placedCount }: Row<SchedulingTask>): boolean =>
    status === 'RUNNING' && placedCount !== null;
  await taskWhen(server.runtime.app, id, isSearched, 20);
  await stopWorker();
  worker = await startWorker(server.runtime.app, limitedInMoves);

  const { places } = await outcome(id);
  expect(places.filter(({ period }) => period >= 9)).toHaveLength(6);
  const { data } = await server.graphql(
    `query ($id: ID!) { schedulingTask(id: $id) { options ${everyOption} } }`,
    { id },
  );
  expect(data.schedulingTask.options).toEqual(options);
});

test('a task without options has none, also when empty ones were given', async () => {
  await stopWorker();
  const university = await makeUniversity(server.runtime.app, { name: 'plain' });
  const { data } = await begin(university, { constraints: {}, rules: null });
  expect(data.startScheduling.options).toBeNull();
});

const nowhere = '019aa000-0000-7000-8000-00000000dead';

test('everything that the semester cannot meet is refused at once, each by its name and place', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'refused' });
  const em = server.context().em;
  const campus = em.create(Campus, { name: 'elsewhere', code: 'elsewhere', address: '-' } as never);
  const roomless = em.create(Building, { name: 'no rooms', campus } as never);
  const untaught = em.create(Course, {
    ...{ code: 'untaught', name: 'Untaught', totalHours: 1 },
    ...{ type: (await em.findAll(CourseType, { limit: 1 }))[0], department: university.department.id },
  } as never);
  await em.flush();
  const slot = { dayOfWeek: 1, periodStart: 1, periodEnd: 2 };
  const courseType = { courseType: nowhere, priority: 1 };
  const { errors } = await begin(university, {
    timePreferences: {
      preferredTimeSlots: [
        slot,
        { ...slot, periodStart: 4 },
        { ...slot, dayOfWeek: 6 },
        { ...slot, periodEnd: 13 },
      ],
    },
    prioritySettings: { courseTypes: [courseType] },
    scopeSettings: { courses: [untaught.id, nowhere], allowedBuildings: [nowhere, roomless.id] },
    rules: [
      { rule: 'gravity', level: 'HARD' },
      { rule: 'evening' },
      { rule: 'teacher-conflict', level: 'OFF' },
    ],
  });
  const { code, problems } = errors?.[0].extensions as any;
  expect(code).toBe('INVALID_INPUT');
  expect(problems.map(({ field }: { field: string }) => field)).toEqual([
    'options.timePreferences.preferredTimeSlots.1',
    'options.timePreferences.preferredTimeSlots.2',
    'options.timePreferences.preferredTimeSlots.3',
    'options.prioritySettings.courseTypes.0',
    'options.scopeSettings.courses.0',
    'options.scopeSettings.courses.1',
    'options.scopeSettings.allowedBuildings.0',
    'options.scopeSettings.allowedBuildings.1',
    'options.rules.0',
    'options.rules.2',
    'options.rules.1',
  ]);
  for (const { field, message } of problems as { field: string; message: string }[])
    if (/\.rules\.0|Types/.test(field)) expect(message).toMatch(/gravity|0000dead/);
});

test.each([
  ['a weight', { rules: [{ rule: 'evening', weight: 0 }] }, 'options.rules.0.weight'],
  [
    'a priority',
    { prioritySettings: { courseTypes: [{ courseType: nowhere, priority: 11 }] } },
    'options.prioritySettings.courseTypes.0.priority',
  ],
  [
    'a period',
    { timePreferences: { preferredTimeSlots: [{ dayOfWeek: 1, periodStart: 0, periodEnd: 2 }] } },
    'options.timePreferences.preferredTimeSlots.0.periodStart',
  ],
  [
    'the length of a list',
    { scopeSettings: { courses: Array(1001).fill(nowhere) } },
    'options.scopeSettings.courses',
  ],
])('%s outside its range is refused with its place', async (_, options, field) => {
  const university = await makeUniversity(server.runtime.app, { name: `range ${field.length}` });
  const { errors } = await begin(university, options);
  expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT', problems: [{ field }] });
});

test('the fewest changes are refused where there is nothing to change', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'nothing yet' });
  const { errors } = await begin(university, { fewestChanges: true });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('The semester "nothing yet semester" has no published timetable'),
    extensions: { code: 'OPERATION_INVALID' },
  });
});
