import { createHash } from 'node:crypto';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { errors } from '../../schema/errors.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';

/** Seconds in which failures are counted, and for which too many of them lock. */
export const lockSeconds = 15 * 60;

/** Seconds that pass between two reset mails to one address. */
export const resetMailSeconds = 3 * 60;

/** How many reset mails one caller may ask for in `lockSeconds`. */
const resetsPerCallerMax = 20;

/** The counters live in the database, so that every process of the installation counts the same ones. */
interface Counters {
  readonly account: RateLimiterPostgres;
  readonly caller: RateLimiterPostgres;
  readonly resetMail: RateLimiterPostgres;
  readonly resetCaller: RateLimiterPostgres;
}

const countersByApp = new WeakMap<App, Promise<Counters>>();

function countersOf(app: App): Promise<Counters> {
  const known = countersByApp.get(app);
  if (known) return known;
  const opened = openCounters(app);
  countersByApp.set(app, opened);
  return opened;
}

async function openCounters(app: App): Promise<Counters> {
  const storeClient = await (app.orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
  const counter = (keyPrefix: string, points: number, duration: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      blockDuration: duration,
    });
  const failuresMax = app.config.SIGN_IN_FAILURES_MAX;
  return {
    account: counter('sign-in-account', failuresMax, lockSeconds),
    caller: counter('sign-in-address', failuresMax, lockSeconds),
    resetMail: counter('reset-mail', 1, resetMailSeconds),
    resetCaller: counter('reset-address', resetsPerCallerMax, lockSeconds),
  };
}

/**
 * Guards one attempt to prove who one is. An attempt on an account counts before it is judged, so that a
 * hundred at the same moment are no better than one after the other; a success forgives. A caller's address
 * counts failures only, because a whole campus may share one.
 * @param account what is attacked: the id of an account or person, or the name that somebody tried
 * @throws TOO_MANY_REQUESTS when the account or the caller is locked
 */
export async function guarded<R>(
  ctx: Context,
  account: string,
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const counters = await countersOf(ctx.app);
  const key = keyOf(account);
  await refuseLockedCaller(ctx, counters);
  await consume(counters.account, key);
  const result = await attempt().catch(async (error: unknown) => {
    // It failed for another reason than the proof.
    await counters.account.reward(key);
    throw error;
  });
  if (result === null) await counters.caller.penalty(keyOf(ctx.address));
  else await counters.account.delete(key);
  return result;
}

async function refuseLockedCaller(ctx: Context, { caller }: Counters): Promise<void> {
  const state = await caller.get(keyOf(ctx.address));
  if (state && state.consumedPoints >= caller.points) throw tooMany(state);
}

/**
 * Lets one request for a reset mail pass; the same for an address that has an account and one that has none.
 * @returns whether a mail may go out; false: one went out moments ago
 */
export async function mayRequestReset(ctx: Context, email: string): Promise<boolean> {
  const { resetMail, resetCaller } = await countersOf(ctx.app);
  await consume(resetCaller, keyOf(ctx.address));
  try {
    await resetMail.consume(keyOf(email));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

async function consume(counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): Error =>
  errors.tooManyRequests(Math.ceil(msBeforeNext / 1000));

// Keys of bounded length that tell nothing to a reader of the table.
const keyOf = (text: string): string =>
  createHash('sha256').update(text.trim().toLowerCase()).digest('base64url');
