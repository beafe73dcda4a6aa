import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import type { Viewer } from '../../data/callers.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import type { KeptView } from '../../data/kept/kept-rows.js';
import { Rows } from '../../data/rows.js';
import { runForAll } from '../../schema/budget.js';
import { type Asked, viewers, viewersAt } from './accounts.queries.js';

/** Whose call it is, and what it may read of the rows that are kept. */
export interface CallOf {
  readonly viewer: Viewer;
  readonly kept: KeptView | null;
  /** Up to where a replica must be so that the call may read from it; null where there is none. */
  readonly position: number | null;
}

/** Sessions that one statement asks for. */
const sessionsAtOnce = 100;

interface SessionOf {
  readonly userId: string;
  readonly sessionId: string | null;
}

const keyOf = ({ userId, sessionId }: SessionOf): string => `${userId} ${sessionId}`;

const loaders = new WeakMap<App, DataLoader<SessionOf, CallOf | null, string>>();

/**
 * Who the session of an access token belongs to. Null when it has ended, or its account was disabled, banned
 * or deleted. Asked on every request, so that a right that is taken is gone at once: in one statement for all
 * requests of the same turn of the event loop.
 */
export function callOfSession(app: App, session: SessionOf): Promise<CallOf | null> {
  const known = loaders.get(app);
  if (known) return known.load(session);
  const em = app.orm.em.fork();
  const loader = new DataLoader<SessionOf, CallOf | null, string>(
    (sessions) => {
      loader.clearAll();
      return callsOf(app, em, sessions);
    },
    {
      cacheKeyFn: keyOf,
      maxBatchSize: sessionsAtOnce,
      batchScheduleFn: (begin) => void runForAll(() => setImmediate(begin)),
    },
  );
  loaders.set(app, loader);
  return loader.load(session);
}

/** The same of what is read in the name of a person without a session; null if the account is disabled. */
export const callOfUser = (app: App, userId: string): Promise<CallOf | null> =>
  callOfSession(app, { userId, sessionId: null });

async function callsOf(
  app: App,
  em: EntityManager,
  sessions: readonly SessionOf[],
): Promise<(CallOf | null)[]> {
  const before = app.keptRows.seen;
  const [ids, users] = [sessions.map(({ sessionId }) => sessionId), sessions.map(({ userId }) => userId)];
  const { replica, keptRows } = app;
  const found = replica
    ? await viewersAt(em, ids, users, before, replica.tables)
    : await viewers(em, ids, users, before, keptRows.tables);
  if (found.length === 0) return sessions.map(() => null);
  const kept = keptRows.viewAfter(before, found[0]);
  const position = replica ? keptRows.position : null;
  const calls = new Map(found.map((asked) => [keyOf(asked), viewerIn(asked)]));
  return sessions.map((session) => {
    const viewer = calls.get(keyOf(session));
    return viewer ? { viewer, kept, position } : null;
  });
}

/** A user for whom a job works after the request; null if the account is disabled. */
export async function viewerOfUser({ em }: Pick<Context, 'em'>, userId: string): Promise<Viewer | null> {
  const [row] = await viewers(em, [null], [userId], null, []);
  return row ? viewerIn(row) : null;
}

const viewerIn = ({ seen: _, changed: __, position: ___, ...viewer }: Asked): Viewer => viewer;

/**
 * Continues the request as the given user, so that the answer to a sign-in is read with the user's own
 * rights.
 */
export function actAs(ctx: Context, viewer: Viewer): void {
  const request = ctx as { -readonly [K in keyof Context]: Context[K] };
  request.viewer = viewer;
  request.rows = new Rows(ctx);
}
