import ICAL from 'ical.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { tokenOf } from '../people.js';
import { makeUniversity, publishFirstMeetings, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let timetable: string;
let teacher: string;
let substitute: string;

/** Three meetings on Mondays, each with room, teacher and class of its own: two in period 1, K2 in 3. */
beforeAll(async () => {
  server = await startTestServer({ env: { CHANGE_REASONS: 'false' } });
  university = await makeUniversity(server.runtime.app);
  // The same days of the week as in 2026, and still to come: dates that are over are not asked for.
  await moveSemester('2054-09-07', '2054-12-27');
  timetable = await publishFirstMeetings(server, university, [1, 1, 3]);
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[0].id });
  substitute = await tokenOf(server, RoleKey.TEACHER, { teacher: university.teachers[1].id });
});
afterAll(() => server.stop());

const moveSemester = (from: string, to: string): Promise<unknown> =>
  server
    .context()
    .em.execute('update semester set start_date = $1, end_date = $2 where id = $3', [
      ...[from, to],
      university.semester.id,
    ]);

async function call(document: string, variables: object = {}, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(document, variables, token);
  if (errors) throw new Error(errors[0].message);
  return Object.values(data)[0];
}

const meeting = (at: number): string => university.meetings[2 * at].id;

/** Changes single dates of the published timetable, of which each names a meeting by its number. */
const change = (dates: object[], terms: object = {}, items: object[] = []): Promise<any> =>
  call(
    `mutation ($timetable: ID!, $input: TimetableChangeInput!, $reason: String, $note: String, $dry: Boolean!,
         $ends: Boolean!, $accepts: Boolean!) {
       changeTimetable(timetable: $timetable, input: $input, reason: $reason, publicNote: $note,
         isDryRun: $dry, endsDates: $ends, acceptsClashes: $accepts) {
         isApplicable problems warnings clashes { kind resourceName message: text }
         items { dates { week before after from { date periodStart }
           to { date periodStart teacher { name } } } }
         endedDates { week before after to { date } }
         affected { teachers { name } administrativeClasses { name } } } }`,
    {
      ...{ timetable, dry: false, ends: false, accepts: false, ...terms },
      input: { items, dates: dates.map((each: any) => ({ ...each, meeting: meeting(each.meeting ?? 0) })) },
    },
  );
const undo = (): Promise<any> => call(`mutation { undoChange(timetable: "${timetable}") { number } }`);
const redo = (): Promise<any> => call(`mutation { redoChange(timetable: "${timetable}") { number } }`);

const exported = async (): Promise<string> => {
  expect(await faultsOf(server.runtime.app, timetable)).toEqual([]);
  return canonicalExport(server.runtime.app, timetable);
};

const held = (of = '', token = teacher, more = ''): Promise<any[]> =>
  call(
    `{ datedMeetings(from: "2054-09-14", to: "2054-10-31" ${of} ${more}) {
       isHeld held { date } item { courseName periodStart teacher { name }
         change { kind publicNote planned { date } actual { date } } } } }`,
    {},
    token,
  );
const told = (found: any[]): string[] =>
  found.map(({ held: { date }, isHeld, item: { courseName, periodStart, change: changed } }) =>
    [date, courseName, periodStart, changed?.kind, isHeld ? '' : 'not'].filter(Boolean).join(' '),
  );

test('weakness 14: a date is moved, cancelled, made up and handed over, and all comes back', async () => {
  const begin = await exported();
  const moved = await change([{ date: '2054-09-21', to: { date: '2054-09-23', periodStart: 5 } }], {
    note: '周三下午补上',
  });
  expect(moved.items[0].dates).toEqual([
    {
      ...{ week: 3, before: null, after: 'MOVED', from: { date: '2054-09-21', periodStart: 1 } },
      to: { date: '2054-09-23', periodStart: 5, teacher: { name: 'T0' } },
    },
  ]);
  expect(moved.affected).toEqual({
    teachers: [{ name: 'T0' }],
    administrativeClasses: [{ name: 'u G0' }],
  });
  await change([{ date: '2054-09-28', isCancelled: true }]);
  await change(
    [
      { date: '2054-10-12', to: { teacher: university.teachers[1].id, periodStart: 7 } },
      { date: '2054-10-19', to: { classroom: university.rooms[2].id } },
    ],
    { reason: 'T0 出差' },
  );
  expect(told(await held('', teacher, 'includesCancelled: true'))).toEqual([
    '2054-09-14 K0 1',
    '2054-09-21 K0 1 MOVED not',
    '2054-09-23 K0 5 MOVED',
    '2054-09-28 K0 1 CANCELLED not',
    '2054-10-05 K0 1',
    '2054-10-12 K0 1 MOVED not',
    '2054-10-19 K0 1 OTHER_ROOM',
    '2054-10-26 K0 1',
  ]);
  expect(told(await held('', substitute)).filter((each) => each.includes('K0'))).toEqual([
    '2054-10-12 K0 7 MOVED',
  ]);
  const room = `of: { classroom: "${university.rooms[2].id}" }`;
  expect(told(await held(room)).filter((each) => each.includes('K0'))).toEqual([
    '2054-10-19 K0 1 OTHER_ROOM',
  ]);
  const [first] = (await held()).filter(({ item }) => item.change);
  expect(first.item.change).toEqual({
    ...{ kind: 'MOVED', publicNote: '周三下午补上' },
    ...{ planned: { date: '2054-09-21' }, actual: { date: '2054-09-23' } },
  });
  await change([{ date: '2054-09-28', to: { date: '2054-10-03', periodStart: 1 } }]);
  expect(told(await held())).toContain('2054-10-03 K0 1 MADE_UP');
  const end = await exported();
  for (let at = 0; at < 4; at += 1) await undo();
  expect(await exported()).toBe(begin);
  for (let at = 0; at < 4; at += 1) await redo();
  expect(await exported()).toBe(end);
  // Held in the plan of weeks, a date tells when it is.
  const { items } = await call(
    '{ teacherTimetable(weekFrom: 3, weekTo: 4) { items { week dayOfWeek held { date } change { kind } } } }',
    {},
    teacher,
  );
  expect(items).toEqual([
    { week: 3, dayOfWeek: 1, held: { date: '2054-09-23' }, change: { kind: 'MOVED' } },
    { week: 4, dayOfWeek: 1, held: { date: '2054-10-03' }, change: { kind: 'MADE_UP' } },
  ]);
});

test('a calendar file moves, cancels and hands over single dates under the same identifiers', async () => {
  const get = (token: string, tag = ''): Promise<Response> =>
    fetch(`${server.url}/timetables/mine.ics`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
    });
  const tag = (await get(teacher)).headers.get('etag')!;
  expect((await get(teacher, tag)).status).toBe(304);
  await change([{ date: '2054-11-02', isCancelled: true }]);
  const changed = await get(teacher, tag);
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.not.stringContaining(tag)]);
  const read = async (token: string): Promise<any[]> => {
    const answer = await get(token);
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as never);
    return calendar.getAllSubcomponents('vevent').map((each) => ({
      uid: each.getFirstPropertyValue('uid'),
      status: each.getFirstPropertyValue('status'),
      start: String(each.getFirstPropertyValue('dtstart')).slice(0, 10),
    }));
  };
  const own = await read(teacher);
  expect(own).toHaveLength(16);
  const of = (week: number, list = own): unknown =>
    list.find(({ uid }) => uid.startsWith(`${meeting(0)}-${week}@`));
  expect(of(3)).toMatchObject({ status: 'CONFIRMED', start: '2054-09-23' });
  expect(of(9)).toMatchObject({ status: 'CANCELLED', start: '2054-11-02' });
  expect(of(6)).toMatchObject({ status: 'CANCELLED', start: '2054-10-12' });
  expect(of(6, await read(substitute))).toMatchObject({ status: 'CONFIRMED', start: '2054-10-12' });
  await undo();
});

test('single dates are judged as places are: clashes, holidays, qualification, twice at a time', async () => {
  const [, , third] = university.rooms;
  const problems = async (date: object): Promise<any> => change([date], { dry: true });
  const room = await problems({ date: '2054-11-02', to: { classroom: third.id, periodStart: 3 } });
  expect(room.clashes.map(({ kind, resourceName }: any) => `${kind} ${resourceName}`)).toEqual(['ROOM R2']);
  await change([{ meeting: 1, date: '2054-11-09', to: { date: '2054-11-10', periodStart: 3 } }]);
  // The slot of a moved date is free, and that to which it was moved is not.
  const free = await problems({ date: '2054-11-09', to: { classroom: university.rooms[1].id } });
  expect(free).toMatchObject({ isApplicable: true, clashes: [] });
  const taken = await problems({
    ...{ date: '2054-11-16', to: { date: '2054-11-10', periodStart: 4, classroom: university.rooms[1].id } },
  });
  expect(taken.clashes.map(({ message }: any) => message)).toEqual([
    'Room "R1" is needed by "K0" and "K1" at the same time: Tuesday, period 4, week 10.',
  ]);
  const says = async (date: object): Promise<string> => (await problems(date)).problems.join(' ');
  expect(await says({ date: '2054-11-03', isCancelled: true })).toContain('is not on 2054-11-03');
  expect(await says({ date: '2054-11-02', to: { periodStart: 24 } })).toContain('outside the grid');
  expect(await says({ date: '2054-11-02', to: { date: '2055-01-01' } })).toContain(
    'nothing is taught on 2055-01-01',
  );
  expect(await says({ date: '2054-11-02', to: { date: '2054-11-09', periodStart: 2 } })).toContain(
    'twice at one time',
  );
  expect(await says({ date: '2054-11-02', to: { teacher: university.teachers[1].id } })).toContain(
    'no approved qual',
  );
  expect(await says({ date: '2054-11-02' })).toContain('ask for one of');
  expect(await says({ date: '2054-11-02', isRestored: true })).toContain('nothing to restore');
});

test('what the week or another revision leaves without meaning ends only with a yes', async () => {
  const item = { meeting: meeting(0), place: { dayOfWeek: 2 } };
  const preview = await change([], { dry: true }, [item]);
  expect(preview).toMatchObject({ isApplicable: false });
  expect(preview.endedDates.map(({ week, before }: any) => `${week} ${before}`)).toEqual([
    ...['3 MOVED', '4 MADE_UP', '6 MOVED', '7 OTHER_ROOM'],
  ]);
  await expect(change([], {}, [item])).rejects.toThrow('endsDates');
  const before = await exported();
  await change([], { ends: true }, [item]);
  await undo();
  expect(await exported()).toBe(before);

  const { id } = await call(`mutation { createDraft(semester: "${university.semester.id}") { id } }`);
  expect(await faultsOf(server.runtime.app, id)).toEqual([]);
  const place = (at: number, where: string): Promise<any> =>
    call(
      `mutation { moveMeeting(timetable: "${id}", meeting: "${meeting(at)}", place: { ${where} }) {
         number } }`,
    );
  // A second meeting takes the slot to which a date was moved; K1 is on another day.
  await place(1, 'dayOfWeek: 4');
  await place(2, `dayOfWeek: 3, periodStart: 5, classroom: "${university.rooms[0].id}"`);
  const rehearsed = await call(`mutation { rehearsePublishing(id: "${id}") {
    items { meeting { id } } endedDates { meeting { id } week before to { date } } } }`);
  expect(rehearsed.items).toHaveLength(2);
  const ended = rehearsed.endedDates.map((each: any) => `${each.meeting.id} ${each.week} ${each.before}`);
  expect(ended.toSorted()).toEqual([`${meeting(0)} 3 MOVED`, `${meeting(1)} 10 MOVED`].toSorted());
  await expect(call(`mutation { publishTimetable(id: "${id}") { id } }`)).rejects.toThrow('endsDates');
  await call(`mutation { publishTimetable(id: "${id}", endsDates: true) { id } }`);
  const old = timetable;
  timetable = id;
  await exported();
  const { items } = await call(`{ dateChanges { items { week kind timetable { id } } } }`);
  const own = (of: string) => items.filter(({ timetable: each }: any) => each?.id === of);
  expect(
    own(id)
      .map(({ week, kind }: any) => `${week} ${kind}`)
      .sort(),
  ).toEqual(['4 MADE_UP', '6 MOVED', '7 OTHER_ROOM']);
  await call(`mutation { rollBackTimetable(id: "${old}", reason: "back") { id } }`);
  const table = await call(`{ timetable(semester: "${university.semester.id}") { id } }`);
  timetable = table.id;
  await exported();
  expect(told(await held())).toContain('2054-10-03 K0 1 MADE_UP');
});

test('a teacher asks for a substitute whom academic affairs find, and is refused with words', async () => {
  const academic = await tokenOf(server, RoleKey.ADMINISTRATOR);
  const ask = `mutation ($input: DateItemInput!) { requestDateChange(input: $input, reason: "出差") {
    id status wanted { kind planned { date } actual { date teacher { name } } } } }`;
  await server
    .context()
    .em.execute(
      'insert into teacher_qualification (id, teacher_id, course_id) values (gen_random_uuid(), $1, $2)',
      [university.teachers[2].id, university.teachingClasses[0].course.id],
    );
  const on = { meeting: meeting(0), date: '2054-11-23' };
  const to = { teacher: university.teachers[2].id };
  await expect(call(ask, { input: { ...on, to } }, substitute)).rejects.toThrow('own meetings alone');
  await expect(call(ask, { input: { ...on, date: '2054-11-24', to } }, teacher)).rejects.toThrow(
    'not on 2054',
  );
  const found = await call(
    `{ substitutes(timetable: "${timetable}", meeting: "${meeting(0)}", date: "2054-11-23") {
       isFree teacher { name } } }`,
    {},
    academic,
  );
  expect(found).toEqual([{ isFree: true, teacher: { name: 'T2' } }]);
  const request = await call(ask, { input: { ...on, to } }, teacher);
  expect(request).toMatchObject({
    status: 'PENDING',
    wanted: { planned: { date: '2054-11-23' }, actual: { date: '2054-11-23', teacher: { name: 'T2' } } },
  });
  const review = (id: string, terms: string): Promise<any> =>
    call(`mutation { reviewDateRequest(id: "${id}", ${terms}) { status answer } }`, {}, academic);
  await expect(review(request.id, 'accepts: false')).rejects.toThrow('needs an answer');
  expect(await review(request.id, 'accepts: true, publicNote: "T2 代课"')).toEqual({
    status: 'ACCEPTED',
    answer: null,
  });
  await expect(review(request.id, 'accepts: true')).rejects.toThrow('The request is accepted already');
  // What a teacher tells the planners of the department is not told to those of others.
  const { changes } = (await server.graphql('{ changes(size: 1) { items { reason } } }', {}, academic)).data;
  expect(changes.items).toEqual([{ reason: 'As the teacher asked.' }]);
  const { items } = await call(
    `{ dateChanges(timetable: "${timetable}", kind: SUBSTITUTED) {
         items { publicNote occurrence { kind actual { date teacher { name } } } } } }`,
  );
  expect(items).toEqual([
    {
      publicNote: 'T2 代课',
      occurrence: { kind: 'SUBSTITUTED', actual: { date: '2054-11-23', teacher: { name: 'T2' } } },
    },
  ]);
  const second = await call(ask, { input: { ...on, date: '2054-11-30', isCancelled: true } }, teacher);
  expect(await review(second.id, 'accepts: false, answer: "考试周"')).toEqual({
    status: 'REFUSED',
    answer: '考试周',
  });
  const third = await call(ask, { input: { ...on, date: '2054-11-30', isCancelled: true } }, teacher);
  const { status } = await call(
    `mutation { withdrawDateRequest(id: "${third.id}") { status } }`,
    {},
    teacher,
  );
  expect(status).toBe('WITHDRAWN');
});

test('of many requests for one date at once a single one waits, and none without a reason', async () => {
  const ask = (reason: string): Promise<any> =>
    call(
      `mutation ($input: DateItemInput!, $reason: String!) {
         requestDateChange(input: $input, reason: $reason) { id } }`,
      { input: { meeting: meeting(0), date: '2054-12-07', isCancelled: true }, reason },
      teacher,
    );
  await expect(ask(' ')).rejects.toThrow('needs a reason');
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask('出差').catch(String)));
  expect(asked.filter((answer) => String(answer).includes('waits already'))).toHaveLength(4);
});

test('a holiday ends what was changed of its date, with a yes, and a date is made up for', async () => {
  const input = { semester: university.semester.id, days: [{ date: '2054-11-23', kind: 'HOLIDAY' }] };
  const declare = (terms: string): Promise<any> =>
    call(
      `mutation ($input: CalendarChangeInput!) { changeCalendar(input: $input, ${terms}) {
         droppedCount endedDates { week before } } }`,
      { input },
    );
  expect(await declare('isDryRun: true')).toEqual({
    droppedCount: 3,
    endedDates: [{ week: 12, before: 'SUBSTITUTED' }],
  });
  await expect(declare('isDryRun: false')).rejects.toThrow('endsDates');
  await declare('endsDates: true');
  await exported();
  expect(
    (await change([{ date: '2054-11-23', isCancelled: true }], { dry: true })).problems.join(),
  ).toContain('falls out on 2054-11-23 by the calendar');
  // A request says what it would be.
  const to = { date: '2054-11-28', periodStart: 1 };
  const asked = await call(
    `mutation ($input: DateItemInput!) {
       requestDateChange(input: $input, reason: "放假") { wanted { kind } } }`,
    { input: { meeting: meeting(0), date: '2054-11-23', to } },
    teacher,
  );
  expect(asked).toEqual({ wanted: { kind: 'MADE_UP' } });
  await change([{ date: '2054-11-23', to }]);
  const { items } = await call(
    '{ teacherTimetable(weekFrom: 12, weekTo: 12) { items { held { date } change { kind } } } }',
    {},
    teacher,
  );
  expect(items).toEqual([{ held: { date: '2054-11-28' }, change: { kind: 'MADE_UP' } }]);
});

test('dates that are over are not asked for', async () => {
  await moveSemester('2009-09-07', '2009-12-27');
  const ask = 'mutation ($input: DateItemInput!) { requestDateChange(input: $input, reason: "x") { id } }';
  const on = { meeting: meeting(0), date: '2009-11-30' };
  const refused = async (item: object): Promise<unknown> =>
    (await server.graphql(ask, { input: { ...on, ...item } }, teacher)).errors![0].extensions.problems;
  expect(await refused({ isCancelled: true })).toMatchObject([{ field: 'date' }]);
  // What was not held may be made up for, on a date that is still to come.
  await change([{ date: on.date, isCancelled: true }]);
  const to = { date: '2009-12-05', periodStart: 1 };
  expect(await refused({ to })).toMatchObject([{ field: 'to.date' }]);
});

test('a teacher is told which rooms an own lesson fits into, and nothing of lessons of others', async () => {
  const em = server.context().em;
  const [small] = university.rooms;
  const rooms = (at: number): Promise<any> =>
    call(
      `query ($timetable: ID!, $meeting: ID!) { freeRooms(timetable: $timetable, meeting: $meeting,
         dayOfWeek: 5, periodStart: 9) { classroom { id } isFree objections { text } } }`,
      { timetable, meeting: meeting(at) },
      teacher,
    );
  await em.execute('update classroom set capacity = 1 where id = $1', [small.id]);
  const told = (await rooms(0)).find(({ classroom }: any) => classroom.id === small.id);
  expect(told).toMatchObject({ isFree: false, objections: [] });
  await expect(rooms(1)).rejects.toThrow('Your role may not do this: freeRooms');
  await em.execute('update classroom set capacity = 60 where id = $1', [small.id]);
});
