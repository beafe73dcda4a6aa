import { Course, CourseType, TeacherQualification } from '../../src/entities/courses.js';
import { Semester } from '../../src/entities/scheduling/semesters.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import type { EntityClass, StoredEntity } from '../../src/data/columns.js';
import { downloaded } from '../people/downloads.js';
import { workbook } from '../workbook/support/workbook.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  departmentValues,
  student,
  teacher,
} from './college.js';

/**
 * Departments form a tree: a grant and a filter cover a department and all below it. Here a college has a
 * department, which has an office; another college stands beside them.
 */
const units = ['college', 'department', 'office', 'elsewhere'] as const;
type Unit = (typeof units)[number];

/** What belongs to a unit, by id. */
interface Belongings {
  readonly department: string;
  readonly major: string;
  readonly administrativeClass: string;
  readonly student: string;
  readonly teacher: string;
  readonly course: string;
  readonly teacherQualification: string;
  readonly teachingClass: string;
}

let server: TestServer;
const of = {} as Record<Unit, Belongings>;
const tokens = {} as Record<Unit, string>;

beforeAll(async () => {
  server = await startTestServer();
  const { em } = server.context();
  const type = await em.findOneOrFail(CourseType, { name: 'A类(纯理论课)' });
  const stored = async (entity: EntityClass, values: object): Promise<string> => {
    const record = em.create(entity, values as never) as StoredEntity;
    await em.flush();
    return record.id;
  };
  const semester = await stored(Semester, { name: 'S', startDate: '2030-09-02', endDate: '2031-01-12' });
  let parent: string | undefined;
  for (const unit of units) {
    // The lower ones stand first in lists.
    const department_order = units.length - units.indexOf(unit);
    const above = unit === 'elsewhere' ? {} : { parent_department: parent };
    const id = await department(server, { department_order, ...above });
    parent = id;
    const clazz = await administrativeClass(server, id);
    const course = await stored(Course, { code: `C-${unit}`, name: unit, type, department: id });
    const lecturer = await teacher(server, id);
    of[unit] = {
      department: id,
      major: clazz.major_uuid,
      administrativeClass: clazz.administrative_class_uuid,
      student: await student(server, clazz),
      teacher: lecturer,
      course,
      teacherQualification: await stored(TeacherQualification, {
        teacher: lecturer,
        course,
        level: 1,
        isPrimary: true,
        teachYears: 1,
      }),
      teachingClass: await stored(TeachingClass, {
        code: unit,
        name: unit,
        semester,
        course,
        department: id,
      }),
    };
    tokens[unit] = await academicAffairs(server, id);
  }
});
afterAll(() => server.stop());

/** The units that a grant or a filter of each covers. */
const covered: Record<Unit, readonly Unit[]> = {
  college: ['college', 'department', 'office'],
  department: ['department', 'office'],
  office: ['office'],
  elsewhere: ['elsewhere'],
};
const nouns = [
  ['major', 'majors'],
  ['administrativeClass', 'administrativeClasses'],
  ['student', 'students'],
  ['teacher', 'teachers'],
  ['teacherQualification', 'teacherQualifications'],
] as const;

/** The units whose record of the kind is among the ids. */
const unitsIn = (kind: keyof Belongings, ids: readonly string[]): Unit[] =>
  units.filter((unit) => ids.includes(of[unit][kind]));

function idsOf({ data, errors }: { data: any; errors?: unknown }, list: string): string[] {
  expect(errors).toBeUndefined();
  const { items, nodes } = data[list];
  return (items ?? nodes ?? data[list]).map(({ id }: { id: string }) => id);
}

describe.each(units)('a grant of the %s', (unit) => {
  test.each(nouns)('shows each %s of it and of all below', async (one, page) => {
    const seen = await server.graphql(`{ ${page}(size: 200) { items { id } } }`, {}, tokens[unit]);
    expect(unitsIn(one, idsOf(seen, page))).toEqual(covered[unit]);
    for (const owner of units) {
      const document = `query ($id: ID!) { ${one}(id: $id) { id } }`;
      const { errors } = await server.graphql(document, { id: of[owner][one] }, tokens[unit]);
      expect(errors?.[0].extensions.code).toBe(covered[unit].includes(owner) ? undefined : 'NOT_FOUND');
    }
  });

  test.each([
    'Major',
    'AdministrativeClass',
    'Course',
    'Student',
    'Teacher',
    'TeacherQualification',
  ] as const)('lets each %s of it and of all below be changed', async (noun) => {
    const kind = `${noun[0].toLowerCase()}${noun.slice(1)}` as keyof Belongings;
    const document = `mutation ($id: ID!) { update${noun}(id: $id, input: {}) { id } }`;
    for (const owner of units) {
      const { errors } = await server.graphql(document, { id: of[owner][kind] }, tokens[unit]);
      const refused = noun === 'Course' || noun === 'Teacher' ? 'FORBIDDEN' : 'NOT_FOUND';
      expect(errors?.[0].extensions.code).toBe(covered[unit].includes(owner) ? undefined : refused);
    }
  });

  test('tells personal fields of teachers of it and of all below', async () => {
    const { data } = await server.graphql('{ teacherOptions { id phone } }', {}, tokens[unit]);
    const known = data.teacherOptions.filter(({ phone }: { phone: string | null }) => phone !== null);
    expect(
      unitsIn(
        'teacher',
        known.map(({ id }: { id: string }) => id),
      ),
    ).toEqual(covered[unit]);
  });

  test('lets majors be made in it and in all below', async () => {
    for (const owner of units) {
      const body = {
        major_name: `${unit}-${owner}`,
        major_code: `${unit}${owner}`,
        department_uuid: of[owner].department,
        education_years: 4,
        training_level: '本科',
      };
      const made = await server.rest('majorCreate', { token: tokens[unit], body });
      expect(made.status).toBe(covered[unit].includes(owner) ? 200 : 403);
    }
  });
});

/** Lists that are narrowed by a department, by page, from a cursor and as a pick list. */
const filtered = [
  ...([...nouns, ['course', 'courses'], ['teachingClass', 'teachingClasses']] as const).flatMap(
    ([one, page]) =>
      [
        [one, page, '(size: 200, department: $department) { items { id } }'],
        [one, `${page}Connection`, '(first: 200, department: $department) { nodes { id } }'],
      ] as const,
  ),
  ...(['major', 'administrativeClass', 'student', 'teacher', 'course', 'teacherQualification'] as const).map(
    (one) => [one, `${one}Options`, '(department: $department) { id }'] as const,
  ),
];

test.each(filtered)('of each %s, %s of a department gives those below it too', async (one, list, rest) => {
  for (const unit of units) {
    const answer = await server.graphql(`query ($department: ID) { ${list}${rest} }`, {
      department: of[unit].department,
    });
    expect(unitsIn(one, idsOf(answer, list))).toEqual(covered[unit]);
  }
});

test('the name of a department narrows pages of majors to it and those below', async () => {
  const { data: college } = await server.rest('departmentGet', {
    token: server.administrator,
    path: { department_uuid: of.department.department },
  });
  const { data } = await server.rest('majorPageAdmin', {
    token: server.administrator,
    query: { page: 1, size: 200, department: college.department_name },
  });
  const ids = data.records.map((one: { major_uuid: string }) => one.major_uuid);
  expect(unitsIn('major', ids)).toEqual(['department', 'office']);
});

test('departments are listed by the one directly above, and conditions on a column stay exact', async () => {
  const parent = of.college.department;
  const below = await server.graphql(
    'query ($parent: ID) { departments(parent: $parent) { items { id } } }',
    {
      parent,
    },
  );
  expect(unitsIn('department', idsOf(below, 'departments'))).toEqual(['department']);
  const exact = await server.graphql(
    'query ($id: ID) { students(filter: { department: { equals: $id } }) { items { id } } }',
    { id: parent },
  );
  expect(unitsIn('student', idsOf(exact, 'students'))).toEqual(['college']);
});

test('a filter below a department costs no statement more, and is worked out once for all rows', async () => {
  const statementsOf = async (given: string): Promise<readonly string[]> => {
    server.forgetStatements();
    await server.graphql(`{ students(${given}) { items { id } } }`);
    return [...server.statements];
  };
  const narrowed = await statementsOf(`department: "${of.college.department}"`);
  expect(narrowed).toHaveLength((await statementsOf('isGraduated: false')).length);
  expect(narrowed.at(-1)).toContain('= any(array(');
});

test('a grant follows a department that is put elsewhere, with the next request', async () => {
  const move = async (unit: Unit, below: Unit): Promise<void> => {
    const { status } = await server.rest('departmentUpdate', {
      token: server.administrator,
      path: { department_uuid: of[unit].department },
      body: await departmentValues(server, { parent_department: of[below].department }),
    });
    expect(status).toBe(200);
  };
  const seen = async (unit: Unit): Promise<Unit[]> => {
    const { data } = await server.graphql('{ teachers(size: 200) { items { id } } }', {}, tokens[unit]);
    return unitsIn(
      'teacher',
      data.teachers.items.map(({ id }: { id: string }) => id),
    );
  };
  await move('office', 'elsewhere');
  expect(await seen('elsewhere')).toEqual(['office', 'elsewhere']);
  expect(await seen('college')).toEqual(['college', 'department']);
  await move('office', 'department');
  expect(await seen('college')).toEqual(['college', 'department', 'office']);
});

test('the sheet of students is prefilled with the granted department, and takes those below', async () => {
  const namesOf = async (unit: Unit): Promise<string[]> => {
    const { data } = await server.graphql(
      `query ($id: ID!) { administrativeClass(id: $id) {
        name department { name } major { name } grade { name }
      } }`,
      { id: of[unit].administrativeClass },
    );
    const { department, major, grade, name } = data.administrativeClass;
    return [department.name, major.name, grade.name, name];
  };
  const token = tokens.department;
  const { sheet } = await downloaded(server, '/students/get-example', token);
  expect([sheet.getCell('A3').text]).toEqual((await namesOf('department')).slice(0, 1));
  const rows = await Promise.all(
    (['department', 'office', 'college'] as const).map(async (unit) => [
      ...(await namesOf(unit)),
      `NEW${unit}`,
      '张三',
      '男',
    ]),
  );
  const headings = ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'];
  const file = workbook([headings, ...rows]).toString('base64');
  const { data } = await server.rest('studentBatchImport', { token, body: { file, ignore_error: true } });
  expect(data).toMatchObject({ success_count: 2 });
  const refused = data.failed_details.map(({ row }: { row: number }) => row);
  expect([...new Set(refused)]).toEqual([4]);
});
