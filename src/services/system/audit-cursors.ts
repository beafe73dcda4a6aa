import { DomainError } from '../../schema/errors.js';
import { instantOf } from '../../schema/scalars.js';

/** The place of a line in the audit log, which is ordered by time and then as it was written. */
interface Place {
  readonly at: Date;
  readonly id: string;
}

/** The cursor of a line; opaque to callers, and judged like everything that they send. */
export const auditCursor = ({ at, id }: Place): string =>
  Buffer.from(`audit ${at.toISOString()} ${id}`).toString('base64url');

/** The place that a cursor names. @throws INVALID_PARAMETER when it is no cursor of the log */
export function auditPlace(cursor: string): Place {
  const text = Buffer.from(cursor.slice(0, 100), 'base64url').toString('utf8');
  const [, written, id] = /^audit (\S+) (\d{1,18})$/.exec(text) ?? [];
  const at = written === undefined ? null : instantOf(written);
  if (at) return { at, id };
  const shown = cursor.slice(0, 32);
  throw new DomainError('INVALID_PARAMETER', {
    zh: `游标 after 无效：“${shown}”，请使用操作日志返回的 cursor，或去掉该参数从头开始`,
    en:
      `after is "${shown}", which is no cursor of the audit log. Maybe take one that it answered, or leave ` +
      `it out to begin anew.`,
  });
}
