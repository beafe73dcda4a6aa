// Whoever a change of the published timetable concerns learns of it: in the account, and by one mail a day.
import { FurtherTeacher } from '../../../src/entities/scheduling/further-teachers.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { OutgoingMail } from '../../../src/entities/system.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { mailDigests } from '../../../src/services/scheduling/notices/digests.js';
import { tellOfChanges } from '../../../src/services/scheduling/notices/telling.js';
import { uploaded } from '../../imports/support/upload.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
/** Taught by the first teacher is the first class; the student of the other class hears of none of it. */
let teacher: string;
let student: string;
let other: string;
let published: string;

beforeAll(async () => {
  server = await startTestServer({
    env: { NOTICE_MAILS_FROM_HOUR: '0', NOTICE_MAILS_PER_MINUTE: '2', CHANGE_REASONS: 'false' },
  });
  university = await makeUniversity(server.runtime.app, { teachingClasses: 2 });
  const { teachers, classes } = university;
  const studentOf = async (at: number): Promise<string> =>
    tokenOf(server, RoleKey.STUDENT, { student: (await addStudentOf(server, classes[at].id)).id });
  teacher = await tokenOf(server, RoleKey.TEACHER, { teacher: teachers[0].id });
  [student, other] = [await studentOf(0), await studentOf(1)];
});
afterAll(() => server.stop());

async function call(document: string, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(document, {}, token);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
const sweep = (): Promise<void> => tellOfChanges(server.runtime.app);
const place = (meeting: number, period: number): string => {
  const { meetings, rooms, teachers } = university;
  const at = `dayOfWeek: 1, periodStart: ${period}, classroom: "${rooms[meeting >> 1].id}"`;
  return `{ meeting: "${meetings[meeting].id}", place: { ${at}, teacher: "${teachers[meeting >> 1].id}" } }`;
};
const change = (timetable: string, items: string, more = ''): Promise<any> => {
  const input = `input: { items: [${items}] }`;
  return call(`mutation { changeTimetable(timetable: "${timetable}", ${input} ${more}) { number } }`);
};
const told = async (token: string): Promise<any> =>
  (
    await call(
      `{ noticeState { unreadCount latest { id kind message publicNote readAt semester { name }
        meetings { message week fromDate toDate from { periodStart }
          to { periodStart classroom { name } } } } } }`,
      token,
    )
  ).noticeState;

test('who reads a timetable learns that it was published, with their meetings and no others', async () => {
  const { semester } = university;
  const draft = (await call(`mutation { createDraft(semester: "${semester.id}") { id } }`)).createDraft.id;
  await change(draft, [place(0, 1), place(1, 3), place(2, 1), place(3, 3)].join());
  await sweep();
  expect((await told(teacher)).unreadCount).toBe(0);
  published = (await call(`mutation { publishTimetable(id: "${draft}", publicNote: "第一版") { id } }`))
    .publishTimetable.id;
  await sweep();
  await sweep();
  for (const token of [teacher, student]) {
    const { unreadCount, latest } = await told(token);
    expect(unreadCount).toBe(1);
    expect(latest).toMatchObject([
      {
        kind: 'PUBLISH',
        message: 'A new timetable is published: 2 of your meetings changed.',
        publicNote: '第一版',
        semester: { name: semester.name },
        meetings: [
          { from: null, to: { periodStart: 1 } },
          { from: null, to: { periodStart: 3 } },
        ],
      },
    ]);
  }
  expect((await told(server.administrator)).latest).toEqual([]);
});

test('37: a change tells what was and what is, at once and without the reason of planners', async () => {
  const client = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, student);
  client.subscribe('1', 'subscription { noticesChanged { unreadCount latest { message } } }');
  expect((await client.next()).payload.data.noticesChanged.unreadCount).toBe(1);
  await change(published, place(0, 5), ', reason: "他常迟到", publicNote: "会议"');
  await call(
    `mutation { lockMeeting(timetable: "${published}", meeting: "${university.meetings[2].id}") { number } }`,
  );
  await sweep();
  expect((await client.next()).payload.data.noticesChanged).toMatchObject({
    unreadCount: 2,
    latest: [{ message: 'Your timetable changed: 1 of your meetings changed.' }, {}],
  });
  await client.end();
  const all = JSON.stringify(await told(student));
  expect(all).toContain('Monday, period 1-2, R0, T0 → Monday, period 5-6, R0, T0');
  expect(all).toContain('会议');
  expect(all).not.toContain('迟到');
  expect((await told(other)).unreadCount).toBe(1);
});

test('39: notices are read one by one or all together, by nobody but their person', async () => {
  const [{ id }] = (await told(student)).latest;
  const { errors } = await server.graphql(`{ notice(id: "${id}") { id } }`, {}, other);
  expect(errors![0].extensions!.code).toBe('NOT_FOUND');
  const read = (ids = ''): string => `mutation { markNoticesRead${ids} { unreadCount } }`;
  expect((await call(read(`(ids: ["${id}"])`), other)).markNoticesRead.unreadCount).toBe(1);
  expect((await call(read(`(ids: ["${id}"])`), student)).markNoticesRead.unreadCount).toBe(1);
  expect((await call('{ notices(isRead: false) { total } }', student)).notices.total).toBe(1);
  expect((await call(read(), student)).markNoticesRead.unreadCount).toBe(0);
});

test('a mail a day tells what was not read, as it is in the end, to so many a minute', async () => {
  const mails = async (): Promise<OutgoingMail[]> =>
    server.context().em.find(OutgoingMail, {}, { orderBy: { id: 'asc' } });
  const off = 'mutation { setNoticePreferences(isMailed: false) { isMailed } }';
  expect((await call(off, other)).setNoticePreferences).toEqual({ isMailed: false });
  // There and back again is no news; nor is what was read.
  await change(published, place(1, 7));
  await change(published, place(1, 3));
  await sweep();
  await mailDigests(server.runtime.app);
  await mailDigests(server.runtime.app);
  const sent = await mails();
  expect(sent.map(({ subject }) => subject)).toEqual(['课表变更：2 处']);
  expect(sent[0].body).toContain('“K0”（1-16周）新安排在星期一第 5-6 节，R0，T0');
  expect(sent[0].body).toContain('会议');
  expect((await told(teacher)).unreadCount).toBe(4);
});

test('a mail is in the language in which its person last read notices', async () => {
  const { em } = server.context();
  await em.execute('update notice_preference set mailed_on = null');
  await change(published, place(1, 9));
  await sweep();
  await mailDigests(server.runtime.app);
  const mails = await em.find(OutgoingMail, {}, { orderBy: { id: 'asc' } });
  expect(
    mails
      .slice(1)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['Changes of your timetable: 1', '课表变更：1 处']);
});

test('taken back, a change is told again', async () => {
  await call(`mutation { undoChange(timetable: "${published}") { number } }`);
  await sweep();
  expect((await told(student)).latest[0]).toMatchObject({
    kind: 'UNDO',
    meetings: [{ to: { periodStart: 3 } }],
  });
});

test('a change of a single date tells the dates, and that it is taken back', async () => {
  const date = {
    meeting: university.meetings[0].id,
    date: '2026-09-14',
    to: { date: '2026-09-16', periodStart: 9 },
  };
  await server.graphql(
    `mutation ($timetable: ID!, $dates: [DateItemInput!]) {
       changeTimetable(timetable: $timetable, input: { dates: $dates }, publicNote: "出差") { number } }`,
    { timetable: published, dates: [date] },
  );
  await sweep();
  const { latest } = await told(student);
  expect(latest[0]).toMatchObject({
    publicNote: '出差',
    meetings: [
      {
        week: 2,
        fromDate: '2026-09-14',
        toDate: '2026-09-16',
        message:
          '"K0" (week 2): 2026-09-14 Monday, period 5-6, R0, T0 → 2026-09-16 Wednesday, period 9-10, R0, T0',
      },
    ],
  });
  await call(`mutation { undoChange(timetable: "${published}") { number } }`);
  await sweep();
  expect((await told(student)).latest[0]).toMatchObject({
    meetings: [{ week: 2, fromDate: '2026-09-16', toDate: '2026-09-14' }],
  });
});

/** What the newest notice says, to whom it concerns. */
const newest = async (token: string): Promise<any> => (await told(token)).latest[0];
const messages = ({ meetings }: any): string[] => meetings.map(({ message }: any) => message);

test('the calendar and the times of periods tell whose dates and times they change', async () => {
  const { semester } = university;
  const before = (await told(other)).latest.length;
  const day = '{ date: "2026-09-25", kind: HOLIDAY, name: "中秋" }';
  await call(
    `mutation { changeCalendar(input: { semester: "${semester.id}", days: [${day}] }) { droppedCount } }`,
  );
  await sweep();
  // Nobody has anything on a Friday.
  expect((await told(other)).latest).toHaveLength(before);
  const days = `{ date: "2026-09-21", kind: HOLIDAY },
    { date: "2026-09-26", kind: MAKE_UP, follows: "2026-09-21" }, { date: "2026-09-28", kind: HOLIDAY }`;
  await call(
    `mutation { changeCalendar(input: { semester: "${semester.id}", days: [${days}] }) { movedCount } }`,
  );
  await sweep();
  const ofCalendar = await newest(other);
  expect(ofCalendar).toMatchObject({
    kind: 'CALENDAR',
    message: 'The calendar or the times of periods changed: 2 of your meetings changed.',
  });
  expect(messages(ofCalendar)).toEqual([
    '"K1" (week 3): 2026-09-21 Monday, period 1-2, R1, T1 → 2026-09-26 Saturday, period 1-2, R1, T1',
    '"K1" (week 3): 2026-09-21 Monday, period 3-4, R1, T1 → 2026-09-26 Saturday, period 3-4, R1, T1',
    '"K1" (week 4) is no longer held on 2026-09-28 Monday, period 1-2, R1, T1',
    '"K1" (week 4) is no longer held on 2026-09-28 Monday, period 3-4, R1, T1',
  ]);
  const [{ id: campus }] = await server
    .context()
    .em.execute('select id from campus where name = $1', ['u campus']);
  const times = ['08:10-08:50', '08:55-09:40'];
  await server.graphql(
    `mutation ($campus: ID!, $times: [String!]!) {
      createBellSeason(input: { campus: $campus, startsOn: "01-01", times: $times }) { id } }`,
    { campus, times },
  );
  await sweep();
  expect(messages(await newest(other))).toEqual([
    '"K1" (weeks 1-16): from 2026-09-07 on Monday, period 1-2, 08:00-09:40, R1, T1 → ' +
      'from 2026-09-07 on Monday, period 1-2, 08:10-09:40, R1, T1',
    '"K1" (weeks 1-16): from 2026-09-07 on Monday, period 3-4, 10:00-11:40, R1, T1 → ' +
      'from 2026-09-07 on Monday, period 3-4, R1, T1',
  ]);
});

test('imported calendars and times of periods tell the same', async () => {
  const imports = [
    ['calendarDaysExport', 'importCalendarDays', 'calendar_day', '2026-09-26 Saturday, period 1-2, R1, T1'],
    ['bellSeasonsExport', 'importBellSeasons', 'bell_season', '08:10-09:40'],
  ];
  for (const [exported, run, table, words] of imports) {
    const file = Buffer.from((await call(`{ ${exported} { content } }`))[exported].content, 'base64');
    await server.context().em.execute(`delete from ${table}`);
    const before = (await told(other)).latest.length;
    const document = `mutation ($file: Upload!) { ${run}(file: $file) { successCount } }`;
    expect((await uploaded(server, document, file, { token: server.administrator })).errors).toBeUndefined();
    await sweep();
    expect((await told(other)).latest).toHaveLength(before + 1);
    const news = await newest(other);
    expect(news.kind).toBe('CALENDAR');
    expect(messages(news)[0]).toContain(words);
  }
});

test('what was decided on a request is told to the teacher, in the account and by mail', async () => {
  const { em } = server.context();
  // Dates that are over are not asked for.
  const moveSemester = (...dates: string[]): Promise<unknown> =>
    em.execute('update semester set start_date = $1, end_date = $2', dates);
  await moveSemester('2054-09-07', '2054-12-27');
  const before = (await told(teacher)).unreadCount;
  const decide = async (terms: string): Promise<any> => {
    const { data } = await server.graphql(
      `mutation ($input: DateItemInput!) { requestDateChange(input: $input, reason: "出差") { id } }`,
      { input: { meeting: university.meetings[0].id, date: '2054-11-30', isCancelled: true } },
      teacher,
    );
    const { id } = data.requestDateChange;
    await call(`mutation { reviewDateRequest(id: "${id}", ${terms}) { status } }`);
    return newest(teacher);
  };
  expect(await decide('accepts: false, answer: "考试周"')).toMatchObject({
    ...{ kind: null, publicNote: null, meetings: [] },
    message: 'Your request for "K0", week 13, was refused: 考试周',
    semester: { name: university.semester.name },
  });
  await em.execute('update notice set mailed_at = now() where change_id is not null');
  await em.execute('update notice_preference set mailed_on = null');
  await mailDigests(server.runtime.app);
  const [mail] = await em.find(OutgoingMail, {}, { orderBy: { id: 'desc' }, limit: 1 });
  expect(mail.subject).toBe('单次变更申请已有答复');
  expect(mail.body).toContain('您对“K0”第 13 周的单次变更申请被驳回：考试周');
  expect((await decide('accepts: true')).message).toBe('Your request for "K0", week 13, was accepted.');
  await sweep();
  expect((await told(teacher)).unreadCount).toBe(before + 3);
  await moveSemester('2026-09-07', '2026-12-27');
});

test('further teachers are told of, and a roll-back tells of the dates that end with it', async () => {
  const { teachers, semester } = university;
  const [{ id: teachingClass }] = await server
    .context()
    .em.execute('select id from teaching_class where name = $1 and semester_id = $2', ['K0', semester.id]);
  const items = `[{ teachingClass: "${teachingClass}", meetings: ["${university.meetings[0].id}"],
    teachers: [{ teacher: "${teachers[1].id}", role: ASSISTANT }] }]`;
  await call(`mutation { setFurtherTeachers(input: { items: ${items} }, reason: "x") { changedCount } }`);
  await sweep();
  const assistant = await tokenOf(server, RoleKey.TEACHER, { teacher: teachers[1].id });
  expect((await told(assistant)).latest).toEqual([]);
  expect(messages(await newest(student))).toEqual([
    '"K0" (weeks 1-16): Monday, period 5-6, R0, T0 → Monday, period 5-6, R0, T0, T1',
  ]);
  const first = published;
  const draft = (await call(`mutation { createDraft(semester: "${semester.id}") { id } }`)).createDraft.id;
  await change(draft, place(3, 7));
  await call(`mutation { publishTimetable(id: "${draft}") { id } }`);
  const date = `{ meeting: "${university.meetings[2].id}", date: "2026-10-12",
    to: { date: "2026-10-12", periodStart: 3 } }`;
  await call(`mutation { changeTimetable(timetable: "${draft}", input: { dates: [${date}] }) { number } }`);
  await sweep();
  // Period 3 is taken again by the other meeting of the class.
  const back = (more: string): string => `mutation { rollBackTimetable(id: "${first}" ${more}) { id } }`;
  await expect(call(back(''))).rejects.toThrow('would end');
  await call(back(', endsDates: true'));
  await sweep();
  const rolledBack = await newest(other);
  expect(rolledBack.kind).toBe('ROLL_BACK');
  expect(messages(rolledBack)).toEqual([
    '"K1" (weeks 1-16): Monday, period 7-8, R1, T1 → Monday, period 3-4, R1, T1',
    '"K1" (week 6): 2026-10-12 Monday, period 3-4, R1, T1 → 2026-10-12 Monday, period 1-2, R1, T1',
  ]);
});

test('who teaches a class that another was combined with is told to those who attend it', async () => {
  const { em } = server.context();
  const { meetings, teachers, teachingClasses, semester } = university;
  const [kept] = teachingClasses;
  const { id: timetable } = (await call(`{ timetable(semester: "${semester.id}") { id } }`)).timetable;
  // The teacher has the other class at the time at which this one is.
  await change(timetable, place(1, 9));
  const { department, course, isCompulsory } = kept;
  const like = { semester: semester.id, department: department.id, course: course.id, isCompulsory };
  const joined = em.create(TeachingClass, { ...like, code: 'x', name: 'X', studentCount: 0 } as never);
  const [, second] = meetings
    .slice(0, 2)
    .map(({ sequence, periods, weeks }) =>
      em.create(Meeting, { teachingClass: joined, sequence, periods, weeks } as never),
    );
  em.create(FurtherTeacher, { meeting: second, teacher: teachers[1].id, role: 'ASSISTANT' } as never);
  await em.flush();
  const ids = [kept.id, (joined as TeachingClass).id];
  const answer = await server.graphql(
    'mutation ($ids: [ID!]!) { combineTeachingClasses(ids: $ids) { id } }',
    { ids },
  );
  expect(answer.errors).toBeUndefined();
  await sweep();
  expect(messages(await newest(student))).toEqual([
    '"K0" (weeks 1-16): Monday, period 9-10, R0, T0 → Monday, period 9-10, R0, T0, T1',
  ]);
});
