import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { lockKey } from '../../../data/data.queries.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { dateIn } from '../../../schema/clock.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { chooseCurrent } from './semester.queries.js';

/** Key of the advisory lock for changing the current semester; an arbitrary constant. */
const currentSemesterLock = 7_305_417_005;

/**
 * Lines up everybody who may change which semester is current; row locks alone could miss one that just
 * became so.
 */
export const lockCurrent = (em: EntityManager): Promise<unknown> => lockKey(em, currentSemesterLock);

/** Makes a semester the only current one, while nobody else does that. */
export async function makeCurrent(em: EntityManager, semester: Semester): Promise<void> {
  if (!semester.isEnabled) throw disabled(semester.name);
  const marked = await em.find(Semester, { isCurrent: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  for (const other of marked) other.isCurrent = other === semester;
  await em.flush();
  semester.isCurrent = true;
  await em.flush();
}

/** Makes one current where none is, while nobody else does that. */
export const settleCurrent = (em: EntityManager, { config }: App): Promise<unknown> =>
  chooseCurrent(em, dateIn(config.TIME_ZONE));

/** The error when no semester is both current and enabled. */
export const noCurrentSemester = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '当前没有激活的学期，请指定学期，或由管理员把一个启用的学期设为当前学期',
    en:
      'No semester is current and enabled. Maybe name one, or let an administrator set the current ' +
      'semester.',
  });

const disabled = (name: string): DomainError =>
  errors.notPossible(
    `学期“${name}”未启用，不能设为当前学期，请先启用`,
    `The semester "${name}" is disabled. Maybe enable it before it becomes the current one.`,
  );
