import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { innermost, loggable } from '../../../schema/loggable.js';
import { clashError, namedClashes } from './clashes.js';
import type { Overlap } from './occupancy.js';

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
    await em.execute(judgeSql);
  } catch (error) {
    if ((innermost(error) as { code?: unknown }).code !== exclusionViolation) throw error;
    log.error({ ...loggable(error), timetable }, 'the check of a change missed what the database refused');
    await em.execute('rollback to savepoint judged');
    throw clashError(await namedClashes(em, await doubleGuarded(em, timetable)));
  }
}

/**
 * Sent as one, because it is asked while others wait for the timetable. What the transaction changes after it
 * may be settled step by step again.
 */
const judgeSql = `savepoint judged;
  set constraints occupancy_apart immediate;
  set constraints occupancy_apart deferred;
  release savepoint judged`;

/** What two meetings of a timetable both hold, and the constraint refuses. */
const doubleGuarded = (em: EntityManager, timetable: string): Promise<Overlap[]> =>
  em.execute<Overlap[]>(
    `select a.kind, a.resource, a.meeting_id as first, b.meeting_id as second,
       (a.guarded * b.guarded)::text as slots, false as "isKnown"
     from occupancy a join occupancy b on b.timetable_id = a.timetable_id and b.resource = a.resource
       and b.meeting_id > a.meeting_id and b.guarded && a.guarded
     where a.timetable_id = $1 order by 3, 4, 1, 2 limit 100`,
    [timetable],
  );
