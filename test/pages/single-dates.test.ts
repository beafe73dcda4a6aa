import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { TeacherQualification } from '../../src/entities/courses.js';
import { TimetableExport } from '../../src/entities/timetable-exports.js';
import { TimetableFileFormat } from '../../src/schema/timetables.js';
import { violationsInBothThemes } from '../support/axe.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let university: TimetablePages['university'];
let page: Page;
let open: TimetablePages['open'];

withTimetablePages(async (opened) => {
  pages = opened;
  ({ university, page, open } = pages);
  const { em } = pages.server.context();
  const [{ course }] = university.teachingClasses;
  em.create(TeacherQualification, { teacher: university.teachers[1], course } as never);
  await em.flush();
  // The same days of the week as in 2026, and still to come: dates that are over are not asked for.
  await em.execute('update semester set start_date = $1, end_date = $2 where id = $3', [
    ...['2054-09-07', '2054-12-27'],
    university.semester.id,
  ]);
});

const violations = (): Promise<string[]> => violationsInBothThemes(page);
const form = (): Locator => page.getByTestId('date-form');
const preview = (): Locator => page.getByTestId('preview');
const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name });
const field = (name: string): Locator => form().getByRole('combobox', { name });

/** The address of one date of the first meeting of a teaching class. */
const dateOf = (teachingClass: number, date: string): string =>
  `/dates?class=${university.teachingClasses[teachingClass].id}&date=${date}`;

async function apply(reason = 'the hall is needed', publicNote = ''): Promise<void> {
  await preview().getByLabel('Reason').fill(reason);
  await preview().getByLabel('Public note').fill(publicNote);
  await button('Apply', preview()).click();
  await preview().waitFor({ state: 'detached' });
}

/** What stands otherwise on the dates of a teaching class, by date. */
async function changesOf(teachingClass: number): Promise<Record<string, unknown>> {
  const { data } = await pages.server.graphql(
    `query ($of: ID!) { timetable { assignments(teachingClass: $of) { occurrences { date change { kind
       actual { date periodStart teacher { name } classroom { name } } } } } } }`,
    { of: university.teachingClasses[teachingClass].id },
  );
  const [{ occurrences }] = data.timetable.assignments;
  return Object.fromEntries(occurrences.flatMap(({ date, change }: any) => (change ? [[date, change]] : [])));
}

test('a date is opened from the week, previewed with whom it concerns, moved and taken back', async () => {
  await open('administrator', `/week?course=${university.teachingClasses[2].course.id}&date=2054-09-07`);
  await page.locator('.meeting').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Change this date…' }).click();
  await page.getByRole('heading', { name: 'K2', level: 1 }).waitFor();
  const student = await pages.browser.newPage();
  await open('student', '/week?date=2054-09-07', student);
  await student.locator('.meeting').waitFor();

  await form().getByLabel('Date').fill('2054-09-10');
  await field('Periods').selectOption('7');
  await button('Preview', form()).click();
  await preview().locator('.facts').waitFor();
  expect(await preview().innerText()).toMatch(/Moved: 11 Sept Fri[^]*→ 10 Sept Thu · Periods 7–8/);
  expect(await preview().innerText()).toContain('T2, u G2 · 1 student');
  expect(await violations()).toEqual([]);
  expect(await changesOf(2)).toEqual({});
  await apply('the hall is needed', 'Sports day');
  await page.getByText('Sports day').waitFor();
  expect(await changesOf(2)).toMatchObject({
    '2054-09-11': { kind: 'MOVED', actual: { date: '2054-09-10', periodStart: 7 } },
  });
  // Nobody reloads: who looks at the week sees it.
  await student.locator('.change-MOVED').nth(1).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Taken back: “K2”').waitFor();
  expect(await changesOf(2)).toEqual({});
  await student.locator('.change-MOVED').first().waitFor({ state: 'detached' });
  await student.close();
});

test('two planners side by side see each other’s single dates', async () => {
  await open('administrator', dateOf(1, '2054-09-16'));
  const other = await pages.browser.newPage();
  await open('administrator', dateOf(1, '2054-09-16'), other);
  await other.getByTestId('date-form').waitFor();
  await form().getByLabel('Cancel it').check();
  await button('Preview', form()).click();
  await apply();
  await other.locator('.date-list .change-CANCELLED').waitFor();
  await other.close();

  await form().getByLabel('Date').fill('2054-09-19');
  await button('Preview', form()).click();
  await preview().getByText('Made up').waitFor();
  await apply();
  expect(await changesOf(1)).toMatchObject({ '2054-09-16': { kind: 'MADE_UP' } });
  await form().getByLabel('As planned again').check();
  await button('Preview', form()).click();
  await apply();
  await page.locator('.date-list .change').waitFor({ state: 'detached' });
  expect(await changesOf(1)).toEqual({});
});

test('by keyboard alone a substitute and a room are taken from lists, the best first', async () => {
  await open('administrator', dateOf(0, '2054-09-15'));
  await button(/Week 3/).focus();
  await page.keyboard.press('Enter');
  await form().getByText('22 Sept Tue').waitFor();
  await field('Teacher').locator('option', { hasText: 'T1' }).waitFor({ state: 'attached' });
  expect(await field('Teacher').locator('option').allInnerTexts()).toEqual(['T0 (as planned)', 'T1 · free']);
  await field('Teacher').focus();
  await page.keyboard.press('ArrowDown');
  await field('Room').locator('option', { hasText: 'R1' }).waitFor({ state: 'attached' });
  await field('Room').focus();
  await page.keyboard.press('ArrowDown');
  await button('Preview', form()).focus();
  await page.keyboard.press('Enter');
  await preview().locator('.facts').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('T0 travels');
  await page.keyboard.press('Enter');
  await preview().waitFor({ state: 'detached' });
  expect(await changesOf(0)).toMatchObject({
    '2054-09-22': { kind: 'SUBSTITUTED', actual: { teacher: { name: 'T1' }, classroom: { name: 'R1' } } },
  });
});

test('a teacher asks on a phone, academic affairs accept or refuse, and the teacher sees it', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('teacher', '/week?date=2054-09-28');
  await page.locator('.meeting').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ask to change this date…' }).click();
  await field('Teacher').selectOption({ label: 'T1' });
  await form().getByLabel('Why').fill('a conference');
  await button('Send the request').click();
  const request = page.getByTestId('date-request').first();
  await request.getByText('Waiting').waitFor();
  expect(await request.innerText()).toMatch(/K0[^]*Substituted[^]*T0[^]*T1[^]*a conference/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const date of ['2054-10-13', '2054-10-20']) {
    await open('teacher', dateOf(0, date));
    await form().getByLabel('Cancel it').check();
    await form().getByLabel('Why').fill('a conference');
    await button('Send the request').click();
    await request.waitFor();
  }
  await button('Withdraw').first().click();
  await request.getByText('Withdrawn').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await open('administrator', '/dates');
  const waiting = page.locator('.top nav a', { hasText: 'Single dates' }).locator('.count');
  await waiting.filter({ hasText: '2' }).waitFor();
  await button('Refuse…', request).click();
  await request.getByLabel('Answer to the teacher').fill('An examination follows');
  await button('Refuse', request).last().click();
  await page.getByTestId('date-request').nth(1).waitFor({ state: 'detached' });
  await page.locator(':focus', { hasText: 'The request is refused' }).waitFor();
  await button('Preview and accept…').click();
  await button('Cancel', preview()).click();
  await page.locator('button:focus', { hasText: 'Preview and accept…' }).press('Enter');
  await preview().getByText('T0, T1, u G0').waitFor();
  expect(await violations()).toEqual([]);
  await preview().getByLabel('Public note').fill('T1 teaches');
  await button('Apply', preview()).click();
  await page.getByText('No requests are waiting').waitFor();
  await page.locator(':focus', { hasText: 'The request is accepted' }).waitFor();
  await page.locator('.dated a', { hasText: 'Week 4' }).waitFor();
  await waiting.waitFor({ state: 'detached' });
  expect(Object.keys(await changesOf(0))).toEqual(['2054-09-22', '2054-09-29']);

  await open('teacher', '/dates');
  await request.waitFor();
  const states = page.getByTestId('date-request').locator('.tag');
  expect(await states.allInnerTexts()).toEqual(['Withdrawn', 'Refused', 'Accepted']);
  await page.getByText('An examination follows').waitFor();
});

test('a draft shows which of its meetings have single dates', async () => {
  const { semester } = university;
  await pages.server.call(`mutation { createDraft(semester: "${semester.id}") { id } }`);
  await open('administrator', '/board?revision=2&day=2');
  await page.locator('.piece', { hasText: '±2' }).click();
  await page.getByText('Single dates', { exact: true }).last().click();
  await page.locator('.panel .change-SUBSTITUTED').nth(1).waitFor();
  await page.getByRole('link', { name: 'Change one of its dates…' }).click();
  await form().waitFor();
});

test('notices come by pages, unread ones alone, and are read one by one or all at once', async () => {
  const { id } = await pages.server.call('{ timetable { id } }');
  const meeting = university.meetings[4].id;
  for (let at = 0; at < 22; at += 1) {
    const item = at % 2 ? 'isRestored: true' : `to: { periodStart: ${5 + (at % 4)} }`;
    const { error } = await pages.server
      .call(`mutation { changeTimetable(timetable: "${id}", input: { items: [],
      dates: [{ meeting: "${meeting}", date: "2054-09-25", ${item} }] }, reason: "r") { isApplicable } }`);
    expect(error).toBeUndefined();
  }
  await open('student', '/notices');
  await page.locator('.count', { hasText: '24' }).waitFor();
  await page.getByText('Page 1 of 2').waitFor();
  const cards = page.locator('article.card');
  expect(await cards.count()).toBe(20);
  expect(await cards.first().innerText()).toMatch(/1 of your meetings changed\.[^]*“?K2”?[^]*week 3/);
  expect(await violations()).toEqual([]);
  await button('Mark as read').first().click();
  await page.locator('.count', { hasText: '23' }).waitFor();
  await button('Next').click();
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('Sports day').waitFor();
  await button('Mark all as read').click();
  await page.locator('.count').waitFor({ state: 'detached' });
  await page.getByLabel('Unread only').check();
  await page.getByText('Everything is read').waitFor();
  const mailed = page.getByLabel('Mail them to me');
  await mailed.click();
  await mailed.and(page.locator(':not(:checked)')).waitFor();
  const { data } = await pages.server.graphql('{ noticePreferences { isMailed } }', {}, pages.tokens.student);
  expect(data.noticePreferences.isMailed).toBe(false);
  await page.getByLabel('Unread only').uncheck();
  await page.getByRole('link', { name: 'See it in the timetable' }).first().click();
  await page.waitForURL(/\/week\?.*date=2054-09-25/);
  await page.locator('.meeting', { hasText: 'K2' }).waitFor();
});

test('a file of a department is made meanwhile and then saved; what cannot be is said', async () => {
  await open('administrator', '/administration/exports');
  const task = page.getByTestId('export').first();
  const department = page.locator('select[name=department]');
  await department.selectOption({ label: 'u department' });
  await button('Start the export').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    button('Download', task).click({ timeout: 30_000 }),
  ]);
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await task.innerText()).toContain('3 pages');
  expect(await violations()).toEqual([]);
  await page.route('**/timetables/exports/**', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, body: 'Too many requests.' }),
  );
  await button('Download', task).click();
  expect(await task.getByRole('alert').innerText()).toMatch(/Too many requests\. Try again in 30 s, at \d/);
  await page.unroute('**/timetables/exports/**');
  // Five that nobody works on.
  const { em } = pages.server.context();
  const requestedBy = (await pages.server.call('{ me { user { id } } }')).user.id;
  for (let at = 0; at < 5; at += 1)
    em.create(TimetableExport, { format: TimetableFileFormat.PDF, input: {}, requestedBy } as never);
  await em.flush();
  await button('Start the export').click();
  expect(await page.locator('form').getByRole('alert').innerText()).toContain(
    '5 of your exports wait or run already',
  );
});

test('today is that of the institution, wherever the reader is', async () => {
  const traveller = await pages.browser.newPage();
  // Sunday evening in Europe, Monday in China.
  await traveller.clock.setFixedTime('2054-09-13T18:00:00Z');
  const session = await traveller.context().newCDPSession(traveller);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Lisbon' });
  await open('teacher', '/week', traveller);
  await traveller
    .getByText(/Week 2 · 14 Sept/)
    .first()
    .waitFor();
  expect(await traveller.locator('.day[data-today=true]').innerText()).toMatch(/Mon 14 Sept/);
  // On a phone it is in sight, whatever the week holds before it.
  await traveller.setViewportSize({ width: 360, height: 420 });
  await traveller.waitForFunction(() => {
    const day = document.querySelector('.agenda-day[data-today=true]')?.getBoundingClientRect();
    return day && day.top >= 0 && day.bottom <= innerHeight;
  });
  await traveller.close();
});
