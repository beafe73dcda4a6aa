import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Session, type AccessToken } from '../../entities/accounts.js';
import { CalendarLink } from '../../entities/scheduling/calendar.js';
import { hashOf } from '../../schema/hash.js';
import { errors } from '../../schema/errors.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights, signedIn, viewerOf } from '../../data/access.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import { accessTokenSeconds } from './tokens.js';
import { statementsIn, transaction } from '../../data/transaction.js';
import { closeSessions, deleteOldSessions, renewSession, sessionByRefreshToken } from './accounts.queries.js';

declareRights({ refreshTokens: everybody, signOut: signedIn });

/** Lifetime of a refresh token in seconds; each renewal starts a new one. */
const refreshTokenSeconds = 24 * 3600;

/** A random token to be handed out, and its hash, which is all that is stored. */
interface Secret {
  readonly token: string;
  readonly hash: string;
}

/** Generates a random secret of 32 bytes. */
export function newSecret(): Secret {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Starts a session of an account, and deletes its old ones. */
export async function openSession(
  ctx: Context,
  userId: string,
): Promise<{ sessionId: string; token: AccessToken }> {
  return transaction(ctx, async (em) => {
    await deleteOldSessions(em, userId);
    const sessionId = uuidv7();
    const { token, hash } = tokensFor(ctx.app, userId, sessionId);
    em.create(Session, {
      id: sessionId,
      user: userId,
      refreshHash: hash,
      previousHash: null,
      expiresAt: token.refreshExpiresAt,
      endedAt: null,
    } as never);
    return { sessionId, token };
  });
}

function tokensFor(app: App, userId: string, sessionId: string): { token: AccessToken; hash: string } {
  const { token, expiresAt } = app.tokens.sign(userId, sessionId);
  const refresh = newSecret();
  const createdAt = new Date(expiresAt.getTime() - accessTokenSeconds * 1000);
  const refreshExpiresAt = new Date(createdAt.getTime() + refreshTokenSeconds * 1000);
  return {
    token: { userId, token, refreshToken: refresh.token, expiresAt, refreshExpiresAt, createdAt },
    hash: refresh.hash,
  };
}

/**
 * Exchanges a refresh token, once, for new tokens. If a used one is presented again, it must have been
 * stolen, so the session ends for everyone who holds a token of it.
 */
export async function refreshTokens(ctx: Context, refreshToken: string): Promise<AccessToken> {
  authorize(ctx, 'refreshTokens');
  const hash = hashOf(refreshToken.trim());
  const token = await transaction(ctx, async (em) => {
    const [session] = await sessionByRefreshToken(em, hash);
    if (!session?.isAlive) return null;
    if (!session.isCurrent) {
      await endSessions(ctx.app, em, { userId: session.userId, sessionId: session.id });
      return null;
    }
    const next = tokensFor(ctx.app, session.userId, session.id);
    await renewSession(em, next.hash, hash, next.token.refreshExpiresAt, session.id);
    return next.token;
  });
  if (!token) throw errors.unauthenticated();
  return token;
}

/** Ends the session of the caller. */
export async function signOut(ctx: Context): Promise<true> {
  authorize(ctx, 'signOut');
  const viewer = viewerOf(ctx);
  await transaction(ctx, (em) => endSessions(ctx.app, em, viewer));
  return true;
}

/** Topic of the event that sessions of a user have ended; its id is that of the user. */
export const sessionsEnded = 'sessionsEnded';

/**
 * Ends all sessions of an account, or one of them: their tokens become invalid with the commit, and every
 * process is notified and closes their sockets.
 */
export async function endSessions(
  { bus }: App,
  em: EntityManager,
  { userId, sessionId }: { userId: string; sessionId?: string },
): Promise<void> {
  await closeSessions(em, userId, sessionId);
  await bus.publish(sessionsEnded, { id: userId, sequence: Date.now() }, statementsIn(em));
}

/**
 * Ends all that somebody who knew the password may have left open: sessions, and links of timetables, which
 * need no password.
 */
export async function endAccess(app: App, em: EntityManager, userId: string): Promise<void> {
  await endSessions(app, em, { userId });
  await em.nativeDelete(CalendarLink, { user: userId });
}
