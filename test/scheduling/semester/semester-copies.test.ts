import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

const done = async (document: string, variables: object = {}): Promise<any> => {
  const answer = await call(document, variables);
  expect(answer.error).toBeUndefined();
  return answer;
};

let made = 0;

/** A further semester, of sixteen weeks unless said otherwise. */
async function nextSemester(more: object = {}): Promise<string> {
  const input = { startDate: '2027-09-06', endDate: '2027-12-26', isEnabled: true, ...more };
  const document = 'mutation ($input: SemesterInput!) { createSemester(input: $input) { id } }';
  return (await done(document, { input: { name: `Copies ${++made}`, ...input } })).id;
}

type LastYear = TestUniversity & { readonly published: string; readonly target: string };

/** A semester whose published timetable has a place for the first meeting of each teaching class. */
async function lastYear(): Promise<LastYear> {
  const university = await makeUniversity(server.runtime.app, { name: `copy${++made}` });
  const { semester, meetings, rooms, teachers } = university;
  const { id } = await done(`mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`);
  for (const at of [0, 1, 2])
    await done(`mutation { placeMeeting(timetable: "${id}", meeting: "${meetings[2 * at].id}", place: {
      dayOfWeek: 1 periodStart: ${2 * at + 1} classroom: "${rooms[at].id}" teacher: "${teachers[at].id}" })
      { number } }`);
  await done(`mutation { publishTimetable(id: "${id}") { id } }`);
  return { ...university, published: id, target: await nextSemester() };
}

const shown = `draft { id status semester { id } unplaced { reason meeting { sequence } } } newCount
  knownCount   meetingCount placedCount openConflictCount warningCount warnings`;

const copy = (
  input: object,
  { isDryRun = false, token = undefined as string | undefined } = {},
): Promise<any> =>
  call(
    `mutation ($input: SemesterCopyInput!, $isDryRun: Boolean!) {
       copySemester(input: $input, isDryRun: $isDryRun) { ${shown} } }`,
    { input, isDryRun },
    token,
  );

const classesOf = async (semester: string): Promise<any[]> =>
  (
    await done(`{ teachingClasses(semester: "${semester}", orderBy: [{ field: CODE }], size: 100) { items { id
      code       name seats studentCount isCompulsory copiedFrom { id } groups { administrativeClass { id } }
      meetings { id sequence periods weeks teacher { id } } } } }`)
  ).items;

const placesOf = async (timetable: string): Promise<any[]> =>
  server
    .context()
    .rows.find(ClassAssignment, { timetable }, { orderBy: { teachingClass: 'asc', id: 'asc' } });

const countOf = (semester: string): Promise<number> => server.context().em.count(TeachingClass, { semester });

test('a semester is copied with groups, meetings and places, as one change of a draft', async () => {
  const { semester, target, classes, published, rooms, teachers } = await lastYear();
  const before = await classesOf(semester.id);

  const rehearsed = await copy({ source: semester.id, target }, { isDryRun: true });
  const counts = { newCount: 3, knownCount: 0, meetingCount: 6, placedCount: 3, openConflictCount: 0 };
  expect(rehearsed).toMatchObject({ ...counts, draft: null, warningCount: 3 });
  expect(await countOf(target)).toBe(0);

  const copied = await copy({ source: semester.id, target });
  expect(copied).toMatchObject({ ...counts, draft: { status: 'DRAFT', semester: { id: target } } });
  expect(copied.warnings).toEqual(rehearsed.warnings);
  const list = await classesOf(target);
  expect(list).toHaveLength(3);
  for (const [at, each] of list.entries()) {
    expect(each).toMatchObject({ name: `K${at}`, studentCount: 40, copiedFrom: { id: before[at].id } });
    expect(each.code).toBe(`${before[at].code}-2709`);
    expect(each.groups).toEqual([{ administrativeClass: { id: classes[at].id } }]);
    const same = (list: any[]): object[] => list.map(({ id: _, ...rest }) => rest);
    expect(same(each.meetings)).toEqual(same(before[at].meetings));
  }
  const rows = await placesOf(copied.draft.id);
  const placed = rows.filter(({ dayOfWeek }) => dayOfWeek !== null);
  expect(placed.map(({ periodStart }) => periodStart).sort()).toEqual([1, 3, 5]);
  expect(placed.map(({ classroom }) => classroom).sort()).toEqual(rooms.map(({ id }) => id).sort());
  expect(placed.map(({ teacher }) => teacher).sort()).toEqual(teachers.map(({ id }) => id).sort());
  expect(copied.draft.unplaced.map((each: any) => each.meeting.sequence)).toEqual([2, 2, 2]);
  expect(await faultsOf(server.runtime.app, copied.draft.id)).toEqual([]);
  const { items } = await done(
    `{ changes(timetable: "${copied.draft.id}") { items { kind items { isHeld } } } }`,
  );
  expect(items).toMatchObject([{ kind: 'COPY' }]);
  expect(items[0].items).toHaveLength(6);

  // What was copied is as it was.
  expect(await classesOf(semester.id)).toEqual(before);
  expect(await placesOf(published)).toHaveLength(3);
});

test('a second copy adds only what is missing, and its draft begins from what is published', async () => {
  const { semester, target, meetings, rooms } = await lastYear();
  const { draft } = await copy({ source: semester.id, target });
  const [{ meeting: moved }] = (await placesOf(draft.id)).filter(({ dayOfWeek }) => dayOfWeek !== null);
  await done(`mutation { moveMeeting(timetable: "${draft.id}", meeting: "${moved}",
    place: { dayOfWeek: 4 }) { number } }`);
  const why = 'reason: "the rest is placed later", acceptsUnfinished: true';
  await done(`mutation { publishTimetable(id: "${draft.id}", ${why}) { id } }`);
  await done(`mutation ($input: TeachingClassInput!) { createTeachingClass(input: $input) { id } }`, {
    input: {
      code: `late${made}`,
      name: 'late',
      semester: semester.id,
      course: (await classCourse(semester.id)).course,
      department: (await classCourse(semester.id)).department,
    },
  });

  const again = await copy({ source: semester.id, target });
  expect(again).toMatchObject({ newCount: 1, knownCount: 3, meetingCount: 6, placedCount: 3 });
  expect(await countOf(target)).toBe(4);
  const rows = await placesOf(again.draft.id);
  expect(rows).toHaveLength(6);
  expect(rows.find(({ meeting }) => meeting === moved)).toMatchObject({ dayOfWeek: 4 });
  expect(await faultsOf(server.runtime.app, again.draft.id)).toEqual([]);
  expect([meetings.length, rooms.length]).toEqual([6, 3]);
});

const classCourse = async (semester: string): Promise<{ course: string; department: string }> => {
  const [row] = await server.context().rows.find(TeachingClass, { semester });
  return { course: row.course, department: row.department };
};

test('two who copy at once make every teaching class once', async () => {
  const { semester, target } = await lastYear();
  const both = await Promise.all([1, 2].map(() => copy({ source: semester.id, target })));
  expect(both.map(({ newCount }) => newCount).sort()).toEqual([0, 3]);
  expect(await countOf(target)).toBe(3);
});

test('what the target does not allow has no place there, and the reason is told', async () => {
  const { semester, meetings, rooms, classes } = await lastYear();
  const target = await nextSemester({ endDate: '2027-11-14', periodsPerDay: 5 });
  await server.context().em.execute('update classroom set is_enabled = false where id = $1', [rooms[0].id]);
  await server
    .context()
    .em.execute('update administrative_class set is_enabled = false where id = $1', [classes[1].id]);
  await server.context().em.execute("update meeting set weeks = '{11,12}' where id = $1", [meetings[3].id]);

  const copied = await copy({ source: semester.id, target });
  // Of six meetings one has no week left; one room is closed, and one place lies outside the grid.
  expect(copied).toMatchObject({ newCount: 3, meetingCount: 5, placedCount: 1 });
  const text = copied.warnings.join('\n');
  expect(text).toMatch(/K1.*copy\d+ G1.*left or is disabled/);
  expect(text).toMatch(/Meeting 1 of "K0": the semester has 10 weeks, week 11, 12, 13, 14, 15, 16 is cut/);
  expect(text).toMatch(/Meeting 2 of "K1".*which leaves none/);
  expect(text).toMatch(/"K0": room "R0".*closed/);
  expect(text).toMatch(/"K2".*periods 5 to 6 are outside the grid/);
  expect(copied.warningCount).toBe(copied.warnings.length);
  const reasons = copied.draft.unplaced.map(({ reason }: any) => reason).join('\n');
  expect(reasons).toMatch(/R0.*closed/);
  const list = await classesOf(target);
  expect(list.map(({ studentCount, groups }) => [studentCount, groups.length])).toEqual([
    [40, 1],
    [0, 0],
    [40, 1],
  ]);
  expect(list[0].meetings[0].weeks).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('retired meetings and disabled teaching classes are not copied; a revision may be named', async () => {
  const { semester, published, target, meetings, teachingClasses } = await lastYear();
  await done(
    `mutation { retireMeeting(timetable: "${published}", meeting: "${meetings[0].id}", reason: "gone") {
      number } }`,
  );
  await done(`mutation { updateTeachingClass(id: "${teachingClasses[2].id}", input: { isEnabled: false })
    { id } }`);
  const copied = await copy({ source: semester.id, target, timetable: published });
  expect(copied).toMatchObject({ newCount: 2, meetingCount: 3, placedCount: 1 });
});

test('a planner copies what the granted departments offer, and nobody else does', async () => {
  const { semester, target, department: own } = await lastYear();
  const stranger = await academicAffairs(server, await department(server));
  expect((await copy({ source: semester.id, target }, { token: stranger })).error.extensions.code).toBe(
    'OPERATION_INVALID',
  );
  const foreign = await copy({ source: semester.id, target, department: own.id }, { token: stranger });
  expect(foreign.error.extensions.code).toBe('FORBIDDEN');
  for (const role of [RoleKey.STUDENT, RoleKey.TEACHER]) {
    const token = await tokenOf(server, role);
    const { error } = await copy({ source: semester.id, target }, { token });
    expect(error.extensions.code).toBe('FORBIDDEN');
  }
  const planner = await academicAffairs(server, own.id);
  expect(await copy({ source: semester.id, target }, { token: planner })).toMatchObject({ newCount: 3 });
});

test('a copy is refused into itself, a disabled semester, or where teaching classes stand', async () => {
  const { semester, target, department: own } = await lastYear();
  const refusal = async (input: object): Promise<string> => (await copy(input)).error.message;
  const source = semester.id;
  expect(await refusal({ source, target: source })).toMatch(/into itself/);
  const disabled = await nextSemester({ isEnabled: false });
  expect(await refusal({ source, target: disabled })).toMatch(/is disabled/);
  const other = await lastYear();
  expect(await refusal({ source, target, timetable: other.published })).toMatch(/none of the semester/);
  const { course } = await classCourse(source);
  const input = { code: `own${made}`, name: 'own', semester: target, course, department: own.id };
  await done('mutation ($input: TeachingClassInput!) { createTeachingClass(input: $input) { id } }', {
    input,
  });
  expect(await refusal({ source, target })).toMatch(/already has teaching classes.*: own/);
  expect(await countOf(target)).toBe(1);
});
