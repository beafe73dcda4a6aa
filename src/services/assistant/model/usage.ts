import type { Context } from '../../../data/context.js';
import { viewerOf } from '../../../data/access.js';
import { dateIn } from '../../../schema/clock.js';
import { ModelFailure } from './failure.js';
import { modelTokens } from './metrics.js';
import { deleteUsage, holdTokens, noteTold, settleTokens } from './usage.queries.js';

/** Tokens that a model read and wrote. */
export interface Tokens {
  in: number;
  out: number;
}

/**
 * Asks a model with tokens of the caller's day: holds as many as it may need, so that many questions at once
 * have no advantage, and counts what it took in the end. On connections of their own, because what was spent
 * stays spent when the rest fails.
 * @throws ModelFailure QUOTA
 */
export async function spending<R>(
  ctx: Context,
  needed: number,
  ask: (spent: Tokens) => Promise<R>,
): Promise<R> {
  const { AI_TOKENS_PER_PERSON_PER_DAY: limit } = ctx.app.config;
  const [em, place] = [ctx.app.orm.em.fork(), placeOf(ctx)];
  if (needed > limit) throw usedUp(limit);
  // What a process holds that ends meanwhile stays held until the day ends.
  const held = await holdTokens(em, ...place, needed, limit);
  if (held.length === 0) throw usedUp(limit);
  const spent: Tokens = { in: 0, out: 0 };
  try {
    return await ask(spent);
  } finally {
    modelTokens.inc({ direction: 'in' }, spent.in);
    modelTokens.inc({ direction: 'out' }, spent.out);
    await settleTokens(em, ...place, needed, spent.in, spent.out);
  }
}

type Place = readonly [person: string, day: string];

const placeOf = (ctx: Context): Place => [viewerOf(ctx).userId, dateIn(ctx.app.config.TIME_ZONE)];

/** Whether the caller is told now, for the first time today, that the tokens of the day are used up. */
export async function tellUsedUp(ctx: Context): Promise<boolean> {
  const told = await noteTold(ctx.app.orm.em.fork(), ...placeOf(ctx));
  return told.length > 0;
}

const usedUp = (limit: number): ModelFailure =>
  new ModelFailure('QUOTA', null, {
    zh: `您今天的语言模型用量（${limit} 个令牌）已用完，明天恢复`,
    en: `your ${limit} tokens of today for the language model are used up; there are new ones tomorrow`,
  });

const keptDays = 400;

/** Forgets what was used so long ago that nobody settles accounts about it. */
export async function forgetOldUsage({ em }: Context): Promise<void> {
  await deleteUsage(em, keptDays);
}
