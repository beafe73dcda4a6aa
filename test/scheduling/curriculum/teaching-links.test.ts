import { academicAffairs, department } from '../../organisation/college.js';
import { recordsOf } from '../../support/records.js';
import type { TestServer } from '../../support/server.js';
import { endedTask, startWorkingServer } from '../support.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

const link = (kind: string, first: string, second: string, more: object = {}, token?: string): Promise<any> =>
  call(
    'mutation ($input: TeachingLinkInput!) { createTeachingLink(input: $input) { id level weight } }',
    { input: { kind, first, second, ...more } },
    token,
  );

const university = (name: string, teachingClasses = 4): Promise<TestUniversity> =>
  makeUniversity(server.runtime.app, { name, teachingClasses });

/** Day, period, room and teacher of the first meetings of teaching classes that a run has placed. */
async function placed({ semester, teachingClasses }: TestUniversity): Promise<any[]> {
  const { id } = await call(`mutation { startScheduling(input: { semester: "${semester.id}" }) { id } }`);
  const task = await endedTask(server.runtime.app, id as string, 30);
  const rows = await recordsOf(server.runtime.app).execute<any[]>(
    `select a.teaching_class_id as class, m.sequence, a.day_of_week as day, a.period_start as period,
       a.classroom_id as room, a.teacher_id as teacher
     from class_assignment a join meeting m on m.id = a.meeting_id where a.timetable_id = $1
     order by m.sequence`,
    [task.timetable],
  );
  return teachingClasses.map(({ id: of }) => rows.filter((row) => row.class === of));
}

test('a run keeps what is required, of every kind', async () => {
  const of = await university('tl-run', 7);
  const [a, b, c, d, e, f, g] = of.teachingClasses.map(({ id }) => id);
  const em = recordsOf(server.runtime.app);
  // Both of the last two may be taught by either teacher.
  for (const [course, teacher] of [
    [5, 6],
    [6, 5],
  ])
    await em.execute(
      'insert into teacher_qualification (id, teacher_id, course_id) values (gen_random_uuid(), $1, $2)',
      [of.teachers[teacher].id, of.teachingClasses[course].course.id],
    );
  for (const made of [
    await link('BEFORE', a, b),
    await link('SAME_DAY', b, c),
    await link('OTHER_DAY', a, d),
    await link('SAME_ROOM', d, e),
    await link('SAME_TIME', e, a),
    await link('SAME_TEACHER', f, g),
    await link('SAME_DAY', f, d, { level: 'SOFT', weight: 30 }),
  ])
    expect(made.error).toBeUndefined();
  const [one, two, three, four, five, six, seven] = await placed(of);
  for (const at of [0, 1]) {
    const [x, y] = [one[at], two[at]];
    expect(x.day * 100 + x.period).toBeLessThan(y.day * 100 + y.period);
    expect(three[at].day).toBe(y.day);
    expect([five[at].day, five[at].period]).toEqual([x.day, x.period]);
  }
  const days = (rows: any[]): number[] => rows.map(({ day }) => day);
  expect(days(one).filter((day) => days(four).includes(day))).toEqual([]);
  expect(new Set([...four, ...five].map(({ room }) => room)).size).toBe(1);
  expect(new Set([...six, ...seven].map(({ teacher }) => teacher)).size).toBe(1);
});

test('whoever moves a meeting against a link is told of both sides, and may', async () => {
  const { semester, meetings, rooms, teachers, teachingClasses } = await university('tl-hand');
  const [first, second] = teachingClasses;
  await link('BEFORE', first.id, second.id);
  await link('SAME_ROOM', first.id, second.id, { level: 'SOFT' });
  await link('OTHER_DAY', first.id, second.id, { level: 'OFF' });
  const { id: draft } = await call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const put = (at: number, place: object): Promise<any> =>
    call(
      `mutation ($place: MeetingPlaceInput!) { placeMeeting(timetable: "${draft}",
        meeting: "${meetings[at].id}", place: $place) { warnings } }`,
      { place },
    );
  const place = (at: number, periodStart: number): object => ({
    ...{ dayOfWeek: 2, periodStart, classroom: rooms[at].id, teacher: teachers[at].id },
  });
  expect((await put(0, place(0, 3))).warnings).toEqual([]);
  const { warnings } = await put(2, place(1, 1));
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain(
    '"K0" (Tuesday, period 3-4) and "K1" (Tuesday, period 1-2) are linked: the former',
  );
  expect(warnings[1]).toContain('both are in one room, if possible');
  // The second meetings belong to each other, not to the first.
  expect((await put(3, place(1, 5))).warnings).toEqual([expect.stringContaining('in one room')]);
  const asked = `timetable: "${draft}" meeting: "${meetings[2].id}"`;
  const free = await call(`{ freeRooms(${asked} dayOfWeek: 4 periodStart: 1) {
    classroom { id } isFree objections { kind rule } } }`);
  const against = [{ kind: 'PREFERENCE', rule: 'wished-distribution' }];
  expect(free.map(({ objections }: any) => objections)).toEqual(
    free.map((_: unknown, at: number) => (at === 0 ? [] : against)),
  );
  expect(free[0]).toMatchObject({ classroom: { id: rooms[0].id }, isFree: true });
  const suggested = await call(`{ suggestions(${asked} max: 5) { items { to { classroom { id } } } } }`);
  expect(suggested.map(({ items }: any) => items[0].to.classroom.id)).toEqual(Array(5).fill(rooms[0].id));
});

test('what cannot hold is refused with what stands against it', async () => {
  const { teachingClasses } = await university('tl-bad');
  const [a, b, c] = teachingClasses.map(({ id }) => id);
  const [other] = (await university('tl-other', 1)).teachingClasses;
  const messageOf = async (...of: Parameters<typeof link>): Promise<string> =>
    (await link(...of)).error.message;
  expect(await messageOf('SAME_DAY', a, a)).toContain('cannot be linked to itself');
  expect(await messageOf('BEFORE', a, other.id)).toContain('different semesters');
  expect(await messageOf('SAME_TEACHER', a, b, { level: 'SOFT' })).toContain('only ever required');
  expect(await messageOf('BEFORE', a, b, { weight: 101 })).toContain('100');
  expect((await link('BEFORE', a, b)).error).toBeUndefined();
  expect((await link('BEFORE', b, c)).error).toBeUndefined();
  expect(await messageOf('BEFORE', c, a)).toContain('"K0" comes before "K2" already');
  expect(await messageOf('BEFORE', a, b)).toContain('linked like this already');
  expect((await link('SAME_DAY', b, a)).error).toBeUndefined();
  expect(await messageOf('SAME_DAY', a, b)).toContain('linked like this already');
  const stranger = await academicAffairs(server, await department(server));
  expect((await link('SAME_ROOM', a, b, {}, stranger)).error.extensions.code).toMatch(/NOT_FOUND|FORBIDDEN/);

  const both = await Promise.all([
    link('BEFORE', c, teachingClasses[3].id),
    link('BEFORE', teachingClasses[3].id, a),
  ]);
  expect(both.filter(({ error }) => error)).toHaveLength(1);
  const { items } = await call(`{ teachingLinks(teachingClass: "${c}") { items { id kind first { name }
    second { name } } } }`);
  expect(items.map(({ kind }: any) => kind)).toContain('BEFORE');
  expect(await call(`mutation { deleteTeachingLink(id: "${items[0].id}") }`)).toBe(items[0].id);
});

test('copies of a semester, parts of a class and what they are combined to keep the links', async () => {
  const { semester, teachingClasses, teachers } = await university('tl-kept');
  const [a, b, c] = teachingClasses.map(({ id }) => id);
  await link('BEFORE', a, b);
  await link('SAME_ROOM', c, a, { level: 'SOFT', weight: 7 });
  const linksOf = async (filter: string): Promise<any[]> =>
    (await call(`{ teachingLinks(${filter}) { items { kind level weight first { id } second { id } } } }`))
      .items;
  const { id: target } = await call(
    'mutation ($input: SemesterInput!) { createSemester(input: $input) { id } }',
    { input: { name: 'tl copy', startDate: '2027-02-22', endDate: '2027-06-20', isEnabled: true } },
  );
  for (const newCount of [4, 0])
    expect(
      await call(
        `mutation { copySemester(input: { source: "${semester.id}", target: "${target}" }) { newCount } }`,
      ),
    ).toEqual({ newCount });
  const copied = await linksOf(`semester: "${target}"`);
  expect(copied.map(({ kind, level, weight }) => [kind, level, weight]).sort()).toEqual([
    ['BEFORE', 'HARD', 10],
    ['SAME_ROOM', 'SOFT', 7],
  ]);

  const input = { isCompulsory: false, administrativeClasses: [], studentCount: 40, reason: 'chosen' };
  await call(
    `mutation ($id: ID!, $input: TeachingClassPatch!) { updateTeachingClass(id: $id, input: $input) { id } }`,
    { id: a, input },
  );
  const [, part] = await call(`mutation { splitTeachingClass(id: "${a}", studentsMax: 20) { id } }`);
  const ofPart = await linksOf(`teachingClass: "${part.id}"`);
  expect(ofPart.map(({ first, second }) => [first.id, second.id]).sort()).toEqual(
    [
      [part.id, b],
      [c, part.id],
    ].sort(),
  );
  const { error } = await call(
    `mutation { setFurtherTeachers(input: { items: [{ teachingClass: "${part.id}", teachers: [
      { teacher: "${teachers[3].id}", role: PARALLEL }] }] }, reason: "a guest") { changedCount } }`,
  );
  expect(error).toBeUndefined();
  expect(await call(`mutation { combineTeachingClasses(ids: ["${a}", "${part.id}"]) { id } }`)).toEqual({
    id: a,
  });
  expect(await linksOf(`teachingClass: "${a}"`)).toHaveLength(2);
  const { teachers: together } = await call(`{ teachingClass(id: "${a}") { teachers { role } } }`);
  expect(together).toEqual([{ role: 'PARALLEL' }]);
});
