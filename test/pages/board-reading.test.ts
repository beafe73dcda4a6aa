import type { Locator, Page } from 'playwright-core';
import { RoleKey } from '../../src/schema/enums.js';
import { tokenOf } from '../scheduling/people.js';
import { violationsInBothThemes } from '../support/axe.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
/** The meeting of K0 on Tuesdays, which a draft has unlocked. */
let meeting: string;
let draft: string;

withTimetablePages(async (opened) => {
  pages = opened;
  ({ page } = pages);
  meeting = pages.university.meetings[0].id;
  ({ id: draft } = await pages.server.call(
    `mutation { createDraft(semester: "${pages.university.semester.id}") { id } }`,
  ));
  const unlocking = `items: [{ meeting: "${meeting}", isLocked: false }]`;
  await pages.server.call(
    `mutation { changeTimetable(timetable: "${draft}", input: { ${unlocking} }) { number } }`,
  );
});

const board = '/board?revision=2&day=2';
const piece = (): Locator => page.locator(`#piece-${meeting}`);
const panel = (): Locator => page.getByRole('region', { name: 'Meeting', exact: true });
const status = (): Locator => page.locator('.board-status');
const preview = (): Locator => page.getByTestId('preview');
const isFocused = (of: Locator): Promise<boolean> => of.evaluate((each) => each === document.activeElement);

test('bug: by keyboard the panel of a meeting was a hundred tab stops away', async () => {
  await pages.open('administrator', board);
  await piece().press('Enter');
  await panel().waitFor();
  expect(await isFocused(panel().getByRole('heading', { name: 'K0' }))).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  expect(await isFocused(piece())).toBe(true);
  await piece().press('Enter');
  await panel().getByRole('button', { name: 'Take out' }).click();
  await preview().locator('.facts').waitFor();
  await page.keyboard.press('Escape');
  await preview().waitFor({ state: 'detached' });
  expect(await isFocused(piece())).toBe(true);
});

test('bug: a place was said to be free of objections, and cost more without a word why', async () => {
  await pages.open('administrator', board);
  await page.getByRole('button', { name: 'Redo' }).click();
  await status().getByText('made again').waitFor();
  await piece().press('Space');
  await page.locator('.board-grid[data-shaded=true]').waitFor();
  for (let period = 1; period < 11; period += 1) await page.keyboard.press('ArrowRight');
  await status().getByText('No clash; the preview tells what it costs').waitFor();
  await page.keyboard.press('Space');
  await preview().locator('.rules li').first().waitFor();
  expect(await preview().locator('.rules').innerText()).toMatch(/evening.* \d+ → \d+/i);
  // What was said of the act before is gone, and the shades are those of the meeting that is previewed.
  expect(await status().innerText()).not.toContain('made again');
  await page.locator('.board-grid[data-shaded=true]').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('bug: planners were offered what is always refused, and refused by identifiers', async () => {
  const { server, university } = pages;
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  await page.goto('about:blank');
  await page.goto(`${server.url}/timetable${board}#token=${token}`);
  await piece().click();
  await panel().getByText('A department that is not granted to you plans it').waitFor();
  expect(await panel().getByRole('button').allInnerTexts()).toEqual(['Close']);
  expect(await piece().getAttribute('data-foreign')).toBe('true');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto(`${server.url}/timetable/administration/exports`);
  const departments = page.getByRole('combobox', { name: 'Department' }).locator('option');
  await departments.first().waitFor({ state: 'attached' });
  expect(await departments.allInnerTexts()).toEqual(['All']);
  const [{ id, name }] = university.classes;
  const { error } = await server.call(
    `mutation { exportInitialPasswords(administrativeClass: "${id}", isDryRun: true) { message } }`,
    {},
    token,
  );
  expect(error.message).toContain(`of "${name}" is not granted to you`);
});

test('bug: publishing what one may not asked for consent, and was refused after that', async () => {
  const token = await tokenOf(pages.server, RoleKey.ACADEMIC_AFFAIRS);
  const move = `items: [{ meeting: "${meeting}", place: { dayOfWeek: 4 } }]`;
  await pages.server.call(
    `mutation { changeTimetable(timetable: "${draft}", input: { ${move} }) { number } }`,
  );
  const { error } = await pages.server.call(
    `mutation { rehearsePublishing(id: "${draft}", acceptsUnfinished: true) { unfinished } }`,
    {},
    token,
  );
  expect(error.message).toMatch(/The department .+ of "K0" is not granted to you/);
});
