import type { Locator, Page } from 'playwright-core';
import { withTimetablePages, type TimetablePages } from './timetable-pages.js';

let pages: TimetablePages;
let page: Page;
let open: TimetablePages['open'];

withTimetablePages((opened) => {
  pages = opened;
  ({ page, open } = pages);
});

const turns = (): Locator => page.locator('.chat-turn');

const send = async (text: string): Promise<void> => {
  await page.getByLabel('To the assistant').fill(text);
  await page.keyboard.press('Enter');
};

/** Waits for the end of an answer, which is the turn of a number. */
const answered = async (turn: number): Promise<void> => {
  await turns().nth(turn).waitFor();
  await page.locator('.chat form button[type=submit]:enabled').waitFor();
};

async function say(text: string): Promise<void> {
  const before = await turns().count();
  await send(text);
  await answered(before + 1);
}

const deleteAll = async (): Promise<void> => {
  const as = pages.tokens.student;
  const { data } = await pages.server.graphql('{ conversations { items { id } } }', {}, as);
  for (const { id } of data.conversations.items)
    await pages.server.graphql('mutation ($id: ID!) { deleteConversation(id: $id) }', { id }, as);
};

test('bug: what is said in a conversation that another tab has deleted begins a new one', async () => {
  await open('student', '/assistant');
  await say('What week is it?');
  await deleteAll();
  await send('When is my next class?');
  await turns().nth(2).waitFor({ state: 'detached' });
  await answered(1);
  expect(await turns().first().innerText()).toContain('When is my next class?');
  expect(await page.locator('.chat .wrong').count()).toBe(0);
});

test('bug: earlier conversations are found again, and deleted before they are too many', async () => {
  await deleteAll();
  await open('student', '/assistant');
  await say('What week is it?');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await say('When is my next class?');
  await page.getByText('Earlier conversations (1)').click();
  await page.getByRole('button', { name: /^What week is it/ }).click();
  await page.locator('.chat-turn', { hasText: 'What week is it?' }).waitFor();
  expect(await turns().count()).toBe(2);
  await page.getByText('Earlier conversations (1)').click();
  const remove = page.getByRole('button', { name: 'Delete “When is my next class?”' });
  await remove.click();
  await page.getByText('It will be gone for good.').waitFor();
  await remove.click();
  await page.getByText('Earlier conversations').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.chat-turn', { hasText: 'What week is it?' }).waitFor();
});

test('bug: on a phone a long answer begins in sight, and so is the field for what comes next', async () => {
  await page.setViewportSize({ width: 390, height: 500 });
  await open('administrator', '/assistant');
  await say('help');
  await say('help');
  const view = { top: 0, bottom: 500 };
  for (const seen of [turns().nth(2), page.getByLabel('To the assistant')]) {
    const { y, height } = (await seen.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(view.top);
    expect(y + height).toBeLessThanOrEqual(view.bottom);
  }
});
