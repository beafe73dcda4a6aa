import { createHash } from 'node:crypto';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, errors } from '../../schema/errors.js';
import { networkOf } from '../../schema/networks.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { deleteEndedShares } from '../system/system.queries.js';
import { deleteOldCounts } from './accounts.queries.js';

/** Window in which failures are counted, in seconds from the first one. */
const countedSeconds = 15 * 60;

/** Minimum seconds between two mails for the same purpose. */
const mailSeconds = 3 * 60;

/** New addresses of one account to which a link is sent within the window in which failures are counted. */
const newEmailsMax = 5;

/** Seconds for which an address is remembered after a sign-in. */
const knownSeconds = 30 * 24 * 3600;

/** Counters in the database, shared by all processes of the installation. */
interface Counters {
  /** Failures for one account from one unknown address. */
  readonly pair: RateLimiterPostgres;
  /** Failures for one account from all unknown addresses; they delay sign-ins, but never lock the account. */
  readonly everywhere: RateLimiterPostgres;
  /** Failures from one address, for any account. */
  readonly address: RateLimiterPostgres;
  /** Failures of a signed-in user to enter the password again. */
  readonly session: RateLimiterPostgres;
  /** Not a counter: marks addresses from which an account has signed in. */
  readonly known: RateLimiterPostgres;
  readonly mail: RateLimiterPostgres;
  /** New addresses that an account was given, to each of which a mail goes. */
  readonly newEmail: RateLimiterPostgres;
  readonly resetCaller: RateLimiterPostgres;
}

const countersByApp = new WeakMap<App, Promise<Counters>>();

/** The counters of an installation. */
export function countersOf(app: App): Promise<Counters> {
  const existing = countersByApp.get(app);
  if (existing) return existing;
  const counters = openCounters(app);
  countersByApp.set(app, counters);
  return counters;
}

async function openCounters({ orm, config }: App): Promise<Counters> {
  const storeClient = await (orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
  const counter = (keyPrefix: string, points: number, duration = countedSeconds): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // Every counter would start a timer that deletes the rows of all; forgetOldCounts does it once.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  return {
    pair: counter('sign-in-pair', config.SIGN_IN_FAILURES_MAX),
    everywhere: counter('sign-in-everywhere', config.SIGN_IN_FAILURES_MAX),
    address: counter('sign-in-address', config.SIGN_IN_FAILURES_PER_ADDRESS_MAX),
    session: counter('sign-in-session', config.SIGN_IN_FAILURES_MAX),
    known: counter('known-address', 1, knownSeconds),
    mail: counter('mail', 1, mailSeconds),
    newEmail: counter('new-email', newEmailsMax),
    resetCaller: counter('reset-address', config.SIGN_IN_FAILURES_PER_ADDRESS_MAX),
  };
}

/** Forgets what was counted until long ago, and what processes that ended told each other. */
export async function forgetOldCounts({ em }: Context): Promise<void> {
  await deleteOldCounts(em, Date.now());
  await deleteEndedShares(em);
}

/** Increments a counter. @throws TOO_MANY_REQUESTS when it exceeds its limit */
export async function consume(counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw errors.tooManyRequests(Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** A hashed key, of fixed length and without readable content. */
export const keyOf = (...parts: string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part.trim().toLowerCase()).join('\n'))
    .digest('base64url');

/**
 * Counts a request for a reset mail, whether or not the address has an account.
 * @returns whether a mail may be sent; false if one was sent recently
 */
export async function mayRequestReset(ctx: Context, email: string): Promise<boolean> {
  await consume((await countersOf(ctx.app)).resetCaller, keyOf(networkOf(ctx.address)));
  return mayMail(ctx, email);
}

/** Counts a new address of an account. @throws TOO_MANY_REQUESTS when there were too many */
export const countNewEmail = async (ctx: Context, userId: string): Promise<void> =>
  consume((await countersOf(ctx.app)).newEmail, keyOf(userId));

/** Whether a mail for the purpose may be sent; false if one was sent recently. */
export async function mayMail(ctx: Context, purpose: string): Promise<boolean> {
  try {
    await (await countersOf(ctx.app)).mail.consume(keyOf(purpose));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** The error for a second mail within a few minutes. */
export const mailSentRecently = (): DomainError =>
  new DomainError('OPERATION_ERROR', {
    zh: '邮件已发送，请勿重复操作',
    en: 'A mail was sent to this address less than 3 minutes ago. Maybe look into your mailbox first.',
  });
