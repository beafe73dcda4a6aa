import type { Locator, Page } from 'playwright-core';
import { semesterSize, semesterSql } from '../../bench/support/semester.js';
import { studentsSql } from '../../bench/support/students.js';
import { buildWeb } from '../../scripts/build-web.mjs';
import { withClient } from '../data/support.js';
import { violationsInBothThemes } from '../support/axe.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** As many as stand on a board of a university of middle size. */
const size = semesterSize(1_000);

let server: TestServer;
let browser: TestBrowser;
/** Milliseconds: beside other suites the assistant's answer once took longer than twenty seconds. */
const patience = 50_000;
let page: Page;
let semester: string;
let draft: string;

/** A draft of 1,000 meetings, in which some students have two electives at once. */
beforeAll(async () => {
  await buildWeb();
  server = await startTestServer({ env: { WORKER: 'true' } });
  await withClient(server, async (client) => {
    await client.query(studentsSql(size.students));
    await client.query(semesterSql(size));
    ({
      rows: [{ id: semester }],
    } = await client.query<{ id: string }>('select id from semester'));
  });
  draft = (await call(`mutation { createDraft(semester: "${semester}") { id } }`)).id;
  browser = await startBrowser({ origin: server.url });
  page = await browser.newPage();
  page.setDefaultTimeout(patience);
}, 120_000);

afterEach(() => expect(browser.faults.splice(0)).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function call(document: string): Promise<any> {
  const { data, errors } = await server.graphql(document);
  expect(errors).toBeUndefined();
  return Object.values<any>(data)[0];
}

async function open(path: string, on = page): Promise<void> {
  await on.goto('about:blank');
  await on.goto(`${server.url}/timetable${path}#token=${server.administrator}`);
  await on.getByTestId('signed-in').waitFor();
}

const status = (): Locator => page.locator('.board-status');
const preview = (): Locator => page.getByTestId('preview');
const pieceOf = (name: string, on = page): Locator =>
  on.locator('.board-line .piece', { hasText: new RegExp(`^${name}(?!\\d)`) });
/** A place on the board, by the name of its row and its period. */
const cell = (row: string, period: number): Locator =>
  page
    .getByRole('region', { name: row, exact: true })
    .locator('.cell')
    .nth(period - 1);

/** Where the draft has a meeting of a teaching class on a Monday. */
async function mondayOf(name: string): Promise<string> {
  const { assignments } = await call(`{ timetable(revision: 2) { assignments {
    teachingClass { name } classroom { name } time { dayOfWeek periodStart } } } }`);
  const found = assignments.filter(
    ({ teachingClass, time }: any) => teachingClass.name === name && time.dayOfWeek === 1,
  );
  return found.map(({ classroom, time }: any) => `${classroom.name} ${time.periodStart}`).join();
}

async function center(of: Locator): Promise<{ x: number; y: number }> {
  await of.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await of.boundingBox())!;
  return { x: x + Math.min(width / 2, 20), y: y + height / 2 };
}

async function apply(): Promise<void> {
  await preview().locator('.facts').waitFor();
  await preview().getByRole('button', { name: 'Apply' }).click();
  await preview().waitFor({ state: 'detached' });
}

test('a meeting is dragged over shaded places, previewed with whom it concerns, and moved', async () => {
  await open('/board?revision=2');
  const piece = pieceOf('测试课程0');
  await piece.waitFor();
  const [from, to] = [await center(piece), await center(cell('测试教室1', 11))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y, { steps: 2 });
  await page.locator('.board-grid[data-shaded=true]').waitFor();
  expect(await cell('测试教室1', 1).getAttribute('data-shade')).toBe('clashes');
  expect(await cell('测试教室1', 11).getAttribute('data-shade')).toBe('free');
  expect(await cell('测试教室1', 12).getAttribute('data-shade')).toBe('forbidden');
  await page.mouse.move(to.x, to.y, { steps: 4 });
  expect(await status().innerText()).toContain('测试教学班0 → Mon 11–12 · 测试教室1');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.mouse.up();
  await preview().locator('.facts').waitFor();
  expect(await preview().innerText()).toContain('→ Mon 11–12 · 测试教室1');
  expect(await preview().innerText()).toMatch(/测试教师0, 测试班0 · \d+ students/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await mondayOf('测试教学班0')).toBe('测试教室0 1');
  await apply();
  expect(await mondayOf('测试教学班0')).toBe('测试教室1 11');
  await page.keyboard.press('Control+z');
  await status().getByText('Taken back').waitFor();
  expect(await mondayOf('测试教学班0')).toBe('测试教室0 1');
  await page.keyboard.press('Control+Shift+Z');
  await status().getByText('Made again').waitFor();
  expect(await mondayOf('测试教学班0')).toBe('测试教室1 11');
});

test('everything works by keyboard: take, move, hear why not, drop, accept', async () => {
  await open('/board?revision=2');
  await pieceOf('测试课程12').focus();
  await page.keyboard.press('Space');
  await page.locator('.board-grid[data-shaded=true]').waitFor();
  await page.keyboard.press('ArrowDown');
  await status().getByText('is occupied by').waitFor();
  await page.keyboard.press('Space');
  await preview().locator('.facts').waitFor();
  expect(
    await preview()
      .locator('h2')
      .evaluate((heading) => heading === document.activeElement),
  ).toBe(true);
  const applying = preview().getByRole('button', { name: 'Apply' });
  expect(await applying.isDisabled()).toBe(true);
  await preview().getByLabel('Accept these clashes').check();
  await preview().getByLabel('Reason').fill('both are short');
  await page.keyboard.press('Enter');
  await preview().waitFor({ state: 'detached' });
  expect(await mondayOf('测试教学班12')).toBe('测试教室2 1');
});

test('what one planner changes, another one sees', async () => {
  await open('/board?revision=2');
  const other = await browser.newPage();
  await open('/board?revision=2', other);
  const seen = other
    .getByRole('region', { name: '测试教室2', exact: true })
    .locator('.piece', { hasText: '测试课程37' });
  await pieceOf('测试课程37', other).waitFor();
  expect(await seen.count()).toBe(0);
  await pieceOf('测试课程37').click();
  await page.locator('.board-grid[data-shaded=true]').waitFor();
  await cell('测试教室2', 11).click();
  await apply();
  await seen.waitFor();
  await other.close();
});

test('a meeting is locked, taken out, waits at the side with its cause, and is placed again', async () => {
  await open('/board?revision=2');
  await pieceOf('测试课程50').click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await apply();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await apply();
  await page.getByRole('button', { name: 'Take out' }).click();
  await apply();
  const waiting = page.locator('.waiting-pieces li');
  await waiting.waitFor();
  expect(await waiting.innerText()).toContain('taken out of its place by hand');
  const [from, to] = [await center(waiting.locator('.piece')), await center(cell('测试教室3', 11))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await apply();
  expect(await mondayOf('测试教学班50')).toBe('测试教室3 11');
});

test('in the week of a class rooms and teachers come ranked, and two meetings are swapped', async () => {
  await open('/board?revision=2&class=');
  await page.getByRole('combobox', { name: 'Class' }).selectOption({ label: '测试班0' });
  const first = page.locator('.board-line .piece').first();
  await first.click();
  await page.getByText('Another room').click();
  expect(await page.locator('.ranked .tag[data-shade=free]').first().innerText()).toBe('Free');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Swap…' }).click();
  await page.locator('.board-line .piece').nth(3).click();
  await preview().locator('.facts').waitFor();
  expect(await preview().locator('.moves li').count()).toBe(2);
  await preview().getByRole('button', { name: 'Cancel' }).click();
});

test('conflicts are listed with what ends them', async () => {
  await open('/board?revision=2');
  await page.getByRole('tab', { name: /Conflicts/ }).click();
  const conflict = page.locator('.conflicts li').first();
  expect(await conflict.innerText()).toContain('at the same time');
  await conflict.getByRole('button', { name: 'Show on the board' }).click();
  await page.locator('.board-line .piece[aria-pressed=true]').waitFor();
  await conflict.getByRole('button', { name: 'Repairs' }).click();
  await conflict.locator('.ranked button').first().click();
  await preview().getByLabel('Accept these clashes').check();
  await preview().getByLabel('Reason').fill('fewer students than before');
  await apply();
  await status().getByText('Applied').waitFor();
});

test('the assistant answers beside the board, and its plan is applied there', async () => {
  const why = 'reason: "test", acceptsUnfinished: true';
  await call(`mutation { publishTimetable(id: "${draft}", ${why}) { id } }`);
  await open('/board?revision=2');
  await page.getByRole('tab', { name: 'Assistant' }).click();
  await page.getByLabel('To the assistant').fill('把测试教师6周一第1节的测试课程25调到周六第1节，教室不变');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preview on the board' }).click();
  expect(await preview().innerText()).toContain('→ Sat 1–2');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await apply();
  await status().getByText('The assistant’s plan is applied').waitFor();
});

test('a run is wished for, watched and published with a reason', async () => {
  await open('/runs');
  await page.getByText('Teachers teach at times they prefer.').first().waitFor();
  await page.getByLabel('Search time (seconds, optional)').fill('2');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByTestId('run').waitFor();
  await page.getByTestId('result').waitFor({ timeout: 90_000 });
  await page.locator('.curve canvas').waitFor();
  await page.getByRole('heading', { name: 'Score by rule' }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Reason for publishing').fill('better');
  const publish = page.getByRole('button', { name: 'Publish' });
  await publish.click();
  await page.getByText('Everybody will see this timetable').waitFor();
  await publish.click();
  await page.getByText('Revision 3 is published').waitFor();
  expect((await call('{ timetable { revision } }')).revision).toBe(3);
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('heading', { name: '各规则的得分' }).waitFor();
  expect(await page.getByTestId('run').innerText()).not.toMatch(/\b(the|costs|no)\b/i);
  await page.getByRole('button', { name: 'English' }).click();
}, 180_000);

test('a run that is cancelled leaves its best as a draft, which can be kept or discarded', async () => {
  const drafts = async () => (await call('{ timetables(filter: { status: [DRAFT] }) { total } }')).total;
  const before = await drafts();
  await open('/runs');
  await page.getByLabel('Search time (seconds, optional)').fill('120');
  await page.getByRole('button', { name: 'Start' }).click();
  const run = page.getByTestId('run');
  // There is something to keep once everything has a place.
  await run.getByRole('heading', { name: 'Running' }).waitFor({ timeout: 60_000 });
  await page
    .locator('.latest li')
    .first()
    .filter({ hasText: /Waiting|Running/ })
    .waitFor();
  const placed = run.locator('.figures div').first().locator('dd');
  await placed.filter({ hasText: /^1000$/ }).waitFor({ timeout: 90_000 });
  await run.getByRole('button', { name: 'Cancel' }).click();
  const result = page.getByTestId('result');
  await result.getByRole('link', { name: 'Show on the board' }).waitFor({ timeout: 90_000 });
  expect(await run.getByRole('heading', { name: 'Cancelled' }).count()).toBe(1);
  expect(await drafts()).toBe(before + 1);
  const discard = result.getByRole('button', { name: 'Discard the draft' });
  await discard.press('Enter');
  await result.getByText('lost for good').waitFor();
  // Whoever presses the key twice has done no harm, and is where he was.
  await page.keyboard.press('Enter');
  await result.getByText('lost for good').waitFor({ state: 'detached' });
  await result.locator('button:focus', { hasText: 'Discard the draft' }).waitFor();
  await discard.click();
  await discard.click();
  await page.locator(':focus', { hasText: 'The draft was discarded' }).waitFor();
  expect(await drafts()).toBe(before);
}, 180_000);

test('on a phone a meeting is taken by touch, or opened and put at a place', async () => {
  const phone = await browser.newPage();
  phone.setDefaultTimeout(patience);
  await phone.setViewportSize({ width: 390, height: 780 });
  const session = await phone.context().newCDPSession(phone);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await open('/board', phone);
  const taken = phone.locator('.board-line .piece').first();
  await taken.waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
    0,
  );
  expect(await violationsInBothThemes(phone)).toEqual([]);
  const { x, y } = await center(taken);
  const finger = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await finger('touchStart', { x, y });
  // A touch that is held takes the meeting; one that moves at once scrolls.
  await phone.locator('.board-grid[data-shaded=true]').waitFor();
  await finger('touchMove', { x: x + 60, y: y + 5 });
  await finger('touchMove', { x: x + 120, y: y + 5 });
  await phone.locator('.aim').waitFor();
  await finger('touchEnd');
  await phone.getByTestId('preview').locator('.facts').waitFor();
  expect(await violationsInBothThemes(phone)).toEqual([]);
  await phone.close();
});

test('runs and the board are of the semester that the address names', async () => {
  const next = await call(`mutation { createSemester(input: { name: "2030-2031-1", startDate: "2030-09-02",
    endDate: "2031-01-12" }) { id } }`);
  await open(`/start?semester=${next.id}`);
  await page.getByRole('link', { name: 'Open the board' }).click();
  await page.getByRole('link', { name: 'Let a run make one' }).click();
  await page.getByRole('heading', { name: 'Runs · 2030-2031-1' }).waitFor();
});
