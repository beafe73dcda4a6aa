import type { Page } from 'playwright-core';
import { buildWeb } from '../../scripts/build-web.mjs';
import { Role } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { examples, FRESH } from '../../src/web/examples.js';
import { aDepartment, addStudent } from '../accounts/people.js';
import { importInstance } from '../scheduling/support.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { GraphiqlPage } from '../support/graphiql-page.js';
import { startTestServer, type TestServer } from '../support/server.js';

const planner = { name: 'wang', password: 'Correct1 horse' };
const ownRole = 'query OwnRole { me { user { name role { name } } } }';
const watchTask = 'subscription WatchTask($id: ID!) { schedulingTask(id: $id) { id status } }';

let server: TestServer;
let browser: TestBrowser;
/** Pages that several tests go on with, because to open one costs more than what they do there. */
let visitors: GraphiqlPage;
let planners: GraphiqlPage;

beforeAll(async () => {
  await buildWeb();
  server = await startTestServer({ env: { WORKER: 'true' } });
  browser = await startBrowser({ origin: server.url });
  await addPlanner();
  [visitors, planners] = [await openGraphiql(), await openGraphiql()];
});

afterEach(() => expect(browser.faults.splice(0)).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newGraphiql(): Promise<GraphiqlPage> {
  return new GraphiqlPage(await browser.newPage(), server.url);
}

async function openGraphiql(): Promise<GraphiqlPage> {
  const graphiql = await newGraphiql();
  await graphiql.open();
  return graphiql;
}

async function addPlanner(): Promise<void> {
  const { id: role } = await server.context().em.findOneOrFail(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  const { id: department } = await aDepartment(server);
  const contact = { email: 'wang@example.com', phone: '13900000001' };
  const { errors } = await server.graphql(
    'mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }',
    { input: { ...planner, ...contact, role, department, scope: 1 } },
  );
  expect(errors).toBeUndefined();
}

async function signInPlanner(graphiql: GraphiqlPage): Promise<void> {
  await graphiql.signIn(planner.name, planner.password);
  expect(await graphiql.signedIn()).toBe('wang Academic affairs');
}

/** A task of the planner that runs until somebody cancels it. */
async function longTask(): Promise<{ id: string; cancel(): Promise<void> }> {
  const { semesterId } = await importInstance(server.context(), 'comp05');
  const { data } = await server.graphql(
    'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }',
    { input: { semester: semesterId, timeLimitSeconds: 600 } },
    await server.signIn(planner.name, planner.password),
  );
  const { id } = data.startScheduling;
  const cancellation = 'mutation ($id: ID!) { cancelScheduling(id: $id) { status } }';
  return { id, cancel: async () => void (await server.graphql(cancellation, { id })) };
}

test('a first visit finds the examples as tabs', async () => {
  const names = examples.map(({ query }) => /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1]);
  expect(await visitors.page.getByRole('tab').allInnerTexts()).toEqual(names);
});

test('without signing in the error of the server is shown as it came', async () => {
  await visitors.run(ownRole);
  expect(JSON.parse(await visitors.response('errors'))).toMatchObject({
    errors: [{ path: ['me'], extensions: { code: 'UNAUTHENTICATED' } }],
  });
});

test('a wrong password is answered beside the form', async () => {
  await visitors.signIn(planner.name, 'Wrong111');
  await visitors.refused('The user name or the password is wrong.');
  expect(await visitors.read('request-headers.json')).toBe('');
});

test('somebody who signs in for the first time is told to register', async () => {
  await addStudent(server, '20240001');
  await visitors.signIn('20240001', 'stu20240001');
  await visitors.refused('First sign-in: register first');
  expect(await visitors.read('request-headers.json')).toBe('');
});

test('a header that was typed by hand stays', async () => {
  const byHand = '{ "authorization": "Bearer mine", "x-trace": "1" }';
  await visitors.write('request-headers.json', byHand);
  await visitors.signIn(planner.name, planner.password);
  await visitors.signedIn();
  expect(await visitors.read('request-headers.json')).toBe(byHand);
});

test(
  'a planner signs in, starts scheduling, watches the task to its end and reads the nested ' + 'timetable',
  async () => {
    await importInstance(server.context(), 'comp01');
    const graphiql = planners;
    await signInPlanner(graphiql);

    await graphiql.runTab('Semesters');
    const { semesters } = JSON.parse(await graphiql.response('isCurrent')).data;
    expect(semesters.items).toEqual([expect.objectContaining({ name: 'comp01', isCurrent: true })]);

    const input = { semester: semesters.items[0].id, timeLimitSeconds: 4, seed: 1 };
    await graphiql.runTab('StartScheduling', { input });
    const { startScheduling } = JSON.parse(await graphiql.response('startScheduling')).data;

    const arrivals = graphiql.responsesUntil('COMPLETED');
    await graphiql.runTab('TaskProgress', { id: startScheduling.id });
    const tasks = (await arrivals).filter(Boolean).map((text) => JSON.parse(text).data.schedulingTask);
    const shares = tasks.map(({ progress }) => progress);
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(tasks.map(({ status }) => status)).toContain('RUNNING');
    expect(tasks.at(-1)).toMatchObject({
      status: 'COMPLETED',
      stage: 'FINALISATION',
      progress: 1,
      placedCount: 160,
      unplacedCount: 0,
      hardViolations: 0,
      timetable: { revision: 1 },
    });

    await graphiql.runTab('Timetable');
    const { timetable } = JSON.parse(await graphiql.response('assignments')).data;
    expect(timetable).toMatchObject({ revision: 1, status: 'DRAFT', hardViolations: 0 });
    expect(timetable.assignments).toHaveLength(160);
    const text = expect.any(String);
    const number = expect.any(Number);
    for (const assignment of timetable.assignments) {
      expect(assignment).toMatchObject({
        time: { dayOfWeek: number, periodStart: number, periodEnd: number },
        classroom: { name: text, building: { name: text, campus: { name: 'comp01' } } },
        teacher: { name: text },
        teachingClass: { name: text, course: { name: text }, groups: expect.any(Array) },
      });
    }
    await graphiql.signOut();
  },
);

test('the examples hold a conversation with the assistant, and apply the plan that it makes', async () => {
  const { data } = await server.graphql(
    '{ timetable { assignments { time { dayOfWeek periodStart } teachingClass { name } } } }',
  );
  const [{ time, teachingClass }] = data.timetable.assignments;
  const day = '一二三四五六日'[time.dayOfWeek - 1];
  const text = `锁定周${day}第${time.periodStart}节的${teachingClass.name}`;
  const graphiql = planners;
  const { user, password } = server.credentials;
  await graphiql.signIn(user, password);
  await graphiql.signedIn();
  await graphiql.runTab('SendToAssistant', { text, key: FRESH });
  const { sendToAssistant } = JSON.parse(await graphiql.response('sequence')).data;
  const arrivals = graphiql.responsesUntil('DONE');
  const { conversation, sequence: after } = sendToAssistant;
  await graphiql.runTab('AssistantChat', { conversation: conversation.id, after });
  const events = (await arrivals).flatMap((each) => (each ? JSON.parse(each).data.assistantChat : []));
  const { plan } = events.find(({ kind }) => kind === 'PLAN');
  await graphiql.runTab('ApplyChangePlan', { id: plan.id, hash: plan.hash });
  const { applyChangePlan } = JSON.parse(await graphiql.response('isApplied')).data;
  expect(applyChangePlan).toMatchObject({
    isApplied: true,
    plan: { id: plan.id, words: text, change: { reason: `Told the assistant: ${text}` } },
  });
  await graphiql.signOut();
});

test('the token follows into the headers of every tab and leaves them on signing out', async () => {
  await signInPlanner(planners);
  await planners.tab('Semesters');
  expect(JSON.parse(await planners.text('request-headers.json', 'Bearer'))).toEqual({
    Authorization: expect.stringMatching(/^Bearer \S+$/),
  });

  await planners.signOut();
  await planners.text('request-headers.json', '');
  await planners.tab('MyTeaching');
  await planners.text('request-headers.json', '');
});

test('signing out ends the token for everybody who has it', async () => {
  await signInPlanner(planners);
  const { Authorization } = JSON.parse(await planners.text('request-headers.json', 'Bearer'));
  const isSignOut = (body: string | null) => body?.includes('signOut') ?? false;
  const ended = planners.page.waitForResponse((response) => isSignOut(response.request().postData()));
  await planners.signOut();
  await ended;
  const { errors } = await server.graphql(ownRole, {}, Authorization.replace('Bearer ', ''));
  expect(errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
});

test('signing out takes the right to watch from a running subscription', async () => {
  const task = await longTask();
  await signInPlanner(planners);
  await planners.run(watchTask, { id: task.id });
  await planners.response('schedulingTask');
  await planners.signOut();
  await planners.response('UNAUTHENTICATED');
  await task.cancel();
});

test('nothing that was typed or answered outlives the browser tab', async () => {
  await signInPlanner(planners);
  await planners.run(ownRole);
  await planners.response('教务');
  expect(await planners.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a page that is opened again with an ended token renews it at once', async () => {
  const graphiql = planners;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  for (const expiresAt of [new Date(0).toISOString(), inAnHour]) {
    await graphiql.page.evaluate((end) => {
      const [key] = Object.keys(sessionStorage).filter((name) => name.endsWith(':session'));
      const kept = JSON.parse(sessionStorage.getItem(key)!) as object;
      sessionStorage.setItem(key, JSON.stringify({ ...kept, token: 'ended', expiresAt: end }));
    }, expiresAt);
    await graphiql.page.reload();
    await graphiql.opened();
    expect(await graphiql.signedIn()).toBe('wang Academic affairs');
    await graphiql.text('request-headers.json', 'Bearer ey');
    await graphiql.run(ownRole);
    await graphiql.response('教务');
  }
  await graphiql.signOut();
});

test('bug: of two tabs of one session both go on when one renews it', async () => {
  const stored = 'class-scheduling:session';
  const renewed = ({ page }: GraphiqlPage, token: string | undefined) =>
    page.waitForFunction(
      ([name, before]) => JSON.parse(sessionStorage.getItem(name!)!)?.refreshToken !== before,
      [stored, token],
    );
  const tokenOf = async ({ page }: GraphiqlPage): Promise<string> =>
    JSON.parse((await page.evaluate((name) => sessionStorage.getItem(name), stored))!).refreshToken;
  await signInPlanner(planners);
  const kept = await planners.page.evaluate((name) => sessionStorage.getItem(name)!, stored);
  const duplicate = await newGraphiql();
  await duplicate.page.addInitScript(
    ([name, session]) => sessionStorage.getItem(name!) ?? sessionStorage.setItem(name!, session!),
    [stored, kept],
  );
  await duplicate.open();
  const first = await tokenOf(planners);
  await planners.page.evaluate((name) => {
    const session = JSON.parse(sessionStorage.getItem(name)!) as object;
    sessionStorage.setItem(name, JSON.stringify({ ...session, expiresAt: new Date(0).toISOString() }));
  }, stored);
  await planners.page.reload();
  await renewed(planners, first);
  await renewed(duplicate, first);
  expect(await tokenOf(duplicate)).toBe(await tokenOf(planners));
  await duplicate.run(ownRole);
  await duplicate.response('教务');
  await duplicate.page.close();
  await planners.signOut();
});

test('a running subscription goes on under the renewed token', async () => {
  const task = await longTask();
  const graphiql = await newGraphiql();
  await graphiql.page.clock.install();
  await graphiql.open();
  await graphiql.signIn(planner.name, planner.password);
  await graphiql.signedIn();
  const credentials = socketCredentials(graphiql.page);
  await graphiql.run(watchTask, { id: task.id });
  await graphiql.response('RUNNING');

  const nextSocket = graphiql.page.waitForEvent('websocket');
  await graphiql.page.clock.fastForward('59:30');
  await (await nextSocket).waitForEvent('framereceived');
  const [first, second] = credentials;
  expect(credentials).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)]);
  expect(second).not.toBe(first);
  await graphiql.text('request-headers.json', second);
  expect(await graphiql.signedIn()).toBe('wang Academic affairs');

  await task.cancel();
  expect(JSON.parse(await graphiql.response('CANCELLED'))).toEqual({
    data: { schedulingTask: { id: task.id, status: 'CANCELLED' } },
  });
  await graphiql.page.close();
});

test('a server that cannot renew the session is asked again, and one that refuses to ends it', async () => {
  const graphiql = await newGraphiql();
  const { page } = graphiql;
  const tokenOfPage = async () => /Bearer ([\w.-]+)/.exec(await graphiql.read('request-headers.json'))?.[1];
  await page.clock.install();
  await graphiql.open();
  await graphiql.signIn(planner.name, planner.password);
  await graphiql.signedIn();
  await graphiql.text('request-headers.json', 'Bearer');
  const first = await tokenOfPage();
  const failure = { errors: [{ message: 'Broken', extensions: { code: 'INTERNAL' } }] };
  await page.route('**/graphql', (route) => route.fulfill({ json: failure }), { times: 1 });
  while ((await tokenOfPage()) === first) await page.clock.fastForward('20:00');
  expect(await graphiql.signedIn()).toBe('wang Academic affairs');

  await server.graphql('mutation { signOut }', {}, await tokenOfPage());
  while (await tokenOfPage()) await page.clock.fastForward('20:00');
  await page.locator('.bar-form').waitFor();
  await page.close();
});

test('a link brings an operation and a token, runs nothing and leaves no token in the address', async () => {
  const token = await server.signIn(planner.name, planner.password);
  const linked = 'query Linked { campuses { total } }';
  const graphiql = await newGraphiql();
  const sent: string[] = [];
  graphiql.page.on('request', (request) => sent.push(request.postData() ?? ''));
  await graphiql.open(
    `?query=${encodeURIComponent(linked)}&variables=${encodeURIComponent('{"a":1}')}#token=${token}`,
  );
  expect(await graphiql.signedIn()).toBe('wang Academic affairs');
  expect(graphiql.page.url()).not.toContain(token);
  expect(await graphiql.read('operation.graphql')).toBe(linked);
  expect(await graphiql.read('variables.json')).toBe('{"a":1}');
  await graphiql.text('request-headers.json', token);
  expect(sent.join('\n')).toContain('Viewer');
  expect(sent.join('\n')).not.toContain('Linked');

  await graphiql.page.reload();
  expect(await graphiql.signedIn()).toBe('wang Academic affairs');
  await graphiql.page.close();
});

test('a token in the query of the address is not taken', async () => {
  const graphiql = await newGraphiql();
  await graphiql.open(`?token=${await server.signIn(planner.name, planner.password)}`);
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

test('a Chinese browser is spoken to in Chinese, by the page and by the server', async () => {
  const chinese = await startBrowser({ origin: server.url, locale: 'zh-CN' });
  const graphiql = new GraphiqlPage(await chinese.newPage(), server.url);
  await graphiql.open();
  expect(await graphiql.page.locator('.bar-form button').innerText()).toBe('登录');
  expect(await graphiql.read('operation.graphql')).toContain(`# ${examples[0].title.zh.split('\n')[0]}\n`);
  await graphiql.signIn(planner.name, 'Wrong111');
  await graphiql.refused('用户名或密码错误');
  await chinese.close();
});

/** The credential of every socket that the page opens from now on, in order. */
function socketCredentials(page: Page): string[] {
  const credentials: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'connection_init') credentials.push(message.payload?.Authorization);
    }),
  );
  return credentials;
}
