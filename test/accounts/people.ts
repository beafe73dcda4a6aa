import { randomInt } from 'node:crypto';
import { Role, User } from '../../src/entities/accounts.js';
import { Department, Grade, Major, UnitCategory, UnitType } from '../../src/entities/organisation.js';
import { Student, Teacher, TeacherType } from '../../src/entities/people.js';
import type { RoleKey } from '../../src/schema/enums.js';
import type { TestServer } from '../support/server.js';

/** Somebody who can sign in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/** A mobile number that no other test uses. */
export const newPhone = (): string => `139${String(randomInt(100_000_000)).padStart(8, '0')}`;

/** Makes an account of a role that administrators may give. */
export async function addAccount(server: TestServer, role: RoleKey, name: string): Promise<Account> {
  const { id: roleId } = await server.context().em.findOneOrFail(Role, { key: role });
  const account = { name, email: `${name}@example.com`, phone: newPhone(), password: 'Correct1 horse' };
  const { data, errors } = await server.graphql(
    'mutation ($input: UserInput!) { createUser(input: $input) { user { id } } }',
    { input: { ...account, role: roleId } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return { ...account, id: data.createUser.user.id };
}

/** Gives an account another password hash, as one that was taken over from elsewhere. */
export async function setPasswordHash(server: TestServer, id: string, passwordHash: string): Promise<void> {
  await server.context().em.nativeUpdate(User, { id }, { passwordHash });
}

/** A department that people of these tests belong to. */
export async function aDepartment(server: TestServer): Promise<Department> {
  const { em } = server.context();
  const known = await em.findOne(Department, { code: 'D01' });
  if (known) return known;
  const [category, type] = [
    await em.findOneOrFail(UnitCategory, { name: '院系' }),
    await em.findOneOrFail(UnitType, { name: '校企合办' }),
  ];
  const department = em.create(Department, {
    code: 'D01',
    name: '信息学院',
    category,
    type,
    establishedOn: '2000-09-01',
    isTeachingCollege: true,
  } as never);
  await em.flush();
  return department;
}

/** Records a student who has no account yet. */
export async function addStudent(server: TestServer, code: string): Promise<Student> {
  const department = await aDepartment(server);
  const { em } = server.context();
  const grade =
    (await em.findOne(Grade, { year: 2024 })) ??
    em.create(Grade, { name: '2024级', year: 2024, startDate: '2024-09-01' } as never);
  const major =
    (await em.findOne(Major, { code: 'CS' })) ??
    em.create(Major, {
      name: '计算机',
      code: 'CS',
      department: department.id,
      educationYears: 4,
      trainingLevel: '本科',
      isEnabled: true,
    } as never);
  const student = em.create(Student, {
    code,
    name: '张三',
    isMale: true,
    grade,
    department: department.id,
    major,
    administrativeClass: null,
    isGraduated: false,
    user: null,
  } as never);
  await em.flush();
  return student;
}

/** Records a teacher who has no account yet. */
export async function addTeacher(server: TestServer, code: string): Promise<Teacher> {
  const department = await aDepartment(server);
  const { em } = server.context();
  const teacher = em.create(Teacher, {
    code,
    name: '李四',
    englishName: 'Li Si',
    ethnic: '汉族',
    isMale: true,
    department: department.id,
    type: await em.findOneOrFail(TeacherType, { name: '讲师' }),
    user: null,
  } as never);
  await em.flush();
  return teacher;
}
