import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../data/app.js';

/** Months after the present one whose lines have a place already, so that a month of outages does no harm. */
const monthsAhead = 3;

/** Longest wait for the transactions that write to the log, in the way of which a partition is dropped. */
const lockWait = `set local lock_timeout = '5s'`;

/** Makes the partitions of the audit log for the month of an instant and those after it. */
export async function makeAuditPartitions(em: EntityManager, now = new Date()): Promise<void> {
  await em.execute('select make_audit_partitions($1, $2)', [now, monthsAhead]);
}

/** Makes the partitions that are missing and drops those whose months are kept no longer. */
export async function keepAuditPartitions({ orm, config }: App, now = new Date()): Promise<void> {
  await makeAuditPartitions(orm.em.fork(), now);
  await orm.em.fork().transactional(async (em) => {
    await em.execute(lockWait);
    await em.execute('select drop_audit_partitions($1, $2)', [now, config.AUDIT_MONTHS_KEPT]);
  });
}
