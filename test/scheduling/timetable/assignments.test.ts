import { startTestServer, type TestServer } from '../../support/server.js';
import { schedule } from '../drafts.js';
import { makeUniversity } from '../university.js';

let server: TestServer;

beforeAll(async () => {
  // Every record is read anew, as after a change of its table.
  server = await startTestServer({ env: { KEPT_ROWS_MEGABYTES: '0' } });
});
afterAll(() => server.stop());

const nested = `query ($semester: ID!) {
  timetable(semester: $semester) {
    revision status semester { name weekCount }
    assignments {
      time { dayOfWeek periodStart periodEnd weeks }
      classroom { name building { name campus { name } } }
      teacher { name }
      meeting { sequence teachingClass { name course { name } groups { administrativeClass { name } } } }
    }
  }
}`;

test(
  '2: a nested timetable takes one statement for each kind of record, for 4 meetings as for ' + '500',
  async () => {
    const counts: number[] = [];
    for (const teachingClasses of [2, 250]) {
      const university = await makeUniversity(server.runtime.app, {
        name: `n${teachingClasses}`,
        teachingClasses,
      });
      await schedule(server, university);
      const variables = { semester: university.semester.id };
      await server.graphql(nested, variables);
      server.forgetStatements();
      const { data, errors } = await server.graphql(nested, variables);
      expect(errors).toBeUndefined();
      expect(data.timetable.assignments).toHaveLength(2 * teachingClasses);
      // The others find out who is calling.
      const tables = server.statements.flatMap((sql) =>
        (/^select "r"\..*? from "(\w+)" as "r" /s.exec(sql) ?? []).slice(1),
      );
      expect(tables.toSorted()).toEqual([
        'administrative_class',
        'building',
        'campus',
        'class_assignment',
        'classroom',
        'course',
        'meeting',
        'semester',
        'teacher',
        'teaching_class',
        'teaching_class_group',
        'timetable',
      ]);
      counts.push(server.statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  },
);

test('classes with their meetings and assignments take one statement for each kind of record', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'classes', teachingClasses: 5 });
  await schedule(server, university);
  const variables = { semester: university.semester.id };
  const query = `query ($semester: ID!) { teachingClasses(semester: $semester, size: 50) { total items {
    name meetings { sequence assignment { time { dayOfWeek } classroom { name building { name campus {
    name } } } teacher { name } } }
    groups { administrativeClass { name } } } } }`;
  await server.graphql(query, variables);
  server.forgetStatements();
  const { data } = await server.graphql(query, variables);
  expect(data.teachingClasses.total).toBe(5);
  for (const { meetings } of data.teachingClasses.items) {
    for (const { assignment } of meetings) expect(assignment.time.dayOfWeek).toBeGreaterThan(0);
  }
  const tables = server.statements.flatMap((sql) =>
    (/^select "r"\..*? from "(\w+)" as "r" /s.exec(sql) ?? []).slice(1),
  );
  expect(tables).toHaveLength(new Set(tables).size);
});

test('assignments are narrowed by teacher, class, room, department, teaching class and week', async () => {
  const mine = await makeUniversity(server.runtime.app, { name: 'filters', teachingClasses: 4 });
  await schedule(server, mine);
  const of = async (filter: string): Promise<{ name: string; room: string }[]> => {
    const { data, errors } = await server.graphql(
      `query ($semester: ID!) { timetable(semester: $semester) { assignments(${filter}) { teachingClass
        { name } classroom { id } } } }`,
      { semester: mine.semester.id },
    );
    expect(errors).toBeUndefined();
    return data.timetable.assignments.map((each: any) => ({
      name: each.teachingClass.name,
      room: each.classroom.id,
    }));
  };
  const names = async (filter: string): Promise<string[]> => (await of(filter)).map(({ name }) => name);
  expect(await names(`teacher: "${mine.teachers[1].id}"`)).toEqual(['K1', 'K1']);
  expect(await names(`administrativeClass: "${mine.classes[2].id}"`)).toEqual(['K2', 'K2']);
  expect(await names(`teachingClass: "${mine.teachingClasses[3].id}"`)).toEqual(['K3', 'K3']);
  expect(await names(`department: "${mine.department.id}", week: 16`)).toHaveLength(8);
  expect(
    await names(`teacher: "${mine.teachers[1].id}", teachingClass: "${mine.teachingClasses[3].id}"`),
  ).toEqual([]);
  const [room] = mine.rooms;
  for (const each of await of(`classroom: "${room.id}"`)) expect(each.room).toBe(room.id);
});

test('bug: assignments of unknown records and of weeks outside of the semester are refused', async () => {
  const mine = await makeUniversity(server.runtime.app, { name: 'refused', teachingClasses: 1 });
  await schedule(server, mine);
  const refusalOf = async (filter: string): Promise<object> => {
    const { errors } = await server.graphql(
      `query ($semester: ID!) { timetable(semester: $semester) { assignments(${filter}) { id } } }`,
      { semester: mine.semester.id },
    );
    const [{ message, extensions }] = errors!;
    return { code: extensions.code, message };
  };
  const other = mine.semester.id;
  for (const [field, noun] of [
    ['teacher', 'teacher'],
    ['administrativeClass', 'administrative class'],
    ['classroom', 'classroom'],
    ['department', 'department'],
    ['teachingClass', 'teaching class'],
    ['course', 'course'],
  ])
    expect(await refusalOf(`${field}: "${other}", week: 3`)).toEqual({
      code: 'NOT_FOUND',
      message: `There is no ${noun} "${other}" that you may see.`,
    });
  for (const [weeks, told] of [
    ['week: 0', '0 to 0'],
    ['week: 17', '17 to 17'],
    ['weekFrom: 5, weekTo: 3', '5 to 3'],
    ['weekFrom: 17', '17 to 16'],
    ['weekTo: 99', '1 to 99'],
  ])
    expect(await refusalOf(weeks)).toEqual({
      code: 'OPERATION_INVALID',
      message: `The semester has weeks 1 to 16, not ${told}. Maybe name weeks within it.`,
    });
});
