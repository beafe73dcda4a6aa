import { Change } from '../../../src/entities/scheduling/changes.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { Assignments } from '../made-assignments.js';

let server: TestServer;
let of: Assignments;
let timetable: string;
let series: string;
let meeting: string;

beforeAll(async () => {
  server = await startTestServer({ env: { WORKER: 'false' } });
  of = await Assignments.begin(server, 'why');
  ({ class_assignment_uuid: series } = await of.created(0));
  timetable = await of.timetable();
  const [row] = await server
    .context()
    .em.execute<[{ id: string }]>('select meeting_id as id from class_assignment where timetable_id = $1', [
      timetable,
    ]);
  meeting = row.id;
});
afterAll(() => server.stop());

const call = async (field: string): Promise<any> => {
  const { data, errors } = await server.graphql(`mutation { it: ${field} }`);
  return errors ? { error: errors[0] } : data.it;
};
const newest = async (): Promise<Change> => {
  const [change] = await server
    .context()
    .em.find(Change, { timetable }, { orderBy: { number: 'desc' }, limit: 1 });
  return change;
};
const lacking = {
  message: expect.stringContaining('a change of it needs a reason'),
  extensions: { code: 'INVALID_INPUT', problems: [{ field: 'reason', message: expect.any(String) }] },
};
const place = (day: number): string =>
  `place: { dayOfWeek: ${day}, periodStart: 1, classroom: "${of.university.rooms[0].id}", teacher: "${
    of.university.teachers[0].id
  }" }`;
const held = (): string => `timetable: "${timetable}", meeting: "${meeting}"`;

/** Every operation that changes the published timetable by hand, without a reason. */
const doors: Record<string, () => string> = {
  changeTimetable: () =>
    `(timetable: "${timetable}", input: { items: [{ meeting: "${meeting}", ${place(2)} }] }) { number }`,
  moveMeeting: () => `(${held()}, ${place(2)}) { number }`,
  assignRoom: () => `(${held()}, classroom: "${of.university.rooms[1].id}") { number }`,
  lockMeeting: () => `(${held()}) { number }`,
  takeOutMeeting: () => `(${held()}) { number }`,
  retireMeeting: () => `(${held()}) { number }`,
  placeMeeting: () =>
    `(timetable: "${timetable}", meeting: "${of.university.meetings[2].id}", ${place(3)
      .replace(/teacher: "[^"]*"/, `teacher: "${of.university.teachers[1].id}"`)
      .replace('periodStart: 1', 'periodStart: 3')}) { number }`,
  updateSeries: () =>
    `(id: "${series}", input: { adjustments: { classroom: "${of.university.rooms[1].id}" } }) { seriesId }`,
  retireSeries: () => `(id: "${series}")`,
  scheduleDepartment: () =>
    `(input: { semester: "${of.university.semester.id}", department: "${of.university.department.id}" }) {
      taskId }`,
};

test.each(Object.keys(doors))('%s of the published timetable is refused without a reason', async (name) => {
  const { number } = await newest();
  expect((await call(`${name}${doors[name]()}`)).error).toMatchObject(lacking);
  const blank = doors[name]().replace(/\)(?=[^)]*$)/, ', reason: "  ")');
  // The reason of a series stands in its input.
  if (name !== 'updateSeries') expect((await call(`${name}${blank}`)).error).toMatchObject(lacking);
  expect((await newest()).number).toBe(number);
});

test('a dry run tells that a reason is needed; the change keeps it in history and audit log', async () => {
  const move = `moveMeeting(${held()}, ${place(2)}`;
  expect(await call(`${move}, isDryRun: true) { isApplicable warnings }`)).toEqual({
    isApplicable: true,
    warnings: [
      'Everybody sees this timetable, so a change of it needs a reason. Maybe "the teacher travels".',
    ],
  });
  expect(await call(`${move}, isDryRun: true, reason: "travels") { warnings }`)).toEqual({ warnings: [] });
  expect(await call(`${move}, reason: "travels") { number }`)).toEqual({ number: expect.any(Number) });
  const stored = await newest();
  expect(stored).toMatchObject({ kind: 'EDIT', reason: 'travels' });
  const { data } = await server.graphql('{ auditLog(first: 3) { nodes { type reason change } } }');
  expect(data.auditLog.nodes).toContainEqual({ type: 'Change', reason: 'travels', change: stored.number });
  expect(data.auditLog.nodes).toContainEqual({
    type: 'ClassAssignment',
    reason: 'travels',
    change: stored.number,
  });
});

test('what is taken back goes on telling why, or why it is taken back', async () => {
  expect((await call(`undoChange(timetable: "${timetable}") { number }`)).error).toBeUndefined();
  expect(await newest()).toMatchObject({ kind: 'UNDO', reason: 'travels' });
  const redo = `redoChange(timetable: "${timetable}", reason: "travels after all") { number }`;
  expect((await call(redo)).error).toBeUndefined();
  expect(await newest()).toMatchObject({ kind: 'REDO', reason: 'travels after all' });
});

test('a draft changes without a reason, and so do forms of existing clients', async () => {
  const { id: draft } = await call(`createDraft(semester: "${of.university.semester.id}") { id }`);
  const moved = await call(
    `moveMeeting(timetable: "${draft}", meeting: "${meeting}", ${place(4)}) { number }`,
  );
  expect(moved.error).toBeUndefined();
  const { status } = await of.adjust(series, { class_time: [of.time(5, 1)] });
  expect(status).toBe(200);
  const removed = await of.call('classAssignmentDelete', { path: { class_assignment_uuid: series } });
  expect(removed.status).toBe(200);
});

test('an installation may do without reasons', async () => {
  const lax = await startTestServer({ env: { WORKER: 'false', CHANGE_REASONS: 'false' } });
  try {
    const one = await Assignments.begin(lax, 'lax');
    await one.created(0);
    const [{ id }] = await lax
      .context()
      .em.execute<[{ id: string }]>('select meeting_id as id from class_assignment');
    const document = `mutation {
      lockMeeting(timetable: "${await one.timetable()}", meeting: "${id}") { number } }`;
    expect((await lax.graphql(document)).errors).toBeUndefined();
  } finally {
    await lax.stop();
  }
});
