import { buildWeb } from '../../scripts/build-web.mjs';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { GraphiqlPage } from '../support/graphiql-page.js';
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

test(
  'the first view leads to the initialisation, also in GraphiQL, and the next one says that the system ' +
    'is ready',
  async () => {
    const page = await browser.newPage();
    const state = page.locator('.state');
    await page.goto(server.url);
    expect(await state.innerText()).toContain('The system awaits its initialisation');
    await page.getByRole('link', { name: 'Create the administrator now' }).click();
    const shown = new GraphiqlPage(page, server.url);
    await shown.opened();
    expect(await shown.read('operation.graphql')).toContain('mutation Initialise');
    await page.goto(server.url);

    await page.getByRole('link', { name: 'GraphiQL' }).click();
    const graphiql = new GraphiqlPage(page, server.url);
    await graphiql.opened();
    await graphiql.run('mutation SignOut { signOut }');
    expect(JSON.parse(await graphiql.response('errors')).errors[0].extensions.code).toBe('NOT_INITIALISED');

    await graphiql.run('mutation Initialise($input: InitialisationInput!) { initialise(input: $input) }', {
      input: {
        name: 'founder',
        password: 'Secret-123-gate',
        email: 'founder@example.com',
        phone: '13800000000',
      },
    });
    await graphiql.response('"initialise": true');
    await graphiql.signIn('founder', 'Secret-123-gate');
    expect(await graphiql.signedIn()).toBe('founder 管理员');

    await page.getByRole('link', { name: 'Class Scheduling' }).click();
    expect(await state.innerText()).toBe(
      'The system is ready, and has no semester yet. The steps below are where to begin.',
    );
    expect(await page.locator('ol li').count()).toBe(6);
    const { errors } = await server.graphql(
      `mutation { createSemester(input: {
        name: "一", startDate: "2030-09-02", endDate: "2031-01-12", isEnabled: true }) { id } }`,
      {},
      await server.signIn('founder', 'Secret-123-gate'),
    );
    expect(errors).toBeUndefined();
    await page.reload();
    expect(await state.innerText()).toBe('The system is ready.');
    expect(await page.locator('ol').count()).toBe(0);
    await page.close();
  },
);

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
