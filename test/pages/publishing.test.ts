import type { Locator, Page } from 'playwright-core';
import { violationsInBothThemes } from '../support/axe.js';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
let open: TimetablePages['open'];

withTimetablePages((opened) => {
  pages = opened;
  ({ page, open } = pages);
  page.setDefaultTimeout(50_000);
});

const result = (): Locator => page.getByTestId('result');
const publish = (): Locator => result().getByRole('button', { name: 'Publish' });

/** A run of one second as an administrator, up to its draft. */
async function draftOfRun(): Promise<{ id: string; revision: number }> {
  await open('administrator', '/runs');
  await page.getByLabel('Search time (seconds, optional)').fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await publish().waitFor();
  const { items } = await pages.server.call(
    '{ timetables(filter: { status: [DRAFT] }) { items { id revision } } }',
  );
  return items[0];
}

test('bug: whoever wrote a reason published a draft with gaps and was told of none', async () => {
  const { id, revision } = await draftOfRun();
  const meeting = pages.university.meetings[1].id;
  const takeOut = `mutation { takeOutMeeting(timetable: "${id}", meeting: "${meeting}") { number } }`;
  expect((await pages.server.call(takeOut)).error).toBeUndefined();
  await page.reload();
  // The tiles beside the button are of the draft, not of the run.
  const now = result().locator('.figures div', { hasText: 'Unplaced' }).locator('dd');
  await now.filter({ hasText: /^1$/ }).waitFor();
  await page.getByText('When the run ended').waitFor();
  await publish().click();
  await result().getByText('1 unplaced meeting (K0)').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await publish().isDisabled()).toBe(true);
  expect(await page.locator(':focus').innerText()).toBe('Cancel');
  await page.keyboard.press('Enter');
  await result().getByText('1 unplaced meeting').waitFor({ state: 'detached' });
  await result().locator('button:focus', { hasText: 'Publish' }).waitFor();
  await result().getByLabel('Reason for publishing').fill('Timetable of the autumn term');
  await publish().click();
  await result().getByLabel('Publish it in spite of this').check();
  await publish().click();
  await result().getByText(`Revision ${revision} is published`).waitFor();
  // bug: what is published was still said to differ from what is published.
  expect(await result().getByText('Differences from the published').count()).toBe(0);
});
