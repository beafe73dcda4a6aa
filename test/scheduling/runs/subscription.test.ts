import { DepartmentGrant } from '../../../src/entities/accounts.js';
import { startWorker, type JobWorker } from '../../../src/jobs/worker.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { SocketClient } from '../../transport/socket-client.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { courseRow, DepartmentRuns } from '../department-wishes.js';
import { tokenOf } from '../people.js';
import { importInstance } from '../support.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
let worker: JobWorker;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.runtime.app);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const start = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id status } }';
const follow = `subscription ($id: ID!) { schedulingTask(id: $id) {
  sequence status stage progress placedCount failure timetable { revision unplacedCount assignments { id }
  } } }`;

async function startTask(name: string, timeLimitSeconds: number): Promise<string> {
  const { semesterId } = await importInstance(server.context(), name);
  const { data } = await server.graphql(start, { input: { semester: semesterId, timeLimitSeconds } });
  return data.startScheduling.id as string;
}

/** What a run of comp01 tells of itself: when it was started, and then to a follower until it has ended. */
async function figuresOfRun(
  figures: string,
  timeLimitSeconds: number,
): Promise<{ id: string; first: any; states: any[] }> {
  const { semesterId } = await importInstance(server.context(), 'comp01');
  const started = await server.graphql(
    `mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id ${figures} } }`,
    { input: { semester: semesterId, timeLimitSeconds } },
  );
  const { id, ...first } = started.data.startScheduling;
  const client = await SocketClient.signedIn(socketUrl(), server.administrator);
  client.subscribe('1', `subscription ($id: ID!) { schedulingTask(id: $id) { ${figures} } }`, { id });
  const states: any[] = [];
  let message = await client.next();
  for (; message.type === 'next'; message = await client.next())
    states.push(message.payload.data.schedulingTask);
  await client.end();
  return { id, first, states };
}

const socketUrl = (): string => `${server.url.replace('http', 'ws')}/graphql`;

test('a task is told from its state now to its end, in order, and then nothing more', async () => {
  const id = await startTask('comp01', 3);
  const client = await SocketClient.signedIn(socketUrl(), server.administrator);
  client.subscribe('1', follow, { id });
  const states: any[] = [];
  let message = await client.next();
  for (; message.type === 'next'; message = await client.next())
    states.push(message.payload.data.schedulingTask);

  expect(message).toEqual({ id: '1', type: 'complete' });
  expect(states.length).toBeGreaterThan(4);
  const sequences = states.map(({ sequence }) => sequence as number);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  // Only the last one has ended, and it shows the timetable that was made after the subscription began.
  expect(states.slice(0, -1).map(({ status }) => status)).toEqual(
    expect.not.arrayContaining(['COMPLETED', 'FAILED', 'CANCELLED']),
  );
  expect(states.at(-1)).toMatchObject({
    status: 'COMPLETED',
    stage: 'FINALISATION',
    progress: 1,
    failure: null,
  });
  expect(states.at(-1).timetable).toMatchObject({ revision: 1, unplacedCount: 0 });
  expect(states.at(-1).timetable.assignments).toHaveLength(states.at(-1).placedCount);

  client.subscribe('2', follow, { id });
  expect(await client.next()).toMatchObject({
    type: 'next',
    id: '2',
    payload: { data: { schedulingTask: { status: 'COMPLETED' } } },
  });
  expect(await client.next()).toEqual({ id: '2', type: 'complete' });
  await client.end();
});

test('a follower is told how fast the search is, how long it takes, and what broken rules cost', async () => {
  const figures = `status softCost hardViolations movesPerSecond remainingSeconds
    penalties { rule meaning isHard penalty floor aboveFloor }`;
  const { id, first, states } = await figuresOfRun(figures, 3);
  expect(first).toMatchObject({ movesPerSecond: null, remainingSeconds: 3, penalties: null });

  const remaining = states.map(({ remainingSeconds }) => remainingSeconds as number);
  expect(remaining).toEqual(remaining.toSorted((a, b) => b - a));
  const found = states.filter(({ penalties }) => penalties?.length > 0);
  expect(found.some(({ status }) => status === 'RUNNING')).toBe(true);
  for (const { penalties, softCost, hardViolations } of found) {
    const sumOf = (hard: boolean): number =>
      penalties.reduce((sum: number, each: any) => sum + (each.isHard === hard ? each.penalty : 0), 0);
    expect([sumOf(false), sumOf(true)]).toEqual([softCost, hardViolations]);
  }
  // After the end the last figures stay. A course of this instance has more students than its rooms have
  // seats.
  const last = states.at(-1);
  expect(last).toMatchObject({ status: 'COMPLETED', remainingSeconds: 0 });
  expect(last.movesPerSecond).toBeGreaterThan(0);
  expect(last.penalties).toContainEqual({
    rule: 'room-capacity',
    meaning: 'A room seats every student.',
    isHard: false,
    penalty: expect.any(Number),
    floor: 4,
    aboveFloor: last.penalties.find(({ rule }: any) => rule === 'room-capacity').penalty - 4,
  });
  const again = await server.graphql(`query ($id: ID!) { schedulingTask(id: $id) { ${figures} } }`, {
    id,
  });
  expect(again.data.schedulingTask).toEqual(last);
});

test('a follower is told what no timetable can avoid, and what is gained lately', async () => {
  const figures = `status softCost softFloor recentGain outlook
    penalties { rule isHard penalty floor aboveFloor }`;
  const { id, first, states } = await figuresOfRun(figures, 13);
  expect(first).toMatchObject({ softFloor: null, recentGain: null, outlook: null });

  // The largest course of this instance has four students more than the largest room has seats.
  const known = states.filter(({ softFloor }) => softFloor !== null);
  expect(known.some(({ status }) => status === 'RUNNING')).toBe(true);
  for (const { softCost, softFloor, penalties } of known) {
    expect([softFloor, softCost]).toEqual([4, expect.any(Number)]);
    const above = penalties.map(({ penalty, floor, aboveFloor }: any) => [penalty, floor + aboveFloor]);
    expect(above.every(([penalty, sum]: number[]) => penalty === sum)).toBe(true);
  }
  const gains = states.filter(({ recentGain }) => recentGain !== null);
  expect(gains.length).toBeGreaterThan(0);
  for (const { status, recentGain, outlook } of gains) {
    expect(status).toBe('RUNNING');
    expect(outlook).toContain(`The last ten seconds gained ${recentGain === 0 ? 'nothing' : recentGain}`);
  }
  const last = states.at(-1);
  const percent = Math.ceil((100 * (last.softCost - 4)) / last.softCost);
  expect(last).toMatchObject({
    status: 'COMPLETED',
    recentGain: null,
    outlook:
      `It costs ${last.softCost}, and no complete timetable costs less than 4: ` +
      `at most ${percent} % better is possible.`,
  });
  const query = `query ($id: ID!) { schedulingTask(id: $id) { outlook } }`;
  const asked = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'zh',
      authorization: `Bearer ${server.administrator}`,
    },
    body: JSON.stringify({ query, variables: { id } }),
  });
  expect(await asked.json()).toEqual({
    data: {
      schedulingTask: {
        outlook: `软约束代价 ${last.softCost}，任何完整课表都不低于 4：最多还能改进 ${percent}%。`,
      },
    },
  });
});

test(
  '40: a task is seen, followed and cancelled by the departments of its owner and by administrators ' +
    'alone',
  async () => {
    const [a, b] = [await department(server), await department(server)];
    const [owner, colleague, stranger] = [
      await academicAffairs(server, a),
      await academicAffairs(server, a),
      await academicAffairs(server, b),
    ];
    const { semesterId } = await importInstance(server.context(), 'comp03');
    const started = await server.graphql(
      start,
      { input: { semester: semesterId, timeLimitSeconds: 60 } },
      owner,
    );
    const { id } = started.data.startScheduling;
    const one = 'query ($id: ID!) { schedulingTask(id: $id) { id } schedulingTasks { items { id } total } }';
    for (const token of [owner, colleague])
      expect((await server.graphql(one, { id }, token)).data).toEqual({
        schedulingTask: { id },
        schedulingTasks: { items: [{ id }], total: 1 },
      });
    expect((await server.graphql(one, { id })).data.schedulingTask).toEqual({ id });

    const cancel = 'mutation ($id: ID!) { cancelScheduling(id: $id) { id } }';
    for (const document of ['query ($id: ID!) { schedulingTask(id: $id) { id } }', cancel]) {
      const { errors } = await server.graphql(document, { id }, stranger);
      expect(errors?.[0].extensions.code).toBe('NOT_FOUND');
    }
    const list = await server.graphql('{ schedulingTasks { items { id } total } }', {}, stranger);
    expect(list.data.schedulingTasks).toEqual({ items: [], total: 0 });
    // It waits for the other one, of which it hears nothing.
    const second = await server.graphql(start, { input: { semester: semesterId } }, stranger);
    expect(second.errors).toBeUndefined();
    const waiting = second.data.startScheduling.id as string;
    expect(waiting).not.toBe(id);
    await server.graphql(cancel, { id: waiting }, stranger);

    const socket = await SocketClient.signedIn(socketUrl(), stranger);
    socket.subscribe('1', follow, { id });
    expect(JSON.stringify(await socket.next())).toContain('NOT_FOUND');
    // Not even that it moves is told.
    expect(await socket.next()).toEqual({ id: '1', type: 'complete' });
    await socket.end();
    expect((await server.graphql(cancel, { id }, colleague)).data.cancelScheduling).toEqual({ id });
  },
);

test('40: who is no planner follows no task, and who loses the role hears no more of it', async () => {
  const { semesterId } = await importInstance(server.context(), 'comp02');
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const started = await server.graphql(
    start,
    { input: { semester: semesterId, timeLimitSeconds: 20 } },
    token,
  );
  const { id } = started.data.startScheduling;
  const leader = await SocketClient.signedIn(socketUrl(), await tokenOf(server, RoleKey.LEADER));
  leader.subscribe('1', follow, { id });
  expect(JSON.stringify(await leader.next())).toContain('FORBIDDEN');
  await leader.end();

  const planner = await SocketClient.signedIn(socketUrl(), token);
  planner.subscribe('1', follow, { id });
  expect(await planner.next()).toMatchObject({
    type: 'next',
    payload: { data: { schedulingTask: { status: expect.any(String) } } },
  });
  await server
    .context()
    .em.execute(`update "user" set role_id = (select id from role where key = 'LEADER') where id = $1`, [
      server.runtime.app.tokens.verify(token)?.userId,
    ]);
  let message = await planner.next();
  while (message.type === 'next' && !message.payload.errors) message = await planner.next();
  expect(JSON.stringify(message)).toContain('FORBIDDEN');
  expect(await planner.next()).toEqual({ id: '1', type: 'complete' });
  await planner.end();

  const { data } = await server.graphql(
    'mutation ($id: ID!) { cancelScheduling(id: $id) { cancelRequestedAt } }',
    { id },
  );
  expect(data.cancelScheduling.cancelRequestedAt).toEqual(expect.any(String));
});

test('40: who loses the grant for the department of a run hears no more of it', async () => {
  const runs = await DepartmentRuns.of(server);
  const token = await academicAffairs(server, runs.department);
  const stranger = await academicAffairs(server, await department(server));
  const row = courseRow(await runs.course(), { number: 30 });
  // The long strategy: it goes on until somebody cancels it.
  const body = runs.wish(await runs.semester(), [row], { strategy: 'OPTIMAL' });
  const { data } = await runs.start(body);
  const { task_id: id } = data;

  const outside = await SocketClient.signedIn(socketUrl(), stranger);
  outside.subscribe('1', follow, { id });
  expect(JSON.stringify(await outside.next())).toContain('NOT_FOUND');
  expect(await outside.next()).toEqual({ id: '1', type: 'complete' });
  await outside.end();

  const colleague = await SocketClient.signedIn(socketUrl(), token);
  colleague.subscribe('1', follow, { id });
  expect(await colleague.next()).toMatchObject({ type: 'next', id: '1' });
  const user = server.runtime.app.tokens.verify(token)!.userId;
  await server.context().em.nativeDelete(DepartmentGrant, { user });
  let message = await colleague.next();
  while (message.type === 'next' && !message.payload.errors) message = await colleague.next();
  expect(JSON.stringify(message)).toContain('NOT_FOUND');
  expect(await colleague.next()).toEqual({ id: '1', type: 'complete' });
  await colleague.end();
  await server.graphql('mutation ($id: ID!) { cancelScheduling(id: $id) { id } }', { id }, runs.planner);
});

test('40: who loses the role hears no more of the changes of a timetable', async () => {
  const { app } = server.runtime;
  const { semester, meetings, rooms, teachers } = await makeUniversity(app, { name: 'heard' });
  const draft = await server.graphql(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const timetable = `timetable: "${draft.data.createDraft.id}"`;
  const ofMeeting = `${timetable}, meeting: "${meetings[0].id}"`;
  const place = `{ dayOfWeek: 1 periodStart: 1 classroom: "${rooms[0].id}" teacher: "${teachers[0].id}" }`;
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const planner = await SocketClient.signedIn(socketUrl(), token);
  planner.subscribe('1', `subscription { timetableChanges(${timetable}) { number } }`);
  const placed = await server.graphql(`mutation { placeMeeting(${ofMeeting}, place: ${place}) { number } }`);
  expect(placed.errors).toBeUndefined();
  let heard = await planner.next();
  while (heard.payload.data.timetableChanges.length === 0) heard = await planner.next();
  await server
    .context()
    .em.execute(`update "user" set role_id = (select id from role where key = 'LEADER') where id = $1`, [
      app.tokens.verify(token)?.userId,
    ]);
  await server.graphql(`mutation { takeOutMeeting(${ofMeeting}) { number } }`);
  expect(JSON.stringify(await planner.next())).toContain('FORBIDDEN');
  expect(await planner.next()).toEqual({ id: '1', type: 'complete' });
  await planner.end();
});
