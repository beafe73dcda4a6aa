import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, errors } from '../schema/errors.js';
import { lockTimeout } from '../schema/outages.js';
import { viewerOf } from './access.js';
import { contextWithin, type Context } from './context.js';
import { transaction } from './transaction.js';

/** Hours for which the answer to a key is kept. */
const keptHours = 24;
/** Keys of one person in that time. */
const keysMax = 10_000;

/** What a person asks for once, however often it is sent. */
export interface KeyedCall {
  readonly key: string;
  /** The name of the field in the answer, because an operation may have several. */
  readonly responseKey: string;
  /** Everything that is asked for, as a text that is the same for the same. */
  readonly input: string;
}

/**
 * Carries a call out once, in one transaction with its answer, and gives the answer again to whoever sends
 * the same. Whoever sends it meanwhile waits. A call that fails leaves nothing, so that it can be sent again.
 * @param call the work, all of it in the context that it is given; its answer as text
 * @throws KEY_CONFLICT when the key was used for something else
 */
export const once = (
  ctx: Context,
  { key, responseKey, input }: KeyedCall,
  call: (ctx: Context) => Promise<string>,
): Promise<string> => {
  const place: Place = [viewerOf(ctx).userId, key, responseKey];
  // Keyed, because inputs hold passwords, too.
  const fingerprint = ctx.app.tokens.fingerprintOf(input);
  return transaction(ctx, async (em) => {
    if (!(await claim(em, place, fingerprint))) return earlierAnswer(em, place, fingerprint);
    await refuseTooMany(em, place);
    const answer = await call(contextWithin(ctx, em));
    await em.execute(`update idempotency_key set answer = $4 where ${at}`, [...place, answer]);
    return answer;
  });
};

/** Person, key and response key. */
type Place = readonly [string, string, string];
const at = 'user_id = $1 and key = $2 and response_key = $3';
const expired = `created_at <= clock_timestamp() - interval '${keptHours} hours'`;

/** PostgreSQL's code for a statement that it ended because it took too long. */
const statementTimeout = '57014';

/** Takes a key that is free. Waits for the transaction that holds it. False when it is not free then. */
async function claim(em: EntityManager, place: Place, fingerprint: string): Promise<boolean> {
  try {
    const claimed = await em.execute<object[]>(
      `insert into idempotency_key (user_id, key, response_key, fingerprint) values ($1, $2, $3, $4)
       on conflict (user_id, key, response_key)
       do update set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
         where idempotency_key.${expired}
       returning 1`,
      [...place, fingerprint],
    );
    return claimed.length > 0;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === lockTimeout || code === statementTimeout) throw errors.keyBusy(place[1]);
    throw error;
  }
}

async function earlierAnswer(em: EntityManager, place: Place, fingerprint: string): Promise<string> {
  const [kept] = await em.execute<{ fingerprint: string; answer: string }[]>(
    `select fingerprint, answer from idempotency_key where ${at}`,
    [...place],
  );
  if (kept.fingerprint !== fingerprint) throw errors.keyReused(place[1]);
  return kept.answer;
}

async function refuseTooMany(em: EntityManager, [userId]: Place): Promise<void> {
  const [{ count }] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count
     from (select from idempotency_key where user_id = $1 limit ${keysMax + 1}) as keys`,
    [userId],
  );
  if (count <= keysMax) return;
  throw new DomainError('TOO_MANY_REQUESTS', {
    zh: `每人 ${keptHours} 小时内最多使用 ${keysMax} 个幂等键，在此之前请发送不带幂等键的请求`,
    en:
      `One person may use at most ${keysMax} idempotency keys in ${keptHours} hours. Maybe send requests ` +
      `without a key until then.`,
  });
}

/** Forgets the answers that were kept long enough. */
export async function forgetOldAnswers(ctx: Context): Promise<void> {
  await ctx.em.execute(`delete from idempotency_key where ${expired}`);
}
