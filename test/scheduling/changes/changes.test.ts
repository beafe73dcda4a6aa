import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { canonicalExport, faultsOf } from '../canonical.js';
import { schedule } from '../drafts.js';
import { tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const place = 'dayOfWeek periodStart classroom { id } teacher { id }';
const outcome = `number isApplicable problems warnings change { id number kind reason items { isLocked } }
  items { meeting { id } from { ${place} } to { ${place} } wasHeld isHeld wasLocked isLocked }
  clashes { kind resourceName text first { id } second { id } times { week dayOfWeek period } }
  affected { teachers { id } administrativeClasses { id } studentCount }`;

/** A timetable with a draft, and calls that change it. */
class Draft {
  constructor(
    readonly id: string,
    readonly university: TestUniversity,
    readonly token?: string,
  ) {}

  async call(field: string, args: string): Promise<any> {
    const document = `mutation { ${field}(timetable: "${this.id}" ${args}) { ${outcome} } }`;
    const { data, errors } = await server.graphql(document, {}, this.token);
    return errors ? { error: errors[0] } : data[field];
  }

  async placeOf(meeting: { id: string }): Promise<any> {
    const [row] = await server
      .context()
      .rows.find(ClassAssignment, { timetable: this.id, meeting: meeting.id });
    return row;
  }

  export(): Promise<string> {
    return canonicalExport(server.runtime.app, this.id);
  }

  faults(): Promise<object[]> {
    return faultsOf(server.runtime.app, this.id);
  }
}

let made = 0;
async function makeDraft({ teachingClasses = 3 }: { teachingClasses?: number } = {}): Promise<Draft> {
  made += 1;
  const university = await makeUniversity(server.runtime.app, { name: `ch${made}`, teachingClasses });
  const { id } = await schedule(server, university);
  return new Draft(id, university);
}

/** Days and periods at which neither side of the draft has anything, by the order of asking. */
const free = (at: number): string => `dayOfWeek: ${5 - Math.floor(at / 2)} periodStart: ${at % 2 ? 9 : 11}`;

test('the result of a run is a change, and what it occupies is in line with its places', async () => {
  const draft = await makeDraft();
  expect(await draft.faults()).toEqual([]);
  const { occupancy, rows } = JSON.parse(await draft.export());
  expect(rows).toHaveLength(6);
  expect(occupancy).toHaveLength(18);
});

test('a dry run tells what would come and leaves no trace; the move itself does what it told', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const before = await draft.export();
  const args = `meeting: "${meeting.id}" place: { ${free(0)} } reason: "swap with sports"`;

  const told = await draft.call('moveMeeting', `${args} isDryRun: true`);
  expect(told).toMatchObject({ isApplicable: true, change: null, clashes: [], problems: [] });
  expect(told.items).toHaveLength(1);
  expect(told.items[0]).toMatchObject({ to: { dayOfWeek: 5, periodStart: 11 }, meeting: { id: meeting.id } });
  expect(told.affected).toMatchObject({ administrativeClasses: [{ id: draft.university.classes[0].id }] });
  expect(await draft.export()).toBe(before);

  const moved = await draft.call('moveMeeting', args);
  expect(moved.items).toEqual(told.items);
  expect(moved.change).toMatchObject({ kind: 'EDIT', reason: 'swap with sports', number: told.number + 1 });
  expect(await draft.placeOf(meeting)).toMatchObject({ dayOfWeek: 5, periodStart: 11 });
  expect(await draft.faults()).toEqual([]);
});

/** Places the first meetings of two teaching classes so that both need one room. */
async function clashing(draft: Draft): Promise<{ args: string; first: string; second: string }> {
  const [first, , second] = draft.university.meetings;
  const { dayOfWeek, periodStart, classroom } = await draft.placeOf(first);
  const at = `dayOfWeek: ${dayOfWeek} periodStart: ${periodStart} classroom: "${classroom}"`;
  return { args: `meeting: "${second.id}" place: { ${at} }`, first: first.id, second: second.id };
}

test('21: a clash is refused with both sides by name, and a dry run tells the same', async () => {
  const draft = await makeDraft();
  const { args, first, second } = await clashing(draft);
  const before = await draft.export();
  const told = await draft.call('moveMeeting', `${args} isDryRun: true`);
  expect(told.isApplicable).toBe(false);
  expect(told.clashes).toHaveLength(1);
  expect(told.clashes[0]).toMatchObject({ kind: 'ROOM', first: { id: first }, second: { id: second } });
  expect(told.clashes[0].times).toHaveLength(32);
  const { error } = await draft.call('moveMeeting', args);
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toMatch(/K0.*K1/s);
  expect(error.extensions.clashes).toHaveLength(1);
  expect(await draft.export()).toBe(before);
});

test('a reason with a character that cannot be stored is refused by its name', async () => {
  const draft = await makeDraft();
  const { args } = await clashing(draft);
  const { error } = await draft.call('moveMeeting', `${args} acceptsClashes: true reason: "a\\u0000b"`);
  expect(error.extensions).toMatchObject({ code: 'INVALID_INPUT', problems: [{ field: 'reason' }] });
});

test('an accepted clash needs a reason, is an ignored conflict and ends with a move', async () => {
  const draft = await makeDraft();
  const { args, second } = await clashing(draft);
  const unexplained = await draft.call('moveMeeting', `${args} acceptsClashes: true`);
  expect(unexplained.error.extensions.problems[0].field).toBe('reason');

  const accepted = await draft.call('moveMeeting', `${args} acceptsClashes: true reason: "joint lecture"`);
  expect(accepted.change).toMatchObject({ reason: 'joint lecture' });
  const { conflicts, pairs } = JSON.parse(await draft.export());
  expect(conflicts).toMatchObject([
    { kind: 'ROOM', status: 'IGNORED', method: 'OTHER', note: 'joint lecture' },
  ]);
  expect(pairs).toHaveLength(1);
  expect(await draft.faults()).toEqual([]);

  // What was accepted is not asked about again.
  const locked = await draft.call('lockMeeting', `meeting: "${second}"`);
  expect(locked.clashes).toEqual([]);
  const away = `meeting: "${second}" isLocked: false place: { ${free(1)} }`;
  const { error } = await draft.call('changeTimetable', `input: { items: [{ ${away} }] }`);
  expect(error).toBeUndefined();
  const after = JSON.parse(await draft.export());
  expect(after.pairs).toEqual([]);
  expect(after.conflicts).toMatchObject([
    { status: 'RESOLVED', method: expect.stringMatching(/FIRST|SECOND/) },
  ]);
  expect(await draft.faults()).toEqual([]);
});

test('a locked meeting is not moved, taken out or retired, unless the same change unlocks it', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const of = `meeting: "${meeting.id}"`;
  await draft.call('lockMeeting', of);
  const locked = await draft.export();
  for (const [field, args] of [
    ['moveMeeting', `${of} place: { ${free(0)} }`],
    ['takeOutMeeting', of],
    ['retireMeeting', of],
  ]) {
    const { error } = await draft.call(field, args);
    expect(error.extensions.code).toBe('INVALID_INPUT');
    expect(error.message).toContain('Meeting 1 of "K0" is locked. Maybe unlock it first');
    const told = await draft.call(field, `${args} isDryRun: true`);
    expect(told).toMatchObject({ isApplicable: false, problems: [expect.stringContaining('is locked')] });
  }
  expect(await draft.export()).toBe(locked);

  for (const wish of ['place: null', 'isRetired: true']) {
    const items = `input: { items: [{ ${of} isLocked: false ${wish} }] }`;
    expect((await draft.call('changeTimetable', items)).items[0]).toMatchObject({
      to: null,
      wasLocked: true,
      isLocked: false,
    });
    // What takes a change back is no wish for the meeting: it restores the lock, and may take it away.
    expect((await draft.call('undoChange', '')).error).toBeUndefined();
    expect(await draft.export()).toBe(locked);
  }
  expect((await draft.call('redoChange', '')).error).toBeUndefined();
  expect((await draft.call('undoChange', '')).error).toBeUndefined();
  expect(await draft.export()).toBe(locked);
});

test('25: fifty changes taken back and made again give the same exports, byte for byte', async () => {
  const draft = await makeDraft({ teachingClasses: 4 });
  const { meetings, rooms, teachers } = draft.university;
  const exports = [await draft.export()];
  const step = async (field: string, args: string): Promise<void> => {
    const { error } = await draft.call(field, args);
    if (error) throw new Error(`${field} ${args}: ${error.message}`);
    exports.push(await draft.export());
  };
  const { args } = await clashing(draft);
  await step('moveMeeting', `${args} acceptsClashes: true reason: "joint"`);
  for (let turn = 0; exports.length < 51; turn += 1) {
    const index = turn % meetings.length;
    const of = `meeting: "${meetings[index].id}"`;
    const [room, otherRoom] = [rooms[turn % rooms.length], rooms[(turn + 1) % rooms.length]];
    const time = `dayOfWeek: ${1 + (turn % 5)} periodStart: ${1 + 2 * (turn % 6)}`;
    const spot = `place: { ${time} classroom: "${room.id}" teacher: "${teachers[index >> 1].id}" }`;
    const accept = 'acceptsClashes: true reason: "test"';
    const round = [
      async () => step('changeTimetable', `input: { items: [{ ${of} place: null isLocked: false }] }`),
      async () => step('placeMeeting', `${of} ${spot} ${accept}`),
      async () => step('lockMeeting', of),
      async () => step('unlockMeeting', of),
      async () => step('assignRoom', `${of} classroom: "${otherRoom.id}" ${accept}`),
      async () => step('retireMeeting', of),
      async () => step('placeMeeting', `${of} ${spot} ${accept}`),
    ];
    for (const one of round.slice(0, 2 + (turn % 6))) await one();
    expect(await draft.faults()).toEqual([]);
    if (turn % 6 === 4) await step('placeMeeting', `${of} ${spot} ${accept}`);
  }
  const last = exports.length - 1;
  for (let at = last - 1; at >= 0; at -= 1) {
    const { error } = await draft.call('undoChange', '');
    expect(error).toBeUndefined();
    expect(await draft.export()).toBe(exports[at]);
  }
  for (let at = 1; at <= last; at += 1) {
    const { error } = await draft.call('redoChange', '');
    expect(error).toBeUndefined();
    expect(await draft.export()).toBe(exports[at]);
  }
});

test('a new change leaves nothing to make again; without changes nothing is taken back', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const planner = new Draft(draft.id, draft.university, await tokenOf(server, RoleKey.ADMINISTRATOR));
  const nothing = await planner.call('undoChange', '');
  expect(nothing.error.extensions.code).toBe('OPERATION_INVALID');
  await planner.call('moveMeeting', `meeting: "${meeting.id}" place: { ${free(0)} }`);
  await planner.call('undoChange', '');
  await planner.call('moveMeeting', `meeting: "${meeting.id}" place: { ${free(1)} }`);
  const redone = await planner.call('redoChange', '');
  expect(redone.error.message).toMatch(/made again/);
});

test('what somebody else has moved since is not taken back, and is named', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const other = new Draft(draft.id, draft.university, await tokenOf(server, RoleKey.ADMINISTRATOR));
  await draft.call('moveMeeting', `meeting: "${meeting.id}" place: { ${free(0)} }`);
  await other.call('moveMeeting', `meeting: "${meeting.id}" place: { ${free(1)} }`);
  const { error } = await draft.call('undoChange', '');
  expect(error.message).toMatch(/changed since.*K0 1/);
  expect(error.extensions.meetings).toEqual([meeting.id]);
});

test('a planner moves only meetings of granted departments, in drafts too', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const stranger = new Draft(draft.id, draft.university, await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS));
  const { error } = await stranger.call('moveMeeting', `meeting: "${meeting.id}" place: { ${free(0)} }`);
  const { department } = draft.university;
  expect(error.extensions).toMatchObject({ code: 'FORBIDDEN', department: department.id });
  expect(error.message).toContain(department.name);
});

test('everything that makes a change impossible is told at once, by name', async () => {
  const draft = await makeDraft();
  const foreign = await makeDraft();
  const [first, second, third] = draft.university.meetings;
  const items = [
    `{ meeting: "${foreign.university.meetings[0].id}" isLocked: true }`,
    `{ meeting: "019aa000-0000-7000-8000-000000000001" isLocked: true }`,
    `{ meeting: "${first.id}" place: { dayOfWeek: 7 periodStart: 12 } }`,
    `{ meeting: "${first.id}" isLocked: true }`,
    `{ meeting: "${second.id}" place: { teacher: "${draft.university.teachers[2].id}" } }`,
    `{ meeting: "${third.id}" expected: null }`,
  ];
  const { error } = await draft.call('changeTimetable', `input: { items: [${items.join(', ')}] }`);
  expect(error.extensions.code).toBe('INVALID_INPUT');
  const texts = error.extensions.problems.map(({ message }: any) => message);
  for (const part of [
    'another semester',
    'no meeting 019aa000',
    'outside the grid',
    'twice',
    'qualification',
    'not where it was expected: it is on day',
  ])
    expect(texts).toEqual(expect.arrayContaining([expect.stringContaining(part)]));
  expect(texts).toHaveLength(6);
});

test('21: of 200 parallel changes into 20 free places exactly 20 win, others are told why', async () => {
  const draft = await makeDraft({ teachingClasses: 10 });
  const { meetings, rooms } = draft.university;
  // All meetings are out of their places, so that only what is placed now holds anything.
  const items = meetings.map(({ id }) => `{ meeting: "${id}" place: null }`);
  expect(
    (await draft.call('changeTimetable', `input: { items: [${items.join(' ')}] }`)).error,
  ).toBeUndefined();
  const { teachers } = draft.university;
  const spots = Array.from(
    { length: 20 },
    (_, at) => `dayOfWeek: ${1 + (at % 5)} periodStart: ${1 + 2 * Math.floor(at / 5)}`,
  );
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => {
      const meeting = at % meetings.length;
      const teacher = teachers[Math.floor(meeting / 2)].id;
      // Ten meetings are wanted at each of ten places: all find one in whatever order they come.
      const spot = spots[10 * Math.floor(meeting / 10) + ((at + Math.floor(at / 20)) % 10)];
      return draft.call(
        'placeMeeting',
        `meeting: "${meetings[meeting].id}" place: { ${spot} classroom: "${rooms[0].id}" teacher: ` +
          `"${teacher}" }`,
      );
    }),
  );
  const won = answers.filter(({ error }) => !error);
  expect(won).toHaveLength(20);
  for (const { error } of answers.filter((answer) => answer.error))
    expect(['OPERATION_DENIED', 'INVALID_INPUT']).toContain(error.extensions.code);
  expect(await draft.faults()).toEqual([]);
});

test('the audit log tells what a change moved under its number, and nothing of a dry run', async () => {
  const draft = await makeDraft();
  const [meeting] = draft.university.meetings;
  const { id, periodStart } = await draft.placeOf(meeting);
  const lines = async (): Promise<any[]> => {
    const { data } = await server.graphql(
      `{ auditLog(record: "${id}") { nodes { action type change person { name }
        records { columns { name before after } } } } }`,
    );
    return data.auditLog.nodes;
  };
  const args = `meeting: "${meeting.id}" place: { ${free(0)} }`;
  expect((await draft.call('moveMeeting', `${args} isDryRun: true`)).change).toBeNull();
  // The first change of a draft tells what it begins with.
  expect(await lines()).toEqual([]);

  const { number } = await draft.call('moveMeeting', args);

  const [line, ...others] = await lines();
  expect(others).toEqual([]);
  const person = { name: 'first-admin' };
  expect(line).toMatchObject({ action: 'CHANGED', type: 'ClassAssignment', change: number, person });
  expect(line.records[0].columns).toContainEqual({ name: 'periodStart', before: periodStart, after: 11 });
});

test('attack: a change of everything into one place is refused before each overlap is named', async () => {
  const draft = await makeDraft({ teachingClasses: 25 });
  const [room] = draft.university.rooms;
  const at = `{ dayOfWeek: 1 periodStart: 1 classroom: "${room!.id}" }`;
  const items = draft.university.meetings.map(({ id }) => `{ meeting: "${id}" place: ${at} }`);
  const input = `input: { items: [${items.join(' ')}] } isDryRun: true`;
  const { error } = await draft.call('changeTimetable', input);
  expect(error.extensions.code).toBe('OPERATION_INVALID');
  expect(error.message).toMatch(/50.*1000/);
});

test('attack: items of changes are read up to a bound, and what is beyond it is refused', async () => {
  const draft = await makeDraft();
  await recordsOf(server.runtime.app).execute(
    `with made as (
       insert into meeting select r.* from meeting m, generate_series(1, 20000) as at,
         jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'sequence', 1000 + at)) r
       where m.id = $2 returning id)
     insert into change_item (id, change_id, meeting_id)
     select gen_random_uuid(), c.id, made.id from change c, made where c.timetable_id = $1`,
    [draft.id, draft.university.meetings[0].id],
  );
  const list = `changes(timetable: "${draft.id}") { items { items { isLocked } } }`;
  const { errors } = await server.graphql(`{ ${list} }`);
  expect(errors![0].extensions.code).toBe('GRAPHQL_LIMIT');
  expect(errors![0].message).toContain('20000');
});

test('21: what the check missed is refused by the database, by name, and logged as a fault', async () => {
  const draft = await makeDraft();
  const { args, first } = await clashing(draft);
  await recordsOf(server.runtime.app).execute(
    `update occupancy set occurrences = '{}' where timetable_id = $1 and meeting_id = $2`,
    [draft.id, first],
  );
  const before = await draft.export();
  const { error } = await draft.call('moveMeeting', args);
  expect(error.extensions.code).toBe('OPERATION_DENIED');
  expect(error.message).toMatch(/K0.*K1/s);
  expect(await draft.export()).toBe(before);
  const faults = server.logLines.filter((line) => line.includes('missed what the database refused'));
  expect(faults.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, timetable: draft.id }]);
});

test('other weeks are those of another meeting in its place: tried, made and taken back', async () => {
  const draft = await makeDraft();
  const [{ id: meeting }] = draft.university.meetings;
  const from = await draft.placeOf({ id: meeting });
  const change = (weeks: string, rest = ''): Promise<any> =>
    draft.call('changeTimetable', `input: { items: [{ meeting: "${meeting}" weeks: ${weeks} }] } ${rest}`);
  const planned = (): Promise<unknown> =>
    recordsOf(server.runtime.app).execute(
      'select weeks from meeting where teaching_class_id = $1 and not is_replaced order by sequence',
      [draft.university.teachingClasses[0].id],
    );
  const plan = await planned();
  expect((await change('[3, 1, 5]')).error.message).toMatch(/draft/);
  expect(await planned()).toEqual(plan);
  await server.graphql(`mutation { publishTimetable(id: "${draft.id}") { revision } }`);
  const before = await draft.export();

  const told = await change('[3, 1, 5]', 'isDryRun: true reason: "r"');
  expect(told).toMatchObject({ isApplicable: true, problems: [], clashes: [] });
  expect(await draft.export()).toBe(before);
  const made = await change('[3, 1, 5]', 'reason: "r"');
  expect(made.items.map(({ isHeld }: any) => isHeld).sort()).toEqual([false, true]);
  const other = made.items.find(({ isHeld }: any) => isHeld).meeting.id;
  expect(await draft.placeOf({ id: other })).toMatchObject({
    ...{ dayOfWeek: from.dayOfWeek, periodStart: from.periodStart, classroom: from.classroom },
  });
  const [row] = await recordsOf(server.runtime.app).execute('select weeks from meeting where id = $1', [
    other,
  ]);
  expect(row.weeks).toEqual([1, 3, 5]);
  expect(await draft.faults()).toEqual([]);
  // What is given up is planned no more, or a run would teach it beside what took its place.
  expect(await planned()).toEqual([...(plan as object[]).slice(1), { weeks: [1, 3, 5] }]);

  await draft.call('undoChange', 'reason: "r"');
  expect(await draft.export()).toBe(before);
  expect(await planned()).toEqual(plan);
  // The same wish means the same meeting.
  expect((await change('[1, 3, 5]', 'reason: "r"')).items.map((item: any) => item.meeting.id)).toContain(
    other,
  );
  await draft.call('undoChange', 'reason: "r"');
  for (const weeks of ['[]', '[0, 1]', '[1, 64]']) {
    const { error } = await change(weeks);
    expect([weeks, error.message]).toEqual([weeks, expect.stringMatching(/周次|weeks/)]);
  }
});
