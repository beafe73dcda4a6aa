import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Context } from '../../data/context.js';
import { networkOf } from '../../schema/networks.js';
import { consume, countersOf, keyOf } from './counters.js';

/** Delay of the first slowed attempt in seconds; it doubles with each further one. */
const firstDelaySeconds = 0.25;

/**
 * Delay in seconds before an attempt is checked, by the number of attempts on the same account.
 * @param free number of attempts without delay
 */
export const delaySecondsOf = (attempts: number, free: number, secondsMax: number): number =>
  attempts > free ? Math.min(firstDelaySeconds * 2 ** (attempts - free - 1), secondsMax) : 0;

/**
 * Limits the attempts to authenticate. An attempt is counted before it is checked, so that parallel attempts
 * have no advantage, and discounted unless it fails. Because anybody can cause failures for a known name,
 * failures from other addresses never lock an account: they delay sign-ins from unknown addresses, but not
 * from those where the account has signed in before.
 * @param account the id of the account, or the number or name that was tried
 * @returns the result of the attempt; null if it failed
 * @throws TOO_MANY_REQUESTS when the address is locked for this account or for all
 */
export async function guardAttempt<R>(
  ctx: Context,
  account: string,
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const { pair, everywhere, address, known } = await countersOf(ctx.app);
  const network = networkOf(ctx.address);
  const pairKey = keyOf(account, network);
  const byAddress = { counter: address, key: keyOf(network) };
  if (await known.get(pairKey)) return countAttempt([byAddress], attempt);
  const result = await countAttempt([{ counter: pair, key: pairKey }, byAddress], async () => {
    const all = { counter: everywhere, key: keyOf(account) };
    const { consumedPoints } = await everywhere.penalty(all.key);
    const { SIGN_IN_DELAY_SECONDS_MAX: secondsMax } = ctx.app.config;
    await delay(delaySecondsOf(consumedPoints, everywhere.points, secondsMax) * 1000);
    return discountUnlessFailed([all], attempt);
  });
  if (result !== null) await pair.delete(pairKey);
  return result;
}

/**
 * Limits the attempts of a signed-in user to enter the password again. Only holders of a session can fail
 * here, and nothing else is locked by it.
 */
export async function guardInSession<R>(
  ctx: Context,
  userId: string,
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const { session } = await countersOf(ctx.app);
  const key = keyOf(userId);
  const result = await countAttempt([{ counter: session, key }], attempt);
  if (result !== null) await session.delete(key);
  return result;
}

/** Remembers that an account has signed in from the caller's address. */
export async function rememberAddress(ctx: Context, userId: string): Promise<void> {
  const { known } = await countersOf(ctx.app);
  await known.set(keyOf(userId, networkOf(ctx.address)), 1, known.duration);
}

/** A counter with the key under which an attempt is counted. */
interface CounterKey {
  readonly counter: RateLimiterPostgres;
  readonly key: string;
}

/** Counts an attempt with all counters; if one of them refuses it, the others are not incremented. */
async function countAttempt<R>(
  counters: readonly CounterKey[],
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const [first, ...others] = counters;
  if (!first) return attempt();
  await consume(first.counter, first.key);
  return discountUnlessFailed([first], () => countAttempt(others, attempt));
}

/** Decrements the counters after an attempt unless it failed, also if it ended with an exception. */
async function discountUnlessFailed<R>(
  counters: readonly CounterKey[],
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  let isFailure = false;
  try {
    const result = await attempt();
    isFailure = result === null;
    return result;
  } finally {
    if (!isFailure) await Promise.all(counters.map(({ counter, key }) => counter.reward(key)));
  }
}
