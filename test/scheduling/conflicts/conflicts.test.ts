import { RoleKey } from '../../../src/schema/enums.js';
import { academicAffairs } from '../../organisation/college.js';
import type { RestAnswer, RestCall } from '../../support/contract.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function call(document: string, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(document, {}, token);
  return errors ? { error: errors[0] } : Object.values(data)[0];
}

const change =
  (field: 'placeMeeting' | 'moveMeeting') =>
  (timetable: string, meeting: string, at: string, more = ''): Promise<any> =>
    call(`mutation { ${field}(timetable: "${timetable}", meeting: "${meeting}", place: { ${at} }
      ${more.includes('reason:') ? '' : 'reason: "test"'} ${more}) {
      number clashes { kind } } }`);
const [place, move] = [change('placeMeeting'), change('moveMeeting')];

/** What an operation of /api/v1 answers, to an administrator unless said otherwise. */
const rest = (operation: string, call: RestCall = {}): Promise<RestAnswer> =>
  server.rest(operation, { token: server.administrator, ...call });

interface Published extends TestUniversity {
  readonly timetable: string;
}

let made = 0;

/** A semester in which each meeting stands alone as published, the first of each teaching class on Monday. */
async function published(): Promise<Published> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `cf${made}` });
  const { semester, meetings, rooms, teachers } = university;
  const draft = await call(`mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`);
  for (const [at, { id }] of meetings.entries()) {
    const [of, room, teacher] = [Math.floor(at / 2), rooms[Math.floor(at / 2)], teachers[Math.floor(at / 2)]];
    const when = `dayOfWeek: ${(at % 2) + 1} periodStart: ${2 * of + 1}`;
    const { error } = await place(draft.id, id, `${when} classroom: "${room.id}" teacher: "${teacher.id}"`);
    expect(error).toBeUndefined();
  }
  const { error } = await call(`mutation { publishTimetable(id: "${draft.id}") { id } }`);
  expect(error).toBeUndefined();
  return { ...university, timetable: draft.id };
}

/** Moves the first meeting of the second teaching class to where that of the first one is, into its room. */
async function clash({ timetable, meetings, rooms }: Published): Promise<any> {
  const { error } = await move(
    timetable,
    meetings[2].id,
    `dayOfWeek: 1 periodStart: 1 classroom: "${rooms[0].id}"`,
    'acceptsClashes: true reason: "合班讲座"',
  );
  expect(error).toBeUndefined();
}

const sides = 'firstSeries { teachingClass { name } } secondSeries { teachingClass { name } }';
const listed = (semester: string, more = ''): Promise<any> =>
  call(`{ conflicts(semester: "${semester}" ${more}) { total items { id kind status method note ${sides}
    clashes { kind resourceName times { week } } } } }`);

describe('over /api/v1', () => {
  test('lists, pages and one conflict tell what overlaps in the published timetable', async () => {
    const university = await published();
    const { semester } = university;
    const query = { semester_uuid: semester.id };
    const list = async (more: object = {}): Promise<any[]> =>
      (await rest('schedulingConflictListSimple', { query: { ...query, ...more } })).data;
    expect(await list()).toEqual([]);
    await clash(university);

    const [conflict] = await list();
    expect(conflict).toMatchObject({
      semester_uuid: semester.id,
      conflict_type: 2,
      conflict_time: { week: 1, day: 1, period: 1 },
      resolution_status: 2,
      resolution_method: 4,
      resolution_notes: '合班讲座',
    });
    expect(conflict.description).toMatch(/教室“R0”第 1-16 周星期一第 1-2 节.*K[01].*K[01]/);
    expect(conflict.resolved_at).toBeGreaterThan(0);
    expect(await list({ resolution_status: 0 })).toEqual([]);
    expect(await list({ resolution_status: 2 })).toEqual([conflict]);

    const page = await rest('schedulingConflictPage', { query: { ...query, page: 1, size: 10 } });
    expect(page.data).toEqual({ records: [conflict], total: 1, size: 10, current: 1 });
    const teachersOnly = await rest('schedulingConflictPage', {
      query: { ...query, conflict_type: 1 },
    });
    expect(teachersOnly.data.records).toEqual([]);
    const one = { path: { conflict_uuid: conflict.conflict_uuid } };
    expect((await rest('schedulingConflictGet', one)).data).toEqual(conflict);

    // It ends when one side moves, and still says when it was.
    const { error } = await move(
      university.timetable,
      university.meetings[2].id,
      'dayOfWeek: 4 periodStart: 1',
    );
    expect(error).toBeUndefined();
    const [ended] = await list({ resolution_status: 1 });
    expect(ended).toMatchObject({
      conflict_uuid: conflict.conflict_uuid,
      conflict_time: conflict.conflict_time,
      description: conflict.description,
    });
    expect([1, 2]).toContain(ended.resolution_method);

    // Who has seen that takes it off the lists; it is still there to be read.
    const path = { class_assignment_uuid: conflict.first_assignment_uuid };
    const resolved = await rest('classAssignmentResolveConflicts', { path });
    expect(resolved).toMatchObject({ data: 1, message: '成功解决 1 个冲突' });
    expect((await rest('classAssignmentResolveConflicts', { path })).data).toBe(0);
    expect(await list()).toEqual([]);
    expect((await listed(semester.id)).total).toBe(0);
    expect((await rest('schedulingConflictGet', one)).data.resolution_status).toBe(1);
    // What overlaps again is on the lists again.
    await clash(university);
    expect(await list()).toMatchObject([{ conflict_uuid: conflict.conflict_uuid, resolution_status: 2 }]);
    expect((await rest('classAssignmentResolveConflicts', { path })).data).toBe(0);
  });

  test('conflicts of drafts are unknown there', async () => {
    const { semester, rooms, meetings, timetable } = await published();
    const draft = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
    await clash({ semester, rooms, meetings, timetable: draft.id } as unknown as Published);
    const { items } = await listed(semester.id);
    expect(items).toHaveLength(1);
    expect((await listed(semester.id, `timetable: "${timetable}"`)).items).toEqual([]);
    const query = { semester_uuid: semester.id };
    expect((await rest('schedulingConflictListSimple', { query })).data).toEqual([]);
    expect((await rest('schedulingConflictPage', { query })).data.total).toBe(0);
    const get = await rest('schedulingConflictGet', { path: { conflict_uuid: items[0].id } });
    expect(get.code).toBe(40400);
  });

  test('what is missing or out of bounds is refused by name', async () => {
    const refused = async (operation: string, query: Record<string, string | number>): Promise<any> => {
      const { code, error_message } = await rest(operation, { query });
      return { code, error_message };
    };
    const semester_uuid = '01939393-9393-7393-8393-939393939393';
    expect(await refused('schedulingConflictListSimple', {})).toEqual({
      code: 40003,
      error_message: '请求参数 semester_uuid 缺失',
    });
    for (const [key, value] of [
      ['resolution_status', 3],
      ['conflict_type', 5],
      ['size', 201],
      ['page', 0],
    ] as const) {
      const { code } = await refused('schedulingConflictPage', { semester_uuid, [key]: value });
      expect([40002, 40004, 40007]).toContain(code);
    }
  });

  test('weakness 11: it is seen by who acts for one side, and decided by who acts for both', async () => {
    const university = await published();
    await clash(university);
    const query = { semester_uuid: university.semester.id };
    const seen = async (token: string): Promise<number> =>
      (await rest('schedulingConflictListSimple', { query, token })).data.length;
    const student = await tokenOf(server, RoleKey.STUDENT);
    expect(await seen(student)).toBe(1);
    expect(await seen(await academicAffairs(server, university.department.id))).toBe(1);
    const other = await makeUniversity(server.runtime.app, { name: `cf${made}b` });
    const planner = await academicAffairs(server, other.department.id);
    expect(await seen(planner)).toBe(0);
    // One side is theirs now, and then both.
    const em = server.context().em;
    const [first, second] = university.teachingClasses;
    const hand = (id: string): Promise<unknown> =>
      em.execute('update teaching_class set department_id = $1 where id = $2', [other.department.id, id]);
    const ignored = async (): Promise<any> => {
      const { data } = await rest('schedulingConflictListSimple', { query, token: planner });
      return call(
        `mutation { ignoreConflict(id: "${data[0].conflict_uuid}", reason: "合班") { status } }`,
        planner,
      );
    };
    await hand(first.id);
    expect(await seen(planner)).toBe(1);
    expect((await ignored()).error.extensions.code).toBe('FORBIDDEN');
    await hand(second.id);
    expect(await seen(planner)).toBe(1);
    // It was accepted when it came about, so that it has the state already.
    expect((await ignored()).error.extensions.code).toBe('OPERATION_INVALID');
  });
});

test('a page of conflicts names both sides and every time, and is narrowed', async () => {
  const university = await published();
  await clash(university);
  const { semester, teachingClasses, timetable } = university;
  const { total, items } = await listed(semester.id);
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ kind: 'ROOM', status: 'IGNORED', method: 'OTHER', note: '合班讲座' });
  const names = [items[0].firstSeries, items[0].secondSeries].map((each: any) => each.teachingClass.name);
  expect(names.sort()).toEqual(['K0', 'K1']);
  expect(items[0].clashes).toMatchObject([{ kind: 'ROOM', resourceName: 'R0' }]);
  expect(items[0].clashes[0].times).toHaveLength(32);
  const count = async (more: string): Promise<number> => (await listed(semester.id, more)).total;
  expect(await count('status: OPEN')).toBe(0);
  expect(await count('kind: ROOM status: IGNORED isPublished: true')).toBe(1);
  expect(await count(`teachingClass: "${teachingClasses[1].id}"`)).toBe(1);
  expect(await count(`teachingClass: "${teachingClasses[2].id}"`)).toBe(0);
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

test('weakness 11: a conflict is opened and ignored again, with person, reason and instant', async () => {
  const university = await published();
  await clash(university);
  const [{ id }] = (await listed(university.semester.id)).items;
  const decided = 'id status method note resolvedBy { id } resolvedAt';
  const ignore = (reason: string): Promise<any> =>
    call(`mutation { ignoreConflict(id: "${id}", reason: "${reason}") { ${decided} } }`);
  const reopen = (): Promise<any> => call(`mutation { reopenConflict(id: "${id}") { ${decided} } }`);

  expect((await ignore('again')).error.extensions).toMatchObject({
    code: 'OPERATION_INVALID',
    status: 'IGNORED',
  });
  const opened = { id, status: 'OPEN', method: null, note: null, resolvedBy: null, resolvedAt: null };
  expect(await reopen()).toEqual(opened);
  expect((await ignore(' ')).error.extensions.problems[0].field).toBe('reason');
  const ignored = await ignore('two halves of the room');
  expect(ignored).toMatchObject({ status: 'IGNORED', method: 'OTHER', note: 'two halves of the room' });
  expect(Date.parse(ignored.resolvedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(ignored.resolvedBy).not.toBeNull();
  expect(await faultsOf(server.runtime.app, university.timetable)).toEqual([]);
});
