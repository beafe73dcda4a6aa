import type { Context } from '../../../data/context.js';
import { viewerOf } from '../../../data/access.js';
import { dateIn } from '../../../schema/clock.js';
import { say, type Text } from '../../../schema/texts.js';
import { ModelFailure } from './failure.js';
import { modelTokens } from './metrics.js';
import { deleteUsage, holdTokens, noteTold, settleTokens } from './usage.queries.js';

/** Tokens that a model read and wrote. */
export interface Tokens {
  in: number;
  out: number;
}

/** The person and the day that tokens are counted for. */
const placeOf = (ctx: Context) => [viewerOf(ctx).userId, dateIn(ctx.app.config.TIME_ZONE)] as const;

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
  // What a process holds that ends meanwhile stays held until the day ends.
  const isHeld = needed <= limit && (await holdTokens(em, ...place, needed, limit)).length > 0;
  if (!isHeld) throw new ModelFailure('QUOTA');
  const spent: Tokens = { in: 0, out: 0 };
  try {
    return await ask(spent);
  } finally {
    modelTokens.inc({ direction: 'in' }, spent.in);
    modelTokens.inc({ direction: 'out' }, spent.out);
    await settleTokens(em, ...place, needed, spent.in, spent.out);
  }
}

/** What the caller is told of the tokens that are used up; null where that was told today. */
export async function usedUpNotice(ctx: Context): Promise<Text | null> {
  const told = await noteTold(ctx.app.orm.em.fork(), ...placeOf(ctx));
  if (told.length === 0) return null;
  const { AI_TOKENS_PER_PERSON_PER_DAY: limit } = ctx.app.config;
  return say(
    `您今天的语言模型用量（${limit} 个令牌）已用完，明天恢复。` +
      '此前由助手自带的语法回答：常用的说法仍然听得懂。',
    `For your information: your ${limit} tokens of today for the language model are used up; there are new ` +
      'ones tomorrow. Until then the built-in grammar answers; plain words still work.',
  );
}

const keptDays = 400;

/** Forgets what was used so long ago that nobody settles accounts about it. */
export async function forgetOldUsage({ em }: Context): Promise<void> {
  await deleteUsage(em, keptDays);
}
