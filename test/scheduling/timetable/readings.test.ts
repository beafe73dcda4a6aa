import { RoleKey } from '../../../src/schema/enums.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { TeachingClass, TeachingClassGroup } from '../../../src/entities/scheduling/teaching-classes.js';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addStudentOf, tokenOf } from '../people.js';
import { makeUniversity, publishLocked, type TestUniversity } from '../university.js';

let server: TestServer;
let university: TestUniversity;
let student: string;

/** K3 is an elective, in which a student of the first class is enrolled; the others are for their class. */
beforeAll(async () => {
  server = await startTestServer();
  const { app } = server.runtime;
  university = await makeUniversity(app, { name: 'rd', teachingClasses: 4 });
  const { meetings, rooms, classes, teachingClasses } = university;
  const places = meetings.map((meeting, at) => {
    return { meeting, day: 1 + (at % 5), period: at < 5 ? 1 : 3, room: rooms[at % 3] };
  });
  await publishLocked(app, university, places);
  const em = recordsOf(app);
  const [, , , { id: elective }] = teachingClasses;
  await em.nativeDelete(TeachingClassGroup, { teachingClass: elective });
  await em.nativeUpdate(TeachingClass, { id: elective }, { isCompulsory: false });
  student = (await addStudentOf(server, classes[0].id)).id;
  em.create(Enrolment, { teachingClass: elective, student } as never);
  await em.flush();
});
afterAll(() => server.stop());

/** The tables whose rows the last query read, each as often as it was read. */
const tablesRead = (): string[] =>
  server.statements.flatMap((sql) => (/^select "r"\..*? from "(\w+)" as "r" /s.exec(sql) ?? []).slice(1));

const everything = `time { dayOfWeek periodStart periodEnd weeks } teacher { name }
  classroom { name building { name campus { name } } }
  meeting { sequence teachingClass { name course { name } groups { administrativeClass { name } } } }`;

/** The meetings that a reading gives, each kind of whose records was read in one statement. */
async function read(filter: string): Promise<string[]> {
  const query = `query ($semester: ID!) { timetable(semester: $semester) {
    assignments${filter && `(${filter})`} { ${everything} } } }`;
  server.forgetStatements();
  const { data, errors } = await server.graphql(query, { semester: university.semester.id });
  expect(errors).toBeUndefined();
  const tables = tablesRead();
  expect({ filter, tables }).toEqual({ filter, tables: [...new Set(tables)] });
  return data.timetable.assignments
    .map(({ meeting }: any) => `${meeting.teachingClass.name} ${meeting.sequence}`)
    .toSorted();
}

const both = (...names: string[]): string[] => names.flatMap((name) => [`${name} 1`, `${name} 2`]);

/** Whose timetable is read, by its filter; and what they have of each kind. */
const readers: [who: string, filter: () => string, compulsory: string[], elective: string[]][] = [
  ['everybody', () => '', both('K0', 'K1', 'K2'), both('K3')],
  ['a teacher', () => `teacher: "${university.teachers[1].id}"`, both('K1'), []],
  ['a teacher of an elective', () => `teacher: "${university.teachers[3].id}"`, [], both('K3')],
  ['a student', () => `student: "${student}"`, both('K0'), both('K3')],
  ['a class', () => `administrativeClass: "${university.classes[0].id}"`, both('K0'), []],
  ['a room', () => `classroom: "${university.rooms[0].id}"`, ['K0 1', 'K1 2'], ['K3 1']],
  ['a course', () => `course: "${university.teachingClasses[3].course.id}"`, [], both('K3')],
];

test.each(readers)(
  'weakness 14: the timetable of %s is read in one statement for each kind',
  async (_, who, own, chosen) => {
    for (const weeks of ['', 'week: 3', 'weekFrom: 2 weekTo: 5']) {
      const filter = `${who()} ${weeks}`.trim();
      expect(await read(filter)).toEqual([...own, ...chosen].toSorted());
      expect(await read(`${filter} isElective: false`)).toEqual(own.toSorted());
      expect(await read(`${filter} isElective: true`)).toEqual(chosen.toSorted());
    }
  },
);

test.each([
  ['teacher', RoleKey.TEACHER, both('K0')],
  ['student', RoleKey.STUDENT, both('K0', 'K3')],
] as const)('the own timetable of a %s is read in one statement for each kind', async (who, role, names) => {
  const person = role === RoleKey.TEACHER ? { teacher: university.teachers[0].id } : { student };
  const token = await tokenOf(server, role, person);
  for (const [weeks, count] of [
    ['', 16],
    ['(weekFrom: 3 weekTo: 3)', 1],
    ['(weekFrom: 2 weekTo: 5)', 4],
  ] as const) {
    const field = `${who}Timetable${weeks}`;
    server.forgetStatements();
    const query = `{ ${field} { semester { name } items { week teachingClassName courseName teacherName
      classroomName buildingName campusName creditHourTypeName } } }`;
    const { data, errors } = await server.graphql(query, {}, token);
    expect(errors).toBeUndefined();
    const tables = tablesRead();
    expect({ field, tables }).toEqual({ field, tables: [...new Set(tables)] });
    expect(data[`${who}Timetable`].items).toHaveLength(names.length * count);
  }
});
