import { startBrowser, type TestBrowser } from '../support/browser.js';
import { GraphiqlPage } from '../support/graphiql-page.js';
import { sampleAccount, type SampleServer, startSampleServer } from './sample-server.js';

let server: SampleServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startSampleServer();
  browser = await startBrowser({ origin: server.url });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the REST documentation lists the operations, and whoever signed in in GraphiQL can try them', async () => {
  const page = await browser.newPage();
  const graphiql = new GraphiqlPage(page, server.url);
  await graphiql.open();
  await graphiql.signIn(sampleAccount.user, sampleAccount.password);
  await graphiql.signedIn();

  await page.getByRole('link', { name: 'REST docs' }).click();
  await page.locator('.opblock-tag', { hasText: 'Campuses' }).click();
  await page.locator('.opblock', { hasText: '/api/v1/campus/list' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table .response .response-col_status');
  await answer.waitFor();
  expect(await answer.innerText()).toMatch(/^200/);
  expect(browser.faults).toEqual([]);
});

test('a request to another host is refused by the page and noticed by the test', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/api/v1/docs`);
  const refusal = page.waitForEvent('console');
  await page.evaluate(() => fetch('http://example.invalid/').catch(() => undefined));
  await refusal;
  expect(browser.faults[0]).toMatch(/example\.invalid.*Content Security Policy/);
});
