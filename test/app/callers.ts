import { RoleKey } from '../../src/schema/enums.js';
import { addAccount } from '../accounts/people.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  signedIn,
  student,
  teacher,
} from '../organisation/college.js';
import type { TestServer } from '../support/server.js';

/**
 * One caller of each kind: the student, the teacher and the first member of academic affairs are of
 * department A.
 */
export const callerNames = [
  'nobody',
  'student',
  'teacher',
  '教务 of A',
  '教务 of B',
  '管理员',
  '管理',
] as const;
export type CallerName = (typeof callerNames)[number];

/** The role of each caller. */
export const roleOf: Readonly<Record<CallerName, RoleKey | null>> = {
  nobody: null,
  student: RoleKey.STUDENT,
  teacher: RoleKey.TEACHER,
  '教务 of A': RoleKey.ACADEMIC_AFFAIRS,
  '教务 of B': RoleKey.ACADEMIC_AFFAIRS,
  管理员: RoleKey.ADMINISTRATOR,
  管理: RoleKey.LEADER,
};

/** A department with a class, its major, a student in the class and a teacher, by id. */
export interface College {
  readonly department: string;
  readonly class: string;
  readonly major: string;
  readonly student: string;
  readonly teacher: string;
}

/** Two colleges, and the tokens of the callers. */
export interface Callers {
  readonly a: College;
  readonly b: College;
  readonly tokens: Readonly<Record<CallerName, string | null>>;
}

async function college(server: TestServer, name: string): Promise<College> {
  const departmentId = await department(server);
  const teacherId = await teacher(server, departmentId, `T${name}`);
  const homeClass = await administrativeClass(server, departmentId, { counselor_uuid: teacherId });
  const studentId = await student(server, homeClass, `S${name}`);
  return {
    department: departmentId,
    class: homeClass.administrative_class_uuid as string,
    major: homeClass.major_uuid as string,
    student: studentId,
    teacher: teacherId,
  };
}

/** Makes both colleges and signs everybody in. */
export async function signInAll(server: TestServer): Promise<Callers> {
  const [a, b] = [await college(server, 'A'), await college(server, 'B')];
  const leader = await addAccount(server, RoleKey.LEADER, 'leader');
  // The others of B have accounts too, so that there are foreign ones.
  await signedIn(server, { isStudent: true, number: 'SB' });
  await signedIn(server, { isStudent: false, number: 'TB' });
  const tokens = {
    nobody: null,
    student: await signedIn(server, { isStudent: true, number: 'SA' }),
    teacher: await signedIn(server, { isStudent: false, number: 'TA' }),
    '教务 of A': await academicAffairs(server, a.department),
    '教务 of B': await academicAffairs(server, b.department),
    管理员: server.administrator,
    管理: await server.signIn(leader.name, leader.password),
  };
  return { a, b, tokens };
}
