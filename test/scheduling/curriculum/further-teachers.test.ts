import { RoleKey } from '../../../src/schema/enums.js';
import { waitingFor } from '../../data/support.js';
import { academicAffairs, department } from '../../organisation/college.js';
import type { TestServer } from '../../support/server.js';
import { recordsOf } from '../../support/records.js';
import { faultsOf } from '../canonical.js';
import { Assignments } from '../made-assignments.js';
import { tokenOf } from '../people.js';
import { endedTask, startWorkingServer } from '../support.js';
import { makeUniversity, publishFirstMeetings, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

type Teachers = readonly { readonly teacher: string; readonly role: string }[];

interface Item {
  readonly teachingClass: string;
  readonly meetings?: readonly string[];
  readonly teachers?: Teachers;
}

const setAll = (items: readonly Item[], more: object = {}, token?: string): Promise<any> =>
  call(
    `mutation ($items: [MeetingTeachersInput!]!, $isDryRun: Boolean, $reason: String) {
      setFurtherTeachers(input: { items: $items }, isDryRun: $isDryRun, reason: $reason) {
        changedCount warnings meetings { id teachers { role teacher { name } } } } }`,
    { items, ...more },
    token,
  );

const set = (teachingClass: string, teachers: Teachers, more: object = {}): Promise<any> =>
  setAll([{ teachingClass, teachers }], more);

interface Published extends TestUniversity {
  readonly published: string;
}

let made = 0;

/** Four teaching classes, of which the first two have a meeting on Monday, from periods 1 and 3 on. */
async function publishedUniversity(): Promise<Published> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `ft${made}`, teachingClasses: 4 });
  return { ...university, published: await publishFirstMeetings(server, university, [1, 3]) };
}

const move = (timetable: string, meeting: string, place: object): Promise<any> =>
  call(
    `mutation ($place: MeetingPlaceInput!) { moveMeeting(timetable: "${timetable}", meeting: "${meeting}",
      place: $place, reason: "moved") { number clashes { message } warnings } }`,
    { place },
  );

const assistant = (teacher: string): Teachers => [{ teacher, role: 'ASSISTANT' }];

test('nobody who teaches with others is anywhere twice, and everybody sees the meeting', async () => {
  const { published, meetings, teachers, teachingClasses, rooms, semester } = await publishedUniversity();
  const [first, , , assisting] = teachers;
  const [{ id }] = teachingClasses;
  expect(await set(id, assistant(assisting.id), { isDryRun: true })).toMatchObject({ changedCount: 2 });
  expect((await set(id, assistant(assisting.id))).changedCount).toBe(2);
  expect((await set(id, assistant(assisting.id))).changedCount).toBe(0);
  expect(await faultsOf(server.runtime.app, published)).toEqual([]);

  const elsewhere = { dayOfWeek: 1, classroom: rooms[2].id, teacher: assisting.id };
  const { error } = await move(published, meetings[6].id, { ...elsewhere, periodStart: 1 });
  expect(error.message).toMatch(/Teacher "T3" is needed by "K(0|3)" and "K(0|3)" at the same time/);
  expect((await move(published, meetings[6].id, { ...elsewhere, periodStart: 5 })).error).toBeUndefined();
  const back = await move(published, meetings[0].id, { dayOfWeek: 1, periodStart: 5 });
  expect(back.error.message).toContain('"T3"');

  const both = [
    { role: 'LECTURER', teacher: { name: first.name } },
    { role: 'ASSISTANT', teacher: { name: assisting.name } },
  ];
  const shown = `teachers { role teacher { name } }`;
  const read = await call(`{ teachingClass(id: "${id}") { ${shown} meetings { ${shown}
    assignment { ${shown} } } } }`);
  expect(read.teachers).toEqual(both);
  expect(read.meetings).toContainEqual({ teachers: both, assignment: { teachers: both } });
  const free = await call(`{ freeTeachers(timetable: "${published}", dayOfWeek: 1, periodStart: 1) {
    teacher { name } isFree } }`);
  expect(free).toContainEqual({ teacher: { name: 'T3' }, isFree: false });

  const token = await tokenOf(server, RoleKey.TEACHER, { teacher: assisting.id });
  const own = await call(
    `{ teacherTimetable(semester: "${semester.id}", weekTo: 1) { items { teachingClassName ${shown} } } }`,
    {},
    token,
  );
  expect(own.items[0]).toEqual({ teachingClassName: 'K0', teachers: both });
  const load = await call(
    `{ teacherDashboard { classes { teachingClassName roles }
      load(semester: "${semester.id}") { hours roles { role hours } } } }`,
    {},
    token,
  );
  expect(load.classes).toContainEqual({ teachingClassName: 'K0', roles: ['ASSISTANT'] });
  const roles = [
    { role: 'ASSISTANT', hours: 32 },
    { role: 'LECTURER', hours: 32 },
  ];
  expect(load.load).toEqual({ hours: 64, roles });
});

test('whoever would be needed twice is refused by name, or leaves an open conflict', async () => {
  const { published, semester, meetings, teachers, teachingClasses } = await publishedUniversity();
  const { id: draft } = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  const place = { dayOfWeek: 1, periodStart: 1 };
  await call(
    `mutation ($place: MeetingPlaceInput!) { moveMeeting(timetable: "${published}",
    meeting: "${meetings[2].id}", place: $place, reason: "at once") { number } }`,
    { place },
  );
  const [, { id }] = teachingClasses;
  const { error } = await set(id, assistant(teachers[0].id));
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toContain('Teacher "T0" is needed by');
  expect((await set(id, assistant(teachers[0].id), { reason: 'only looks in' })).error).toBeUndefined();
  const conflicts = async (): Promise<any> =>
    (
      await call(`{ conflicts(timetable: "${published}", teacher: "${teachers[0].id}") { items {
      kind status note } } }`)
    ).items;
  expect(await conflicts()).toEqual([{ kind: 'TEACHER', status: 'OPEN', note: 'only looks in' }]);
  for (const timetable of [published, draft])
    expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
  expect((await set(id, [])).changedCount).toBe(2);
  expect(await conflicts()).toMatchObject([{ status: 'RESOLVED' }]);
  expect(await faultsOf(server.runtime.app, published)).toEqual([]);
});

test('a lecturer needs a qualification or a reason, an assistant neither; limits are told', async () => {
  const { published, meetings, teachers, teachingClasses } = await publishedUniversity();
  const [{ id }] = teachingClasses;
  const lecturer = [{ teacher: teachers[3].id, role: 'LECTURER' }];
  expect((await set(id, lecturer)).error.message).toContain('"T3" has no approved qualification');
  const em = recordsOf(server.runtime.app);
  await em.execute('update teacher set daily_periods_max = 1, version = version + 1 where id = $1', [
    teachers[3].id,
  ]);
  const given = await set(id, lecturer, { reason: 'a guest' });
  expect(given.warnings).toContainEqual(
    expect.stringMatching(/^Teacher "T3" would have 2 periods on Monday/),
  );
  expect((await set(id, assistant(teachers[3].id))).changedCount).toBe(2);
  const moved = await move(published, meetings[0].id, { dayOfWeek: 2, periodStart: 1 });
  expect(moved.warnings).toContainEqual(
    expect.stringMatching(/^Teacher "T3" would have 2 periods on Tuesday/),
  );
  const why = await call(`{ whyNot(timetable: "${published}", meeting: "${meetings[0].id}",
    place: { dayOfWeek: 3, periodStart: 1 }) { message } }`);
  expect(JSON.stringify(why)).toContain('T3');
});

test('what nobody can mean is refused, each with what is wrong', async () => {
  const { published, meetings, teachers, teachingClasses } = await publishedUniversity();
  const [{ id }, { id: other }] = teachingClasses;
  const strange = '019aa000-0000-7000-8000-00000000dead';
  const messageOf = async (items: readonly Item[]): Promise<string> => (await setAll(items)).error.message;
  const [first, second] = teachers.map((each) => each.id);
  const cases: [Item[], RegExp][] = [
    [[{ teachingClass: id, teachers: [...assistant(second), ...assistant(second)] }], /"T1" is named twice/],
    [[{ teachingClass: id, teachers: assistant(first) }], /"T0" is the first teacher of meeting 1 of "K0"/],
    [[{ teachingClass: id, teachers: assistant(strange) }], /no teacher 019aa000/],
    [[{ teachingClass: strange, teachers: [] }], /teaching class/],
    [[{ teachingClass: other, meetings: [meetings[0].id] }], /none of the teaching class/],
    [[{ teachingClass: id }, { teachingClass: id }], /named twice/],
    [[{ teachingClass: id, teachers: Array<Teachers>(11).fill(assistant(second)).flat() }], /at most 10/],
    [Array<Item>(101).fill({ teachingClass: id }), /at most 100/],
  ];
  for (const [items, message] of cases) expect(await messageOf(items)).toMatch(message);

  const stranger = await academicAffairs(server, await department(server));
  const { error } = await setAll([{ teachingClass: id }], {}, stranger);
  expect(error.extensions.code).toBe('NOT_FOUND');
  // The first teacher is not chosen from among the others.
  expect((await set(id, assistant(second))).error).toBeUndefined();
  const moved = await move(published, meetings[0].id, { teacher: second });
  expect(moved.error.message).toContain('"T1" teaches "K0" as a further teacher already');
});

test('clients of /api/v1 know the first teacher, change that one alone and lose nobody', async () => {
  const of = await Assignments.begin(server, 'ft-rest', 4);
  const { teachers } = of.university;
  const shown = await of.created();
  expect((await set(shown.teaching_class_uuid, assistant(teachers[3].id))).changedCount).toBe(1);
  const { class_assignment_uuid: id } = shown;
  const kept = async (first: string): Promise<void> => {
    const { data } = await of.get(id);
    expect(data.teacher_uuid).toBe(first);
    const rows = await recordsOf(server.runtime.app).execute(
      `select distinct f.teacher_id as teacher, count(*) over () = count(m.id) over () as "isEach"
       from class_assignment a join meeting m on m.id = a.meeting_id
         left join further_teacher f on f.meeting_id = m.id where a.series_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ teacher: teachers[3].id, isEach: true }]);
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
  };
  const unchanged = { classroom_id: shown.classroom_uuid, teacher_id: shown.teacher_uuid };
  expect(await of.adjust(id, { ...unchanged, class_time: shown.class_time_dto })).toMatchObject({
    code: 0,
  });
  await kept(teachers[0].id);
  expect(await of.adjust(id, { teacher_id: teachers[1].id })).toMatchObject({ code: 0 });
  await kept(teachers[1].id);
  const longer = [of.time(2, 1), { ...of.time(3, 1), period_end: 4 }];
  expect(await of.adjust(id, { class_time: longer })).toMatchObject({ code: 0 });
  await kept(teachers[1].id);
});

test('whoever moves the meeting meanwhile is waited for', async () => {
  const { published, teachers, teachingClasses } = await publishedUniversity();
  const given = await waitingFor(
    server,
    ['select from timetable where id = $1 for update', [published]],
    () => set(teachingClasses[0].id, assistant(teachers[2].id)),
  );
  expect(given.changedCount).toBe(2);
  expect(await faultsOf(server.runtime.app, published)).toEqual([]);
});

test('a run keeps everybody free; parts and copies of a class have whom it has', async () => {
  const { semester, teachers, teachingClasses } = await publishedUniversity();
  const items = teachingClasses
    .slice(0, 3)
    .map(({ id }): Item => ({ teachingClass: id, teachers: assistant(teachers[3].id) }));
  expect((await setAll(items)).changedCount).toBe(6);
  const { id } = await call(`mutation { startScheduling(input: { semester: "${semester.id}" }) { id } }`);
  const { timetable } = await endedTask(server.runtime.app, id as string, 30);
  const placed = await recordsOf(server.runtime.app).execute(
    `select count(*)::int as count, count(distinct (day_of_week, period_start))::int as times
     from class_assignment where timetable_id = $1 and day_of_week is not null`,
    [timetable],
  );
  expect(placed).toEqual([{ count: 8, times: 8 }]);
  expect(await faultsOf(server.runtime.app, timetable!)).toEqual([]);

  const { id: target } = await call(
    `mutation ($input: SemesterInput!) { createSemester(input: $input) { id } }`,
    {
      input: { name: 'ft copy', startDate: '2027-02-22', endDate: '2027-06-20', isEnabled: true },
    },
  );
  const copy = await call(
    `mutation { copySemester(input: { source: "${semester.id}", target: "${target}" }) { newCount } }`,
  );
  expect(copy).toEqual({ newCount: 4 });
  const copied = await call(`{ teachingClasses(semester: "${target}") { items { code
    teachers { role teacher { name } } } } }`);
  expect(JSON.stringify(copied.items).match(/ASSISTANT/g)).toHaveLength(3);
  const update = `mutation ($id: ID!, $input: TeachingClassPatch!) {
    updateTeachingClass(id: $id, input: $input) { id } }`;
  const input = { isCompulsory: false, administrativeClasses: [], studentCount: 40 };
  await call(update, { id: teachingClasses[2].id, input: { ...input, reason: 'chosen' } });
  const parts = await call(`mutation {
    splitTeachingClass(id: "${teachingClasses[2].id}", studentsMax: 20, reason: "small") { id } }`);
  const part = await call(`{ teachingClass(id: "${parts[1].id}") { teachers { role } } }`);
  expect(part.teachers).toContainEqual({ role: 'ASSISTANT' });
});

test('an archived revision keeps who taught it then; whoever rolls back to it brings them back', async () => {
  const { published: first, semester, meetings, teachers, teachingClasses } = await publishedUniversity();
  const [{ id }] = teachingClasses;
  await set(id, assistant(teachers[3].id));
  const { id: second } = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  expect((await call(`mutation { publishTimetable(id: "${second}") { id } }`)).error).toBeUndefined();
  expect((await set(id, assistant(teachers[2].id))).changedCount).toBe(2);

  const taught = async (revision: number, of: number): Promise<string[]> => {
    const { assignments } = await call(`{ timetable(semester: "${semester.id}" revision: ${revision}) {
      assignments(teacher: "${teachers[of].id}") { teachers { teacher { name } } } } }`);
    return assignments.flatMap((each: any) => each.teachers.map(({ teacher }: any) => teacher.name));
  };
  expect([await taught(1, 3), await taught(1, 2)]).toEqual([['T0', 'T3'], []]);
  expect([await taught(2, 3), await taught(2, 2)]).toEqual([[], ['T0', 'T2']]);
  const who = '{ role teacher { name } }';
  const diff = await call(`{ timetableDiff(from: "${first}", to: "${second}") { affected { teachers { name } }
    items { meeting { id } furtherTeachers { from ${who} to ${who} } } } }`);
  const [t2, t3] = ['T2', 'T3'].map((name) => ({ role: 'ASSISTANT', teacher: { name } }));
  expect(diff.items).toContainEqual({
    ...{ meeting: { id: meetings[0].id }, furtherTeachers: { from: [t3], to: [t2] } },
  });
  expect(diff.affected.teachers).toEqual(expect.arrayContaining([t2.teacher, t3.teacher]));

  const { id: draft } = await call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  const { id: back } = await call(
    `mutation { rollBackTimetable(id: "${first}", reason: "taken back") { id } }`,
  );
  expect([await taught(2, 2), await taught(4, 3)]).toEqual([
    ['T0', 'T2'],
    ['T0', 'T3'],
  ]);
  for (const timetable of [back, draft]) expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
});

test('whoever is needed twice or absent beside a first teacher is replaced, or done without', async () => {
  const { published, meetings, teachers, teachingClasses } = await publishedUniversity();
  const [, { id, course }] = teachingClasses;
  const both = [meetings[0].id, meetings[2].id];
  await move(published, both[1], { dayOfWeek: 1, periodStart: 1 });
  await set(id, assistant(teachers[0].id), { reason: 'only looks in' });
  for (const meeting of both)
    await call(
      `mutation { lockMeeting(timetable: "${published}", meeting: "${meeting}" reason: "stays") { number } }`,
    );
  const who = '{ role teacher { name } }';
  const shown = `meeting { id } furtherTeachers { from ${who} to ${who} }`;
  const [conflict] = (
    await call(`{ conflicts(timetable: "${published}", teacher: "${teachers[0].id}") { items {
      id repairs { items { ${shown} } cost { hardBefore hardAfter } } } } }`)
  ).items;
  const to = (...names: string[]): object => ({
    meeting: { id: both[1] },
    furtherTeachers: expect.objectContaining({
      to: names.map((name) => ({ role: 'ASSISTANT', teacher: { name } })),
    }),
  });
  expect(conflict.repairs.map(({ items }: any) => items)).toEqual([[to()]]);

  await recordsOf(server.runtime.app).execute(
    'insert into teacher_qualification (id, teacher_id, course_id) values (gen_random_uuid(), $1, $2)',
    [teachers[2].id, course.id],
  );
  const resolve = (isDryRun: boolean): Promise<any> =>
    call(`mutation { resolveConflict(id: "${conflict.id}", isDryRun: ${isDryRun}, reason: "not both") {
      isApplicable items { ${shown} } } }`);
  for (const isDryRun of [true, false])
    expect(await resolve(isDryRun)).toEqual({ isApplicable: true, items: [to('T2')] });
  expect(await call(`{ conflict(id: "${conflict.id}") { status } }`)).toEqual({ status: 'RESOLVED' });
  expect(await faultsOf(server.runtime.app, published)).toEqual([]);

  const { retaught } = await call(`{ repair(timetable: "${published}",
    disturbance: { teacher: "${teachers[2].id}" }) { retaught { ${shown} } } }`);
  expect(retaught).toEqual([to()]);
});
