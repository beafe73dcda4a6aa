import { setTimeout } from 'node:timers/promises';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { RoleKey } from '../../../src/schema/enums.js';
import { startServerProcess } from '../../support/server-process.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { uploaded } from '../../imports/support/upload.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let teacher: string;
let student: string;

/** Three meetings, each of its own class and teacher: Tuesdays, Wednesdays, and Fridays of odd weeks. */
beforeAll(async () => {
  server = await startTestServer();
  university = await makeUniversity(server.runtime.app);
  const { meetings, rooms, teachers, classes } = university;
  meetings[4].weeks = [1, 3, 5, 7, 9, 11, 13, 15];
  await publishLocked(server.runtime.app, university, [
    { meeting: meetings[0], day: 2, period: 1, room: rooms[0] },
    { meeting: meetings[2], day: 3, period: 5, room: rooms[0] },
    { meeting: meetings[4], day: 5, period: 3, room: rooms[0] },
  ]);
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: teachers[0].id });
  student = await tokenOf(server, RoleKey.STUDENT, {
    student: (await addStudentOf(server, classes[2].id)).id,
  });
});
afterAll(() => server.stop());

async function call(document: string, variables: object = {}, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(document, variables, token);
  if (errors) throw new Error(errors[0].message);
  return Object.values(data)[0];
}

const change = (input: object, isDryRun = false): Promise<any> =>
  call(
    `mutation ($input: CalendarChangeInput!, $isDryRun: Boolean!) {
       changeCalendar(input: $input, isDryRun: $isDryRun) {
         movedCount droppedCount restoredCount teacherCount studentCount
         meetings { name periodStart periodEnd from to }
         semester { calendarDays { date kind follows name } } } }`,
    { input: { semester: university.semester.id, ...input }, isDryRun },
  );
const dates = (found: { held: { date: string } }[]): string[] => found.map(({ held }) => held.date);

/** What 国务院办公厅 decreed for 2026, by hand: the last two days off are exchanged for two weekends. */
const decreed = [
  { date: '2026-09-20', kind: 'MAKE_UP', follows: '2026-10-06', name: '国庆节' },
  ...['25', '26', '27'].map((day) => ({
    date: `2026-09-${day}`,
    kind: 'HOLIDAY',
    follows: null,
    name: '中秋',
  })),
  ...['01', '02', '03', '04', '05', '06', '07'].map((day) => ({
    ...{ date: `2026-10-${day}`, kind: 'HOLIDAY', follows: null, name: '国庆节' },
  })),
  { date: '2026-10-10', kind: 'MAKE_UP', follows: '2026-10-07', name: '国庆节' },
];

test('weakness 13: what is decreed is proposed, previewed, stored, and taken back', async () => {
  const proposed = await call(
    `{ proposedCalendarDays(semester: "${university.semester.id}") { date kind follows name } }`,
  );
  expect(proposed).toEqual(decreed);
  // The second Friday that is off is in an even week.
  const effect = {
    ...{ movedCount: 2, droppedCount: 1, restoredCount: 0, teacherCount: 3, studentCount: 1 },
    meetings: [
      { name: 'K2', periodStart: 3, periodEnd: 4, from: '2026-09-25', to: null },
      { name: 'K0', periodStart: 1, periodEnd: 2, from: '2026-10-06', to: '2026-09-20' },
      { name: 'K1', periodStart: 5, periodEnd: 6, from: '2026-10-07', to: '2026-10-10' },
    ],
  };
  expect(await change({ days: proposed }, true)).toEqual({ ...effect, semester: { calendarDays: [] } });
  expect(await change({ days: proposed })).toEqual({ ...effect, semester: { calendarDays: decreed } });
  expect(await call(`{ proposedCalendarDays(semester: "${university.semester.id}") { date } }`)).toEqual([]);

  const ofTuesday = `(from: "2026-09-15", to: "2026-10-13") {
    held { date start end timeZone } item { week } }`;
  const held = await call(`{ datedMeetings${ofTuesday} }`, {}, teacher);
  expect(dates(held)).toEqual(['2026-09-15', '2026-09-20', '2026-09-22', '2026-09-29', '2026-10-13']);
  expect(held[1]).toEqual({
    held: {
      ...{ date: '2026-09-20', start: '2026-09-20T00:00:00.000Z', end: '2026-09-20T01:40:00.000Z' },
      timeZone: 'Asia/Shanghai',
    },
    item: { week: 5 },
  });
  const { items } = await call(
    '{ studentTimetable(weekTo: 5) { items { week held { date start } } } }',
    {},
    student,
  );
  expect(items).toEqual([
    { week: 1, held: { date: '2026-09-11', start: '2026-09-11T02:00:00.000Z' } },
    { week: 3, held: null },
    { week: 5, held: { date: '2026-10-09', start: '2026-10-09T02:00:00.000Z' } },
  ]);

  const back = await change({ removedDates: decreed.map(({ date }) => date) });
  expect(back).toMatchObject({
    movedCount: 2,
    droppedCount: 0,
    restoredCount: 1,
    semester: { calendarDays: [] },
  });
});

test('what would be taught twice or never, or lies outside, is refused with the date', async () => {
  const holiday = { date: '2026-10-07', kind: 'HOLIDAY' };
  const madeUp = { date: '2026-10-10', kind: 'MAKE_UP', follows: '2026-10-07' };
  await expect(change({ days: [madeUp] })).rejects.toThrow('on which its own plan is taught');
  await expect(change({ days: [{ ...holiday, follows: '2026-10-08' }] })).rejects.toThrow();
  await expect(change({ days: [{ ...madeUp, follows: null }] })).rejects.toThrow();
  await change({ days: [holiday, madeUp] });
  await expect(change({ removedDates: ['2026-10-07'] })).rejects.toThrow(
    '2026-10-10 makes up for 2026-10-07',
  );
  const shortened = `mutation {
    updateSemester(id: "${university.semester.id}", input: { endDate: "2026-10-09" }) { id } }`;
  await expect(call(shortened)).rejects.toThrow('The calendar day 2026-10-10 is not within');
  // Exchanged: each of two days is taught on the other.
  const exchanged = [
    { date: '2026-10-13', kind: 'MAKE_UP', follows: '2026-10-14' },
    { date: '2026-10-14', kind: 'MAKE_UP', follows: '2026-10-13' },
  ];
  expect(await change({ days: exchanged })).toMatchObject({ movedCount: 2, droppedCount: 0 });
  const room = `of: { classroom: "${university.rooms[0].id}" }`;
  const found = await call(`{ datedMeetings(from: "2026-10-05", to: "2026-10-14", ${room}) {
    held { date } item { courseName } } }`);
  expect(found.map(({ held, item }: any) => `${held.date} ${item.courseName}`)).toEqual([
    ...['2026-10-06 K0', '2026-10-09 K2', '2026-10-10 K1', '2026-10-13 K1', '2026-10-14 K0'],
  ]);
  const refused = await server.graphql(
    `{ datedMeetings(from: "2026-09-01", to: "2026-11-02") { held { date } } }`,
    {},
    teacher,
  );
  expect(refused.errors?.[0].extensions.code).toBe('INVALID_PARAMETER');
});

const seasons = 'mutation ($input: BellSeasonInput!) { createBellSeason(input: $input) { id } }';

test('times of periods differ by campus and season unless they overlap; missing ones are told', async () => {
  const campuses = await call('{ campusOptions { id name } }');
  const campus = campuses.find(({ name }: any) => name === 'u campus').id;
  const gaps = async (): Promise<any> => {
    const { gaps: all } = await call(
      `{ readiness(semester: "${university.semester.id}") { gaps { kind items { message } } } }`,
    );
    return Object.fromEntries(
      all.map(({ kind, items }: any) => [kind, items.map((each: any) => each.message)]),
    );
  };
  expect(await gaps()).not.toHaveProperty('NO_PERIOD_TIMES');
  const create = (input: object): Promise<any> => call(seasons, { input });
  await expect(create({ times: ['08:00-08:45'] })).rejects.toThrow('has a bell season from 01-01 on already');
  await expect(create({ startsOn: '13-01', times: ['8-9'] })).rejects.toThrow();
  await expect(create({ campus, times: ['08:00-08:45', '08:40-09:25'] })).rejects.toThrow(
    'Period 2, 08:40-09:25',
  );
  await expect(create({ campus, startsOn: '05-01', times: ['08:00-09:00'] })).rejects.toThrow(
    'Period 1 of u campus, 08:00-09:00, ends after period 2 of the institution, 08:55-09:40, begins',
  );
  await create({ campus, startsOn: '10-01', times: ['08:05-08:50', '09:00-09:40'] });
  expect(await gaps()).toMatchObject({
    NO_PERIOD_TIMES: ['At "u campus" 2 of the 12 periods of a day have a time.'],
    LESSON_MINUTES_DIFFER: ['A period of the bell season "u campus 10-01" has 40 minutes, a lesson 45.'],
  });
  const { periodTimes, other } = await call(`{ semester(id: "${university.semester.id}") {
    periodTimes(date: "2026-10-20", campus: "${campus}") { period start end }
    other: periodTimes(date: "2026-10-20") { period } } }`);
  expect(periodTimes).toEqual([
    { period: 1, start: '08:05', end: '08:50' },
    { period: 2, start: '09:00', end: '09:40' },
  ]);
  expect(other).toHaveLength(12);
  const [held] = await call(`{ datedMeetings(from: "2026-10-10", to: "2026-10-10",
    of: { course: "${university.teachingClasses[1].course.id}" }) { held { date start end } } }`);
  expect(held).toEqual({ held: { date: '2026-10-10', start: null, end: null } });
});

test('calendars and times of periods leave and enter as workbooks', async () => {
  const nouns = [
    ['calendarDays', 'importCalendarDays', 'calendar_day'],
    ['bellSeasons', 'importBellSeasons', 'bell_season'],
  ] as const;
  for (const [noun, run, table] of nouns) {
    const exported = await call(`{ ${noun}Export { content } }`);
    const file = Buffer.from(exported.content, 'base64');
    await server.context().em.execute(`delete from ${table}`);
    const imported = await uploaded(
      server,
      `mutation ($file: Upload!) { ${run}(file: $file) { successCount failedCount } }`,
      file,
      { token: server.administrator },
    );
    expect(imported.errors).toBeUndefined();
    expect(await call(`{ ${noun}Export { content } }`)).toEqual(exported);
    const again = await uploaded(
      server,
      `mutation ($file: Upload!) { ${run}(file: $file) { successCount } }`,
      file,
      {
        token: server.administrator,
      },
    );
    expect(again.errors?.[0].extensions.code).toMatch(/INVALID_BODY|DUPLICATE/);
  }
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { headers });
const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** An event as both parsers have to read it. */
const told = (uid: string, sequence: number, start: Date, end: Date, name: string): string =>
  [uid, sequence, start.toISOString(), end.toISOString(), name].join('|');

function readByIcalJs(file: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(file) as never);
  ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone')!);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, startDate, endDate, summary } = new ICAL.Event(component);
    return told(uid, sequence, startDate.toJSDate(), endDate.toJSDate(), summary);
  });
}

const readByNodeIcal = (file: string): string[] =>
  Object.values(nodeIcal.sync.parseICS(file)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? [told(event.uid, Number(event.sequence), event.start, event.end!, String(event.summary))]
      : [],
  );

test('30: calendar files are read alike by two parsers, and say what the table of dates says', async () => {
  const hostile = 'K0; a,b\\c "d"\n<img\nonerror=1>';
  // A lone carriage return is a line break as well.
  await server
    .context()
    .em.execute(`update course set name = $1 where name = 'K0'`, [hostile.replace('img\n', 'img\r')]);
  const read = async (): Promise<string> => (await get('/timetables/mine.ics', as(teacher))).text();
  const first = await read();
  const events = readByIcalJs(first);
  expect(readByNodeIcal(first)).toEqual(events);
  const ranges = ['from: "2026-09-01", to: "2026-10-31"', 'from: "2026-11-01", to: "2026-12-31"'];
  const table = await Promise.all(
    ranges.map((range) =>
      call(`{ datedMeetings(${range}) { held { date start end } item { week courseName } } }`, {}, teacher),
    ),
  );
  const sequence = Number(events[0].split('|')[1]);
  const expected = table.flat().map(({ held: { start, end }, item: { week, courseName } }: any) => {
    const uid = `${university.meetings[0].id}-${week}@class-scheduling`;
    return told(uid, sequence, new Date(start), new Date(end), courseName.replace('\r', '\n'));
  });
  expect(expected).toHaveLength(16);
  expect(events.toSorted()).toEqual(expected.toSorted());
  expect(events.join()).toContain(hostile);
  expect(first).not.toMatch(/^(?:ATTENDEE|ORGANIZER)|@example/m);
  // Periods without times: the whole date.
  const ofRoom = await get(`/timetables/classrooms/${university.rooms[0].id}.ics`, as(teacher));
  expect(await ofRoom.text()).toContain('DTSTART;VALUE=DATE:20261010');

  // A sequence counts seconds.
  await setTimeout(1_100);
  await change({ removedDates: ['2026-10-13', '2026-10-14'] });
  const moved = readByIcalJs(await read());
  const part = (lines: string[], at: number): string[] => lines.map((each) => each.split('|')[at]).sort();
  expect(part(moved, 0)).toEqual(part(events, 0));
  expect(Math.min(...part(moved, 1).map(Number))).toBeGreaterThan(Number(part(events, 1)[0]));
  expect(part(moved, 2).filter((start) => !part(events, 2).includes(start))).toEqual([
    '2026-10-13T00:05:00.000Z',
  ]);
});

test('a calendar that did not change is not sent again, and strangers get none', async () => {
  const path = '/timetables/mine.ics';
  const answer = await get(path, as(teacher));
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const tag = { 'if-none-match': `"other", W/${answer.headers.get('etag')!}` };
  server.forgetStatements();
  expect((await get(path, { ...as(teacher), ...tag })).status).toBe(304);
  // Nothing is read for it but who is calling.
  expect(server.statements).toHaveLength(1);
  const linked = await call('mutation { createCalendarLink { path } }', {}, teacher);
  expect((await get(linked.path, tag)).status).toBe(304);
  server.forgetStatements();
  expect((await get(linked.path, tag)).status).toBe(304);
  expect(server.statements).toHaveLength(2);
  expect((await get(path, { ...as(student), ...tag })).status).toBe(200);
  const unknown = '01939393-9393-7393-8393-939393939393';
  const statuses = async (...asked: [string, Record<string, string>?][]): Promise<number[]> =>
    Promise.all(asked.map(async ([each, headers]) => (await get(each, headers)).status));
  expect(
    await statuses(
      [path],
      [path, as('forged')],
      [path, as(server.administrator)],
      [`/timetables/classes/${university.classes[0].id}.ics`],
      [`/timetables/classes/${unknown}.ics`, as(teacher)],
      ["/timetables/classes/1'--.ics", as(teacher)],
      [`/timetables/constructor/${unknown}.ics`, as(teacher)],
      [`/timetables/classes/${university.classes[0].id}.ics`, as(student)],
      ['/timetables/links/%E0%A4%A.ics'],
    ),
  ).toEqual([401, 401, 400, 401, 404, 404, 404, 200, 400]);
});

test('bug: a calendar is of the semester that is named, and neither of a revision nor a week', async () => {
  const { id: other } = await call(
    `mutation { createSemester(input: { name: "另一学期", startDate: "2027-03-01", endDate: "2027-06-20",
      daysPerWeek: 5, periodsPerDay: 10 }) { id } }`,
  );
  const asked = async (query: string): Promise<[number, number]> => {
    const answer = await get(`/timetables/mine.ics?${query}`, as(teacher));
    return [answer.status, (await answer.text()).match(/BEGIN:VEVENT/g)?.length ?? 0];
  };
  const all = (await asked(''))[1];
  expect(all).toBeGreaterThan(0);
  expect(await asked(`semester=${university.semester.id}`)).toEqual([200, all]);
  expect(await asked(`semester=${other}`)).toEqual([200, 0]);
  expect(await asked(`semester=${university.classes[0].id}`)).toEqual([404, 0]);
  expect(await asked('semester=x')).toEqual([404, 0]);
  expect(await asked(`timetable=${other}`)).toEqual([400, 0]);
  expect(await asked('week=3')).toEqual([400, 0]);
});

test('to make a calendar is within the budget of an operation, and each process makes it alike', async () => {
  const { DATABASE_URL, DATA_DIR } = server.runtime.app.config;
  const bounds = { OPERATION_OBJECTS_MAX: '20', WORKER: 'false' };
  const other = await startServerProcess({ DATABASE_URL, DATA_DIR, ...bounds } as Record<string, string>);
  try {
    const mine = '/timetables/mine.ics';
    const tag = { 'if-none-match': (await get(mine, as(teacher))).headers.get('etag')! };
    const there = (path: string, headers: object = {}): Promise<Response> =>
      fetch(`${other.url}${path}`, { headers: { ...as(teacher), ...headers } });
    expect((await there(mine, tag)).status).toBe(304);
    const refused = await there(`/timetables/classrooms/${university.rooms[0].id}.ics`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('最多 20 个对象')]);
  } finally {
    other.server.kill('SIGTERM');
  }
});

test('academic affairs without a grant see whole timetables in calendars, too', async () => {
  const affairs = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const path = `/timetables/teachers/${university.teachers[0].id}.ics`;
  const eventsFor = async (token: string): Promise<number> =>
    (await (await get(path, as(token))).text()).split('BEGIN:VEVENT').length - 1;
  expect(await eventsFor(affairs)).toBe(await eventsFor(server.administrator));
  expect(await eventsFor(affairs)).toBeGreaterThan(0);
});

test('37: a link opens one timetable without an account until it is revoked, and no log has it', async () => {
  const made = 'mutation ($of: ID) { createCalendarLink(of: $of) { path link { id } } }';
  const mine = await call(made, {}, student);
  const ofClass = await call(made, { of: university.classes[0].id }, student);
  const other = await call(made, {}, teacher);
  expect(await (await get(mine.path)).text()).toBe(
    await (await get('/timetables/mine.ics', as(student))).text(),
  );
  expect(await (await get(ofClass.path)).text()).toContain('X-WR-CALNAME;VALUE=TEXT:u G0');
  const links = '{ calendarLinks { id } }';
  expect(await call(links, {}, student)).toEqual([mine, ofClass].map(({ link: { id } }) => ({ id })));

  const gone = await get('/timetables/links/01939393-9393-7393-8393-939393939393.ics?key=x');
  const refusal = [gone.status, await gone.text()];
  const [address, key] = mine.path.split('?key=');
  const attacks = [
    `${other.path.split('?')[0]}?key=${key}`,
    address,
    `${address}?key=${key}x`,
    `${address}?key=${key}&key=${key}`,
    `${address}?key[$ne]=`,
    `${address}?key=${'x'.repeat(10_000)}`,
    `${address}?key=%00%ff`,
    `/timetables/links/mine.ics?key=${key}`,
    `/timetables/links/%27or%201=1.ics?key=${key}`,
  ];
  for (const attack of attacks) {
    const answer = await get(attack);
    expect([attack, answer.status, await answer.text()]).toEqual([attack, ...refusal]);
  }
  // A link is no token.
  const api = await server.graphql('{ me { id } }', {}, key);
  expect(api.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');

  const revoke = 'mutation ($id: ID!) { revokeCalendarLink(id: $id) }';
  const foreign = await server.graphql(revoke, { id: other.link.id }, student);
  expect(foreign.errors?.[0].extensions.code).toBe('NOT_FOUND');
  await call(revoke, { id: mine.link.id }, student);
  const revoked = await get(mine.path);
  expect([revoked.status, await revoked.text()]).toEqual(refusal);

  const { em } = server.context();
  await em.execute(
    `update "user" set is_enabled = false where id = (select user_id from calendar_link where id = $1)`,
    [other.link.id],
  );
  expect((await get(other.path)).status).toBe(404);
  const stored = JSON.stringify(await em.execute('select * from calendar_link, audit_log'));
  for (const { path } of [mine, ofClass, other]) {
    const secret = path.split('?key=')[1];
    expect(secret).toHaveLength(43);
    expect(stored.includes(secret) || server.logLines.join().includes(secret)).toBe(false);
  }
  for (let count = 1; count < 20; count += 1) await call(made, {}, student);
  await expect(call(made, {}, student)).rejects.toThrow('at most 20 calendar links');
});

test('whoever asks for a thousand links that there are not has to wait; found ones go on', async () => {
  const made = 'mutation ($of: ID) { createCalendarLink(of: $of) { path } }';
  const { path } = await call(made, { of: university.classes[0].id }, server.administrator);
  expect((await get(path)).status).toBe(200);
  const unknown = '/timetables/links/01939393-9393-7393-8393-939393939393.ics?key=x';
  const missed = async (): Promise<number> => (await get(unknown)).status;
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, missed));
  expect([await missed(), (await get(path)).status]).toEqual([429, 200]);
});
