import { once } from 'node:events';
import { RoleKey } from '../../../src/schema/enums.js';
import { startServerProcess } from '../../support/server-process.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function call(document: string, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(`mutation { it: ${document} }`, {}, token);
  return errors ? { error: errors[0] } : data.it;
}

/** An empty draft, and changes of it; nobody has to be scheduled first. */
class Draft {
  constructor(
    readonly id: string,
    readonly university: TestUniversity,
    readonly token?: string,
  ) {}

  /** The same draft in the hands of somebody else. */
  async ofSomebodyElse(): Promise<Draft> {
    return new Draft(this.id, this.university, await tokenOf(server, RoleKey.ADMINISTRATOR));
  }

  do(field: string, args = ''): Promise<any> {
    return call(`${field}(timetable: "${this.id}" ${args}) { number change { id } }`, this.token);
  }

  #item(meeting: number, period: number, room: number): string {
    const { meetings, rooms, teachers } = this.university;
    const at = `dayOfWeek: 1 periodStart: ${period} classroom: "${rooms[room].id}"`;
    const teacher = `teacher: "${teachers[meeting >> 1].id}"`;
    return `{ meeting: "${meetings[meeting].id}" place: { ${at} ${teacher} } }`;
  }

  /** Places the meeting with the number, of teaching class number / 2, on Monday. */
  place(meeting: number, { period, room = 0 }: { period: number; room?: number }, more = ''): Promise<any> {
    return this.do('changeTimetable', `input: { items: [${this.#item(meeting, period, room)}] } ${more}`);
  }

  /** Places meetings one after the other in one room, as one change, so that they are one series. */
  placeTogether(meetings: readonly number[], period = 1): Promise<any> {
    const items = meetings.map((meeting, at) => this.#item(meeting, period + 2 * at, 0));
    return this.do('changeTimetable', `input: { items: [${items.join(' ')}] }`);
  }

  undo(): Promise<any> {
    return this.do('undoChange');
  }

  redo(): Promise<any> {
    return this.do('redoChange');
  }

  async export(): Promise<any> {
    expect(await faultsOf(server.runtime.app, this.id)).toEqual([]);
    return JSON.parse(await canonicalExport(server.runtime.app, this.id));
  }

  /** Series and room of the meeting with the number. */
  async standOf(meeting: number): Promise<{ series: string; room: string; period: number }> {
    const { id } = this.university.meetings[meeting];
    const row = (await this.export()).rows.find(({ meeting_id }: any) => meeting_id === id);
    return { series: row.series_id, room: row.classroom_id, period: row.period_start };
  }
}

let made = 0;

async function emptyDraft(): Promise<Draft> {
  const university = await makeUniversity(server.runtime.app, { name: `un${++made}` });
  const { id } = await call(`createDraft(semester: "${university.semester.id}" isEmpty: true) { id }`);
  return new Draft(id, university);
}

test('the first change of an empty draft is taken back', async () => {
  const draft = await emptyDraft();
  await draft.place(0, { period: 1 });
  expect((await draft.undo()).error).toBeUndefined();
  expect((await draft.export()).rows).toEqual([]);
});

test('taking out what is out of its place changes nothing, and leaves nothing to take back', async () => {
  const draft = await emptyDraft();
  const meeting = `meeting: "${draft.university.meetings[0].id}"`;
  await draft.place(0, { period: 1 });
  expect((await draft.do('takeOutMeeting', meeting)).change).not.toBeNull();
  expect((await draft.do('takeOutMeeting', meeting)).change).toBeNull();
  await draft.undo();
  expect(await draft.standOf(0)).toMatchObject({ period: 1 });
});

test('unlocking a meeting that a timetable does not hold does not add it', async () => {
  const draft = await emptyDraft();
  const unlocked = await draft.do('unlockMeeting', `meeting: "${draft.university.meetings[0].id}"`);
  expect(unlocked).toMatchObject({ change: null });
  expect((await draft.export()).rows).toEqual([]);
});

test('what comes back joins its series only where that still stands', async () => {
  const draft = await emptyDraft();
  const other = await draft.ofSomebodyElse();
  await draft.placeTogether([0, 1]);
  expect((await draft.standOf(0)).series).toBe((await draft.standOf(1)).series);
  await draft.place(1, { period: 3, room: 1 });
  await other.place(0, { period: 1, room: 2 });

  expect((await draft.undo()).error).toBeUndefined();
  const [first, second] = [await draft.standOf(0), await draft.standOf(1)];
  expect(second.room).toBe(draft.university.rooms[0].id);
  expect(first.series).not.toBe(second.series);
});

test('a meeting that a change leaves as it is takes no other into its series', async () => {
  const draft = await emptyDraft();
  await draft.place(0, { period: 1 });
  // The first of both stands there already.
  expect((await draft.placeTogether([0, 1])).change).not.toBeNull();
  const [first, second] = [await draft.standOf(0), await draft.standOf(1)];
  expect(second.room).toBe(first.room);
  expect(second.series).not.toBe(first.series);
});

const accept = (reason: string): string => `acceptsClashes: true reason: "${reason}"`;
const roomsOf = ({ conflicts }: any): any[] => conflicts.filter(({ kind }: any) => kind === 'ROOM');

test('an undo does not resolve what overlaps by somebody else’s leave', async () => {
  const draft = await emptyDraft();
  const other = await draft.ofSomebodyElse();
  await draft.placeTogether([0, 1]);
  await draft.placeTogether([2, 3], 5);
  await draft.place(2, { period: 1 }, accept('first'));
  await draft.place(2, { period: 5 });
  expect(roomsOf(await draft.export())).toMatchObject([{ status: 'RESOLVED' }]);
  await draft.place(2, { period: 1 }, accept('again'));
  await other.place(3, { period: 3 }, accept('theirs'));

  expect((await draft.undo()).error).toBeUndefined();
  const after = await draft.export();
  expect(after.pairs).toHaveLength(1);
  expect(roomsOf(after)).toMatchObject([{ id: after.pairs[0].conflict_id, status: 'IGNORED' }]);
});

test('an undo leaves alone what somebody has decided about other conflicts since', async () => {
  const draft = await emptyDraft();
  const other = await draft.ofSomebodyElse();
  await draft.place(0, { period: 1 });
  await draft.place(2, { period: 1 }, accept('joint'));
  const [conflict] = (await draft.export()).conflicts;
  await draft.place(4, { period: 1 }, accept('joint as well'));
  await call(`reopenConflict(id: "${conflict.id}") { id }`, other.token);

  expect((await draft.undo()).error).toBeUndefined();
  expect((await draft.export()).conflicts).toMatchObject([{ id: conflict.id, status: 'OPEN' }]);
});

test('what is made again is what was taken back last, also after a merge', async () => {
  const draft = await emptyDraft();
  await draft.place(0, { period: 1 });
  await call(`publishTimetable(id: "${draft.id}") { id }`);
  const { university } = draft;
  const { id } = await call(`createDraft(semester: "${university.semester.id}") { id }`);
  const copy = new Draft(id, university);
  await copy.place(0, { period: 3 });
  await copy.place(2, { period: 5, room: 1 });
  await copy.undo();
  await draft.place(0, { period: 7 }, 'reason: "later"');
  await call(`resolveDraft(id: "${id}" keep: PUBLISHED) { id }`);
  expect(await copy.standOf(0)).toMatchObject({ period: 7 });
  await copy.undo();
  expect(await copy.standOf(0)).toMatchObject({ period: 3 });
  await copy.redo();
  expect(await copy.standOf(0)).toMatchObject({ period: 7 });
});

test('a server that was started since takes back and makes again what the one before did', async () => {
  const draft = await emptyDraft();
  await draft.place(0, { period: 1 });
  const before = await draft.export();
  await draft.place(0, { period: 5, room: 1 });
  const between = await draft.export();

  const { databaseUrl, config } = server.runtime.app;
  const env = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: config.DATA_DIR!, WORKER: 'false' };
  const { server: process, url } = await startServerProcess(env);
  try {
    const ask = async (field: string): Promise<void> => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${server.administrator}` },
        body: JSON.stringify({ query: `mutation { ${field}(timetable: "${draft.id}") { number } }` }),
      });
      expect(await response.json()).not.toHaveProperty('errors');
    };
    await ask('undoChange');
    expect(await draft.export()).toEqual(before);
    await ask('redoChange');
    expect(await draft.export()).toEqual(between);
  } finally {
    process.kill('SIGTERM');
    await once(process, 'exit');
  }
});
