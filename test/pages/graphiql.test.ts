import { examples } from '../../src/web/examples.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { GraphiqlPage } from '../support/graphiql-page.js';
import { sampleAccount, type SampleServer, startSampleServer } from './sample-server.js';

const { user, password, name, role } = sampleAccount;
const campuses = 'query AllCampuses { campuses { total items { name } } }';
const watchTask = 'subscription WatchTask($id: ID!) { schedulingTask(id: $id) { id progress } }';

let server: SampleServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startSampleServer();
  browser = await startBrowser({ origin: server.url });
});

afterEach(() => expect(browser.faults.splice(0)).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function newGraphiql(): Promise<GraphiqlPage> {
  return new GraphiqlPage(await browser.newPage(), server.url);
}

test('somebody signs in, runs a query and watches a task', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.signIn(user, password);
  expect(await graphiql.signedIn()).toBe(`${name} ${role}`);

  await graphiql.run(campuses);
  expect(JSON.parse(await graphiql.response('total'))).toEqual({
    data: { campuses: { total: 1, items: [{ name: '东校区' }] } },
  });

  await graphiql.run(watchTask, { id: '7' });
  await graphiql.response('"progress": 0');
  server.advance(42);
  expect(JSON.parse(await graphiql.response('42'))).toEqual({
    data: { schedulingTask: { id: '7', progress: 42 } },
  });
  await graphiql.page.close();
});

test('without signing in the error of the server is shown as it came', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.run(watchTask, { id: '7' });
  expect(JSON.parse(await graphiql.response('errors'))).toMatchObject({
    errors: [{ message: 'Sign in first', extensions: { code: 'UNAUTHENTICATED' } }],
  });
  await graphiql.page.close();
});

test('a wrong password is answered beside the form', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.signIn(user, 'wrong');
  expect(await graphiql.signInFailure()).toBe('Wrong password');
  expect(await graphiql.read('request-headers.json')).toBe('');
  await graphiql.page.close();
});

test('the token follows into the headers of every tab and leaves them on signing out', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.signIn(user, password);
  await graphiql.signedIn();
  await graphiql.tab('Timetable');
  expect(JSON.parse(await graphiql.text('request-headers.json', 'Bearer'))).toEqual({
    Authorization: expect.stringMatching(/^Bearer \S+$/),
  });

  await graphiql.signOut();
  await graphiql.text('request-headers.json', '');
  await graphiql.tab('Campuses');
  await graphiql.text('request-headers.json', '');
  await graphiql.page.close();
});

test('a header that was typed by hand stays', async () => {
  const byHand = '{ "authorization": "Bearer mine", "x-trace": "1" }';
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.write('request-headers.json', byHand);
  await graphiql.signIn(user, password);
  await graphiql.signedIn();
  expect(await graphiql.read('request-headers.json')).toBe(byHand);
  await graphiql.page.close();
});

test('a running subscription goes on under the renewed token', async () => {
  const graphiql = await newGraphiql();
  await graphiql.page.clock.install();
  await graphiql.open();
  await graphiql.signIn(user, password);
  await graphiql.signedIn();
  server.socketCredentials.length = 0;
  await graphiql.run(watchTask, { id: '7' });
  await graphiql.response('progress');
  const [first] = server.socketCredentials;

  const nextSocket = graphiql.page.waitForEvent('websocket');
  await graphiql.page.clock.fastForward('59:30');
  await (await nextSocket).waitForEvent('framereceived');
  expect(server.socketCredentials).toHaveLength(2);
  expect(server.socketCredentials[1]).toMatch(/^Bearer /);
  expect(server.socketCredentials[1]).not.toBe(first);
  await graphiql.text('request-headers.json', String(server.socketCredentials[1]));
  server.advance(77);
  await graphiql.response('77');
  await graphiql.page.close();
});

test('signing out takes the right to watch from a running subscription', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.signIn(user, password);
  await graphiql.signedIn();
  await graphiql.run(watchTask, { id: '7' });
  await graphiql.response('progress');
  await graphiql.signOut();
  await graphiql.response('UNAUTHENTICATED');
  await graphiql.page.close();
});

test('a link brings an operation and a token, runs nothing and leaves no token in the address', async () => {
  const token = await tokenOfServer();
  const linked = 'query Linked { campuses { total } }';
  const graphiql = await newGraphiql();
  await graphiql.open(
    `?query=${encodeURIComponent(linked)}&variables=${encodeURIComponent('{"a":1}')}#token=${token}`,
  );
  expect(await graphiql.signedIn()).toBe(`${name} ${role}`);
  expect(graphiql.page.url()).not.toContain(token);
  expect(await graphiql.read('operation.graphql')).toBe(linked);
  expect(await graphiql.read('variables.json')).toBe('{"a":1}');
  await graphiql.text('request-headers.json', token);
  expect(server.documents).not.toContain(linked);

  await graphiql.page.reload();
  expect(await graphiql.signedIn()).toBe(`${name} ${role}`);
  await graphiql.page.close();
});

test('a token in the query of the address is not taken', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open(`?token=${await tokenOfServer()}`);
  await graphiql.page.locator('.bar-form').waitFor();
  await graphiql.page.close();
});

test('a link with an ended token signs nobody in', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open('#token=ended');
  await graphiql.page.locator('.bar-form').waitFor();
  await graphiql.text('request-headers.json', '');
  await graphiql.page.close();
});

test('nothing that was typed or answered outlives the browser tab', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  await graphiql.signIn(user, password);
  await graphiql.run(campuses);
  await graphiql.response('total');
  expect(await graphiql.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await graphiql.page.close();
});

test('a first visit finds the examples as tabs', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open();
  const names = examples.map(({ query }) => /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1]);
  expect(await graphiql.page.getByRole('tab').allInnerTexts()).toEqual(names);
  await graphiql.page.close();
});

test('a Chinese browser is spoken to in Chinese', async () => {
  const chinese = await startBrowser({ origin: server.url, locale: 'zh-CN' });
  const graphiql = new GraphiqlPage(await chinese.newPage(), server.url);
  await graphiql.open();
  expect(await graphiql.page.locator('.bar-form button').innerText()).toBe('登录');
  expect(await graphiql.read('operation.graphql')).toContain(`# ${examples[0].title.zh}\n`);
  await chinese.close();
});

async function tokenOfServer(): Promise<string> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: `mutation { signIn(user: "${user}", password: "${password}") { token } }`,
    }),
  });
  const { data } = (await response.json()) as { data: { signIn: { token: string } } };
  return data.signIn.token;
}
