import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { RoleKey } from '../../src/schema/enums.js';
import { tokenOf } from '../scheduling/people.js';
import { violationsInBothThemes } from '../support/axe.js';
import { plannerToken, withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
let planner: string;

withTimetablePages(async (opened) => {
  pages = opened;
  ({ page } = pages);
  planner = await plannerToken(pages);
});

async function openWith(token: string, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${pages.server.url}/timetable${path}#token=${token}`);
  await page.getByTestId('signed-in').waitFor();
}

test('a run of academic affairs places only what they plan, unless they say otherwise', async () => {
  const { server, university } = pages;
  await openWith(planner, '/runs');
  await page.getByText('is not yours to publish').waitFor();
  await page.getByLabel('Search time (seconds, optional)').fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByTestId('run').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const task = await server.call(
    'query ($id: ID!) { schedulingTask(id: $id) { options { scopeSettings { teachingClasses } } } }',
    { id },
  );
  const own = university.teachingClasses.map((each) => each.id);
  expect(task.options.scopeSettings.teachingClasses.toSorted()).toEqual(own.toSorted());
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByTestId('result').waitFor({ timeout: 60_000 });

  // Who plans for nobody would otherwise have placed everything.
  await openWith(await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS), '/runs');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('You plan no teaching classes in this semester').waitFor();
});

test('a workbook that was only checked says so, and is stored from there', async () => {
  const { server, tokens } = pages;
  await openWith(tokens.administrator, '/administration/imports?subject=CAMPUSES');
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Template' }).click(),
  ]);
  const upload = async (change: (sheet: ExcelJS.Worksheet) => void): Promise<void> => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(readFileSync(await template.path()) as never);
    change(book.worksheets[0]);
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const buffer = Buffer.from(await book.xlsx.writeBuffer());
    await page.getByLabel('The workbook').setInputFiles({ name: 'campuses.xlsx', mimeType, buffer });
    await page.getByRole('button', { name: 'Upload' }).click();
  };
  const task = page.getByTestId('import-task');
  const campuses = async (): Promise<string[]> =>
    (await server.call('{ campusOptions { name } }')).map(({ name }: { name: string }) => name);

  await upload(() => undefined);
  await task.getByText('The workbook holds no data').waitFor();
  await upload((sheet) => {
    sheet.getCell(3, 1).value = 'East';
    sheet.getCell(4, 1).value = 'N'.repeat(300);
  });
  await task.locator('.cells').waitFor();
  expect(await task.getByRole('button', { name: 'Store it now' }).count()).toBe(0);
  await upload((sheet) => (sheet.getCell(3, 1).value = 'East'));
  await task.getByText('nothing is stored yet').waitFor();
  expect(await campuses()).not.toContain('East');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await task.getByRole('button', { name: 'Store it now' }).click();
  await task.getByText('nothing is stored yet').waitFor({ state: 'detached' });
  await task.getByText('1 row: 1 good').waitFor();
  expect(await campuses()).toContain('East');
});

test('a new account is one of academic affairs unless somebody makes it an administrator', async () => {
  await openWith(pages.tokens.administrator, '/administration/accounts');
  await page.getByText('New account').click();
  const role = page.locator('details').getByLabel('Role');
  await role.waitFor();
  expect(await role.locator('option').allInnerTexts()).toEqual(['Academic affairs', 'Administrator']);
});

test('academic affairs make a round of the electives of their department', async () => {
  const { server, university } = pages;
  await openWith(planner, '/administration/rounds');
  await page.getByText('New round').click();
  await page.getByLabel('Name').fill('Autumn');
  for (const [label, day] of [
    ['Opens', '01'],
    ['Closes', '10'],
    ['Drop until', '20'],
  ])
    await page.getByLabel(label).fill(`2030-10-${day}T10:00`);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Stored', { exact: true }).waitFor();
  const { items } = await server.call('{ enrolmentRounds { items { name departments { id } } } }');
  expect(items).toEqual([{ name: 'Autumn', departments: [{ id: university.department.id }] }]);
});

test('closing a round is offered to those alone who may', async () => {
  const { server, tokens, university } = pages;
  const [opensAt, closesAt] = ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z'];
  const round = { semester: university.semester.id, opensAt, closesAt, dropUntil: closesAt, mode: 'LOTTERY' };
  for (const more of [{ name: 'For all' }, { name: 'Ours', departments: [university.department.id] }])
    await server.call(
      'mutation ($input: EnrolmentRoundInput!) { createEnrolmentRound(input: $input) { id } }',
      { input: { ...round, ...more } },
    );
  const close = page.getByRole('button', { name: 'Close now' });
  for (const [token, offered] of [
    [planner, [/Ours/]],
    [tokens.administrator, [/Ours|For all/, /Ours|For all/]],
  ] as const) {
    await openWith(token, '/administration/rounds');
    await page.getByText('For all').first().waitFor();
    const told = await page.getByRole('listitem').filter({ has: close }).allInnerTexts();
    expect(told).toEqual(offered.map((name) => expect.stringMatching(name)));
  }
});

test('an elective of the plan says how many it expects, in the words of the form', async () => {
  await openWith(planner, '/administration/semester');
  await page.getByText('What is taught').click();
  await page.getByRole('button', { name: 'Add to the plan' }).click();
  await page.getByRole('alert').getByText('Say how many students an elective expects').waitFor();
  await page.getByLabel('Expected students (elective)').fill('30');
  await page.getByRole('button', { name: 'Add to the plan' }).click();
  await page.getByText('· elective').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a semester that was entered wrongly is corrected, and one that nothing refers to deleted', async () => {
  const { server, tokens, university } = pages;
  const names = async (): Promise<string[]> =>
    (await server.call('{ semesterOptions { name } }')).map(({ name }: { name: string }) => name);
  await openWith(tokens.administrator, `/administration/semester?semester=${university.semester.id}`);
  const used = university.semester.name;
  await page.getByText(`Change or delete ${used}`).click();
  await page.getByRole('button', { name: 'Delete the semester' }).click();
  await page.getByText('gone for good').waitFor();
  await page.getByRole('button', { name: 'Delete the semester' }).click();
  await page.getByRole('alert').getByText('still referred to by').waitFor();

  await page.getByText('New semester').click();
  const form = page.locator('details', { hasText: 'New semester' });
  await form.getByLabel('Name').fill('2030-1');
  await form.getByLabel('First day').fill('2030-09-02');
  await form.getByLabel('Last day').fill('2031-01-05');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Change or delete 2030-1').click();
  const card = page.locator('details', { hasText: 'Change or delete' });
  await card.getByLabel('Name').fill('2030-2031-1');
  await card.getByRole('button', { name: 'Store' }).click();
  await card.getByText('Stored', { exact: true }).waitFor();
  await card.getByText('Change or delete 2030-2031-1').waitFor();
  expect(await card.getByLabel('Name').inputValue()).toBe('2030-2031-1');
  expect((await names()).toSorted()).toEqual(['2030-2031-1', used].toSorted());
  expect(await violationsInBothThemes(page)).toEqual([]);
  await card.getByRole('button', { name: 'Delete the semester' }).click();
  await card.getByRole('button', { name: 'Delete the semester' }).click();
  await card.waitFor({ state: 'visible' });
  await page.getByText(`Change or delete ${used}`).waitFor();
  expect(await names()).toEqual([used]);
});
