import { Building, Campus, Classroom, ClassroomType } from '../../../src/entities/places.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { packed, sharesOf } from '../../../src/services/scheduling/curriculum/partition.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  student,
  teacher,
} from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { offer, teachingClass, type Offer } from '../teaching.js';

let server: TestServer;
let of: Offer;
let room: string;

/** Ten rooms of 80 seats and a hall of 280, which is no usual room, and one laboratory of 40. */
beforeAll(async () => {
  server = await startTestServer();
  of = await offer(server);
  const { em } = server.context();
  const campus = em.create(Campus, { name: '主校区', code: 'MAIN', address: '一号' } as never);
  const building = em.create(Building, { name: '博学楼', campus } as never);
  const type = await em.findOneOrFail(ClassroomType, { name: '普通教室' });
  const laboratory = em.create(ClassroomType, { name: '小实验室' } as never);
  const rooms = [...Array<number>(10).fill(80), 280].map((capacity, at) =>
    em.create(Classroom, {
      code: `R${at}`,
      name: `R${at}`,
      building,
      floor: '1',
      type,
      capacity,
      area: 1,
    } as never),
  );
  em.create(Classroom, {
    ...{ code: 'L', name: 'L', building, floor: '1', type: laboratory, capacity: 40, area: 1 },
  } as never);
  // Nobody may use it.
  em.create(Classroom, {
    ...{ code: 'X', name: 'X', building, floor: '1', type, capacity: 900, area: 1, isEnabled: false },
  } as never);
  await em.flush();
  room = (rooms[0] as Classroom).id;
});
afterAll(() => server.stop());

const part = 'id code name studentCount seats enrolledCount administrativeClassNames';
const split = (id: string, more = '', token = server.administrator) =>
  server.graphql(`mutation ($id: ID!) { splitTeachingClass(id: $id${more}) { ${part} } }`, { id }, token);
const combine = (ids: readonly string[], more = '', token = server.administrator) =>
  server.graphql(
    `mutation ($ids: [ID!]!) { combineTeachingClasses(ids: $ids${more}) { ${part} } }`,
    { ids },
    token,
  );
const compulsory = async (sizes: readonly number[], more: object = {}): Promise<Record<string, any>> => {
  const classes = [];
  for (const student_count of sizes)
    classes.push(await administrativeClass(server, of.department, { student_count }));
  const ids = classes.map((each) => each.administrative_class_uuid as string);
  return teachingClass(server, of, { administrative_classes: JSON.stringify(ids), ...more });
};
const open = (count: number) =>
  teachingClass(server, of, { is_administrative: false, actual_student_count: count });
/** How many rows there are of what a change of groups touches. */
const counts = async (): Promise<number[]> => {
  const { em } = server.context();
  const tables = ['teaching_class', 'teaching_class_group', 'enrolment', 'meeting'];
  return Promise.all(
    tables.map(async (table) => {
      const [{ count }] = await em.execute<[{ count: number }]>(
        `select count(*)::int as count from ${table}`,
      );
      return count;
    }),
  );
};
const meetingOf = async (id: string, more: object = {}): Promise<Meeting> => {
  const { em } = server.context();
  const meeting = em.create(Meeting, {
    ...{ teachingClass: id, sequence: 1, periods: 2, weeks: [1, 3] },
    ...more,
  } as never);
  await em.flush();
  return meeting as Meeting;
};

describe('splitting', () => {
  test('180 students become three groups where usual rooms have 80 seats (weakness 8)', async () => {
    const made = await compulsory([30, 30, 30, 30, 30, 30]);
    const { teaching_class_uuid: id, teaching_class_code: code, teaching_class_name: name } = made;
    await meetingOf(id);
    const before = await counts();
    const dry = (await split(id, ', isDryRun: true')).data.splitTeachingClass;
    expect(dry.map((each: Record<string, unknown>) => [each.id, each.studentCount])).toEqual([
      [id, 60],
      [null, 60],
      [null, 60],
    ]);
    expect(await counts()).toEqual(before);

    const parts = (await split(id)).data.splitTeachingClass;
    expect(parts.map((each: object) => ({ ...each, id: null }))).toEqual(
      dry.map((each: object) => ({ ...each, id: null })),
    );
    expect(parts.map((each: Record<string, unknown>) => [each.code, each.name])).toEqual([
      [code, name],
      [`${code}-2`, `${name}（2）`],
      [`${code}-3`, `${name}（3）`],
    ]);
    const names = parts.flatMap((each: Record<string, unknown>) => each.administrativeClassNames);
    expect([...names].sort()).toEqual([...made.administrative_class_names].sort());
    const { em } = server.context();
    for (const each of parts)
      expect(await em.find(Meeting, { teachingClass: each.id })).toMatchObject([
        { sequence: 1, weeks: [1, 3] },
      ]);
    expect(await counts()).toEqual([before[0] + 2, before[1], before[2], before[3] + 2]);
  });

  test('an open group is halved by number, students who enrolled stay beside their classmates', async () => {
    const { teaching_class_uuid: id } = await open(101);
    const [one, other] = [
      await administrativeClass(server, of.department),
      await administrativeClass(server, of.department),
    ];
    const { em } = server.context();
    for (const homeClass of [one, other, one, other])
      em.create(Enrolment, { teachingClass: id, student: await student(server, homeClass) } as never);
    await em.flush();
    await server.graphql(
      'mutation ($id: ID!) { updateTeachingClass(id: $id, input: { seats: 105 }) { id } }',
      { id },
    );
    const parts = (await split(id)).data.splitTeachingClass;
    expect(parts).toMatchObject([
      { studentCount: 51, seats: 53, enrolledCount: 2 },
      { studentCount: 50, seats: 52, enrolledCount: 2 },
    ]);
    const classesOf = async (id: string): Promise<unknown[]> => {
      const document = `{ enrolments(teachingClass: "${id}") {
        items { student { administrativeClassName } } } }`;
      const { items } = (await server.graphql(document)).data.enrolments;
      return items.map(({ student: who }: Record<string, any>) => who.administrativeClassName);
    };
    const classes = await Promise.all(parts.map((each: Record<string, string>) => classesOf(each.id)));
    expect(classes).toEqual([one, other].map(({ class_name }) => [class_name, class_name]));
  });

  test('goes by the rooms that the meetings need, or by the number that is named', async () => {
    const { teaching_class_uuid: id } = await open(90);
    const laboratory = await server.context().em.findOneOrFail(ClassroomType, { name: '小实验室' });
    await meetingOf(id, { classroomType: laboratory.id });
    const sizes = async (more: string): Promise<unknown> =>
      (await split(id, `, isDryRun: true${more}`)).data?.splitTeachingClass.map(
        (each: Record<string, unknown>) => each.studentCount,
      );
    expect(await sizes('')).toEqual([30, 30, 30]);
    expect(await sizes(', studentsMax: 45')).toEqual([45, 45]);
  });

  test('is refused where it is not needed or not possible, by name', async () => {
    const refusal = async (id: string, more = ''): Promise<string> =>
      (await split(id, more)).errors?.[0].message ?? '';
    const { teaching_class_uuid: small } = await open(80);
    expect(await refusal(small)).toContain('has 80 students, who fit into a room for 80');
    const large = await compulsory([85, 20]);
    const name = large.administrative_class_names[0] as string;
    expect(await refusal(large.teaching_class_uuid)).toContain(`"${name}" has 85 students, more than the 80`);
    expect(await refusal(small, ', studentsMax: 0')).toContain('a part has at least one student');
    expect(await refusal(small, ', studentsMax: 3')).toContain('would become 27 parts, but at most 20');
    expect(await refusal(small, ', studentsMax: 9, expectedVersion: 7')).toContain('you hold version 7');
    const { em } = server.context();
    const campus = await em.findOneOrFail(Campus, { code: 'MAIN' });
    await em.nativeUpdate(Campus, { id: campus.id }, { isEnabled: false });
    expect(await refusal(small)).toContain('There is no room');
    await em.nativeUpdate(Campus, { id: campus.id }, { isEnabled: true });
  });

  test('keeps whole groups in as few parts as hold them, for any sizes', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const sizes = Array.from({ length: (seed % 9) + 1 }, (_, at) => ((seed * 31 + at * 17) % 60) + 1);
      const groups = sizes.map((studentCount, at) => ({ id: String(at), name: '', studentCount }));
      const parts = packed(groups, 80);
      const totals = parts.map((each) => each.reduce((sum, { studentCount }) => sum + studentCount, 0));
      expect(Math.max(...totals)).toBeLessThanOrEqual(80);
      expect(
        parts
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(groups.map(({ id }) => id).sort());
      expect(Math.min(...parts.map((each) => each.length))).toBeGreaterThan(0);
    }
    expect(sharesOf(101, 3)).toEqual([34, 34, 33]);
  });
});

describe('combining', () => {
  test('takes what was split together again', async () => {
    const made = await compulsory([30, 30, 30]);
    const parts = (await split(made.teaching_class_uuid)).data.splitTeachingClass;
    expect(parts).toHaveLength(2);
    const ids = parts.map((each: Record<string, string>) => each.id);
    const before = await counts();
    const dry = (await combine(ids, ', isDryRun: true')).data.combineTeachingClasses;
    expect(await counts()).toEqual(before);
    const { data } = await combine(ids);
    expect(data.combineTeachingClasses).toEqual(dry);
    expect(dry).toMatchObject({ id: ids[0], studentCount: 90, seats: null });
    expect([...dry.administrativeClassNames].sort()).toEqual([...made.administrative_class_names].sort());
    expect(await counts()).toEqual([before[0] - 1, ...before.slice(1)]);
  });

  test('counts a student who enrolled in both once', async () => {
    const [one, other] = [await open(3), await open(4)].map((each) => each.teaching_class_uuid as string);
    const homeClass = await administrativeClass(server, of.department);
    const [both, single] = [await student(server, homeClass), await student(server, homeClass)];
    const { em } = server.context();
    for (const [teachingClassId, who] of [
      [one, both],
      [other, both],
      [other, single],
    ])
      em.create(Enrolment, { teachingClass: teachingClassId, student: who } as never);
    await em.flush();
    const { data } = await combine([one, other]);
    expect(data.combineTeachingClasses).toMatchObject({ id: one, studentCount: 6, enrolledCount: 2 });
  });

  test('is refused for what is unlike, too large, placed or not one’s own', async () => {
    const refusal = async (ids: readonly string[], token?: string): Promise<unknown> => {
      const { errors } = await combine(ids, '', token);
      return [errors?.[0].extensions.code, errors?.[0].message];
    };
    const [one, other] = [await open(40), await open(40)];
    const [a, b] = [one.teaching_class_uuid as string, other.teaching_class_uuid as string];
    const elsewhere = await teachingClass(server, await offer(server, of.department), {
      is_administrative: false,
    });
    expect(await refusal([a, elsewhere.teaching_class_uuid])).toEqual([
      'OPERATION_INVALID',
      expect.stringContaining('differ in their semester'),
    ]);
    const { teaching_class_uuid: whole } = await compulsory([20]);
    expect(await refusal([a, whole])).toEqual([
      'OPERATION_INVALID',
      expect.stringContaining('differ in their kind'),
    ]);
    const { teaching_class_uuid: huge } = await open(241);
    expect(await refusal([a, huge])).toEqual([
      'OPERATION_INVALID',
      expect.stringContaining('are 281 students, but the largest room that they may use holds 280'),
    ]);
    for (const ids of [[a], [a, a], []])
      expect(await refusal(ids)).toEqual(['INVALID_PARAMETER', expect.stringContaining('2 to 20')]);

    const { id: meeting } = await meetingOf(b);
    const { em } = server.context();
    const timetable = em.create(Timetable, { semester: of.semester, revision: 1 } as never);
    em.create(ClassAssignment, {
      ...{
        timetable,
        meeting,
        teachingClass: b,
        teacher: await teacher(server, of.department),
        classroom: room,
      },
      ...{ dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] },
    } as never);
    await em.flush();
    const before = await counts();
    expect(await refusal([a, b])).toEqual(['IN_USE', expect.stringContaining('1 × class assignment')]);
    expect(await counts()).toEqual(before);
    expect((await combine([b, a])).errors).toBeUndefined();

    const foreign = await academicAffairs(server, await department(server));
    const { teaching_class_uuid: c } = await open(100);
    expect(await refusal([b, c], foreign)).toEqual(['NOT_FOUND', expect.any(String)]);
    expect((await split(c, '', foreign)).errors?.[0].extensions.code).toBe('NOT_FOUND');
    const own = await academicAffairs(server, of.department);
    expect((await split(c, '', own)).errors).toBeUndefined();
  });
});
