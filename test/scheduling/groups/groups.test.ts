import { RoleKey } from '../../../src/schema/enums.js';
import { problemOf } from '../../../src/services/scheduling/problem/problem.js';
import { takeSnapshot } from '../../../src/services/scheduling/problem/take-snapshot.js';
import { lanesOf } from '../../../src/services/scheduling/groups/lanes.js';
import { Random } from '../../../src/demo/random.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, type TestUniversity } from '../university.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call: TestServer['call'] = (...asked) => server.call(...asked);
const done = async (document: string, variables: object = {}, token?: string): Promise<any> => {
  const answer = await call(document, variables, token);
  expect(answer?.error).toBeUndefined();
  return answer;
};

const shown = 'id name groups { id name order studentCount members { student { code } } }';
const part = (input: object, token?: string): Promise<any> =>
  call(
    `mutation ($input: ClassPartitionInput!) { createClassPartition(input: $input) { ${shown} } }`,
    { input },
    token,
  );
const repart = (id: string, input: object): Promise<any> =>
  call(
    `mutation ($id: ID!, $input: ClassPartitionPatch!) {
       updateClassPartition(id: $id, input: $input) { ${shown} } }`,
    { id, input },
  );
const move = (
  partition: string,
  moves: object[],
  { reason, isDryRun = false }: { reason?: string; isDryRun?: boolean } = {},
  token?: string,
): Promise<any> =>
  call(
    `mutation ($input: StudentMovesInput!, $isDryRun: Boolean) {
       moveStudentsToGroups(input: $input, isDryRun: $isDryRun) {
         groups { name studentCount } movedCount ungroupedCount } }`,
    { input: { partition, moves, ...(reason && { reason }) }, isDryRun },
    token,
  );
const update = (id: string, input: object): Promise<any> =>
  call(
    `mutation ($id: ID!, $input: TeachingClassPatch!) {
       updateTeachingClass(id: $id, input: $input) { id studentCount classSize groups { name } } }`,
    { id, input },
  );
const updated = async (id: string, input: object): Promise<any> => {
  const answer = await update(id, input);
  expect(answer.error).toBeUndefined();
  return answer;
};
const split = (id: string, more: string): Promise<any> =>
  call(`mutation { splitTeachingClass(id: "${id}", ${more}) {
    id name studentCount administrativeClassNames } }`);
const membersOf = ({ groups }: any): Record<string, number> =>
  Object.fromEntries(groups.map((each: any) => [each.name, each.members.length]));

let made = 0;
/** A university with eight students in its first class, and a draft in which nothing is placed yet. */
async function university(): Promise<
  TestUniversity & { students: { id: string; code: string }[]; draft: string }
> {
  made += 1;
  const whole = await makeUniversity(server.runtime.app, { name: `gr${made}` });
  const students: { id: string; code: string }[] = [];
  for (let at = 0; at < 8; at++) {
    const { id } = await addStudentOf(server, whole.classes[0].id);
    const code = `${made}S${at}`;
    await recordsOf(server.runtime.app).execute('update student set code = $2 where id = $1', [id, code]);
    students.push({ id, code });
  }
  const { id: draft } = await done(
    `mutation { createDraft(semester: "${whole.semester.id}", isEmpty: true) { id } }`,
  );
  return { ...whole, students, draft };
}

const place = (timetable: string, meeting: string, at: number, room: string, teacher: string): Promise<any> =>
  call(`mutation { placeMeeting(timetable: "${timetable}", meeting: "${meeting}", place: {
    dayOfWeek: ${at} periodStart: 1 classroom: "${room}" teacher: "${teacher}" }) { number } }`);
/** Lets another teacher teach what the teaching class is about. */
async function deputyOf(teacher: string, teachingClass: string): Promise<string> {
  await recordsOf(server.runtime.app).execute(
    `insert into teacher_qualification (id, teacher_id, course_id, status, level)
     select gen_random_uuid(), $1, course_id, 'APPROVED', 1 from teaching_class where id = $2`,
    [teacher, teachingClass],
  );
  return teacher;
}
const meetingsOf = async (teachingClass: string): Promise<string[]> =>
  (await done(`{ teachingClass(id: "${teachingClass}") { meetings { id } } }`)).meetings.map(
    (each: any) => each.id,
  );

test('two groups share a lane exactly if they share a student, and none is without a lane', () => {
  expect(lanesOf([], [[], []])).toEqual({ ofClass: [0], ofGroups: new Map() });
  const random = new Random(7);
  for (let round = 0; round < 200; round++) {
    const partitions = Array.from({ length: random.whole(1, 3) }, (_, at) =>
      Array.from({ length: random.whole(1, 3) }, (_group, number) => `${at}${number}`),
    );
    const sets = Array.from({ length: random.whole(0, 6) }, () =>
      partitions.flatMap((groups) => (random.chance(0.7) ? [random.pick(groups)] : [])),
    );
    const groups = partitions.flat();
    const { ofClass, ofGroups } = lanesOf(groups, sets);
    const areTogether = (one: string, other: string): boolean =>
      ofGroups.get(one)!.some((lane) => ofGroups.get(other)!.includes(lane));
    for (const one of groups) {
      expect(ofGroups.get(one)!.length).toBeGreaterThan(0);
      expect(ofGroups.get(one)!.every((lane) => ofClass.includes(lane))).toBe(true);
      for (const other of groups)
        if (one !== other)
          expect([one, other, areTogether(one, other)]).toEqual([
            one,
            other,
            sets.some((set) => set.includes(one) && set.includes(other)),
          ]);
    }
  }
});

test('a partition is made by number, in turn and by lists, and changed in one call', async () => {
  const { classes, students } = await university();
  const administrativeClass = classes[0].id;
  const halves = await part({ administrativeClass, name: '实验', groupCount: 2 });
  expect(halves.groups.map((each: any) => [each.name, each.studentCount])).toEqual([
    ['A组', 4],
    ['B组', 4],
  ]);
  const codesOf = (group: any): string[] => group.members.map((each: any) => each.student.code).sort();
  expect(codesOf(halves.groups[0])).toEqual(students.slice(0, 4).map(({ code }) => code));
  const turns = await part({ administrativeClass, name: '口语', groupCount: 3, drawing: 'ALTERNATING' });
  expect(codesOf(turns.groups[0])).toEqual([0, 3, 6].map((at) => students[at].code));
  const codes = students.map(({ code }) => code);
  const listed = await part({
    ...{ administrativeClass, name: '体育' },
    groups: [
      { name: '男', students: codes.slice(0, 3) },
      { name: '女', students: codes.slice(3, 5) },
      { name: '空' },
    ],
  });
  expect(membersOf(listed)).toEqual({ 男: 3, 女: 2, 空: 0 });

  const [first, second] = listed.groups;
  const groups = [
    { id: second.id, name: '女生' },
    { id: first.id, name: '男生', students: codes.slice(2, 4) },
  ];
  expect(membersOf(await repart(listed.id, { groups }))).toEqual({ 女生: 1, 男生: 2 });
  expect(membersOf(await repart(listed.id, { drawing: 'CONSECUTIVE' }))).toEqual({ 女生: 4, 男生: 4 });
  expect(await done(`mutation { deleteClassPartition(id: "${listed.id}") }`)).toBe(listed.id);
});

test('what makes no sense is refused by name', async () => {
  const { classes, students, teachingClasses } = await university();
  const administrativeClass = classes[0].id;
  const stranger = await addStudentOf(server, classes[1].id);
  const messageOf = async (input: object): Promise<string> =>
    (await part({ administrativeClass, name: 'x', ...input })).error.message;
  expect(await messageOf({ groupCount: 0 })).toMatch(/least 1/);
  expect(await messageOf({ groupCount: 1_000 })).toMatch(/most 20/);
  expect(await messageOf({})).toMatch(/at least one group/);
  expect(await messageOf({ groups: [] })).toMatch(/at least one group/);
  expect(await messageOf({ groups: [{ name: 'a' }], groupCount: 2 })).toMatch(/Either groups or groupCount/);
  expect(await messageOf({ groups: [{ name: 'a' }, { name: 'A ' }] })).toMatch(/is taken/);
  expect(await messageOf({ groups: [{ name: 'a', students: [stranger.code] }] })).toContain(stranger.code);
  const twice = [
    { name: 'a', students: [students[0].code] },
    { name: 'b', students: [students[0].code] },
  ];
  expect(await messageOf({ groups: twice })).toMatch(/named twice/);
  const two = await part({ administrativeClass, name: 'two', groupCount: 2 });
  const other = await part({ administrativeClass: classes[1].id, name: 'two', groupCount: 1 });
  const group = two.groups[0].id;
  expect((await move(two.id, [{ group, students: [stranger.id] }])).error.message).toContain(stranger.id);
  expect(
    (await move(two.id, [{ group: other.groups[0].id, students: [students[0].id] }])).error.message,
  ).toMatch(/no group of the partition/);
  expect((await repart(two.id, { groups: [{ id: other.groups[0].id, name: 'x' }] })).error.message).toMatch(
    /no group of the partition/,
  );
  const attend = async (classGroups: string[], more: object = {}): Promise<string> =>
    (await update(teachingClasses[0].id, { classGroups, ...more })).error.message;
  const third = await part({ administrativeClass, name: 'three', groupCount: 3 });
  expect(await attend([group, third.groups[0].id])).toMatch(/either as a whole, or with groups of one/);
  expect(await attend([administrativeClass])).toMatch(/no class group/);
  expect(await attend([group], { isCompulsory: false })).toMatch(/is elective/);
});

test('groups of a split class are held at the same time, and moves of students are judged', async () => {
  const { classes, teachingClasses, students, draft, meetings, rooms, teachers, semester } =
    await university();
  const administrativeClass = classes[0].id;
  const partition = await part({ administrativeClass, name: '实验', groupCount: 2 });
  const [{ id }] = teachingClasses;
  const dry = await split(id, `partitions: ["${partition.id}"], isDryRun: true`);
  expect(dry.map((each: any) => [each.studentCount, each.administrativeClassNames])).toEqual([
    [4, [`${classes[0].name}（A组）`]],
    [4, [`${classes[0].name}（B组）`]],
  ]);
  const [a, b] = await split(id, `partitions: ["${partition.id}"]`);
  expect(await split(id, `partitions: ["${partition.id}"]`)).toMatchObject({
    error: { message: expect.stringContaining(partition.id) },
  });
  const substitute = await deputyOf(teachers[1].id, a.id);
  const [heldByA] = await meetingsOf(a.id);
  const [heldByB] = await meetingsOf(b.id);
  expect(await place(draft, heldByA, 1, rooms[0].id, teachers[0].id)).toHaveProperty('number');
  expect(await place(draft, heldByB, 1, rooms[1].id, substitute)).toHaveProperty('number');
  expect(await faultsOf(server.runtime.app, draft)).toEqual([]);

  // The whole class is at odds with both.
  const input = { administrativeClasses: [administrativeClass], reason: 'lecture' };
  const whole = await updated(teachingClasses[2].id, input);
  const lecture = await place(draft, meetings[4].id, 1, rooms[2].id, teachers[2].id);
  expect(lecture.error.message.match(new RegExp(`Class "${classes[0].name}"`, 'g'))).toHaveLength(2);
  expect(await place(draft, meetings[4].id, 2, rooms[2].id, teachers[2].id)).toHaveProperty('number');

  // Two partitions overlap exactly where they share a student.
  const other = await part({
    ...{ administrativeClass, name: '口语' },
    groups: [{ name: '甲', students: [students[0].code] }, { name: '乙' }],
  });
  const taught = await updated(teachingClasses[1].id, {
    administrativeClasses: [],
    classGroups: [other.groups[0].id],
  });
  expect(taught).toMatchObject({
    studentCount: 1,
    classSize: 1,
    groups: [{ name: `${classes[0].name}（甲）` }],
  });
  await deputyOf(teachers[2].id, teachingClasses[1].id);
  const clash = await place(draft, meetings[2].id, 1, rooms[2].id, teachers[2].id);
  expect(clash.error.message).toContain('K0"');
  expect(clash.error.extensions.clashes).toHaveLength(1);
  await done(
    `mutation { moveMeeting(timetable: "${draft}", meeting: "${heldByA}",
       place: { dayOfWeek: 3 periodStart: 1 }) { number } }`,
  );
  expect(await place(draft, meetings[2].id, 1, rooms[2].id, teachers[2].id)).toHaveProperty('number');
  expect(await faultsOf(server.runtime.app, draft)).toEqual([]);
  await done(`mutation { publishTimetable(id: "${draft}") { id } }`);

  // Whoever comes into 甲 from B has two things at once.
  const moves = [{ group: other.groups[0].id, students: [students[7].id] }];
  for (const isDryRun of [true, false]) {
    const refused = await move(other.id, moves, { isDryRun });
    expect(refused.error.extensions.code).toBe('OPERATION_DENIED');
    expect(refused.error.extensions.clashes).toHaveLength(1);
  }
  expect(await move(other.id, moves, { reason: '补考', isDryRun: true })).toMatchObject({ movedCount: 1 });
  const moved = await move(other.id, moves, { reason: '补考' });
  expect(moved).toEqual({
    ...{ movedCount: 1, ungroupedCount: 6 },
    groups: [
      { name: '甲', studentCount: 2 },
      { name: '乙', studentCount: 0 },
    ],
  });
  const conflicts = async (): Promise<any[]> =>
    (await done(`{ conflicts(timetable: "${draft}") { items { kind status note } } }`)).items;
  expect(await conflicts()).toEqual([{ kind: 'CLASS', status: 'OPEN', note: '补考' }]);
  expect(await faultsOf(server.runtime.app, draft)).toEqual([]);
  // The seats follow, and the clash ends with the student.
  const seats = `{ teachingClass(id: "${teachingClasses[1].id}") { studentCount } }`;
  expect(await done(seats)).toEqual({ studentCount: 2 });
  await done(`mutation { updateStudent(id: "${students[7].id}", input: {
    administrativeClass: "${classes[2].id}" }) { id groups { id } } }`);
  expect(await conflicts()).toEqual([{ kind: 'CLASS', status: 'RESOLVED', note: '补考' }]);
  expect(await done(seats)).toEqual({ studentCount: 1 });
  expect(await faultsOf(server.runtime.app, draft)).toEqual([]);

  // Students see what their groups attend, the class sees all.
  const itemsOf = async (student: number): Promise<string[]> => {
    const token = await tokenOf(server, RoleKey.STUDENT, { student: students[student].id });
    const { items } = await done(
      `{ studentTimetable(semester: "${semester.id}", weekFrom: 1, weekTo: 1) {
           items { teachingClassName groupNames } } }`,
      {},
      token,
    );
    return items.map((each: any) => [each.teachingClassName, ...each.groupNames].join(' ')).sort();
  };
  const classOf = (group: string): string => `${classes[0].name}（${group}）`;
  expect(await itemsOf(0)).toEqual([`K0 ${classOf('A组')}`, `K1 ${classOf('甲')}`, 'K2']);
  expect(await itemsOf(6)).toEqual([`K0（2） ${classOf('B组')}`, 'K2']);
  expect(whole.id).toBe(teachingClasses[2].id);

  // What is taught is not deleted, and a class stays in its groups until others are named.
  const deleted = await call(`mutation { deleteClassPartition(id: "${partition.id}") }`);
  expect(deleted.error.extensions.code).toBe('IN_USE');
  expect(
    (await repart(partition.id, { groups: [{ id: partition.groups[0].id, name: 'A组' }] })).error.extensions
      .code,
  ).toBe('IN_USE');
  const another = await update(a.id, { administrativeClasses: [classes[1].id] });
  expect(another.error).toMatchObject({
    message: expect.stringContaining(classOf('A组')),
    extensions: { code: 'OPERATION_DENIED' },
  });
});

test('parts that are combined again are the whole class', async () => {
  const { classes, teachingClasses } = await university();
  const partition = await part({ administrativeClass: classes[0].id, name: '实验', groupCount: 3 });
  const parts = await split(teachingClasses[0].id, `partitions: ["${partition.id}"]`);
  expect(parts).toHaveLength(3);
  const combined = await done(
    `mutation ($ids: [ID!]!) { combineTeachingClasses(ids: $ids) {
    studentCount administrativeClassNames } }`,
    { ids: parts.map((each: any) => each.id) },
  );
  expect(combined).toEqual({ studentCount: 8, administrativeClassNames: [classes[0].name] });
});

test('planners part classes of their departments; students see their own groups alone', async () => {
  const { classes, students, department: own } = await university();
  const input = { administrativeClass: classes[0].id, name: '实验', groupCount: 2 };
  const stranger = await academicAffairs(server, await department(server));
  expect((await part(input, stranger)).error.extensions.code).toMatch(/FORBIDDEN|NOT_FOUND/);
  const planner = await academicAffairs(server, own.id);
  const partition = await part(input, planner);
  const student = await tokenOf(server, RoleKey.STUDENT, { student: students[0].id });
  const seen = await done(
    `{ classPartition(id: "${partition.id}") { groups { members { id } } } }`,
    {},
    student,
  );
  expect(seen.groups.map((each: any) => each.members.length)).toEqual([1, 0]);
  const moves = [{ group: partition.groups[1].id, students: [students[0].id] }];
  for (const token of [student, stranger])
    expect((await move(partition.id, moves, {}, token)).error.extensions.code).toMatch(/FORBIDDEN|NOT_FOUND/);
  expect(await move(partition.id, moves, {}, planner)).toMatchObject({ movedCount: 1 });
});

test('students are moved while a planner moves what they attend, and nothing overlaps untold', async () => {
  const { classes, teachingClasses, students, draft, rooms, teachers } = await university();
  const administrativeClass = classes[0].id;
  const lab = await part({ administrativeClass, name: '实验', groupCount: 2 });
  const talk = await part({ administrativeClass, name: '口语', groupCount: 2 });
  const [labA] = await split(teachingClasses[0].id, `partitions: ["${lab.id}"]`);
  const input = { administrativeClasses: [], classGroups: [talk.groups[1].id] };
  await updated(teachingClasses[1].id, input);
  const [ofLab] = await meetingsOf(labA.id);
  const [ofTalk] = await meetingsOf(teachingClasses[1].id);
  await place(draft, ofLab, 1, rooms[0].id, teachers[0].id);
  await place(draft, ofTalk, 2, rooms[1].id, teachers[1].id);
  await done(`mutation { publishTimetable(id: "${draft}") { id } }`);
  for (let round = 0; round < 6; round++) {
    const day = round % 2 === 0 ? 1 : 2;
    const moves = [{ group: talk.groups[day === 1 ? 1 : 0].id, students: [students[0].id] }];
    const [moved, members] = await Promise.all([
      call(`mutation { moveMeeting(timetable: "${draft}", meeting: "${ofTalk}", reason: "swap",
        place: { dayOfWeek: ${day} periodStart: 1 }) { number } }`),
      move(talk.id, moves),
    ]);
    // Whoever comes second is told of the clash.
    if (day === 1) expect([moved, members].filter(({ error }) => error)).toHaveLength(1);
    else expect([moved.error, members.error]).toEqual([undefined, undefined]);
    expect(await faultsOf(server.runtime.app, draft)).toEqual([]);
  }
});

test('a run has the students of each lane as a group, and a copy has the groups', async () => {
  const { classes, teachingClasses, meetings, semester } = await university();
  const { id: administrativeClass, name } = classes[0];
  const partition = await part({ administrativeClass, name: '实验', groupCount: 2 });
  await updated(teachingClasses[1].id, { administrativeClasses: [administrativeClass] });
  const parts = await split(teachingClasses[0].id, `partitions: ["${partition.id}"]`);
  const { problem } = problemOf(await takeSnapshot(server.context(), semester.id));
  const halves = problem.groups.filter(({ id }) => id.startsWith(administrativeClass));
  expect(halves.map(({ name: shown, size, partOf }) => [shown, size, partOf])).toEqual([
    [`${name}（A组）`, 4, administrativeClass],
    [`${name}（B组）`, 4, administrativeClass],
  ]);
  const groupsOf = (meeting: string): readonly string[] =>
    problem.meetings.find(({ id }) => id === meeting)!.groups;
  const [[a], [b]] = [await meetingsOf(parts[0].id), await meetingsOf(parts[1].id)];
  expect(groupsOf(meetings[2].id)).toEqual(halves.map(({ id }) => id));
  expect([groupsOf(a), groupsOf(b)]).toEqual(halves.map(({ id }) => [id]));

  const { id: into } = await done(`mutation { createSemester(input: {
    name: "after ${semester.name}", startDate: "2027-02-22", endDate: "2027-06-13" }) { id } }`);
  await done(`mutation { copySemester(input: { source: "${semester.id}", target: "${into}" }) {
    newCount } }`);
  const { items } = await done(`{ teachingClasses(semester: "${into}") { items { groups { name } } } }`);
  const attending = items.flatMap((each: any) => each.groups.map((group: any) => group.name)).sort();
  expect(attending).toEqual([classes[2].name, name, `${name}（A组）`, `${name}（B组）`].sort());
});

test('a known clash stays known when the class is parted, also where it is undone and redone', async () => {
  const { classes, teachingClasses, students, meetings, draft, rooms, teachers } = await university();
  const administrativeClass = classes[0].id;
  await updated(teachingClasses[1].id, { administrativeClasses: [administrativeClass] });
  await place(draft, meetings[0].id, 1, rooms[0].id, teachers[0].id);
  const item = `{ meeting: "${meetings[2].id}", place: { dayOfWeek: 1, periodStart: 1,
    classroom: "${rooms[1].id}", teacher: "${teachers[1].id}" } }`;
  await done(`mutation { changeTimetable(timetable: "${draft}", acceptsClashes: true, reason: "both",
    input: { items: [${item}] }) { number } }`);
  await done(`mutation { publishTimetable(id: "${draft}") { id } }`);
  const sound = async (): Promise<void> => expect(await faultsOf(server.runtime.app, draft)).toEqual([]);
  const { id, error } = await part({ administrativeClass, name: '实验', groupCount: 2 });
  expect(error).toBeUndefined();
  await sound();
  await done(`mutation { undoChange(timetable: "${draft}") { number } }`);
  await sound();
  await done(`mutation { redoChange(timetable: "${draft}") { number } }`);
  await sound();
  for (const change of [
    `updateStudent(id: "${students[0].id}", input: { isGraduated: true }) { id }`,
    `deleteStudent(id: "${students[1].id}")`,
    `deleteClassPartition(id: "${id}")`,
  ]) {
    await done(`mutation { ${change} }`);
    await sound();
  }
});
