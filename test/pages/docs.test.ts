import type { Page } from 'playwright-core';
import { buildWeb } from '../../scripts/build-web.mjs';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { GraphiqlPage } from '../support/graphiql-page.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  await buildWeb();
  server = await startTestServer();
  browser = await startBrowser({ origin: server.url });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs `GET /api/v1/user/current` on the page; answers its status and its envelope. */
async function askWhoIAm(page: Page): Promise<{ status: string; envelope: Record<string, any> }> {
  await page.locator('.opblock-tag[data-tag=Users]').click();
  await page.locator('.opblock', { hasText: '/api/v1/user/current' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table .response');
  return {
    status: await answer.locator('.response-col_status').innerText(),
    envelope: JSON.parse(await answer.locator('.highlight-code code').first().innerText()),
  };
}

test(
  'the REST documentation lists every group, and whoever signed in in GraphiQL can try its ' + 'operations',
  async () => {
    const page = await browser.newPage();
    const graphiql = new GraphiqlPage(page, server.url);
    const { user, password } = server.credentials;
    await graphiql.open();
    await graphiql.signIn(user, password);
    await graphiql.signedIn();

    await page.getByRole('link', { name: 'REST docs' }).click();
    await page.locator('.opblock-tag').first().waitFor();
    const groups = await page
      .locator('.opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-tag')));
    expect(groups.toSorted()).toEqual((await groupsOfServer()).toSorted());

    const { status, envelope } = await askWhoIAm(page);
    expect(status).toMatch(/^200/);
    expect(envelope).toMatchObject({ code: 0, error_message: '', data: { user: { name: user } } });
    expect(browser.faults).toEqual([]);
    await page.close();
  },
);

test('without signing in the documentation shows the envelope of the refusal', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/api/v1/docs`);
  const { status, envelope } = await askWhoIAm(page);
  expect(status).toMatch(/^401/);
  expect(envelope.data).toBeNull();
  expect(browser.faults).toEqual([]);
  await page.close();
});

test('a request to another host is refused by the page and noticed by the test', async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}/api/v1/docs`);
  const refusal = page.waitForEvent('console');
  await page.evaluate(() => fetch('http://example.invalid/').catch(() => undefined));
  await refusal;
  expect(browser.faults[0]).toMatch(/example\.invalid.*Content Security Policy/);
});

test('the description tells what is served, and nothing of another service', async () => {
  const text = await (await fetch(`${server.url}/api/v1/openapi.json`)).text();
  expect(text.replaceAll('REST_ENVELOPE=legacy', '').match(/.{0,60}legacy.{0,60}/gi)).toBeNull();
});

async function groupsOfServer(): Promise<string[]> {
  const response = await fetch(`${server.url}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { tags: string[] }>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [...new Set(operations.flatMap(({ tags }) => tags))];
}
