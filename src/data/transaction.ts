import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from './context.js';
import type { ExecuteSql } from '../database/event-bus.js';
import { translated } from './integrity.js';

/** Runs a change in one transaction, on a fork of its own, and translates what the database refuses. */
export const transaction = <R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> =>
  translated(ctx, () => ctx.em.fork().transactional(change));

/** Runs a change as a transaction does, and takes it back: what would come of it, without a trace. */
export const rehearsal = <R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> =>
  translated(ctx, async () => {
    const em = ctx.em.fork();
    await em.begin();
    try {
      return await change(em);
    } finally {
      await em.rollback();
    }
  });

/**
 * Sends statements inside the running transaction of an entity manager: events and jobs that are sent by it
 * exist if and only if the transaction commits.
 */
export function statementsIn(em: EntityManager): ExecuteSql {
  if (!em.isInTransaction()) throw new Error('Statements of a transaction need a running transaction.');
  return (sql, values) => em.execute(sql, values);
}
