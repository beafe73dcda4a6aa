import type { Context } from '../../../data/context.js';
import { viewerOf } from '../../../data/access.js';
import { todayIn } from '../situation.js';
import { ModelFailure } from './failure.js';
import { modelTokens } from './metrics.js';

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
  const held = await app.orm.em.fork().execute<object[]>(
    `insert into assistant_usage (person_id, day, tokens_held) values ($1, $2, $3)
     on conflict (person_id, day) do update set tokens_held = assistant_usage.tokens_held + $3
       where assistant_usage.tokens_in + assistant_usage.tokens_out + assistant_usage.tokens_held + $3 <= $4
     returning 1`,
    [...place, needed, limit],
  );
  return held.length > 0;
}

const settle = ({ app }: Context, place: Place, held: number, spent: Tokens): Promise<unknown> =>
  app.orm.em.fork().execute(
    `update assistant_usage
     set calls = calls + 1, tokens_held = tokens_held - $3, tokens_in = tokens_in + $4,
       tokens_out = tokens_out + $5
     where person_id = $1 and day = $2`,
    [...place, held, spent.in, spent.out],
  );

/** Whether the caller is told now, for the first time today, that the tokens of the day are used up. */
export async function tellUsedUp(ctx: Context): Promise<boolean> {
  const told = await ctx.app.orm.em.fork().execute<object[]>(
    `insert into assistant_usage (person_id, day, is_told) values ($1, $2, true)
     on conflict (person_id, day) do update set is_told = true where not assistant_usage.is_told
     returning 1`,
    [...placeOf(ctx)],
  );
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
  await em.execute(`delete from assistant_usage where day < current_date - ${keptDays}`);
}
