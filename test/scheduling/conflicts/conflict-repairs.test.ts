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

interface Clashing extends TestUniversity {
  readonly timetable: string;
  readonly conflict: string;
}

let made = 0;

/**
 * A draft in which both meetings of the first teaching class stand beside those of the second one, as many as
 * are named of them in one room.
 */
async function clashing(count: 1 | 2 = 1): Promise<Clashing> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `rep${made}` });
  const { semester, meetings, rooms, teachers } = university;
  const { id } = await call(`mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`);
  const places = meetings.slice(0, 4).map((meeting, at) => {
    const isApart = at >= 2 && at - 2 >= count;
    const room = rooms[isApart ? 1 : 0].id;
    const teacher = teachers[Math.floor(at / 2)].id;
    return {
      meeting: meeting.id,
      place: { dayOfWeek: (at % 2) + 1, periodStart: 1, classroom: room, teacher },
    };
  });
  const { error } = await call(
    `mutation ($input: TimetableChangeInput!) { changeTimetable(timetable: "${id}", input: $input,
       acceptsClashes: true, reason: "to be repaired") { number } }`,
    { input: { items: places } },
  );
  expect(error).toBeUndefined();
  const { items } = await call(`{ conflicts(timetable: "${id}") { items { id status kind } } }`);
  expect(items).toMatchObject([{ kind: 'ROOM', status: 'IGNORED' }]);
  return { ...university, timetable: id, conflict: items[0].id };
}

const shown = `items { meeting { id } from { dayOfWeek periodStart classroom { id } teacher { id } }
  to { dayOfWeek periodStart classroom { id } teacher { id } } } cost { hardBefore hardAfter softAfter }`;

const repairsOf = async (conflict: string, token?: string): Promise<any> => {
  const answer = await call(`{ conflict(id: "${conflict}") { repairs { ${shown} } } }`, {}, token);
  return answer.error ? answer : answer.repairs;
};

/** What somebody sends to apply a repair. */
const inputOf = ({ items }: any): object => ({
  items: items.map(({ meeting, to }: any) => ({
    meeting: meeting.id,
    place: { dayOfWeek: to.dayOfWeek, periodStart: to.periodStart, classroom: to.classroom.id },
  })),
});

const resolve = (id: string, more: object = {}, token?: string): Promise<any> =>
  call(
    `mutation ($id: ID!, $input: TimetableChangeInput, $isDryRun: Boolean! = false, $reason: String,
         $acceptsClashes: Boolean! = false) {
       resolveConflict(id: $id, input: $input, isDryRun: $isDryRun, reason: $reason,
           acceptsClashes: $acceptsClashes) {
         change { id number } isApplicable problems clashes { kind } items { meeting { id } } } }`,
    { id, ...more },
    token,
  );

const conflictOf = async (id: string): Promise<any> =>
  call(`{ conflict(id: "${id}") { status method note resolvedBy { id } clashes { kind } } }`);

test('a conflict has at most five repairs, the best first, which end it by moving either side', async () => {
  const { conflict, meetings, timetable } = await clashing();
  const repairs = await repairsOf(conflict);
  expect(repairs.length).toBeGreaterThan(1);
  expect(repairs.length).toBeLessThanOrEqual(5);
  const sides = new Set(repairs.map(({ items }: any) => items[0].meeting.id));
  expect([...sides].every((id) => id === meetings[0].id || id === meetings[2].id)).toBe(true);
  const hard = repairs.map(({ cost }: any) => cost.hardAfter);
  expect(hard).toEqual([...hard].sort((a: number, b: number) => a - b));
  expect(hard[0]).toBeLessThan(repairs[0].cost.hardBefore);
  for (const repair of repairs) {
    const rehearsed = await resolve(conflict, { input: inputOf(repair), isDryRun: true });
    expect(rehearsed).toMatchObject({ change: null, isApplicable: true, problems: [], clashes: [] });
  }
  expect(await conflictOf(conflict)).toMatchObject({ status: 'IGNORED' });

  const resolved = await resolve(conflict, { input: inputOf(repairs[0]), reason: 'moved next door' });
  expect(resolved).toMatchObject({ isApplicable: true, change: { number: expect.any(Number) } });
  const ended = await conflictOf(conflict);
  expect(ended).toMatchObject({ status: 'RESOLVED', note: 'moved next door' });
  expect(ended.method).toMatch(/FIRST_MOVED|SECOND_MOVED/);
  expect(ended.resolvedBy).not.toBeNull();
  expect(await repairsOf(conflict)).toEqual([]);
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

test('the best repair is applied where nothing is said, of several meetings too, and undone', async () => {
  const { conflict, timetable } = await clashing(2);
  expect((await repairsOf(conflict)).length).toBeGreaterThan(0);
  const resolved = await resolve(conflict);
  expect(resolved.error).toBeUndefined();
  expect(resolved.items.length).toBeGreaterThanOrEqual(2);
  expect(await conflictOf(conflict)).toMatchObject({ status: 'RESOLVED' });
  const again = await resolve(conflict);
  expect(again.error.message).toMatch(/resolved already/);
  expect((await call(`mutation { undoChange(timetable: "${timetable}") { number } }`)).error).toBeUndefined();
  expect(await conflictOf(conflict)).toMatchObject({ status: 'IGNORED', note: 'to be repaired' });
  expect((await call(`mutation { redoChange(timetable: "${timetable}") { number } }`)).error).toBeUndefined();
  expect(await conflictOf(conflict)).toMatchObject({ status: 'RESOLVED' });
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

test('a change that leaves the conflict, or makes another, is refused and stores nothing', async () => {
  const { conflict, meetings, rooms, timetable } = await clashing(2);
  const one = { items: [{ meeting: meetings[0].id, place: { dayOfWeek: 5 } }] };
  expect((await resolve(conflict, { input: one })).error.message).toMatch(/still there/);
  const rehearsed = await resolve(conflict, { input: one, isDryRun: true });
  expect(rehearsed).toMatchObject({
    isApplicable: false,
    problems: [/still there/].map((each) => expect.stringMatching(each)),
  });
  const nothing = { items: [] };
  expect((await resolve(conflict, { input: nothing })).error.message).toMatch(/still there/);

  await call(`mutation { placeMeeting(timetable: "${timetable}", meeting: "${meetings[4].id}", place: {
    dayOfWeek: 4 periodStart: 1 classroom: "${rooms[2].id}" teacher: "${await teacherOf(meetings[4].id)}" })
    { number } }`);
  const into = {
    items: [0, 1].map((at) => ({
      meeting: meetings[at].id,
      place: { dayOfWeek: 4, periodStart: 2 * at + 1, classroom: rooms[2].id },
    })),
  };
  expect((await resolve(conflict, { input: into })).error.extensions.code).toBe('OPERATION_DENIED');
  expect(await conflictOf(conflict)).toMatchObject({ status: 'IGNORED' });
  const unexplained = await resolve(conflict, { input: into, acceptsClashes: true });
  expect(unexplained.error.message).toMatch(/Accepting clashes needs a reason/);
  const terms = { acceptsClashes: true, reason: 'for a week' };
  const left = await resolve(conflict, { input: one, ...terms });
  expect(left.error.message).toMatch(/still there/);
  const accepted = await resolve(conflict, { input: into, ...terms });
  expect(accepted.error).toBeUndefined();
  expect(await conflictOf(conflict)).toMatchObject({ status: 'RESOLVED', note: 'for a week' });
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

/** A teacher who may hold the meeting. */
const teacherOf = async (meeting: string): Promise<string> => {
  const [row] = await server.context().em.execute<{ id: string }[]>(
    `select q.teacher_id as id from meeting m join teaching_class t on t.id = m.teaching_class_id
       join teacher_qualification q on q.course_id = t.course_id where m.id = $1`,
    [meeting],
  );
  return row.id;
};

test('locked meetings stay, and two who resolve at once move one side once', async () => {
  const { conflict, meetings, timetable } = await clashing();
  await call(`mutation { lockMeeting(timetable: "${timetable}", meeting: "${meetings[0].id}") { number } }`);
  const repairs = await repairsOf(conflict);
  expect(repairs.length).toBeGreaterThan(0);
  for (const { items } of repairs)
    expect(items.map(({ meeting }: any) => meeting.id)).not.toContain(meetings[0].id);
  const both = await Promise.all([resolve(conflict), resolve(conflict)]);
  expect(both.filter(({ error }) => !error)).toHaveLength(1);
  expect(both.find(({ error }) => error).error.extensions.code).toMatch(/OPERATION_INVALID|INVALID_INPUT/);
});

test('repairs and resolving are for planners who may see both sides', async () => {
  const { conflict, timetable } = await clashing();
  const stranger = await academicAffairs(server, await department(server));
  expect((await repairsOf(conflict, stranger)).error.extensions.code).toBe('NOT_FOUND');
  expect((await resolve(conflict, {}, stranger)).error.extensions.code).toBe('NOT_FOUND');
  const why = 'reason: "as it is", acceptsUnfinished: true';
  await call(`mutation { publishTimetable(id: "${timetable}", ${why}) { id } }`);
  for (const role of [RoleKey.TEACHER, RoleKey.STUDENT]) {
    const token = await tokenOf(server, role);
    expect((await repairsOf(conflict, token)).error.extensions.code).toBe('FORBIDDEN');
    expect((await resolve(conflict, {}, token)).error.extensions.code).toBe('FORBIDDEN');
  }
});

test('the meeting of a closed room is repaired by another room', async () => {
  const { timetable, rooms, meetings, semester } = await clashing();
  await server
    .context()
    .em.execute(`update semester set start_date = '2090-09-04', end_date = '2090-12-24' where id = $1`, [
      semester.id,
    ]);
  await call(
    `mutation { updateClassroom(id: "${rooms[1].id}", input: { isEnabled: false, reason: "wet" }) { id } }`,
  );
  const { items } = await call(
    `{ conflicts(timetable: "${timetable}", classroom: "${rooms[1].id}") { items { id } } }`,
  );
  expect(items).toHaveLength(1);
  const resolved = await resolve(items[0].id);
  expect(resolved.items.map(({ meeting }: any) => meeting.id)).toContain(meetings[3].id);
  expect(await conflictOf(items[0].id)).toMatchObject({ status: 'RESOLVED', method: 'FIRST_MOVED' });
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

test('conflicts are found by teacher, room and administrative class of one side', async () => {
  const { conflict, teachers, rooms, classes } = await clashing();
  const found = async (filter: string, id: string): Promise<string[]> =>
    (await call(`{ conflicts(${filter}: "${id}") { items { id } } }`)).items.map((each: any) => each.id);
  for (const at of [0, 1]) {
    expect(await found('teacher', teachers[at].id)).toEqual([conflict]);
    expect(await found('administrativeClass', classes[at].id)).toEqual([conflict]);
  }
  expect(await found('classroom', rooms[0].id)).toEqual([conflict]);
  expect(await found('teacher', teachers[2].id)).toEqual([]);
  expect(await found('classroom', rooms[2].id)).toEqual([]);
  expect(await found('administrativeClass', classes[2].id)).toEqual([]);
});

test('one call works out the repairs of ten conflicts at most', async () => {
  const { conflict } = await clashing();
  const asked = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `c${at}: conflict(id: "${conflict}") { repairs { cost { hardAfter } } }`,
    ).join(' ');
  expect((await call(`{ ${asked(10)} }`)).error).toBeUndefined();
  expect((await call(`{ ${asked(11)} }`)).error.extensions.code).toBe('GRAPHQL_LIMIT');
});
