import type { Page } from 'playwright-core';
import { buildWeb } from '../../scripts/build-web.mjs';
import { Role } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { addStudentOf, tokenOf } from '../scheduling/people.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../scheduling/university.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Names that would do harm, or spoil the page, were they anything but text. */
export const hostile = {
  markup: '<img src=x onerror=harmed=1>',
  leftwards: 'מתמטיקה\u202eabc',
  long: 'W'.repeat(32),
  pictures: '👩🏽‍🏫🧮',
};

/** The application on a small university, as several people see it. */
export interface TimetablePages {
  readonly server: TestServer;
  readonly browser: TestBrowser;
  readonly university: TestUniversity;
  readonly page: Page;
  readonly tokens: Readonly<Record<'student' | 'teacher' | 'administrator', string>>;
  /** Opens an address of the application as somebody, by a link with their token. */
  open(as: keyof TimetablePages['tokens'], path?: string, on?: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * K0 Tuesdays, K1 Wednesdays, K2 Fridays of odd weeks, all in one room; the first Tuesday of October is a
 * holiday that a Sunday makes up for.
 */
async function openTimetablePages(): Promise<TimetablePages> {
  await buildWeb();
  const server = await startTestServer({ env: { WORKER: 'true' } });
  const university = await makeUniversity(server.runtime.app);
  const { meetings, rooms, teachers, classes, semester } = university;
  meetings[4].weeks = [1, 3, 5, 7, 9, 11, 13, 15];
  await publishLocked(server.runtime.app, university, [
    { meeting: meetings[0], day: 2, period: 1, room: rooms[0] },
    { meeting: meetings[2], day: 3, period: 5, room: rooms[0] },
    { meeting: meetings[4], day: 5, period: 3, room: rooms[0] },
  ]);
  const days = [
    { date: '2026-10-06', kind: 'HOLIDAY', name: '国庆节' },
    { date: '2026-09-20', kind: 'MAKE_UP', name: '国庆节', follows: '2026-10-06' },
  ];
  await server.graphql(
    'mutation ($input: CalendarChangeInput!) { changeCalendar(input: $input) { movedCount } }',
    { input: { semester: semester.id, days } },
  );
  const student = await addStudentOf(server, classes[2].id);
  const tokens = {
    student: await tokenOf(server, RoleKey.STUDENT, { student: student.id }),
    teacher: await tokenOf(server, RoleKey.TEACHER, { teacher: teachers[0].id }),
    administrator: server.administrator,
  };
  const browser = await startBrowser({ origin: server.url });
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  return {
    ...{ server, browser, university, page, tokens },
    async open(as, path = '', on = page) {
      await on.goto('about:blank');
      await on.goto(`${server.url}/timetable${path}#token=${tokens[as]}`);
      await on.getByTestId('signed-in').waitFor();
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** The token of academic affairs of the department of the university. */
export async function plannerToken({ server, university }: TimetablePages): Promise<string> {
  const role = await server.context().em.findOneOrFail(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  const input = { name: 'college', role: role.id, email: 'c@example.com', phone: '13900000088' };
  const made = await server.call(
    'mutation ($input: UserInput!) { createUser(input: $input) { newPassword } }',
    { input: { ...input, department: university.department.id, scope: 1 } },
  );
  return server.signIn('college', made.newPassword);
}

/** Opens the pages for all tests of a file, of which none may leave a fault in the browser. */
export function withTimetablePages(use: (pages: TimetablePages) => void | Promise<void>): void {
  let pages: TimetablePages | undefined;
  beforeAll(async () => {
    pages = await openTimetablePages();
    await use(pages);
  });
  afterEach(() => expect(pages?.browser.faults.splice(0)).toEqual([]));
  afterAll(() => pages?.close());
}
