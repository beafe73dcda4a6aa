import { buildWeb } from '../../scripts/build-web.mjs';
import { violationsInBothThemes } from '../support/axe.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  await buildWeb();
  server = await startTestServer({ initialised: false });
  browser = await startBrowser({ origin: server.url });
});

afterEach(() => expect(browser.faults.splice(0)).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('a new system is set up in the browser, from its administrator to its first semester', async () => {
  const page = await browser.newPage();
  const state = page.locator('.state');
  await page.goto(server.url);
  expect(await state.innerText()).toContain('The system awaits its initialisation');
  await page.getByRole('link', { name: 'Create the administrator now' }).click();
  for (const [label, value] of [
    ['User name', 'founder'],
    ['New password', 'Secret-123-gate'],
    ['Repeat it', 'Secret-123-gate'],
    ['E-mail', 'founder@example.com'],
    ['Phone', '13800000000'],
  ])
    await page.getByLabel(label).fill(value);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByText('There is no semester yet').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await page.getByTestId('signed-in').innerText()).toContain('founder');

  await page.goto(server.url);
  expect(await state.innerText()).toBe(
    'The system is ready, and has no semester yet. The steps below are where to begin.',
  );
  expect(await page.locator('ol li').count()).toBe(6);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Create one first' }).click();
  await page.getByLabel('Name').fill('2030-2031-1');
  await page.getByLabel('First day').fill('2030-09-02');
  await page.getByLabel('Last day').fill('2031-01-12');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Current', { exact: true }).waitFor();

  await page.goto(server.url);
  expect(await state.innerText()).toBe('The system is ready.');
  expect(await page.locator('ol').count()).toBe(0);
  await page.close();
});

test('bug: a form at the door is never replaced while somebody types into it', async () => {
  const page = await browser.newPage();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/timetable`);
  await page.getByRole('status').waitFor();
  expect(await page.locator('input').count()).toBe(0);
  answer();
  await page.getByRole('textbox', { name: 'User name' }).waitFor();
  await page.close();
});

test('the start page is dressed by its own style, and its mark is shown', async () => {
  const page = await browser.newPage();
  await page.goto(server.url);
  const radius = await page.locator('main').evaluate((main) => getComputedStyle(main).borderRadius);
  expect(radius).toBe('16px');
  const widthOfMark = await page
    .locator('h1 img')
    .evaluate((mark) => (mark as HTMLImageElement).naturalWidth);
  expect(widthOfMark).toBeGreaterThan(0);
  await page.close();
});

test.each(['Sign in', 'GraphiQL', 'REST documentation', 'Alive', 'Ready', 'Metrics'])(
  'its link to %s answers',
  async (name) => {
    const page = await browser.newPage();
    await page.goto(server.url);
    const [response] = await Promise.all([
      page.waitForNavigation(),
      page.getByRole('link', { name }).click(),
    ]);
    expect(response?.status()).toBe(200);
    await page.close();
  },
);
