import { RoleKey } from '../schema/enums.js';
import { DomainError } from '../schema/errors.js';
import { viewerOf, type Scope, type Viewer } from './access.js';
import type { Context } from './context.js';
import { sql } from './sql.js';

/** The teacher whom the account of the caller belongs to. @throws NOT_FOUND when it belongs to none */
export function ownTeacherId(ctx: Context): string {
  const { teacherId } = viewerOf(ctx);
  if (teacherId) return teacherId;
  throw new DomainError('NOT_FOUND', {
    zh: '教师不存在：当前账号未关联教师',
    en: 'Your account belongs to no teacher.',
  });
}

/** Ids of the teachers of departments, as a condition on a reference to a teacher. */
export const teachersOf = (departmentIds: readonly string[]): object => ({
  $in: sql('select id from teacher where department_id = any(?)', departmentIds),
});

/**
 * Which rows about a teacher somebody sees: teachers their own, members of academic affairs those of the
 * teachers of their departments, administrators all.
 */
export function ofOwnTeachers(viewer: Viewer | null): Scope {
  switch (viewer?.role) {
    case RoleKey.ADMINISTRATOR:
      return 'all';
    case RoleKey.ACADEMIC_AFFAIRS:
      return viewer.departmentIds.length ? { teacher: teachersOf(viewer.departmentIds) } : 'none';
    default:
      return viewer?.teacherId ? { teacher: viewer.teacherId } : 'none';
  }
}
