import type { Context } from '../../../data/context.js';
import { viewerOf } from '../../../data/access.js';
import { todayIn } from '../situation.js';
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
  const place = placeOf(ctx);
  const { AI_TOKENS_PER_PERSON_PER_DAY: limit } = ctx.app.config;
  if (needed > limit || !(await hold(ctx, place, needed, limit))) throw usedUp(limit);
  const spent: Tokens = { in: 0, out: 0 };
  try {
    return await ask(spent);
  } finally {
    modelTokens.inc({ direction: 'in' }, spent.in);
    modelTokens.inc({ direction: 'out' }, spent.out);
    await settle(ctx, place, needed, spent);
  }
}

type Place = readonly [person: string, day: string];

const placeOf = (ctx: Context): Place => [viewerOf(ctx).userId, todayIn(ctx.app.config.TIME_ZONE)];

/** Whether that many were left. What a process holds that ends meanwhile stays held until the day ends. */
async function hold({ app }: Context, place: Place, needed: number, limit: number): Promise<boolean> {
  const held = await holdTokens(app.orm.em.fork(), ...place, needed, limit);
  return held.length > 0;
}

const settle = ({ app }: Context, place: Place, held: number, spent: Tokens): Promise<unknown> =>
  settleTokens(app.orm.em.fork(), ...place, held, spent.in, spent.out);

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
