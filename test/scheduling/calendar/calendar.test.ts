import { RoleKey } from '../../../src/schema/enums.js';
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
