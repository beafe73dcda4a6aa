import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../data/app.js';
import { dropPartitions, limitLockWait, makePartitions } from './system.queries.js';

/** Months after the present one whose lines have a place already, so that a month of outages does no harm. */
const monthsAhead = 3;

/** Makes the partitions of the audit log for the month of an instant and those after it. */
export async function makeAuditPartitions(em: EntityManager, now = new Date()): Promise<void> {
  await makePartitions(em, now, monthsAhead);
}

/** Makes the partitions that are missing and drops those whose months are kept no longer. */
export async function keepAuditPartitions({ orm, config }: App, now = new Date()): Promise<void> {
  await makeAuditPartitions(orm.em.fork(), now);
  await orm.em.fork().transactional(async (em) => {
    await limitLockWait(em);
    await dropPartitions(em, now, config.AUDIT_MONTHS_KEPT);
  });
}
