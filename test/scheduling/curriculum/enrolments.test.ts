import ExcelJS from 'exceljs';
import { Student } from '../../../src/entities/people.js';
import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { Enrolment } from '../../../src/entities/scheduling/enrolments.js';
import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { TeachingClass } from '../../../src/entities/scheduling/teaching-classes.js';
import { Timetable } from '../../../src/entities/scheduling/timetables.js';
import { TimetableStatus } from '../../../src/schema/timetables.js';
import { uploaded } from '../../imports/support/upload.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  signedIn,
  student,
} from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { offer, teachingClass, type Offer } from '../teaching.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
let of: Offer;
let homeClass: Record<string, any>;

beforeAll(async () => {
  server = await startTestServer();
  of = await offer(server);
  // Students of another department than the one that offers the electives.
  homeClass = await administrativeClass(server, await department(server));
});
afterAll(() => server.stop());

const elective = async (seats: number | null = null): Promise<{ id: string; name: string; code: string }> => {
  const made = await teachingClass(server, of, { is_administrative: false });
  const { teaching_class_uuid: id, teaching_class_name: name, teaching_class_code: code } = made;
  await server.context().em.nativeUpdate(TeachingClass, { id }, { seats });
  return { id, name, code };
};
const some = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => student(server, homeClass)));

const enrolment = `id teachingClass { name } student { id code name administrativeClassName }`;
const enrol = (teachingClassId: string, studentId: string, token = server.administrator) =>
  server.graphql(
    `mutation ($input: EnrolmentInput!) { createEnrolment(input: $input) { ${enrolment} } }`,
    { input: { teachingClass: teachingClassId, student: studentId } },
    token,
  );
const fullness = async (id: string): Promise<unknown> =>
  (await server.graphql('query ($id: ID!) { teachingClass(id: $id) { enrolledCount studentCount } }', { id }))
    .data.teachingClass;

test('a student enrols in an elective, is listed with it and leaves it', async () => {
  const [{ id, name }, [studentId]] = [await elective(), await some(1)];
  const { data, errors } = await enrol(id, studentId);
  expect(errors).toBeUndefined();
  const made = data.createEnrolment;
  const { em } = server.context();
  const { code } = await em.findOneOrFail(Student, studentId);
  expect(made).toEqual({
    id: expect.any(String),
    teachingClass: { name },
    student: { id: studentId, code, name: '王同学', administrativeClassName: homeClass.class_name },
  });
  for (const filter of [`teachingClass: "${id}"`, `student: "${studentId}"`]) {
    const list = await server.graphql(
      `{ enrolments(${filter}, semester: "${of.semester}") { items { ${enrolment} } } }`,
    );
    expect(list.data.enrolments.items).toEqual([made]);
  }
  expect(await fullness(id)).toEqual({ enrolledCount: 1, studentCount: 1 });
  const again = await enrol(id, studentId);
  expect(again.errors?.[0].extensions.code).toBe('DUPLICATE');
  const kept = await server.graphql('mutation ($id: ID!) { deleteTeachingClass(id: $id) }', { id });
  expect(kept.errors?.[0].extensions).toMatchObject({
    code: 'IN_USE',
    holders: [{ what: 'enrolment', count: 1 }],
  });
  const left = await server.graphql('mutation ($id: ID!) { deleteEnrolment(id: $id) }', { id: made.id });
  expect(left.data).toEqual({ deleteEnrolment: made.id });
  // Expected are still as many as there once were.
  expect(await fullness(id)).toEqual({ enrolledCount: 0, studentCount: 1 });
});

test('of fifty who take the last five seats at once, five get one and the others are told', async () => {
  const [{ id, name }, ids] = [await elective(5), await some(50)];
  const answers = await Promise.all(ids.map((each) => enrol(id, each)));
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(5);
  for (const { errors } of answers.filter((answer) => answer.errors))
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining(`"${name}" is full: it has 5 seats, and 6 students would be enrolled`),
      extensions: { code: 'OPERATION_INVALID' },
    });
  expect(await fullness(id)).toEqual({ enrolledCount: 5, studentCount: 5 });

  const change = (seats: number) =>
    server.graphql(
      'mutation ($id: ID!, $seats: Int) { updateTeachingClass(id: $id, input: { seats: $seats }) { id } }',
      { id, seats },
    );
  expect((await change(4)).errors?.[0].message).toContain('it has 4 seats, and 5 students would be enrolled');
  expect((await change(6)).errors).toBeUndefined();
  const waiting = answers.findIndex(({ errors }) => errors);
  expect((await enrol(id, ids[waiting])).errors).toBeUndefined();
});

test('nobody enrols in what is compulsory or disabled, after graduation, or where nothing is', async () => {
  const [{ id }, [one, graduated]] = [await elective(), await some(2)];
  const { em } = server.context();
  await em.nativeUpdate(Student, { id: graduated }, { isGraduated: true });
  const compulsory = await teachingClass(server, of);
  const disabled = await teachingClass(server, of, { is_administrative: false, is_enabled: false });
  const unknown = '019aa000-0000-7000-8000-00000000dead';
  const refusal = async (teachingClassId: string, studentId: string): Promise<unknown> => {
    const { errors } = await enrol(teachingClassId, studentId);
    return [errors?.[0].extensions.code, errors?.[0].message];
  };
  expect(await refusal(compulsory.teaching_class_uuid, one)).toEqual([
    'OPERATION_INVALID',
    expect.stringContaining('is compulsory'),
  ]);
  expect(await refusal(disabled.teaching_class_uuid, one)).toEqual([
    'OPERATION_INVALID',
    expect.stringContaining('is disabled'),
  ]);
  expect(await refusal(id, graduated)).toEqual([
    'OPERATION_INVALID',
    expect.stringContaining('has graduated'),
  ]);
  expect(await refusal(unknown, one)).toEqual(['NOT_FOUND', expect.stringContaining('no teaching class')]);
  expect(await refusal(id, unknown)).toEqual(['NOT_FOUND', expect.stringContaining('no student')]);
  await enrol(id, one);
  const change = 'mutation ($id: ID!) { updateTeachingClass(id: $id, input: { isCompulsory: true }) { id } }';
  const { errors } = await server.graphql(change, { id });
  expect(errors?.[0].message).toContain('students cannot be enrolled in it (1)');
});

test('教务 enrol students of every department in electives of their own', async () => {
  const [{ id }, [one, other]] = [await elective(), await some(2)];
  const own = await academicAffairs(server, of.department);
  const foreign = await academicAffairs(server, homeClass.department_uuid as string);
  const made = await enrol(id, one, own);
  expect(made.data.createEnrolment.student).toMatchObject({ id: one, name: '王同学' });
  const refused = await enrol(id, other, foreign);
  expect(refused.errors?.[0].extensions.code).toBe('NOT_FOUND');
  const removal = 'mutation ($id: ID!) { deleteEnrolment(id: $id) }';
  const variables = { id: made.data.createEnrolment.id };
  expect((await server.graphql(removal, variables, foreign)).errors?.[0].extensions.code).toBe('NOT_FOUND');
  expect((await server.graphql(removal, variables, own)).errors).toBeUndefined();
});

test('a student’s timetable shows what the student elected, and to nobody else (weakness 12)', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'elected', teachingClasses: 2 });
  const [attended] = university.teachingClasses;
  const { em } = server.context();
  const [own] = university.classes;
  const members = await Promise.all(
    ['E1', 'E2'].map((code) =>
      student(
        server,
        {
          administrative_class_uuid: own.id,
          department_uuid: university.department.id,
          major_uuid: own.major.id,
          grade_uuid: own.grade.id,
        },
        code,
      ),
    ),
  );
  const chosen = em.create(TeachingClass, {
    code: 'elected-open',
    name: '围棋',
    semester: university.semester.id,
    course: attended.course.id,
    department: university.department.id,
    isCompulsory: false,
  } as never);
  const meeting = em.create(Meeting, {
    teachingClass: chosen,
    sequence: 1,
    periods: 2,
    weeks: [1, 2],
  } as never);
  const timetable = em.create(Timetable, {
    semester: university.semester.id,
    revision: 1,
    status: TimetableStatus.PUBLISHED,
  } as never);
  const place = { timetable, classroom: university.rooms[0].id, teacher: university.teachers[0].id };
  em.create(ClassAssignment, {
    ...place,
    meeting: university.meetings[0].id,
    teachingClass: attended.id,
    dayOfWeek: 1,
    periodStart: 1,
    periodEnd: 2,
    weeks: [1],
  } as never);
  em.create(ClassAssignment, {
    ...place,
    meeting,
    teachingClass: chosen,
    dayOfWeek: 5,
    periodStart: 9,
    periodEnd: 10,
    weeks: [1, 2],
  } as never);
  await em.flush();
  const tokens = await Promise.all(
    ['E1', 'E2'].map((number) => signedIn(server, { isStudent: true, number })),
  );
  const query = `query ($semester: ID) { studentTimetable(semester: $semester) {
    items { week teachingClassName } } }`;
  const seenBy = async (token: string): Promise<string[]> =>
    (
      await server.graphql(query, { semester: university.semester.id }, token)
    ).data.studentTimetable.items.map(
      ({ week, teachingClassName }: Record<string, unknown>) =>
        `${String(week)} ${String(teachingClassName)}`,
    );
  expect(await seenBy(tokens[0])).toEqual(['1 K0']);
  expect((await enrol((chosen as TeachingClass).id, members[0])).errors).toBeUndefined();
  expect(await seenBy(tokens[0])).toEqual(['1 K0', '1 围棋', '2 围棋']);
  expect(await seenBy(tokens[1])).toEqual(['1 K0']);
  const list = await server.graphql('{ enrolments { items { teachingClass { name } } } }', {}, tokens[0]);
  expect(list.data.enrolments.items).toEqual([{ teachingClass: { name: '围棋' } }]);
  // Without an administrative class there is still what was elected.
  await em.nativeUpdate(Student, { id: members[0] }, { administrativeClass: null });
  expect(await seenBy(tokens[0])).toEqual(['1 围棋', '2 围棋']);
  await em.nativeUpdate(Student, { id: members[1] }, { administrativeClass: null });
  expect(await seenBy(tokens[1])).toEqual([]);
});

describe('from a workbook', () => {
  const template = async (token = server.administrator): Promise<ExcelJS.Workbook> => {
    const { data } = await server.graphql('{ enrolmentsImportTemplate { content } }', {}, token);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(
      Buffer.from(data.enrolmentsImportTemplate.content, 'base64') as unknown as ArrayBuffer,
    );
    return book;
  };
  const filled = async (rows: readonly (readonly string[])[]): Promise<Buffer> => {
    const book = await template();
    const [sheet] = book.worksheets;
    expect([1, 2].map((column) => sheet.getCell(2, column).text)).toEqual(['选修教学班编码', '学号']);
    rows.forEach((cells, at) =>
      cells.forEach((cell, column) => void (sheet.getCell(3 + at, column + 1).value = cell)),
    );
    return Buffer.from(await book.xlsx.writeBuffer());
  };
  const imported = (file: Buffer, settings = '', token = server.administrator) =>
    uploaded<Record<string, any>>(
      server,
      `mutation ($file: Upload!) { importEnrolments(file: $file${settings}) { totalCount successCount
        failures { row code reason } } }`,
      file,
      { token },
    );
  const codesOf = async (ids: readonly string[]): Promise<string[]> => {
    const students = await server.context().em.find(Student, { id: { $in: [...ids] } });
    return ids.map((id) => students.find((each) => each.id === id)!.code);
  };

  test('students are enrolled by their numbers; strict takes all rows or none', async () => {
    const [{ id, code }, ids] = [await elective(), await some(3)];
    const codes = await codesOf(ids);
    const rows = [...codes.slice(0, 2).map((number) => [code, number]), ['NONE', codes[2]], [code, 'NOBODY']];
    const strict = await imported(await filled(rows));
    expect(strict.errors?.[0].extensions.problems).toMatchObject([
      { cell: { row: 5, column: 'A', code: 'NOT_FOUND' } },
      { cell: { row: 6, column: 'B', code: 'NOT_FOUND' } },
    ]);
    expect(await fullness(id)).toEqual({ enrolledCount: 0, studentCount: 0 });
    const tolerant = await imported(await filled(rows), ', isTolerant: true');
    expect(tolerant.data.importEnrolments).toMatchObject({ totalCount: 4, successCount: 2 });
    expect(await fullness(id)).toEqual({ enrolledCount: 2, studentCount: 2 });
    const again = await imported(await filled([[code, codes[0].toLowerCase()]]));
    expect(again.errors?.[0].extensions).toMatchObject({ code: 'DUPLICATE' });
  });

  test('rows beyond the seats are refused, whatever was enrolled before', async () => {
    const [{ id, code, name }, ids] = [await elective(3), await some(4)];
    const codes = await codesOf(ids);
    await enrol(id, ids[0]);
    const rows = codes.map((number) => [code, number]);
    const dry = await imported(await filled(rows), ', isTolerant: true, isDryRun: true');
    expect(dry.data.importEnrolments).toMatchObject({
      successCount: 2,
      failures: [
        { row: 3, code: 'EXISTS' },
        { row: 6, code: 'NOT_ALLOWED', reason: expect.stringContaining(`"${name}" is full: it has 3 seats`) },
      ],
    });
    await imported(await filled(rows), ', isTolerant: true');
    expect(await fullness(id)).toEqual({ enrolledCount: 3, studentCount: 3 });
  });

  test('of two imports at once into the same seats, one is refused', async () => {
    const [{ id, code }, ids] = [await elective(4), await some(6)];
    const codes = await codesOf(ids);
    const files = await Promise.all(
      [codes.slice(0, 3), codes.slice(3)].map((part) => filled(part.map((number) => [code, number]))),
    );
    const answers = await Promise.all(files.map((file) => imported(file)));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(await server.context().em.count(Enrolment, { teachingClass: id })).toBe(3);
  });

  test('教务 find the electives of their departments in the template, and no others', async () => {
    const { code } = await elective();
    const textsFor = async (departmentId: string): Promise<string> => {
      const [sheet] = (await template(await academicAffairs(server, departmentId))).worksheets;
      return JSON.stringify(sheet.getSheetValues());
    };
    expect(await textsFor(of.department)).toContain(code);
    expect(await textsFor(homeClass.department_uuid as string)).not.toContain(code);
  });
});
