import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { innermost, loggable } from '../../../schema/loggable.js';
import { clashError, namedClashes } from './clashes.js';
import { doubleGuarded, forgetJudging, judgeOccupancy } from './occupancy.queries.js';

/** SQLSTATE of an exclusion constraint that does not hold. */
const exclusionViolation = '23P01';

/**
 * Asks the database, the last judge, whether anything is occupied twice, before the transaction does. What it
 * finds was missed by the check: a fault of the server, which is logged, and a clash for the caller.
 * @throws OPERATION_DENIED with the clashes by name
 */
export async function judgeByConstraint(
  em: EntityManager,
  timetable: string,
  log: App['log'],
): Promise<void> {
  try {
    await judgeOccupancy(em);
  } catch (error) {
    if ((innermost(error) as { code?: unknown }).code !== exclusionViolation) throw error;
    log.error({ ...loggable(error), timetable }, 'the check of a change missed what the database refused');
    await forgetJudging(em);
    throw clashError(await namedClashes(em, await doubleGuarded(em, timetable)));
  }
}
