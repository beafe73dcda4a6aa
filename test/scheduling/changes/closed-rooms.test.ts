import { waitingFor } from '../../data/support.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { makeUniversity, publishFirstMeetings, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

interface Held extends TestUniversity {
  readonly published: string;
  readonly draft: string;
  readonly building: string;
}

let made = 0;

/** A published timetable, and a draft from it, with three meetings, each in a room of its own. */
async function held(): Promise<Held> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `cl${made}` });
  const { semester, rooms } = university;
  // Far ahead: what is over is not judged.
  await server
    .context()
    .em.execute(`update semester set start_date = '2090-09-04', end_date = '2090-12-24' where id = $1`, [
      semester.id,
    ]);
  const published = await publishFirstMeetings(server, university, [1, 1, 1]);
  const { id: draft } = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  return { ...university, published, draft, building: rooms[0].building.id };
}

const setRoom = (id: string, input: object): Promise<any> =>
  call('mutation ($id: ID!, $input: ClassroomPatch!) { updateClassroom(id: $id, input: $input) { id } }', {
    id,
    input,
  });

const conflictsOf = async (timetable: string): Promise<any[]> =>
  (
    await call(`{ conflicts(timetable: "${timetable}", orderBy: [{ field: CREATED_AT }]) { items { id kind
      status method note resolvedBy { id } firstSeries { id } secondSeries { id } description
      clashes { resourceName first { id } second { id } times { week } } } } }`)
  ).items;

const faults = async ({ published, draft }: Held): Promise<object[]> => [
  ...(await faultsOf(server.runtime.app, published)),
  ...(await faultsOf(server.runtime.app, draft)),
];

test('a room with published meetings is closed with a reason only, and leaves open conflicts', async () => {
  const university = await held();
  const { published, draft, rooms, meetings } = university;
  const { error } = await setRoom(rooms[0].id, { isEnabled: false });
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toMatch(/Room "R0" is closed, but "K0" is held there: Monday, period 1-2, week 1-16/);
  expect(await conflictsOf(published)).toEqual([]);
  const { isEnabled } = await call(`{ classroom(id: "${rooms[0].id}") { isEnabled } }`);
  expect(isEnabled).toBe(true);

  expect(await setRoom(rooms[0].id, { isEnabled: false, reason: 'burst pipe' })).toEqual({ id: rooms[0].id });
  for (const timetable of [published, draft]) {
    const [conflict, ...others] = await conflictsOf(timetable);
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({ kind: 'ROOM', status: 'OPEN', note: 'burst pipe' });
    expect(conflict.resolvedBy).not.toBeNull();
    expect(conflict.firstSeries).toEqual(conflict.secondSeries);
    expect(conflict.description).toMatch(/R0.*closed.*K0/);
    const [clash] = conflict.clashes;
    expect([clash.first.id, clash.second.id]).toEqual([meetings[0].id, meetings[0].id]);
    expect(clash.times).toHaveLength(32);
  }
  expect(await faults(university)).toEqual([]);
  // It is told once: another change of the room asks nothing.
  expect(await setRoom(rooms[0].id, { description: 'wet' })).toEqual({ id: rooms[0].id });
  const refused = await call(`mutation { publishTimetable(id: "${draft}") { id } }`);
  expect(refused.error.message).toMatch(/1 open conflict /);
});

test('the conflict of a closed room ends when its meeting leaves it, or it is opened', async () => {
  const university = await held();
  const { published, draft, rooms, meetings } = university;
  await setRoom(rooms[0].id, { isEnabled: false, reason: 'burst pipe' });
  const moved = await call(`mutation { assignRoom(timetable: "${draft}", meeting: "${meetings[0].id}",
    classroom: "${rooms[1].id}", isDryRun: true) { clashes { kind } } }`);
  expect(moved.clashes).toMatchObject([{ kind: 'ROOM' }]);
  const change = await call(`mutation { moveMeeting(timetable: "${draft}", meeting: "${meetings[0].id}",
    place: { dayOfWeek: 2 classroom: "${rooms[1].id}" }) { number } }`);
  expect(change.error).toBeUndefined();
  expect(await conflictsOf(draft)).toMatchObject([{ status: 'RESOLVED', method: 'FIRST_MOVED' }]);
  expect(await conflictsOf(published)).toMatchObject([{ status: 'OPEN' }]);
  const back = await call(`mutation { undoChange(timetable: "${draft}") { number } }`);
  expect(back.error).toBeUndefined();
  expect(await conflictsOf(draft)).toMatchObject([{ status: 'OPEN', note: 'burst pipe' }]);
  expect(await faults(university)).toEqual([]);

  expect(await setRoom(rooms[0].id, { isEnabled: true })).toEqual({ id: rooms[0].id });
  for (const timetable of [published, draft])
    expect(await conflictsOf(timetable)).toMatchObject([{ status: 'RESOLVED', method: 'OTHER' }]);
  expect(await faults(university)).toEqual([]);
});

test('a building and a campus are judged like their rooms, a semester that is over is not', async () => {
  const university = await held();
  const { published, draft, building, semester } = university;
  const close = (operation: string, of: string, more = ''): Promise<any> =>
    call(`mutation { ${operation}(id: "${of}", input: { isEnabled: false ${more} }) { id } }`);
  const refused = await close('updateBuilding', building);
  expect(refused.error.message).toMatch(/R0.*R1.*R2/);
  const { campus } = await call(`{ building(id: "${building}") { campus { id } } }`);
  expect((await close('updateCampus', campus.id)).error.extensions.code).toBe('OPERATION_DENIED');

  expect(await close('updateBuilding', building, 'reason: "asbestos"')).toEqual({ id: building });
  expect(await conflictsOf(published)).toHaveLength(3);
  expect(await conflictsOf(draft)).toHaveLength(3);
  // What is closed already is closed with its campus, too.
  expect(await close('updateCampus', campus.id)).toEqual({ id: campus.id });
  expect(await faults(university)).toEqual([]);

  const other = await held();
  await server
    .context()
    .em.execute(`update semester set start_date = '2020-09-07', end_date = '2020-12-27' where id = $1`, [
      other.semester.id,
    ]);
  expect(await setRoom(other.rooms[0].id, { isEnabled: false })).toEqual({ id: other.rooms[0].id });
  expect(await conflictsOf(other.published)).toEqual([]);
  expect(semester.id).not.toBe(other.semester.id);
});

test('over /api/v1 closing is refused by name, and carried out with the key reason', async () => {
  const { rooms, published } = await held();
  const path = { classroom_uuid: rooms[2].id };
  const call = (body: object): Promise<any> =>
    server.rest('classroomUpdate', { token: server.administrator, path, body });
  const refused = await call({ status: false });
  expect(refused).toMatchObject({ code: 40021 });
  expect(refused.error_message).toMatch(/教室“R2”已停用，但“K2”/);
  expect(await call({ status: false, reason: '漏水' })).toMatchObject({ code: 0 });
  expect(await conflictsOf(published)).toMatchObject([{ status: 'OPEN', note: '漏水' }]);
  const { data } = await server.rest('schedulingConflictPage', {
    token: server.administrator,
    query: { page: 1, size: 100 },
  });
  const sides = (data as any).records.map((each: any) => [
    each.first_assignment_uuid,
    each.second_assignment_uuid,
  ]);
  expect(sides.some(([first, second]: any[]) => first === second)).toBe(true);
});

test('a meeting that is placed while its room is being closed is never without a conflict', async () => {
  const { draft, rooms, meetings, teachers } = await held();
  const place = (meeting: number): Promise<any> =>
    call(`mutation { placeMeeting(timetable: "${draft}", meeting: "${meetings[meeting].id}", place: {
      dayOfWeek: 5 periodStart: ${2 * meeting + 1} classroom: "${rooms[1].id}"
      teacher: "${teachers[Math.floor(meeting / 2)].id}" }) { number } }`);
  const [closed, ...placed] = await Promise.all([
    setRoom(rooms[1].id, { isEnabled: false, reason: 'now' }),
    ...[1, 3, 5].map(place),
  ]);
  expect(closed).toEqual({ id: rooms[1].id });
  const stored = placed.filter(({ error }) => !error).length;
  const inRoom = (await conflictsOf(draft)).flatMap(({ clashes }) => clashes);
  expect(inRoom).toHaveLength(1 + stored);
});

test('closing a room waits for whoever makes a draft, which would hold meetings in it too', async () => {
  const { semester, rooms } = await held();
  const closed = await waitingFor(
    server,
    ['select from semester where id = $1 for no key update', [semester.id]],
    () => setRoom(rooms[0].id, { isEnabled: false, reason: 'burst pipe' }),
  );
  expect(closed).toEqual({ id: rooms[0].id });
});

test('taking a change back into a room that was closed since warns and leaves an open conflict', async () => {
  const university = await held();
  const { draft, rooms, meetings } = university;
  const away = `timetable: "${draft}" meeting: "${meetings[0].id}" place: { classroom: "${rooms[1].id}"
    periodStart: 5 }`;
  expect((await call(`mutation { moveMeeting(${away}) { number } }`)).error).toBeUndefined();
  expect(await setRoom(rooms[0].id, { isEnabled: false, reason: 'burst pipe' })).toEqual({ id: rooms[0].id });
  const undo = (isDryRun: boolean): Promise<any> =>
    call(`mutation { undoChange(timetable: "${draft}" isDryRun: ${isDryRun}) { isApplicable warnings } }`);
  const told = await undo(true);
  expect(told).toMatchObject({ isApplicable: true, warnings: [expect.stringMatching(/"R0".+ is closed/)] });
  expect(await undo(false)).toEqual(told);
  expect(await conflictsOf(draft)).toMatchObject([{ status: 'OPEN', kind: 'ROOM' }]);
  expect(await faults(university)).toEqual([]);
});
