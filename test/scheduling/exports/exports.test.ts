import { setTimeout } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { verify } from '@class-scheduling/solver';
import { readItc2019, writeItc2019, writeItc2019Solution } from '@class-scheduling/solver/competitions';
import { formatOf, readJsonProblem, writeJsonProblem } from '@class-scheduling/solver/files';
import { startWorker } from '../../../src/jobs/worker.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { shownWeeks } from '../../../src/services/scheduling/semester/periods.js';
import { deleteOldFiles } from '../../../src/services/scheduling/exports/export-records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let student: string;

const hostile = '=LINK("x"),"a"\u202e<img onerror=1>';

/** Meetings of three classes, one of them in odd weeks: its course has a hostile name. */
beforeAll(async () => {
  server = await startTestServer();
  university = await makeUniversity(server.runtime.app);
  const { meetings, rooms, classes, semester } = university;
  meetings[4].weeks = [1, 3, 5, 7, 9, 11, 13, 15];
  await publishLocked(server.runtime.app, university, [
    { meeting: meetings[0], day: 2, period: 1, room: rooms[0] },
    { meeting: meetings[2], day: 3, period: 5, room: rooms[0] },
    { meeting: meetings[4], day: 5, period: 3, room: rooms[0] },
  ]);
  const { em } = server.context();
  await em.execute('update meeting set weeks = $1 where id = $2', [meetings[4].weeks, meetings[4].id]);
  await em.execute(`update course set name = $1 where name = 'K2'`, [hostile]);
  await em.execute(`update teacher set name = '张䶮' where name = 'T2'`);
  await em.execute(
    `insert into calendar_day (id, semester_id, date, kind, name)
     values (gen_random_uuid(), $1, $2, 'HOLIDAY', '中秋')`,
    [semester.id, '2026-09-25'],
  );
  student = await tokenOf(server, RoleKey.STUDENT, {
    student: (await addStudentOf(server, classes[2].id)).id,
  });
});
afterAll(() => server.stop());

const get = (path: string, token?: string): Promise<Response> =>
  fetch(`${server.url}/timetables/${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

async function bytesOf(path: string, token = student): Promise<Buffer> {
  const answer = await get(path, token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** The texts of each page. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return pages;
}

test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 15], '1-8周,11-15周(单)', 'weeks 1-8, 11-15 (odd)'],
  [[2, 4, 6], '2-6周(双)', 'weeks 2-6 (even)'],
  [[3, 5], '3周,5周', 'weeks 3, 5'],
  [[16], '16周', 'week 16'],
])('weeks %j are written as %s', (weeks, zh, en) => {
  expect(shownWeeks(weeks)).toEqual({ zh, en });
});

test('a page tells course, weeks, place and teacher; that of a week what is held on its dates', async () => {
  const pdf = await bytesOf('mine.pdf');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const [page, ...others] = await pagesOf(pdf);
  expect(others).toEqual([]);
  for (const text of ['我的课表', '星期五', '1-15周(单)', 'u building R0', '张䶮', '=LINK("x")'])
    expect(page).toContain(text);
  expect(page).not.toMatch(/K0|\u202e/);
  const id = university.classes[2].id;
  const [holiday] = await pagesOf(await bytesOf(`classes/${id}.pdf?week=3`));
  expect(holiday).toContain('09-25 中秋');
  expect(holiday).not.toContain('LINK');
  const [other] = await pagesOf(await bytesOf(`classes/${id}.pdf?week=5`));
  expect(other).toContain('LINK');
  const [sign] = await pagesOf(await bytesOf(`classrooms/${university.rooms[0].id}.pdf`));
  expect(sign).toMatch(/u building R0.*60 座.*K0.*T0.*u G0/);
});

test('a workbook has both grids and the list, in which nothing is a formula', async () => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await bytesOf(`classes/${university.classes[2].id}.xlsx?week=5`)) as never);
  expect(book.worksheets.map(({ name }) => name)).toEqual(['学期课表', '周课表', '课程列表']);
  const cellsOf = (sheet: ExcelJS.Worksheet): ExcelJS.Cell[] => {
    const cells: ExcelJS.Cell[] = [];
    sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
    return cells;
  };
  for (const sheet of book.worksheets) {
    for (const { type, text } of cellsOf(sheet)) {
      expect(type).not.toBe(ExcelJS.ValueType.Formula);
      expect(text).not.toMatch(/^[=+\-@]/);
    }
  }
  const [semester, week, list] = book.worksheets;
  const meeting = cellsOf(semester).find(({ text }) => text.includes('LINK'))!;
  expect(meeting.text.split('\n').slice(1)).toEqual(['1-15周(单)', 'u building R0', '张䶮']);
  // Periods 3 and 4 of a Friday, below title, subtitle and days.
  expect([meeting.master.address, semester.getCell('F7').isMerged]).toEqual(['F6', true]);
  expect(week.getCell('F3').text).toBe('星期五 10-09');
  expect(list.getRow(2).values).toEqual([
    ...[undefined, 'u G2', `'=LINK("x"),"a"<img onerror=1>`, 'K2', '', '张䶮', 'u G2'],
    ...['星期五', '3-4', '1-15周(单)', 'u campus', 'u building', 'R0'],
  ]);
});

test('39: whole departments, buildings and semesters come as one file, for planners', async () => {
  const { department, semester, rooms } = university;
  const pages = await pagesOf(await bytesOf(`departments/${department.id}.pdf`, server.administrator));
  expect(pages.map((page) => /u G\d/.exec(page)?.[0])).toEqual(['u G0', 'u G1', 'u G2']);
  const { building } = rooms[0];
  const signs = await pagesOf(await bytesOf(`buildings/${building.id}.pdf`, server.administrator));
  expect(signs).toHaveLength(rooms.length);
  expect(signs.at(-1)).toContain('没有安排课程');
  const teachers = await bytesOf(`departments/${department.id}.csv?pages=teachers`, server.administrator);
  const list = (await bytesOf(`semesters/${semester.id}.csv`, server.administrator)).toString();
  expect(
    list
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',')[0]),
  ).toEqual(Array(3).fill('u department'));
  expect(list).toContain(`,"'=LINK(""x""),""a""<img onerror=1>",`);
  expect(teachers.toString().split('\r\n')[1]).toMatch(
    /^T0,K0,K0,,T0,u G0,星期二,1-2,1-16周,u campus,u building,R0$/,
  );
});

test('40: files show what their reader may see at the moment', async () => {
  const { department, semester, classes } = university;
  const { em } = server.context();
  const [draft] = await em.execute(
    `insert into timetable (id, semester_id, revision, status)
     values (gen_random_uuid(), $1, 99, 'DRAFT') returning id`,
    [semester.id],
  );
  const affairs = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const ofClass = `classes/${classes[0].id}`;
  const asked: [string, string?][] = [
    [`${ofClass}.pdf`],
    [`${ofClass}.pdf`, 'forged'],
    [`departments/${department.id}.pdf`, student],
    [`semesters/${semester.id}.json`, affairs],
    [`departments/${department.id}.pdf`, affairs],
    [`${ofClass}.csv?timetable=${draft.id}`, student],
    [`${ofClass}.csv?timetable=${draft.id}`, server.administrator],
    [`${ofClass}.csv?timetable=x`, student],
    [`${ofClass}.csv?week=99`, student],
    [`${ofClass}.doc`, student],
    [`constructor/${classes[0].id}.pdf`, student],
    [`departments/${department.id}.pdf?pages=constructor`, server.administrator],
    [`departments/${department.id}.ics`, server.administrator],
  ];
  const statuses = await Promise.all(asked.map(async ([path, token]) => (await get(path, token)).status));
  expect(statuses).toEqual([401, 401, 403, 403, 403, 404, 200, 404, 400, 404, 404, 404, 404]);
  // bug: whoever asked for a department that is not granted was told that it has no timetables.
  const refused = await (await get(`departments/${department.id}.pdf`, affairs)).text();
  expect(refused).toContain(department.name);
});

test('7: sixty at once of one person leave room for others, and are told when to come again', async () => {
  const path = `classes/${university.classes[0].id}.csv`;
  const flood = Array.from({ length: 60 }, () => get(path, student));
  const others = Array.from({ length: 3 }, () => get(path, server.administrator));
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

const start = `mutation ($input: TimetableFileInput!) {
  startTimetableExport(format: PDF, input: $input) { id status path } }`;
const follow = 'query ($id: ID!) { timetableExport(id: $id) { status progress pagesRead path failure } }';

/** A task at its end. */
async function ended(id: string): Promise<any> {
  for (;;) {
    const task = await server.call(follow, { id });
    if (['COMPLETED', 'FAILED', 'CANCELLED'].includes(task.status)) return task;
    await setTimeout(100);
  }
}

test('what is large is made by a task, whose file its owner has for a day', async () => {
  const { department, classes } = university;
  const affairs = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  for (let at = 0; at < 3; at++) await server.call(start, { input: { pages: 'CLASSROOMS' } });
  await server.graphql(start, { input: { pages: 'CLASSROOMS' } }, affairs);
  const worker = await startWorker(server.runtime.app);
  const asked = await server.call(start, { input: { pages: 'CLASSES', department: department.id } });
  expect(asked).toMatchObject({ status: 'QUEUED', path: null });
  const task = await ended(asked.id);
  expect(task).toMatchObject({ status: 'COMPLETED', progress: 1, pagesRead: 3, failure: null });
  // Whoever asked for many lets others in between.
  const { em } = server.context();
  const begun = await em.execute(
    `select row_number() over (order by created_at) as asked from timetable_export order by started_at`,
  );
  expect(begun.slice(0, 2).map((each: any) => Number(each.asked))).toEqual([1, 4]);
  const path = task.path.replace('/timetables/', '');
  expect(path).toBe(`exports/${asked.id}.pdf`);
  expect(await pagesOf(await bytesOf(path, server.administrator))).toHaveLength(3);
  const statuses = await Promise.all([undefined, student, affairs].map((token) => get(path, token)));
  expect(statuses.map(({ status }) => status)).toEqual([401, 403, 404]);
  const failed = await server.call(start, { input: { pages: 'CLASSES', department: classes[0].id } });
  expect(await ended(failed.id)).toMatchObject({ status: 'FAILED', path: null });
  await worker.stop();
  await em.execute(`update timetable_export set finished_at = finished_at - interval '25 hours'`);
  await deleteOldFiles(server.context());
  expect([(await get(path, server.administrator)).status, (await ended(asked.id)).path]).toEqual([404, null]);
  await em.execute(
    `insert into timetable_export (id, format, input, requested_by_id)
     select gen_random_uuid(), format, input, requested_by_id
     from timetable_export, generate_series(1, 5) where id = $1`,
    [asked.id],
  );
  const { errors } = await server.graphql(start, { input: {} });
  expect(errors?.[0].extensions.code).toBe('TOO_MANY_REQUESTS');
  const [{ id: waiting }] = await em.execute(`select id from timetable_export where status = 'QUEUED'`);
  const cancel = 'mutation ($id: ID!) { cancelTimetableExport(id: $id) { status } }';
  expect(await server.call(cancel, { id: waiting })).toEqual({ status: 'CANCELLED' });
});

test('a link shows its page until its last day is over or its owner gets a new password', async () => {
  const made = await server.graphql(
    `mutation { createCalendarLink(of: "${university.classes[2].id}", expiresOn: "2100-01-01") { path } }`,
    {},
    await tokenOf(server, RoleKey.LEADER),
  );
  const { errors: late } = await server.graphql(
    'mutation { createCalendarLink(expiresOn: "2020-01-01") { path } }',
    {},
    student,
  );
  expect(late?.[0].extensions.problems).toMatchObject([{ field: 'expiresOn' }]);
  const path = made.data.createCalendarLink.path.replace('/timetables/', '').replace('.ics', '.pdf');
  const answer = await get(path);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await pagesOf(Buffer.from(await answer.arrayBuffer())))[0]).toContain('u G2');
  const [{ id, user }] = await server
    .context()
    .em.execute('select l.id, l.user_id as user from calendar_link l');
  const expire = (day: string): Promise<unknown> =>
    server.context().em.execute('update calendar_link set expires_on = $1 where id = $2', [day, id]);
  await expire('2026-01-01');
  expect([(await get(path)).status, (await get(path.replace('.pdf', '.ics'))).status]).toEqual([404, 404]);
  await expire('2100-01-01');
  expect((await get(path.replace('.pdf', '.ics'))).status).toBe(200);
  const changed = await server.graphql(
    'mutation ($id: ID!) { updateUser(id: $id, input: { password: "Better123-gate" }) { user { id } } }',
    { id: user },
  );
  expect(changed.errors).toBeUndefined();
  expect((await get(path)).status).toBe(404);
});

test('29: a semester leaves as JSON and as ITC-2019, and what is read again is written alike', async () => {
  const { semester, meetings, rooms, teachers } = university;
  const read = async (file: string): Promise<string> =>
    (await bytesOf(`semesters/${semester.id}.${file}`, server.administrator)).toString();
  const json = await read('json');
  const problem = readJsonProblem(json);
  expect(writeJsonProblem(problem)).toBe(json);
  const placed = problem.reference!.find(({ meeting }) => meeting === meetings[4].id)!;
  expect(placed).toMatchObject({ room: rooms[0].id, teacher: teachers[2].id });
  expect(problem.times[placed.time]).toEqual({ weeks: '1010101010101010', days: 16, start: 2, length: 2 });
  const xml = await read('xml');
  const instance = readItc2019(xml);
  expect(writeItc2019(instance)).toBe(xml);
  expect(instance.meetings).toHaveLength(meetings.length);
  const solution = await read('solution.xml');
  const placements = formatOf('x.xml').readSolution(instance, solution);
  expect(writeItc2019Solution(instance, placements)).toBe(solution);
  expect(placements).toHaveLength(3);
  expect(verify(instance, placements).score.byRule).not.toHaveProperty('distribution');
});
