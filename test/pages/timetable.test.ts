import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { Locator, Page } from 'playwright-core';
import { Role } from '../../src/entities/accounts.js';
import { Course, TeacherQualification } from '../../src/entities/courses.js';
import { AdministrativeClass, Department } from '../../src/entities/organisation.js';
import { Teacher } from '../../src/entities/people.js';
import { Classroom } from '../../src/entities/places.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../src/schema/enums.js';
import { violationsInBothThemes } from '../support/axe.js';
import { hostile, withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let server: TimetablePages['server'];
let university: TimetablePages['university'];
let page: Page;
let open: TimetablePages['open'];

withTimetablePages((opened) => {
  pages = opened;
  ({ server, university, page, open } = pages);
});

const heading = (): Locator => page.getByRole('heading', { level: 1 });
const meetings = (): Locator => page.locator('.meeting');
const areas = (): Promise<string[]> => page.locator('.top nav a').allInnerTexts();

const violations = (): Promise<string[]> => violationsInBothThemes(page);

test('a wrong password is answered in words, a right one leads to what the role is for', async () => {
  const planner = { name: 'wang', password: 'Correct1 horse' };
  const { id: role } = await server.context().em.findOneOrFail(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  const { error } = await server.call(
    'mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }',
    {
      input: {
        ...planner,
        ...{ email: 'wang@example.com', phone: '13900000001' },
        ...{ role, department: university.department.id, scope: 1 },
      },
    },
  );
  expect(error).toBeUndefined();
  await page.goto(`${server.url}/timetable`);
  await page.getByLabel('User name').fill(planner.name);
  await page.getByLabel('Password').fill('Wrong111');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByRole('alert').innerText()).toBe('The user name or the password is wrong.');
  expect(await violations()).toEqual([]);
  await page.getByLabel('Password').fill(planner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByTestId('signed-in').innerText()).toMatch(/wang\s+Academic affairs/);
  await heading().waitFor();
  expect(await heading().innerText()).toBe('Before scheduling');
  expect(await areas()).toEqual([
    'Start',
    'Week',
    'Board',
    'Single dates',
    'Runs',
    'Administration',
    'Assistant',
    'Notices',
  ]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('User name').waitFor();
});

test('planners see first what is missing, with where it is mended', async () => {
  await server.context().em.nativeDelete(TeacherQualification, { teacher: university.teachers[1].id });
  await open('administrator');
  const verdict = page.locator('.verdict');
  await verdict.waitFor();
  const { data } = await server.graphql(
    'query ($semester: ID!) { readiness(semester: $semester) { isReady gaps { message remedy } } }',
    { semester: university.semester.id },
  );
  const { isReady, gaps } = data.readiness;
  expect(await page.locator('.gap h2').allInnerTexts()).toEqual(
    expect.arrayContaining(gaps.map(({ message }: { message: string }) => message)),
  );
  expect(await page.title()).toBe('Start · Timetable');
  expect(await page.locator('.standing').innerText()).toContain('Open conflicts');
  expect(await verdict.innerText()).toContain(isReady ? 'A run can begin' : 'missing before a run');
  expect(await violations()).toEqual([]);
  await page.getByRole('link', { name: 'Import qualifications' }).click();
  expect(await page.getByLabel('What to import').inputValue()).toBe('QUALIFICATIONS');
});

test('a student sees the week, leafs through it, and finds odd weeks marked', async () => {
  await open('student', '/week?date=2026-09-07');
  await meetings().first().waitFor();
  expect(await areas()).toEqual(['Week', 'Enrolment', 'Assistant', 'Notices']);
  expect(await meetings().allInnerTexts()).toEqual([expect.stringMatching(/^K2\b[^]*R0[^]*T2/)]);
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByText('No classes in this week').waitFor();
  await page.getByRole('link', { name: 'All weeks' }).click();
  await page.locator('.parity').waitFor();
  expect(await meetings().first().innerText()).toMatch(/Odd weeks[^]*Weeks 1-15/);
  expect(await violations()).toEqual([]);
});

test('holidays and the days that make up for them are shown as what they are', async () => {
  await open('teacher', '/week?date=2026-10-05');
  const holiday = page.locator('.day[data-kind=HOLIDAY]');
  await holiday.waitFor();
  expect(await holiday.innerText()).toMatch(/Tue 6 Oct[^]*Holiday 国庆节/);
  expect(await holiday.locator('.meeting').count()).toBe(0);
  await page.getByLabel('Choose a week').selectOption('2');
  const madeUp = page.locator('.day[data-kind=MAKE_UP]');
  await madeUp.waitFor();
  expect(await madeUp.innerText()).toMatch(/Sun 20 Sept[^]*Make-up day[^]*As on 6 Oct \(Tue\)[^]*K0/);
  expect(await violations()).toEqual([]);
});

test('what is otherwise on one date stands where it was and where it is, with its note', async () => {
  const timetable = await server.call('{ timetable { id } }');
  const dates = [
    { meeting: university.meetings[0].id, date: '2026-09-08', isCancelled: true },
    { meeting: university.meetings[0].id, date: '2026-09-15', to: { date: '2026-09-17', periodStart: 7 } },
  ];
  const { error } = await server.call(
    `mutation ($id: ID!, $dates: [DateItemInput!]!) { changeTimetable(timetable: $id, input: { items: [],
       dates: $dates }, reason: "for planners", publicNote: "Sports day") { isApplicable } }`,
    { id: timetable.id, dates },
  );
  expect(error).toBeUndefined();
  await open('teacher', '/week?date=2026-09-07');
  await page.locator('.meeting[data-off=true]').click();
  expect(await page.getByRole('dialog').innerText()).toMatch(/Cancelled[^]*Planned:[^]*8 Sept[^]*Sports day/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.locator('.change-MOVED').nth(1).waitFor();
  expect(await page.locator('.day').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Tue 15 Sept[^]*K0[^]*Moved/),
      expect.stringMatching(/Thu 17 Sept[^]*K0[^]*Moved/),
    ]),
  );
  expect(await violations()).toEqual([]);
});

test('weeks of a class, a teacher, a room and a course are found by name, also by keyboard', async () => {
  await open('administrator', '/week');
  for (const [kind, typed, shown] of [
    ['Class', 'u G0', ['K0']],
    ['Teacher', 'T1', ['K1']],
    ['Room', 'R0', ['K0', 'K1', 'K2']],
    ['Course', 'K2', ['K2']],
  ] as const) {
    const field = page.getByRole('combobox', { name: 'Class, teacher, room or course' });
    await field.fill(typed);
    await page
      .getByRole('option')
      .filter({ hasText: `${kind}${typed}` })
      .waitFor();
    await field.press('ArrowUp');
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL(new RegExp(`\\?${kind.toLowerCase()}=`));
    await page.getByLabel('Choose a week').selectOption('1');
    await meetings()
      .nth(shown.length - 1)
      .waitFor();
    await page.getByRole('heading', { name: typed, level: 1 }).waitFor();
    const names = await page.locator('.meeting strong').allInnerTexts();
    expect(names).toEqual(shown);
  }
  await meetings().first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'T2' }).click();
  await page.waitForURL(/\?teacher=/);
});

test('on a phone the week is a list by day that fits the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('student', '/week?date=2026-09-07');
  await page.locator('.agenda .meeting').waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await page.locator('.agenda').innerText()).toMatch(/Fri 11 Sept[^]*Periods 3–4[^]*K2/);
  expect(await violations()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('calendars get an address that is shown once and can be revoked, and files are saved', async () => {
  await open('student', '/week?date=2026-09-07');
  await page.getByRole('button', { name: 'Export and subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create an address' }).click();
  const address = await dialog.getByLabel('Please copy it').inputValue();
  expect((await fetch(address)).status).toBe(200);
  expect(await violations()).toEqual([]);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Calendar (.ics)' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('BEGIN:VCALENDAR');
  for (let times = 0; times < 2; times += 1) await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(404);
});

async function opened(content: Buffer): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(content as never);
  return book;
}

test('a workbook with a wrong cell comes back from the page with the cell marked', async () => {
  await open('administrator', '/administration/imports?subject=CAMPUSES');
  const saved = async (name: string): Promise<{ name: string; content: Buffer }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  const template = await saved('Template');
  expect(template.name).toMatch(/\.xlsx$/);
  const book = await opened(template.content);
  const first = (row: number) => book.worksheets[0].getCell(row, 1);
  const heading = [1, 2, 3].find((row) => first(row).text.startsWith('校区名称'))!;
  first(heading + 1).value = 'N'.repeat(300);
  await page.getByLabel('The workbook').setInputFiles({
    name: 'campuses.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await book.xlsx.writeBuffer()),
  });
  await page.locator('input[name=isDryRun]').uncheck();
  await page.getByRole('button', { name: 'Upload' }).click();
  const task = page.getByTestId('import-task');
  await task.getByText('Failed', { exact: true }).waitFor();
  expect(await task.locator('.cells').innerText()).toContain('N'.repeat(20));
  expect(await violations()).toEqual([]);
  const marked = await opened((await saved('marked')).content);
  expect(marked.worksheets[0].getCell(heading + 1, 1).note).toBeDefined();
});

test('a planner gets an account, and what is taught is planned, previewed and stored', async () => {
  const { em } = server.context();
  await em.nativeUpdate(Course, { id: university.teachingClasses[1].course.id }, { theoryHours: 64 });
  await open('administrator', '/administration/accounts');
  const account = page.locator('details', { hasText: 'New account' });
  await account.locator('summary').click();
  await account.getByLabel('User name').fill('lihua');
  await account.getByLabel('Role').selectOption({ label: 'Academic affairs' });
  await account.getByLabel('Department').selectOption({ label: 'u department' });
  await account.getByLabel('E-mail').fill('li@example.com');
  await account.getByLabel('Phone').fill('13900000077');
  await account.getByRole('button', { name: 'Create' }).click();
  const password = await account.locator('code').innerText();
  expect(await server.signIn('lihua', password)).toMatch(/\./);

  await page.getByRole('link', { name: 'Semester and calendar' }).click();
  await page.getByText('What is taught').click();
  await page.locator('select[name=course]').selectOption({ label: 'K1' });
  await page
    .locator('select[name=administrativeClasses]')
    .selectOption(['u G0', 'u G1'].map((label) => ({ label })));
  await page.getByRole('button', { name: 'Add to the plan' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const outcome = page.getByText(/This makes \d+ teaching class/).or(page.getByRole('alert'));
  expect(await outcome.innerText()).toMatch(/^This makes/);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Stored', { exact: true }).waitFor();
  expect(await violations()).toEqual([]);
});

test('a day that the institution sets itself is previewed before it is stored', async () => {
  await open('administrator', '/administration/semester');
  await page.getByText('Add a holiday or make-up day').click();
  await page.getByLabel('Date', { exact: true }).fill('2026-11-10');
  await page.getByLabel('Name (optional)').fill('Sports day');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText(/^2026-11-10 Holiday Sports day: 0 meetings move, 1 fall out/).waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.locator('.calendar-day', { hasText: /2026-11-10.*Holiday Sports day/ }).waitFor();
  expect(await violations()).toEqual([]);
});

test('everybody may ask the assistant, who goes on where the reader left', async () => {
  await open('student', '/assistant');
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'What do I have tomorrow?' }).click();
  const turns = page.locator('.chat-turn');
  await turns.nth(1).waitFor();
  const answer = await turns.nth(1).innerText();
  expect(answer).toMatch(/\d{4}-\d\d-\d\d/);
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await page.getByRole('link', { name: 'Assistant' }).click();
  await page.getByText(answer).waitFor();
  await page.reload();
  await page.getByText(answer).waitFor();
  // What did not arrive is still there to be sent.
  await page.context().setOffline(true);
  await page.getByLabel('To the assistant').fill('Is a room free tonight?');
  await page.keyboard.press('Enter');
  await page.getByText('The server cannot be reached').waitFor();
  await page.context().setOffline(false);
  expect(await page.getByLabel('To the assistant').inputValue()).toBe('Is a room free tonight?');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('button', { name: 'What do I have tomorrow?' }).waitFor();

  // Another reader of the same tab begins a conversation of his own.
  await open('administrator', '/assistant');
  await page.getByLabel('To the assistant').fill('Unlock K0');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await turns.nth(3).waitFor();
  expect(await turns.nth(3).innerText()).toMatch(/applied/i);
  expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
});

test('every part of the administration, and one’s own password, is within reach', async () => {
  for (const [path, title] of [
    ['/administration/semester', 'Semester and calendar'],
    ['/administration/people', 'First sign-in'],
    ['/administration/accounts', 'Accounts'],
    ['/administration/rounds', 'Enrolment rounds'],
    ['/notices', 'Notices'],
    ['/account', 'My account'],
  ]) {
    await open('administrator', path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await violations()).toEqual([]);
  }
  await page.getByLabel('Current password').first().fill('wrong');
  await page.getByLabel('New password').fill('Another1 horse');
  await page.getByLabel('Repeat it').fill('Another1 horse');
  await page.getByRole('button', { name: 'Change the password' }).click();
  expect(await page.getByRole('alert').innerText()).not.toBe('');
});

test('hostile names are shown as text on every page, and nothing leaves its place', async () => {
  const { em } = server.context();
  const { teachers, rooms, classes, teachingClasses, department } = university;
  const [, , { id, course }] = teachingClasses;
  await em.nativeUpdate(Course, { id: course.id }, { name: hostile.markup });
  await em.nativeUpdate(TeachingClass, { id }, { name: hostile.markup });
  await em.nativeUpdate(Teacher, { id: teachers[2].id }, { name: hostile.leftwards });
  await em.nativeUpdate(Classroom, { id: rooms[0].id }, { name: hostile.long });
  await em.nativeUpdate(Department, { id: department.id }, { name: hostile.long });
  await em.nativeUpdate(AdministrativeClass, { id: classes[2].id }, { name: hostile.pictures });
  // No name in the database is as long as this.
  const long = hostile.long.repeat(6);
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(hostile.long, long) });
  });
  const { markup, leftwards, pictures } = hostile;
  const week = `/week?class=${classes[2].id}&date=2026-09-07`;
  const all: readonly [path: string, ...shown: string[]][] = [
    [week, pictures, markup, leftwards, long],
    [`${week}&view=all`, pictures, markup, leftwards, long],
    ['/start'],
    ['/board?day=5', markup, leftwards, long],
    ['/board?class=', markup, long],
    ['/dates', long],
    [`/dates?class=${id}`, markup, leftwards, long],
    ['/runs'],
    ['/administration/exports', long],
    ['/administration/people', long],
    ['/administration/semester', markup, pictures],
    ['/administration/rounds'],
    ['/administration/imports'],
    ['/assistant'],
    ['/notices'],
    ['/account'],
  ];
  const misplaced: string[] = [];
  for (const [path, ...names] of all) {
    await open('administrator', path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    if (path === '/board?class=')
      await page.getByRole('combobox', { name: 'Class' }).selectOption({ label: pictures });
    for (const name of names)
      await page
        .getByText(name)
        .or(page.locator('option', { hasText: name }))
        .first()
        .waitFor({ state: 'attached' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) misplaced.push(`${path} at ${width}: ${over}`);
    }
  }
  expect(misplaced).toEqual([]);
  expect(await page.evaluate(() => (globalThis as any).harmed)).toBeUndefined();
  expect(await page.locator('img[src=x]').count()).toBe(0);
});
