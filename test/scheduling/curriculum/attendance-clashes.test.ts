import { waitingFor } from '../../data/support.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { addStudentOf } from '../people.js';
import { makeUniversity, publishFirstMeetings, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

interface Semester extends TestUniversity {
  readonly published: string;
  readonly draft: string;
}

let made = 0;

/**
 * A published timetable and a draft from it, in which the first meetings of three teaching classes are held
 * at the same time, each with a room, teacher and class of its own.
 */
async function sideBySide(): Promise<Semester> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `at${made}` });
  const { semester } = university;
  const published = await publishFirstMeetings(server, university, [1, 1, 1]);
  const { id: draft } = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  return { ...university, published, draft };
}

const update = (id: string, input: object): Promise<any> =>
  call(
    'mutation ($id: ID!, $input: TeachingClassPatch!) { updateTeachingClass(id: $id, input: $input) { id } }',
    { id, input },
  );

const conflictsOf = async (timetable: string): Promise<any[]> =>
  (
    await call(`{ conflicts(timetable: "${timetable}") { items { kind status method note resolvedBy { id }
      description clashes { times { week } } } } }`)
  ).items;

const faults = async ({ published, draft }: Semester): Promise<object[]> => [
  ...(await faultsOf(server.runtime.app, published)),
  ...(await faultsOf(server.runtime.app, draft)),
];

test('another class in a group is refused, or leaves an open conflict with its reason', async () => {
  const semester = await sideBySide();
  const [first, second] = semester.classes;
  const [, { id }] = semester.teachingClasses;
  const both = { administrativeClasses: [second.id, first.id] };

  const { error } = await update(id, both);
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toMatch(new RegExp(`${first.name}.*(K0.*K1|K1.*K0)`));
  expect(await conflictsOf(semester.published)).toEqual([]);
  expect(await faults(semester)).toEqual([]);

  const stored = await update(id, { ...both, reason: 'joint lecture from week 9' });
  expect(stored).toEqual({ id });
  for (const timetable of [semester.published, semester.draft]) {
    const [conflict, ...others] = await conflictsOf(timetable);
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({ kind: 'CLASS', status: 'OPEN', note: 'joint lecture from week 9' });
    expect(conflict.resolvedBy).not.toBeNull();
    expect(conflict.clashes[0].times).toHaveLength(32);
  }
  expect(await faults(semester)).toEqual([]);

  // What overlaps already is not asked about again; what no longer does has ended, though nothing moved.
  expect(await update(id, { administrativeClasses: [first.id, second.id] })).toEqual({ id });
  expect(await update(id, { administrativeClasses: [second.id] })).toEqual({ id });
  const ended = { kind: 'CLASS', status: 'RESOLVED', method: 'OTHER' };
  expect(await conflictsOf(semester.published)).toMatchObject([ended]);
  expect(await conflictsOf(semester.draft)).toMatchObject([ended]);
  expect(await faults(semester)).toEqual([]);
});

test('what overlaps in a draft alone holds nothing up and becomes an open conflict there', async () => {
  const semester = await sideBySide();
  const { published, draft, meetings, classes, teachingClasses } = semester;
  const { error } =
    await call(`mutation { moveMeeting(timetable: "${published}", meeting: "${meetings[2].id}",
    place: { dayOfWeek: 3 periodStart: 1 } reason: "apart") { number } }`);
  expect(error).toBeUndefined();
  const { id } = teachingClasses[1];
  expect(await update(id, { administrativeClasses: classes.slice(0, 2).map((each) => each.id) })).toEqual({
    id,
  });
  expect(await conflictsOf(published)).toEqual([]);
  expect(await conflictsOf(draft)).toMatchObject([{ kind: 'CLASS', status: 'OPEN', note: null }]);
  expect(await faults(semester)).toEqual([]);
});

test('an enrolment is judged by what the student attends as published, and ends with it', async () => {
  const semester = await sideBySide();
  const { published, draft, meetings, classes, teachingClasses } = semester;
  const { id: elective } = teachingClasses[2];
  expect(await update(elective, { isCompulsory: false, administrativeClasses: [] })).toEqual({
    id: elective,
  });
  const student = await addStudentOf(server, classes[0].id);
  const enrol = (reason?: string): Promise<any> =>
    call('mutation ($input: EnrolmentInput!) { createEnrolment(input: $input) { id } }', {
      input: { teachingClass: elective, student: student.id, ...(reason && { reason }) },
    });

  const { error } = await enrol();
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toMatch(/1 student attends.*K[02].*K[02]/);
  expect(error.message).not.toContain(student.name);

  const { id } = await enrol('listens to recordings');
  const open = { kind: 'OTHER', status: 'OPEN', note: 'listens to recordings' };
  expect(await conflictsOf(published)).toMatchObject([open]);
  expect(await conflictsOf(draft)).toMatchObject([open]);
  // The conflict of a single student stands in nobody's way.
  const moved = await call(`mutation { moveMeeting(timetable: "${draft}", meeting: "${meetings[4].id}",
    place: { dayOfWeek: 2 periodStart: 1 }) { clashes { kind } } }`);
  expect(moved.clashes).toEqual([]);
  expect(await conflictsOf(draft)).toMatchObject([{ kind: 'OTHER', status: 'RESOLVED' }]);
  const back = await call(`mutation { undoChange(timetable: "${draft}") { number } }`);
  expect(back.error).toBeUndefined();
  expect(await conflictsOf(draft)).toMatchObject([open]);

  expect(await call(`mutation { deleteEnrolment(id: "${id}") }`)).toBe(id);
  expect(await conflictsOf(published)).toMatchObject([
    { kind: 'OTHER', status: 'RESOLVED', method: 'OTHER' },
  ]);
  expect(await faults(semester)).toEqual([]);
});

test('over /api/v1 it is refused by name, too', async () => {
  const { classes, teachingClasses } = await sideBySide();
  const { code, error_message } = await server.rest('teachingClassUpdate', {
    token: server.administrator,
    path: { teachingClassUuid: teachingClasses[1].id },
    body: { administrative_classes: JSON.stringify([classes[1].id, classes[0].id]) },
  });
  expect(code).toBe(40021);
  expect(error_message).toMatch(new RegExp(`班级“${classes[0].name}”第 1-16 周星期一第 1-2 节`));
});

test.each([
  ['changes a timetable that holds nothing of its class yet', 'timetable', 'update'],
  ['makes a draft, which would hold what it overlaps with too', 'semester', 'no key update'],
])('an enrolment waits for whoever %s', async (_, table, lock) => {
  const { semester, classes, teachingClasses } = await sideBySide();
  const { id: teachingClass } = teachingClasses[2];
  await update(teachingClass, { isCompulsory: false, administrativeClasses: [], reason: 'an elective' });
  const student = await addStudentOf(server, classes[1].id);
  const { id: timetable } = await call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const ids = { timetable, semester: semester.id };
  const input = { teachingClass, student: student.id, reason: 'waits' };
  const enrolled = await waitingFor(
    server,
    [`select from ${table} where id = $1 for ${lock}`, [ids[table as keyof typeof ids]]],
    () => call('mutation ($input: EnrolmentInput!) { createEnrolment(input: $input) { id } }', { input }),
  );
  expect(enrolled.error).toBeUndefined();
});
