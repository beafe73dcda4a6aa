import { randomInt } from 'node:crypto';
import type { RequiredEntityData } from '@mikro-orm/postgresql';
import { Role, Session, User } from '../../src/entities/accounts.js';
import { Student, Teacher } from '../../src/entities/people.js';
import { AdministrativeClass } from '../../src/entities/organisation.js';
import type { RoleKey } from '../../src/schema/enums.js';
import type { TestServer } from '../support/server.js';

/** An access token of an account of the role, that belongs to the teacher or student if one is given. */
export async function tokenOf(
  server: TestServer,
  role: RoleKey,
  person: { teacher?: string; student?: string } = {},
): Promise<string> {
  const em = server.context().em;
  const number = randomInt(100_000_000);
  const user = em.create(User, {
    name: `person${number}`,
    email: `person${number}@example.com`,
    phone: `139${String(number).padStart(8, '0')}`,
    passwordHash: 'nobody signs in with it',
    role: await em.findOneOrFail(Role, { key: role }),
  } as RequiredEntityData<User>);
  const inAnHour = new Date(Date.now() + 3_600_000);
  const session = em.create(Session, {
    user,
    refreshHash: String(number),
    expiresAt: inAnHour,
  } as RequiredEntityData<Session>);
  await em.flush();
  if (person.teacher) await em.nativeUpdate(Teacher, { id: person.teacher }, { user: user.id });
  if (person.student) await em.nativeUpdate(Student, { id: person.student }, { user: user.id });
  return server.runtime.app.tokens.sign(user.id, session.id).token;
}

/** A student of an administrative class, without an account. */
export async function addStudentOf(server: TestServer, classId: string): Promise<Student> {
  const em = server.context().em;
  const { department, major, grade } = await em.findOneOrFail(AdministrativeClass, { id: classId });
  const student = em.create(Student, {
    code: `S${randomInt(100_000_000)}`,
    name: '王五',
    isMale: true,
    department: department.id,
    major: major.id,
    grade: grade.id,
    administrativeClass: classId,
  } as RequiredEntityData<Student>);
  await em.flush();
  return student;
}
