import { Student } from '../../src/entities/people.js';
import { startWorker, type JobWorker } from '../../src/jobs/worker.js';
import { SocketClient } from '../transport/socket-client.js';
import { academicAffairs } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { holding } from './support/holding.js';
import { collegeWithClass, studentWorkbook, type Place } from './support/students.js';
import { uploaded } from './support/upload.js';

let server: TestServer;
let worker: JobWorker | undefined;
let place: Place;

beforeAll(async () => {
  server = await startTestServer();
  place = await collegeWithClass(server);
});
beforeEach(async () => {
  worker = await startWorker(server.runtime.app);
});
afterEach(() => worker?.stop());
afterAll(() => server.stop());

const startMutation = `mutation ($file: Upload!, $isTolerant: Boolean = false, $isDryRun: Boolean = false) {
  startImport(subject: STUDENTS, file: $file, isTolerant: $isTolerant, isDryRun: $isDryRun) { id status
  progress } }`;
const fields = `id status stage progress sequence rowsRead rowsStored totalCount successCount failedCount
  failure
  failures { sheet row column code reason } marked { name content }`;
const follow = `subscription ($id: ID!) { importTask(id: $id) { ${fields} } }`;

async function started(file: Buffer, variables: object = {}, token = server.administrator): Promise<string> {
  const { data, errors } = await uploaded(server, startMutation, file, { variables, token });
  if (errors) throw new Error(errors[0].message);
  return data.startImport.id as string;
}

/** Every state of a task until a condition holds, or until the end. */
async function statesOf(id: string, until: (task: any) => boolean = () => false): Promise<any[]> {
  const client = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  client.subscribe('1', follow, { id });
  const states: any[] = [];
  for (let message = await client.next(); message.type === 'next'; message = await client.next()) {
    states.push(message.payload.data.importTask);
    if (until(states.at(-1))) break;
  }
  client.socket.close();
  return states;
}

const stored = (prefix: string): Promise<number> =>
  server.context().em.count(Student, { code: { $like: `${prefix}%` } });

test('an import goes on after the request, tells how far it is, and stores every row', async () => {
  const id = await started(studentWorkbook(place, { count: 3_000, prefix: 'A' }));
  const states = await statesOf(id);
  expect(states.at(-1)).toMatchObject({
    status: 'COMPLETED',
    stage: 'STORING',
    progress: 1,
    rowsRead: 3_000,
    totalCount: 3_000,
    successCount: 3_000,
    failedCount: 0,
    failure: null,
    failures: [],
    marked: null,
  });
  const sequences = states.map(({ sequence }) => sequence as number);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(await stored('A')).toBe(3_000);
  const { data } = await server.graphql('{ importTasks(size: 1) { items { id } } }');
  expect(data.importTasks.items).toEqual([{ id }]);
});

test('bug: an import that ends before its first report tells the rows that it read and stored', async () => {
  const ended = async (variables: object) =>
    (await statesOf(await started(studentWorkbook(place, { count: 3, prefix: 'short' }), variables))).at(-1);
  expect(await ended({ isDryRun: true })).toMatchObject({ rowsRead: 3, rowsStored: 0, successCount: 3 });
  expect(await ended({})).toMatchObject({ rowsRead: 3, rowsStored: 3, successCount: 3 });
});

test(
  'a strict task with bad rows fails, stores nothing and gives the workbook back with the cells ' + 'marked',
  async () => {
    const bad = [...place.names, 'B-bad', '', '男'];
    const file = studentWorkbook(place, { count: 10, prefix: 'B', more: [bad] });
    const [last] = (await statesOf(await started(file))).slice(-1);
    expect(last).toMatchObject({
      status: 'FAILED',
      totalCount: 11,
      successCount: 0,
      failedCount: 11,
      failure: expect.stringContaining('Row 12, column F'),
      failures: [{ sheet: 'sheet1', row: 12, column: 'F', code: 'REQUIRED' }],
      marked: { name: '学生导入模板.xlsx' },
    });
    expect(await stored('B')).toBe(0);
    const [tolerant] = (await statesOf(await started(file, { isTolerant: true }))).slice(-1);
    expect(tolerant).toMatchObject({ status: 'COMPLETED', successCount: 10, failedCount: 1 });
    expect(await stored('B')).toBe(10);
  },
);

test('a task in the middle of its rows tells so, and leaves nothing when it is cancelled', async () => {
  const release = await holding(server.runtime.app.databaseUrl, 'C001999');
  const id = await started(studentWorkbook(place, { count: 2_000, prefix: 'C' }));
  const [running] = (await statesOf(id, ({ rowsStored }) => rowsStored > 0)).slice(-1);
  expect(running).toMatchObject({ status: 'RUNNING', stage: 'STORING', totalCount: 2_000 });
  expect(await stored('C')).toBe(0);
  const cancelled = await server.graphql(
    'mutation ($id: ID!) { cancelImport(id: $id) { status cancelRequestedAt } }',
    { id },
  );
  expect(cancelled.data.cancelImport.cancelRequestedAt).not.toBeNull();
  await release();
  expect((await statesOf(id)).at(-1)).toMatchObject({ status: 'CANCELLED', rowsStored: 0 });
  expect(await stored('C')).toBe(0);
  const again = await server.graphql('mutation ($id: ID!) { cancelImport(id: $id) { status } }', { id });
  expect(again.errors?.[0]).toMatchObject({
    message: 'The task has ended already: it is CANCELLED.',
    extensions: { code: 'OPERATION_INVALID' },
  });
});

test(
  'a number that somebody stores while an import waits for it refuses the whole import, and is ' + 'named',
  async () => {
    const release = await holding(server.runtime.app.databaseUrl, 'G000999');
    const id = await started(studentWorkbook(place, { count: 1_000, prefix: 'G' }));
    await statesOf(id, ({ rowsStored }) => rowsStored > 0);
    await release({ isKept: true });
    expect((await statesOf(id)).at(-1)).toMatchObject({
      status: 'FAILED',
      rowsStored: 0,
      failure: expect.stringContaining('g000999'),
    });
    expect(await stored('G')).toBe(1);
  },
);

test('a page of tasks with all that is wrong with them is over the limit of one query', async () => {
  const ask = (size: number, field: string) =>
    server.graphql(`{ importTasks(size: ${size}) { items { ${field} } } }`);
  expect((await ask(10, 'failures { row code }')).errors).toBeUndefined();
  for (const field of ['failures { row code }', 'marked { name }'])
    expect((await ask(50, field)).errors?.[0].extensions).toMatchObject({
      code: 'GRAPHQL_LIMIT',
      limit: 'cost',
    });
});

test('a waiting task is cancelled at once, and only so many of one person may wait', async () => {
  await worker?.stop();
  worker = undefined;
  const file = studentWorkbook(place, { count: 1, prefix: 'D' });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await started(file));
  await expect(started(file)).rejects.toThrow('5 of your imports wait or run already.');
  for (const id of ids) {
    const { data } = await server.graphql('mutation ($id: ID!) { cancelImport(id: $id) { status } }', {
      id,
    });
    expect(data.cancelImport.status).toBe('CANCELLED');
  }
  expect(await stored('D')).toBe(0);
});

test('of ten imports that one person starts at the same moment five are recorded', async () => {
  await worker?.stop();
  worker = undefined;
  const file = studentWorkbook(place, { count: 1, prefix: 'S' });
  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => started(file)));
  const ids = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  expect(ids).toHaveLength(5);
  for (const refusal of refusals) expect(refusal).toContain('5 of your imports wait or run already.');
  for (const id of ids) await server.graphql('mutation ($id: ID!) { cancelImport(id: $id) { id } }', { id });
});

test('tasks that wait are done one after the other, without the pause of a poll between them', async () => {
  await worker?.stop();
  worker = undefined;
  const ids: string[] = [];
  for (const prefix of ['H', 'I', 'J', 'K'])
    ids.push(await started(studentWorkbook(place, { count: 1, prefix })));
  worker = await startWorker(server.runtime.app);
  for (const id of ids) await statesOf(id);
  const { data } = await server.graphql('{ importTasks(size: 4) { items { startedAt finishedAt } } }');
  const items = (data.importTasks.items as Record<string, string>[])
    .map(({ startedAt, finishedAt }) => ({ start: Date.parse(startedAt), end: Date.parse(finishedAt) }))
    .sort((a, b) => a.start - b.start);
  const work = items.reduce((sum, { start, end }) => sum + end - start, 0);
  const whole = items[3].end - items[0].start;
  // A poll comes every five seconds; a task takes a fraction of a second, on a busy machine as the pauses do.
  expect(whole / work).toBeLessThan(2);
});

test('a worker that stops hands its import back, and the next one stores every row once', async () => {
  const release = await holding(server.runtime.app.databaseUrl, 'E001999');
  const id = await started(studentWorkbook(place, { count: 2_000, prefix: 'E' }));
  await statesOf(id, ({ rowsStored }) => rowsStored > 0);
  const stopping = worker?.stop();
  await release();
  await stopping;
  const { data } = await server.graphql('query ($id: ID!) { importTask(id: $id) { status } }', { id });
  expect([data.importTask.status, await stored('E')]).toEqual(['QUEUED', 0]);
  worker = await startWorker(server.runtime.app);
  expect((await statesOf(id)).at(-1)).toMatchObject({ status: 'COMPLETED', successCount: 2_000 });
  expect(await stored('E')).toBe(2_000);
});

test(
  'a task runs with the rights of its owner at that time, and nobody else but administrators sees ' + 'it',
  async () => {
    await worker?.stop();
    worker = undefined;
    const owner = await academicAffairs(server, place.departmentId);
    const other = await academicAffairs(server, place.departmentId);
    const id = await started(studentWorkbook(place, { count: 1, prefix: 'F' }), {}, owner);
    const query = 'query ($id: ID!) { importTask(id: $id) { status failure } }';
    expect((await server.graphql(query, { id }, owner)).data.importTask.status).toBe('QUEUED');
    expect((await server.graphql(query, { id }, other)).errors?.[0].extensions.code).toBe('NOT_FOUND');
    const foreign = await uploaded(
      server,
      'mutation ($file: Upload!) { startImport(subject: CAMPUSES, file: $file) { id } }',
      studentWorkbook(place, { count: 1 }),
      { token: owner },
    );
    expect(foreign.errors?.[0].extensions.code).toBe('FORBIDDEN');

    await server
      .context()
      .em.execute(
        'update "user" set is_banned = true where id = (select requested_by_id from import_task where id = ' +
          '?)',
        [id],
      );
    worker = await startWorker(server.runtime.app);
    expect((await statesOf(id)).at(-1)).toMatchObject({ status: 'FAILED', totalCount: null });
    expect(await stored('F')).toBe(0);
  },
);
