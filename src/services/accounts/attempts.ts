import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Context } from '../../data/context.js';
import { consume, countersOf, keyOf, networkOf } from './counters.js';

/** Seconds that the first attempt waits which is slowed; each further one waits twice as long. */
const firstDelaySeconds = 0.25;

/**
 * Seconds that an attempt waits before it is judged, after so many others on the same account.
 * @param free how many are judged at once
 */
export const delaySecondsOf = (attempts: number, free: number, secondsMax: number): number =>
  attempts > free ? Math.min(firstDelaySeconds * 2 ** (attempts - free - 1), secondsMax) : 0;

/**
 * Guards one attempt of a stranger to prove who they are. It counts before it is judged, so that hundreds at
 * the same moment are no better than one after the other, and no longer when it was no failure. Whoever knows
 * a name can make others fail, so failures elsewhere never lock: an address from which the account signed in
 * is left alone, and other addresses wait.
 * @param account what is attacked: the id of an account, or the number or name that somebody tried
 * @returns what the attempt proved; null: it failed
 * @throws TOO_MANY_REQUESTS when the address may not try this account, or any, for now
 */
export async function guarded<R>(
  ctx: Context,
  account: string,
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const { pair, everywhere, address, known } = await countersOf(ctx.app);
  const network = networkOf(ctx.address);
  const pairKey = keyOf(account, network);
  const ofAddress = { counter: address, key: keyOf(network) };
  if (await known.get(pairKey)) return counted([ofAddress], attempt);
  const result = await counted([{ counter: pair, key: pairKey }, ofAddress], async () => {
    const all = { counter: everywhere, key: keyOf(account) };
    const { consumedPoints } = await everywhere.penalty(all.key);
    const { SIGN_IN_DELAY_SECONDS_MAX: secondsMax } = ctx.app.config;
    await delay(delaySecondsOf(consumedPoints, everywhere.points, secondsMax) * 1000);
    return unlessFailed([all], attempt);
  });
  if (result !== null) await pair.delete(pairKey);
  return result;
}

/**
 * Guards one attempt of somebody signed in to prove it once more by the password. Only who holds a session of
 * the account can fail here, and is locked out of nothing but this.
 */
export async function guardedInSession<R>(
  ctx: Context,
  userId: string,
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  const { session } = await countersOf(ctx.app);
  const key = keyOf(userId);
  const result = await counted([{ counter: session, key }], attempt);
  if (result !== null) await session.delete(key);
  return result;
}

/** Notes that an account signed in from the address of the caller. */
export async function rememberAddress(ctx: Context, userId: string): Promise<void> {
  const { known } = await countersOf(ctx.app);
  await known.set(keyOf(userId, networkOf(ctx.address)), 1, known.duration);
}

/** Where an attempt is counted. */
interface Count {
  readonly counter: RateLimiterPostgres;
  readonly key: string;
}

/** An attempt that is counted everywhere or, when one of the counters refuses it, nowhere else. */
async function counted<R>(counts: readonly Count[], attempt: () => Promise<R | null>): Promise<R | null> {
  const [first, ...others] = counts;
  if (!first) return attempt();
  await consume(first.counter, first.key);
  return unlessFailed([first], () => counted(others, attempt));
}

/** Takes the counts of an attempt back, unless it failed: also when it came to no judgement. */
async function unlessFailed<R>(
  counts: readonly Count[],
  attempt: () => Promise<R | null>,
): Promise<R | null> {
  let isFailure = false;
  try {
    const result = await attempt();
    isFailure = result === null;
    return result;
  } finally {
    if (!isFailure) await Promise.all(counts.map(({ counter, key }) => counter.reward(key)));
  }
}
