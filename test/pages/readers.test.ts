import type { Locator, Page } from 'playwright-core';
import { Classroom } from '../../src/entities/places.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
let open: TimetablePages['open'];

withTimetablePages((opened) => {
  pages = opened;
  ({ page, open } = pages);
});

const field = (): Locator => page.getByLabel('To the assistant');
const turns = (): Locator => page.locator('.chat-turn');
const inFocus = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement!.getAttribute('role') ?? document.activeElement!.tagName);

test('bug: who chooses an answer by keyboard goes on from the conversation, not from the top', async () => {
  await open('administrator', '/assistant');
  await page.getByRole('button', { name: 'Are there any clashes now?' }).focus();
  await page.keyboard.press('Enter');
  await turns().nth(1).waitFor();
  expect(await inFocus()).toBe('log');
  await field().fill('Unlock K0');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' });
  expect(await inFocus()).toBe('log');
  await page.keyboard.press('Tab');
  expect(await inFocus()).toBe('INPUT');
});

test('bug: an answer that cannot arrive is not waited for in silence, and arrives once it can', async () => {
  let isAway = true;
  await page.routeWebSocket(/graphql/, (socket) => {
    if (isAway) void socket.close();
    else socket.connectToServer();
  });
  await open('student', '/assistant');
  await page.getByRole('button', { name: 'What do I have tomorrow?' }).click();
  await page.getByText('The connection is lost. Connecting again…').waitFor();
  isAway = false;
  await turns().nth(1).waitFor();
  await page.getByText('The connection is lost').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
});

test('bug: a teacher has a name in a week without lessons', async () => {
  const { id, name } = pages.university.teachers.at(-1)!;
  await open('student', `/week?teacher=${id}&date=2026-10-12`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await page.locator('.meeting').count()).toBe(0);
});

test('bug: rooms of one name are told apart by their buildings', async () => {
  const { em } = pages.server.context();
  const { rooms, teachingClasses } = pages.university;
  for (const { id } of rooms.slice(1)) await em.nativeUpdate(Classroom, { id }, { name: 'R9' });
  await open('administrator', `/dates?class=${teachingClasses[0].id}`);
  await page.getByRole('button', { name: /Week 3/ }).click();
  const options = page.getByRole('combobox', { name: 'Room' }).locator('option');
  await options.nth(1).waitFor({ state: 'attached' });
  for (const text of (await options.allInnerTexts()).slice(1)) expect(text).toMatch(/^.+ R9 · /);
});
