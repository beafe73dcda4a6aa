import { setTimeout as delay } from 'node:timers/promises';
import { IsolationLevel, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from './context.js';
import type { ExecuteSql } from '../database/event-bus.js';
import type { EntityClass, StoredEntity } from './columns.js';
import { prepareAll } from '../database/prepared.js';
import { innermost } from '../schema/loggable.js';
import { wasEnded } from '../schema/outages.js';
import { insertRow } from './lists/queries.js';
import type { Row } from '../schema/rows.js';
import { translateRefusals, type Typed } from './integrity.js';
import {
  allowIdle,
  beginAs,
  beginLocking,
  beginPreparedAs,
  nameAuthor,
  planForAnyValues,
  type Beginning,
  type FirstLocks,
} from './data.queries.js';

/** Who writes in a transaction, as the audit log records it. */
interface Author {
  /** The account of the person, or, of work that no person asked for, why it is done; never both. */
  readonly person: string | null;
  readonly reason: string | null;
  /** The task of which the work is part, if of one. */
  readonly task: string | null;
}

/** Work without a person, such as the loading of the demo. */
export const workOf = (reason: string): Author => ({ person: null, reason, task: null });

const authorOf = ({ viewer, systemReason, taskId }: Context): Author => ({
  person: viewer?.userId ?? null,
  reason: viewer ? null : (systemReason ?? 'not signed in'),
  task: taskId,
});

interface TransactionOptions {
  /**
   * Whether each connection prepares its statements: they are short, the same every time, and others wait for
   * them. Part of another transaction, it is prepared only with the whole.
   */
  readonly isPrepared?: boolean;
  /** What it locks first, in the statement with which it begins anyway. */
  readonly locks?: FirstLocks;
  /** What a person typed of the record that it stores, in the words of which a duplicate is told. */
  readonly typed?: Typed;
}

interface Manner extends TransactionOptions {
  /** Seconds for which a statement waits for what others hold; 0: as long as a statement may take. */
  readonly lockSecondsMax?: number;
}

/** A person waits for the answer of a request; nobody does for that of a task. */
const mannerOf = ({ app, systemReason, taskId }: Context): Manner => ({
  lockSecondsMax: systemReason === null && taskId === null ? app.config.LOCK_SECONDS_MAX : 0,
});

/**
 * Runs a change in one transaction, on a fork of its own, and translates what the database refuses. Within
 * the transaction of the context it is a part of that, and can fail without it. The change is run again when
 * the database gave it up for the sake of others, or its connection ended before it was committed, so it must
 * do nothing that is not undone with the transaction.
 */
export function transaction<R>(
  ctx: Context,
  change: (em: EntityManager) => Promise<R>,
  { isPrepared, locks, typed }: TransactionOptions = {},
): Promise<R> {
  // What is kept is of the moment at which the call began.
  ctx.rows.readAnew();
  const isPart = ctx.em.isInTransaction();
  const manner = { ...mannerOf(ctx), isPrepared: isPrepared && !isPart, locks };
  const attempt = (): Promise<R> =>
    translateRefusals(
      ctx,
      () => named(ctx.em.fork({ keepTransactionContext: true }), authorOf(ctx), change, manner),
      typed,
    );
  // A part is not repeated alone: the whole transaction was given up.
  return isPart ? attempt() : repeated(attempt);
}

/** Stores the record that is made by one statement, which is all of its transaction unless there is one. */
export async function insertAlone<T extends StoredEntity>(
  ctx: Context,
  entity: EntityClass<T>,
  make: (em: EntityManager) => Promise<T>,
  typed: Typed,
): Promise<Row<T>> {
  const store = async (em: EntityManager, beginning: Beginning | null): Promise<Row<T>> =>
    insertRow(em, entity, await make(em), beginning);
  const beginning = beginningOf(authorOf(ctx), mannerOf(ctx));
  const row = ctx.em.isInTransaction()
    ? await transaction(ctx, (em) => store(em, null), { typed })
    : await repeated(() => translateRefusals(ctx, () => store(ctx.em.fork(), beginning), typed));
  ctx.rows.forget(entity);
  return row;
}

/** Writes what must survive, even if the change of which it is part fails; over a connection of its own. */
export const apart = <R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> =>
  named(ctx.app.orm.em.fork(), authorOf(ctx), change, mannerOf(ctx));

/**
 * Waits for what is no statement, such as another process. A transaction that is under way may last as long:
 * the database would end it as that of a server that hangs.
 */
export async function outsideDatabase<R>(ctx: Context, wait: () => Promise<R>): Promise<R> {
  if (!ctx.em.isInTransaction()) return wait();
  await allowIdle('0')(ctx.em);
  try {
    return await wait();
  } finally {
    await allowIdle('default')(ctx.em);
  }
}

/** PostgreSQL's codes for a transaction that was given up for others: serialisation failure and deadlock. */
const givenUpCodes: readonly unknown[] = ['40001', '40P01'];
const repeatsMax = 3;
/** Milliseconds before the first repeat at most; each further one may wait twice as long. */
const waitMsMax = 50;

/**
 * Runs again what was given up, after a random while, so that those who met do not meet again; once what was
 * ended before it was committed, as the database ends what it waits for too long.
 */
async function repeated<R>(attempt: () => Promise<R>): Promise<R> {
  for (let repeats = 0, wasEndedBefore = false; ; repeats++) {
    try {
      return await attempt();
    } catch (error) {
      const { code } = innermost(error) as { code?: unknown };
      const isEnded = wasEnded(error);
      const isRepeated = isEnded ? !wasEndedBefore : givenUpCodes.includes(code);
      if (repeats === repeatsMax || !isRepeated) throw error;
      wasEndedBefore ||= isEnded;
      await delay(Math.random() * waitMsMax * 2 ** repeats);
    }
  }
}

/** Runs a change in one transaction, in the name of an author; for what has no context. */
export const named = <R>(
  em: EntityManager,
  author: Author,
  change: (em: EntityManager) => Promise<R>,
  manner: Manner = {},
): Promise<R> =>
  em.transactional(async (tx) => {
    if (manner.isPrepared) prepareAll(tx.getTransactionContext()!);
    await begin(tx, author, manner);
    return change(tx);
  });

const beginningOf = ({ person, reason, task }: Author, { lockSecondsMax = 0 }: Manner): Beginning => [
  person,
  reason,
  task,
  `${lockSecondsMax}s`,
];

const begin = (em: EntityManager, author: Author, manner: Manner): Promise<unknown> => {
  const { isPrepared = false, locks } = manner;
  const beginning = beginningOf(author, manner);
  if (locks) return beginLocking(isPrepared, locks)(em, ...beginning, ...locks.values);
  return (isPrepared ? beginPreparedAs : beginAs)(em, ...beginning);
};

/**
 * Reads with statements that each connection prepares: many short ones, of which planning takes longer than
 * carrying them out. It holds a connection meanwhile.
 */
export const readPrepared = <R>(ctx: Context, read: (em: EntityManager) => Promise<R>): Promise<R> =>
  ctx.em.fork().transactional(async (tx) => {
    prepareAll(tx.getTransactionContext()!);
    await planForAnyValues(tx);
    return read(tx);
  });

/** Reads with statements of one moment: of what others change all is seen, or nothing. */
export const readSnapshot = <R>(em: EntityManager, read: (em: EntityManager) => Promise<R>): Promise<R> =>
  em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });

/** Says whose account a caller who is not signed in has proved to own, such as by opening a link. */
export async function nameCaller(em: EntityManager, ctx: Context, person: string): Promise<void> {
  if (!ctx.viewer && ctx.systemReason === null) await nameAuthor(em, person, null, authorOf(ctx).task);
}

/** Runs a change in a transaction that is always rolled back, for the result that it would have. */
export const rehearse = <R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> =>
  repeated(() =>
    translateRefusals(ctx, async () => {
      const em = ctx.em.fork();
      await em.begin();
      try {
        await begin(em, authorOf(ctx), mannerOf(ctx));
        return await change(em);
      } finally {
        await em.rollback();
      }
    }),
  );

/**
 * Executes SQL in the running transaction of an entity manager: events and jobs sent through it exist if and
 * only if the transaction commits.
 */
export function statementsIn(em: EntityManager): ExecuteSql {
  if (!em.isInTransaction()) throw new Error('Statements of a transaction need a running transaction.');
  return (sql, values) => em.execute(sql, values);
}
