import { TeacherQualification } from '../../../src/entities/courses.js';
import { AdministrativeClass } from '../../../src/entities/organisation.js';
import { TeachingClassGroup } from '../../../src/entities/scheduling/teaching-classes.js';
import { academicAffairs, administrativeClass, department, teacher } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
/** What the assignment refers to, by the operation whose list clients look its name up in. */
let referred: Record<string, string>;
let planner: string;
let stranger: string;
let unseen: string;

/**
 * A published assignment of one department whose teacher and class are of another one, and whose room,
 * building and class are disabled by now.
 */
beforeAll(async () => {
  server = await startTestServer();
  const { app } = server.runtime;
  const university = await makeUniversity(app, { name: 'shown', teachingClasses: 1 });
  const { semester, meetings, rooms, teachingClasses } = university;
  const other = await department(server);
  const lecturer = await teacher(server, other);
  const foreign = (await administrativeClass(server, other)).administrative_class_uuid as string;
  unseen = (await administrativeClass(server, other)).administrative_class_uuid as string;
  const { em } = server.context();
  const [{ course }] = await server
    .context()
    .em.execute<{ course: string }[]>('select course_id as course from teaching_class where id = $1', [
      teachingClasses[0].id,
    ]);
  em.create(TeacherQualification, { teacher: lecturer, course } as never);
  em.create(TeachingClassGroup, {
    teachingClass: teachingClasses[0].id,
    administrativeClass: foreign,
  } as never);
  await em.flush();
  const run = async (document: string): Promise<any> => {
    const { data, errors } = await server.graphql(document);
    if (errors) throw new Error(errors[0].message);
    return Object.values(data)[0];
  };
  const { id } = await run(`mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`);
  await run(`mutation { placeMeeting(timetable: "${id}", meeting: "${meetings[0].id}", place: { dayOfWeek: 1
    periodStart: 1 classroom: "${rooms[2].id}" teacher: "${lecturer}" }) { number } }`);
  await run(`mutation { publishTimetable(id: "${id}") { id } }`);
  const building = rooms[2].building.id;
  await run(
    `mutation { updateBuilding(id: "${building}", input: { isEnabled: false, reason: "sold" }) { id } }`,
  );
  await run(
    `mutation { updateClassroom(id: "${rooms[2].id}", input: { isEnabled: false, reason: "-" }) { id } }`,
  );
  await run(
    `mutation { updateClassroom(id: "${rooms[1].id}", input: { isEnabled: false, reason: "-" }) { id } }`,
  );
  await em.nativeUpdate(AdministrativeClass, { id: foreign }, { isEnabled: false });
  planner = await academicAffairs(server, university.department.id);
  stranger = await academicAffairs(server, await department(server));
  referred = {
    classroomList: rooms[2].id,
    buildingList: building,
    teacherList: lecturer,
    courseList: course,
    administrativeClassListAll: foreign,
  };
  unusedRoom = rooms[1].id;
});
afterAll(() => server.stop());

let unusedRoom: string;

/** The rows of a pick list whose first key holds the identifier. */
async function found(operation: string, id: string, token: string, query: object = {}): Promise<any[]> {
  const { code, data } = await server.rest(operation, { token, query: { ...query } as never });
  expect(code).toBe(0);
  return (data as any[]).filter((row) => Object.values(row).includes(id));
}

test('pick lists name what a seen assignment refers to, also foreign or disabled', async () => {
  for (const [operation, id] of Object.entries(referred)) {
    const [row, ...others] = await found(operation, id, planner);
    expect([operation, others.length]).toEqual([operation, 0]);
    const name = Object.entries(row).find(([key]) => /(^|_)name$/.test(key))![1];
    expect(name).toMatch(/\S/);
  }
});

test('pick lists do not name what no seen assignment refers to', async () => {
  expect(await found('administrativeClassListAll', unseen, planner)).toEqual([]);
  expect(await found('classroomList', unusedRoom, planner)).toEqual([]);
  for (const operation of ['administrativeClassListAll', 'classroomList', 'buildingList'])
    expect(await found(operation, referred[operation], stranger)).toEqual([]);
});

test('filters narrow what is referred to, and personal fields of foreign teachers stay hidden', async () => {
  const { administrativeClassListAll: foreign, teacherList: lecturer } = referred;
  const { data } = await server.graphql(
    `{ administrativeClassOptions(keyword: "no class is called so") { id }
       enabled: administrativeClassOptions(isEnabled: true) { id }
       all: administrativeClassOptions { id monitor { id } } teacherOptions { id name phone ethnic } }`,
    {},
    planner,
  );
  expect(data.administrativeClassOptions).toEqual([]);
  expect(data.enabled.map(({ id }: any) => id)).not.toContain(foreign);
  expect(data.all.map(({ id }: any) => id)).toContain(foreign);
  const shown = data.teacherOptions.find(({ id }: any) => id === lecturer);
  expect(shown).toMatchObject({ name: '李老师', phone: null, ethnic: null });
});
