import type { Rule } from '../../../data/access.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { Student } from '../../../entities/people.js';
import { RoleKey } from '../../../schema/enums.js';
import { errors } from '../../../schema/errors.js';
import { notOneOf } from '../timetable/personal-timetables.js';

/** Students for themselves, and staff for a student whom they name. */
export const takers: Rule = [RoleKey.STUDENT, RoleKey.ADMINISTRATOR, RoleKey.ACADEMIC_AFFAIRS];

/** Whom it is about, and whether staff speak for the student. */
export interface Taker {
  readonly student: string;
  readonly isStaff: boolean;
}

/**
 * The student who is meant: the caller, or the one whom staff name.
 * @throws NOT_FOUND when a student names another one
 */
export function takerOf(ctx: Context, student: string | null | undefined): Taker {
  const { viewer } = ctx;
  if (viewer?.role !== RoleKey.STUDENT) {
    if (student) return { student, isStaff: true };
    throw errors.invalidField('student', '请指定学生（student）', 'Staff name the student (student).');
  }
  if (!viewer.studentId) throw notOneOf({ zh: '学生', en: 'student' });
  if (student && student !== viewer.studentId) throw errors.notFound(entityInfo(Student).noun, student);
  return { student: viewer.studentId, isStaff: false };
}

/** The same, where staff learn something of the student. @throws NOT_FOUND for one whom they may not see */
export async function seenTakerOf(ctx: Context, student: string | null | undefined): Promise<Taker> {
  const taker = takerOf(ctx, student);
  await readOne(ctx, Student, taker.student);
  return taker;
}
