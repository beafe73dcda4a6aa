import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { RoleKey } from '../../../src/schema/enums.js';
import { recordsOf } from '../../support/records.js';
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
  university = await makeUniversity(server.runtime.app, { name: 'advice' });
  draft = (await schedule(server, university)).id;
});
afterAll(() => server.stop());

const place = 'dayOfWeek periodStart classroom { id name } teacher { id name }';
const cost = 'hardBefore hardAfter softBefore softAfter rules { rule isHard before after meaning }';
const proposal = `items { meeting { id } from { ${place} } to { ${place} } } cost { ${cost} }
  affected { teachers { id } administrativeClasses { id } studentCount }`;
const objections = 'kind rule cost text meetings { id }';

async function ask(field: string, args: string, selection: string, token?: string): Promise<any> {
  const { data, errors } = await server.graphql(`{ ${field}(${args}) { ${selection} } }`, {}, token);
  if (errors) throw Object.assign(new Error(errors[0].message), errors[0].extensions);
  return data[field];
}

async function change(field: string, args: string, selection: string): Promise<any> {
  const document = `mutation { ${field}(timetable: "${draft}" ${args}) { ${selection} } }`;
  const { data, errors } = await server.graphql(document);
  if (errors) throw new Error(errors[0].message);
  return data[field];
}

const placeOf = async (meeting: { id: string }): Promise<any> =>
  (await server.context().rows.find(ClassAssignment, { timetable: draft, meeting: meeting.id }))[0];

const itemOf = ({ meeting, to }: any): string =>
  `{ meeting: "${meeting.id}" place: { dayOfWeek: ${to.dayOfWeek} periodStart: ${to.periodStart}
    classroom: "${to.classroom.id}" teacher: "${to.teacher.id}" } }`;

test('weakness 11: suggestions are applied as they are, cheapest first, and cost what they say', async () => {
  const [meeting] = university.meetings;
  const before = await canonicalExport(server.runtime.app, draft);
  const found = await ask('suggestions', `timetable: "${draft}" meeting: "${meeting.id}" max: 6`, proposal);
  expect(found).toHaveLength(6);
  const prices = found.map((each: any) => each.cost.softAfter - each.cost.softBefore);
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  for (const { items, cost: told, affected } of found) {
    expect(items[0].meeting.id).toBe(meeting.id);
    expect(affected.studentCount).toBe(0);
    expect(affected.administrativeClasses).toContainEqual({ id: university.classes[0].id });
    const input = `input: { items: [${items.map(itemOf).join()}] } isDryRun: true`;
    const outcome = await change('changeTimetable', input, `isApplicable cost { ${cost} }`);
    expect(outcome).toEqual({ isApplicable: true, cost: told });
  }
  expect(await canonicalExport(server.runtime.app, draft)).toBe(before);
});

test('a stored change costs what its dry run told, and undoing it the same the other way round', async () => {
  const [meeting] = university.meetings;
  const [{ items }] = await ask('suggestions', `timetable: "${draft}" meeting: "${meeting.id}"`, proposal);
  const input = `input: { items: [${items.map(itemOf).join()}] }`;
  const told = await change('changeTimetable', `${input} isDryRun: true`, `cost { ${cost} }`);
  const { cost: stored } = await change('changeTimetable', input, `cost { ${cost} }`);
  expect(stored).toEqual(told.cost);
  const { cost: undone } = await change('undoChange', '', `cost { ${cost} }`);
  expect([undone.softBefore, undone.softAfter]).toEqual([stored.softAfter, stored.softBefore]);
});

test('suggestions keep within the days, periods and moves that are asked for', async () => {
  const [meeting] = university.meetings;
  const of = `timetable: "${draft}" meeting: "${meeting.id}" max: 50`;
  const args = `${of} moves: 1 days: [2, 4] earliestPeriod: 5 latestPeriod: 8`;
  const found = await ask('suggestions', args, proposal);
  expect(found.length).toBeGreaterThan(0);
  for (const { items } of found) {
    expect(items).toHaveLength(1);
    expect([2, 4]).toContain(items[0].to.dayOfWeek);
    expect([5, 6, 7]).toContain(items[0].to.periodStart);
  }
  for (const [refused, value] of [
    ['moves: 4', /not 4/],
    ['moves: 0', /not 0/],
    ['days: [1, 8]', /not 8/],
    ['days: []', /not 0/],
    [`days: [${'1,'.repeat(8)}]`, /not 8/],
    ['earliestPeriod: 6 latestPeriod: 5', /6.*5/],
  ] as const)
    await expect(ask('suggestions', `${of} ${refused}`, proposal)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ message: expect.stringMatching(value) }],
    });
});

test('suggestions keep the meeting itself within the classrooms that are asked for', async () => {
  const [meeting] = university.meetings;
  const { classroom } = await placeOf(meeting);
  const other = university.rooms.find(({ id }) => id !== classroom)!.id;
  const of = `timetable: "${draft}" meeting: "${meeting.id}" max: 50`;
  const roomsOf = async (args: string): Promise<Set<string>> =>
    new Set(
      (await ask('suggestions', `${of} ${args}`, proposal)).map(({ items }: any) => items[0].to.classroom.id),
    );
  expect((await roomsOf('')).size).toBeGreaterThan(1);
  expect(await roomsOf(`classrooms: ["${other}"]`)).toEqual(new Set([other]));
  expect(await roomsOf('classrooms: []')).toEqual(new Set());
});

test('people place at a weekend, with a warning, and suggestions where that is asked for', async () => {
  const [meeting] = university.meetings;
  const of = `timetable: "${draft}" meeting: "${meeting.id}" max: 50`;
  const usual = await ask('suggestions', `${of} moves: 1`, proposal);
  expect(usual.some(({ items }: any) => items[0].to.dayOfWeek > 5)).toBe(false);
  const [found] = await ask('suggestions', `${of} moves: 1 days: [6, 7]`, proposal);
  expect(found.items[0].to.dayOfWeek).toBeGreaterThan(5);
  const input = `input: { items: [${found.items.map(itemOf).join()}] } isDryRun: true`;
  const outcome = await change('changeTimetable', input, `isApplicable problems warnings cost { ${cost} }`);
  expect(outcome).toEqual({
    isApplicable: true,
    problems: [],
    warnings: [
      expect.stringMatching(/^"K0" is on a (Satur|Sun)day, on which runs of the semester place nothing/),
    ],
    cost: found.cost,
  });
  const at = `timetable: "${draft}" dayOfWeek: 7 periodStart: 1`;
  expect((await ask('freeRooms', at, 'isFree')).every(({ isFree }: any) => isFree)).toBe(true);
});

test('suggestions follow what has changed in the records since they were last asked for', async () => {
  const [, , meeting] = university.meetings;
  const args = `timetable: "${draft}" meeting: "${meeting.id}" max: 50`;
  const roomsOf = (found: any[]): string[] => found.map(({ items }) => items[0].to.classroom.id);
  const room = roomsOf(await ask('suggestions', args, proposal))[0];
  await server.graphql(`mutation { updateClassroom(id: "${room}", input: { isEnabled: false }) { id } }`);
  expect(roomsOf(await ask('suggestions', args, proposal))).not.toContain(room);
  await server.graphql(`mutation { updateClassroom(id: "${room}", input: { isEnabled: true }) { id } }`);
  expect(roomsOf(await ask('suggestions', args, proposal))).toContain(room);
});

test('planners are suggested no moves of foreign departments, and locked meetings none', async () => {
  const token = await tokenOf(server, RoleKey.ACADEMIC_AFFAIRS);
  const [meeting] = university.meetings;
  const args = `timetable: "${draft}" meeting: "${meeting.id}"`;
  await expect(ask('suggestions', args, proposal, token)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await change('lockMeeting', `meeting: "${meeting.id}"`, 'number');
  await expect(ask('suggestions', args, proposal)).rejects.toMatchObject({ code: 'OPERATION_INVALID' });
  await change('unlockMeeting', `meeting: "${meeting.id}"`, 'number');
});

test('rooms at a time: the good ones first, the others with holders and what they lack', async () => {
  const [meeting, , other] = university.meetings;
  const { dayOfWeek, periodStart, classroom } = await placeOf(other);
  const em = recordsOf(server.runtime.app);
  const [small] = university.rooms.filter(({ id }) => id !== classroom);
  await em.execute('update classroom set capacity = 30 where id = $1', [small.id]);
  const when = `dayOfWeek: ${dayOfWeek} periodStart: ${periodStart}`;
  const args = `timetable: "${draft}" ${when} meeting: "${meeting.id}"`;
  const rooms = await ask('freeRooms', args, `classroom { id } isFree objections { ${objections} }`);
  const of = (id: string): any => rooms.find((each: any) => each.classroom.id === id);
  expect(rooms[0]).toMatchObject({ isFree: true, objections: [] });
  expect(of(classroom)).toMatchObject({ isFree: false });
  expect(of(classroom).objections).toMatchObject([{ kind: 'CLASH', meetings: [{ id: other.id }] }]);
  expect(of(small.id).objections).toMatchObject([{ kind: 'RULE', rule: 'room-capacity' }]);
  expect(of(small.id).objections[0].text).toMatch(/40.*30/);
  await em.execute('update classroom set capacity = 60 where id = $1', [small.id]);
});

test('rooms at a time as a filter asks for them', async () => {
  const [first, second] = university.rooms;
  const em = recordsOf(server.runtime.app);
  await em.execute('update classroom set capacity = 90 where id = $1', [first.id]);
  await em.execute('update classroom set has_multimedia = true where id = any($1)', [[first.id, second.id]]);
  const rooms = async (filter: string): Promise<string[]> => {
    const args = `timetable: "${draft}" dayOfWeek: 5 periodStart: 9 filter: { ${filter} }`;
    return (await ask('freeRooms', args, 'classroom { id }')).map((each: any) => each.classroom.id);
  };
  expect(await rooms('capacity: { from: 61 }')).toEqual([first.id]);
  expect(await rooms('hasMultimedia: true')).toEqual([second.id, first.id]);
  expect(await rooms(`building: { equals: "${first.id}" }`)).toEqual([]);
  expect(await rooms('')).toHaveLength(university.rooms.length);
  await expect(rooms(`name: { contains: "${'x'.repeat(300)}" }`)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  await em.execute('update classroom set capacity = 60 where id = $1', [first.id]);
});

test('a room is free in the weeks in which nobody uses it', async () => {
  const [, , other] = university.meetings;
  const { dayOfWeek, periodStart, classroom } = await placeOf(other);
  const when = `timetable: "${draft}" dayOfWeek: ${dayOfWeek} periodStart: ${periodStart} weeks:`;
  await expect(ask('freeRooms', `${when} [17]`, 'isFree')).rejects.toMatchObject({
    message: 'The semester has weeks 1 to 16, not 17.',
  });
  const rooms = await ask('freeRooms', `${when} [16]`, 'classroom { id } isFree');
  expect(rooms.find((each: any) => each.classroom.id === classroom)).toMatchObject({ isFree: false });
});

test('teachers at a time: who may teach the course, with what they teach then', async () => {
  const [meeting, , other] = university.meetings;
  const { dayOfWeek, periodStart, teacher } = await placeOf(other);
  const when = `timetable: "${draft}" dayOfWeek: ${dayOfWeek} periodStart: ${periodStart}`;
  const selection = `teacher { id } isFree objections { ${objections} }`;
  const ofMeeting = await ask('freeTeachers', `${when} meeting: "${meeting.id}"`, selection);
  expect(ofMeeting.map((each: any) => each.teacher.id)).toEqual([university.teachers[0].id]);
  const all = await ask('freeTeachers', when, selection);
  expect(all).toHaveLength(3);
  const busy = all.find((each: any) => each.teacher.id === teacher);
  expect(busy).toMatchObject({
    isFree: false,
    objections: [{ kind: 'CLASH', meetings: [{ id: other.id }] }],
  });
});

test('why not: clashes, rules and preferences against a place, by name', async () => {
  const [meeting, , other] = university.meetings;
  const { dayOfWeek, periodStart, classroom } = await placeOf(other);
  const args = (at: string): string => `timetable: "${draft}" meeting: "${meeting.id}" place: { ${at} }`;
  const taken = `dayOfWeek: ${dayOfWeek} periodStart: ${periodStart} classroom: "${classroom}"`;
  const clash = await ask('whyNot', args(taken), objections);
  expect(clash[0]).toMatchObject({ kind: 'CLASH', meetings: [{ id: other.id }] });
  expect(clash[0].text).toMatch(/K0.*K1/s);
  const outside = await ask('whyNot', args('dayOfWeek: 5 periodStart: 12'), objections);
  expect(outside[0]).toMatchObject({ kind: 'PROBLEM', text: expect.stringContaining('12') });
  const late = await ask('whyNot', args('dayOfWeek: 5 periodStart: 11'), objections);
  expect(late).toContainEqual(expect.objectContaining({ kind: 'PREFERENCE', rule: 'evening' }));
  const odd = await ask('whyNot', args('dayOfWeek: 5 periodStart: 4'), objections);
  expect(odd).toContainEqual(expect.objectContaining({ kind: 'RULE', rule: 'not-offered' }));
});

test('why not: what the table of places and the solver both say is said once, all else in full', async () => {
  const em = recordsOf(server.runtime.app);
  const { teachingClass } = university.meetings[0];
  const third = '019aa000-0000-7000-8000-000000000003';
  await em.execute(
    `insert into meeting (id, teaching_class_id, sequence, periods, weeks) values ($1, $2, 3, 2, '{1,2}')`,
    [third, teachingClass.id],
  );
  const [home, far] = university.rooms;
  const [{ id: other }] = await em.execute<{ id: string }[]>(
    `with c as (insert into campus (id, name, code, address, travel_periods)
       values (gen_random_uuid(), 'far', 'far', '-', 4) returning id)
     insert into building (id, name, campus_id) select gen_random_uuid(), 'far', id from c returning id`,
  );
  await em.execute('update classroom set building_id = $2 where id = $1', [far.id, other]);
  const at = (meeting: string, periodStart: number): string =>
    `{ meeting: "${meeting}" place: { dayOfWeek: 6 periodStart: ${periodStart} classroom: "${home.id}"
       teacher: "${university.teachers[0].id}" } }`;
  const [asked, second] = university.meetings;
  const items = [at(second.id, 1), at(third, 9)].join(' ');
  const terms = 'reason: "trial" acceptsClashes: true';
  await change('changeTimetable', `input: { items: [${items}] } ${terms}`, 'number');
  // Whoever has the name of somebody else is told of all the same.
  const named = 'update teacher set name = $2 where id = $1';
  await em.execute(named, [university.teachers[0].id, university.classes[0].name]);
  const place = `place: { dayOfWeek: 6 periodStart: 5 classroom: "${far.id}" }`;
  const told = await ask('whyNot', `timetable: "${draft}" meeting: "${asked.id}" ${place}`, objections);
  const of = (rule: string): any[] => told.filter((each: any) => each.rule === rule);
  expect(of('not-offered')).toEqual([
    expect.objectContaining({ kind: 'RULE', text: expect.stringContaining('on a Saturday') }),
  ]);
  // Teacher and class have a way before and a way after, and each way names the other meeting.
  expect(
    of('travel-time')
      .map(({ meetings }) => meetings.map(({ id }: any) => id).join())
      .toSorted(),
  ).toEqual([second.id, second.id, third, third].toSorted());
  await em.execute(named, [university.teachers[0].id, university.teachers[0].name]);
  await change('undoChange', '', 'number');
  await em.execute('update classroom set building_id = $2 where id = $1', [far.id, home.building.id]);
});

const repairOf = (disturbance: string): Promise<any> =>
  ask(
    'repair',
    `timetable: "${draft}" disturbance: { ${disturbance} }`,
    `proposal { ${proposal} } disturbed { id } unsolved { id }`,
  );

test('a closed room: its meetings get other places, nobody else moves', async () => {
  const { classroom } = await placeOf(university.meetings[0]);
  const rows = await server.context().rows.find(ClassAssignment, { timetable: draft, classroom });
  const found = await repairOf(`classroom: "${classroom}" weekFrom: 3 weekTo: 5`);
  expect(found.disturbed).toHaveLength(rows.length);
  expect(found.unsolved).toEqual([]);
  const moved = found.proposal.items.map(({ meeting }: any) => meeting.id);
  expect(moved.sort()).toEqual(rows.map(({ meeting }) => meeting).sort());
  for (const { to } of found.proposal.items) expect(to.classroom.id).not.toBe(classroom);
  const input = `input: { items: [${found.proposal.items.map(itemOf).join()}] } isDryRun: true`;
  expect(await change('changeTimetable', input, 'isApplicable')).toEqual({ isApplicable: true });
}, 60_000);

test('an absent teacher whom nobody can replace: the meetings are told as unsolved', async () => {
  const { teacher } = await placeOf(university.meetings[0]);
  const found = await repairOf(`teacher: "${teacher}" weekFrom: 2`);
  expect(found.disturbed.map(({ id }: any) => id).sort()).toEqual(
    university.meetings
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  );
  expect(found.unsolved).toHaveLength(2);
  expect(found.proposal.items).toEqual([]);
}, 60_000);

test('a class that breaks no rule needs no repair; two disturbances at once are refused', async () => {
  const [{ id }] = university.classes;
  expect(await repairOf(`administrativeClass: "${id}"`)).toMatchObject({ disturbed: [], unsolved: [] });
  await expect(repairOf(`administrativeClass: "${id}" teacher: "${id}"`)).rejects.toMatchObject({
    code: 'OPERATION_INVALID',
  });
});

test('a repair of what is not there, or of weeks outside the semester, is refused by name', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  for (const [field, name] of [
    ['classroom', 'classroom'],
    ['teacher', 'teacher'],
    ['administrativeClass', 'administrative class'],
  ]) {
    await expect(repairOf(`${field}: "${unknown}"`)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no ${name} "${unknown}" that you may see.`,
    });
  }
  const { classroom } = await placeOf(university.meetings[0]);
  await expect(repairOf(`classroom: "${classroom}" weekFrom: 17 weekTo: 18`)).rejects.toMatchObject({
    message: 'The semester has weeks 1 to 16, not 17 to 18. Maybe name weeks within it.',
  });
});

test('assignments are read by room, course, range of weeks, and as compulsory or elective', async () => {
  const [first] = university.teachingClasses;
  const read = async (filter: string): Promise<any[]> => {
    const { data } = await server.graphql(
      `{ timetable(semester: "${university.semester.id}") { assignments(${filter}) { id } } }`,
    );
    return data.timetable.assignments;
  };
  expect(await read(`course: "${first.course.id}"`)).toHaveLength(2);
  expect(await read('weekFrom: 3, weekTo: 4')).toHaveLength(6);
  expect(await read('isElective: false')).toHaveLength(6);
  expect(await read('isElective: true')).toEqual([]);
});
