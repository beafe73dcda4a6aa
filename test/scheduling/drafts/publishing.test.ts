import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { SocketClient } from '../../transport/socket-client.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { schedule } from '../drafts.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);

const publish = (id: string, more = ''): Promise<any> =>
  call(`mutation { publishTimetable(id: "${id}" ${more}) { id status publishReason } }`);
const createDraft = (semester: string, more = ''): Promise<any> =>
  call(`mutation { createDraft(semester: "${semester}" ${more}) { id revision status base { id } } }`);
const move = (timetable: string, meeting: string, place: string): Promise<any> =>
  call(
    `mutation { moveMeeting(timetable: "${timetable}", meeting: "${meeting}", place: { ${place} ` +
      `} reason: "asked for") { number } }`,
  );
const rowOf = async (timetable: string, meeting: string): Promise<any> => {
  const [row] = await server.context().rows.find(ClassAssignment, { timetable, meeting });
  return row;
};

let made = 0;
/** A semester with a published timetable, of nine meetings on the first days of the week. */
async function published(): Promise<TestUniversity & { timetable: string }> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `pub${made}` });
  const { id } = await schedule(server, university);
  expect(await publish(id)).toMatchObject({ status: 'PUBLISHED' });
  return { ...university, timetable: id };
}

const late = 'dayOfWeek: 5 periodStart: 11';
const later = 'dayOfWeek: 4 periodStart: 11';

test('a draft begins from the published timetable, any revision or empty; it can end', async () => {
  const { semester, timetable, meetings } = await published();
  const draft = await createDraft(semester.id);
  expect(draft).toMatchObject({ status: 'DRAFT', revision: 2, base: { id: timetable } });
  const strip = (text: string): object => {
    const { rows, occupancy } = JSON.parse(text);
    return { rows: rows.map(({ id: _, ...row }: any) => row), occupancy };
  };
  const { app } = server.runtime;
  expect(strip(await canonicalExport(app, draft.id))).toEqual(strip(await canonicalExport(app, timetable)));
  expect(await faultsOf(app, draft.id)).toEqual([]);

  const empty = await createDraft(semester.id, 'isEmpty: true');
  expect(JSON.parse(await canonicalExport(app, empty.id)).rows).toEqual([]);
  await move(draft.id, meetings[0].id, late);
  const again = await createDraft(semester.id, `from: "${draft.id}"`);
  expect(await rowOf(again.id, meetings[0].id)).toMatchObject({ dayOfWeek: 5, periodStart: 11 });

  expect(await call(`mutation { discardDraft(id: "${again.id}") }`)).toBe(again.id);
  const { error } = await move(again.id, meetings[0].id, later);
  expect(error.extensions.code).toBe('NOT_FOUND');
  const kept = await call(`mutation { discardDraft(id: "${timetable}") }`);
  expect(kept.error.message).toMatch(/no draft/);
});

test('bug: a draft that others discard at the same moment was of "revision undefined"', async () => {
  const { semester } = await published();
  const { id } = await createDraft(semester.id);
  const discard = (): Promise<any> => call(`mutation { discardDraft(id: "${id}") }`);
  const answers = await Promise.all(Array.from({ length: 4 }, discard));
  expect(answers.filter((answer) => answer === id)).toHaveLength(1);
  const refusals = answers.filter((answer) => answer !== id).map(({ error }) => error.extensions.code);
  expect(refusals).toEqual(Array(3).fill('NOT_FOUND'));
});

test('publishing brings in first what was changed in public since the draft began', async () => {
  const { semester, timetable, meetings } = await published();
  const [mine, theirs] = [meetings[0].id, meetings[2].id];
  const draft = await createDraft(semester.id);
  await move(draft.id, mine, late);
  await move(timetable, theirs, later);

  const told = await call(
    `mutation { rehearsePublishing(id: "${draft.id}") { items { meeting { id } } merged { meeting { id } }
       affected { studentCount } } }`,
  );
  expect(told).toMatchObject({ items: [{ meeting: { id: mine } }], merged: [{ meeting: { id: theirs } }] });
  expect(await rowOf(draft.id, theirs)).not.toMatchObject({ dayOfWeek: 4, periodStart: 11 });

  expect(await publish(draft.id)).toMatchObject({ status: 'PUBLISHED' });
  expect(await rowOf(draft.id, theirs)).toMatchObject({ dayOfWeek: 4, periodStart: 11 });
  expect(await rowOf(draft.id, mine)).toMatchObject({ dayOfWeek: 5, periodStart: 11 });
  expect(await faultsOf(server.runtime.app, draft.id)).toEqual([]);
  expect(JSON.parse(await canonicalExport(server.runtime.app, timetable)).occupancy).toEqual([]);
  const { error } = await move(timetable, theirs, late);
  expect(error.message).toMatch(/archived/);
});

test('what both sides changed is refused until somebody has said which side stays', async () => {
  const { semester, timetable, meetings } = await published();
  const [meeting, other] = [meetings[0].id, meetings[2].id];
  const draft = await createDraft(semester.id);
  for (const each of [meeting, other]) await move(draft.id, each, each === meeting ? late : later);
  await move(timetable, meeting, 'dayOfWeek: 3 periodStart: 11');
  await move(timetable, other, 'dayOfWeek: 2 periodStart: 11');
  const { error } = await publish(draft.id);
  expect(error.extensions.meetings.toSorted()).toEqual([meeting, other].toSorted());
  const resolve = (keep: string, which: string): Promise<any> =>
    call(`mutation { resolveDraft(id: "${draft.id}", keep: ${keep}, meetings: ["${which}"]) { id } }`);
  await resolve('DRAFT', meeting);
  expect((await publish(draft.id)).error.extensions.meetings).toEqual([other]);
  await resolve('PUBLISHED', other);
  expect((await resolve('PUBLISHED', other)).error.message).toMatch(/nothing to decide/);
  expect(await publish(draft.id)).toMatchObject({ status: 'PUBLISHED' });
  expect(await rowOf(draft.id, meeting)).toMatchObject({ dayOfWeek: 5, periodStart: 11 });
  expect(await rowOf(draft.id, other)).toMatchObject({ dayOfWeek: 2, periodStart: 11 });
});

test('bug: a reason alone published a draft with unplaced meetings, which nobody had accepted', async () => {
  const { semester, meetings } = await published();
  const draft = await createDraft(semester.id);
  await call(
    `mutation { takeOutMeeting(timetable: "${draft.id}", meeting: "${meetings[0].id}") { number } }`,
  );
  const { error } = await publish(draft.id);
  expect(error.extensions).toMatchObject({
    code: 'OPERATION_INVALID',
    unplaced: [meetings[0].id],
    conflicts: [],
  });
  expect(error.message).toMatch(/K0/);
  // Blanks say nothing.
  expect((await publish(draft.id, 'reason: "  "')).error.message).toBe(error.message);
  const reason = 'the room is being painted';
  const refused = await publish(draft.id, `reason: "${reason}"`);
  expect(refused.error.message).toBe(
    'The timetable has 1 unplaced meeting (K0). Maybe deal with them, or publish with acceptsUnfinished ' +
      'and a reason.',
  );
  const accepted = 'acceptsUnfinished: true';
  expect((await publish(draft.id, accepted)).error.message).toBe(refused.error.message);
  const told = await call(
    `mutation { rehearsePublishing(id: "${draft.id}", reason: "${reason}", ${accepted}) { unfinished } }`,
  );
  expect(told).toEqual({ unfinished: ['1 unplaced meeting (K0)'] });
  expect(await publish(draft.id, `reason: "${reason}", ${accepted}`)).toMatchObject({
    publishReason: reason,
  });
});

test('a planner publishes only what changes meetings of granted departments', async () => {
  const { semester, meetings } = await published();
  const draft = await createDraft(semester.id);
  await move(draft.id, meetings[0].id, late);
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const { error } = await call(`mutation { publishTimetable(id: "${draft.id}") { id } }`, {}, token);
  expect(error.extensions.code).toBe('FORBIDDEN');
  const unchanged = await createDraft(semester.id);
  const same = await call(`mutation { publishTimetable(id: "${unchanged.id}") { status } }`, {}, token);
  expect(same).toMatchObject({ status: 'PUBLISHED' });
});

test('rolling back publishes what an archived revision holds as a new revision', async () => {
  const { semester, timetable, meetings } = await published();
  const before = await rowOf(timetable, meetings[0].id);
  const draft = await createDraft(semester.id);
  await move(draft.id, meetings[0].id, late);
  await publish(draft.id);
  const unexplained = await call(`mutation { rollBackTimetable(id: "${timetable}") { id } }`);
  expect(unexplained.error.message).toMatch(/a change of it needs a reason/);
  const back = await call(
    `mutation { rollBackTimetable(id: "${timetable}", reason: "as it was") { id revision status } }`,
  );
  expect(back).toMatchObject({ revision: 3, status: 'PUBLISHED' });
  const { dayOfWeek, periodStart, series } = before;
  expect(await rowOf(back.id, meetings[0].id)).toMatchObject({ dayOfWeek, periodStart, series });
  expect(await faultsOf(server.runtime.app, back.id)).toEqual([]);
  expect((await call(`mutation { rollBackTimetable(id: "${back.id}") { id } }`)).error.message).toMatch(
    /not archived/,
  );
});

test('in a semester that is disabled nothing is published and nothing rolled back', async () => {
  const { semester, timetable, meetings } = await published();
  const draft = await createDraft(semester.id);
  await publish(draft.id);
  const next = await createDraft(semester.id);
  await move(next.id, meetings[0].id, late);
  const disable =
    `mutation { updateSemester(id: "${semester.id}", input: { isEnabled: false }) ` + '{ isEnabled } }';
  expect(await call(disable)).toEqual({ isEnabled: false });
  const back = await call(`mutation { rollBackTimetable(id: "${timetable}" reason: "as it was") { id } }`);
  for (const { error } of [back, await publish(next.id), await move(next.id, meetings[0].id, later)])
    expect(error.message).toMatch(/semester ".+" is disabled.+Maybe enable it first/);
});

test('a draft does not begin from a revision and empty at once', async () => {
  const { semester, timetable } = await published();
  const { error } = await createDraft(semester.id, `from: "${timetable}" isEmpty: true`);
  expect(error.extensions).toMatchObject({ code: 'INVALID_INPUT', problems: [{ field: 'from' }] });
});

test('two revisions differ in the meetings that were moved, and so do two instants of one', async () => {
  const { semester, timetable, meetings } = await published();
  const draft = await createDraft(semester.id);
  const { number } = await move(draft.id, meetings[0].id, late);
  await move(draft.id, meetings[2].id, later);
  const diff = (args: string): Promise<any> =>
    call(`{ timetableDiff(${args}) { items { meeting { id } to { dayOfWeek } wasHeld isHeld } } }`);
  const ids = ({ items }: any): string[] => items.map(({ meeting }: any) => meeting.id).toSorted();
  expect(ids(await diff(`from: "${timetable}" to: "${draft.id}"`))).toEqual(
    [meetings[0].id, meetings[2].id].toSorted(),
  );
  const since = await diff(`from: "${draft.id}" to: "${draft.id}" fromNumber: ${number}`);
  expect(ids(since)).toEqual([meetings[2].id]);
  const { error } = await diff(`from: "${draft.id}" to: "${draft.id}" fromNumber: -1 toNumber: 99999`);
  const { problems } = error.extensions;
  expect(problems.map(({ field }: any) => field)).toEqual(['fromNumber', 'toNumber']);
  expect(problems[1].message).toMatch(/numbers up to \d+, not 99999\. Maybe/);
});

test('whoever follows a timetable is told each change in order, and goes on from a number', async () => {
  const { semester, meetings } = await published();
  const draft = await createDraft(semester.id);
  const client = await SocketClient.signedIn(
    `${server.url.replace('http', 'ws')}/graphql`,
    server.administrator,
  );
  const follow = `subscription ($id: ID!, $after: Int!) { timetableChanges(timetable: $id, after: $after) {
    number kind items { meeting { id } to { dayOfWeek } } } }`;
  client.subscribe('1', follow, { id: draft.id, after: 0 });
  const seen: any[] = [];
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) {
      const message = await client.next();
      seen.push(...message.payload.data.timetableChanges);
    }
  };
  await until(1);
  expect(seen[0].kind).toBe('COPY');
  const first = await move(draft.id, meetings[0].id, late);
  const second = await move(draft.id, meetings[2].id, later);
  await until(3);
  expect(seen.slice(1).map(({ number }) => number)).toEqual([first.number, second.number]);
  expect(seen[1].items).toMatchObject([{ meeting: { id: meetings[0].id }, to: { dayOfWeek: 5 } }]);
  client.subscribe('2', follow, { id: draft.id, after: first.number });
  const message = await client.next();
  expect(message.payload.data.timetableChanges).toMatchObject([{ number: second.number }]);
  await client.end();
});
