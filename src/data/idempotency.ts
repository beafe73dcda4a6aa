import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, errors } from '../schema/errors.js';
import { lockTimeout } from '../schema/outages.js';
import { viewerOf } from './access.js';
import { contextWithin, type Context } from './context.js';
import { transaction } from './transaction.js';
import {
  claimKey,
  deleteOldKeys,
  keptAnswers,
  keptHours,
  keyCount,
  keysMax,
  type Place,
  storeAnswer,
} from './data.queries.js';

/** What a person asks for once, however often it is sent. */
interface KeyedCall {
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
    await storeAnswer(em, ...place, answer);
    return answer;
  });
};

/** PostgreSQL's code for a statement that it ended because it took too long. */
const statementTimeout = '57014';

/** Takes a key that is free. Waits for the transaction that holds it. False when it is not free then. */
async function claim(em: EntityManager, place: Place, fingerprint: string): Promise<boolean> {
  try {
    const claimed = await claimKey(em, ...place, fingerprint);
    return claimed.length > 0;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === lockTimeout || code === statementTimeout) throw errors.keyBusy(place[1]);
    throw error;
  }
}

async function earlierAnswer(em: EntityManager, place: Place, fingerprint: string): Promise<string> {
  const [kept] = await keptAnswers(em, ...place);
  if (kept.fingerprint !== fingerprint) throw errors.keyReused(place[1]);
  return kept.answer;
}

async function refuseTooMany(em: EntityManager, [userId]: Place): Promise<void> {
  const [{ count }] = await keyCount(em, userId);
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
  await deleteOldKeys(ctx.em);
}
