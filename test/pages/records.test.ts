import type { Page } from 'playwright-core';
import { makeUniversity } from '../scheduling/university.js';
import { violationsInBothThemes } from '../support/axe.js';
import { plannerToken, withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
let open: TimetablePages['open'];

withTimetablePages((opened) => {
  pages = opened;
  ({ page, open } = pages);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const offered = () => page.getByRole('listbox').getByRole('option');
const choose = async (field: string, name: string): Promise<void> => {
  const search = page.getByRole('combobox', { name: field });
  await search.click();
  await search.fill(name);
  await offered().filter({ hasText: name }).first().click();
};

test('an administrator adds a room, meets errors at their fields, corrects it and deletes it', async () => {
  const [used] = pages.university.rooms;
  await open('administrator', '/administration/records?kind=classrooms');
  await link('New classroom').click();
  await page.getByRole('heading', { name: 'New classroom' }).waitFor();
  await page.getByLabel('Classroom code').fill(used.code);
  await page.getByLabel('Floor').fill('cellar');
  await page.getByLabel('Classroom capacity').fill('60');
  expect(await page.getByLabel('Floor').inputValue()).toBe('cell');
  await choose('Building', 'building');
  await choose('Classroom type', '');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await button('Create').click();
  await page.getByRole('alert').getByText('A floor is written as').waitFor();
  expect(await page.locator('[aria-invalid]').getAttribute('name')).toBe('floor');
  await page.getByLabel('Floor').fill('B1');
  await button('Create').click();
  await page.getByRole('alert').getByText(`"${used.code}" is taken`).waitFor();
  expect(await page.locator(':focus').getAttribute('name')).toBe('code');
  await page.getByLabel('Classroom code').fill('NEW-1');
  await button('Create').click();
  await page.getByRole('status').getByText('“NEW-1” is stored').waitFor();
  await page.getByLabel('Classroom code, Classroom name').fill('NEW-1');
  await button('Search').click();
  await page.getByText('1 record', { exact: true }).waitFor();
  await link('Change NEW-1').click();
  await page.getByLabel('Classroom name').fill('Cellar');
  // Who looks what there is and leaves it changes nothing.
  await page.getByRole('combobox', { name: 'Building' }).click();
  await offered().first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Furniture type' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Multimedia').selectOption('Yes');
  await button('Store').click();
  await page.getByRole('status').getByText('“Cellar” is stored').waitFor();
  await link('Change Cellar').waitFor();
  const stored = '{ classrooms(keyword: "NEW-1") { items { name floor capacity hasMultimedia } } }';
  const { items } = await pages.server.call(stored);
  expect(items).toEqual([{ name: 'Cellar', floor: 'B1', capacity: 60, hasMultimedia: true }]);
  await link('Change Cellar').click();
  await button('Delete').click();
  await page.getByRole('alert').getByText('gone for good').waitFor();
  await button('Delete').click();
  await page.getByRole('status').getByText('“Cellar” is deleted').waitFor();
  await page.getByText('No records').waitFor();
});

test('academic affairs change what is of their department, and read what is of others', async () => {
  const { server } = pages;
  await makeUniversity(server.runtime.app, { name: 'other' });
  const token = await plannerToken(pages);
  const openList = async (list: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${server.url}/timetable/administration/records?kind=${list}#token=${token}`);
    await page.getByText(/^\d+ records$/).waitFor();
  };
  await openList('classrooms');
  expect(await page.getByLabel('Kind').locator('option').allInnerTexts()).toEqual([
    ...['Classrooms', 'Departments', 'Majors', 'Classes', 'Teachers', 'Students', 'Courses'],
  ]);
  expect(await page.getByRole('link', { name: /^(New|Change)/ }).count()).toBe(0);
  await openList('teachers');
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['T0', 'T1', 'T2']);
  await openList('courses');
  expect(await page.getByRole('rowheader').count()).toBe(6);
  expect(await page.getByRole('link', { name: /^Change/ }).count()).toBe(3);
  await button('Credits').click();
  await page.locator('th[aria-sort=ascending]', { hasText: 'Credits' }).waitFor();
  expect(new URL(page.url()).searchParams.get('order')).toBe('CREDITS');
  await link('New course').click();
  await page.getByRole('combobox', { name: 'Department' }).click();
  await offered().first().waitFor();
  expect(await offered().allInnerTexts()).toEqual(['u department']);
  await link('Back to the list').click();
  await link('Change K1').click();
  await page.getByLabel('Credits').fill('2.5');
  await button('Store').click();
  await page.getByRole('status').getByText('“K1” is stored').waitFor();
  const { items } = await server.call('{ courses(filter: { credits: { equals: 2.5 } }) { items { code } } }');
  expect(items).toEqual([{ code: 'u-k1' }]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await link('Change K1').click();
  await button('Delete').click();
  await button('Delete').click();
  await page.getByRole('alert').getByText('still referred to by').waitFor();
});

test('students find no page of records', async () => {
  await open('student', '/administration/records?kind=classrooms');
  await page.getByText('This page does not exist').waitFor();
});
