import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, errors } from '../../schema/errors.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';

/** Seconds in which failures are counted, from the first one on. */
export const countedSeconds = 15 * 60;

/** Seconds that pass between two mails for one purpose. */
const mailSeconds = 3 * 60;

/** Seconds for which an address is known from where an account signed in. */
const knownSeconds = 30 * 24 * 3600;

/** The counters live in the database, so that every process of the installation counts the same ones. */
export interface Counters {
  /** Failures on one account from one unknown address. */
  readonly pair: RateLimiterPostgres;
  /** Failures on one account from all unknown addresses; it slows and never locks. */
  readonly everywhere: RateLimiterPostgres;
  /** Failures of one address, on whatever account. */
  readonly address: RateLimiterPostgres;
  /** Failures of somebody signed in to give the password once more. */
  readonly session: RateLimiterPostgres;
  /** Not a count, but that an account signed in from an address. */
  readonly known: RateLimiterPostgres;
  readonly mail: RateLimiterPostgres;
  readonly resetCaller: RateLimiterPostgres;
}

const countersByApp = new WeakMap<App, Promise<Counters>>();

/** The counters of an installation. */
export function countersOf(app: App): Promise<Counters> {
  const known = countersByApp.get(app);
  if (known) return known;
  const opened = openCounters(app);
  countersByApp.set(app, opened);
  return opened;
}

async function openCounters({ orm, config }: App): Promise<Counters> {
  const storeClient = await (orm.em.getConnection() as PostgreSqlConnection).getNativeClient();
  const counter = (keyPrefix: string, points: number, duration = countedSeconds): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
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
    resetCaller: counter('reset-address', config.SIGN_IN_FAILURES_PER_ADDRESS_MAX),
  };
}

/** Counts one more. @throws TOO_MANY_REQUESTS when that is more than may be */
export async function consume(counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw errors.tooManyRequests(Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** A key of bounded length that tells nothing to a reader of the table. */
export const keyOf = (...parts: string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part.trim().toLowerCase()).join('\n'))
    .digest('base64url');

/** What an address is counted as: IPv6 gives a single caller the addresses of a whole network. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}

/**
 * Lets one request for a reset mail pass; the same for an address that has an account and one that has none.
 * @returns whether a mail may go out; false: one went out moments ago
 */
export async function mayRequestReset(ctx: Context, email: string): Promise<boolean> {
  await consume((await countersOf(ctx.app)).resetCaller, keyOf(networkOf(ctx.address)));
  return mayMail(ctx, email);
}

/** Whether a mail may go out, by what it is for; false: one went out moments ago. */
export async function mayMail(ctx: Context, purpose: string): Promise<boolean> {
  try {
    await (await countersOf(ctx.app)).mail.consume(keyOf(purpose));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** The refusal of a second mail. */
export const sentMomentsAgo = (): DomainError =>
  new DomainError('OPERATION_ERROR', {
    zh: '邮件已发送，请勿重复操作',
    en: 'A mail was sent to this address less than 3 minutes ago. Maybe look into your mailbox first.',
  });
