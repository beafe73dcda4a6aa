import { DomainError } from '../../schema/errors.js';
import { viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';

/** The id of the teacher who owns the caller's account. @throws NOT_FOUND when the account has no teacher */
export function ownTeacherId(ctx: Context): string {
  const { teacherId } = viewerOf(ctx);
  if (teacherId) return teacherId;
  throw new DomainError('NOT_FOUND', {
    zh: '教师不存在：当前账号未关联教师，请改用教师的账号登录',
    en: 'Your account belongs to no teacher. Maybe sign in as one.',
  });
}
