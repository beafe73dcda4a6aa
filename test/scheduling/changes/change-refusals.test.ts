import { RoleKey } from '../../../src/schema/enums.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport } from '../canonical.js';
import { schedule } from '../drafts.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let draft: string;

beforeAll(async () => {
  server = await startTestServer();
  university = await makeUniversity(server.runtime.app, { name: 'refused', teachingClasses: 3 });
  ({ id: draft } = await schedule(server, university));
});
afterAll(() => server.stop());

const unknown = '00000000-0000-7000-8000-000000000000';

async function call(field: string, args: string, token?: string): Promise<any> {
  const items = 'meeting { id } to { dayOfWeek periodStart classroom { id } teacher { id } }';
  const document = `mutation { ${field}(timetable: "${draft}" ${args}) { problems items { ${items} } } }`;
  const { data, errors } = await server.graphql(document, {}, token);
  return errors ? { error: errors[0] } : data[field];
}

/** What is wrong with a change of one item: by field and in words, the same when it is tried first. */
async function problemsOf(...items: string[]): Promise<{ field: string; message: string }[]> {
  const args = `input: { items: [${items.map((item) => `{ ${item} }`).join()}] }`;
  const before = await canonicalExport(server.runtime.app, draft);
  const { error } = await call('changeTimetable', args);
  const told = await call('changeTimetable', `${args} isDryRun: true`);
  expect(told.problems).toEqual(error.extensions.problems.map(({ message }: any) => message));
  expect(await canonicalExport(server.runtime.app, draft)).toBe(before);
  return error.extensions.problems;
}

const placeOf = async (meeting: { id: string }): Promise<any> => {
  const document = `mutation { lockMeeting(timetable: "${draft}" meeting: "${meeting.id}" isDryRun: true) {
    items { from { dayOfWeek periodStart classroom { id } teacher { id } } } } }`;
  const { data } = await server.graphql(document);
  return data.lockMeeting.items[0].from;
};

test('two meetings exchange times and rooms, tried first and then for good, not teachers', async () => {
  const [first, second] = [university.meetings[0], university.meetings[3]];
  const [one, other] = [await placeOf(first), await placeOf(second)];
  const args = `first: "${first.id}" second: "${second.id}" acceptsClashes: true reason: "exchanged"`;
  const told = await call('swapMeetings', `${args} isDryRun: true`);
  expect(await placeOf(first)).toEqual(one);
  const { items } = await call('swapMeetings', args);
  expect(items).toEqual(told.items);
  expect(await placeOf(first)).toEqual({ ...other, teacher: one.teacher });
  expect(await placeOf(second)).toEqual({ ...one, teacher: other.teacher });
  expect((await call('undoChange', '')).error).toBeUndefined();
  expect(await placeOf(first)).toEqual(one);
});

test('an exchange with itself, with what is not there or foreign is refused by name', async () => {
  const { id } = university.meetings[0];
  const itself = await call('swapMeetings', `first: "${id}" second: "${id}"`);
  expect(itself.error.message).toBe('A meeting is not exchanged with itself. Maybe name another one.');
  const nowhere = await call('swapMeetings', `first: "${id}" second: "${unknown}"`);
  expect(nowhere.error.message).toMatch(`There is no meeting ${unknown}. Maybe`);
  const other = university.meetings[1].id;
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const foreign = await call('swapMeetings', `first: "${id}" second: "${other}"`, token);
  expect(foreign.error).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  expect(foreign.error.message).toContain(university.department.name);

  await call('takeOutMeeting', `meeting: "${other}"`);
  const unplaced = await call('swapMeetings', `first: "${id}" second: "${other}"`);
  expect(unplaced.error.message).toMatch(/^Meeting \d of ".+" has no place .+ Maybe place it first\.$/);
  await call('undoChange', '');
});

test('a place before that is not so any more is told with the place that it is', async () => {
  const [meeting] = university.meetings;
  const { dayOfWeek, periodStart } = await placeOf(meeting);
  const expecting = (place: string): string => `meeting: "${meeting.id}" isLocked: true expected: ${place}`;
  const [elsewhere] = await problemsOf(expecting(`{ dayOfWeek: ${(dayOfWeek % 5) + 1} }`));
  expect(elsewhere.field).toBe('items.0.expected');
  expect(elsewhere.message).toContain(`it is on day ${dayOfWeek} from period ${periodStart} now. Maybe`);
  const [room] = await problemsOf(expecting(`{ dayOfWeek: ${dayOfWeek} classroom: "${unknown}" }`));
  expect(room.message).toContain('but with another room or teacher. Maybe');
  // What is left out of the expected place is not judged.
  const args = `input: { items: [{ ${expecting(`{ dayOfWeek: ${dayOfWeek} }`)} }] } isDryRun: true`;
  expect(await call('changeTimetable', args)).toMatchObject({ problems: [] });
});

test('contradictions of one item are refused instead of being settled silently', async () => {
  const meeting = `meeting: "${university.meetings[0].id}"`;
  for (const [wish, field] of [
    ['isRetired: true place: { dayOfWeek: 1 }', 'items.0.place'],
    ['isRetired: true isLocked: true', 'items.0.isLocked'],
    ['place: null isLocked: true', 'items.0.isLocked'],
  ]) {
    const [problem] = await problemsOf(`${meeting} ${wish}`);
    expect(problem.field).toBe(field);
    expect(problem.message).toMatch(/at once\. Maybe ask for one of the two\.$/);
  }
});

test('what a place refers to is refused under the number of its item, each fact once', async () => {
  const [first, second] = university.meetings;
  const [, , other] = await problemsOf(
    `meeting: "${unknown}"`,
    `meeting: "${first.id}" place: { classroom: "${unknown}" periodStart: 12 }`,
    `meeting: "${second.id}" place: { classroom: "${unknown}" }`,
  );
  expect(other).toMatchObject({ field: 'items.1.place' });
  expect(other.message).toMatch(`there is no room ${unknown}. Maybe take another one.`);
});

test('22: a change that demands a number is refused with the newest one when there is another', async () => {
  const args = `meeting: "${university.meetings[0].id}"`;
  const { data } = await server.graphql(
    `mutation { lockMeeting(timetable: "${draft}" ${args} isDryRun: true) { number } }`,
  );
  const { number } = data.lockMeeting;
  const demanding = `${args} expectedNumber: ${number}`;
  expect((await call('lockMeeting', demanding)).error).toBeUndefined();
  for (const again of [demanding, `${demanding} isDryRun: true`]) {
    const { error } = await call('unlockMeeting', again);
    expect(error.extensions).toMatchObject({ code: 'VERSION_CONFLICT', number: number + 1 });
    expect(error.message).toContain(`has change ${number + 1} by now, not ${number}. Maybe`);
  }
  expect((await call('undoChange', '')).error).toBeUndefined();
});

test('a change that is meant for a draft does not hit what was published meanwhile', async () => {
  const args = `meeting: "${university.meetings[0].id}" expectedStatus: DRAFT`;
  expect((await call('lockMeeting', `${args} isDryRun: true`)).error).toBeUndefined();
  const published = await server.graphql(`mutation { publishTimetable(id: "${draft}") { revision } }`);
  const { revision } = published.data.publishTimetable;
  for (const each of [args, `${args} isDryRun: true`]) {
    const { error } = await call('lockMeeting', each);
    expect(error.message).toBe(
      `Revision ${revision} is PUBLISHED now and no longer DRAFT. Maybe read it again.`,
    );
  }
});
