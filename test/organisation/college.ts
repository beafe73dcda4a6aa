import { Role } from '../../src/entities/accounts.js';
import { Student, Teacher, TeacherType } from '../../src/entities/people.js';
import { RoleKey } from '../../src/schema/enums.js';
import { register } from '../../src/services/accounts/registration.js';
import { createUser } from '../../src/services/accounts/users.js';
import { numbers } from '../support/numbers.js';
import type { TestServer } from '../support/server.js';

type Values = Record<string, unknown>;

const number = numbers();

/** Creates a record over /api/v1 as the administrator, and gives what was answered. */
export async function created(
  server: TestServer,
  operation: string,
  body: Values,
): Promise<Record<string, any>> {
  const { status, data, error_message } = await server.rest(operation, {
    token: server.administrator,
    body,
  });
  if (status !== 200) throw new Error(`${operation}: ${error_message}`);
  return data as Record<string, any>;
}

/** The values of a department that differs from all others. */
export async function departmentValues(server: TestServer, more: Values = {}): Promise<Values> {
  const [category] = (await server.rest('unitCategoryList', { token: server.administrator })).data;
  const [type] = (await server.rest('unitTypeList', { token: server.administrator })).data;
  const n = number();
  return {
    department_code: `DEP${n}`,
    department_name: `部门第${n}`,
    department_order: 100,
    is_entity: true,
    establishment_date: '1958-09-01',
    unit_category: category.unit_category_uuid,
    unit_type: type.unit_type_uuid,
    is_teaching_college: true,
    is_attending_college: true,
    is_teaching_office: false,
    is_enabled: true,
    ...more,
  };
}

/** A new department; gives its id. */
export const department = async (server: TestServer, more: Values = {}): Promise<string> =>
  (await created(server, 'departmentCreate', await departmentValues(server, more))).department_uuid;

/** A new major of the department; gives its id. */
export async function major(server: TestServer, departmentId: string, more: Values = {}): Promise<string> {
  const n = number();
  const body = {
    major_name: `专业第${n}`,
    major_code: `MAJ${n}`,
    department_uuid: departmentId,
    education_years: 4,
    training_level: '本科',
    ...more,
  };
  return (await created(server, 'majorCreate', body)).major_uuid;
}

/** A new grade; gives its id. */
export async function grade(server: TestServer): Promise<string> {
  const year = 1901 + number();
  return (await created(server, 'gradeCreate', { name: `${year}级`, year, start_date: `${year}-09-01` }))
    .grade_uuid;
}

/** The values of an administrative class that differs from all others. */
export async function classValues(
  server: TestServer,
  departmentId: string,
  more: Values = {},
): Promise<Values> {
  const n = number();
  return {
    department_uuid: departmentId,
    major_uuid: more.major_uuid ?? (await major(server, departmentId)),
    class_code: `CLASS${n}`,
    class_name: `班第${n}`,
    grade_uuid: more.grade_uuid ?? (await grade(server)),
    ...more,
  };
}

/** A new administrative class of the department; gives the record. */
export const administrativeClass = async (
  server: TestServer,
  departmentId: string,
  more: Values = {},
): Promise<Record<string, any>> =>
  created(server, 'administrativeClassCreate', await classValues(server, departmentId, more));

/** A teacher without an account; gives the id. */
export async function teacher(
  server: TestServer,
  departmentId: string,
  code = `T${number()}`,
): Promise<string> {
  const { em } = server.context();
  const record = em.create(Teacher, {
    code,
    name: '李老师',
    englishName: 'Li',
    ethnic: '汉族',
    isMale: false,
    phone: '13912345678',
    email: 'li@example.com',
    department: departmentId,
    type: await em.findOneOrFail(TeacherType, { name: '讲师' }),
  } as never);
  await em.flush();
  return record.id;
}

/** A student of the class without an account; gives the id. */
export async function student(
  server: TestServer,
  homeClass: Record<string, any>,
  code = `S${number()}`,
): Promise<string> {
  const { em } = server.context();
  const record = em.create(Student, {
    code,
    name: '王同学',
    isMale: true,
    grade: homeClass.grade_uuid,
    department: homeClass.department_uuid,
    major: homeClass.major_uuid,
    administrativeClass: homeClass.administrative_class_uuid,
  } as never);
  await em.flush();
  return record.id;
}

const password = 'Correct1 horse';

/** Somebody whose account no other test uses. */
function account(): { name: string; email: string; phone: string } {
  const n = number();
  return { name: `user-${n}`, email: `user${n}@example.com`, phone: `137${String(n).padStart(8, '0')}` };
}

/** Signs in a new member of academic affairs of the department; gives the token. */
export async function academicAffairs(server: TestServer, departmentId: string): Promise<string> {
  const { id: role } = await server.context().em.findOneOrFail(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  const person = account();
  await createUser(server.context(), {
    ...person,
    password,
    role,
    permissions: [],
    department: departmentId,
    scope: 1,
  });
  return server.signIn(person.name, password);
}

/** Signs in a new student or teacher of the number; gives the token. */
export async function signedIn(
  server: TestServer,
  who: { isStudent: boolean; number: string },
): Promise<string> {
  const person = account();
  const initialPassword = `${who.isStudent ? 'stu' : 'te'}${who.number}`;
  await register(server.context(), { ...person, ...who, newPassword: password, initialPassword });
  return server.signIn(person.name, password);
}
